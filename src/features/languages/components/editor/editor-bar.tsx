import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/lib/use-error-text'
import type { TextEditorState } from '../../hooks/use-text-editor'

interface EditorBarProps {
  editor: TextEditorState
  onSave: () => void
  disabled: boolean
}

/** How many texts are changed and which, why they were refused, and the two ways on. */
export function EditorBar({ editor, onSave, disabled }: EditorBarProps) {
  const { t } = useTranslation('languages')
  const errorText = useErrorText()
  const { changes, isDirty, wrong, jsonError, saving } = editor
  const hint = saving.error?.key === 'texts_invalid' ? saving.error.hint : undefined
  return (
    <div className="sticky bottom-0 z-20 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-card px-4 py-2 pb-safe md:px-6">
      {isDirty && !saving.error && (
        <p role="status" className="flex min-w-0 flex-1 items-center gap-2 text-sm">
          <span
            aria-hidden
            className="grid h-6 min-w-6 place-items-center rounded-full bg-info-soft px-1.5 text-xs font-semibold text-info tabular"
          >
            {changes.length}
          </span>
          <span className="shrink-0 font-medium">{t('form:changes', { count: changes.length })}</span>
          <bdi className="hidden truncate font-mono text-xs text-muted sm:inline">{changes.slice(0, 8).join(', ')}</bdi>
        </p>
      )}
      {saving.error && (
        <p role="alert" className="min-w-0 flex-1 text-sm text-bad">
          {errorText(saving.error)} {hint && <bdi className="font-mono text-xs">{hint}</bdi>}
        </p>
      )}
      <span className="ms-auto flex items-center gap-2">
        {wrong > 0 && (
          <Button variant="ghost" size="sm" className="text-bad" onClick={onSave}>
            <CircleAlert aria-hidden />
            {t('to_correct', { count: wrong })}
          </Button>
        )}
        {isDirty && (
          <Button variant="ghost" disabled={saving.busy} onClick={editor.discard}>
            {t('form:discard')}
          </Button>
        )}
        <Button
          variant="accent"
          busy={saving.busy}
          disabled={!isDirty || disabled || jsonError !== null || wrong > 0 || editor.isOutdated}
          onClick={onSave}
        >
          {t('common:save')}
        </Button>
      </span>
    </div>
  )
}
