/** Each text key that a page names exists, in a file from which the page's texts are loaded, so that a moved key is noticed. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { find, read, textFiles } from './files.ts'

const form = /_(?:zero|one|two|few|many|other)$/

/** The key paths of a text file, with and without their plural forms. */
function keysOf(words: object, prefix = ''): string[] {
  return Object.entries(words).flatMap(([key, inner]) => {
    const path = prefix ? `${prefix}.${key}` : key
    return typeof inner === 'object' && inner !== null ? keysOf(inner, path) : [path, path.replace(form, '')]
  })
}

const known = new Map([...textFiles('en')].map(([name, path]) => [name, new Set(keysOf(JSON.parse(read(path))))]))

const quoted = (text: string | undefined) => [...(text ?? '').matchAll(/'(\w+)'/g)].map(([, name]) => String(name))

/** The namespaces of the `t` that a source calls: it takes them from i18next, or the types of its arguments name them. */
function namespacesIn(source: string): string[] {
  const places = [...source.matchAll(/useTranslation\(([^)]*)\)|TFunction<([^>]*)>/g)]
  return places.flatMap(([, list, type]) => quoted(list ?? type))
}

/** The sources of the types that a file imports from its folder. */
const typesBeside = (path: string, source: string) =>
  [...source.matchAll(/ from '\.\/([\w-]+)'/g)]
    .map(([, name]) => join(dirname(path), `${name}.ts`))
    .filter((one) => existsSync(one))
    .map(read)

/** Literal keys in calls of `t` that none of the file's texts has. */
function missingIn(path: string): string[] {
  const source = read(path).replaceAll(/^\s*\*.*$/gm, '')
  const own = ['common', ...[source, ...typesBeside(path, source)].flatMap(namespacesIn)]
  const keys = [...source.matchAll(/(?:^|[^\w.])t\(\s*'([\w.:]+)'/gm)].map(([, key]) => String(key))
  return keys.filter((key) => {
    const [namespace, inner] = key.includes(':') ? key.split(':') : [null, key]
    const names = namespace ? [namespace] : own
    return !names.some((name) => known.get(name)?.has(inner ?? ''))
  })
}

// The demo loads its texts by a computed name.
const files = find('src/**/*.{ts,tsx}').filter((path) => !/\.test\.|\/types\/|\/features\/common\/demo\//.test(path))

it('every text key in a page exists', () => {
  expect(files.length).toBeGreaterThan(500)
  const missing = files.flatMap((path) => missingIn(path).map((key) => `${path}: ${key}`))
  expect(missing).toEqual([])
})
