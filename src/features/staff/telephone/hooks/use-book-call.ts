import { useEffect, useEffectEvent, useState } from 'react'
import { type Booking, bookQuote, createBooking } from '@/entities/booking'
import { askedOf, type CarType } from '@/entities/car'
import { estimate, type Quote, type useQuotes } from '@/entities/fare'
import { applyPromo, type Promo } from '@/entities/payment'
import { createAccount } from '@/entities/person'
import { knownStops } from '@/entities/place'
import { toAppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { storedMobile } from '@/lib/typing/phones'
import type { Call, CallPatch, Rider } from '../model/call'
import { useForgetCallers } from './use-caller'

interface BookCall {
  call: Call
  car: CarType | null
  quote: Quote | null
  prices: ReturnType<typeof useQuotes>
  promo: Promo
  tripAt: number | null | undefined
  change: (patch: CallPatch) => void
  onBooked: (booking: Booking, call: Call) => void
}

/** Returns the fields of a booking request other than the quote. */
export const orderOf = (call: Call, car: CarType | null) => ({
  paymentMode: call.payment,
  guest: call.guest,
  pickupNote: call.pickupNote.trim(),
  dropNote: call.dropNote.trim(),
  ...(car?.category === 'delivery' ? { recipient: call.recipient } : { requirements: askedOf(call.requirements) })
})

/** Returns the route and the car of a call as a request for a price. */
export const quoteRequestOf = (call: Call, carTypeId: string, tripAt: number | null, customerId: string) => ({
  pickup: call.pickup ?? { lat: 0, lng: 0, add: '' },
  drop: call.drop ?? { lat: 0, lng: 0, add: '' },
  waypoints: knownStops(call),
  carTypeId,
  extras: call.extras[carTypeId],
  tripAt,
  customerId
})

/**
 * Returns the rider to book for. A new caller gets an account with the given name and number; a retry finds the same account.
 */
export async function riderOf(call: Call): Promise<Rider> {
  if (call.rider) return call.rider
  const mobile = await storedMobile(call.text, 'incomplete_user')
  const { first, last } = call.newName
  const id = await createAccount(
    { usertype: 'rider', first_name: first.trim(), last_name: last.trim(), mobile },
    call.key
  )
  return { id, name: [first, last].join(' ').trim(), mobile }
}

/** Books the trip of a call. If the price is not known yet, it first waits for the price. */
export function useBookCall({ call, car, quote, prices, promo, tripAt, change, onBooked }: BookCall) {
  const forgetCallers = useForgetCallers()
  const send = async (): Promise<Booking | null> => {
    const rider = await riderOf(call)
    const isNew = call.rider === null
    const carTypeId = car?.id ?? ''
    const book = async (quoteId: string): Promise<Booking | null> => {
      if (isNew && promo.code) await applyPromo(quoteId, promo.code)
      else if (!(await promo.settle(quoteId))) return null
      return createBooking({ ...orderOf(call, car), tripAt: tripAt ?? null, quoteId, clientKey: call.key })
    }
    const refresh = async () => {
      // If the caller had no account, the quote was requested for the desk user. It cannot be used for the new rider, so a new
      // quote is requested.
      if (isNew) {
        const fresh = await estimate(quoteRequestOf(call, carTypeId, tripAt ?? null, rider.id))
        return { quoteId: fresh.quote_id, same: !quote || fresh.trip_cost === quote.trip_cost }
      }
      const fresh = await prices.refresh(carTypeId)
      return { quoteId: fresh.quote?.quote_id ?? null, same: fresh.same }
    }
    try {
      return await bookQuote({ quoteId: isNew ? null : (quote?.quote_id ?? null), refresh, book })
    } catch (cause) {
      if (promo.drop(toAppError(cause))) return null
      throw cause
    } finally {
      if (isNew) change({ rider })
    }
  }
  const { run, busy, error, reset } = useCommand(send, {
    onDone: (booking) => {
      if (!booking) return
      forgetCallers()
      onBooked(booking, call)
    }
  })
  // True after a press while the price is still loading. The trip is then booked as soon as the price is known, so that the
  // dispatcher need not wait.
  const [isPressed, setPressed] = useState(false)
  const isReady = quote !== null || !prices.loading
  const go = useEffectEvent(() => void run())
  useEffect(() => {
    if (!isPressed || !isReady) return
    setPressed(false)
    go()
  }, [isPressed, isReady])
  return { press: () => setPressed(true), busy: busy || isPressed, error, reset }
}
