import { useRef, useState } from 'react'
import { createBooking } from '@/entities/booking'
import type { Quote } from '@/entities/fare'
import { type AppError, toAppError } from '@/lib/errors'

interface BookOptions {
  quote: Quote | null
  carTypeId: string | null
  refresh: (carTypeId: string | null) => Promise<{ quote: Quote | null; same: boolean }>
  /** What has to be on the quote before it is booked. */
  settle: (quoteId: string) => Promise<void>
  onBooked: (id: string) => void
}

const staleQuote = new Set(['quote_expired', 'quote_not_found', 'quote_used', 'quote_mismatch'])

/**
 * Books the quote. One that has run out is asked for again, and booked at once where the price has stayed; a changed
 * price waits for another press.
 */
export function useBook({ quote, carTypeId, refresh, settle, onBooked }: BookOptions) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const clientKey = useRef(crypto.randomUUID())

  const attempt = async (tripAt: number | null): Promise<string | null> => {
    const fresh = quote?.quote_id ? { quote, same: true } : await refresh(carTypeId)
    if (!fresh.quote?.quote_id || !fresh.same) return null
    const order = async (quoteId: string): Promise<string> => {
      await settle(quoteId)
      return (await createBooking({ tripAt, clientKey: clientKey.current, quoteId })).id
    }
    try {
      return await order(fresh.quote.quote_id)
    } catch (cause) {
      const failure = toAppError(cause)
      if (!staleQuote.has(failure.key)) throw failure
      const renewed = await refresh(carTypeId)
      if (!renewed.same || !renewed.quote?.quote_id) return null
      return await order(renewed.quote.quote_id)
    }
  }

  const book = async (tripAt: number | null) => {
    setBusy(true)
    setError(null)
    try {
      const id = await attempt(tripAt)
      if (id) {
        clientKey.current = crypto.randomUUID()
        onBooked(id)
      }
    } catch (cause) {
      setError(toAppError(cause))
    } finally {
      setBusy(false)
    }
  }
  return { book, busy, error, clearError: () => setError(null) }
}
