import { setServerPace } from '@/lib/server-clock'

export const speeds = [1, 4, 16] as const
export type Speed = (typeof speeds)[number]

/** The demo's clock, as its service reports it. */
export interface ClockState {
  /** Server time, ms since the epoch. */
  now: number
  speed: Speed
  chosen: Speed
  /**
   * Why the clock runs at normal speed although a higher one was chosen; null if it does not. `offer`: a driver must have time
   * to answer.
   */
  held: 'offer' | null
}

let state: ClockState | null = null
let source: EventSource | null = null
const listeners = new Set<() => void>()

/** Sets all clocks of the page to the demo's. */
export function takeClock(next: ClockState): void {
  setServerPace(next.now, next.speed)
  state = next
  for (const listener of listeners) listener()
}

/**
 * Opens the connection that reports the clock, and closes it while the page is hidden: browsers limit the connections per host.
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
