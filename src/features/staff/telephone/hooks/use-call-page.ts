import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Booking } from '@/entities/booking'
import { useShortcut } from '@/lib/page/shortcuts'
import { toast } from '@/lib/page/toast'
import { type Call, isBlank } from '../model/call'
import { poppedNumber } from '../model/number'
import { MAX_CALLS, useCalls } from './use-calls'

export const callKeys = { next: 'alt+n', close: 'alt+x' }

/** A new booking, and the call from which it was made. */
export interface Done {
  booking: Booking
  call: Call
}

/** Maximum number of notes about bookings shown at a time. */
const SHOWN = 2

/**
 * Returns the state of the page: the open calls, the last bookings, and the phone number that a telephone system passed in
 * last.
 */
export function useCallPage(person: string) {
  const { t } = useTranslation('telephone')
  const { hash } = useLocation()
  const go = useNavigate()
  const [arrived] = useState(() => poppedNumber(hash))
  const calls = useCalls(person, arrived)
  const [done, setDone] = useState<readonly Done[]>([])
  const [asked, setAsked] = useState<string | null>(null)
  const [incoming, setIncoming] = useState<string | null>(null)

  // Removes the phone number from the page's URL, so that it does not stay there or in the browser's history.
  const clear = useEffectEvent(() => void go({ hash: '' }, { replace: true }))
  const pop = useEffectEvent((number: string | null) => {
    clear()
    if (number === null) return
    if (calls.calls.length >= MAX_CALLS) toast('error', t('full', { number }))
    calls.dispatch({ do: 'pop', number })
    setIncoming(number)
  })
  useEffect(() => {
    // Reads the number from the event's own URL. If two calls arrive at once, the page's URL already contains the second
    // number when the first event arrives.
    const hear = ({ newURL }: HashChangeEvent) => pop(poppedNumber(new URL(newURL).hash))
    window.addEventListener('hashchange', hear)
    // `arrived` already holds the number of the URL with which the page was opened.
    if (window.location.hash) clear()
    return () => window.removeEventListener('hashchange', hear)
  }, [])

  const close = (id: string, isSure = false) => {
    const call = calls.calls.find((one) => one.id === id)
    if (!call) return
    if (isSure || isBlank(call)) {
      setAsked(null)
      calls.close(id)
    } else setAsked(id)
  }
  const group = t('keys.calls')
  useShortcut({ keys: callKeys.next, label: t('new_call'), group, run: () => calls.dispatch({ do: 'open' }) })
  useShortcut({ keys: callKeys.close, label: t('close_call'), group, run: () => close(calls.shown) })
  return {
    ...calls,
    isFull: calls.calls.length >= MAX_CALLS,
    done,
    asked,
    incoming,
    close,
    keep: () => setAsked(null),
    book: (booking: Booking, call: Call) => {
      setDone((before) => [{ booking, call }, ...before].slice(0, SHOWN))
      calls.close(call.id)
    },
    putAway: (id: string) => setDone((before) => before.filter(({ booking }) => booking.id !== id)),
    /** Opens the call of an undone booking again, with a new idempotency key. */
    reopen: (call: Call) =>
      calls.dispatch({ do: 'open', call: { ...call, id: crypto.randomUUID(), key: crypto.randomUUID() } })
  }
}

export type CallPage = ReturnType<typeof useCallPage>
