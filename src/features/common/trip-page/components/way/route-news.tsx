import { Route, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveRegion } from '@/components/ui/live-region'
import { type Booking, type RouteProposal, useRouteProposal } from '@/entities/booking'
import { say } from '../guide/voice'

interface RouteNewsProps {
  booking: Booking
  /** Sounds and vibrates. */
  chime: (() => void) | undefined
  /** Called with whether a request waits for the driver's answer. */
  onAsked: (isAsked: boolean) => void
}

/**
 * Tells a driver at once that the rider has changed the route or asks for another one: as a banner over the map, by a sound and
 * the voice, and to screen readers. The driver looks at the street, not at the page.
 */
export function RouteNews({ booking, chime, onAsked }: RouteNewsProps) {
  const { t, i18n } = useTranslation('reroute')
  const { proposal } = useRouteProposal(booking.id)
  const [news, setNews] = useState<{ kind: 'changed' | 'asked'; drop: string } | null>(null)
  const quote = useRef(booking.quote_id)
  /** The last request that this page has shown. Its route is no news when it becomes the booking's. */
  const asked = useRef<RouteProposal | null>(null)
  const tell = useEffectEvent((kind: 'changed' | 'asked', drop: string) => {
    setNews({ kind, drop })
    chime?.()
    say(`${t(`news.${kind}`)}. ${drop}`, i18n.language)
  })
  useEffect(() => {
    if (booking.quote_id === quote.current) return
    quote.current = booking.quote_id
    if (booking.quote_id !== asked.current?.quote_id) tell('changed', booking.drop_address ?? '')
  }, [booking.quote_id, booking.drop_address])
  useEffect(() => {
    onAsked(proposal !== null)
    if (proposal && proposal.id !== asked.current?.id) {
      asked.current = proposal
      tell('asked', proposal.drop_address)
    }
    if (!proposal) setNews((last) => (last?.kind === 'asked' ? null : last))
  }, [proposal, onAsked])
  return (
    <>
      <LiveRegion>{news && `${t(`news.${news.kind}`)}. ${news.drop}`}</LiveRegion>
      {news && (
        <div className="pointer-events-auto flex items-start gap-3 rounded-card border border-line bg-accent-soft py-3 ps-4 text-ink">
          <Route aria-hidden className="mt-0.5 size-6 shrink-0" />
          <p className="min-w-0 flex-1 text-pretty">
            <strong className="block font-semibold">{t(`news.${news.kind}`)}</strong>
            <bdi className="line-clamp-2">{news.drop}</bdi>
          </p>
          <button
            type="button"
            aria-label={t('news.close')}
            onClick={() => setNews(null)}
            className="grid size-11 shrink-0 place-items-center rounded-control"
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </>
  )
}
