import { addDays } from '@/lib/time/days'
import { isDay } from '@/lib/typing/typed-day'
import { paperGrace } from '@/types/rules'
import type { PaperKindContent } from './commands'
import type { PaperKindRow } from './queries'

/** The values of the form for a kind of paper. */
export interface PaperKindValues extends Omit<PaperKindContent, 'needed_from'> {
  isNeeded: boolean
  /** The day from which drivers need it, as `2026-12-14`; the typed text if it is not a day. */
  from: string
}

/** How many days ahead the form proposes: the time in which drivers are told (days). */
const PROPOSED = 14

/** Returns the form's values of a stored kind, or the defaults of a new one. */
export const valuesOf = (kind: PaperKindRow | null, today: string): PaperKindValues => ({
  name: kind?.name ?? '',
  subject: kind?.subject ?? 'driver',
  has_expiry: kind?.has_expiry ?? true,
  has_number: kind?.has_number ?? true,
  active: kind?.active ?? true,
  isNeeded: kind ? kind.needed_from !== null : false,
  from: kind?.needed_from ?? addDays(today, PROPOSED)
})

/**
 * Returns the earliest day from which drivers may need a kind: some days ahead, so that they can hand it in; or as stored, if it
 * counts from that day already.
 */
export function earliestDay(kind: PaperKindRow | null, today: string): string {
  const ahead = addDays(today, paperGrace)
  const stored = kind?.active ? kind.needed_from : null
  return stored !== null && stored < ahead ? stored : ahead
}

/** The names of the fields that are wrong. */
export function problemsOf(
  values: PaperKindValues,
  kind: PaperKindRow | null,
  today: string
): { name: boolean; from: boolean } {
  const isCounting = values.active && values.isNeeded
  return {
    name: values.name.trim() === '' && kind?.is_standard !== true,
    from: isCounting && (!isDay(values.from) || values.from < earliestDay(kind, today))
  }
}

/** Returns what is stored. A kind that is switched off is needed by nobody, so that switching it on takes nobody off duty. */
export const contentOf = ({ isNeeded, from, ...values }: PaperKindValues): PaperKindContent => ({
  ...values,
  name: values.name.trim(),
  needed_from: values.active && isNeeded ? from : null
})
