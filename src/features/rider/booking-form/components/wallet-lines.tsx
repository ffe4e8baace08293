import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { paths } from '@/config/paths'
import { quotePayment } from '@/entities/payment'
import { useFormat } from '@/entities/settings'
import { useBookingFare } from '../hooks/use-booking-screen'

interface WalletLinesProps {
  /** True for a parcel, whose whole price the wallet must pay. */
  isWhole?: boolean
  /** The total price, if there are several parcels. */
  total?: number | null
  /** Called with whether the balance covers the price; true until the balance is known. */
  onKnown?: (covers: boolean) => void
}

/**
 * Shows the wallet's balance, the amount that it pays for the chosen ride, and the rest to pay. The server computes
 * these amounts. If `total` is given, the page computes the amount that the wallet pays.
 */
export function WalletLines({ isWhole = false, total = null, onKnown }: WalletLinesProps) {
  const { t } = useTranslation('booking_dialogs')
  const { money } = useFormat()
  const { quote, amount } = useBookingFare()
  const id = quote?.quote_id
  // The amount is part of the key, because a promotion changes the amount to pay.
  const { data } = useSWR(id ? ['quote-payment', id, amount] : null, () => quotePayment(id ?? ''))
  const covers = !data || (data.open_amount_left === 0 && data.wallet_balance >= (total ?? 0))
  useEffect(() => onKnown?.(covers), [covers, onKnown])
  if (!data) return null
  const lines = [
    { label: t('wallet.balance'), amount: data.wallet_balance },
    { label: t('wallet.pays'), amount: total === null ? data.from_wallet : Math.min(total, data.wallet_balance) },
    ...(data.open_amount_left > 0 && !isWhole ? [{ label: t('wallet.left'), amount: data.open_amount_left }] : [])
  ]
  return (
    <div className="space-y-3">
      <dl className="rounded-control bg-soft px-4 py-2.5 text-sm">
        {lines.map((line) => (
          <div key={line.label} className="flex justify-between gap-4 py-0.5">
            <dt>{line.label}</dt>
            <dd className="font-medium tabular">{money(line.amount)}</dd>
          </div>
        ))}
      </dl>
      {isWhole && !covers && (
        <Alert
          tone="warn"
          action={
            <Link to={paths.contact} className="min-h-6 shrink-0 font-semibold underline underline-offset-4">
              {t('wallet.ask')}
            </Link>
          }
        >
          {t('wallet.short')}
        </Alert>
      )}
    </div>
  )
}
