import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'

/** A booking that was never paid is about to be cancelled, and need not be. */
export function UnfinishedNote({ busy, onUndo }: { busy: boolean; onUndo: () => void }) {
  const { t } = useTranslation('panel')
  return (
    <Alert
      tone="warn"
      action={
        !busy && (
          <button type="button" onClick={onUndo} className="min-h-6 font-semibold underline underline-offset-4">
            {t('unfinished.undo')}
          </button>
        )
      }
    >
      {t('unfinished.text')}
    </Alert>
  )
}
