/** A browser story reads every message of the specification's validation rules, of booking and of signing in. */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

/** The English interface texts by the last part of their key. */
const texts = new Map<string, string[]>()
const collect = (words: object) => {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') texts.set(key, [...(texts.get(key) ?? []), value])
    else collect(value)
  }
}
for (const file of find('src/locales/en/**/*.json')) collect(JSON.parse(read(file)))

/** Not shown to people (spec section 8). */
const silent = new Set(['not_logged_in'])

const page = read('docs/reference/spec-coverage.md')
const rules = page.split('\n## 5. ')[1]?.split('\n## 6. ')[0] ?? ''
const catalogue = page.split('### Landing, booking and sign-in\n')[1]?.split('\n### ')[0] ?? ''

const messages = `${rules}\n${catalogue}`.split('\n').flatMap((row) => {
  const [number = '', statement = '', , proof = ''] = row.slice(2).split(' | ')
  const stories = [...proof.matchAll(/`(tests\/e2e\/[^`]+)`/g)].map(([, file = '']) => file)
  return [...statement.matchAll(/`(\w+)`/g)]
    .map(([, key = '']) => ({ number, key, stories }))
    .filter(({ key }) => texts.has(key) && !silent.has(key))
})

it('docs/reference/spec-coverage.md has the messages of the rules', () => {
  expect(new Set(messages.map(({ key }) => key)).size).toBeGreaterThan(25)
})

it.each(messages)('$number: a story named in the row reads the whole text of $key', ({ key, stories }) => {
  const isRead = texts.get(key)?.some((text) => stories.some((file) => read(file).includes(text)))
  expect(isRead, `${texts.get(key)} in ${stories}`).toBe(true)
})
