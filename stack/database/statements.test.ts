import { describe, expect, it } from 'vitest'
import { firstWord, locate, splitStatements } from './statements.ts'

const texts = (script: string): string[] => splitStatements(script).map((statement) => statement.text)

describe('splitting a script', () => {
  it('cuts at semicolons and omits parts with only comments', () => {
    expect(texts('select 1;\n-- the end; really\nselect 2;\n/* ; */\n')).toEqual([
      'select 1',
      '-- the end; really\nselect 2'
    ])
  })

  it('ignores semicolons in strings, quoted names, dollar quotes and nested comments', () => {
    const script = `select ';', e'\\';', "a;b", $$ ; $$, $x$ $$;$$ $x$ /* ; /* ; */ ; */, 'it''s;'`
    expect(texts(`${script}; select 2`)).toEqual([script, 'select 2'])
  })

  it('keeps the body of a standard SQL function together', () => {
    const body = `create function f(a int) returns int begin atomic
      select 1; select case when a > 0 then 1 else 2 end; end`
    expect(texts(`${body}; select 2`)).toEqual([body, 'select 2'])
  })

  it('recognises the begin and end of a transaction', () => {
    expect(texts('begin; select 1; end; select 2')).toEqual(['begin', 'select 1', 'end', 'select 2'])
  })

  it('gives the position of each statement and its first word', () => {
    const script = 'select 1;\n\n-- why\n  select x'
    const [, second] = splitStatements(script)
    expect(second && locate(script, second.offset)).toEqual({ line: 3, column: 1 })
    expect(second && locate(script, firstWord(second))).toEqual({ line: 4, column: 3 })
  })
})
