import { expect, it } from 'vitest'
import { exportsOf } from './word-parts.ts'

it('each key of a text file becomes a separate export', () => {
  expect(exportsOf('{"route":{"pickup":"Start"},"my plans":"x","a_b":"it\'s"}')).toBe(
    'export const route = {"pickup":"Start"}\nexport const a_b = "it\'s"\n'
  )
})
