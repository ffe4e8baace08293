import { CircleAlert, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { fieldClasses } from '@/components/ui/input'
import { cn } from '@/lib/utils'
import { pageTextLength } from '@/types/rules'
import type { TextRow } from '../../model/rows'
import { useTextProblem } from '../use-text-problem'

interface TextLineProps {
  row: TextRow
  locale: string
  isChosen: boolean
  disabled: boolean
  onChoose: () => void
  /** Called with the typed text; null removes the operator's text. */
  onChange: (text: string | null) => void
}

/** Edits one text: its key, the default text, the operator's text, and why pages cannot show the operator's text (if so). */
export function TextLine({ row, locale, isChosen, disabled, onChoose, onChange }: TextLineProps) {
  const { t } = useTranslation('languages')
  const id = useId()
  const { key, shown, text, state } = row
  const problem = useTextProblem(row.problem, row.text ?? '')
  return (
    <li
      className={cn(
        'grid gap-x-6 gap-y-2 border-b border-line px-4 py-3 md:grid-cols-2 md:px-6',
        isChosen && 'bg-soft/60'
      )}
    >
      <div className="min-w-0">
        <p className="flex items-center gap-1.5 text-xs text-muted">
          {state === 'changed' && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-info" />}
          <bdi id={`${id}-key`} className="break-all font-mono">
            {key}
          </bdi>
          {state !== 'same' && <span className="sr-only">{t(`filter.${state}`)}</span>}
        </p>
        <p id={`${id}-shown`} dir="auto" className="mt-1 text-sm break-words whitespace-pre-wrap">
          {state === 'unused' ? <span className="text-muted">{t('unused_text')}</span> : shown}
        </p>
      </div>
      <div className="flex min-w-0 items-start gap-1">
        <div className="min-w-0 flex-1">
          <textarea
            dir="auto"
            lang={locale}
            rows={1}
            readOnly={disabled || state === 'unused'}
            aria-labelledby={`${id}-key`}
            aria-describedby={problem ? `${id}-problem` : `${id}-shown`}
            aria-invalid={problem ? true : undefined}
            data-limit={pageTextLength}
            placeholder={shown}
            value={text ?? ''}
            onFocus={onChoose}
            onChange={(event) => onChange(event.target.value)}
            className={cn(fieldClasses, 'field-sizing-content max-h-64 min-h-9 resize-none py-1.5 text-sm')}
          />
          {problem && (
            <p id={`${id}-problem`} role="alert" className="mt-1 flex items-start gap-1.5 text-xs text-bad">
              <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
              {problem}
            </p>
          )}
        </div>
        <Button
          variant="ghost"
          size="icon-sm"
          className={cn('mt-0.5', text === undefined && 'invisible')}
          disabled={disabled}
          aria-label={t('reset', { key })}
          title={t('reset', { key })}
          onClick={() => onChange(null)}
        >
          <Undo2 aria-hidden />
        </Button>
      </div>
    </li>
  )
}
