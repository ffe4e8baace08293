/** How long a failing upload is tried again, and any other call of the storage (ms). */
export const UPLOAD_RETRY_MS = 600_000
export const OPERATION_RETRY_MS = 120_000

/** Pauses between tries: 1, 2, 4, … at most 30 seconds, for as long as it may take (ms). */
export function delaysWithin(limit: number): number[] {
  const delays: number[] = []
  for (let sum = 0, delay = 1000; sum + delay <= limit; delay = Math.min(delay * 2, 30_000)) {
    delays.push(delay)
    sum += delay
  }
  return delays
}
