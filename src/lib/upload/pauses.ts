/** How long a failing upload is retried (ms). Other failing requests to the storage are retried for `OPERATION_RETRY_MS`. */
export const UPLOAD_RETRY_MS = 600_000
export const OPERATION_RETRY_MS = 120_000

/** Returns the pauses between retries (ms): 1, 2, 4, … and at most 30 seconds. Their sum is at most `limit`. */
export function delaysWithin(limit: number): number[] {
  const delays: number[] = []
  for (let sum = 0, delay = 1000; sum + delay <= limit; delay = Math.min(delay * 2, 30_000)) {
    delays.push(delay)
    sum += delay
  }
  return delays
}
