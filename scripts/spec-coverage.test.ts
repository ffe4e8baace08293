import { describe, expect, it } from 'vitest'
import { proofsIn, withProofs } from './spec-coverage.ts'

describe('the rows that a test names', () => {
  it('belong to the title on the next line', () => {
    const sql = "select is(1, 1, 'x');\n-- Spec 1.1, 2.3\nselect is('a', 'a', 'a rider''s fare is shown');"
    expect(proofsIn('tests/db/a.sql', sql)).toEqual([
      { row: '1.1', file: 'tests/db/a.sql', title: "a rider's fare is shown" },
      { row: '2.3', file: 'tests/db/a.sql', title: "a rider's fare is shown" }
    ])
    const typescript =
      // biome-ignore lint/suspicious/noTemplateCurlyInString: this string is the source of a test
      "  // Spec 1.2\n  it.each(['a', 'b'])('role %s can', () => {})\n// Spec 1.3\ntest(`with ${value} end`, go)"
    expect(proofsIn('src/a.test.ts', typescript).map(({ title }) => title)).toEqual(['role %s can', 'with …'])
  })

  it('may come with the title in a loop, and are refused without one', () => {
    expect(proofsIn('a.ts', '// Spec 1.2: the title\nfor (const x of y) {')[0]?.title).toBe('the title')
    expect(() => proofsIn('a.ts', '// Spec 1.2\n\n')).toThrow('a.ts:1')
  })
})

describe('the page', () => {
  const page =
    '| 1.1 | They book | `create_booking()` | old |\n| 1.2 | They pay | `pay()` | old |\n| 1.3 | Later | `x` | later: maps |'
  it('marks what no page test proves, and what no test proves', () => {
    const proofs = [
      { row: '1.1', file: 'tests/db/a.sql', title: 'a | b' },
      { row: '1.1', file: 'tests/e2e/a.spec.ts', title: 'c' },
      { row: '1.2', file: 'tests/db/a.sql', title: 'd' }
    ]
    expect(withProofs(page, proofs).split('\n')).toEqual([
      '| 1.1 | They book | `create_booking()` | `tests/db/a.sql` "a \\| b"; `tests/e2e/a.spec.ts` "c" |',
      '| 1.2 | They pay | `pay()` | SQL only: `tests/db/a.sql` "d" |',
      '| 1.3 | Later | `x` | later: maps |'
    ])
    expect(withProofs(page, []).split('\n')[0]).toContain('built, unproved')
  })

  it('refuses a row that does not exist', () => {
    expect(() => withProofs(page, [{ row: '9.9', file: 'a.ts', title: 'x' }])).toThrow('9.9 (a.ts)')
  })
})
