import { ExternalLink, Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { LiveRegion } from '@/components/ui/live-region'
import { LogoMark } from '@/components/ui/logo'
import { ridePath } from '@/config/paths'
import { CarList } from '@/entities/car'
import { askedText } from '@/entities/place'
import { useFirmName, useFormat, useOfferWords } from '@/entities/settings'
import { EmbedPlaces } from './components/embed/embed-places'
import { EmbedWhen } from './components/embed/embed-when'
import { type Embed, useEmbed } from './components/embed/use-embed'
import { useFrameHeight } from './components/embed/use-frame-height'

/**
 * The page that other sites show in a frame: pickup, drop-off, time and price. Nothing is booked in the frame, because the
 * surrounding page could place something over the button (clickjacking). "Book" therefore opens our own site.
 */
export function EmbedPage() {
  const { t } = useTranslation('embed')
  const embed = useEmbed()
  const firm = useFirmName()
  const offer = useOfferWords()
  const root = useFrameHeight()
  const { settings, places, search, error } = embed
  const isRouted = places.pickup !== null && places.drop !== null
  return (
    <main ref={root} id="main" className="mx-auto w-full max-w-xl space-y-3 bg-paper p-4">
      <h1 className="flex items-center gap-2.5 text-lg font-semibold">
        <LogoMark logo={settings?.logo} name={firm} className="shrink-0" />
        <span className="min-w-0 truncate">{t('title', { ...offer, name: firm })}</span>
      </h1>
      <EmbedPlaces embed={embed} />
      {!search && (
        <>
          <EmbedWhen embed={embed} />
          {isRouted ? <Prices embed={embed} /> : <p className="text-sm text-muted">{t('hint')}</p>}
          {error && !embed.carTypes ? <ErrorBanner error={error} /> : null}
        </>
      )}
    </main>
  )
}

function Prices({ embed }: { embed: Embed }) {
  const { t } = useTranslation('embed')
  const { carTypes, car, setCarTypeId, prices } = embed
  return (
    <>
      <CarList
        carTypes={carTypes}
        value={car?.id ?? null}
        onChange={setCarTypeId}
        offerOf={({ id }) => {
          const { quote, error = null } = prices.quotes?.[id] ?? {}
          return { amount: quote?.cash_amount ?? null, isPricing: prices.loading || !prices.quotes, problem: error }
        }}
      />
      {prices.change && <Alert tone="warn">{t('renewed')}</Alert>}
      <BookLink embed={embed} />
    </>
  )
}

/** The link to the site's form, which opens in a new tab with all choices that were made in the frame. */
function BookLink({ embed: { places, car, tripAt, prices } }: { embed: Embed }) {
  const { t, i18n } = useTranslation('embed')
  const { money } = useFormat()
  const firm = useFirmName()
  const { pickup, drop } = places
  const quote = car && prices.quotes?.[car.id]?.quote
  if (!pickup || !drop || !car) return null
  const asked = {
    pickup: askedText(pickup),
    drop: askedText(drop),
    car: car.id,
    ...(tripAt && { when: tripAt })
  }
  return (
    <div className="space-y-2">
      <LiveRegion>{quote ? t('priced', { car: car.name, price: money(quote.cash_amount) }) : ''}</LiveRegion>
      <Button asChild variant="accent" size="lg" className="h-auto min-h-12 w-full py-2 whitespace-normal tabular">
        <a href={ridePath(asked, i18n.language)} target="_blank" rel="noopener noreferrer">
          {quote ? t('book_for', { car: car.name, price: money(quote.cash_amount) }) : t('book', { car: car.name })}
          <ExternalLink aria-hidden className="rtl:-scale-x-100" />
        </a>
      </Button>
      <p className="flex items-start gap-2 text-sm text-muted">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        {t('opens', { name: firm })}
      </p>
    </div>
  )
}
