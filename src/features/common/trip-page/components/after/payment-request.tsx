import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { CommandDialog } from '@/components/ui/command-dialog'
import { paths } from '@/config/paths'
import {
  acceptPaymentRequest,
  type Booking,
  declinePaymentRequest,
  type PaymentRequest,
  usePaymentRequests
} from '@/entities/booking'
import { ByCardDialog, type PaymentProvider, usePaymentProviders } from '@/entities/payment'
import { useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { serverNow } from '@/lib/time/server-clock'

/** What the office asks the rider to pay after the ride. Nothing is paid before the rider accepts. */
export function PaymentRequestBlock({ booking }: { booking: Booking }) {
  const { data, mutate } = usePaymentRequests(booking.id)
  const open = data?.filter(({ status, expires_at }) => status === 'open' && Date.parse(expires_at) > serverNow()) ?? []
  return open.map((request) => <Request key={request.id} request={request} onAnswer={() => void mutate()} />)
}

function Request({ request, onAnswer }: { request: PaymentRequest; onAnswer: () => void }) {
  const { t } = useTranslation('pay')
  const { money, dateTime } = useFormat()
  const { profile } = useSession()
  const providers = usePaymentProviders()
  const [answer, setAnswer] = useState<'accept' | 'decline' | 'card' | null>(null)
  const free = Math.max(0, (profile?.wallet_balance ?? 0) - (profile?.bonus_balance ?? 0))
  const isShort = free < request.amount
  const amount = money(request.amount)
  return (
    <section
      aria-label={t('request.title', { amount })}
      className="space-y-3 rounded-card border border-line-strong p-4"
    >
      <h2 className="font-semibold">{t('request.title', { amount })}</h2>
      <div className="text-sm">
        <p className="text-muted">{t(`request.kind.${request.kind}`)}</p>
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {request.reason}
        </p>
      </div>
      <p className="text-sm text-muted">{t('request.until', { when: dateTime(request.expires_at) })}</p>
      {isShort && providers.length === 0 && <Alert tone="warn">{t('request.short', { balance: money(free) })}</Alert>}
      <div className="flex flex-wrap gap-2">
        {isShort && providers.length > 0 ? (
          <Button size="lg" className="flex-1" onClick={() => setAnswer('card')}>
            {t('request.by_card', { amount })}
          </Button>
        ) : isShort ? (
          <Button asChild size="lg" className="flex-1">
            <Link to={paths.wallet}>{t('topup.open')}</Link>
          </Button>
        ) : (
          <Button size="lg" className="flex-1" onClick={() => setAnswer('accept')}>
            {t('request.accept', { amount })}
          </Button>
        )}
        <Button size="lg" variant="ghost" onClick={() => setAnswer('decline')}>
          {t('request.decline')}
        </Button>
      </div>
      {answer === 'card' && <ByCard request={request} providers={providers} onClose={() => setAnswer(null)} />}
      {answer && answer !== 'card' && (
        <Answer answer={answer} request={request} onClose={() => setAnswer(null)} onAnswer={onAnswer} />
      )}
    </section>
  )
}

interface ByCardProps {
  request: PaymentRequest
  providers: readonly PaymentProvider[]
  onClose: () => void
}

/** Pays a request through a provider. The payment also covers what the wallet owes. */
function ByCard({ request, ...props }: ByCardProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const amount = money(request.amount)
  return (
    <ByCardDialog
      {...props}
      title={t('request.by_card', { amount })}
      text={t('request.text.accept', { amount })}
      payment={{ purpose: 'topup', request_id: request.id }}
    />
  )
}

interface AnswerProps {
  answer: 'accept' | 'decline'
  request: PaymentRequest
  onClose: () => void
  onAnswer: () => void
}

function Answer({ answer, request, onClose, onAnswer }: AnswerProps) {
  const { t } = useTranslation('pay')
  const { money } = useFormat()
  const amount = money(request.amount)
  const send = useCommand(
    () => (answer === 'accept' ? acceptPaymentRequest(request.id) : declinePaymentRequest(request.id)),
    {
      asks: 'dialog',
      done: t(`request.done.${answer}`),
      onDone: () => {
        onAnswer()
        onClose()
      }
    }
  )
  return (
    <CommandDialog
      title={t(`request.asks.${answer}`, { amount })}
      text={t(`request.text.${answer}`, { amount })}
      confirm={t(answer === 'accept' ? 'request.accept' : 'request.decline', { amount })}
      variant={answer === 'accept' ? 'accent' : 'bad'}
      command={send}
      onConfirm={() => void send.run()}
      onClose={onClose}
    />
  )
}
