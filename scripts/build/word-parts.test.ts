import { expect, it } from 'vitest'
import { exportsOf } from './word-parts.ts'

it('makes each key of a file of words an export of its own', () => {
  expect(exportsOf('{"route":{"pickup":"Start"},"my plans":"x","a_b":"it\'s"}')).toBe(
    'export const route = {"pickup":"Start"}\nexport const a_b = "it\'s"\n'
  )
})
