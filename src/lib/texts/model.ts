/** Nested texts by namespace, as the translation files have them. */
export type Namespaces = Record<string, Record<string, unknown>>

/** The operator's texts by `namespace.key`. */
export type Overrides = Readonly<Record<string, string>>

/** What keeps the page from showing a text of the operator's; it then shows its own. */
export type TextProblem =
  | { kind: 'unknown_key' | 'blank' | 'nesting' }
  | { kind: 'placeholders'; missing: string[]; extra: string[] }

const pluralForm = /_(zero|one|two|few|many|other)$/
/** These may say their figure in a word. */
const wordForm = /_(zero|one|two)$/

/** Every text by its namespace and path, such as `common.nav.home`. */
export function flatten(namespaces: Namespaces): Map<string, string> {
  const texts = new Map<string, string>()
  const visit = (value: unknown, path: string) => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) visit(inner, path ? `${path}.${key}` : key)
    } else {
      texts.set(path, String(value))
    }
  }
  visit(namespaces, '')
  return texts
}

/** The key without its plural form. */
export const pluralBase = (key: string): string => key.replace(pluralForm, '')

/** The plural forms that a language has: one and other in English, six in Arabic. */
export function pluralForms(locale: string): readonly string[] {
  try {
    return new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  } catch {
    return ['other']
  }
}

/** The built-in text that a key stands for; a plural form that another language lacks stands for its general one. */
export function referenceOf(key: string, reference: ReadonlyMap<string, string>, locale: string): string | undefined {
  const own = reference.get(key)
  if (own !== undefined && !pluralForm.test(key)) return own
  const form = pluralForm.exec(key)?.[1]
  const general = reference.get(`${pluralBase(key)}_other`)
  if (form === undefined || general === undefined) return own
  return pluralForms(locale).includes(form) ? general : undefined
}

/** What a text fills in, in the order of the alphabet; null for braces that are no placeholder. */
export function placeholdersOf(text: string): string[] | null {
  const between = /\{\{(.+?)\}\}/g
  const names = [...text.matchAll(between)].map(([, name = '']) => name)
  if (names.some((name) => !/^\w+$/.test(name)) || text.replace(between, '').includes('{{')) return null
  return [...new Set(names)].sort()
}

/**
 * Why a page cannot show a text in the place of a built-in one, or null. A text fills in what the built-in one does: what it
 * leaves out would be missing, and what it adds would stand there in braces. It looks up no other text.
 */
export function textProblem(
  key: string,
  text: string,
  reference: ReadonlyMap<string, string>,
  locale: string
): TextProblem | null {
  const own = referenceOf(key, reference, locale)
  if (own === undefined) return { kind: 'unknown_key' }
  if (!/\S/.test(text)) return { kind: 'blank' }
  if (text.includes('$t(')) return { kind: 'nesting' }
  const wanted = placeholdersOf(own) ?? []
  const found = placeholdersOf(text)
  if (!found) return { kind: 'placeholders', missing: [], extra: ['{{'] }
  const missing = wordForm.test(key) ? [] : wanted.filter((name) => !found.includes(name))
  const extra = found.filter((name) => !wanted.includes(name))
  return missing.length + extra.length > 0 ? { kind: 'placeholders', missing, extra } : null
}

/** The overrides that a page can show: each has its place, and fills in what the built-in text does. */
export function soundTexts(
  overrides: Overrides,
  reference: ReadonlyMap<string, string>,
  locale: string
): [key: string, text: string][] {
  return Object.entries(overrides).filter(
    ([key, text]) => typeof text === 'string' && textProblem(key, text, reference, locale) === null
  )
}

/** Texts put in their places; what was there stays as it was, for the texts that come after. */
export function withTexts(
  namespaces: Namespaces,
  texts: readonly (readonly [key: string, text: string])[]
): Namespaces {
  const result: Namespaces = { ...namespaces }
  const copied = new Set<string>()
  for (const [key, text] of texts) {
    const [namespace = '', ...path] = key.split('.')
    const last = path.pop()
    if (last === undefined) continue
    if (!copied.has(namespace)) result[namespace] = structuredClone(result[namespace] ?? {})
    copied.add(namespace)
    let place = result[namespace] as Record<string, unknown>
    for (const part of path) {
      place[part] ??= {}
      place = place[part] as Record<string, unknown>
    }
    place[last] = text
  }
  return result
}
