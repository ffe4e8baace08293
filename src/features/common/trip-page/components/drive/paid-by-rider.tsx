import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import type { Booking } from '@/entities/booking'
import { StepDialog } from './step-dialog'

interface PaidByRiderProps {
  booking: Booking
  amount: number
  /** Whether the driver may confirm money that the rider handed over. */
  mayConfirm: boolean
  onConfirm: () => void
}

/**
 * Shown to the driver after a ride by wallet or card that is not paid yet: there is nothing to collect. If the rider handed over
 * the money anyway, the driver can say so.
 */
export function PaidByRider({ booking, amount, mayConfirm, onConfirm }: PaidByRiderProps) {
  const { t } = useTranslation('drive')
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="space-y-3">
      <p className="text-sm text-pretty text-muted">{t('paid_by_rider.text')}</p>
      {mayConfirm && (
        <Button size="lg" variant="outline" className="w-full" onClick={() => setAsking(true)}>
          {t('paid_by_rider.handed_over')}
        </Button>
      )}
      {isAsking && (
        <StepDialog
          booking={booking}
          asked="confirm_cash"
          onClose={() => setAsking(false)}
          farMetres={null}
          toPay={amount}
          onConfirm={() => {
            setAsking(false)
            onConfirm()
          }}
        />
      )}
    </div>
  )
}
