import type postgres from 'postgres'
import type { Crowd } from './crowd.ts'
import type { Random } from './random.ts'

/** What others know of our money, in cents, kept without a look at our database. */

export interface BankLine {
  reference: string
  booked_on: string
  amount: string
  currency: 'CHF'
  end_to_end_id?: string
  name?: string
  note?: string
  provider?: string
}

export interface ReportLine {
  line_ref: string
  kind: 'charge' | 'refund' | 'chargeback' | 'chargeback_won' | 'fee' | 'payout'
  charge_ref: string | null
  gross: string
  fee: string
  currency: 'CHF'
  at: string
}

/** A card that was charged, as its provider sees it. */
export interface Charge {
  ref: string
  payment: string
  customer: string
  cents: number
  /** Given back or in dispute. */
  gone: number
  dispute: { ref: string; cents: number } | null
}

export const inFull = (cents: number): string => (cents / 100).toFixed(2)
export const inCents = (amount: string | number): number => Math.round(Number(amount) * 100)

/** The operator's bank: it does what it is told and says so in statements. */
export class Bank {
  cents = 0
  /** Booked since the last statement. */
  lines: BankLine[] = []
  private count = 0

  book(cents: number, day: string, more: Partial<BankLine> = {}): BankLine {
    this.count += 1
    this.cents += cents
    const line: BankLine = {
      reference: `bank-${this.count}`,
      booked_on: day,
      amount: inFull(cents),
      currency: 'CHF',
      ...more
    }
    this.lines.push(line)
    return line
  }
}

/** A payment provider: it holds what cards paid until it pays it out. */
export class Provider {
  owed = 0
  /** For its next report. */
  lines: ReportLine[] = []
  charges: Charge[] = []
  private count = 0

  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  note(kind: ReportLine['kind'], ref: string | null, cents: number, fee: number, at: string): void {
    this.count += 1
    this.owed += cents - fee
    this.lines.push({
      line_ref: `${this.name}-${this.count}`,
      kind,
      charge_ref: ref,
      gross: inFull(cents),
      fee: inFull(fee),
      currency: 'CHF',
      at
    })
  }
}

export interface World {
  sql: postgres.Sql
  draw: Random
  people: Crowd
  bank: Bank
  providers: Provider[]
}
