import { grouped } from '@/lib/format/grouped'
import { addDays, monthOf, type Period } from '@/lib/time/days'
import { exactSum } from '@/lib/typing/decimal'
import type { Database } from '@/types/database'

/**
 * A row of the money desk (the office's page for payments): an account's balances and movements in a period. If `kind` is null,
 * the row counts all movements of the account; otherwise only those by transactions of this kind.
 */
export type DeskRow = Database['public']['Functions']['money_desk']['Returns'][number]

export const PARTS = ['hold', 'owe', 'earned'] as const
export type Part = (typeof PARTS)[number]

export const WAYS = ['in', 'out'] as const
export type Way = (typeof WAYS)[number]

export interface Moves {
  opening: number
  inflow: number
  outflow: number
  closing: number
  entries_in: number
  entries_out: number
}

export interface AccountMoves extends Moves {
  account: string
  /** The account's movements by kind of transaction, largest first. */
  kinds: readonly { kind: string; inflow: number; outflow: number }[]
}

export interface PartMoves extends Moves {
  part: Part
  accounts: readonly AccountMoves[]
}

const FIGURES = ['opening', 'inflow', 'outflow', 'closing', 'entries_in', 'entries_out'] as const

const sumOf = (rows: readonly Moves[]): Moves =>
  Object.fromEntries(FIGURES.map((figure) => [figure, exactSum(rows.map((row) => row[figure]))])) as unknown as Moves

/** Accounts in a bookkeeper's order: cash first, then people's accounts, money in transit, and earnings. */
const ORDER = [
  'bank',
  'cash',
  'clearing',
  'chargebacks',
  'wallet.driver',
  'wallet.rider',
  'wallet',
  'bonus',
  'held',
  'refunds_due',
  'payouts_pending',
  'tax',
  'revenue',
  'expense',
  'adjustments',
  'rounding'
]

const sortIndexOf = (account: string): number => {
  const place = ORDER.findIndex(
    (name) => account === name || account.startsWith(`${name}.`) || account.startsWith(`${name}:`)
  )
  return place < 0 ? ORDER.length : place
}

/** Groups the desk's rows into what the company holds, owes and has earned, each with its accounts and their sums. */
export function partsOf(rows: readonly DeskRow[]): PartMoves[] {
  const kinds = grouped(
    rows.filter(({ kind }) => kind !== null),
    ({ account }) => account
  )
  return PARTS.map((part) => {
    const accounts = rows
      .filter((row) => row.part === part && row.kind === null)
      .toSorted((a, b) => sortIndexOf(a.account) - sortIndexOf(b.account) || a.account.localeCompare(b.account))
      .map((row) => ({
        ...row,
        kinds: (kinds.get(row.account) ?? []).toSorted(
          (a, b) => b.inflow + b.outflow - (a.inflow + a.outflow) || a.kind.localeCompare(b.kind)
        )
      }))
    return { part, accounts, ...sumOf(accounts) }
  })
}

/** Whether the company holds as much as it owes plus what it has earned, both at the opening and at the closing. */
export function isBalanced(parts: readonly PartMoves[]): boolean {
  const of = (part: Part) => parts.find((one) => one.part === part)
  const [hold, owe, earned] = [of('hold'), of('owe'), of('earned')]
  return (['opening', 'closing'] as const).every(
    (figure) => (hold?.[figure] ?? 0) === exactSum([owe?.[figure] ?? 0, earned?.[figure] ?? 0])
  )
}

/**
 * Returns the month that the URL contains ("2026-11"), or the current month if it is missing, invalid or in the future. The
 * returned period ends with the month, or today if the month is not over.
 */
export function readMonth(text: string | null, today: string): Period & { isOver: boolean } {
  const isMonth = text !== null && /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(text)
  const { from, to } = monthOf(isMonth ? `${text}-01` : today)
  if (from > today) return { ...readMonth(null, today) }
  return { from, to: to < today ? to : today, isOver: to < today }
}

/** Returns the day before a day. */
export const dayBefore = (day: string): string => addDays(day, -1)

/** By what fraction a figure has grown (0.1 is 10 %); null if it was not positive or became negative. */
export const shareOf = (from: number, to: number): number | null => (from > 0 && to >= 0 ? to / from - 1 : null)

/** The ledger entries that a figure sums, as filters of the list of entries. */
export interface EntriesOf {
  from?: string | null
  to?: string | null
  account?: string
  part?: Part
  kind?: string
  way?: Way
}

export function entriesParams({ from, to, account, part, kind, way }: EntriesOf): Record<string, string> {
  return Object.fromEntries(
    Object.entries({
      show: 'entries',
      days: from || to ? `${from ?? ''}..${to ?? ''}` : undefined,
      account,
      part,
      kind,
      way
    }).filter((entry): entry is [string, string] => entry[1] !== undefined)
  )
}

/** The sum and number of the entries that match a filter, computed from the desk's rows. */
export function figureOf(
  rows: readonly DeskRow[],
  { account, part, kind, way }: EntriesOf
): { sum: number; count: number } {
  const own = rows.filter(
    (row) =>
      (kind ? row.kind === kind : row.kind === null) &&
      (!account || row.account === account) &&
      (!part || row.part === part)
  )
  const came = exactSum(own.map(({ inflow }) => inflow))
  const went = exactSum(own.map(({ outflow }) => outflow))
  const entriesIn = exactSum(own.map(({ entries_in }) => entries_in))
  const entriesOut = exactSum(own.map(({ entries_out }) => entries_out))
  if (way === 'in') return { sum: came, count: entriesIn }
  if (way === 'out') return { sum: exactSum([-went]), count: entriesOut }
  return { sum: exactSum([came, -went]), count: entriesIn + entriesOut }
}

/** The number of calendar days until a day; 0 for today, negative if it has passed. */
export const daysUntil = (day: string, today: string): number =>
  Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000)

/** The time since a moment, in the largest unit of which at least one has passed: 90 minutes are 1 hour. */
export function sinceParts(at: number, now: number): [amount: number, unit: 'minute' | 'hour' | 'day'] {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000))
  if (minutes < 60) return [minutes, 'minute']
  return minutes < 1440 ? [Math.floor(minutes / 60), 'hour'] : [Math.floor(minutes / 1440), 'day']
}
