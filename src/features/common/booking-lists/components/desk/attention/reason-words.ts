import i18next, { type TFunction } from 'i18next'

/**
 * Returns the label of a reason for attention. A reason that this version does not know is shown by its key, so that no alarm
 * is hidden.
 */
export function reasonWord(t: TFunction<never>, reason: string): string {
  const key = `attention:reason.${reason}`
  if (i18next.exists(key)) return (t as (key: string) => string)(key)
  const name = reason.replaceAll('_', ' ')
  return name.length <= 4 ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1)
}
