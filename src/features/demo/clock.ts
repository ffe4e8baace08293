import { setServerPace } from '@/lib/server-clock'

export const speeds = [1, 4, 16] as const
export type Speed = (typeof speeds)[number]

/** How the demo's time goes, as its service tells. */
export interface ClockState {
  /** The server's time, ms since the epoch. */
  now: number
  speed: Speed
  chosen: Speed
  /** Why it goes at 1x although more was chosen. */
  held: 'offer' | null
}

let state: ClockState | null = null
let source: EventSource | null = null
const listeners = new Set<() => void>()

/** Takes what the service told: every clock of the page goes by it from now on. */
export function takeClock(next: ClockState): void {
  setServerPace(next.now, next.speed)
  state = next
  for (const listener of listeners) listener()
}

/** A browser opens few connections to one address, so a page that nobody sees gives its own back. */
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
