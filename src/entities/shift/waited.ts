/** An action that arrives within this time counts as sent at once (ms). */
const LIVE_MS = 5000

/** An action that waited for a signal: the server gets its time. */
export const hasWaited = ({ at }: { at: number }, now: number): boolean => now - at >= LIVE_MS
