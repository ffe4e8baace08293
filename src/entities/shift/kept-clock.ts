import { knownOffset, recallOffset } from '@/lib/server-clock'
import { readStored, store } from '@/lib/stored'

const KEPT = 'hackney.clock-offset'
/** Smaller changes are the network's, not the clock's (ms). */
const STEADY_MS = 5000
/** How often it is checked. */
const LOOK_MS = 5000

/**
 * A phone whose clock is wrong stays wrong, and a page may be opened offline: use the last known offset, until the returned
 * function is called.
 */
export function keepClock(): () => void {
  const stored = readStored(KEPT)
  let kept = typeof stored === 'number' && Number.isFinite(stored) ? stored : 0
  if (kept !== 0) recallOffset(kept)
  const timer = setInterval(() => {
    const offset = knownOffset()
    if (offset === null || Math.abs(offset - kept) < STEADY_MS) return
    kept = Math.abs(offset) < STEADY_MS ? 0 : offset
    store(KEPT, kept === 0 ? null : kept)
  }, LOOK_MS)
  return () => clearInterval(timer)
}
