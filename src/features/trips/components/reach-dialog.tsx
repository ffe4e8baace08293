import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useFormat } from '@/entities/settings'

interface ReachDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Metres that are still to go, where that is far. */
  farMetres: number | null
  onConfirm: () => void
}

/** The question before a trip ends: how far the drop-off still is, if it is far. */
export function ReachDialog({ isOpen, onOpenChange, farMetres, onConfirm }: ReachDialogProps) {
  const { t } = useTranslation('trips')
  const { distance } = useFormat()
  const isFar = farMetres !== null
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={isFar ? t('reach.far', { distance: distance(farMetres / 1000) }) : t('reach.title')}
      text={isFar ? t('reach.far_text') : t('reach.text')}
      keep={t('reach.keep')}
      confirm={t('reach.confirm')}
      variant={isFar ? 'bad' : 'accent'}
      onConfirm={onConfirm}
    />
  )
}
