import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { DialogClose } from '@/components/ui/dialog'
import { Facts } from '@/components/ui/facts'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { personPath } from '@/config/paths'
import { isTooLong } from '@/lib/text-limit'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { textLimits } from '@/types/text-limits'
import { type StuckUse, settleStuck } from '../commands'
import { bookingAtDesk, providerPage } from '../links'
import { providerName } from '../model'
import { type Stuck, useRefreshDesk } from '../queries'
import { useFlagAmount } from '../use-flag-amount'
import { useMoneyWords } from '../use-words'
import { WideDialog } from './wide-dialog'

/** A request that a provider did not do: made again, settled by hand at the provider, or a refund to the wallet. */
export function StuckDialog({ stuck, onClose }: { stuck: Stuck; onClose: () => void }) {
  const { t } = useTranslation('money')
  const { dateTime, count } = useMoneyWords()
  const amount = useFlagAmount()
  const errorText = useErrorText()
  const refresh = useRefreshDesk()
  const limit = textLimits.payment_flags.reason
  const [use, setUse] = useState<StuckUse>('retry')
  const [reason, setReason] = useState('')
  const isRefund = stuck.refund_id !== null
  const uses: StuckUse[] = ['retry', 'settled', ...(stuck.can_credit ? (['wallet'] as const) : [])]
  const needsReason = use === 'settled' && !isRefund
  const settle = useCommand(() => settleStuck(stuck, use, reason.trim()), {
    done: t(`stuck.done.${use}`),
    onDone: async () => {
      await refresh()
      onClose()
    }
  })
  const page = providerPage(stuck.provider, stuck.provider_ref)
  return (
    <WideDialog
      title={t('stuck.dialog_title')}
      text={t(`stuck.why.${stuck.kind}`)}
      onClose={onClose}
      isBusy={settle.busy}
      footer={
        <>
          <DialogClose asChild>
            <Button size="lg">{t('common:cancel')}</Button>
          </DialogClose>
          <Button
            size="lg"
            variant="accent"
            busy={settle.busy}
            disabled={needsReason && (reason.trim() === '' || isTooLong(reason, limit))}
            onClick={() => void settle.run()}
          >
            {t('flags.confirm')}
          </Button>
        </>
      }
    >
      <Facts
        facts={[
          [t('stuck.column.kind'), t(`stuck.kind.${stuck.kind}`)],
          [t('stuck.column.amount'), amount(stuck)],
          [
            t('stuck.column.name'),
            stuck.customer_id && (
              <Link key="person" to={personPath(stuck.customer_id)} className="underline underline-offset-4">
                <bdi>{stuck.name}</bdi>
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
          [t('stuck.column.provider'), providerName(stuck.provider)],
          [
            t('stuck.column.charge'),
            stuck.provider_ref &&
              (page ? (
                <a key="charge" href={page} target="_blank" rel="noreferrer" className="underline underline-offset-4">
                  <bdi>{stuck.provider_ref}</bdi>
                </a>
              ) : (
                <bdi key="charge">{stuck.provider_ref}</bdi>
              ))
          ],
          [t('stuck.column.note'), stuck.note && <bdi key="note">{stuck.note}</bdi>],
          [t('stuck.column.attempts'), count(stuck.attempts)],
          [t('stuck.column.since'), dateTime(stuck.created_at)]
        ]}
      />
      <Field label={t('flags.what')} hint={t(`stuck.hint.${use}`)}>
        {(control) => (
          <Select
            {...control}
            value={use}
            onChange={(event) => {
              settle.reset()
              setUse(event.target.value as StuckUse)
            }}
          >
            {uses.map((one) => (
              <option key={one} value={one}>
                {t(`stuck.use.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {needsReason && (
        <Field label={t('bank.reason')} limit={{ text: reason, of: limit }}>
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      )}
      {settle.error && <Alert tone="bad">{errorText(settle.error)}</Alert>}
    </WideDialog>
  )
}
