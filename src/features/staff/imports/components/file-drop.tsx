import { FileUp } from 'lucide-react'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Spinner } from '@/components/ui/spinner'
import { Textarea } from '@/components/ui/textarea'
import { cn } from '@/lib/utils'

/** Maximum characters that can be pasted; larger tables come as a file. */
const PASTE_LIMIT = 2_000_000

interface FileDropProps {
  isBusy: boolean
  onFile: (file: File) => void
  onText: (text: string) => void
}

/** Chooses a file by a press, by the keyboard or by dropping it; cells can also be pasted. */
export function FileDrop({ isBusy, onFile, onText }: FileDropProps) {
  const { t } = useTranslation('imports')
  const [isOver, setOver] = useState(false)
  const [text, setText] = useState('')
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  }
  return (
    <div className="space-y-4">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          'relative flex cursor-pointer flex-col items-center gap-1.5 rounded-card border border-dashed border-line-strong px-4 py-10 text-center focus-within:outline-2 focus-within:outline-ink hover:bg-soft',
          isOver && 'border-ink bg-soft'
        )}
      >
        {isBusy ? <Spinner className="size-6" /> : <FileUp aria-hidden className="size-6 text-muted" />}
        <span className="font-medium">{t('choose')}</span>
        <span className="text-sm text-muted">{t('choose_hint')}</span>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            // Cleared, so that the same file can be chosen again after it was corrected.
            event.target.value = ''
            if (file) onFile(file)
          }}
        />
      </label>
      <details className="rounded-card border border-line px-4 py-3">
        <summary className="cursor-pointer font-medium">{t('paste')}</summary>
        <div className="mt-3 space-y-3">
          <Field label={t('paste')} hint={t('paste_hint')} limit={{ text, of: PASTE_LIMIT }} isDense>
            {(control) => (
              <Textarea
                {...control}
                dir="auto"
                rows={5}
                value={text}
                onChange={(event) => setText(event.target.value)}
                className="font-mono text-sm"
              />
            )}
          </Field>
          <Button
            disabled={text.length > PASTE_LIMIT}
            onClick={() => {
              if (text.trim() !== '') onText(text)
            }}
          >
            {t('read_pasted')}
          </Button>
        </div>
      </details>
    </div>
  )
}
