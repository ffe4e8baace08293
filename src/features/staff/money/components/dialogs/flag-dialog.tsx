import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { personPath } from '@/config/paths'
import { AskSecond } from '@/entities/approval'
import { providerName } from '@/entities/payment'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { decideFlag } from '../../commands'
import { useFlagAmount } from '../../hooks/use-flag-amount'
import { useMoneyWords } from '../../hooks/use-words'
import { bookingAtDesk } from '../../model/links'
import { type Flag, useRefreshDesk } from '../../queries'
import { WideDialog } from './wide-dialog'

/**
 * Shows a payment event of a provider that did not match our books, and its possible decisions: refund to the card, apply to
 * the ride, or write off.
 */
export function FlagDialog({ flag, onClose }: { flag: Flag; onClose: () => void }) {
  const { t } = useTranslation('money')
  const { money, dateTime } = useMoneyWords()
  const amount = useFlagAmount()
  const errorText = useErrorText()
  const refresh = useRefreshDesk()
  const limit = textLimits.payment_flags.reason
  const [decision, setDecision] = useState(flag.choices[0] ?? '')
  const [reason, setReason] = useState('')
  const done = async () => {
    await refresh()
    onClose()
  }
  const decide = useCommand(() => decideFlag(flag.event_id, decision, reason.trim()), {
    asks: 'dialog',
    done: t('flags.done'),
    onDone: done
  })
  const needsSecond = decide.error?.key === 'needs_approval'
  const wordsOf = (choice: string) => t(`flags.choice.${choice === 'book' ? `book_${flag.books_to}` : choice}`)
  return (
    <WideDialog
      title={t('flags.dialog_title')}
      text={t(`flags.why.${flag.outcome}`)}
      onClose={onClose}
      isBusy={decide.busy}
      action={
        !needsSecond && (
          <Button
            size="lg"
            variant="accent"
            busy={decide.busy}
            disabled={reason.trim() === '' || isTooLong(reason, limit)}
            onClick={() => void decide.run()}
          >
            {t('flags.confirm')}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t('flags.column.amount'), amount(flag)],
          [t('flags.column.expected'), flag.expected === null ? null : money(flag.expected)],
          [
            t('flags.column.name'),
            flag.customer_id && (
              <Link key="person" to={personPath(flag.customer_id)} className="underline underline-offset-4">
                <bdi>{flag.name}</bdi>
              </Link>
            )
          ],
          [
            t('flags.column.reference'),
            flag.booking_id && (
              <Link key="booking" to={bookingAtDesk(flag.booking_id)} className="underline underline-offset-4">
                <bdi>{flag.reference}</bdi>
              </Link>
            )
          ],
          [t('flags.column.provider'), providerName(flag.provider)],
          [t('flags.column.charge'), flag.charge_ref && <bdi key="charge">{flag.charge_ref}</bdi>],
          [t('flags.column.received'), dateTime(flag.received_at)]
        ]}
      />
      <Field label={t('flags.what')} hint={t(`flags.hint.${decision === 'book' ? `book_${flag.books_to}` : decision}`)}>
        {(control) => (
          <Select
            {...control}
            value={decision}
            onChange={(event) => {
              decide.reset()
              setDecision(event.target.value)
            }}
          >
            {flag.choices.map((choice) => (
              <option key={choice} value={choice}>
                {wordsOf(choice)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {needsSecond ? (
        <AskSecond request={{ kind: 'write_off', targetId: flag.event_id }} onAsked={() => void done()} />
      ) : (
        <Field label={t('bank.reason')} limit={{ text: reason, of: limit }}>
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      )}
      {decide.error && !needsSecond && <Alert tone="bad">{errorText(decide.error)}</Alert>}
    </WideDialog>
  )
}
