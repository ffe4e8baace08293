import { setServerPace } from '@/lib/time/server-clock'

export const speeds = [1, 4, 16] as const
export type Speed = (typeof speeds)[number]

/** The state of the demo's clock, as the demo's service reports it. */
export interface ClockState {
  /** Server time, ms since the epoch. */
  now: number
  speed: Speed
  chosen: Speed
  /**
   * Why the clock runs at normal speed although a higher one was chosen. `offer`: an offer is open, and the driver must have
   * time to answer. Null if the clock runs at the chosen speed.
   */
  held: 'offer' | null
}

let state: ClockState | null = null
let source: EventSource | null = null
const listeners = new Set<() => void>()

/** Sets this page's server clock to the demo's time and speed, and tells all listeners. */
export function takeClock(next: ClockState): void {
  setServerPace(next.now, next.speed)
  state = next
  for (const listener of listeners) listener()
}

/**
 * Opens the connection that reports the clock while a listener needs it and the page is visible. It is closed otherwise,
 * because browsers limit the connections per host.
 */
function follow(): void {
  const isWanted = listeners.size > 0 && document.visibilityState === 'visible'
  if (isWanted === (source !== null)) return
  source?.close()
  source = isWanted ? new EventSource('/demo/clock') : null
  if (source) source.onmessage = ({ data }) => takeClock(JSON.parse(data))
}

export function subscribeClock(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) document.removeEventListener('visibilitychange', follow)
    follow()
  }
}

export const clockState = (): ClockState | null => state
