import sharp from 'sharp'

/** One colour, as a file of that format. */
export function plainImage(
  format: 'png' | 'jpeg' | 'webp' | 'avif' | 'tiff',
  width: number,
  height: number,
  orientation?: number,
): Promise<Buffer> {
  const image = sharp({ create: { width, height, channels: 3, background: '#08f' } })
  return (orientation ? image.withMetadata({ orientation }) : image).toFormat(format).toBuffer()
}

/** An image in HEIC's container: what the file is, its first brand says. */
export async function heicImage(width: number, height: number): Promise<Buffer> {
  const bytes = await plainImage('avif', width, height)
  bytes.write('heic', bytes.indexOf('ftypavif') + 4, 'latin1')
  return bytes
}

/** A GIF that shows three colours in turn. */
export async function movingImage(width: number, height: number): Promise<Buffer> {
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width, height, channels: 4, background } })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}
