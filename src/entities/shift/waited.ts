/** What gets there within this time was sent as it happened (ms). */
const LIVE_MS = 5000

/** A deed that had to wait for the signal: the server is told when it was done. */
export const hasWaited = ({ at }: { at: number }, now: number): boolean => now - at >= LIVE_MS
