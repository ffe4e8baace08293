/** Beginnings that only make sense after another label. */
const DEPENDENT = /^(nor|and|but|or)\b/i

/**
 * What is wrong with the label of a test, or null: it is a sentence that stands alone, once in its file.
 *
 * @param seen the labels of the file before this one; the label is added
 */
export function faultOf(label: string, seen: Set<string>): string | null {
  const isAgain = seen.has(label)
  seen.add(label)
  if (label.trim() === '') return 'a test has no label'
  if (DEPENDENT.test(label)) return `"${label}" does not stand alone`
  return isAgain ? `"${label}" is there twice` : null
}
