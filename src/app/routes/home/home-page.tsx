import { Settings2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { preloadRegion } from '@/components/map'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorState } from '@/components/ui/error-state'
import { preloadCarTypes } from '@/entities/car'
import { useSession } from '@/entities/person'
import { type Settings, useSettings } from '@/entities/settings'
import { BookingScreen } from '@/features/rider/booking-form'
import { forAMoment } from '@/lib/loading/seed'
import { usePanelPlace } from '@/lib/page/use-media'
import { DemoCorner } from '../../demo'
import { SiteHeader } from '../../layout/site-header'
import { Sections } from './sections'
import { SloganScreen } from './slogan-screen'

let coming: Promise<unknown> | undefined

/** Loads the page with its first data: on a first visit a moment later, but it renders once. */
export async function loadHome() {
  coming ??= Promise.all([preloadRegion(), preloadCarTypes()])
  await forAMoment(coming)
  return HomePage
}

/** The home page: the map with the booking form over it, and below it the description of the product. */
export function HomePage() {
  const { t } = useTranslation()
  const { settings, error, retry } = useSettings()
  const desktop = usePanelPlace() === 'floating'
  if (settings || (settings === undefined && !error)) return <Home settings={settings} desktop={desktop} />
  return (
    <main id="main" className="grid min-h-svh place-items-center">
      {settings === null ? (
        <EmptyState heading="h1" icon={Settings2} title={t('no_settings')}>
          {t('no_settings_hint')}
        </EmptyState>
      ) : (
        <ErrorState heading="h1" error={error} onRetry={retry} />
      )}
    </main>
  )
}

interface HomeProps {
  /** The operator's settings; undefined while they load. The booking form can be used meanwhile. */
  settings: Settings | undefined
  desktop: boolean
}

export function Home({ settings, desktop }: HomeProps) {
  const { role } = useSession()
  const books = role === null || role === 'rider' || role === 'admin'
  const header = <SiteHeader floating />
  if (books) {
    return (
      <BookingScreen
        settings={settings}
        desktop={desktop}
        header={header}
        corner={<DemoCorner />}
        below={(sheet) => <Sections sheet={sheet} />}
      />
    )
  }
  return (
    <>
      {header}
      <main id="main">
        <SloganScreen role={role} />
      </main>
      <Sections sheet={null} />
    </>
  )
}
