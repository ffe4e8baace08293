import { CircleCheck, CircleX } from 'lucide-react'
import { RadioGroup } from 'radix-ui'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { FareTable } from '@/entities/fare'
import { ProviderWays, useNoProvider, usePaymentProviders, useWay } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { PayAccessContext } from '../access'
import { NextStep } from '../next-step'
import {
  actOnStreetTest,
  completeStreetPayment,
  type StreetBill,
  startStreetPayment,
  useStreetBill,
  useStreetPayment
} from './api'

/** The bill of a ride from the street: who has the driver's code pays it by card, without an account. */
export function StreetBillPage() {
  const { t } = useTranslation('pay')
  const { token = '' } = useParams()
  const bill = useStreetBill(token)
  const errorText = useErrorText()
  return (
    <main id="main" className="mx-auto w-full max-w-lg px-4 py-8 md:py-14">
      {!bill.data && !bill.error && (
        <div role="status">
          <span className="sr-only">{t('page.loading')}</span>
          <Skeleton className="h-64 rounded-card" />
        </div>
      )}
      {!bill.data && bill.error ? (
        <EmptyState
          icon={CircleX}
          heading="h1"
          title={errorText(bill.error)}
          action={<Button onClick={() => void bill.mutate()}>{t('common:retry')}</Button>}
        />
      ) : null}
      {bill.data && <Bill token={token} bill={bill.data} onPaid={() => void bill.mutate()} />}
    </main>
  )
}

function Bill({ token, bill, onPaid }: { token: string; bill: StreetBill; onPaid: () => void }) {
  const { t } = useTranslation('pay')
  const { money, distance } = useFormat()
  const isOpen = bill.status === 'PENDING'
  const total = bill.lines.reduce((sum, { amount }) => sum + amount, 0)
  const facts = [
    bill.vehicleNumber,
    bill.distanceKm !== null && distance(bill.distanceKm),
    t('street.booking', { reference: bill.reference })
  ]
  return (
    <div className="space-y-6 rounded-card border border-line bg-card p-6 md:p-8">
      <header>
        <p className="text-sm text-muted">{bill.company}</p>
        <h1 className="mt-1 text-2xl font-semibold">
          {isOpen ? t('street.title', { amount: money(bill.amount) }) : t('paid')}
        </h1>
        <p className="mt-1 text-sm text-muted">{facts.filter(Boolean).join(' · ')}</p>
      </header>
      <FareTable lines={bill.lines} total={total} totalLabel={t('street.total')} tax={0} />
      {isOpen ? (
        <Paying token={token} amount={bill.amount} onPaid={onPaid} />
      ) : (
        <p role="status" className="flex items-center gap-3 text-ok">
          <CircleCheck aria-hidden className="size-6" />
          {t('street.thanks')}
        </p>
      )}
    </div>
  )
}

function Paying({ token, amount, onPaid }: { token: string; amount: number; onPaid: () => void }) {
  const { t } = useTranslation('pay')
  const payment = useStreetPayment(token)
  const access = useMemo(
    () => ({
      complete: (_: string, params: Record<string, string>) => completeStreetPayment(token, params),
      act: (_: string, act: Parameters<typeof actOnStreetTest>[1]) => actOnStreetTest(token, act),
      home: () => null
    }),
    [token]
  )
  const status = payment.data
  if (payment.isLoading) return <Skeleton className="h-40 rounded-card" />
  if (status?.payment.status === 'created' && status.next) {
    return (
      <PayAccessContext value={access}>
        <NextStep
          status={status}
          next={status.next}
          onChange={(answer) => {
            void payment.mutate(answer, { revalidate: false })
            onPaid()
          }}
        />
      </PayAccessContext>
    )
  }
  return (
    <>
      {status?.payment.status === 'failed' && <Alert tone="bad">{t('page.status.failed')}</Alert>}
      <Ways token={token} amount={amount} />
    </>
  )
}

function Ways({ token, amount }: { token: string; amount: number }) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const errorText = useErrorText()
  const providers = usePaymentProviders()
  const none = useNoProvider()
  // A ride of nobody knows no saved cards.
  const choice = { ...useWay(providers), cards: [] }
  const [chosen, setChosen] = useState('')
  const name = chosen || (providers[0]?.name ?? '')
  const leaving = useCommand((provider: string, key) => startStreetPayment(token, provider, key))
  if (none) return <Alert tone="warn">{errorText(none.key)}</Alert>
  return (
    <div className="space-y-4">
      <RadioGroup.Root aria-label={t('ways')} value={name} onValueChange={setChosen} className="space-y-2">
        <ProviderWays choice={choice} />
      </RadioGroup.Root>
      {leaving.error && <Alert tone="bad">{errorText(leaving.error)}</Alert>}
      <Button
        size="lg"
        variant="accent"
        className="w-full"
        busy={leaving.busy}
        disabled={!name}
        onClick={() => void leaving.run(name)}
      >
        {t('button', { amount: money(amount) })}
      </Button>
    </div>
  )
}
