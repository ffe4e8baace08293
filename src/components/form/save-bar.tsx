import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { capsOf } from '@/lib/page/keys'
import { ChangeBar } from './change-bar'
import { useFormContext, useWordsOf } from './form-context'
import { SAVE_KEYS } from './use-save-key'

interface SaveBarProps {
  /** The label of the save button for a new row, such as "Create". */
  create: string
  onJump: () => void
  /** A line about the effect of the changes. */
  summary?: ReactNode
}

/**
 * The bar at the bottom of a form: the labels of changed fields, the number of errors, and buttons to discard and save the
 * changes.
 */
export function SaveBar({ create, onJump, summary }: SaveBarProps) {
  const { t } = useTranslation('form')
  const { form } = useFormContext()
  const { nameOf } = useWordsOf()
  const { changes, isDirty, isNew, busy } = form
  const wrong = form.errorPaths.length
  return (
    <ChangeBar
      count={isDirty && !isNew ? changes.length : 0}
      names={
        <span dir="auto" className="hidden truncate text-muted sm:inline">
          {[...new Set(changes.map(nameOf))].join(', ')}
        </span>
      }
      wrong={wrong}
      toCorrect={t('to_correct', { count: wrong })}
      onJump={onJump}
      isDirty={isDirty}
      onDiscard={form.discard}
      busy={busy}
      summary={summary}
    >
      <Button type="submit" variant="accent" busy={busy} disabled={!isDirty && !isNew}>
        {isNew ? create : t('common:save')}
        <kbd aria-hidden className="hidden font-sans text-xs font-normal md:inline">
          {capsOf(SAVE_KEYS).join(' ')}
        </kbd>
      </Button>
    </ChangeBar>
  )
}
