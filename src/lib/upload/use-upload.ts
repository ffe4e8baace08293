import { useState, useSyncExternalStore } from 'react'
import { toAppError } from '@/lib/errors'
import { type Bucket, refusalOf, type UploadKind } from './limits'
import { preparePicture } from './picture'
import { transportOf } from './transport'
import { type UploadProgress, UploadTask } from './upload-task'

/** Where to upload: a path to which the signed-in person may write, or an address that is signed for this one file. */
export type UploadTo = string | { path: string; token: string }

const none = () => () => {}
const nothing = () => null

/**
 * Returns functions that upload a picture or a document to a bucket, and the progress of the current upload. `start` reduces a
 * picture and then sends it.
 *
 * @param onDone called after each successful upload, with the file's path
 * @param longestEdge larger pictures are reduced until their longer edge has this length (px)
 */
export function useUpload(bucket: Bucket, kind: UploadKind, onDone: (path: string) => void, longestEdge?: number) {
  const [task, setTask] = useState<UploadTask | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [isPreparing, setPreparing] = useState(false)
  const progress = useSyncExternalStore<UploadProgress | null>(task?.subscribe ?? none, task?.snapshot ?? nothing)

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
      const next = new UploadTask(transportOf({ bucket, ...target, file: prepared }), prepared.size)
      const end = next.subscribe(() => {
        if (next.snapshot().state !== 'success') return
        end()
        onDone(target.path)
      })
      setTask(next)
    } catch (error) {
      setRefused(toAppError(error).key)
    } finally {
      setPreparing(false)
    }
  }
  return {
    start,
    progress,
    isPreparing,
    error: refused ?? progress?.error?.key ?? null,
    pause: () => task?.pause(),
    resume: () => task?.resume(),
    cancel: () => task?.cancel(),
    reset: () => {
      setTask(null)
      setRefused(null)
    }
  }
}
