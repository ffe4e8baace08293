/** How long a failing request to the storage, such as an upload, is retried (ms). */
export const UPLOAD_RETRY_MS = 600_000
export const OPERATION_RETRY_MS = 120_000

/** Pauses between retries (ms): 1, 2, 4, … at most 30 seconds, up to a total of `limit`. */
export function delaysWithin(limit: number): number[] {
  const delays: number[] = []
  for (let sum = 0, delay = 1000; sum + delay <= limit; delay = Math.min(delay * 2, 30_000)) {
    delays.push(delay)
    sum += delay
  }
  return delays
}
