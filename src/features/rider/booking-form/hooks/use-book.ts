import { type Booking, bookQuote, createBooking } from '@/entities/booking'
import type { Requirements } from '@/entities/car'
import type { Payment, Quote } from '@/entities/fare'
import { payWithWallet } from '@/entities/payment'
import { type AppError, toAppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import type { Guest } from '../model/draft'

export interface Order {
  /** Idempotency key: a retry with the same key returns the first booking. */
  clientKey: string
  tripAt: number | null
  paymentMode: Payment
  recipient?: { name: string; phone: string }
  guest?: Guest | null
  requirements?: Partial<Requirements>
  pickupNote?: string
  dropNote?: string
}

interface BookOptions {
  quote: Quote | null
  carTypeId: string | null
  refresh: (carTypeId: string | null) => Promise<{ quote: Quote | null; same: boolean }>
  /** Prepares the quote for booking: applies the promotion, if there is one. Resolves to false if that changed the price. */
  settle: (quoteId: string) => Promise<boolean>
  /** Returns whether the promotion caused the error. If so, it removes the promotion, which changes the price. */
  dropPromo: (error: AppError) => boolean
  onBooked: (booking: Booking) => Promise<void>
}

/**
 * Pays a parcel from the wallet right after booking, because a parcel is paid before it is dispatched. Other bookings are
 * returned unchanged. If the payment fails, the booking is returned unpaid, and the trip's page asks for the payment.
 */
export async function payAtOnce(booking: Booking, clientKey: string): Promise<Booking> {
  if (booking.status !== 'PAYMENT_PENDING' || booking.payment_mode !== 'wallet') return booking
  return await payWithWallet(booking.id, clientKey).catch(() => booking)
}

/** Books one order. Resolves to null if the price has changed: the rider must see the new price first. */
export type BookOne = (order: Order) => Promise<Booking | null>

/** Books the shown quote. If it has expired, requests a new quote, and books that one only if the price is the same. */
export function useBook({ quote, carTypeId, refresh, settle, dropPromo, onBooked }: BookOptions) {
  const once: BookOne = async (order) => {
    const book = async (quoteId: string): Promise<Booking | null> => {
      if (!(await settle(quoteId))) return null
      const booking = await createBooking({ ...order, quoteId })
      return await payAtOnce(booking, order.clientKey)
    }
    const renew = async () => {
      const fresh = await refresh(carTypeId)
      return { quoteId: fresh.quote?.quote_id ?? null, same: fresh.same }
    }
    try {
      return await bookQuote({ quoteId: quote?.quote_id ?? null, refresh: renew, book })
    } catch (cause) {
      if (dropPromo(toAppError(cause))) return null
      throw cause
    }
  }
  const command = useCommand(once, {
    asks: 'form',
    onDone: async (booking) => {
      if (booking) await onBooked(booking)
    }
  })
  return { ...command, once }
}
