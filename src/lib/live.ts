import type { ChannelState } from './channels'

/** Without its channel a page asks this often (ms). */
const POLL_MS = 15_000

/**
 * SWR's `refreshInterval` for data that a channel keeps fresh: 0 while it does, so nothing is asked twice. Without it
 * the page still converges, if later.
 *
 * @param isWanted whether anything can still change
 */
export function pollInterval(channel: ChannelState, isWanted = true, everyMs = POLL_MS): number {
  return isWanted && channel !== 'live' ? everyMs : 0
}
