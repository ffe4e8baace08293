const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** A file that storage takes for a PNG picture and that ends with the text, so that one can be told from another. */
export function pictureOf(text: string): Blob {
  return new Blob([signature, text], { type: 'image/png' })
}
