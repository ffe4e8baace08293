import { useEffect, useRef, useSyncExternalStore } from 'react'
import useSWR from 'swr'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { getMyAlarm, myAlarmKey } from './api'
import { callForHelp, callState, resumeCall, subscribeCall } from './store'

/** The state of the person's call for help: pressed, being sent, received by the desk, closed. */
export function useHelpCall(personId: string, bookingId: string | null) {
  const call = useSyncExternalStore(subscribeCall, callState)
  const { data: alarm = null, mutate } = useSWR(myAlarmKey(personId), getMyAlarm)
  useBroadcast(`user:${personId}`, () => mutate(), { events: ['alarm'] })
  useEffect(() => resumeCall(personId), [personId])
  const wasRaised = useRef(false)
  if (alarm) wasRaised.current = true
  return {
    alarm,
    ...call,
    /** Whether the desk has closed the alarm: it existed while this page was open, and exists no more. */
    isClosed: wasRaised.current && !alarm && !call.waiting,
    press: () => callForHelp(personId, bookingId)
  }
}
