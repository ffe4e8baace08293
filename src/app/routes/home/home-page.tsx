import { Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { useSession } from '@/entities/person'
import { type Settings, useSettings } from '@/entities/settings'
import { BookingScreen } from '@/features/booking'
import { LandingSections } from '@/features/landing'
import { useIsDesktop } from '@/lib/use-media'
import { FullSpinner } from '../../layout/full-spinner'
import { SiteFooter } from '../../layout/site-footer'
import { SiteHeader } from '../../layout/site-header'
import { SloganScreen } from './slogan-screen'

/** The map with the booking form over it; what the product is below. */
export function HomePage() {
  const { t } = useTranslation()
  const { settings, error, retry } = useSettings()
  if (settings) return <Home settings={settings} />
  if (settings === undefined && !error) return <FullSpinner onRetry={retry} />
  return (
    <main id="main" className="grid min-h-svh place-items-center">
      {settings === null ? (
        <EmptyState heading="h1" icon={Settings2} title={t('no_settings')}>
          {t('no_settings_hint')}
        </EmptyState>
      ) : (
        <ErrorState error={error} onRetry={retry} />
      )}
    </main>
  )
}

function Home({ settings }: { settings: Settings }) {
  const { role } = useSession()
  const desktop = useIsDesktop()
  const books = role === null || role === 'rider' || role === 'admin'
  const more = (
    <>
      <LandingSections />
      <SiteFooter />
    </>
  )
  const header = <SiteHeader floating />
  if (books) return <BookingScreen settings={settings} desktop={desktop} header={header} below={more} />
  return (
    <>
      {header}
      <main id="main">
        <SloganScreen role={role} />
      </main>
      {more}
    </>
  )
}
