import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { type PaymentRequest, usePaymentRequests } from '@/entities/booking'
import { useHolds } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { withdrawRequest } from '../commands'

/** What the rider was asked to pay after the ride, and the answers. A request that is open can be withdrawn. */
export function Requests({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation('panel')
  const errorText = useErrorText()
  const canWithdraw = useHolds()('fares')
  const { data, mutate } = usePaymentRequests(bookingId)
  const withdraw = useCommand((id: string) => withdrawRequest(id), {
    done: t('request.withdrawn'),
    onDone: () => void mutate()
  })
  if (!data || data.length === 0) return null
  return (
    <section aria-label={t('request.title')}>
      <h3 className="mb-1.5 font-semibold">{t('request.title')}</h3>
      <ul className="divide-y divide-line rounded-control border border-line">
        {data.map((request) => (
          <Line key={request.id} request={request}>
            {canWithdraw && request.status === 'open' && (
              <Button
                size="sm"
                variant="outline"
                busy={withdraw.sent === request.id}
                disabled={withdraw.busy}
                onClick={() => void withdraw.run(request.id)}
              >
                {t('request.withdraw')}
              </Button>
            )}
          </Line>
        ))}
      </ul>
      {withdraw.error && <Alert tone="bad">{errorText(withdraw.error)}</Alert>}
    </section>
  )
}

function Line({ request, children }: { request: PaymentRequest; children: React.ReactNode }) {
  const { t } = useTranslation('panel')
  const { money, dateTime } = useFormat()
  const { kind, amount, reason, status, created_at } = request
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
      <div className="min-w-0 flex-1 basis-48">
        <p>
          {t(`request.kind.${kind}`)} <span className="tabular">{money(amount)}</span>
        </p>
        <p dir="auto" className="text-sm wrap-anywhere">
          {reason}
        </p>
        <p className="text-xs text-muted">{dateTime(created_at)}</p>
      </div>
      <Badge tone={status === 'open' ? 'warn' : status === 'accepted' ? 'ok' : 'neutral'}>
        {t(`request.status.${status}`)}
      </Badge>
      {children}
    </li>
  )
}
