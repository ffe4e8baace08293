import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { useFormContext, useWordsOf } from './form-context'

interface SaveBarProps {
  /** Names the button of a new one: "Create". */
  create: string
  onJump: () => void
}

/** How many changes there are and which, what is left to correct, and the two ways on. */
export function SaveBar({ create, onJump }: SaveBarProps) {
  const { t } = useTranslation('form')
  const { form } = useFormContext()
  const { nameOf } = useWordsOf()
  const { changes, isDirty, isNew, busy } = form
  const wrong = form.errorPaths.length
  return (
    <div className="sticky bottom-0 z-20 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-card px-4 py-2 pb-safe md:px-6">
      {isDirty && !isNew && (
        <p role="status" className="flex min-w-0 flex-1 items-center gap-2 text-sm">
          <span
            aria-hidden
            className="grid size-6 shrink-0 place-items-center rounded-full bg-info-soft text-xs font-semibold text-info tabular"
          >
            {changes.length}
          </span>
          <span className="shrink-0 font-medium">{t('changes', { count: changes.length })}</span>
          <span dir="auto" className="hidden truncate text-muted sm:inline">
            {[...new Set(changes.map(nameOf))].join(', ')}
          </span>
        </p>
      )}
      <span className="ms-auto flex items-center gap-2">
        {wrong > 0 && (
          <Button variant="ghost" size="sm" className="text-bad" onClick={onJump}>
            <CircleAlert aria-hidden />
            {t('to_correct', { count: wrong })}
          </Button>
        )}
        {isDirty && (
          <Button variant="ghost" onClick={form.discard} disabled={busy}>
            {t('discard')}
          </Button>
        )}
        <Button type="submit" variant="accent" busy={busy} disabled={!isDirty && !isNew}>
          {isNew ? create : t('common:save')}
          <kbd aria-hidden className="hidden font-sans text-xs font-normal md:inline">
            {SHORTCUT}
          </kbd>
        </Button>
      </span>
    </div>
  )
}

const SHORTCUT = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '') ? '⌘S' : 'Ctrl S'
