import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import useSWR from 'swr'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import type { Booking } from '@/entities/booking'
import { DecisionList } from '@/entities/decision'
import { providerName } from '@/entities/payment'
import { useHolds } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { panelKeys, useReloadBooking } from '../keys'
import { Price } from '../price'
import { Requests } from './requests'
import type { SectionProps } from './section-props'

const getLedger = async (bookingId: string) =>
  unwrap(
    supabase
      .from('ledger_transactions')
      .select('id,kind,created_at,ledger_entries(id,amount,ledger_accounts(kind,user_id,provider))')
      .eq('booking_id', bookingId)
      .order('id')
  )

/** @param hasLedger whether the caller may read the ledger */
async function getMoney(bookingId: string, hasLedger: boolean) {
  const [payments, refunds, ledger] = await Promise.all([
    unwrap(
      supabase
        .from('payments')
        .select('id,provider,amount,refunded_amount,status,created_at')
        .eq('booking_id', bookingId)
        .order('created_at')
    ),
    unwrap(
      supabase
        .from('refunds')
        .select('id,amount,reason,status,payment_id,created_at')
        .eq('booking_id', bookingId)
        .order('created_at')
    ),
    hasLedger ? getLedger(bookingId) : []
  ])
  return { payments, refunds, ledger }
}

type Money = Awaited<ReturnType<typeof getMoney>>

/** The payments and refunds of a booking and, for staff of the money desk, their ledger entries. */
export function Payments({ booking }: SectionProps) {
  const { t } = useTranslation('panel')
  const hasLedger = useHolds()('money')
  const reload = useReloadBooking(booking.id)
  const { data, error, mutate } = useSWR(panelKeys.money(booking.id, hasLedger), ([, id, isRead]) =>
    getMoney(id, isRead)
  )
  if (!data) {
    return (
      <Pending error={error} onRetry={() => void mutate()}>
        <Skeleton className="h-40" />
      </Pending>
    )
  }
  const isEmpty = data.payments.length + data.refunds.length + data.ledger.length === 0
  return (
    <div className="space-y-5">
      <Price booking={booking} />
      {booking.paid_at && (
        <Button asChild size="sm">
          <Link to={paths.receipt(booking.id)}>
            <ReceiptText aria-hidden className="size-4" />
            {t('common:pages.receipt.title')}
          </Link>
        </Button>
      )}
      {isEmpty && <p className="text-muted">{t('money.none')}</p>}
      <Cards payments={data.payments} />
      <Refunds refunds={data.refunds} />
      <DecisionList bookingId={booking.id} onReversed={() => void reload()} />
      <Requests bookingId={booking.id} />
      {data.ledger.map((transaction) => (
        <Transaction key={transaction.id} transaction={transaction} booking={booking} />
      ))}
    </div>
  )
}

function Cards({ payments }: { payments: Money['payments'] }) {
  const { t } = useTranslation('panel')
  const { money, dateTime } = useFormat()
  if (payments.length === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{t('money.cards')}</h3>
      <ul className="divide-y divide-line rounded-control border border-line">
        {payments.map(({ id, provider, amount, status, created_at }) => (
          <li key={id} className="flex min-h-10 items-center gap-3 px-3">
            <span className="min-w-0 flex-1 truncate">
              {providerName(provider)} <span className="text-muted">{dateTime(created_at)}</span>
            </span>
            <Badge tone={status === 'paid' ? 'ok' : 'neutral'}>
              {t([`money.payment.${status}`, 'attention_raw'], { reason: status })}
            </Badge>
            <span className="tabular">{money(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Refunds({ refunds }: { refunds: Money['refunds'] }) {
  const { t } = useTranslation(['panel', 'trips'])
  const { money, dateTime } = useFormat()
  if (refunds.length === 0) return null
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{t('money.refunds')}</h3>
      <ul className="divide-y divide-line rounded-control border border-line">
        {refunds.map(({ id, amount, reason, status, payment_id, created_at }) => (
          <li key={id} className="flex items-start gap-3 px-3 py-2">
            <div className="min-w-0 flex-1">
              <p dir="auto">{t([`money.because.${reason}`, 'trips:reason_text'], { reason })}</p>
              <p className="text-xs text-muted">
                {t(payment_id ? 'money.to_card' : 'money.to_wallet')} · {dateTime(created_at)}
              </p>
            </div>
            <Badge tone={status === 'failed' ? 'bad' : status === 'due' ? 'warn' : 'ok'}>
              {t(`money.refund.${status}`)}
            </Badge>
            <span className="tabular">{money(amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TransactionProps {
  transaction: Money['ledger'][number]
  booking: Booking
}

function Transaction({ transaction, booking }: TransactionProps) {
  const { t } = useTranslation('panel')
  const { moneyChange, dateTime } = useFormat()
  const { kind, created_at, ledger_entries: entries } = transaction
  return (
    <section>
      <header className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold">{t([`money.kind.${kind}`, 'attention_raw'], { reason: kind })}</h3>
        <time dateTime={created_at} className="text-xs text-muted tabular">
          {dateTime(created_at)}
        </time>
      </header>
      <dl className="divide-y divide-line rounded-control border border-line">
        {entries.map(({ id, amount, ledger_accounts: account }) => (
          <div key={id} className="flex min-h-9 items-center justify-between gap-3 px-3">
            <dt className="min-w-0 truncate">
              {t(accountKey(account, booking), { provider: providerName(account.provider ?? '') })}
            </dt>
            <dd dir="ltr" className="tabular">
              {moneyChange(amount)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

type Account = Money['ledger'][number]['ledger_entries'][number]['ledger_accounts']

/**
 * Returns the text key of a ledger account. A wallet is named by the role of its owner in the booking: driver, fleet, rider or
 * someone else.
 */
function accountKey({ kind, user_id }: Account, { customer_id, driver_id, fleet_id }: Booking): string {
  const name = kind.replace('.', '_')
  if (!user_id) return `money.account.${name}`
  const whose =
    user_id === driver_id ? 'driver' : user_id === fleet_id ? 'fleet' : user_id === customer_id ? 'rider' : 'else'
  return `money.account.${name}_${whose}`
}
