import type postgres from 'postgres'
import type { Crowd } from './crowd.ts'
import type { Random } from './random.ts'

/** The books of the bank and the providers, in cents. They are kept without reading our database. */

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
  /** The part that was refunded or is disputed, in cents. */
  gone: number
  dispute: { ref: string; cents: number } | null
}

export const inFull = (cents: number): string => (cents / 100).toFixed(2)
export const inCents = (amount: string | number): number => Math.round(Number(amount) * 100)

/** The operator's bank: it books transfers and lists them in statements. */
export class Bank {
  cents = 0
  /** The lines booked since the last statement. */
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

/** A payment provider: it keeps the money of cards until it pays it out. */
export class Provider {
  /** What it owes the operator, in cents. */
  owed = 0
  /** The lines of its next report. */
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
