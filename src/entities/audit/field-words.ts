import i18next, { type TFunction } from 'i18next'
import { type Change, changesOf } from './changes'

/** Values that tell a person nothing: ids, keys and hashes. */
const SILENT = /(^|[._])(id|ids|key|hash|version)$/

/** The keys with which the forms of the portal name a field; the audit log uses the same words. */
const inForms = (name: string) => [
  `settings:field.${name}.label`,
  `cartypes:${name}`,
  `promos:${name}`,
  `zones:${name}`,
  `tariff_times:${name}`,
  `languages:${name}`
]

/** The name of a field as its form names it. A field that no form has is written as words. */
export function fieldName(t: TFunction<'audit'>, path: string): string {
  const name = path.split('.').at(-1) ?? path
  const key = [`audit:field_name.${name}`, ...inForms(name)].find(
    (one) => i18next.exists(one) && typeof i18next.t(one as 'audit:title') === 'string'
  )
  if (key) return (t as (key: string) => string)(key)
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What an entry changed, with the fields' names; ids and the like are left out. */
export const shownChanges = (t: TFunction<'audit'>, before: unknown, after: unknown): (Change & { name: string })[] =>
  changesOf(before, after)
    .filter(({ field, isChanged }) => isChanged && !SILENT.test(field))
    .map((change) => ({ ...change, name: fieldName(t, change.field) }))

/** A value in words. */
export function valueWord(t: TFunction<'audit'>, value: string | null): string {
  if (value === 'true') return t('yes')
  if (value === 'false') return t('no')
  return value === null || value === '' || value === 'null' || value === '[]' ? '–' : value
}
