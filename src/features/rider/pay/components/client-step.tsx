import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'
import { brandOf } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { AppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { completePayment } from '../commands'
import { clients } from '../model/clients/client'
import type { ClientForm, ClientNext } from '../model/clients/form'
import type { PaymentStatus } from '../queries'

interface ClientStepProps {
  status: PaymentStatus
  next: ClientNext
  payToken: string | null
  onChange: (status: PaymentStatus | undefined) => void
}

/** Shows a payment form of the provider inside this page. The card data goes to the provider, and we get only a token of it. */
export function ClientStep({ status: { payment }, next, payToken, onChange }: ClientStepProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const errorText = useErrorText()
  const place = useRef<HTMLDivElement>(null)
  const { form, hasFailed, retry } = useClientForm(place, payment, next)
  const pay = useCommand(
    async () => {
      const params = await form?.submit().catch(() => {
        throw new AppError('payment_declined')
      })
      return params ? await completePayment(payment.id, params, payToken) : null
    },
    {
      onDone: (answer) => {
        if (answer) onChange(answer)
      }
    }
  )
  const words = { provider: brandOf(payment.provider, t), amount: money(payment.amount) }
  return (
    <div className="mt-6 space-y-5">
      <h1 className="text-lg font-semibold">{t('page.client.pay', words)}</h1>
      {!form && !hasFailed && (
        <Loading label={t('page.client.loading', words)}>
          <Skeleton className="h-40 rounded-card" />
        </Loading>
      )}
      {hasFailed && (
        <Alert tone="bad" action={<Button onClick={retry}>{t('common:retry')}</Button>}>
          {t('page.client.failed', words)}
        </Alert>
      )}
      <div ref={place} />
      {pay.error && <Alert tone="bad">{errorText(pay.error)}</Alert>}
      {form && (
        <Button size="lg" variant="accent" className="w-full" busy={pay.busy} onClick={() => void pay.run()}>
          {t('page.client.pay', words)}
        </Button>
      )}
    </div>
  )
}

/** Mounts the provider's form once its script has loaded. */
function useClientForm(
  place: React.RefObject<HTMLDivElement | null>,
  { provider, amount }: PaymentStatus['payment'],
  next: ClientNext
) {
  const { i18n } = useTranslation()
  const [form, setForm] = useState<ClientForm | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)
  // Keeps the first value, because a new object with the same content would mount the form again and clear what was typed.
  const [shown] = useState(next)
  const lang = i18n.language
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt mounts the form again
  useEffect(() => {
    const element = document.createElement('div')
    place.current?.append(element)
    let isGone = false
    let mounted: ClientForm | null = null
    const mount = async () => {
      const load = clients[provider]
      if (!load) throw new Error(`no form for ${provider}`)
      mounted = await (await load())({ element, next: shown, amount: String(amount), lang })
      if (isGone) mounted.remove()
      else setForm(mounted)
    }
    mount().catch(() => !isGone && setFailed(true))
    return () => {
      isGone = true
      mounted?.remove()
      element.remove()
      setForm(null)
      setFailed(false)
    }
  }, [attempt, place, provider, amount, shown, lang])
  return { form, hasFailed, retry: () => setAttempt((count) => count + 1) }
}
