const hexColor = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i

/** Whether a text is a hexadecimal colour, such as `#76ce90` or `#7ce`. */
export function isHexColor(text: string): boolean {
  return hexColor.test(text)
}
