/** A test that a comment `Spec 1.4, 6.2` on the line above it binds to a statement of docs/reference/specification.md. */
export interface Proof {
  /** Number of the statement, such as 6.2. */
  number: string
  file: string
  title: string
}

/** The title on a line: the last text of SQL; in TypeScript the first argument of a call, up to the first value in a template. */
function titleOf(file: string, line: string): string {
  if (file.endsWith('.sql')) {
    return (line.match(/'(?:[^']|'')*'/g)?.at(-1) ?? '').slice(1, -1).replaceAll("''", "'")
  }
  const [, , title = ''] = /(?:\(|^\s*)(['"`])((?:\\.|(?!\1).)*)\1/.exec(line) ?? []
  return title.replaceAll(/\\(['"`])/g, '$1').replace(/\$\{.*/, '…')
}

/**
 * The proofs that one test file names. Where the next line has no title, as in a loop, the comment has it: `Spec 4.6: a title`.
 *
 * @throws {Error} if neither has one
 */
export function proofsIn(file: string, source: string): Proof[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    const [, numbers, ownTitle] = /^\s*(?:--|\/\/) Spec (\d+\.\d+(?:, \d+\.\d+)*)(?:: (.+))?$/.exec(line) ?? []
    if (!numbers) return []
    const title = ownTitle ?? titleOf(file, lines[index + 1] ?? '')
    if (!title) throw new Error(`${file}:${index + 1}: the line after "Spec ${numbers}" has no title of a test`)
    return numbers.split(', ').map((number) => ({ number, file, title }))
  })
}
