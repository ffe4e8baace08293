import type { TFunction } from 'i18next'
import { reasonWords } from '@/entities/booking'

/**
 * Returns the text of a note of a booking's event. In the database a note has one of three forms: a text key, a reason that a
 * person wrote, or both as `key: reason`.
 */
export function noteWords(t: TFunction<['panel', 'trips', 'errors']>, note: string | null): string | null {
  if (!note) return null
  const [, kind = '', why = ''] = /^([a-z_]+): (.*)$/s.exec(note) ?? []
  // What a phone reported later may have been refused; then the reason is the key of an error.
  const words = kind.startsWith('missed_') ? t([`errors:${why}`, 'trips:reason_text'], { reason: why }) : why
  if (kind) return t([`note.${kind}_why`, 'trips:reason_text'], { why: words, reason: note })
  return t(`note.${note}` as 'note', { defaultValue: reasonWords(t, note) })
}
