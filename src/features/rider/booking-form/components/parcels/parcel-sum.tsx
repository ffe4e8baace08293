import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { ErrorBanner } from '@/components/ui/error-state'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import type { Parcels } from './use-parcels'

/** The cost of each parcel, and the total. */
export function ParcelSum({ parcels }: { parcels: Parcels }) {
  const { t } = useTranslation('booking_dialogs')
  const { money } = useFormat()
  const { amounts, total, priceError, retryPrices } = parcels
  if (priceError) return <ErrorBanner error={priceError} onRetry={retryPrices} />
  const lines = amounts.map((amount, index) => ({ label: t('parcels.one', { number: index + 1 }), amount }))
  return (
    <dl aria-live="polite" className="rounded-control bg-soft px-4 py-2.5 text-sm">
      {[...lines, { label: t('fare.total'), amount: total }].map(({ label, amount }, index) => (
        <div
          key={label}
          className={`flex justify-between gap-4 py-0.5 ${index === lines.length ? 'mt-1 border-t border-line pt-1.5 text-base font-semibold' : ''}`}
        >
          <dt>{label}</dt>
          <dd className="tabular">{amount === null ? '…' : money(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Says which parcels of an order were booked, and that the others are still in the form. */
export function ParcelNews({ parcels: { booked, all } }: { parcels: Parcels }) {
  const { t } = useTranslation('booking_dialogs')
  if (booked.length === 0) return null
  return (
    <Alert tone="warn">
      <p className="font-semibold">{t('parcels.some', { booked: booked.length, left: all.length })}</p>
      <p>{t('parcels.some_text')}</p>
      <ul className="mt-1">
        {booked.map(({ id, reference }) => (
          <li key={id}>
            <Link to={paths.booking(id)} className="inline-flex min-h-6 items-center underline underline-offset-4">
              <bdi className="tabular">{t('parcels.booked', { reference })}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
