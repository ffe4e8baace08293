import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Field } from '@/components/ui/field'
import { Segmented } from '@/components/ui/segmented'
import { Textarea } from '@/components/ui/textarea'
import { useFormat } from '@/entities/settings'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { requestPayment } from '../commands'
import { LimitedAmount, useAmount } from './amount-field'
import type { ActionDialogProps } from './dialog-props'
import { useAction } from './use-action'

const limit = textLimits.payment_requests.reason
/** The database accepts amounts below a million. */
const MOST = 999_999

const KINDS = ['toll', 'damage'] as const
type Kind = (typeof KINDS)[number]

/** The dialog that asks the rider of a paid ride for a toll or the cost of a damage. Nothing is paid before the rider accepts. */
export function RequestPaymentDialog({ booking, onClose }: ActionDialogProps) {
  const { t } = useTranslation('panel')
  const { money } = useFormat()
  const [kind, setKind] = useState<Kind>('toll')
  const [text, setText] = useState('')
  const [reason, setReason] = useState('')
  const amount = useAmount(text, MOST)
  const ask = useAction(booking.id, onClose, t('dialog.request_payment.done'), (words: string, key) =>
    requestPayment(booking.id, { kind, amount: amount ?? 0, reason: words }, key)
  )
  return (
    <CommandDialog
      title={t('dialog.request_payment.title', { name: booking.customer_name })}
      text={t('dialog.request_payment.text')}
      confirm={
        amount
          ? t('dialog.request_payment.confirm_amount', { amount: money(amount) })
          : t('dialog.request_payment.confirm')
      }
      variant="accent"
      disabled={isTooLong(reason, limit)}
      missing={!amount ? t('missing.amount') : !reason.trim() && t('missing.reason')}
      command={ask}
      onConfirm={() => void ask.run(reason.trim())}
      onClose={onClose}
    >
      <div className="space-y-4">
        <Segmented
          label={t('dialog.request_payment.kind')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: t(`dialog.request_payment.kinds.${value}`) }))}
        />
        <LimitedAmount
          label={t('dialog.request_payment.amount')}
          text={text}
          amount={amount}
          most={MOST}
          onChange={setText}
        />
        <Field label={t('dialog.request_payment.reason')} limit={{ text: reason, of: limit }}>
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      </div>
    </CommandDialog>
  )
}
