import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useIsDemo } from '@/entities/settings'
import { AppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { carTypes } from '../commands'
import type { CarTypeRow } from '../model'
import { carTypeKeys, useCarTypeUses } from '../queries'

interface DeleteCarTypeProps {
  carType: Pick<CarTypeRow, 'id' | 'name'>
  onClose: () => void
  onDone: () => void
}

/**
 * The dialog that deletes a car type. It first counts the rows that use the car type: drivers and bookings prevent deleting;
 * zones and tariff times are deleted with the car type.
 */
export function DeleteCarType({ carType, onClose, onDone }: DeleteCarTypeProps) {
  const { t } = useTranslation('cartypes')
  const isDemo = useIsDemo()
  const uses = useCarTypeUses(carType.id)
  const deleting = useCommand(carTypes.remove, { invalidates: () => carTypeKeys, onDone, done: t('deleted') })
  const drivers = uses.data?.drivers ?? 0
  const bookings = uses.data?.bookings ?? 0
  const zones = uses.data?.zones ?? 0
  const windows = uses.data?.tariff_windows ?? 0
  const isKept = drivers > 0 || bookings > 0
  const counted = [t('drivers', { count: drivers }), t('bookings', { count: bookings })].join(', ')
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(next) => next || onClose()}
      title={t('delete_title', { name: carType.name })}
      text={isKept ? t('delete_kept', { counted }) : t('delete_text')}
      keep={t('keep')}
      confirm={t('delete')}
      busy={deleting.busy}
      disabled={isKept || isDemo || !uses.data}
      error={deleting.error ?? uses.error ?? (isDemo ? new AppError('demo_mode') : null)}
      onConfirm={() => void deleting.run(carType.id)}
    >
      {!isKept && zones + windows > 0 && (
        <Alert tone="warn">
          {t('delete_with', {
            counted: [t('zones', { count: zones }), t('windows', { count: windows })].join(', ')
          })}
        </Alert>
      )}
    </ConfirmDialog>
  )
}
