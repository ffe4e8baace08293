import { CircleCheck } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { FareTable, fareLines, partsOf } from '@/entities/fare'
import { ProviderWays, useNoProvider, usePaymentProviders, useWay } from '@/entities/payment'
import { useFormat, useSettings } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { NextStep } from './components/next-step'
import { forgetPayment, payStreetTrip } from './components/street/commands'
import { begunPayment, useStreetBill } from './components/street/queries'
import { UnknownYet } from './components/unknown-yet'
import { problemIn } from './model/problem'
import { usePaymentStatus } from './queries'

/** The page on which a passenger pays by card without an account. The driver's QR code opens it. */
export function StreetPage() {
  const { t } = useTranslation('pay')
  const { token = '' } = useParams()
  const [params] = useSearchParams()
  const { money, dateTime } = useFormat()
  const errorText = useErrorText()
  const { data: bill, error, mutate } = useStreetBill(token)
  const problem = problemIn(params)
  return (
    <main id="main" className="mx-auto w-full max-w-lg px-4 py-8 md:py-14">
      {!bill && <UnknownYet error={error} onRetry={() => void mutate()} />}
      {bill && (
        <div className="rounded-card border border-line bg-card p-6 md:p-8">
          <header className="flex items-baseline justify-between gap-4">
            <h1 className="text-lg font-semibold">{t('street.title', { company: bill.company ?? '' })}</h1>
            <p className="text-xl font-semibold tabular">
              <bdi>{money(bill.amount ?? 0)}</bdi>
            </p>
          </header>
          <p className="mt-1 mb-5 text-sm text-muted">
            {[bill.vehicle_number, bill.reached_at && dateTime(bill.reached_at), bill.reference]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {problem && bill.status === 'PENDING' && (
            <Alert tone="bad" className="mb-4">
              {errorText(problem)}
            </Alert>
          )}
          <FareTable lines={fareLines(bill.lines)} parts={partsOf(bill.price_parts)} totalLabel={t('street.total')} />
          {bill.status === 'PENDING' ? (
            <Paying token={token} amount={bill.amount ?? 0} />
          ) : (
            <p role="status" className="mt-6 flex items-center gap-3 font-semibold">
              <CircleCheck aria-hidden className="size-8 text-ok" />
              {t('page.status.paid')}
            </p>
          )}
        </div>
      )}
    </main>
  )
}

/** Chooses a payment provider, or continues a payment that was begun. */
function Paying({ token, amount }: { token: string; amount: number }) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const { settings } = useSettings()
  const errorText = useErrorText()
  const [begun, setBegun] = useState(() => begunPayment(token))
  const { data: status, mutate } = usePaymentStatus(begun, token)
  const providers = usePaymentProviders()
  const noProvider = useNoProvider()
  // A payer without an account has no saved cards.
  const choice = useWay(providers, '', false)
  const [chosen, setChosen] = useState('')
  const by = chosen || (providers[0]?.name ?? '')
  const pay = useCommand(async (provider: string, key) => await payStreetTrip(token, provider, key))
  if (status?.payment.status === 'created' && status.next) {
    const giveUp = () => {
      forgetPayment(token)
      setBegun(null)
    }
    return (
      <NextStep
        status={status}
        next={status.next}
        payToken={token}
        onGiveUp={giveUp}
        onChange={(answer) => void mutate(answer, { revalidate: false })}
      />
    )
  }
  return (
    <div className="mt-6 space-y-4">
      {status?.payment.status === 'failed' && <Alert tone="bad">{t('page.hint.failed')}</Alert>}
      {noProvider && <Alert tone="bad">{errorText(noProvider.key)}</Alert>}
      <RadioGroup.Root value={by} onValueChange={setChosen} aria-label={t('street.by')} className="space-y-2">
        <ProviderWays choice={choice} />
      </RadioGroup.Root>
      {pay.error && <Alert tone="bad">{errorText(pay.error)}</Alert>}
      <Button
        size="lg"
        variant="accent"
        className="w-full"
        disabled={!by}
        busy={pay.busy}
        onClick={() => void pay.run(by)}
      >
        {t('page.client.pay', { amount: money(amount) })}
      </Button>
      {settings?.cash_payments !== false && <p className="text-sm text-pretty text-muted">{t('street.directly')}</p>}
    </div>
  )
}
