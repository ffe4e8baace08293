import { CircleAlert, ImageUp, Pause, Play, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { isFileClean } from '@/lib/files/use-file-state'
import { publicBuckets } from '@/lib/files/use-stored-image'
import { toAppError } from '@/lib/server/errors'
import { useErrorText } from '@/lib/server/use-error-text'
import { type Bucket, limitWords, typesOf, type UploadKind } from '@/lib/upload/limits'
import { type UploadTo, useUpload } from '@/lib/upload/use-upload'
import { useFormRules } from '../rules'
import { FileChoice } from './file-choice'
import { Progress } from './progress'

interface UploadPanelProps {
  bucket: Bucket
  /** Which kind of file is uploaded. A document may also be a PDF. */
  kind?: UploadKind
  /** Where to upload the file: its path in the bucket, or a function that requests a signed upload address. */
  path: string | (() => Promise<UploadTo>)
  /** Larger pictures are scaled down until their longer edge has this length (px). */
  longestEdge?: number
  /** Called with the file's path after the upload. */
  onDone: (path: string) => void
  /** An error key. If it is set, a press on the button sends nothing and shows this error's message. */
  refusal?: string | null
}

/** A panel that chooses, previews and uploads a file, with progress, pause and cancel. */
export function UploadPanel(props: UploadPanelProps) {
  const { bucket, kind = 'picture', path, longestEdge, onDone, refusal = null } = props
  const { t } = useTranslation('form')
  const errorText = useErrorText()
  const { locale } = useFormRules()
  const [file, setFile] = useState<File | null>(null)
  const [isRefused, setRefused] = useState(false)
  const check = useCheck(bucket, onDone)
  const upload = useUpload(bucket, kind, check.start, longestEdge)
  const words = limitWords(bucket, kind, locale)
  const state = upload.progress?.state
  const isBusy = upload.isPreparing || state === 'running' || state === 'pausing' || check.isRunning
  const problem = isRefused ? refusal : (upload.error ?? check.error)
  const choose = (chosen: File | null) => {
    upload.reset()
    check.reset()
    setRefused(false)
    setFile(chosen)
  }
  const send = () => {
    setRefused(refusal !== null)
    if (refusal === null) void upload.start(file, path)
  }
  return (
    <div className="space-y-3">
      <FileChoice types={typesOf(bucket, kind)} file={file} isLocked={isBusy} hasCamera={false} onChoose={choose} />
      <p className="text-xs text-muted">{t('upload.limits', words)}</p>
      {upload.progress && <Progress progress={upload.progress} />}
      <p role="status" className="text-sm text-muted empty:hidden">
        {check.isRunning ? t('upload.checking') : ''}
      </p>
      {problem && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {errorText(problem, words)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {state === 'running' && (
          <Button className="max-md:h-11" onClick={upload.pause}>
            <Pause aria-hidden />
            {t('upload.pause')}
          </Button>
        )}
        {state === 'paused' && (
          <Button variant="ink" className="max-md:h-11" onClick={upload.resume}>
            <Play aria-hidden />
            {t('upload.resume')}
          </Button>
        )}
        {(state === 'running' || state === 'pausing') && (
          <Button className="max-md:h-11" onClick={upload.cancel}>
            <X aria-hidden />
            {t('upload.cancel')}
          </Button>
        )}
        {!isBusy && state !== 'paused' && state !== 'success' && (
          <Button variant="ink" className="max-md:h-11" onClick={send}>
            <ImageUp aria-hidden />
            {t('upload.send')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** After an upload to a public bucket, waits until the file was checked: everyone sees it as soon as it is used. */
function useCheck(bucket: Bucket, onDone: (path: string) => void) {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const open = useRef(new AbortController())
  useEffect(() => {
    open.current = new AbortController()
    return () => open.current.abort()
  }, [])
  const check = async (path: string) => {
    const { signal } = open.current
    setRunning(true)
    const problem = await isFileClean(bucket, path, signal).then(
      (isClean) => (isClean ? null : 'image_unreadable'),
      (failure: unknown) => toAppError(failure).key
    )
    if (signal.aborted) return
    setRunning(false)
    setError(problem)
    if (problem === null) onDone(path)
  }
  return {
    start: (path: string) => (publicBuckets.has(bucket) ? void check(path) : onDone(path)),
    isRunning,
    error,
    reset: () => setError(null)
  }
}
