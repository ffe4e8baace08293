/** An action that arrives within this time counts as sent at once (ms). */
const LIVE_MS = 5000

/** Whether an action had to wait for a signal. If so, the request also contains the time when it was done. */
export const hasWaited = ({ at }: { at: number }, now: number): boolean => now - at >= LIVE_MS
