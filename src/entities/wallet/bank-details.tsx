import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { useErrorText } from '@/lib/server/use-error-text'
import { readBankDetails } from './bank'

interface Given {
  bank_name: string
  bank_code: string
  bank_account: string
}

interface BankDetailsProps {
  userId: string
  /** What the account is read for, such as a withdrawal's id. If this changes, the person must press the button again. */
  reading: string
  /** The account stored with a withdrawal, if the page shows one. */
  given?: Given
}

/** The bank account to which a person's money is paid out, shown after a press. */
export function BankDetails({ userId, reading, given }: BankDetailsProps) {
  const { t } = useTranslation('withdraws')
  const errorText = useErrorText()
  const [isAsked, setAsked] = useState(false)
  // The server logs each reading, so it is never refreshed by itself.
  const { data, error, isLoading } = useSWR(
    isAsked ? ['bank-details', userId, reading] : null,
    () => readBankDetails(userId),
    { revalidateOnFocus: false, revalidateOnReconnect: false, revalidateIfStale: false, shouldRetryOnError: false }
  )
  const isShown = isAsked && data !== undefined
  const isOther =
    data &&
    given &&
    (data.bank_name !== given.bank_name ||
      data.bank_code !== given.bank_code ||
      data.bank_account !== given.bank_account)
  return (
    <section aria-label={t('bank.title')} className="space-y-3 border-t border-line pt-4">
      <h2 className="font-semibold">{t('bank.title')}</h2>
      {!isShown && (
        <>
          <p className="text-muted">{t('bank.logged')}</p>
          <Button
            size="sm"
            variant="outline"
            className="pointer-coarse:min-h-11"
            busy={isLoading}
            onClick={() => setAsked(true)}
          >
            <Landmark aria-hidden />
            {t('bank.show')}
          </Button>
          {error ? <Alert tone="bad">{errorText(error)}</Alert> : null}
        </>
      )}
      {isShown && (
        <div aria-live="polite" className="space-y-3">
          <Account account={given ?? data} none={t(given ? 'bank.none' : 'bank.none_now')} />
          {isOther && (
            <>
              <Alert tone="warn">{t('bank.changed')}</Alert>
              <Account account={data} none="" />
            </>
          )}
          {data === null && given?.bank_account && <Alert tone="warn">{t('bank.removed')}</Alert>}
        </div>
      )}
    </section>
  )
}

function Account({ account, none }: { account: Given | null; none: string }) {
  const { t } = useTranslation('withdraws')
  if (!account?.bank_account) return <p>{none}</p>
  return (
    <Facts
      facts={[
        [t('column.bank'), account.bank_name],
        [t('column.code'), account.bank_code && <bdi dir="ltr">{account.bank_code}</bdi>],
        [
          t('column.account'),
          <bdi key="account" dir="ltr">
            {account.bank_account}
          </bdi>
        ]
      ]}
    />
  )
}
