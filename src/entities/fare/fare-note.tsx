import { useTranslation } from 'react-i18next'
import { useSettings } from '@/entities/settings'

interface FareNoteProps {
  /** cash, wallet or card. */
  payment: string
  isParcel: boolean
  /** When it is paid: with the booking, before it, or at the end. */
  paid: 'booking' | 'prepaid' | 'end'
}

/** How firm a fare is, and how it is paid. */
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
