import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useFormat } from '@/entities/settings'
import { useCall, useOrderOfCall } from '../hooks/use-call'

/**
 * Asks whether to book another trip for a caller who has an open one at that time: two presses of Enter would otherwise send two
 * cars.
 */
export function OpenTripQuestion() {
  const { t } = useTranslation('telephone')
  const { dateTime } = useFormat()
  const { call } = useCall()
  const { repeated, bookAnyway, leaveRepeated } = useOrderOfCall()
  if (!repeated) return null
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && leaveRepeated()}
      title={t('repeated.title', { name: call.rider?.name || t('caller.nameless') })}
      text={t('repeated.text', {
        reference: repeated.reference,
        time: dateTime(repeated.trip_at),
        pickup: repeated.pickup_address
      })}
      keep={t('repeated.keep')}
      confirm={t('repeated.confirm')}
      variant="accent"
      onConfirm={bookAnyway}
    />
  )
}
