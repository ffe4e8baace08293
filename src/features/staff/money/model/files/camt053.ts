import { FileProblem } from '@/components/data-table/import/problem'
import { exactSum } from '@/lib/typing/decimal'
import { distinct, filled, nameless, ourReference, type Statement, type StatementLine } from './statement'
import { at, childrenOf, readXml, textAt } from './xml-reader'

/*
 * Reads ISO 20022 bank statements, camt.053.001 versions 02 to 13. Where versions differ (a status is a word or a code, party
 * names are one level lower), both forms are read.
 */

const AMOUNT = /^\d{1,15}(\.\d{1,5})?$/
const DAY = /^\d{4}-\d{2}-\d{2}/

interface Money {
  /** The amount; negative for outgoing money. */
  amount: number
  currency: string
}

/**
 * Reads an amount with its currency and sign.
 *
 * @throws FileProblem `unreadable` for an invalid amount
 */
function moneyOf(parent: Element, amount: Element): Money {
  const text = amount.textContent?.trim() ?? ''
  const currency = amount.getAttribute('Ccy') ?? ''
  if (!AMOUNT.test(text)) throw new FileProblem('unreadable', text.slice(0, 40))
  const side = textAt(parent, 'CdtDbtInd')
  return { amount: side === 'DBIT' ? -Number(text) : Number(text), currency }
}

const dayOf = (parent: Element, name: string): string => {
  const text = textAt(parent, name, 'Dt') || textAt(parent, name, 'DtTm')
  return DAY.exec(text)?.[0] ?? ''
}

/** The amount of one part of an entry (a payment within it) in the account's currency; null if the part has none. */
function partMoney(part: Element, entry: Money): Money | null {
  const amount = at(part, 'Amt') ?? at(part, 'AmtDtls', 'TxAmt', 'Amt') ?? at(part, 'AmtDtls', 'InstdAmt', 'Amt')
  if (!amount) return null
  const { amount: value, currency } = moneyOf(part, amount)
  if (currency !== entry.currency) return null
  // A part without a credit or debit mark of its own has the sign of its entry.
  return { currency, amount: textAt(part, 'CdtDbtInd') ? value : value * Math.sign(entry.amount) }
}

/** The other party's name: the payer of incoming money (`cameIn`), otherwise the payee. */
function partyOf(part: Element, cameIn: boolean): string {
  const roles = cameIn ? ['Dbtr', 'UltmtDbtr'] : ['Cdtr', 'UltmtCdtr']
  for (const role of roles) {
    const party = at(part, 'RltdPties', role)
    const name = textAt(party, 'Nm') || textAt(party, 'Pty', 'Nm')
    if (name) return name
  }
  return ''
}

function noteOf(part: Element): string {
  const info = at(part, 'RmtInf')
  const free = info ? childrenOf(info, 'Ustrd').map((one) => one.textContent?.trim() ?? '') : []
  const structured = textAt(info, 'Strd', 'CdtrRefInf', 'Ref')
  return [...free, structured, textAt(part, 'AddtlTxInf')].filter(Boolean).join(' ')
}

/** Matches the text that banks write in place of a missing reference. */
const NONE = /^NOT ?PROVIDED$/i

function lineOf(part: Element, money: Money, day: string, more: string): Omit<StatementLine, 'reference'> {
  const said = textAt(part, 'Refs', 'EndToEndId')
  const note = [noteOf(part), more].filter(Boolean).join(' ')
  return {
    booked_on: day,
    ...money,
    ...filled({
      end_to_end_id: ourReference(said, textAt(part, 'Refs', 'InstrId'), note) ?? (NONE.test(said) ? '' : said),
      name: partyOf(part, money.amount > 0),
      note
    })
  }
}

/**
 * Splits an entry into its parts, one per payment. Returns the whole entry if it has no parts, or if it has several and their
 * amounts are missing or do not add up to the entry's amount. A single part gets the entry's amount.
 */
function partsOf(entry: Element, money: Money): { part: Element; money: Money }[] {
  const parts = childrenOf(entry, 'NtryDtls').flatMap((details) => childrenOf(details, 'TxDtls'))
  const [only] = parts
  if (!only) return [{ part: entry, money }]
  if (parts.length === 1) return [{ part: only, money }]
  const moneys = parts.map((part) => partMoney(part, money))
  const known = moneys.filter((one) => one !== null)
  const isWhole = known.length === parts.length && exactSum(known.map(({ amount }) => amount)) === money.amount
  return isWhole ? parts.map((part, index) => ({ part, money: known[index] as Money })) : [{ part: entry, money }]
}

function linesOf(entry: Element, statement: string): StatementLine[] {
  const amount = at(entry, 'Amt')
  const day = dayOf(entry, 'BookgDt') || dayOf(entry, 'ValDt')
  if (!amount || !day) throw new FileProblem('unreadable', textAt(entry, 'NtryRef').slice(0, 40))
  const money = moneyOf(entry, amount)
  if (money.amount === 0) return []
  const isReturned = textAt(entry, 'RvslInd') === 'true'
  const more = [isReturned && 'RVSL', textAt(entry, 'AddtlNtryInf')].filter(Boolean).join(' ')
  const parts = partsOf(entry, money)
  const own = textAt(entry, 'AcctSvcrRef') || (textAt(entry, 'NtryRef') && `${statement}/${textAt(entry, 'NtryRef')}`)
  return parts.map(({ part, money: sum }, index) => {
    const line = lineOf(part, sum, day, more)
    const ofPart = textAt(part, 'Refs', 'AcctSvcrRef')
    const named = parts.length === 1 ? own || ofPart : ofPart && ofPart !== own ? ofPart : own && `${own}/${index + 1}`
    const words = [day, sum.amount, sum.currency, line.end_to_end_id ?? '', line.name ?? '', line.note ?? '']
    return { ...line, reference: (named || nameless(words)).slice(0, 180) }
  })
}

interface Balances {
  opening: { day: string; balance: number } | null
  closing: { day: string; balance: number } | null
}

function balancesOf(statement: Element): Balances {
  const found = new Map<string, { day: string; balance: number }>()
  for (const balance of childrenOf(statement, 'Bal')) {
    const amount = at(balance, 'Amt')
    const day = dayOf(balance, 'Dt') || textAt(balance, 'Dt')
    const kind = textAt(balance, 'Tp', 'CdOrPrtry', 'Cd')
    if (amount && DAY.test(day)) found.set(kind, { day: day.slice(0, 10), balance: moneyOf(balance, amount).amount })
  }
  return { opening: found.get('OPBD') ?? found.get('PRCD') ?? null, closing: found.get('CLBD') ?? null }
}

const plain = (account: string): string => account.replace(/\s/g, '').toUpperCase()
const accountOf = (statement: Element): string =>
  plain(textAt(statement, 'Acct', 'Id', 'IBAN') || textAt(statement, 'Acct', 'Id', 'Othr', 'Id'))

/** Whether the entry is booked, by its code or by the word of old versions; no status means booked. */
const isBooked = (entry: Element): boolean =>
  /^(BOOK|)$/.test(textAt(entry, 'Sts', 'Cd') || (at(entry, 'Sts')?.firstElementChild ? '' : textAt(entry, 'Sts')))

/**
 * Reads a statement file. If it covers several accounts, only the operator's account is read. If it covers one account, that
 * account is read, even if it is not the operator's.
 *
 * @param own the operator's account from the settings; '' if not set
 * @throws FileProblem `unsafe`, `unreadable`, `no_statement` (other XML), `several_accounts` (none of them the operator's)
 */
export function readCamt053(text: string, own = ''): Statement {
  const root = readXml(text)
  const isStatement = /camt\.053\.001\./.test(root.namespaceURI ?? '')
  const found = childrenOf(root, 'BkToCstmrStmt').flatMap((message) => childrenOf(message, 'Stmt'))
  if (!isStatement || found.length === 0) throw new FileProblem('no_statement')
  const accounts = new Set(found.map(accountOf))
  const ours = found.filter((statement) => accounts.size === 1 || accountOf(statement) === plain(own))
  const [first] = ours
  if (!first) throw new FileProblem('several_accounts')

  const lines: StatementLine[] = []
  let pending = 0
  let addsUp: boolean | null = null
  let closing: Statement['closing'] = null
  for (const statement of ours) {
    const entries = childrenOf(statement, 'Ntry')
    const booked = entries.filter(isBooked)
    pending += entries.length - booked.length
    const own = booked.flatMap((entry) => linesOf(entry, textAt(statement, 'Id')))
    lines.push(...own)
    const balances = balancesOf(statement)
    if (balances.closing && (!closing || balances.closing.day >= closing.day)) closing = balances.closing
    if (balances.opening && balances.closing) {
      const sum = exactSum([balances.opening.balance, ...own.map(({ amount }) => amount)])
      addsUp = (addsUp ?? true) && sum === exactSum([balances.closing.balance])
    }
  }
  return { account: accountOf(first) || null, lines: distinct(lines), closing, pending, adds_up: addsUp }
}
