import { useTranslation } from 'react-i18next'
import { type Booking, type Party, type TripOptions, useCancellationFee } from '@/entities/booking'
import { useFormat } from '@/entities/settings'

/**
 * Returns the label of the cancel button, and the text of its dialog about what cancelling costs. The server computes the fee.
 */
export function useCancelWords(booking: Booking, party: Party, options: TripOptions | undefined) {
  const { t } = useTranslation('trips')
  const { money, time } = useFormat()
  const mayCancel = party === 'rider' && (options?.actions.includes('cancel') ?? false)
  const fee = useCancellationFee(booking, mayCancel)
  if (party === 'driver') return { label: t('action.cancel'), consequence: t('cancel.driver') }
  if (fee === undefined) return { label: t('action.cancel'), consequence: t('cancel.asking') }
  if (fee > 0) {
    const words = { amount: money(fee) }
    return { label: t('action.cancel_fee', words), consequence: t('cancel.fee', words) }
  }
  if (options?.freeUntil) {
    const words = { time: time(options.freeUntil) }
    return { label: t('action.cancel_until', words), consequence: t('cancel.until', words) }
  }
  return { label: t('action.cancel'), consequence: t('cancel.free') }
}
