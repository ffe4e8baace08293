/** Returns the letters of a column by its index: 0 is A, 27 is AB. */
export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last
}

/** Returns the index of the column of a cell such as "AB12"; null without letters. */
export function columnNumber(cell: string): number | null {
  const letters = /^[A-Z]{1,3}/.exec(cell)?.[0]
  if (!letters) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
