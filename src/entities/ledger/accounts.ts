import { exactSum } from '@/lib/typing/decimal'
import type { Database } from '@/types/database'

export type Account = Database['public']['Functions']['trial_balance']['Returns'][number]

/** Groups of ledger accounts: what the operator holds, what it owes, and what it has earned and spent. */
export const GROUPS = ['hold', 'owe', 'earned'] as const
export type Group = (typeof GROUPS)[number]

/**
 * Splits an account's name at its colon: "clearing:stripe" is the account "clearing" of the provider "stripe". A dot does not
 * divide: "wallet.driver" is one name.
 */
export const partsOf = (account: string) => {
  const [kind = '', provider = ''] = account.split(':')
  return { kind, provider }
}

const FIGURES = ['opening', 'debit', 'credit', 'closing'] as const
export type Figures = Record<(typeof FIGURES)[number], number>

export function sumOf(accounts: readonly Account[]): Figures {
  const sum = (figure: (typeof FIGURES)[number]) => exactSum(accounts.map((account) => account[figure]))
  return { opening: sum('opening'), debit: sum('debit'), credit: sum('credit'), closing: sum('closing') }
}

/**
 * Whether the sums of all accounts show a balanced ledger: debit equals credit, and the balances sum to 0 at the beginning and
 * at the end of the period. (Sum 0 means: what is held equals what is owed plus earnings.)
 */
export const isBalanced = ({ opening, debit, credit, closing }: Figures): boolean =>
  opening === 0 && closing === 0 && debit === credit
