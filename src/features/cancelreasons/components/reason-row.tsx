import { GripVertical, Trash2 } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSWRConfig } from 'swr'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { controlClasses } from '@/components/ui/control-classes'
import { isTooLong, useTooLong } from '@/lib/text-limit'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { cn } from '@/lib/utils'
import { textLimits } from '@/types/text-limits'
import { type CancelReason, deleteReason, reasonsKey, renameReason } from '../api'

interface ReasonRowProps {
  reason: CancelReason
  place: number
  count: number
  isLocked: boolean
  isDragged: boolean
  handle: ComponentProps<'button'>
  onDeleted: () => void
}

/** A reason: pressed to be changed in place, moved by its handle, deleted after a question. */
export function ReasonRow({ reason, place, count, isLocked, isDragged, handle, onDeleted }: ReasonRowProps) {
  const { t } = useTranslation('cancelreasons')
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const deleting = useCommand(deleteReason, { invalidates: () => [reasonsKey], done: t('deleted'), onDone: onDeleted })
  return (
    <li
      data-row=""
      className={cn('flex min-h-12 items-center gap-2 border-b border-line px-2 md:px-4', isDragged && 'bg-soft')}
    >
      {!isLocked && (
        <button
          type="button"
          data-handle=""
          aria-label={t('form:rows.move', { place, count })}
          className="grid size-8 shrink-0 cursor-grab touch-none place-items-center text-muted hover:text-ink"
          {...handle}
        >
          <GripVertical aria-hidden className="size-4" />
        </button>
      )}
      <span className="w-8 shrink-0 text-end text-sm text-muted tabular">{place}</span>
      {isEditing ? (
        <ReasonInput reason={reason} onClose={() => setEditing(false)} />
      ) : (
        <button
          type="button"
          disabled={isLocked}
          onClick={() => setEditing(true)}
          className="min-h-10 min-w-0 flex-1 truncate rounded-control px-3 text-start text-sm hover:bg-soft disabled:hover:bg-transparent"
        >
          <span dir="auto">{reason.label}</span>
          {!isLocked && <span className="sr-only">{t('change')}</span>}
        </button>
      )}
      {!isLocked && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('delete_place', { place })}
          className="text-muted"
          onClick={() => setAsking(true)}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={t('delete_title')}
        text={t('delete_text', { label: reason.label })}
        keep={t('keep')}
        confirm={t('delete')}
        busy={deleting.busy}
        error={deleting.error}
        onConfirm={() => void deleting.run(reason.id)}
      />
    </li>
  )
}

function ReasonInput({ reason, onClose }: { reason: CancelReason; onClose: () => void }) {
  const { t } = useTranslation('cancelreasons')
  const errorText = useErrorText()
  const tooLong = useTooLong()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [label, setLabel] = useState(reason.label)
  const limit = textLimits.cancel_reasons.label
  const { mutate } = useSWRConfig()
  // Where somebody else was first, their words come in, and a second Enter puts ours on top of them.
  const renaming = useCommand(renameReason, { onSettled: () => void mutate(reasonsKey), onDone: onClose })
  useEffect(() => input.current?.select(), [])
  const text = label.trim()
  const error =
    tooLong(label, limit) ?? (text === '' ? errorText('reason_required') : renaming.error && errorText(renaming.error))
  const save = () => {
    if (text === reason.label) onClose()
    else if (text !== '' && !isTooLong(text, limit))
      void renaming.run({ id: reason.id, label: text, version: reason.version })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save()
    if (event.key === 'Escape') onClose()
  }
  return (
    <span className="min-w-0 flex-1 py-1">
      <input
        ref={input}
        dir="auto"
        aria-label={t('label')}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        value={label}
        disabled={renaming.busy}
        onChange={(event) => setLabel(event.target.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
        className={controlClasses}
      />
      {error && (
        <span id={id} role="alert" className="mt-1 block text-sm text-bad">
          {error}
        </span>
      )}
    </span>
  )
}
