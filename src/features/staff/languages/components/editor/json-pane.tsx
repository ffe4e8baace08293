import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { fieldClasses } from '@/components/ui/input'
import { cn } from '@/lib/utils'
import type { TextEditorState } from '../../hooks/use-text-editor'

interface JsonPaneProps {
  editor: TextEditorState
  disabled: boolean
}

/** Shows the operator's own texts as JSON, to edit. Invalid JSON stays as typed, and the position of the error is shown. */
export function JsonPane({ editor, disabled }: JsonPaneProps) {
  const { t } = useTranslation('languages')
  const { json, jsonError } = editor
  return (
    <>
      <textarea
        dir="ltr"
        spellCheck={false}
        aria-label={t('panes.json')}
        aria-invalid={jsonError ? true : undefined}
        data-limit="each of its texts"
        readOnly={disabled}
        value={json}
        onChange={(event) => editor.setJson(event.target.value)}
        className={cn(
          fieldClasses,
          'min-h-[50svh] flex-1 resize-none py-3 font-mono text-xs leading-5 whitespace-pre md:min-h-0'
        )}
      />
      {jsonError && (
        <Alert tone="bad">{t(jsonError.isNoText ? 'no_text_error' : 'json_error', { ...jsonError })}</Alert>
      )}
    </>
  )
}
