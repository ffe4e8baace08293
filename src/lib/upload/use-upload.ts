import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type AppError, toAppError } from '@/lib/server/errors'
import { type Bucket, refusalOf, type UploadKind } from './limits'
import { preparePicture } from './picture'
import { isWorthRetrying, transportOf } from './transport'
import { type Transport, type UploadProgress, UploadTask } from './upload-task'

/** Where to upload: a path to which the signed-in person may write, or an address that is signed for this one file. */
export type UploadTo = string | { path: string; token: string }

const none = () => () => {}
const nothing = () => null

/** The upload that was started last. It is kept so that it can go on from where it stopped, if it fails. */
interface Sent {
  path: string
  transport: Transport
  size: number
}

/** Keys of errors after which the same upload can go on. After any other error the user has to start a new one. */
const BROKEN_OFF = new Set(['network_error', 'upload_failed', 'too_many_requests', 'not_logged_in'])

/**
 * Whether the same upload can go on after this error. It cannot if the storage refused it, for example because its signed
 * address has expired or already holds the file.
 */
const hasBrokenOff = ({ key, status = 0 }: AppError): boolean =>
  BROKEN_OFF.has(key) && (key !== 'upload_failed' || isWorthRetrying(status))

/**
 * Returns functions that upload a picture or a document to a bucket, and the progress of the current upload. `start` reduces a
 * picture and then sends it. An upload that still runs when the component is removed is canceled.
 *
 * @param onDone called after each successful upload, with the file's path
 * @param longestEdge larger pictures are reduced until their longer edge has this length (px)
 */
export function useUpload(bucket: Bucket, kind: UploadKind, onDone: (path: string) => void, longestEdge?: number) {
  const [sent, setSent] = useState<Sent | null>(null)
  const [task, setTask] = useState<UploadTask | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [isPreparing, setPreparing] = useState(false)
  const progress = useSyncExternalStore<UploadProgress | null>(task?.subscribe ?? none, task?.snapshot ?? nothing)
  // An upload can outlive the render in which it was started. At its end it calls the `onDone` of the latest render.
  const done = useRef(onDone)
  const open = useRef<{ task: UploadTask | null } | null>(null)
  useEffect(() => {
    done.current = onDone
  }, [onDone])
  useEffect(() => {
    const own: { task: UploadTask | null } = { task: null }
    open.current = own
    return () => {
      open.current = null
      own.task?.cancel()
    }
  }, [])

  const run = ({ path, transport, size }: Sent) => {
    const own = open.current
    if (!own) return
    const next = new UploadTask(transport, size)
    const end = next.subscribe(() => {
      if (next.snapshot().state !== 'success') return
      end()
      if (open.current === own) done.current(path)
    })
    own.task = next
    setTask(next)
  }

  const start = async (file: File | null, to: string | (() => Promise<UploadTo>)): Promise<void> => {
    setTask(null)
    const early = file ? refusalOf(bucket, kind, file) : 'choose_image_first'
    setRefused(early)
    if (!file || early) return
    setPreparing(true)
    try {
      const prepared = await preparePicture(file, longestEdge)
      const signed = typeof to === 'string' ? to : await to()
      const target = typeof signed === 'string' ? { path: signed } : signed
      const next = {
        path: target.path,
        transport: transportOf({ bucket, ...target, file: prepared }),
        size: prepared.size
      }
      setSent(next)
      run(next)
    } catch (error) {
      setRefused(toAppError(error).key)
    } finally {
      setPreparing(false)
    }
  }
  /** Continues the upload if it is paused, pauses before a retry, or has broken off. Else returns false. */
  const goOn = (): boolean => {
    if (task?.resume() || task?.hurry()) return true
    if (!sent || progress?.state !== 'error' || !progress.error || !hasBrokenOff(progress.error)) return false
    run(sent)
    return true
  }
  return {
    start,
    goOn,
    progress,
    isPreparing,
    error: refused ?? progress?.error?.key ?? null,
    pause: () => task?.pause(),
    resume: () => task?.resume(),
    cancel: () => task?.cancel(),
    /** Forgets the current upload. If `file` is given and the bucket would refuse it, `error` says so at once. */
    reset: (file: File | null = null) => {
      setTask(null)
      setSent(null)
      setRefused(file && refusalOf(bucket, kind, file))
    }
  }
}
