import { toAppError } from '@/lib/server/errors'
import type { Booking } from './model'

const stale = new Set(['quote_expired', 'quote_not_found', 'quote_used', 'quote_mismatch'])

interface QuoteBooking {
  /** The id of the quote to book; null if there is none yet. */
  quoteId: string | null
  /** Requests a new quote; returns its id and whether the price is the same. */
  refresh: () => Promise<{ quoteId: string | null; same: boolean }>
  book: (quoteId: string) => Promise<Booking | null>
}

/**
 * Books a quote. If there is no quote, or if it can no longer be booked (expired, used), requests a new one. The new quote is
 * booked if its price is the same as before. If not, nothing is booked and null is returned, because the person has to see the
 * new price first, and press again.
 */
export async function bookQuote({ quoteId, refresh, book }: QuoteBooking): Promise<Booking | null> {
  const bookFresh = async (): Promise<Booking | null> => {
    const fresh = await refresh()
    return fresh.same && fresh.quoteId ? book(fresh.quoteId) : null
  }
  if (!quoteId) return bookFresh()
  try {
    return await book(quoteId)
  } catch (cause) {
    if (!stale.has(toAppError(cause).key)) throw cause
    return bookFresh()
  }
}
