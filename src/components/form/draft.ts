import { readStored, store } from '@/lib/storage/stored'
import type { Values } from './merge'

/** The unsaved input of a form, and the stored values that it was based on. */
export interface Draft {
  values: Values
  base: Values
  at: number
}

/** How long a draft is stored on the device (ms): 30 days. */
const KEPT_MS = 30 * 24 * 3600 * 1000

const prefix = 'hackney.draft.'
const keyOf = (person: string, form: string) => `${prefix}${person}.${form}`

export function readDraft(person: string | null, form: string, now = Date.now()): Draft | null {
  const draft = person ? (readStored(keyOf(person, form)) as Draft | null) : null
  if (!draft || typeof draft.values !== 'object' || typeof draft.base !== 'object') return null
  return now - draft.at < KEPT_MS ? draft : null
}

export function keepDraft(person: string | null, form: string, draft: Draft): void {
  if (person) store(keyOf(person, form), draft)
}

export function dropDraft(person: string | null, form: string): void {
  if (person) store(keyOf(person, form), null)
}
