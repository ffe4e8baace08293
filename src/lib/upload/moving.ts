import { AppError } from '@/lib/errors'
import type { Transport } from './upload-task'

/** A network over which nothing has moved for so long is as good as none (ms). */
const STALL_MS = 30_000

/** Sends the bytes as long as they move. @throws AppError `network_error` where they stand still */
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
