/** Saves a file to the person's device. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Frees the address after a minute, when the browser has started reading the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
