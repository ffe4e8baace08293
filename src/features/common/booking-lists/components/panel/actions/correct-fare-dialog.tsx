import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { AskSecond } from '@/entities/approval'
import type { Booking } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { correctFare } from '../commands'
import { panelKeys } from '../keys'
import { explainFare } from '../queries'
import { LimitedAmount, useAmount } from './amount-field'
import type { ActionDialogProps } from './dialog-props'
import { useAction } from './use-action'

const limit = textLimits.fare_corrections.reason
/** The database accepts amounts below a million. */
const MOST = 999_999

/** What a new price does: before the payment it changes, afterwards a lower one is returned and a higher one is asked for. */
const wayOf = (booking: Booking, price: number, before: number): 'changes' | 'returns' | 'asks' =>
  booking.status === 'PENDING' ? 'changes' : price < before ? 'returns' : 'asks'

/** The dialog that sets the right price of a ride that was measured wrong. */
export function CorrectFareDialog({ booking, onClose }: ActionDialogProps) {
  const { t } = useTranslation('panel')
  const { money } = useFormat()
  const { data: explained } = useSWR(panelKeys.fare(booking.id), ([, id]) => explainFare(id))
  const before = explained?.now?.trip_cost ?? booking.trip_cost
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const amount = useAmount(text, MOST)
  const isChange = amount !== null && amount !== before
  const way = isChange ? wayOf(booking, amount, before) : null
  const done = t(way === 'asks' ? 'dialog.request_payment.done' : 'dialog.correct_fare.done')
  const correct = useAction(booking.id, onClose, done, (words: string, key) =>
    correctFare(booking.id, amount ?? 0, words, key)
  )
  if (correct.error?.key === 'needs_approval' && amount) {
    return (
      <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
        <DialogContent aria-describedby={undefined}>
          <DialogTitle>{t('dialog.correct_fare.title')}</DialogTitle>
          <AskSecond request={{ kind: 'fare', targetId: booking.id, amount }} onAsked={onClose} />
        </DialogContent>
      </Dialog>
    )
  }
  return (
    <CommandDialog
      title={t('dialog.correct_fare.title')}
      text={t('dialog.correct_fare.text', { amount: money(before), quoted: money(booking.estimate) })}
      confirm={
        amount ? t('dialog.correct_fare.confirm_amount', { amount: money(amount) }) : t('dialog.correct_fare.confirm')
      }
      variant="accent"
      disabled={isTooLong(reason, limit)}
      missing={!isChange ? t('missing.other_amount') : !reason.trim() && t('missing.reason')}
      command={correct}
      onConfirm={() => void correct.run(reason.trim())}
      onClose={onClose}
    >
      <div className="space-y-4">
        <LimitedAmount
          label={t('dialog.correct_fare.amount')}
          text={text}
          amount={amount}
          most={MOST}
          onChange={setText}
        />
        <p aria-live="polite" className="min-h-10 text-sm text-muted">
          {way && t(`dialog.correct_fare.way.${way}`, { name: booking.customer_name })}
        </p>
        <Field label={t('dialog.correct_fare.reason')} limit={{ text: reason, of: limit }}>
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      </div>
    </CommandDialog>
  )
}
