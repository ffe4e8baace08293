import type { ChannelState } from './channels'

/** Interval at which a page fetches data while its channel is down (ms). */
const POLL_MS = 15_000

/**
 * Returns SWR's `refreshInterval` for data whose changes are announced on a channel. While the channel is live it is 0, because
 * the page fetches at each announcement. Otherwise the page fetches at an interval.
 *
 * @param isWanted whether the data can still change; if they cannot, the interval is 0
 */
export function pollInterval(channel: ChannelState, isWanted = true, everyMs = POLL_MS): number {
  return isWanted && channel !== 'live' ? everyMs : 0
}
