import { useTranslation } from 'react-i18next'
import type { Booking, Party } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useNow } from '@/lib/use-now'
import { useCancelSlabs } from '../api/get-cancel-slabs'
import { cancelTerms } from '../cancellation'

/** What the cancel button says and what its dialog warns of. */
export function useCancelWords(booking: Booking, party: Party, leadMinutes: number) {
  const { t } = useTranslation('trips')
  const { money, time } = useFormat()
  const now = useNow(5000)
  const { data: slabs = [] } = useCancelSlabs(party === 'rider' ? booking.car_type_id : null)
  if (party === 'driver') return { label: t('action.cancel'), consequence: t('cancel.driver') }
  const { fee, freeUntil } = cancelTerms(booking, slabs, leadMinutes, now)
  if (fee > 0) {
    const words = { amount: money(fee) }
    return { label: t('action.cancel_fee', words), consequence: t('cancel.fee', words) }
  }
  if (freeUntil !== null) {
    const words = { time: time(freeUntil) }
    return { label: t('action.cancel_until', words), consequence: t('cancel.until', words) }
  }
  return { label: t('action.cancel'), consequence: t('cancel.free') }
}
