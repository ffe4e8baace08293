import { type AppError, toAppError } from '@/lib/errors'
import { after, type UploadEvent, type UploadState } from './state'

/** The part that sends a file's bytes; it differs for small and large files. */
export interface Transport {
  /** Starts sending: from the beginning, or from where it stopped. */
  send: (hooks: { onProgress: (sent: number) => void }) => Promise<void>
  /** Stops sending after the current request; the promise of `send` then never settles. */
  stop: () => Promise<void>
  /** Stops sending and deletes what the storage has received. */
  discard: () => Promise<void>
}

export interface UploadProgress {
  state: UploadState
  sent: number
  total: number
  error: AppError | null
}

/**
 * One upload. It can be paused while running, resumed when paused, and canceled while running or pausing; each method returns
 * whether it took effect.
 */
export class UploadTask {
  private progress: UploadProgress
  private readonly transport: Transport
  private readonly listeners = new Set<() => void>()

  constructor(transport: Transport, total: number) {
    this.transport = transport
    this.progress = { state: 'running', sent: 0, total, error: null }
    this.run()
  }

  /** The current progress; for React's `useSyncExternalStore`. */
  readonly snapshot = (): UploadProgress => this.progress
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  readonly pause = (): boolean => {
    if (!this.step('pause')) return false
    void this.transport.stop().then(() => this.step('stopped'))
    return true
  }

  readonly resume = (): boolean => {
    if (!this.step('resume')) return false
    this.run()
    return true
  }

  readonly cancel = (): boolean => {
    if (!this.step('cancel')) return false
    // If deleting fails, the storage removes the upload by itself when it expires.
    void this.transport.discard().catch(() => {})
    return true
  }

  private run(): void {
    const onProgress = (sent: number) => {
      if (this.progress.state === 'running') this.publish({ sent })
    }
    this.transport.send({ onProgress }).then(
      () => this.step('succeed', { sent: this.progress.total }),
      (error) => this.step('fail', { error: toAppError(error) })
    )
  }

  private step(event: UploadEvent, change: Partial<UploadProgress> = {}): boolean {
    const state = after(this.progress.state, event)
    if (!state) return false
    this.publish({ ...change, state })
    return true
  }

  private publish(change: Partial<UploadProgress>): void {
    this.progress = { ...this.progress, ...change }
    for (const listener of this.listeners) listener()
  }
}
