import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { type Booking, overrideStartCode, sendStep } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { isTooLong } from '@/lib/text-limit'
import { useCommand } from '@/lib/use-command'
import { textLimits } from '@/types/text-limits'

/** What the desk does in a driver's place. */
export type DeskCommand = 'end_trip' | 'confirm_cash' | 'override_code'

interface DeskDialogProps {
  command: DeskCommand
  booking: Booking
  toPay: number
  onClose: () => void
  onAnswer: (booking: Booking) => void
}

function send(command: DeskCommand, bookingId: string, reason: string): Promise<Booking> {
  if (command === 'override_code') return overrideStartCode(bookingId, reason)
  return sendStep({ bookingId, kind: command === 'end_trip' ? 'reach' : 'confirm_cash', otp: null })
}

/** The question before the desk steps in; letting a trip start without its code needs a reason. */
export function DeskDialog({ command, booking, toPay, onClose, onAnswer }: DeskDialogProps) {
  const { t } = useTranslation('trips')
  const { money } = useFormat()
  const [reason, setReason] = useState('')
  const step = useCommand(() => send(command, booking.id, reason), {
    onDone: (answer) => {
      onAnswer(answer)
      onClose()
    }
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`desk.${command}.title`)}
      text={t(`desk.${command}.text`, { amount: money(toPay) })}
      keep={t('common:cancel')}
      confirm={t(`desk.${command}.confirm`)}
      variant="accent"
      disabled={command === 'override_code' && (!reason.trim() || isTooLong(reason, textLimits.bookings.reason))}
      busy={step.busy}
      error={step.error}
      onConfirm={() => void step.run()}
    >
      {command === 'override_code' && (
        <Field label={t('desk.reason')} limit={{ text: reason, of: textLimits.bookings.reason }}>
          {(control) => <Input {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      )}
    </ConfirmDialog>
  )
}
