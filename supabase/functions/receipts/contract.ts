// Requests of `receipts`, which returns PDFs, and the content of receipts, as the SQL function `booking_receipts` returns it.
import * as z from 'zod/mini'

export const receiptsContract = {
  pdf: {
    asked: z.object({ booking_id: z.guid({ error: 'booking_id has to be a UUID' }) }),
    /** The response, `application/pdf`: the receipt, followed by its credit notes. */
    answered: z.instanceof(Response),
  },
  statement: {
    asked: z.object({
      /** A day, such as 2026-11-23: the statement covers the week that contains it. */
      week: z.iso.date({ error: 'week has to be a day, as 2026-11-23' }),
      /** The language of the statement. */
      lang: z._default(z.string().check(z.maxLength(20, 'lang has up to 20 characters')), 'en'),
    }),
    /** The response, `application/pdf`: the calling driver's earnings of that week. */
    answered: z.instanceof(Response),
  },
}

export type StatementAsked = z.input<typeof receiptsContract.statement.asked>
export type PdfAsked = z.input<typeof receiptsContract.pdf.asked>

/** A line of a fare, as the database stores it; `key` names the line's text in the translations. */
export interface Line {
  key: string
  amount: number
  quantity?: number
  unit?: string
  rate?: number
  name?: string
  percent?: number
}

export type Way = 'wallet' | 'card' | 'cash' | 'goodwill'

/** A part of the price, as the database stores it; `kind` names the part's text in the translations. */
export interface Part {
  kind: string
  amount: number
  /** The code of the promotion. */
  name?: string
}

export interface Company {
  company: Record<'app_name' | 'name' | 'address' | 'website' | 'email' | 'phone' | 'tax_number' | 'logo', string> & {
    /** The register and the number there. Papers of before release 0.3 lack it. */
    registration?: string
  }
  money: {
    code: string
    symbol: string
    decimal: number
    swipe_symbol: boolean
    time_zone: string
    country: string
    convert_to_mile: boolean
  }
}

interface Head extends Company {
  trip: {
    reference: string
    category: string
    car_type: string
    vehicle_number: string | null
    vehicle: string | null
    pickup: string
    stops: string[]
    drop: string
    pickup_at: string | null
    drop_at: string | null
    distance: number | null
    secs: number | null
  }
}

/** The content of a receipt, from the column `content` of the table `receipts`. */
export interface ReceiptContent extends Head {
  lines: Line[]
  total: number
  tax: number
  tax_percent: number
  /** What people call the tax, such as VAT; missing on earlier receipts, and empty if the firm gave no name. */
  tax_name?: string
  /** What makes `due` of the fare: the fare itself, promotion and rounding. */
  parts: Part[]
  due: number
  /** How it was paid; `way` names the text in the translations. */
  payments: { way: string; provider?: string; amount: number }[]
  paid_at: string
}

/** The content of what follows a receipt, whose number is `receipt`: a credit note (a refund), or an addition (the rider paid more). */
export interface LaterContent extends Head {
  receipt: string
  receipt_at: string
  amount: number
  tax: number
  tax_percent: number
  tax_name?: string
  ways: { way: Way; amount: number }[]
  at: string
}

interface Paper {
  id: string
  booking_id: string
  number: string
  issued_at: string
  lang: string
  customer_name: string | null
  guest_name: string | null
  driver_name: string | null
}

/** A row that `booking_receipts` returns: a receipt, a credit note or an addition. */
export type ReceiptDocument =
  & Paper
  & (
    | {
      kind: 'receipt'
      content: ReceiptContent
      /** Tips until now: they went to the driver and are no part of the invoice. */
      tip: number
    }
    | { kind: 'credit_note' | 'addition'; content: LaterContent }
  )

/** A driver's amounts for a trip, day or week. Deductions and collected cash are negative, as in the ledger. */
export interface DriverAmounts {
  fares: number
  tips: number
  cash: number
  tax: number
  fleet_part: number
  fees: number
  other: number
  net: number
}

/** What the SQL function `driver_statement` returns for a week. */
export interface DriverStatement extends Company {
  week_begins: string
  week_ends: string
  driver: { name: string; vehicle_number: string | null }
  /** The wallet's balance before the week; `closing` is the balance after the week. */
  opening: number
  closing: number
  days: (DriverAmounts & { day: string; trips: number; charges: number; payouts: number })[]
  trips: (DriverAmounts & { reference: string; at: string; payment_mode: string; trip_cost: number | null })[]
  totals: DriverAmounts & { trips: number; charges: number; payouts: number }
}
