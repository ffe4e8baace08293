import { type AppError, toAppError } from '@/lib/server/errors'
import { after, type UploadEvent, type UploadState } from './state'

interface SendHooks {
  onProgress: (sent: number) => void
  /** Called when an attempt has failed and another one follows after a pause. */
  onRetry?: () => void
}

/** A way to send a file's bytes. There is one for small files and one for large files. */
export interface Transport {
  /** Starts to send the file: from its beginning, or from where sending stopped. */
  send: (hooks: SendHooks) => Promise<void>
  /** Aborts the current request and sends no further one. The promise that `send` returned then never settles. */
  stop: () => Promise<void>
  /** Stops sending, and deletes the bytes that the storage has received. */
  discard: () => Promise<void>
}

export interface UploadProgress {
  state: UploadState
  sent: number
  total: number
  /** Whether the last attempt failed and the next one follows after a pause. */
  isRetrying: boolean
  error: AppError | null
}

/**
 * One upload. It can be paused while it runs, resumed while it is paused, and canceled while it runs or is pausing. Each of
 * these methods returns whether it took effect.
 */
export class UploadTask {
  private progress: UploadProgress
  private readonly transport: Transport
  private readonly listeners = new Set<() => void>()

  constructor(transport: Transport, total: number) {
    this.transport = transport
    this.progress = { state: 'running', sent: 0, total, isRetrying: false, error: null }
    this.run()
  }

  /** Returns the current progress, for React's `useSyncExternalStore`. */
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

  /** Makes the next attempt now, without the rest of the pause before it. */
  readonly hurry = (): boolean => {
    const { state, isRetrying } = this.progress
    if (state !== 'running' || !isRetrying) return false
    this.publish({ isRetrying: false })
    void this.transport.stop().then(() => this.progress.state === 'running' && this.run())
    return true
  }

  readonly cancel = (): boolean => {
    if (!this.step('cancel')) return false
    // If this fails, the storage itself removes the upload when it expires.
    void this.transport.discard().catch(() => {})
    return true
  }

  private run(): void {
    const onProgress = (sent: number) => {
      if (this.progress.state === 'running') this.publish({ sent, isRetrying: false })
    }
    const onRetry = () => this.publish({ isRetrying: true })
    this.transport.send({ onProgress, onRetry }).then(
      () => this.step('succeed', { sent: this.progress.total }),
      (error) => this.step('fail', { error: toAppError(error) })
    )
  }

  private step(event: UploadEvent, change: Partial<UploadProgress> = {}): boolean {
    const state = after(this.progress.state, event)
    if (!state) return false
    this.publish({ isRetrying: false, ...change, state })
    return true
  }

  private publish(change: Partial<UploadProgress>): void {
    this.progress = { ...this.progress, ...change }
    for (const listener of this.listeners) listener()
  }
}
