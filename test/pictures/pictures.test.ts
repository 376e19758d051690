import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readImage } from '../../src/pictures/read-image.ts'
import { fitted, smallSquare, squares } from '../../src/pictures/square-pictures.ts'
import { heicImage, movingImage, plainImage } from './pictures.ts'

/** A PNG file of few bytes whose header promises any number of pixels. */
function hugeOnPaper(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const framed = Buffer.alloc(body.length + 8)
    framed.writeUInt32BE(data.length, 0)
    body.copy(framed, 4)
    framed.writeUInt32BE(checksum(body), body.length + 4)
    return framed
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const data = chunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))])
}

/** CRC-32, as PNG has it. */
function checksum(bytes: Buffer): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ -1) >>> 0
}

describe('a picture', () => {
  it.each(['png', 'jpeg', 'webp', 'avif'] as const)('is known by what it is: %s', async (format) => {
    const facts = { contentType: `image/${format}`, width: 30, height: 20, frames: 1 }
    expect(await readImage(await plainImage(format, 30, 20))).toEqual(facts)
  })

  it('that moves is known by its frames, and its size is that of one', async () => {
    const facts = { contentType: 'image/gif', width: 30, height: 20, frames: 3 }
    expect(await readImage(await movingImage(30, 20))).toEqual(facts)
  })

  it('that was taken on its side is measured upright', async () => {
    expect(await readImage(await plainImage('jpeg', 30, 20, 6))).toMatchObject({ width: 20, height: 30 })
  })

  it.each([
    ['a text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a vector graphic', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a web page', Buffer.from('<!doctype html><script>1</script>')],
    ['a picture of more pixels than memory', hugeOnPaper(60_000, 60_000)],
  ])('is not %s', async (_, bytes) => {
    expect(await readImage(bytes)).toBeUndefined()
    await expect(squares(bytes, [100])).rejects.toMatchObject({ code: 'BAD_IMAGE' })
    await expect(smallSquare(bytes, 64)).rejects.toMatchObject({ code: 'BAD_IMAGE' })
    await expect(fitted(bytes, 80, 10)).rejects.toMatchObject({ code: 'BAD_IMAGE' })
  })

  it('of another format is refused in the container of AVIF, and so is one that breaks off', async () => {
    const heic = await heicImage(30, 20)
    expect(await readImage(heic)).toBeUndefined()
    await expect(squares(heic, [100])).rejects.toMatchObject({ code: 'BAD_IMAGE' })
    const whole = await plainImage('jpeg', 300, 200)
    await expect(squares(whole.subarray(0, whole.length - 200), [100])).rejects.toMatchObject({
      code: 'BAD_IMAGE',
    })
  })
})

describe('what is made of a picture', () => {
  it('is square where it shows somebody, small and large', async () => {
    const made = await squares(await plainImage('jpeg', 300, 200), [100, 500])
    const sizes = await Promise.all(made.map(({ bytes }) => readImage(bytes)))
    expect(sizes).toMatchObject([
      { contentType: 'image/png', width: 100, height: 100 },
      { contentType: 'image/png', width: 500, height: 500 },
    ])
  })

  it('goes on moving where it is an emoji, with a still beside it', async () => {
    const { picture, still } = await smallSquare(await movingImage(30, 20), 64)
    expect(await readImage(picture.bytes)).toMatchObject({ contentType: 'image/webp', width: 64, frames: 3 })
    expect(await readImage(still?.bytes ?? '')).toMatchObject({
      contentType: 'image/png',
      width: 64,
      frames: 1,
    })
    expect((await smallSquare(await plainImage('webp', 30, 20), 64)).still).toBeNull()
  })

  it('keeps its proportions in a box, and does not grow', async () => {
    const wide = await fitted(await plainImage('png', 400, 50), 800, 100)
    expect(await readImage(wide.bytes)).toMatchObject({ width: 400, height: 50 })
    const high = await fitted(await plainImage('png', 400, 400), 800, 100)
    expect(await readImage(high.bytes)).toMatchObject({ width: 100, height: 100 })
  })
})
