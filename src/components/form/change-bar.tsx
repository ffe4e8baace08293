import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'

interface ChangeBarProps {
  /** The number of changed fields, and the list of their names; null for no list. */
  count: number
  names: ReactNode
  /** The reason why the changes were refused, shown instead of their number and names. */
  problem?: ReactNode
  /** The number of fields with an error, and the text that says so. */
  wrong: number
  toCorrect: string
  onJump: () => void
  isDirty: boolean
  onDiscard: () => void
  busy: boolean
  /** A line about the effect of the changes, at the top of the bar. */
  summary?: ReactNode
  /** The save button, which comes last in the bar. */
  children: ReactNode
}

/** The bar below a form with changes: their number and names, the number of errors, and the buttons to discard and save. */
export function ChangeBar(props: ChangeBarProps) {
  const { count, names, problem, wrong, toCorrect, onJump, isDirty, onDiscard, busy, summary, children } = props
  const { t } = useTranslation('form')
  return (
    <div className="sticky bottom-0 z-20 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-card px-4 py-2 pb-safe md:px-6">
      {summary}
      {problem ??
        (count > 0 && (
          <p role="status" className="flex min-w-0 flex-1 items-center gap-2 text-sm max-sm:min-w-fit">
            <span
              aria-hidden
              className="grid h-6 min-w-6 shrink-0 place-items-center rounded-full bg-info-soft px-1.5 text-xs font-semibold text-info tabular"
            >
              {count}
            </span>
            <span className="shrink-0 font-medium">{t('changes', { count })}</span>
            {names}
          </p>
        ))}
      <span className="ms-auto flex flex-wrap items-center justify-end gap-2">
        {wrong > 0 && (
          <Button variant="ghost" size="sm" className="text-bad" onClick={onJump}>
            <CircleAlert aria-hidden />
            {toCorrect}
          </Button>
        )}
        {isDirty && (
          <Button variant="ghost" onClick={onDiscard} disabled={busy}>
            {t('discard')}
          </Button>
        )}
        {children}
      </span>
    </div>
  )
}
