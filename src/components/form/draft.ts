import type { Values } from './merge'

/** A half-finished form: what was typed, and what was stored when the typing began. */
export interface Draft {
  values: Values
  base: Values
  at: number
}

/** A draft that nobody came back to in a month is forgotten. */
const KEPT_MS = 30 * 24 * 3600 * 1000

const prefix = 'hackney.draft.'
const keyOf = (person: string, form: string) => `${prefix}${person}.${form}`

export function readDraft(person: string | null, form: string, now = Date.now()): Draft | null {
  if (!person) return null
  try {
    const draft: Draft | null = JSON.parse(localStorage.getItem(keyOf(person, form)) ?? 'null')
    if (!draft || typeof draft.values !== 'object' || typeof draft.base !== 'object') return null
    return now - draft.at < KEPT_MS ? draft : null
  } catch {
    return null
  }
}

export function keepDraft(person: string | null, form: string, draft: Draft): void {
  if (!person) return
  try {
    localStorage.setItem(keyOf(person, form), JSON.stringify(draft))
  } catch {
    // No room, or a private window: the form works, but is not kept.
  }
}

export function dropDraft(person: string | null, form: string): void {
  if (!person) return
  try {
    localStorage.removeItem(keyOf(person, form))
  } catch {
    // Nothing was kept either.
  }
}
