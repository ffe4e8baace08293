import { csvFile } from '@/components/data-table/export/csv'
import { FileProblem } from '@/components/data-table/import/problem'
import { amountText, sumText } from './amount'
import type { MadePayoutFile, PayoutFile } from './pain001'
import type { Payout, PayoutFault } from './payout-fault'

/**
 * Returns why a payment cannot be listed in the CSV; null if it can. Any account number is accepted, because no bank reads the
 * CSV: a person orders the payments at the bank.
 */
function faultOf({ amount, account, name }: Payout, decimals: number): PayoutFault | null {
  if (!(amount > 0) || amountText(amount, decimals) === null) return 'amount'
  return account.trim() === '' ? 'account' : name.trim() === '' ? 'name' : null
}

/**
 * Writes payments as CSV, for a bank that accepts no payment files.
 *
 * @throws FileProblem `no_payments`
 */
export function payoutCsv({ payments, currency, decimals, purpose }: PayoutFile): MadePayoutFile {
  const good = payments.filter((payout) => faultOf(payout, decimals) === null)
  if (good.length === 0) throw new FileProblem('no_payments')
  const amounts = good.map(({ amount }) => amount.toFixed(decimals))
  const rows = good.map(({ endToEndId, name, account, bankCode, bankName }, index) => [
    ...[endToEndId, name, account, bankCode, bankName],
    ...[amounts[index], currency, `${purpose} ${endToEndId}`]
  ])
  const head = ['end_to_end_id', 'name', 'account', 'bank_code', 'bank_name', 'amount', 'currency', 'text']
  return {
    text: csvFile([head, ...rows]),
    count: good.length,
    sum: sumText(amounts, decimals),
    left: payments.flatMap((payout) => {
      const fault = faultOf(payout, decimals)
      return fault ? [{ payout, fault }] : []
    })
  }
}
