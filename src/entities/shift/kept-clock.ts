import { readStored, store } from '@/lib/storage/stored'
import { knownOffset, recallOffset } from '@/lib/time/server-clock'

const KEPT = 'hackney.clock-offset'
/** Smaller changes of the clocks' offset (ms) are not stored, because they come from the network and not from a clock. */
const STEADY_MS = 5000
/** How often the offset is checked (ms). */
const LOOK_MS = 5000

/**
 * Stores the offset between the phone's clock and the server's, until the returned function is called. It begins with the
 * offset that was stored last: the page may be opened offline, and a phone's clock that was wrong is probably still wrong.
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
