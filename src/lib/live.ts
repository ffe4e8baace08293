import type { ChannelState } from './channels'

/** Interval in which a page asks the server while its channel is down (ms). */
const POLL_MS = 15_000

/**
 * SWR's `refreshInterval` for data whose changes a channel announces: 0 while the channel is live, so that nothing is requested
 * twice. While the channel is down, the page asks at an interval.
 *
 * @param isWanted whether the data can still change
 */
export function pollInterval(channel: ChannelState, isWanted = true, everyMs = POLL_MS): number {
  return isWanted && channel !== 'live' ? everyMs : 0
}
