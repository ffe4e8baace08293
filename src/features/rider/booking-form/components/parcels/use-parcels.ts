import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { paths } from '@/config/paths'
import { type Booking, bookingKeys, bookQuote, createBooking } from '@/entities/booking'
import { toast } from '@/lib/page/toast'
import { type AppError, toAppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { payAtOnce } from '../../hooks/use-book'
import { useBookingCars, useBookingDraft, useBookingFare, useParcelOrder } from '../../hooks/use-booking-screen'
import { type Parcel, parcelKey, parcelOf } from '../../model/draft'
import { useParcelQuotes } from './use-parcel-quotes'

/** Why a parcel was not booked; `price` means that the price has changed since it was shown. */
export type ParcelFailure = AppError | 'price'

interface Outcome {
  booked: Booking[]
  left: { parcel: Parcel; failure: ParcelFailure }[]
}

/**
 * Books several parcels one after the other, each as its own booking. A failed parcel does not undo the others: it stays in the
 * form with the reason. After an error it also keeps its idempotency key, because it may have been booked although no response
 * arrived.
 */
export function useParcels() {
  const { t } = useTranslation('booking_dialogs')
  const navigate = useNavigate()
  const { mutate } = useSWRConfig()
  const { state, dispatch } = useBookingDraft()
  const { car } = useBookingCars()
  const { amount, promo } = useBookingFare()
  const { order, bookOne, forget } = useParcelOrder()
  const { quotes, error, retry, renew } = useParcelQuotes()
  const { recipient, extras, parcels } = state.draft
  const first: Parcel = { ...recipient, extras: (car && extras[car.id]) ?? { parcel: 0, option: 0 } }
  const all = [first, ...parcels]
  const [booked, setBooked] = useState<Booking[]>([])
  /** Why parcels were not booked, in the order of the parcels; null for a parcel without a failure. */
  const [failures, setFailures] = useState<(ParcelFailure | null)[]>([])
  const amounts = [amount ?? null, ...parcels.map((_, index) => quotes?.[index]?.trip_cost ?? null)]

  const bookMore = (parcel: Parcel, index: number, clientKey: string) => {
    const shown = quotes?.[index]
    return bookQuote({
      quoteId: shown?.quote_id ?? null,
      refresh: async () => {
        const fresh = await renew(index)
        return { quoteId: fresh?.quote_id ?? null, same: fresh?.trip_cost === shown?.trip_cost }
      },
      book: async (quoteId) => {
        const pickupNote = recipient.pickupNote
        const made = await createBooking({ ...order(), clientKey, quoteId, ...parcelOf({ ...parcel, pickupNote }) })
        return await payAtOnce(made, clientKey)
      }
    })
  }
  const book = async (): Promise<Outcome> => {
    const outcome: Outcome = { booked: [], left: [] }
    const common = order()
    for (const [index, parcel] of all.entries()) {
      const clientKey = parcel.key || parcelKey(common.clientKey, index)
      try {
        const made = await (index === 0
          ? bookOne({ ...common, clientKey, ...parcelOf(parcel) })
          : bookMore(parcel, index - 1, clientKey))
        if (made) outcome.booked.push(made)
        else outcome.left.push({ parcel, failure: 'price' })
      } catch (cause) {
        outcome.left.push({ parcel: { ...parcel, key: clientKey }, failure: toAppError(cause) })
      }
    }
    return outcome
  }
  const command = useCommand(book, {
    asks: 'form',
    onDone: async (outcome) => {
      const made = [...booked, ...outcome.booked]
      for (const booking of outcome.booked)
        await mutate(bookingKeys.booking(booking.id), booking, { revalidate: false })
      const [next, ...rest] = outcome.left
      if (!next) {
        forget()
        toast('success', t('parcels.done', { count: made.length }))
        await navigate(paths.bookings)
        return
      }
      setBooked(made)
      setFailures(outcome.left.map(({ failure }) => failure))
      if (outcome.booked.length > 0) promo.remove()
      const { extras, ...recipientLeft } = next.parcel
      dispatch({
        do: 'keep_parcels',
        recipient: { ...recipientLeft, pickupNote: recipient.pickupNote },
        carTypeId: car?.id ?? '',
        extras,
        parcels: rest.map(({ parcel }) => parcel)
      })
    }
  })
  const forgive = (index: number) =>
    setFailures((before) => before.map((failure, at) => (at === index ? null : failure)))
  return {
    all,
    booked,
    failures,
    amounts,
    /** The sum of all prices; null until every price is known. */
    total: amounts.every((one) => one !== null) ? amounts.reduce((sum, one) => sum + (one ?? 0), 0) : null,
    priceError: error,
    retryPrices: retry,
    command,
    set: (index: number, part: Partial<Parcel>) => {
      forgive(index)
      const { extras, ...changed }: Parcel = { ...(all[index] ?? first), ...part, key: '' }
      if (index > 0) dispatch({ do: 'set_parcel', index: index - 1, parcel: { ...changed, extras } })
      else if (part.extras && car) dispatch({ do: 'choose_extras', carTypeId: car.id, extras, next: 'delivery' })
      else dispatch({ do: 'set_recipient', recipient: changed })
    },
    add: () => dispatch({ do: 'add_parcel' }),
    remove: (index: number) => {
      setFailures((before) => before.filter((_, at) => at !== index))
      dispatch({ do: 'remove_parcel', index: index - 1 })
    }
  }
}

export type Parcels = ReturnType<typeof useParcels>
