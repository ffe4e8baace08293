/** Every message of the specification's validation rules, and of booking and signing in, is read in a browser by some story. */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

/** Each text of the English interface by the last part of its key. */
const texts = new Map<string, string[]>()
const collect = (words: object) => {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') texts.set(key, [...(texts.get(key) ?? []), value])
    else collect(value)
  }
}
for (const file of find('src/locales/en/**/*.json')) collect(JSON.parse(read(file)))

/** Never told (spec section 8). */
const silent = new Set(['not_logged_in'])

const page = read('docs/spec-coverage.md')
const rules = page.split('\n## 5. ')[1]?.split('\n## 6. ')[0] ?? ''
const catalogue = page.split('### Landing, booking and sign-in\n')[1]?.split('\n### ')[0] ?? ''

const messages = `${rules}\n${catalogue}`.split('\n').flatMap((row) => {
  const [number = '', statement = '', , proof = ''] = row.slice(2).split(' | ')
  const stories = [...proof.matchAll(/`(tests\/e2e\/[^`]+)`/g)].map(([, file = '']) => file)
  return [...statement.matchAll(/`(\w+)`/g)]
    .map(([, key = '']) => ({ number, key, stories }))
    .filter(({ key }) => texts.has(key) && !silent.has(key))
})

it('the page has the messages of the rules', () => {
  expect(new Set(messages.map(({ key }) => key)).size).toBeGreaterThan(25)
})

it.each(messages)('$number: a story named there reads the whole sentence of $key', ({ key, stories }) => {
  const isRead = texts.get(key)?.some((text) => stories.some((file) => read(file).includes(text)))
  expect(isRead, `${texts.get(key)} in ${stories}`).toBe(true)
})
