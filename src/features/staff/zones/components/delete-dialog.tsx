import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'

interface DeleteDialogProps {
  name: string
  busy: boolean
  onDelete: () => Promise<unknown>
}

/** The dialog that confirms deleting a zone, and suggests switching it off instead. */
export function DeleteDialog({ name, busy, onDelete }: DeleteDialogProps) {
  const { t } = useTranslation('zones')
  const [isOpen, setOpen] = useState(false)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="ghost" size="icon" aria-label={t('delete')} className="text-bad">
          <Trash2 aria-hidden />
        </Button>
      }
      title={t('delete_title', { name })}
      text={t('delete_text')}
      keep={t('keep')}
      confirm={t('delete')}
      busy={busy}
      onConfirm={() => void onDelete().finally(() => setOpen(false))}
    />
  )
}
