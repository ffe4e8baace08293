import type { Authenticate } from '../_shared/kernel/auth.ts'
import { readAsked } from '../_shared/kernel/contract.ts'
import type { Database, DatabaseAs } from '../_shared/kernel/database.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { createHandler } from '../_shared/kernel/http.ts'
import type { ReadFirm } from '../_shared/messages/firm.ts'
import { type DriverStatement, type ReceiptDocument, receiptsContract } from './contract.ts'
import { makePdf } from './document.ts'
import type { ReadLogo } from './logo.ts'
import { makeStatement } from './statement.ts'

export interface ReceiptsDeps {
  authenticate: Authenticate
  database: Database
  databaseAs: DatabaseAs
  readLogo: ReadLogo
  readFirm: ReadFirm
}

/** Number of PDFs that one person may request in ten minutes: creating one takes processor time. */
const LIMIT = { limit_count: 60, window_secs: 600 }

/**
 * Handles requests for PDFs.
 *
 * `receipts/pdf` returns the receipt of a booking and its credit notes. `booking_receipts` decides which callers may see them.
 * The function `notifications` also calls `receipts/pdf`, to attach the PDF to mails.
 *
 * `receipts/statement` returns a week's earnings to the driver.
 *
 * Errors: 400 `invalid_request`, 401 `must_login`, 409 `receipt_not_issued`, 429 `too_many_requests`, and those of
 * `booking_receipts` and `driver_statement`.
 */
export function createReceiptsHandler(deps: ReceiptsDeps): (request: Request) => Promise<Response> {
  const { authenticate, database, databaseAs, readLogo, readFirm } = deps

  const databaseFor = async (request: Request): Promise<Database> => {
    const { role, uid } = await authenticate(request)
    if (role === 'service_role') return database
    if (uid === null) throw new HttpError(401, 'must_login', 'Nobody is signed in', 'Sign in first')
    if (!await database.rpc<boolean>('take_rate_limit', { bucket: `receipt-pdf:${uid}`, ...LIMIT })) {
      throw new HttpError(429, 'too_many_requests', 'Too many receipts', 'Wait a few minutes')
    }
    return databaseAs(request)
  }

  return createHandler('receipts', {
    async pdf({ request, body }) {
      const { booking_id } = readAsked(receiptsContract.pdf.asked, body)
      const reader = await databaseFor(request)
      const { rows: [first, ...rest] } = await reader.rpc<{ rows: ReceiptDocument[] }>('booking_receipts', {
        booking_id,
      })
      if (!first) {
        throw new HttpError(
          409,
          'receipt_not_issued',
          'There is no receipt yet',
          'Ask again a moment after the payment',
        )
      }
      const [logo, firm] = await Promise.all([readLogo(first.content.company.logo), readFirm()])
      const pdf = await makePdf([first, ...rest], logo, firm)
      return fileOf(pdf, `receipt-${first.number.replaceAll(/[^A-Za-z0-9-]/g, '-')}.pdf`)
    },
    async statement({ request, body }) {
      const { week, lang } = readAsked(receiptsContract.statement.asked, body)
      const reader = await databaseFor(request)
      const statement = await reader.rpc<DriverStatement>('driver_statement', { week })
      const [logo, firm] = await Promise.all([readLogo(statement.company.logo), readFirm()])
      const pdf = await makeStatement(statement, lang, logo, firm)
      return fileOf(pdf, `statement-${statement.week_begins}.pdf`)
    },
  })
}

const fileOf = (pdf: Uint8Array, name: string): Response =>
  new Response(pdf.slice().buffer, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    },
  })
