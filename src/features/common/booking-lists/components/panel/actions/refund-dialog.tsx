import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/components/ui/checkbox'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { AskSecond } from '@/entities/approval'
import { useFormat, useSettings } from '@/entities/settings'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { type Refund, refundBooking } from '../commands'
import { LimitedAmount, useAmount } from './amount-field'
import type { ActionDialogProps } from './dialog-props'
import { useAction } from './use-action'

const limit = textLimits.bookings.reason

/**
 * The dialog for a refund to the rider. The desk enters the amount, the reason, and whether it is deducted from the driver's
 * earnings. If the server requires a second person's approval, the dialog then asks for it.
 */
export function RefundDialog({ booking, options, onClose }: ActionDialogProps) {
  const { t } = useTranslation('panel')
  const { money } = useFormat()
  const { settings } = useSettings()
  const most = options.refundable ?? 0
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const [fromDriver, setFromDriver] = useState(false)
  const amount = useAmount(text, most)
  const refund = useAction(booking.id, onClose, t('dialog.refund.done'), (asked: Refund, key) =>
    refundBooking(booking.id, asked, key)
  )
  if (refund.error?.key === 'needs_approval' && amount) {
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>{t('dialog.refund.title')}</DialogTitle>
          <AskSecond request={{ kind: 'refund', targetId: booking.id, amount }} onAsked={onClose} />
        </DialogContent>
      </Dialog>
    )
  }
  return (
    <CommandDialog
      title={t('dialog.refund.title')}
      text={t(`dialog.refund.to.${settings?.refund_to === 'source' ? 'source' : 'wallet'}`, {
        name: booking.customer_name
      })}
      confirm={amount ? t('dialog.refund.confirm_amount', { amount: money(amount) }) : t('dialog.refund.confirm')}
      variant="accent"
      disabled={isTooLong(reason, limit)}
      missing={!amount ? t('missing.amount') : !reason.trim() && t('missing.reason')}
      command={refund}
      onConfirm={() => amount && void refund.run({ amount, reason: reason.trim(), fromDriver })}
      onClose={onClose}
    >
      <div className="space-y-4">
        <LimitedAmount label={t('dialog.refund.amount')} text={text} amount={amount} most={most} onChange={setText} />
        <Field label={t('dialog.refund.reason')} limit={{ text: reason, of: limit }}>
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
        {booking.driver_id && <WhoBears isDriver={fromDriver} onChange={setFromDriver} />}
      </div>
    </CommandDialog>
  )
}

function WhoBears({ isDriver, onChange }: { isDriver: boolean; onChange: (isDriver: boolean) => void }) {
  const { t } = useTranslation('panel')
  const id = useId()
  return (
    <div className="flex items-start gap-3 text-sm">
      <Checkbox
        id={id}
        aria-describedby={`${id}-note`}
        checked={isDriver}
        onChange={(event) => onChange(event.target.checked)}
      />
      <div className="pt-0.5">
        <label htmlFor={id}>{t('dialog.refund.from_driver')}</label>
        <p id={`${id}-note`} className="text-muted">
          {t(isDriver ? 'dialog.refund.driver_bears' : 'dialog.refund.we_bear')}
        </p>
      </div>
    </div>
  )
}
