/** Beginnings that make sense only after another title. */
const DEPENDENT = /^(nor|and|but|or)\b/i

/**
 * What is wrong with the title of a test, or null: it has to stand on its own and be unique in its file.
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
