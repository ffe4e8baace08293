import type { Language, LanguageFields } from './api'

/** A tag in its usual form: language, script, region. */
const tagPattern = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/

/** What people type, in the form that the database keeps: `pt_br` is `pt-BR`. */
export function canonicalTag(typed: string): string {
  const tag = typed.trim().replace(/_/g, '-')
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    return tag
  }
}

/** The name of a language as its speakers write it, for a form that knows the tag. */
export function nameOf(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag) ?? ''
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
  } catch {
    return ''
  }
}

export type LanguageProblems = Partial<Record<keyof LanguageFields, 'required' | 'tag' | 'exists'>>

/** What is wrong with a language's fields; the database says the same. */
export function languageProblems(fields: LanguageFields, others: readonly Language[]): LanguageProblems {
  const problems: LanguageProblems = {}
  const dates = fields.date_locale.split('-u-')[0] ?? ''
  if (!/\S/.test(fields.lang_name)) problems.lang_name = 'required'
  if (!tagPattern.test(fields.lang_locale)) problems.lang_locale = 'tag'
  else if (others.some(({ lang_locale }) => lang_locale === fields.lang_locale)) problems.lang_locale = 'exists'
  if (!tagPattern.test(dates) || canonicalTag(fields.date_locale) !== fields.date_locale) problems.date_locale = 'tag'
  return problems
}
