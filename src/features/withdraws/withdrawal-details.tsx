import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/use-error-text'
import { payoutWait, readBankDetails, type Withdrawal } from './api'
import { StateBadge } from './columns'
import { payoutWaitKey, ReleaseDialog } from './release-dialog'

/** A withdrawal's facts, and on demand where the money goes. */
export function WithdrawalDetails({ row }: { row: Withdrawal }) {
  const { t } = useTranslation('withdraws')
  const { money, dateTime } = useFormat()
  return (
    <div className="space-y-4 p-5 text-sm">
      <header className="space-y-1">
        <div className="flex items-center justify-between gap-3">
          <h2 dir="auto" className="text-base font-semibold">
            {row.name}
          </h2>
          <StateBadge row={row} t={t} />
        </div>
        <p className="text-2xl font-semibold tabular">{money(row.amount)}</p>
      </header>
      <PayoutWait userId={row.user_id} name={row.name} />
      <Facts
        facts={[
          [t('column.date'), dateTime(row.date)],
          [t('column.done'), row.process_date && dateTime(row.process_date)],
          [t('column.rejected'), row.rejected_at && dateTime(row.rejected_at)],
          [t('column.reason'), row.reason]
        ]}
      />
      <BankDetails key={row.id} row={row} />
    </div>
  )
}

/** New bank details a moment before money leaves are how accounts are robbed. */
function PayoutWait({ userId, name }: { userId: string; name: string }) {
  const { t } = useTranslation('withdraws')
  const { dateTime } = useFormat()
  const { data } = useSWR(payoutWaitKey(userId), () => payoutWait(userId))
  const [isReleasing, setReleasing] = useState(false)
  if (!data) return null
  return (
    <Alert tone="warn">
      {t('waits', { until: dateTime(data) })}
      <Button size="sm" className="mt-2 flex" onClick={() => setReleasing(true)}>
        {t('release.open')}
      </Button>
      {isReleasing && <ReleaseDialog userId={userId} name={name} onClose={() => setReleasing(false)} />}
    </Alert>
  )
}

function BankDetails({ row }: { row: Withdrawal }) {
  const { t } = useTranslation('withdraws')
  const errorText = useErrorText()
  const [isAsked, setAsked] = useState(false)
  // Each reading is logged, so nothing reads again by itself.
  const { data, error, isLoading } = useSWR(
    isAsked ? ['bank-details', row.user_id, row.id] : null,
    () => readBankDetails(row.user_id),
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false, shouldRetryOnError: false }
  )
  const isShown = isAsked && data !== undefined
  const isOther =
    data &&
    (data.bank_name !== row.bank_name || data.bank_code !== row.bank_code || data.bank_account !== row.bank_account)
  return (
    <section aria-label={t('bank.title')} className="space-y-3 border-t border-line pt-4">
      <h3 className="font-semibold">{t('bank.title')}</h3>
      {!isShown && (
        <>
          <p className="text-muted">{t('bank.logged')}</p>
          <Button size="sm" variant="outline" busy={isLoading} onClick={() => setAsked(true)}>
            <Landmark aria-hidden />
            {t('bank.show')}
          </Button>
          {error ? <Alert tone="bad">{errorText(error)}</Alert> : null}
        </>
      )}
      {isShown && (
        <div aria-live="polite" className="space-y-3">
          {row.bank_account ? (
            <Account name={row.bank_name} code={row.bank_code} account={row.bank_account} />
          ) : (
            <p>{t('bank.none')}</p>
          )}
          {isOther && (
            <>
              <Alert tone="warn">{t('bank.changed')}</Alert>
              <Account name={data.bank_name} code={data.bank_code} account={data.bank_account} />
            </>
          )}
          {data === null && row.bank_account && <Alert tone="warn">{t('bank.removed')}</Alert>}
        </div>
      )}
    </section>
  )
}

function Account({ name, code, account }: { name: string; code: string; account: string }) {
  const { t } = useTranslation('withdraws')
  return (
    <Facts
      facts={[
        [t('column.bank'), name],
        [t('column.code'), code && <bdi dir="ltr">{code}</bdi>],
        [
          t('column.account'),
          <bdi key="account" dir="ltr">
            {account}
          </bdi>
        ]
      ]}
    />
  )
}
