import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'

/** Takes an import back after a question. */
export function UndoButton({ isBusy, onUndo }: { isBusy: boolean; onUndo: () => void }) {
  const { t } = useTranslation('imports')
  const [isOpen, setOpen] = useState(false)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      title={t('undo_question')}
      text={t('undo_text')}
      keep={t('common:cancel')}
      confirm={t('undo')}
      variant="bad"
      onConfirm={() => {
        setOpen(false)
        onUndo()
      }}
      trigger={
        <Button size="lg" variant="outline" busy={isBusy}>
          {t('undo')}
        </Button>
      }
    />
  )
}
