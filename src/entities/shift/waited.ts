/** An action that arrives within this time counts as sent at once (ms). */
const LIVE_MS = 5000

/** Whether an action waited for a signal: the server is then told when it was done. */
export const hasWaited = ({ at }: { at: number }, now: number): boolean => now - at >= LIVE_MS
