/**
 * Fills the column "proved by" of docs/reference/spec-coverage.md. A comment `Spec 1.4, 6.2` in a test file names the rows that the test
 * titled on the next line proves. Where that line has no title, as in a loop, the comment has it: `Spec 4.6: a title`.
 *
 * `node scripts/spec-coverage.ts` writes the page; with `--check` it only compares and exits with 1 if the page is out of date.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const page = join(root, 'docs/reference/spec-coverage.md')

/** Folders with tests, in the order in which a row lists them. */
const folders = [
  'tests/db',
  'tests/api',
  'supabase/functions',
  'tests/contract',
  'tests/operation',
  'stack',
  'geo',
  'sim',
  'scripts',
  'src',
  'tests/e2e'
]

interface Proof {
  /** Number of a row, such as 6.2. */
  row: string
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

/** The proofs that one test file names. */
export function proofsIn(file: string, source: string): Proof[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    const [, rows, ownTitle] = /^\s*(?:--|\/\/) Spec (\d+\.\d+(?:, \d+\.\d+)*)(?:: (.+))?$/.exec(line) ?? []
    if (!rows) return []
    const title = ownTitle ?? titleOf(file, lines[index + 1] ?? '')
    if (!title) throw new Error(`${file}:${index + 1}: the line after "Spec ${rows}" has no title of a test`)
    return rows.split(', ').map((row) => ({ row, file, title }))
  })
}

/** The proofs of all test files. */
function readProofs(): Proof[] {
  return folders.flatMap((folder) =>
    globSync(`${folder}/**/*.{sql,ts,tsx}`, { cwd: root, exclude: (name) => name.includes('node_modules') })
      .filter((file) => /^tests\/|[._](test|spec)\.tsx?$/.test(file))
      .sort()
      .flatMap((file) => proofsIn(file, readFileSync(join(root, file), 'utf8')))
  )
}

/** Whether a test runs on a page, in a real or simulated browser. */
const isOnAPage = ({ file }: Proof): boolean => /^(tests\/e2e|src)\//.test(file)

/**
 * The page with the proofs of each row. A row without one keeps its `later: …`, or becomes `built, unproved`.
 *
 * @throws {Error} if a test names a row that does not exist
 */
export function withProofs(text: string, proofs: readonly Proof[]): string {
  const known = new Set<string>()
  const lines = text.split('\n').map((line) => {
    const number = /^\| (\d+\.\d+) \| /.exec(line)?.[1]
    if (!number) return line
    known.add(number)
    const cells = line.replace(/ \|$/, '').split(' | ')
    const own = proofs.filter(({ row }) => row === number)
    const named = own.map(({ file, title }) => `\`${file}\` "${title.replaceAll('|', '\\|')}"`).join('; ')
    const without = cells[3]?.startsWith('later: ') ? cells[3] : 'built, unproved'
    const cell = own.length === 0 ? without : own.some(isOnAPage) ? named : `SQL only: ${named}`
    return `${cells.slice(0, 3).join(' | ')} | ${cell} |`
  })
  const lost = proofs.filter(({ row }) => !known.has(row))
  if (lost.length > 0) throw new Error(`no row ${lost.map(({ row, file }) => `${row} (${file})`).join(', ')}`)
  return lines.join('\n')
}

/** The page as it should be, and as it is. */
export function readCoverage(): { expected: string; found: string } {
  const found = readFileSync(page, 'utf8')
  return { expected: withProofs(found, readProofs()), found }
}

if (import.meta.main) {
  const { expected, found } = readCoverage()
  const isCurrent = expected === found
  if (process.argv.includes('--check')) {
    if (!isCurrent) console.error('docs/reference/spec-coverage.md is out of date: run `npm run generate`')
    process.exitCode = isCurrent ? 0 : 1
  } else {
    if (!isCurrent) writeFileSync(page, expected)
    console.log(`docs/reference/spec-coverage.md ${isCurrent ? 'unchanged' : 'written'}`)
  }
}
