import { AppError } from '@/lib/errors'
import type { Transport } from './upload-task'

/** Time without any sent bytes after which the network counts as down (ms). */
const STALL_MS = 30_000

/**
 * Runs an upload as long as it makes progress.
 *
 * @throws AppError `network_error` if no bytes are sent for `stallMs`
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
