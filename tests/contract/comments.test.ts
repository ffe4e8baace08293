/** The database's comments appear in the generated types and in docs/reference/data-model.md. */
import { expect, it } from 'vitest'
import { namesOf, read, schema } from './files.ts'

const words = (text: string): string =>
  text
    .replaceAll('*/', '* /')
    .replace(/[\s*]+/g, ' ')
    .trim()

/** Comments on the API's tables, columns and functions. Trigger functions are not part of the API. */
const comments = [...schema.matchAll(/^COMMENT ON (TABLE|VIEW|COLUMN|FUNCTION) (public\..+?) IS '((?:[^']|'')*)';$/gm)]
  .filter(([, , name = '']) => !name.startsWith('public.tg_'))
  .map(([, , name = '', comment = '']) => ({ name, comment: comment.replaceAll("''", "'") }))

it('the generated types contain every comment on tables, columns and functions', () => {
  const types = words(read('src/types/database.ts'))
  expect(comments.length).toBeGreaterThan(300)
  expect(comments.filter(({ comment }) => !types.includes(words(comment))).map(({ name }) => name)).toEqual([])
})

it('docs/reference/data-model.md describes every table', () => {
  const page = read('docs/reference/data-model.md')
  const tables = [...namesOf('TABLE'), ...namesOf('VIEW')]
  expect(tables.length).toBeGreaterThan(50)
  expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
