import { expect, it } from 'vitest'
import { parseStorable } from './json.ts'

it('JSON that can be stored is parsed', () => {
  const value = { a: ['Zürich', '🚕', '\\u0000', null, 1.5], '': {} }
  expect(parseStorable(JSON.stringify(value))).toEqual(value)
})

it.each(['{"a":["b\\u0000"]}', '{"a\\u0000":1}', '"\\ud83d"', '"\\ude95x"', '{"\\ud83d":1}', '{'])(
  'JSON that cannot be stored is refused: %s',
  (json) => {
    expect(() => parseStorable(json)).toThrow(SyntaxError)
  }
)
