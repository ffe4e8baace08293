import type { TFunction } from 'i18next'

/** The text of a note in the database, which is a key, a reason that the operator wrote, or `key: reason`. */
export function noteWords(t: TFunction<['panel', 'trips']>, note: string | null): string | null {
  if (!note) return null
  const [, kind = '', why = ''] = /^([a-z_]+): (.*)$/s.exec(note) ?? []
  if (kind) return t([`note.${kind}_why`, 'trips:reason_text'], { why, reason: note })
  return t([`note.${note}`, `trips:reason.${note}`, 'trips:reason_text'], { reason: note })
}
