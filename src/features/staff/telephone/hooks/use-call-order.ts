import { useEffect, useRef, useState } from 'react'
import type { Booking } from '@/entities/booking'
import type { useFareChoice } from '@/entities/payment'
import type { Caller, OpenTrip } from '@/entities/person'
import { focusFirstError } from '@/lib/page/focus'
import { serverNow } from '@/lib/time/server-clock'
import { type Call, type CallPatch, missingField, repeatedTrip } from '../model/call'
import { useBookCall } from './use-book-call'
import type { useSeries } from './use-series'

interface CallOrder {
  call: Call
  caller: Caller | null
  choice: ReturnType<typeof useFareChoice>
  series: ReturnType<typeof useSeries>
  tripAt: number | null | undefined
  change: (patch: CallPatch) => void
  onBooked: (booking: Booking, call: Call) => void
  onDone: () => void
}

/** Books a call's trip or series, and says what prevents it. */
export function useCallOrder({ call, caller, choice, series, tripAt, change, onBooked, onDone }: CallOrder) {
  const { car, isFitting } = choice.cars
  const { quote, prices, promo } = choice.fare
  const booking = useBookCall({ call, car, quote, prices, promo, tripAt, change, onBooked })
  const { reset } = booking
  // An error belongs to one order, so it is cleared when the call changes.
  const { rider: _, ...said } = call
  const order = JSON.stringify([said, promo.code])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another order clears the error
  useEffect(reset, [order, reset])

  const missing = missingField(call, car, tripAt) ?? (isFitting ? null : 'car_type_unsuitable')
  const [refused, setRefused] = useState<string | null>(null)
  // The open trip of the caller that this one would repeat, while the page asks about it.
  const [repeated, setRepeated] = useState<OpenTrip | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const isOver = call.when === 'series' && series.wanted.length > 0 && series.open.length === 0
  /**
   * Books the trip, or the dates of a series that are not booked yet. Once the whole series is booked, a press closes the call.
   */
  const press = () => {
    setRefused(missing)
    if (isOver) onDone()
    else if (missing) focusFirstError(root.current ?? document)
    else if (call.when === 'series') void series.book.run()
    else {
      const open = repeatedTrip(caller?.openTrips ?? [], tripAt ?? null, serverNow())
      if (open) setRepeated(open)
      else booking.press()
    }
  }
  const problem =
    (missing !== null && missing === refused && missing) || booking.error || series.book.error || choice.error
  return {
    /** The call's form, in which the first wrong field takes the focus. */
    root,
    press,
    repeated,
    bookAnyway: () => {
      setRepeated(null)
      booking.press()
    },
    leaveRepeated: () => setRepeated(null),
    busy: booking.busy || series.book.busy,
    problem,
    problemKey: problem && typeof problem === 'object' ? problem.key : problem
  }
}
