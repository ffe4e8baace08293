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
import { providerName } from '@/entities/payment'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import { reasonLength } from '@/types/rules'
import { closeStuck, retryPayment } from '../../commands'
import { useDeskCommand } from '../../hooks/use-desk-command'
import { useStuckAge } from '../../hooks/use-stuck-age'
import { useMoneyWords } from '../../hooks/use-words'
import { bookingAtDesk, providerPage } from '../../model/links'
import type { Stuck } from '../../queries'
import { WideDialog } from './wide-dialog'

/** The dialog for a payment request that a provider rejected or did not answer: staff try it again, or settle it by hand. */
export function StuckDialog({ stuck, onClose }: { stuck: Stuck; onClose: () => void }) {
  const { t } = useTranslation('money')
  const { money, dateTime, count } = useMoneyWords()
  const age = useStuckAge()
  const errorText = useErrorText()
  const [choice, setChoice] = useState(stuck.choices[0] ?? '')
  const [reason, setReason] = useState('')
  const isRetry = choice === 'retry'
  const settle = useDeskCommand(onClose, t(isRetry ? 'stuck.retried' : 'stuck.done'), () =>
    isRetry ? retryPayment(stuck.job_id) : closeStuck(stuck.job_id, choice, reason.trim())
  )
  const provider = providerName(stuck.provider)
  const page = providerPage(stuck.provider, stuck.charge_ref)
  return (
    <WideDialog
      title={t('stuck.dialog_title')}
      text={t(`stuck.why.${stuck.kind}`, { provider })}
      onClose={onClose}
      isBusy={settle.busy}
      action={
        <Button
          size="lg"
          variant="accent"
          busy={settle.busy}
          disabled={!isRetry && (reason.trim() === '' || isTooLong(reason, reasonLength))}
          onClick={() => void settle.run()}
        >
          {t('flags.confirm')}
        </Button>
      }
    >
      <Facts
        facts={[
          [t('stuck.column.amount'), stuck.amount === null ? null : money(stuck.amount)],
          [
            t('stuck.column.name'),
            stuck.customer_id && (
              <Link key="person" to={personPath(stuck.customer_id)} className="underline underline-offset-4">
                <bdi>{stuck.name ?? t('stuck.nameless')}</bdi>
              </Link>
            )
          ],
          [
            t('stuck.column.reference'),
            stuck.booking_id && (
              <Link key="booking" to={bookingAtDesk(stuck.booking_id)} className="underline underline-offset-4">
                <bdi>{stuck.reference}</bdi>
              </Link>
            )
          ],
          [t('stuck.column.provider'), provider],
          [
            t('stuck.column.charge'),
            stuck.charge_ref &&
              (page ? (
                <a key="charge" href={page} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                  <bdi>{stuck.charge_ref}</bdi>
                </a>
              ) : (
                <bdi key="charge">{stuck.charge_ref}</bdi>
              ))
          ],
          [t('stuck.column.note'), stuck.note && <bdi key="note">{stuck.note}</bdi>],
          [t('stuck.column.attempts'), count(stuck.attempts)],
          [t('stuck.column.created'), `${dateTime(stuck.created_at)} · ${age(stuck.created_at)}`],
          [t('stuck.column.gave_up'), stuck.abandoned_at && dateTime(stuck.abandoned_at)]
        ]}
      />
      <Field label={t('flags.what')} hint={t(`stuck.hint.${choice}`, { provider })}>
        {(control) => (
          <Select
            {...control}
            value={choice}
            onChange={(event) => {
              settle.reset()
              setChoice(event.target.value)
            }}
          >
            {stuck.choices.map((one) => (
              <option key={one} value={one}>
                {t(`stuck.choice.${one}`, { provider })}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {!isRetry && (
        <Field label={t('bank.reason')} limit={{ text: reason, of: reasonLength }}>
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      )}
      {settle.error && <Alert tone="bad">{errorText(settle.error)}</Alert>}
    </WideDialog>
  )
}
