import { toAppError } from '@/lib/errors'
import type { Booking } from './model'

const stale = new Set(['quote_expired', 'quote_not_found', 'quote_used', 'quote_mismatch'])

interface QuoteBooking {
  /** Null if there is none yet. */
  quoteId: string | null
  /** Requests the price again; returns whether it is unchanged. */
  refresh: () => Promise<{ quoteId: string | null; same: boolean }>
  book: (quoteId: string) => Promise<Booking | null>
}

/**
 * Books a quote. An expired one is requested again, and booked at once if the price is unchanged; a changed price needs another
 * press and returns null.
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
