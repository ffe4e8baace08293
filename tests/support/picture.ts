const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** A file that storage accepts as a PNG picture. It ends with the text, which identifies it. */
export function pictureOf(text: string): Blob {
  return new Blob([signature, text], { type: 'image/png' })
}
