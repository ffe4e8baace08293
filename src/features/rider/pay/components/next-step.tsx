import { ExternalLink } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import { paths } from '@/config/paths'
import { brandOf, postForm } from '@/entities/payment'
import type { Next, PaymentStatus } from '../queries'

const ClientStep = lazy(() => import('./client-step').then((part) => ({ default: part.ClientStep })))
const TestStep = lazy(() => import('./test-step').then((part) => ({ default: part.TestStep })))

interface NextStepProps {
  status: PaymentStatus
  next: Next
  /** The token of a street trip's payment link, for a payer without an account. */
  payToken?: string | null
  /** Called when the person gives up. Without this function, a link leads back to the trip or the wallet. */
  onGiveUp?: () => void
  onChange: (status: PaymentStatus | undefined) => void
}

/**
 * Shows the payer's next step, which the server determines: the test provider, an embedded form, or the provider's own page.
 */
export function NextStep(props: NextStepProps) {
  const { next, payToken = null } = props
  if (next.kind === 'test') {
    return (
      <Suspense fallback={<Spinner />}>
        <TestStep {...props} payToken={payToken} />
      </Suspense>
    )
  }
  if (next.kind === 'client') {
    return (
      <Suspense fallback={<Spinner />}>
        <ClientStep {...props} next={next} payToken={payToken} />
      </Suspense>
    )
  }
  return <Away {...props} next={next} />
}

function leave(next: Exclude<Next, { kind: 'test' | 'client' }>): void {
  if (next.kind === 'form') postForm(next.action, next.fields)
  else window.location.assign(next.url)
}

const leftKey = (paymentId: string) => `pay-left:${paymentId}`

/**
 * Whether this tab has already been redirected to the provider's page. If storage is unavailable, this is unknown and the
 * result is true: the person then has to press the button.
 */
function hasLeft(paymentId: string): boolean {
  try {
    return sessionStorage.getItem(leftKey(paymentId)) !== null
  } catch {
    return true
  }
}

function noteLeaving(paymentId: string): void {
  try {
    sessionStorage.setItem(leftKey(paymentId), '1')
  } catch {}
}

/** Redirects to the provider's page once: people who come back are not redirected again. */
function Away({
  status: { payment },
  next,
  onGiveUp
}: NextStepProps & { next: Exclude<Next, { kind: 'test' | 'client' }> }) {
  const { t } = useTranslation('pay')
  const [wasAway] = useState(() => hasLeft(payment.id))
  useEffect(() => {
    if (wasAway) return
    noteLeaving(payment.id)
    leave(next)
  }, [wasAway, payment.id, next])
  return (
    <div className="mt-8 flex flex-col items-center gap-4 text-center">
      <Spinner />
      <h1 role="status" className="text-lg font-semibold">
        {t(wasAway ? 'page.asking' : 'page.leaving', { provider: brandOf(payment.provider, t) })}
      </h1>
      {wasAway && <p className="max-w-sm text-pretty text-muted">{t('page.asking_hint')}</p>}
      <Button size="lg" variant={wasAway ? 'outline' : 'accent'} className="w-full" onClick={() => leave(next)}>
        <ExternalLink aria-hidden />
        {t('page.go', { provider: brandOf(payment.provider, t) })}
      </Button>
      {onGiveUp ? (
        <Button size="lg" variant="ghost" className="w-full" onClick={onGiveUp}>
          {t('page.give_up')}
        </Button>
      ) : (
        <Button asChild size="lg" variant="ghost" className="w-full">
          <Link to={payment.booking_id ? paths.booking(payment.booking_id) : paths.wallet}>{t('page.give_up')}</Link>
        </Button>
      )}
    </div>
  )
}
