import { useTranslation } from 'react-i18next'
import { ChangeBar } from '@/components/form/change-bar'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/lib/server/use-error-text'
import type { TextEditorState } from '../../hooks/use-text-editor'

interface EditorBarProps {
  editor: TextEditorState
  onSave: () => void
  disabled: boolean
}

/**
 * The bar below the editor, with buttons to save and discard. It shows how many and which texts were changed, and an error if
 * there is one.
 */
export function EditorBar({ editor, onSave, disabled }: EditorBarProps) {
  const { t } = useTranslation('languages')
  const errorText = useErrorText()
  const { changes, isDirty, wrong, jsonError, saving } = editor
  const hint = saving.error?.key === 'texts_invalid' ? saving.error.hint : undefined
  return (
    <ChangeBar
      count={changes.length}
      names={
        <bdi className="hidden truncate font-mono text-xs text-muted sm:inline">{changes.slice(0, 8).join(', ')}</bdi>
      }
      problem={
        saving.error && (
          <p role="alert" className="min-w-0 flex-1 text-sm text-bad">
            {errorText(saving.error)} {hint && <bdi className="font-mono text-xs">{hint}</bdi>}
          </p>
        )
      }
      wrong={wrong}
      toCorrect={t('to_correct', { count: wrong })}
      onJump={onSave}
      isDirty={isDirty}
      onDiscard={editor.discard}
      busy={saving.busy}
    >
      <Button
        variant="accent"
        busy={saving.busy}
        disabled={!isDirty || disabled || jsonError !== null || wrong > 0 || editor.isOutdated}
        onClick={onSave}
      >
        {t('common:save')}
      </Button>
    </ChangeBar>
  )
}
