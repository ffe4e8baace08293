import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import type { Booking } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { queueAction } from '@/entities/shift'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'

interface ReturnDialogProps {
  booking: Booking
  onClose: () => void
}

const limit = textLimits.bookings.reason

/** The dialog in which the driver says why a parcel cannot be handed over, before returning it to the sender. */
export function ReturnDialog({ booking, onClose }: ReturnDialogProps) {
  const { t } = useTranslation('parcel_return')
  const { money } = useFormat()
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      text={t('text', { pickup: booking.pickup_address, amount: money(booking.trip_cost) })}
      keep={t('keep')}
      confirm={t('confirm')}
      variant="accent"
      disabled={!reason.trim() || isTooLong(reason, limit)}
      onConfirm={() => {
        queueAction(booking, { kind: 'return_to_sender', reason: reason.trim() })
        onClose()
      }}
    >
      <Field label={t('reason')} limit={{ text: reason, of: limit }}>
        {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
      </Field>
    </ConfirmDialog>
  )
}
