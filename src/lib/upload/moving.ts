import { AppError } from '@/lib/server/errors'
import type { Transport } from './upload-task'

/** Time without any sent bytes after which the network counts as down (ms). */
const STALL_MS = 30_000

/**
 * Sends a file, and stops if the upload makes no progress.
 *
 * @param stallMs time without any sent bytes after which the upload is stopped (ms)
 * @throws AppError `network_error` if the upload was stopped; also the errors of `transport`
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
