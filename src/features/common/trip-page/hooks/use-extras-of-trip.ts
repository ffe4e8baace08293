import { useEffect } from 'react'
import { type Booking, type Extra, type TripOptions, useKnownExtras } from '@/entities/booking'
import { useSettings } from '@/entities/settings'
import { useShift } from '@/entities/shift'
import { keepOwn, readOwn } from '@/lib/session/own-storage'
import { cashOf, countsOf, type ExtraLine } from '../model/extras'

/** What the phone needs to show the extras of a trip without a signal, also after the page was reopened. */
interface KeptExtras {
  bookingId: string
  extras: readonly Extra[]
  room: number | null
  /** The highest amount of one extra. */
  most: number
  /** The smallest coin, and the decimals of the currency. */
  cashUnit: number
  decimal: number
}

const STORED = 'drive-extras'

function readKept(bookingId: string): KeptExtras | null {
  const kept = readOwn(STORED) as Partial<KeptExtras> | null
  return kept?.bookingId === bookingId && Array.isArray(kept.extras) && typeof kept.most === 'number'
    ? (kept as KeptExtras)
    : null
}

/**
 * Returns the extras of a driver's trip: those that the server knows, and those that wait for a signal. For other people it
 * requests nothing.
 */
export function useExtrasOfTrip(booking: Booking, me: string | null, options: TripOptions | undefined) {
  const { settings } = useSettings()
  const told = useKnownExtras(me && booking.id, booking.status)
  const { actions } = useShift()
  const kept = me ? readKept(booking.id) : null
  const room = options?.extraRoom ?? kept?.room ?? null
  const known = told ?? kept?.extras ?? []
  const most = settings?.extra_limit ?? kept?.most ?? 0
  const cashUnit = settings?.cash_unit ?? kept?.cashUnit ?? 0
  const decimal = settings?.decimal ?? kept?.decimal ?? 2
  useEffect(() => {
    if (!me || !told || !settings) return
    const { extra_limit, cash_unit, decimal: places } = settings
    const stored: KeptExtras = {
      bookingId: booking.id,
      extras: told,
      room,
      most: extra_limit,
      cashUnit: cash_unit,
      decimal: places
    }
    keepOwn(STORED, me, stored)
  }, [me, booking.id, told, room, settings])
  const waiting = actions.flatMap(({ key, bookingId, action }) =>
    me && bookingId === booking.id && action.kind === 'add_extra'
      ? [{ id: key, key: action.extra, amount: action.amount, note: action.note, client_key: key }]
      : []
  )
  // A cost that was just sent is for a moment in `known` and in `waiting`. It is counted once.
  const unsent = waiting.filter(({ client_key }) => !known.some((extra) => extra.client_key === client_key))
  const lines: ExtraLine[] = countsOf(
    known,
    unsent,
    booking.source === 'street' ? null : (room ?? roomOf(booking)),
    decimal
  )
  return {
    lines,
    most,
    /** How much of another extra counts at once; null if only the meter decides. */
    left: booking.source === 'street' ? null : leftOf(lines, room ?? roomOf(booking), decimal),
    /** The cash that a driver without a signal collects: the quote with its extras. */
    cash: cashOf(booking, lines, cashUnit, decimal)
  }
}

export type ExtrasOfTrip = ReturnType<typeof useExtrasOfTrip>

/** What the quote leaves below 1.5 times itself; used until the server has said it. */
const roomOf = ({ estimate }: Booking): number => estimate / 2

const leftOf = (lines: readonly ExtraLine[], room: number, decimal: number): number => {
  const used = lines.reduce((sum, { counts, isOwn }) => sum + (isOwn ? counts : 0), 0)
  return Math.max(0, Number((room - used).toFixed(decimal)))
}
