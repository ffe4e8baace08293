/** What the database says of itself stands in the generated types and in docs/data-model.md. */
import { expect, it } from 'vitest'
import { namesOf, read, schema } from './files.ts'

const words = (text: string): string =>
  text
    .replaceAll('*/', '* /')
    .replace(/[\s*]+/g, ' ')
    .trim()

/** Comments of the API's tables, columns and functions. Triggers' functions are no part of it. */
const comments = [...schema.matchAll(/^COMMENT ON (TABLE|VIEW|COLUMN|FUNCTION) (public\..+?) IS '((?:[^']|'')*)';$/gm)]
  .filter(([, , name = '']) => !name.startsWith('public.tg_'))
  .map(([, , name = '', comment = '']) => ({ name, comment: comment.replaceAll("''", "'") }))

it('the generated types carry every explanation of tables, columns and functions', () => {
  const types = words(read('src/types/database.ts'))
  expect(comments.length).toBeGreaterThan(300)
  expect(comments.filter(({ comment }) => !types.includes(words(comment))).map(({ name }) => name)).toEqual([])
})

it('docs/data-model.md tells of every table', () => {
  const page = read('docs/data-model.md')
  const tables = [...namesOf('TABLE'), ...namesOf('VIEW')]
  expect(tables.length).toBeGreaterThan(50)
  expect(tables.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
