import type { ChannelState } from './channels'

/** Polling interval of a page whose channel is down (ms). */
const POLL_MS = 15_000

/**
 * SWR's `refreshInterval` for data that a channel keeps fresh: 0 while the channel is live, so nothing is requested twice.
 * While it is down, polling keeps the page up to date.
 *
 * @param isWanted whether anything can still change
 */
export function pollInterval(channel: ChannelState, isWanted = true, everyMs = POLL_MS): number {
  return isWanted && channel !== 'live' ? everyMs : 0
}
