import type { LanguageFields } from '../commands'
import type { Language } from '../queries'

/** Matches a language tag in its standard form: language, script, region. */
const tagPattern = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/

/** Converts a typed tag to the database's form: `pt_br` becomes `pt-BR`. */
export function canonicalTag(typed: string): string {
  const tag = typed.trim().replace(/_/g, '-')
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    return tag
  }
}

/** A language's name in the language itself ("Deutsch"), to prefill the form; empty if unknown. */
export function nameOf(tag: string): string {
  try {
    const name = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag) ?? ''
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1)
  } catch {
    return ''
  }
}

export type LanguageProblems = Partial<Record<keyof LanguageFields, 'required' | 'tag' | 'exists'>>

/** Checks a language's fields as the database does, and returns the error of each wrong field. */
export function languageProblems(fields: LanguageFields, others: readonly Language[]): LanguageProblems {
  const problems: LanguageProblems = {}
  const dates = fields.date_locale.split('-u-')[0] ?? ''
  if (!/\S/.test(fields.lang_name)) problems.lang_name = 'required'
  if (!tagPattern.test(fields.lang_locale)) problems.lang_locale = 'tag'
  else if (others.some(({ lang_locale }) => lang_locale === fields.lang_locale)) problems.lang_locale = 'exists'
  if (!tagPattern.test(dates) || canonicalTag(fields.date_locale) !== fields.date_locale) problems.date_locale = 'tag'
  return problems
}
