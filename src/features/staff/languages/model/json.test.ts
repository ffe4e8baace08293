import { expect, it } from 'vitest'
import { parseObject } from './json'

const errorOf = (text: string) => {
  const read = parseObject(text)
  return 'error' in read ? `${read.error.line}:${read.error.column}` : null
}

it('an object of texts is parsed', () => {
  expect(parseObject(' {"a": "\\u0041\\n", "b": {"c": ""}}\n')).toEqual({ value: { a: 'A\n', b: { c: '' } } })
})

it('a value that is no text is an error with its line', () => {
  const at = (line: number, column: number) => ({ error: { line, column, isNoText: true } })
  expect(parseObject('{\n  "a": "x",\n  "b": 5\n}')).toEqual(at(3, 8))
  expect(parseObject('{"a": {"b": null}}')).toEqual(at(1, 13))
  expect(parseObject('{"a": ["x"]}')).toEqual(at(1, 7))
  expect(parseObject('{"a": -2.5e3, "b": true}')).toEqual(at(1, 7))
})

// Spec 5.29
it('a JSON error has its line and column', () => {
  expect(errorOf('{\n  "a": "x",\n  "b" "y"\n}')).toBe('3:7')
  expect(errorOf('{\n  "a": "x",\n}')).toBe('3:1')
  expect(errorOf('{"a": "x"')).toBe('1:10')
  expect(errorOf('{"a": tru}')).toBe('1:7')
  expect(errorOf('{"a": "line\nbreak"}')).toBe('1:7')
  expect(errorOf("{'a': 1}")).toBe('1:2')
  expect(errorOf('{"a": 01}')).toBe('1:7')
})

it('anything but a single object is an error at its start', () => {
  expect(errorOf('')).toBe('1:1')
  expect(errorOf('["a"]')).toBe('1:1')
  expect(errorOf('\n "a"')).toBe('2:2')
  expect(errorOf('{} {}')).toBe('1:4')
})

it('endless brackets stop the parser, not the page', () => {
  expect(errorOf('{"a": '.repeat(100_000))).not.toBeNull()
  expect(errorOf(`{"a": ${'['.repeat(100_000)}`)).not.toBeNull()
})
