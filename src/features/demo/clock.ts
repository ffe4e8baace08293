import { setServerPace } from '@/lib/server-clock'

export const speeds = [1, 4, 16] as const
export type Speed = (typeof speeds)[number]

/** The demo's clock, as its service reports it. */
export interface ClockState {
  /** Server time, ms since the epoch. */
  now: number
  speed: Speed
  chosen: Speed
  /** Why the clock runs at 1x although a higher speed was chosen. */
  held: 'offer' | null
}

let state: ClockState | null = null
let source: EventSource | null = null
const listeners = new Set<() => void>()

/** Applies the reported clock to every clock of the page. */
export function takeClock(next: ClockState): void {
  setServerPace(next.now, next.speed)
  state = next
  for (const listener of listeners) listener()
}

/** Browsers limit the connections per host, so a hidden page closes its own. */
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
