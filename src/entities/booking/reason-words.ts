import type { Namespace, TFunction } from 'i18next'
import { firmText } from '@/lib/texts/firm-text'

/**
 * Returns the text of a reason for cancelling in the page's language: of a reason of the firm's list, of one that the code
 * sets (as its `party` reads it, if given), or what somebody wrote.
 */
export function reasonWords<Texts extends Namespace>(
  t: TFunction<Texts>,
  reason: string,
  { party = '', category }: { party?: string; category?: string } = {}
): string {
  const own = firmText(reason)
  if (own !== reason) return own
  // Every page with a booking loads the namespace `trips`, whichever one `t` has.
  const words = t as unknown as (keys: string[], values: Record<string, unknown>) => string
  const keys = [`trips:reason.${reason}_${party}`, `trips:reason.${reason}`, 'trips:reason_text']
  return words(keys, { ...(category !== undefined && { context: category }), reason })
}
