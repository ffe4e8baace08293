import { Calculator, LockKeyhole, MapPinned, MessageSquareMore } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOfferWords, useSettings } from '@/entities/settings'

/**
 * No other part of the site uses these icons. A shared icon would be in the chunk of the other part, which this page would then
 * load, too.
 */
const features = [
  { key: 'fare', icon: Calculator },
  { key: 'live', icon: MapPinned },
  { key: 'code', icon: LockKeyhole },
  { key: 'chat', icon: MessageSquareMore }
] as const

/** The product in four sentences, and links to its apps if there are any. */
export function Features({ className }: { className: string }) {
  const { t } = useTranslation('landing')
  const offer = useOfferWords()
  return (
    <>
      <ul className={className}>
        {features.map(({ key, icon: Icon }) => (
          <li key={key} className="flex gap-4 border-t border-line pt-6">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-muted" />
            <div className="space-y-1">
              <h3 className="text-base font-semibold">{t(`${key}.title`, offer)}</h3>
              <p className="text-sm text-pretty text-muted">{t(`${key}.text`, offer)}</p>
            </div>
          </li>
        ))}
      </ul>
      <StoreLinks />
    </>
  )
}

/** The sections of the start page, below its map. On a phone they are on the About page instead. */
export function LandingSections() {
  const { t } = useTranslation('landing')
  const offer = useOfferWords()
  return (
    <section aria-labelledby="features" className="px-4 py-16 md:px-6 md:py-24">
      <h2 id="features" className="max-w-xl text-2xl font-semibold md:text-4xl">
        {t('title', offer)}
      </h2>
      <p className="mt-4 max-w-xl text-base text-pretty text-muted">{t('common:pages.home.description', offer)}</p>
      <Features className="mt-10 grid gap-x-10 gap-y-8 sm:grid-cols-2 xl:grid-cols-4" />
    </section>
  )
}

function StoreLinks() {
  const { t } = useTranslation('landing')
  const { settings } = useSettings()
  const links = [
    { href: settings?.apple_store_link, label: t('apple_store') },
    { href: settings?.play_store_link, label: t('play_store') }
  ].filter((link) => link.href)
  if (links.length === 0) return null
  return (
    <div className="mt-12 flex flex-wrap gap-3">
      {links.map(({ href, label }) => (
        <a
          key={label}
          href={href}
          rel="noreferrer"
          className="flex h-12 items-center rounded-control border border-line px-5 text-sm font-semibold hover:bg-soft"
        >
          {label}
        </a>
      ))}
    </div>
  )
}
