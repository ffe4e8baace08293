/** Each word that a page names is there: in a file that the page's own words are looked up in, and whole when a key moves. */
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

const form = /_(?:zero|one|two|few|many|other)$/

/** The key paths of a file of words, with and without their plural forms. */
function keysOf(words: object, prefix = ''): string[] {
  return Object.entries(words).flatMap(([key, inner]) => {
    const path = prefix ? `${prefix}.${key}` : key
    return typeof inner === 'object' && inner !== null ? keysOf(inner, path) : [path, path.replace(form, '')]
  })
}

const known = new Map(
  find('src/locales/en/**/*.json').map((path) => [basename(path, '.json'), new Set(keysOf(JSON.parse(read(path))))])
)

const quoted = (text: string | undefined) => [...(text ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => String(name))

/** Keys that stand as they are in a call of `t`, and that none of the file's words has. */
function missingIn(path: string): string[] {
  const source = read(path).replaceAll(/^\s*\*.*$/gm, '')
  const places = [...source.matchAll(/useTranslation\(([^)]*)\)|TFunction<([^>]*)>/g)]
  const own = ['common', ...places.flatMap(([, list, type]) => quoted(list ?? type))]
  const keys = [...source.matchAll(/(?:^|[^\w.])t\(\s*'([\w.:]+)'/gm)].map(([, key]) => String(key))
  return keys.filter((key) => {
    const [namespace, inner] = key.includes(':') ? key.split(':') : [null, key]
    const names = namespace ? [namespace] : own
    return !names.some((name) => known.get(name)?.has(inner ?? ''))
  })
}

// The demo brings its words by a name that it computes.
const files = find('src/**/*.{ts,tsx}').filter((path) => !/\.test\.|\/types\/|\/features\/demo\//.test(path))

it('a page names no word that is not there', () => {
  expect(files.length).toBeGreaterThan(500)
  const missing = files.flatMap((path) => missingIn(path).map((key) => `${path}: ${key}`))
  expect(missing).toEqual([])
})
