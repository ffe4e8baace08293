/** Each statement of docs/reference/specification.md has a test. Writes test-results/spec-coverage.md, which names them. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { find, read, root, textFiles } from './files.ts'
import { proofsIn } from './spec-comments.ts'

/** The statements by number, each with the heading above it. */
function readStatements() {
  let heading = ''
  return read('docs/reference/specification.md')
    .split('\n')
    .flatMap((line) => {
      heading = /^#+ (.+)/.exec(line)?.[1] ?? heading
      const [, number = '', section = '', statement = ''] = /^- ((\d+)\.\d+) (.+)/.exec(line) ?? []
      return number ? [{ number, section, heading, statement }] : []
    })
}

const proofs = [
  'tests/{db,api,contract,office,operation,e2e}/**/*.{sql,ts,tsx}',
  'supabase/functions/**/*_test.ts',
  '{stack,geo,sim,scripts,src}/**/*.test.{ts,tsx}'
].flatMap((pattern) => find(pattern).flatMap((file) => proofsIn(file, read(file))))

const statements = readStatements().map((statement) => {
  const own = proofs.filter(({ number }) => number === statement.number)
  return { ...statement, proofs: own, inBrowser: own.some(({ file }) => file.startsWith('tests/e2e/')) }
})

const numbersOf = (rows: { number: string }[]) => rows.map(({ number }) => number)
/** The keys of texts in a statement. */
const keysIn = (statement: string) => [...statement.matchAll(/`(\w+)`/g)].map(([, key = '']) => key)
/** The keys of all texts of a language. */
const textKeys = (language: string): Set<string> =>
  new Set([...textFiles(language).values()].flatMap((file) => Object.keys(JSON.parse(read(file)) as object)))

describe('the specification', () => {
  it('numbers its statements in order', () => {
    const counts = new Map<string, number>()
    const count = (section: string) => {
      counts.set(section, (counts.get(section) ?? 0) + 1)
      return `${section}.${counts.get(section)}`
    }
    expect(numbersOf(statements)).toEqual(statements.map(({ section }) => count(section)))
    expect([...counts.keys()].join('')).toBe('123456789')
  })

  it('has a test for each statement', () => {
    expect(numbersOf(statements.filter((statement) => statement.proofs.length === 0))).toEqual([])
  })

  it('has every statement that a test names', () => {
    const known = new Set(numbersOf(statements))
    expect(proofs.filter(({ number }) => !known.has(number))).toEqual([])
  })

  it('has a browser test for each screen, and for each message of booking, signing in and the rules', () => {
    const texts = textKeys('en')
    const shown = statements.filter(
      ({ section, heading, statement }) =>
        section === '2' ||
        ((section === '5' || heading === 'Landing, booking and sign-in') &&
          keysIn(statement).some((key) => texts.has(key)))
    )
    expect(shown.length).toBeGreaterThan(80)
    expect(numbersOf(shown.filter(({ inBrowser }) => !inBrowser))).toEqual([])
  })

  it.each(find('src/lib/texts/errors/*.json').map((file) => basename(file, '.json')))(
    // Spec 8.47
    'names messages that have a text in %s',
    (language) => {
      const texts = textKeys(language)
      const keys = statements.filter(({ section }) => /^[89]$/.test(section)).flatMap((row) => keysIn(row.statement))
      expect(keys.filter((key) => !texts.has(key))).toEqual([])
    }
  )

  afterAll(() => {
    const rows = statements.map(
      ({ number, statement, proofs: own }) =>
        `| ${[number, statement, own.map(({ file, title }) => `\`${file}\` "${title}"`).join('; ')]
          .map((cell) => cell.replaceAll('|', '\\|'))
          .join(' | ')} |`
    )
    mkdirSync(join(root, 'test-results'), { recursive: true })
    writeFileSync(
      join(root, 'test-results/spec-coverage.md'),
      ['# Specification coverage', '', '| no. | statement | tests |', '|---|---|---|', ...rows, ''].join('\n')
    )
  })
})

describe('a comment above a test', () => {
  it('belongs to the title on the next line', () => {
    const sql = "select is(1, 1, 'x');\n-- Spec 1.1, 2.3\nselect is('a', 'a', 'a rider''s fare is shown');"
    expect(proofsIn('tests/db/a.sql', sql)).toEqual([
      { number: '1.1', file: 'tests/db/a.sql', title: "a rider's fare is shown" },
      { number: '2.3', file: 'tests/db/a.sql', title: "a rider's fare is shown" }
    ])
    const typescript =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this string is the source of a test
      "  // Spec 1.2\n  it.each(['a', 'b'])('role %s can', () => {})\n// Spec 1.3\ntest(`with ${value} end`, go)"
    expect(proofsIn('src/a.test.ts', typescript).map(({ title }) => title)).toEqual(['role %s can', 'with …'])
  })

  it('may have the title itself, as in a loop, and is refused without one', () => {
    expect(proofsIn('a.ts', '// Spec 1.2: the title\nfor (const x of y) {')[0]?.title).toBe('the title')
    expect(() => proofsIn('a.ts', '// Spec 1.2\n\n')).toThrow('a.ts:1')
  })
})
