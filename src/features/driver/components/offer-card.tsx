import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { RouteEnds } from '@/components/ui/route-ends'
import { useFormat } from '@/lib/use-format'
import { useNow } from '@/lib/use-now'
import type { Offer } from '../model'
import { countdown } from '../offers'
import { CountdownRing } from './countdown-ring'

function Ends({ offer }: { offer: Offer }) {
  const { t } = useTranslation('driver')
  const { distance } = useFormat()
  return (
    <RouteEnds
      pickup={{
        label: t('offer.pickup'),
        address: offer.pickup_address,
        aside: offer.distance_km !== null && (
          <span className="shrink-0 font-medium tabular">
            {t('offer.away', { distance: distance(offer.distance_km) })}
          </span>
        )
      }}
      drop={{
        label: t('offer.drop'),
        address: offer.drop_address,
        aside: offer.trip_distance !== null && (
          <span className="shrink-0 text-muted tabular">{distance(offer.trip_distance)}</span>
        )
      }}
    />
  )
}

interface OfferCardProps {
  offer: Offer
  /** The amount heads the page, or stands below a heading. */
  amountAs?: 'h1' | 'p'
  busy: 'accept' | 'decline' | null
  onAccept: () => void
  onDecline: () => void
}

/** An offered trip: what it brings, where it goes, and the seconds to decide. */
export function OfferCard({ offer, amountAs: Amount = 'h1', busy, onAccept, onDecline }: OfferCardProps) {
  const { t } = useTranslation('driver')
  const { money, duration, dateTime } = useFormat()
  const left = countdown(offer, useNow(200))
  return (
    <section aria-label={t('offer.title')} className="space-y-4">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <Amount className="text-2xl font-semibold tabular">
            {money(offer.driver_share ?? offer.trip_cost ?? 0)}
          </Amount>
          <p className="text-sm text-muted tabular">
            {t('offer.fare', { amount: money(offer.trip_cost ?? 0) })}
            {` · ${t([`offer.mode.${offer.payment_mode}`, 'offer.mode.other'])}`}
            {offer.trip_time !== null && ` · ${duration(offer.trip_time)}`}
          </p>
        </div>
        <CountdownRing {...left} />
      </div>
      {offer.book_later && offer.trip_at && (
        <p className="rounded-control bg-info-soft px-3 py-2 text-sm text-info tabular">
          {t('offer.later', { when: dateTime(offer.trip_at) })}
        </p>
      )}
      <Ends offer={offer} />
      <div className="flex gap-2">
        <Button
          size="lg"
          className="h-14 flex-1"
          busy={busy === 'decline'}
          disabled={busy !== null}
          onClick={onDecline}
        >
          {t('offer.decline')}
        </Button>
        <Button
          size="lg"
          variant="accent"
          className="h-14 flex-[2]"
          busy={busy === 'accept'}
          disabled={busy !== null}
          onClick={onAccept}
        >
          {t('offer.accept')}
        </Button>
      </div>
    </section>
  )
}
