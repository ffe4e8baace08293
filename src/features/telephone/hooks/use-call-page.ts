import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import type { Booking } from '@/entities/booking'
import { useShortcut } from '@/lib/shortcuts'
import { toast } from '@/lib/toast'
import { type Call, isBlank } from '../model'
import { poppedNumber } from '../number'
import { MAX_CALLS, useCalls } from './use-calls'

export const callKeys = { next: 'alt+n', close: 'alt+x' }

/** A booking that was just made, and the call that it came from. */
export interface Done {
  booking: Booking
  call: Call
}

/** So many stay in sight. */
const SHOWN = 2

/** The page of calls: tabs, what was booked last, and the number that a telephone system pops. */
export function useCallPage(person: string) {
  const { t } = useTranslation('telephone')
  const { hash } = useLocation()
  const go = useNavigate()
  const [arrived] = useState(() => poppedNumber(hash))
  const calls = useCalls(person, arrived)
  const [done, setDone] = useState<readonly Done[]>([])
  const [asked, setAsked] = useState<string | null>(null)
  const [incoming, setIncoming] = useState<string | null>(null)

  // The first one came with the page.
  const isLater = useRef(false)
  // The number stays neither in the address nor in the history.
  const pop = useEffectEvent((number: string | null) => {
    void go({ hash: '' }, { replace: true })
    if (number === null || !isLater.current) return
    if (calls.calls.length >= MAX_CALLS) toast('error', t('full', { number }))
    calls.dispatch({ do: 'pop', number })
    setIncoming(number)
  })
  useEffect(() => {
    if (hash) pop(poppedNumber(hash))
    isLater.current = true
  }, [hash])

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
    /** What was taken back is a call again, with a key of its own. */
    reopen: (call: Call) =>
      calls.dispatch({ do: 'open', call: { ...call, id: crypto.randomUUID(), key: crypto.randomUUID() } })
  }
}

export type CallPage = ReturnType<typeof useCallPage>
