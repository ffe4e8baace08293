import { useEffect, useRef, useSyncExternalStore } from 'react'
import useSWR from 'swr'
import { useBroadcast } from '@/lib/use-broadcast'
import { getMyAlarm, myAlarmKey } from './api'
import { callForHelp, callState, resumeCall, subscribeCall } from './store'

/** What the person's call for help has come to: asked for, on its way, known to the desk, closed by it. */
export function useHelpCall(personId: string, bookingId: string | null) {
  const call = useSyncExternalStore(subscribeCall, callState)
  const { data: alarm = null, mutate } = useSWR(myAlarmKey(personId), getMyAlarm)
  useBroadcast(`user:${personId}`, () => void mutate(), { events: ['alarm'] })
  useEffect(() => resumeCall(personId), [personId])
  const wasRaised = useRef(false)
  if (alarm) wasRaised.current = true
  return {
    alarm,
    ...call,
    /** It was there, and is not any more. */
    isClosed: wasRaised.current && !alarm && !call.waiting,
    press: () => callForHelp(personId, bookingId)
  }
}
