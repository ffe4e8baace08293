import { readAccount } from './account'
import { amountText } from './amount'
import { bankText, isName } from './bank-text'

/** One outgoing payment. */
export interface Payout {
  /** The payment's id: at most 35 letters and digits, which the bank's statement repeats. */
  endToEndId: string
  name: string
  account: string
  bankCode: string
  bankName: string
  amount: number
}

/** Why a payment is left out of a file. */
export type PayoutFault = 'name' | 'account' | 'amount' | 'id'

const MOST = 999_999_999.99

/** Why a bank would reject a payment; null if it would accept it. */
export function faultOf(payout: Payout, decimals: number): PayoutFault | null {
  if (!/^[A-Za-z0-9]{1,35}$/.test(payout.endToEndId)) return 'id'
  if (!(payout.amount > 0 && payout.amount <= MOST) || amountText(payout.amount, decimals) === null) return 'amount'
  if (readAccount(payout.account) === null) return 'account'
  return isName(bankText(payout.name, 70)) ? null : 'name'
}
