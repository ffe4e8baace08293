import { Camera, CircleAlert, ImageUp, Pause, Play, X } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { type Bucket, limitWords, typesOf, type UploadKind } from '@/lib/upload/limits'
import type { UploadProgress } from '@/lib/upload/upload-task'
import { type UploadTo, useUpload } from '@/lib/upload/use-upload'
import { useErrorText } from '@/lib/use-error-text'
import { cn } from '@/lib/utils'
import { useFormRules } from '../rules'

interface UploadPanelProps {
  bucket: Bucket
  /** Which kind of file is uploaded. A document may also be a PDF. */
  kind?: UploadKind
  /** Where to upload the file: its path in the bucket, or a function that requests a signed upload address. */
  path: string | (() => Promise<UploadTo>)
  /** Larger pictures are scaled down until their longer edge has this length (px). */
  longestEdge?: number
  /** Also offers the camera, on a phone. */
  hasCamera?: boolean
  /** Called with the file's path after the upload. */
  onDone: (path: string) => void
  /** Called when sending starts (true) and when it ends (false). */
  onSending?: (isSending: boolean) => void
  /** An error key. If it is set, a press on the button sends nothing and shows this error's message. */
  refusal?: string | null
}

/** A panel that chooses, previews and uploads a file, with progress, pause and cancel. */
export function UploadPanel(props: UploadPanelProps) {
  const { bucket, kind = 'picture', path, longestEdge, hasCamera = false, onDone, onSending, refusal = null } = props
  const { t } = useTranslation('form')
  const errorText = useErrorText()
  const { locale } = useFormRules()
  const [file, setFile] = useState<File | null>(null)
  const [isRefused, setRefused] = useState(false)
  const upload = useUpload(bucket, kind, onDone, longestEdge)
  const words = limitWords(bucket, kind, locale)
  const state = upload.progress?.state
  const isBusy = upload.isPreparing || state === 'running' || state === 'pausing'
  const problem = isRefused ? refusal : upload.error
  useEffect(() => onSending?.(isBusy), [onSending, isBusy])
  const choose = (chosen: File | null) => {
    upload.reset()
    setRefused(false)
    setFile(chosen)
  }
  const send = () => {
    setRefused(refusal !== null)
    if (refusal === null) void upload.start(file, path)
  }
  return (
    <div className="space-y-3">
      <FileChoice types={typesOf(bucket, kind)} file={file} isLocked={isBusy} hasCamera={hasCamera} onChoose={choose} />
      <p className="text-xs text-muted">{t('upload.limits', words)}</p>
      {upload.progress && <Progress progress={upload.progress} />}
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

interface FileChoiceProps {
  types: readonly string[] | null
  file: File | null
  isLocked: boolean
  hasCamera: boolean
  onChoose: (file: File | null) => void
}

/** Lets the person choose a file in the system's dialog, or drop it on the panel. */
function FileChoice({ types, file, isLocked, hasCamera, onChoose }: FileChoiceProps) {
  const { t } = useTranslation('form')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const preview = usePreview(file)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped && !isLocked) onChoose(dropped)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here; keyboard users press the button inside
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cn(
        'flex min-h-28 flex-wrap items-center justify-center gap-4 rounded-control border border-dashed border-line-strong p-4',
        isOver && 'bg-soft'
      )}
    >
      {preview && <img src={preview} alt={t('upload.preview')} className="h-20 max-w-40 object-contain" />}
      <span className="flex min-w-0 flex-col items-center gap-1">
        <input
          ref={input}
          id={id}
          type="file"
          accept={types?.join(',')}
          className="sr-only"
          disabled={isLocked}
          aria-label={t('upload.file')}
          onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
        />
        <Button className="max-md:h-11" disabled={isLocked} onClick={() => input.current?.click()}>
          {t(file ? 'upload.another' : 'upload.choose')}
        </Button>
        {hasCamera && (
          <>
            <input
              ref={camera}
              type="file"
              accept="image/*"
              capture="environment"
              className="sr-only"
              disabled={isLocked}
              tabIndex={-1}
              aria-label={t('upload.camera_file')}
              onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
            />
            <Button
              variant="outline"
              className="max-md:h-11"
              disabled={isLocked}
              onClick={() => camera.current?.click()}
            >
              <Camera aria-hidden />
              {t('upload.camera')}
            </Button>
          </>
        )}
        <span dir="auto" className="max-w-60 truncate text-xs text-muted">
          {file?.name ?? t('upload.drop')}
        </span>
      </span>
    </div>
  )
}

/** Returns the address of a preview of the chosen file; null if there is none. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file?.type.startsWith('image/')) return setAddress(null)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

function Progress({ progress: { state, sent, total } }: { progress: UploadProgress }) {
  const { t } = useTranslation('form')
  const percent = total === 0 ? 100 : Math.round((sent / total) * 100)
  return (
    <div>
      <div
        role="progressbar"
        aria-label={t('upload.progress')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-soft"
      >
        <div className="h-full bg-ink transition-[width]" style={{ width: `${percent}%` }} />
      </div>
      <p role="status" className="mt-1 text-xs text-muted tabular">
        {t(`upload.states.${state}`, { percent })}
      </p>
    </div>
  )
}
