import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { NeededOfCar } from '@/entities/car'
import { RouteEnds } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { useNow } from '@/lib/use-now'
import type { Offer } from '../model'
import { countdown } from '../offers'
import { CountdownRing } from './countdown-ring'

function Ends({ offer }: { offer: Offer }) {
  const { t } = useTranslation('driver')
  const { distance, duration } = useFormat()
  return (
    <RouteEnds
      pickup={{
        label: t('offer.pickup'),
        address:
          offer.distance_km === null ? t('offer.area') : t('offer.away', { distance: distance(offer.distance_km) }),
        aside: offer.pickup_time !== null && (
          <span className="shrink-0 font-medium tabular">{duration(offer.pickup_time)}</span>
        )
      }}
      drop={{
        label: t('offer.drop'),
        address: t('offer.trip', { distance: distance(offer.trip_distance) }),
        aside: <span className="shrink-0 text-muted tabular">{duration(offer.trip_time)}</span>
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

/** An offered trip: what it brings, how far it is and goes, and the seconds to decide. Addresses come with accepting. */
export function OfferCard({ offer, amountAs: Amount = 'h1', busy, onAccept, onDecline }: OfferCardProps) {
  const { t } = useTranslation('driver')
  const { money, dateTime } = useFormat()
  const left = countdown(offer, useNow(200))
  return (
    <section aria-label={t('offer.title')} className="space-y-4">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <Amount className="text-2xl font-semibold tabular">{money(offer.driver_share)}</Amount>
          <p className="text-sm text-muted">
            {t('offer.fare', { amount: money(offer.trip_cost) })}
            {` · ${t([`offer.mode.${offer.payment_mode}`, 'offer.mode.other'])}`}
          </p>
        </div>
        <CountdownRing {...left} />
      </div>
      {offer.book_later && offer.trip_at && (
        <p className="rounded-control bg-info-soft px-3 py-2 text-sm text-info">
          {t('offer.later', { when: dateTime(offer.trip_at) })}
        </p>
      )}
      <Ends offer={offer} />
      <NeededOfCar requirements={offer.requirements} />
      <p className="text-sm text-muted text-pretty">{t('offer.circle')}</p>
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
