import { useTranslation } from 'react-i18next'
import { useSettings } from '@/entities/settings'

interface FareNoteProps {
  /** The payment method: cash, wallet or card. */
  payment: string
  isParcel: boolean
  /** When the fare is paid: at booking, before the trip, or at its end. */
  paid: 'booking' | 'prepaid' | 'end'
}

/** A sentence that says whether the fare can still change, and how it is paid. */
export function FareNote({ payment, isParcel, paid }: FareNoteProps) {
  const { t } = useTranslation('fare_note')
  const { settings } = useSettings()
  return (
    <p className="text-sm text-pretty text-muted">
      {t(`firm.${isParcel ? 'parcel' : (settings?.fare_mode ?? 'metered')}`)}{' '}
      {paid === 'prepaid' ? t('pay.prepaid') : t([`pay.${paid}.${payment}`, `pay.${paid}.other`])}
    </p>
  )
}
