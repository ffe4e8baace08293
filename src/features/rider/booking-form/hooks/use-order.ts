import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSWRConfig } from 'swr'
import { loginPath, paths } from '@/config/paths'
import { bookingKeys } from '@/entities/booking'
import type { Profile, useSession } from '@/entities/person'
import { focusFirstError } from '@/lib/page/focus'
import { afterLayers } from '@/lib/page/use-back-closes'
import { hasDeclinedNumber } from '../model/declined-number'
import { type Draft, missingField, parcelOf, rideOptionsOf } from '../model/draft'
import { useBook } from './use-book'
import type { useDraft } from './use-draft'
import type { useDraftFare } from './use-draft-fare'

interface OrderOptions {
  session: ReturnType<typeof useSession>
  entered: ReturnType<typeof useDraft>
  choice: ReturnType<typeof useDraftFare>
}

const isBlank = (value: string | null | undefined) => !value?.trim()

/** What the rider's profile lacks for this order. The driver calls the guest of a ride, or the recipient of a parcel. */
const lackOf = (profile: Profile | null, userId: string | null, { guest }: Draft, isParcel: boolean) => ({
  names: isBlank(profile?.first_name) || isBlank(profile?.last_name),
  email: isBlank(profile?.email),
  number: isBlank(profile?.mobile) && !isParcel && !guest && !hasDeclinedNumber(userId ?? '')
})

/** Books the draft, asks before for what it still needs, and says what prevents it. */
export function useOrder({ session, entered, choice }: OrderOptions) {
  const navigate = useNavigate()
  const { mutate } = useSWRConfig()
  const { state, dispatch, orderKey, forget } = entered
  const { draft } = state
  const { car, isFitting, isParcel, hasExtras } = choice.cars
  const { quote, prices, promo, payment } = choice.fare
  const { tripAt } = choice
  const carTypeId = car?.id ?? null
  const book = useBook({
    quote,
    carTypeId,
    refresh: prices.refresh,
    settle: promo.settle,
    dropPromo: promo.drop,
    onBooked: async (booking) => {
      // The form stays on screen until the trip's page has loaded. The booking is first put into the cache that the trip's page
      // reads.
      forget()
      await mutate(bookingKeys.booking(booking.id), booking, { revalidate: false })
      await navigate(paths.booking(booking.id), { state: { booked: true } })
    }
  })
  // An error belongs to one order, so it is cleared when the draft changes.
  const { reset } = book
  // biome-ignore lint/correctness/useExhaustiveDependencies: another draft or promotion code is another order
  useEffect(reset, [draft, promo.code, reset])

  const missing =
    missingField({ ...draft, carTypeId }, session.status === 'signed_in', tripAt) ??
    (isFitting ? null : 'car_type_unsuitable') ??
    (draft.guest && !isParcel && draft.guest.phone.trim() === '' ? 'guest_incomplete' : null)
  /** Returns what all parcels of an order have in common. */
  const order = () => ({ clientKey: orderKey(), tripAt: tripAt ?? null, paymentMode: payment })
  const send = () => {
    const { recipient } = draft
    const own = { ...order(), ...(isParcel ? parcelOf(recipient) : rideOptionsOf(draft)) }
    void book.run(isParcel && recipient.key ? { ...own, clientKey: recipient.key } : own)
  }
  const lacks = lackOf(session.profile, session.user?.id ?? null, draft, isParcel)
  /** Books the order, or opens the dialog that it needs first. */
  const proceed = () => {
    if (hasExtras && car && draft.extras[car.id] === undefined) dispatch({ do: 'ask', question: 'extras' })
    else if (isParcel) dispatch({ do: 'ask', question: 'delivery' })
    else {
      // A dialog that closes goes back in the history, which would undo the way to the booked trip.
      dispatch({ do: 'ask', question: null })
      afterLayers(send)
    }
  }
  const begin = () => {
    reset()
    if (missing === 'must_login') navigate(loginPath(paths.home), { state: { notice: missing } })
    else if (missing) {
      dispatch({ do: 'refuse', problem: missing })
      focusFirstError(document)
    } else if (session.profile && (lacks.names || lacks.number || lacks.email)) dispatch({ do: 'ask', question: 'you' })
    else proceed()
  }
  const { pressed, press } = usePress(session.status !== 'loading', begin)
  // The field that was missing when Book was pressed is reported until it is filled in.
  const problem = (missing === state.problem && missing) || (book.error ?? choice.error)
  return {
    order: {
      /** Admins see the booking form too, but only riders can book with it (spec section 6). */
      mayBook: session.role !== 'admin',
      busy: book.busy || pressed,
      press,
      lacks,
      proceed,
      /** Books the order that the open dialog has shown. */
      send,
      problem,
      problemKey: problem && typeof problem === 'object' ? problem.key : problem
    },
    parcels: {
      order,
      /** Books the first of several parcels and stays on this page. */
      bookOne: book.once,
      forget,
      tripAt: tripAt ?? null
    }
  }
}

/** If Book is pressed before the session is known, the booking waits for the session instead of redirecting to sign-in. */
function usePress(isKnown: boolean, begin: () => void) {
  const [pressed, setPressed] = useState(false)
  const orderNow = useEffectEvent(begin)
  useEffect(() => {
    if (!pressed || !isKnown) return
    setPressed(false)
    orderNow()
  }, [pressed, isKnown])
  return { pressed, press: () => setPressed(true) }
}
