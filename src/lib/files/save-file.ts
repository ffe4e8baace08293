/** Saves a file to the person's device. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoke the object URL after a minute; by then the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
