import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '@/components/ui/spinner'
import { cn } from '@/lib/utils'

interface FileBoxProps {
  name: string | null
  isBusy: boolean
  onFile: (file: File) => void
}

/** Chooses a file by a press, by the keyboard, or by dropping it. */
export function FileBox({ name, isBusy, onFile }: FileBoxProps) {
  const { t } = useTranslation('money')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cn(
        'relative flex cursor-pointer flex-col items-center gap-1.5 rounded-card border border-dashed border-line-strong px-4 py-6 text-center focus-within:outline-2 focus-within:outline-ink hover:bg-soft',
        isOver && 'border-ink bg-soft'
      )}
    >
      {isBusy ? <Spinner className="size-5" /> : <FileUp aria-hidden className="size-5 text-muted" />}
      <span className="font-medium">{name ? <bdi>{name}</bdi> : t('import.choose')}</span>
      <span className="text-xs text-muted">{t('import.kinds')}</span>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".xml,.csv,.txt,.tsv,text/csv,text/xml,application/xml"
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Cleared, so that the same file can be chosen again after it was corrected.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </label>
  )
}
