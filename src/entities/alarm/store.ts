import i18next from 'i18next'
import { mutate } from 'swr'
import type { LatLng } from '@/lib/geo/geo'
import { positionSource } from '@/lib/geo/position-source'
import { toast } from '@/lib/page/toast'
import { toAppError } from '@/lib/server/errors'
import { readStored, store } from '@/lib/storage/stored'
import { myAlarmKey, raiseAlarm } from './api'
import { type HelpCall, KEPT_CALL, keptCall } from './call'

/** The state of this device's call for help. */
export interface CallState {
  waiting: HelpCall | null
  isSending: boolean
  /** Whether the last attempt to send the call failed for lack of a signal. */
  isOffline: boolean
  /** Why the call failed, as an error key. */
  refused: string | null
}

/**
 * Pause before the next attempt (ms). The browser's "online" event starts an attempt, too, but phones fire it before any data
 * gets through. So the call is also sent again after this pause.
 */
const RETRY_MS = 3000
/**
 * Time limit for finding the position (ms). The call is sent at once, and a position found within this time is sent afterwards.
 */
const LOCATE_MS = 10_000
const UNREACHED = new Set(['network_error', 'server_busy'])

let state: CallState = { waiting: null, isSending: false, isOffline: false, refused: null }
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(change: Partial<CallState>): void {
  state = { ...state, ...change }
  if ('waiting' in change) store(KEPT_CALL, state.waiting)
  for (const listener of listeners) listener()
}

const locate = (): Promise<LatLng | null> =>
  new Promise((resolve) => {
    const source = positionSource()
    if (!source) return resolve(null)
    source.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      () => resolve(null),
      { enableHighAccuracy: true, timeout: LOCATE_MS, maximumAge: 15_000 }
    )
  })

async function send(call: HelpCall): Promise<Partial<CallState>> {
  try {
    const alarm = await raiseAlarm(call.bookingId, call.place)
    await mutate(myAlarmKey(call.personId), alarm, { revalidate: false })
    return { isOffline: false, waiting: null }
  } catch (cause) {
    const { key, status } = toAppError(cause)
    if (UNREACHED.has(key) || (status ?? 0) >= 500) return { isOffline: true }
    // `too_many_requests` is not shown as an error: the server refuses only more than 20 calls a minute, so the desk already
    // has an earlier call.
    return { isOffline: false, waiting: null, refused: key === 'too_many_requests' ? null : key }
  }
}

async function flush(): Promise<void> {
  const call = state.waiting
  if (!call || state.isSending) return
  clearTimeout(timer)
  set({ isSending: true })
  const { waiting, ...result } = await send(call)
  const isNewer = state.waiting !== call
  if (waiting === null && !result.refused && state.isOffline) toast('success', i18next.t('safety:sos.sent'))
  set({ isSending: false, ...result, ...(waiting === null && !isNewer ? { waiting } : {}) })
  if (state.waiting) timer = setTimeout(() => void flush(), result.isOffline ? RETRY_MS : 0)
}

/**
 * Calls the desk for help. Without a signal the call is stored and sent later. If the page was closed in between, the call is
 * sent when the page is opened again (`useKeptCall`). If the phone finds its position, a second call with the position follows.
 */
export function callForHelp(personId: string, bookingId: string | null): void {
  const call: HelpCall = { personId, bookingId, place: null, at: Date.now() }
  set({ waiting: call, refused: null })
  void flush()
  void locate().then((place) => {
    if (!place || state.refused) return
    set({ waiting: { ...call, place } })
    void flush()
  })
}

/** Resumes a call that this person made before the page was reloaded. */
export function resumeCall(personId: string): void {
  const call = state.waiting ?? keptCall(readStored(KEPT_CALL), personId, Date.now())
  set({ waiting: call?.personId === personId ? call : null })
  void flush()
}

export const callState = (): CallState => state

const onOnline = () => void flush()

export function subscribeCall(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('online', onOnline)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('online', onOnline)
  }
}
