import { describe, expect, it } from 'vitest'
import { languages } from '@/config/languages'

const found = import.meta.glob<Record<string, unknown>>('/src/**/texts/*/*.json', { eager: true, import: 'default' })
/** The texts by language and namespace, such as `en/trips`. */
const files = Object.fromEntries(
  Object.entries(found).map(([path, words]) => {
    const [namespace, language] = path.replace('.json', '').split('/').slice(-2)
    return [`${language}/${namespace}`, words]
  })
)
const plural = /_(zero|one|two|few|many|other)$/
const namespaces = Object.keys(files).flatMap((path) => (path.startsWith('en/') ? [path.slice('en/'.length)] : []))

/** Every text of a translation file by its key path. */
function textsOf(value: unknown, prefix = ''): [path: string, text: string][] {
  if (typeof value !== 'object' || value === null) return [[prefix, String(value)]]
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, prefix ? `${prefix}.${key}` : key))
}

const read = (locale: string, name: string) => new Map(textsOf(files[`${locale}/${name}`]))
const baseOf = (path: string) => path.replace(plural, '')
const pluralBases = (texts: Map<string, string>) => [...texts.keys()].filter((path) => plural.test(path)).map(baseOf)
const blanksOf = (text: string | undefined) => [...new Set(text?.match(/\{\{\w+\}\}/g))].sort()

it('no two folders have the same namespace', () => {
  expect(Object.keys(files)).toHaveLength(Object.keys(found).length)
})

describe.each(languages)('$name', ({ locale }) => {
  it('has the same files as English', () => {
    const own = Object.keys(files).filter((path) => path.startsWith(`${locale}/`))
    expect(own.map((path) => path.slice(`${locale}/`.length)).sort()).toEqual([...namespaces].sort())
  })

  it.each(namespaces)('has every key of %s, in each of its plural forms, and no other', (name) => {
    const english = read('en', name)
    expect(english.size).toBeGreaterThan(0)
    const bases = new Set(pluralBases(english))
    const single = [...english.keys()].filter((path) => !bases.has(baseOf(path)))
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    const wanted = [...single, ...[...bases].flatMap((base) => forms.map((form) => `${base}_${form}`))]
    expect([...read(locale, name).keys()].sort()).toEqual(wanted.sort())
  })

  it.each(namespaces)('has all placeholders of %s', (name) => {
    const english = read('en', name)
    for (const [path, text] of read(locale, name)) {
      // Zero, one and two may be spelled out.
      if (plural.test(path) && !/_(few|many|other)$/.test(path)) continue
      expect([path, blanksOf(text)]).toEqual([
        path,
        blanksOf(english.get(path) ?? english.get(`${baseOf(path)}_other`))
      ])
    }
  })
})

it('German is written as in Switzerland and Liechtenstein, without the sharp s', () => {
  const sharp = Object.entries(files).filter(
    ([path, texts]) => path.startsWith('de/') && JSON.stringify(texts).includes('ß')
  )
  expect(sharp.map(([path]) => path)).toEqual([])
})
