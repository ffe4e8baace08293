import { Camera, FileCheck2 } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/utils'

interface FileChoiceProps {
  types: readonly string[] | null
  file: File | null
  /** Whether another file cannot be chosen now. */
  isLocked: boolean
  /** Whether the preview is large enough to see if the picture can be read. */
  isLarge?: boolean
  hasCamera: boolean
  onChoose: (file: File | null) => void
}

/** Lets the person choose a file in the system's dialog, or drop it on the panel. */
export function FileChoice({ types, file, isLocked, isLarge = false, hasCamera, onChoose }: FileChoiceProps) {
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
      {preview && (
        <img
          src={preview}
          alt={t('upload.preview')}
          className={cn('object-contain', isLarge ? 'max-h-52 w-full rounded-control' : 'h-20 max-w-40')}
        />
      )}
      {file && !preview && isLarge && <FileCheck2 aria-hidden className="size-10 text-muted" />}
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
