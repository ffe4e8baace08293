import { useState } from 'react'
import useSWR from 'swr'
import { createBooking } from '@/entities/booking'
import type { CarType } from '@/entities/car'
import { estimate, payableOf, type Quote, totalOf } from '@/entities/fare'
import { type AppError, toAppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { serverNow } from '@/lib/time/server-clock'
import { type Call, type CallPatch, rowOf } from '../model/call'
import type { SeriesDate } from '../model/series'
import { orderOf, quoteRequestOf, riderOf } from './use-book-call'

interface SeriesOptions {
  call: Call
  car: CarType | null
  dates: readonly SeriesDate[]
  change: (patch: CallPatch) => void
}

type Answer = { quote: Quote; error: null } | { quote: null; error: AppError }

/** How many prices are requested at the same time. */
const AT_ONCE = 4
/** A quote that expires in less than this time is requested again (ms). */
const FRESH_MS = 20_000

/** A date of a series that can be booked; `at` is the start time (ms since the epoch). */
interface Bookable extends SeriesDate {
  at: number
}

const isBookable = (date: SeriesDate): date is Bookable => date.at !== null && date.problem === null

async function priceAll(dates: readonly Bookable[], ask: (at: number) => Promise<Quote>) {
  const prices: Record<string, Answer> = {}
  const waiting = [...dates]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      prices[next.day] = await ask(next.at).then(
        (quote) => ({ quote, error: null }),
        (cause) => ({ quote: null, error: toAppError(cause) })
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return prices
}

/** Prices and books the dates of a series. Each date is a booking of its own, and a failed one does not stop the others. */
export function useSeries({ call, car, dates, change }: SeriesOptions) {
  const wanted = dates.filter(isBookable).filter(({ day }) => !rowOf(call, day).isLeftOut)
  const open = wanted.filter(({ day }) => !rowOf(call, day).reference)
  const [failed, setFailed] = useState<Record<string, AppError>>({})
  const [running, setRunning] = useState<string | null>(null)
  const isAsked = call.when === 'series' && car && call.pickup && call.drop && wanted.length > 0
  const riderId = call.rider?.id ?? ''
  const request = car && quoteRequestOf(call, car.id, null, riderId)
  const { data: prices } = useSWR(
    isAsked ? ['series', JSON.stringify([request, wanted.map(({ at }) => at)])] : null,
    () => priceAll(wanted, (at) => estimate({ ...quoteRequestOf(call, car?.id ?? '', at, riderId) })),
    { revalidateOnFocus: false, revalidateIfStale: false, revalidateOnReconnect: false }
  )

  const bookDate = async ({ day, at }: Bookable, customerId: string) => {
    const known = prices?.[day]?.quote
    const isFresh = known?.quote_id && riderId && Date.parse(known.expires_at) > serverNow() + FRESH_MS
    const quote = isFresh ? known : await estimate(quoteRequestOf(call, car?.id ?? '', at, customerId))
    const { key } = rowOf(call, day)
    // The idempotency key is stored before the request, so that a retry after a reload does not book the date twice.
    change((now) => ({ rows: { ...now.rows, [day]: { ...rowOf(now, day), key } } }))
    const booking = await createBooking({
      ...orderOf(call, car),
      tripAt: at,
      quoteId: quote.quote_id ?? '',
      clientKey: key
    })
    change((now) => ({ rows: { ...now.rows, [day]: { ...rowOf(now, day), reference: booking.reference } } }))
  }
  const book = useCommand(async () => {
    const rider = await riderOf(call)
    if (!call.rider) change({ rider })
    setFailed({})
    for (const date of open) {
      setRunning(date.day)
      await bookDate(date, rider.id).catch((cause: unknown) =>
        setFailed((before) => ({ ...before, [date.day]: toAppError(cause) }))
      )
    }
    setRunning(null)
  })
  const priceOfDay = (day: string): number | null => {
    const quote = prices?.[day]?.quote
    return quote ? payableOf(quote, call.payment) : null
  }
  return {
    prices,
    wanted,
    open,
    failed,
    hasFailed: open.some(({ day }) => failed[day]),
    running,
    /** The sum of the prices of the dates that are not booked yet; undefined until the prices have arrived. */
    total: prices && totalOf(open.flatMap(({ day }) => priceOfDay(day) ?? []).map((amount) => ({ amount }))),
    priceOfDay,
    booked: wanted.length - open.length,
    book,
    leaveOut: (day: string, isLeftOut: boolean) =>
      change((now) => ({ rows: { ...now.rows, [day]: { ...rowOf(now, day), isLeftOut } } }))
  }
}
