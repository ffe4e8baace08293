import { FileProblem } from '@/components/data-table/import/problem'
import { type BankAccount, isBic, readAccount } from './account'
import { sumText } from './amount'
import { bankText, isName } from './bank-text'
import { faultOf, type Payout, type PayoutFault } from './payout-fault'
import { node, optional, writeXml, type XmlNode } from './xml-writer'

/*
 * Writes credit transfers as ISO 20022 pain.001.001.09. All payments of a file leave the same account on the same day. The
 * elements and their order follow ISO's message definition. The documents SPS and EPC132-08 contain further rules of Swiss and
 * European banks.
 */

export interface PayoutFile {
  /** The file's unique id at the bank, at most 35 characters; banks reject one they already have. */
  messageId: string
  /** When the file was created, as ISO time. */
  createdAt: string
  /** The day on which the bank is to pay, as ISO date. */
  executeOn: string
  payer: { name: string; account: string; bankCode: string }
  currency: string
  decimals: number
  /** The text shown on the payees' bank statements. */
  purpose: string
  payments: readonly Payout[]
}

const accountNode = (name: string, account: BankAccount): XmlNode =>
  node(name, [
    node('Id', 'iban' in account ? [node('IBAN', account.iban)] : [node('Othr', [node('Id', account.other)])])
  ])

/** The element for a bank: by its BIC, or otherwise by its national code and name. */
function agentNode(name: string, bankCode: string, bankName: string): XmlNode | null {
  const code = bankCode.replace(/\s/g, '').toUpperCase()
  if (isBic(code)) return node(name, [node('FinInstnId', [node('BICFI', code)])])
  const member = bankText(code, 35).replace(/[^A-Za-z0-9]/g, '')
  const called = bankText(bankName, 70)
  if (!member && !called) return null
  return node(name, [
    node('FinInstnId', [member ? node('ClrSysMmbId', [node('MmbId', member)]) : null, optional('Nm', called)])
  ])
}

function paymentNode(payout: Payout, file: PayoutFile, amount: string): XmlNode {
  const account = readAccount(payout.account) as BankAccount
  // An IBAN already identifies its bank, so only a BIC is added to it: a different code beside the IBAN would contradict it.
  const isNeeded = 'other' in account || isBic(payout.bankCode.replace(/\s/g, '').toUpperCase())
  return node('CdtTrfTxInf', [
    node('PmtId', [node('InstrId', payout.endToEndId), node('EndToEndId', payout.endToEndId)]),
    node('Amt', [node('InstdAmt', amount, { Ccy: file.currency })]),
    isNeeded && agentNode('CdtrAgt', payout.bankCode, payout.bankName),
    node('Cdtr', [node('Nm', bankText(payout.name, 70))]),
    accountNode('CdtrAcct', account),
    node('RmtInf', [node('Ustrd', bankText(`${file.purpose} ${payout.endToEndId}`, 140))])
  ])
}

export interface MadePayoutFile {
  text: string
  count: number
  /** The sum of the payments, written with the currency's decimals. */
  sum: string
  /** Payments left out of the file. */
  left: readonly { payout: Payout; fault: PayoutFault }[]
}

/** Splits the payments into those that a bank accepts, and the others with the reason why not. */
export function sorted(payments: readonly Payout[], decimals: number) {
  const seen = new Set<string>()
  const judged = payments.map((payout) => {
    const fault = seen.has(payout.endToEndId) ? 'id' : faultOf(payout, decimals)
    seen.add(payout.endToEndId)
    return { payout, fault }
  })
  return {
    good: judged.flatMap(({ payout, fault }) => (fault === null ? [payout] : [])),
    left: judged.flatMap(({ payout, fault }) => (fault === null ? [] : [{ payout, fault }]))
  }
}

/**
 * Creates the payment file.
 *
 * @throws FileProblem `no_account` if the payer has no valid account or name, `no_payments` if every payment is left out
 */
export function pain001(file: PayoutFile): MadePayoutFile {
  const from = readAccount(file.payer.account)
  if (from === null || !isName(bankText(file.payer.name, 70))) throw new FileProblem('no_account')
  const { good, left } = sorted(file.payments, file.decimals)
  if (good.length === 0) throw new FileProblem('no_payments')
  const amounts = good.map(({ amount }) => amount.toFixed(file.decimals))
  const count = String(good.length)
  const sum = sumText(amounts, file.decimals)
  const name = node('Nm', bankText(file.payer.name, 70))
  const id = bankText(file.messageId, 35)
  const isSepa = file.currency === 'EUR' && good.every(({ account }) => 'iban' in (readAccount(account) ?? {}))
  const text = writeXml(
    node(
      'Document',
      [
        node('CstmrCdtTrfInitn', [
          node('GrpHdr', [
            node('MsgId', id),
            node('CreDtTm', file.createdAt.replace(/\.\d+/, '')),
            node('NbOfTxs', count),
            node('CtrlSum', sum),
            node('InitgPty', [name])
          ]),
          node('PmtInf', [
            node('PmtInfId', id),
            node('PmtMtd', 'TRF'),
            node('BtchBookg', 'false'),
            node('NbOfTxs', count),
            node('CtrlSum', sum),
            isSepa && node('PmtTpInf', [node('SvcLvl', [node('Cd', 'SEPA')])]),
            node('ReqdExctnDt', [node('Dt', file.executeOn)]),
            node('Dbtr', [name]),
            accountNode('DbtrAcct', from),
            agentNode('DbtrAgt', file.payer.bankCode, '') ??
              node('DbtrAgt', [node('FinInstnId', [node('Othr', [node('Id', 'NOTPROVIDED')])])]),
            isSepa && node('ChrgBr', 'SLEV'),
            ...good.map((payout, index) => paymentNode(payout, file, amounts[index] ?? ''))
          ])
        ])
      ],
      { xmlns: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' }
    )
  )
  return { text, count: good.length, sum, left }
}
