import { type Account, type Figures, GROUPS, type Group, sumOf } from '@/entities/ledger'
import { monthOf, type Period } from '@/lib/time/days'

/** A row of the trial balance: a group of accounts with its sums, or one account. */
export interface BooksRow extends Figures {
  group: Group
  /** The account's name in the ledger; null for a group. */
  account: string | null
  /** The accounts of a group; empty for an account. */
  accounts: readonly Account[]
}

const rowOf = (account: Account): BooksRow => ({ ...account, group: account.part as Group, accounts: [] })

/** Returns a row for each group that contains accounts. */
export const groupsOf = (accounts: readonly Account[]): BooksRow[] =>
  GROUPS.flatMap((group) => {
    const own = accounts.filter(({ part }) => part === group)
    return own.length > 0 ? [{ ...sumOf(own), group, account: null, accounts: own }] : []
  })

export const accountsOf = ({ accounts }: BooksRow): BooksRow[] => accounts.map(rowOf)

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isDay = (text: string | undefined): text is string =>
  text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text))

/** Reads the period from the URL ("from..to"). Returns the current month if the period is invalid or open-ended. */
export function readPeriod(text: string | null | undefined, today: string): Period {
  const [from, to] = (text ?? '').split('..')
  return isDay(from) && isDay(to) && from <= to ? { from, to } : monthOf(today)
}

export const isMonth = ({ from, to }: Period): boolean => monthOf(from).from === from && monthOf(from).to === to
