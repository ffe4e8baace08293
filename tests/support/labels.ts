/** Beginnings of a title that make sense only after another title. */
const DEPENDENT = /^(nor|and|but|or)\b/i

/**
 * Checks the title of a test: it has to stand on its own and be unique in its file. Returns what is wrong, or null.
 *
 * @param seen the file's titles so far; this one is added
 */
export function faultOf(label: string, seen: Set<string>): string | null {
  const isAgain = seen.has(label)
  seen.add(label)
  if (label.trim() === '') return 'a test has no label'
  if (DEPENDENT.test(label)) return `"${label}" does not stand alone`
  return isAgain ? `"${label}" is there twice` : null
}
