import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

interface NewBooking {
  quoteId: string
  /** ms; null for now. */
  tripAt: number | null
  /** A repeat with the same key answers the first booking. */
  clientKey: string
}

/** Books at the quoted price, paid in cash. @throws AppError `quote_expired`, `unpaid_booking`, … */
export async function createBooking({ quoteId, tripAt, clientKey }: NewBooking): Promise<{ id: string }> {
  return unwrap(
    supabase.rpc('create_booking', {
      quote_id: quoteId,
      payment_mode: 'cash',
      client_key: clientKey,
      ...(tripAt !== null ? { trip_at: new Date(tripAt).toISOString() } : {})
    })
  )
}
