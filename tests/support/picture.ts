/** A PNG of one pixel. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

/** A file that passes as a PNG picture. It ends with the text, which identifies it. */
export function pictureOf(text: string): Blob {
  return new Blob([pixel, text], { type: 'image/png' })
}
