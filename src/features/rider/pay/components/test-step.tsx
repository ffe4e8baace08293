import type { Act } from '@contract/payments'
import { FlaskConical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { actOnTest } from '../commands'
import type { PaymentStatus } from '../queries'

/** The test provider's possible results, successes and failures. */
const acts: readonly Act[] = [
  'approve',
  'decline',
  'delay',
  'double',
  'twice',
  'out_of_order',
  'wrong_amount',
  'chargeback'
]

interface TestStepProps {
  status: PaymentStatus
  payToken: string | null
  onChange: (status: PaymentStatus | undefined) => void
}

/** The test provider's page: no money moves, and the person chooses the provider's result. */
export function TestStep({ status: { payment }, payToken, onChange }: TestStepProps) {
  const { t } = useTranslation('pay')
  const errorText = useErrorText()
  const act = useCommand((what: Act) => actOnTest(payment.id, what, payToken), { onDone: onChange })
  return (
    <div className="mt-6">
      <h1 className="flex items-center gap-2 text-lg font-semibold">
        <FlaskConical aria-hidden className="size-5" />
        {t('page.test.title')}
      </h1>
      <p className="mt-1 text-sm text-pretty text-muted">{t('page.test.text')}</p>
      <ul className="mt-5 space-y-2">
        {acts.map((what) => (
          <li key={what}>
            <Button
              size="lg"
              variant={what === 'approve' ? 'accent' : 'outline'}
              className="h-auto min-h-12 w-full py-2 text-pretty whitespace-normal"
              busy={act.busy && act.sent === what}
              onClick={() => void act.run(what)}
            >
              {t(`page.test.${what}`)}
            </Button>
          </li>
        ))}
      </ul>
      {act.error && (
        <Alert tone="bad" className="mt-4">
          {errorText(act.error)}
        </Alert>
      )}
    </div>
  )
}
