import { AppError } from '@/lib/errors'
import type { Transport } from './upload-task'

/** If no bytes were sent for this long (ms), the network counts as down. */
const STALL_MS = 30_000

/**
 * Runs an upload as long as it makes progress.
 *
 * @throws AppError `network_error` if it makes none for `stallMs`
 */
export function moving(transport: Transport, stallMs = STALL_MS): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  return new Promise<void>((resolve, reject) => {
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        void transport.stop().catch(() => {})
        reject(new AppError('network_error'))
      }, stallMs)
    }
    wait()
    transport.send({ onProgress: wait }).then(resolve, reject)
  }).finally(() => clearTimeout(timer))
}
