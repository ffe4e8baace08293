import type { TFunction } from 'i18next'

/** A note of the database in words: a key of it, a reason that the operator wrote, or `what: why`. */
export function noteWords(t: TFunction<['panel', 'trips']>, note: string | null): string | null {
  if (!note) return null
  const [, kind = '', why = ''] = /^([a-z_]+): (.*)$/s.exec(note) ?? []
  if (kind) return t([`note.${kind}_why`, 'trips:reason_text'], { why, reason: note })
  return t([`note.${note}`, `trips:reason.${note}`, 'trips:reason_text'], { reason: note })
}
