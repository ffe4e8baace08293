import { CircleCheck, CircleX, Hourglass } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PAYMENT_CLOSE_MS } from '@/config/constants'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { NextStep } from './components/next-step'
import { UnknownYet } from './components/unknown-yet'
import { problemIn } from './model/problem'
import { type PaymentStatus, usePaymentStatus } from './queries'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The path of the page that a payment belongs to: the booking, or the wallet. */
const homeOf = ({ payment }: PaymentStatus): string =>
  payment.booking_id ? paths.booking(payment.booking_id) : paths.wallet

/** The page of a payment: it leads to the provider, waits for the result and shows it. */
export function PayPage() {
  const { t } = useTranslation('pay')
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  // An invalid or expired link opens this page without a payment.
  const isKnown = UUID.test(id)
  const { data, error, mutate } = usePaymentStatus(isKnown ? id : null)
  const errorText = useErrorText()
  const problem = problemIn(params)
  if (!isKnown) {
    return (
      <main id="main" className="mx-auto w-full max-w-lg px-4 py-8 md:py-14">
        <EmptyState
          icon={CircleX}
          heading="h1"
          title={errorText(problem ?? 'checkout_expired')}
          action={
            <Button asChild>
              <Link to={paths.bookings}>{t('common:pages.bookings.title')}</Link>
            </Button>
          }
        />
      </main>
    )
  }
  return (
    <main id="main" className="mx-auto w-full max-w-lg px-4 py-8 md:py-14">
      {!data && <UnknownYet error={error} onRetry={() => void mutate()} />}
      {data && problem && data.payment.status === 'created' && (
        <Alert tone="bad" className="mb-4">
          {errorText(problem)}
        </Alert>
      )}
      {data && <Known status={data} onChange={(answer) => void mutate(answer, { revalidate: false })} />}
    </main>
  )
}

interface KnownProps {
  status: PaymentStatus
  onChange: (status: PaymentStatus | undefined) => void
}

function Known({ status, onChange }: KnownProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const { payment, next } = status
  const words = { amount: money(payment.amount), reference: payment.reference ?? '' }
  return (
    <div className="rounded-card border border-line bg-card p-6 md:p-8">
      <header className="flex items-baseline justify-between gap-4">
        <p className="text-sm text-muted">{t(`page.for.${payment.purpose}`, words)}</p>
        <p className="text-xl font-semibold tabular">
          <bdi>{words.amount}</bdi>
        </p>
      </header>
      {payment.status === 'created' && next ? (
        <NextStep status={status} next={next} onChange={onChange} />
      ) : (
        <Outcome status={status} />
      )}
    </div>
  )
}

/**
 * Shows a payment's result. After a successful payment it returns to the booking or the wallet: after a moment, or at once if
 * the person presses the button.
 */
function Outcome({ status }: { status: PaymentStatus }) {
  const { t } = useTranslation('pay')
  const navigate = useNavigate()
  const { payment } = status
  const home = homeOf(status)
  const isDone = payment.status === 'paid' || payment.status === 'authorized'
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => void navigate(home, { replace: true }), PAYMENT_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [isDone, home, navigate])
  const isOpen = payment.status === 'created'
  const Icon = isDone ? CircleCheck : isOpen ? Hourglass : CircleX
  return (
    <div role="status" className="mt-8 flex flex-col items-center gap-4 text-center">
      <Icon aria-hidden className={isDone ? 'size-14 text-ok' : isOpen ? 'size-14 text-muted' : 'size-14 text-bad'} />
      <h1 className="text-lg font-semibold">{t(`page.status.${payment.status}`)}</h1>
      {!isDone && <p className="max-w-sm text-pretty text-muted">{t(`page.hint.${payment.status}`)}</p>}
      <Button asChild size="lg" variant={isDone ? 'outline' : 'accent'} className="w-full">
        <Link to={home} replace state={isDone ? null : { pay: true }}>
          {t(payment.booking_id ? 'page.to_trip' : 'page.to_wallet')}
        </Link>
      </Button>
    </div>
  )
}
