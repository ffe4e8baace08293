import { Banknote, CreditCard, type LucideIcon, MapPin, Package, Wallet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NeededOfCar } from '@/entities/car'
import { usePlaceName } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { latLngText } from '@/lib/geo/geo'
import { useNow } from '@/lib/time/use-now'
import { countdown } from '../model/offers'
import type { Offer } from '../model/state'
import { CountdownRing } from './countdown-ring'

const MODES: Record<string, LucideIcon> = { cash: Banknote, card: CreditCard, wallet: Wallet }

/**
 * Returns the town at the centre of an area: undefined while it is looked up, null if it is unknown. The street is left out,
 * because the centre is not the real address.
 */
function useTown(lat: number, lng: number): string | null | undefined {
  const name = usePlaceName({ lat, lng })
  if (name === undefined) return
  // A place without a name has coordinates as its text.
  if (!name || name === latLngText({ lat, lng })) return null
  const town = name.split(',').at(-1) ?? ''
  // Removes the postal code, which tells a driver less than the town.
  return town.replace(/^[\d\s-]+|[\d\s-]+$/g, '') || town.trim() || null
}

/** What an offer names as its amount: the driver's share; the whole fare where employees, who have no share, drive. */
export const ownAmount = ({ driver_share, trip_cost }: { driver_share: number; trip_cost: number }): number =>
  driver_share > 0 ? driver_share : trip_cost

interface OfferCardProps {
  offer: Offer
  /** How many offers wait for an answer. From two on the card says so. */
  count?: number
  /** The element of the amount: the page's heading, or a paragraph below a heading. */
  amountAs?: 'h1' | 'p'
}

/**
 * An offered trip, with the facts for a quick decision: minutes to the pickup, earnings, the area of the destination, payment,
 * requirements, and the seconds that remain. Addresses are shown only after the driver has accepted. The buttons that answer the
 * offer (`OfferButtons`) are apart, so that the page can keep them in view.
 */
export function OfferCard({ offer, count = 1, amountAs: Amount = 'h1' }: OfferCardProps) {
  const { t } = useTranslation('driver')
  const { money, dateTime } = useFormat()
  const left = countdown(offer, useNow(200))
  const ModeIcon = MODES[offer.payment_mode] ?? Wallet
  return (
    <section aria-label={t('offer.title')} className="space-y-4 low:space-y-3">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          {count > 1 && <p className="text-sm font-semibold">{t('offer.count', { count })}</p>}
          <Amount className="text-4xl font-semibold tracking-tight whitespace-nowrap tabular tight:text-3xl">
            {money(ownAmount(offer))}
          </Amount>
          <p className="text-sm">
            {offer.driver_share > 0 ? t('offer.fare', { amount: money(offer.trip_cost) }) : t('offer.whole_fare')}
          </p>
        </div>
        <CountdownRing {...left} />
      </div>
      {offer.book_later && offer.trip_at && (
        <p className="rounded-control bg-info-soft px-3 py-2 text-sm text-info">
          {t('offer.later', { when: dateTime(offer.trip_at) })}
        </p>
      )}
      <Way offer={offer} />
      <div className="flex flex-wrap items-center gap-2">
        <Fact icon={ModeIcon}>{t([`offer.mode.${offer.payment_mode}`, 'offer.mode.other'])}</Fact>
        {offer.category === 'delivery' && <Fact icon={Package}>{t('offer.parcel')}</Fact>}
        <NeededOfCar requirements={offer.requirements} />
      </div>
      <p className="text-sm text-pretty text-muted">{t('offer.circle')}</p>
    </section>
  )
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 rounded-full bg-soft px-3 py-1 text-sm font-semibold">
      <Icon aria-hidden className="size-4" />
      {children}
    </span>
  )
}

/** The time to the pickup, and the direction of the trip. */
function Way({ offer }: { offer: Offer }) {
  const { t } = useTranslation('driver')
  const { distance, duration } = useFormat()
  const town = useTown(offer.drop_area_lat, offer.drop_area_lng)
  return (
    <dl className="grid grid-cols-2 gap-2">
      <div className="rounded-control bg-soft px-3 py-2.5">
        <dt className="text-xs">{t('offer.pickup')}</dt>
        <dd className="text-xl font-semibold tabular">
          {offer.pickup_time === null ? t('offer.area') : duration(offer.pickup_time)}
        </dd>
        {offer.distance_km !== null && (
          <dd className="text-sm tabular">{t('offer.away', { distance: distance(offer.distance_km) })}</dd>
        )}
      </div>
      <div className="rounded-control bg-soft px-3 py-2.5">
        <dt className="flex items-center gap-1 text-xs">
          <MapPin aria-hidden className="size-3" />
          {t('offer.drop')}
        </dt>
        {/* The line stays empty while the town is looked up, so that nothing changes or moves while the driver reads. */}
        <dd className="min-h-7 truncate text-xl font-semibold">
          {town === null ? duration(offer.trip_time) : <bdi>{town}</bdi>}
        </dd>
        <dd className="text-sm tabular">
          {t('offer.trip', { distance: distance(offer.trip_distance) })}
          {town !== null && ` · ${duration(offer.trip_time)}`}
        </dd>
      </div>
    </dl>
  )
}
