/** Interface texts, nested as in the translation files. The first key is the namespace. */
export type Namespaces = Record<string, Record<string, unknown>>

/** The operator's texts. The key is `namespace.key`, such as `common.nav.home`. */
export type Overrides = Readonly<Record<string, string>>

/** Why a text of the operator cannot be shown. Pages then show the build's text. */
export type TextProblem =
  | { kind: 'unknown_key' | 'blank' | 'nesting' }
  | { kind: 'placeholders'; missing: string[]; extra: string[] }

/**
 * Begins the key of a translation of a text that the firm wrote itself, such as the name of a car type. The rest of the key is
 * that text. `firmText` (src/lib/texts/firm-text.ts) shows the translation.
 */
export const FIRM = 'firm.'

const pluralForm = /_(zero|one|two|few|many|other)$/
/** Matches plural forms whose text may spell out the number ("one car") instead of using its placeholder. */
const wordForm = /_(zero|one|two)$/

/** Returns all texts in one map. Its keys are namespace and path, such as `common.nav.home`. */
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

/** Returns the key without the suffix of its plural form. */
export const pluralBase = (key: string): string => key.replace(pluralForm, '')

/** Returns the names of the plural forms of a language: one and other in English, six in Arabic. */
export function pluralForms(locale: string): readonly string[] {
  try {
    return new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  } catch {
    return ['other']
  }
}

/**
 * Returns the build's text with which a text of the operator is compared. For a plural form it is the text of the general form
 * (`…_other`), if there is one. Returns undefined if the build lacks the key, or if `locale` does not use this plural form.
 */
export function referenceOf(key: string, reference: ReadonlyMap<string, string>, locale: string): string | undefined {
  const own = reference.get(key)
  if (own !== undefined && !pluralForm.test(key)) return own
  const form = pluralForm.exec(key)?.[1]
  const general = reference.get(`${pluralBase(key)}_other`)
  if (form === undefined || general === undefined) return own
  return pluralForms(locale).includes(form) ? general : undefined
}

/** Returns the names of a text's placeholders, sorted; null if it has braces that are not a placeholder. */
export function placeholdersOf(text: string): string[] | null {
  const between = /\{\{(.+?)\}\}/g
  const names = [...text.matchAll(between)].map(([, name = '']) => name)
  if (names.some((name) => !/^\w+$/.test(name)) || text.replace(between, '').includes('{{')) return null
  return [...new Set(names)].sort()
}

/**
 * Returns why a text cannot replace a text of the build; null if it can. Its key must exist in the build. It must not be blank
 * or refer to other texts. A translation of a text of the firm must only not be blank, because it is shown as it is. Any other
 * one must use the same placeholders, because a missing one would drop information, and an additional
 * one would be shown in braces. Only plural forms such as "one car" may leave placeholders out.
 */
export function textProblem(
  key: string,
  text: string,
  reference: ReadonlyMap<string, string>,
  locale: string
): TextProblem | null {
  if (key.startsWith(FIRM)) return /\S/.test(text) ? null : { kind: 'blank' }
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

/** Returns the operator's texts that can be shown, which are those in which `textProblem` finds no problem. */
export function soundTexts(
  overrides: Overrides,
  reference: ReadonlyMap<string, string>,
  locale: string
): [key: string, text: string][] {
  return Object.entries(overrides).filter(
    ([key, text]) => typeof text === 'string' && textProblem(key, text, reference, locale) === null
  )
}

/**
 * Returns a copy of the build's texts, in which the operator's texts replace those with the same keys. The input is not
 * changed, because it is used again when the operator's texts change.
 */
export function withTexts(
  namespaces: Namespaces,
  texts: readonly (readonly [key: string, text: string])[]
): Namespaces {
  const result: Namespaces = { ...namespaces }
  const copied = new Set<string>()
  for (const [key, text] of texts) {
    const [namespace = '', ...path] = key.startsWith(FIRM) ? ['firm', key.slice(FIRM.length)] : key.split('.')
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
