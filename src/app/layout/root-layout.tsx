import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration } from 'react-router-dom'
import { LateDevice } from '../device/late-device'
import { DriverShift } from '../driver-shift'
import { OwnRide } from '../own-ride'
import { usePageHead } from '../use-page-head'
import { OfflineBanner } from './offline-banner'
import { SecondFactorGate } from './second-factor-gate'
import { useAskedPage } from './use-asked-page'
import { useRouteFocus } from './use-route-focus'

const RootLate = lazy(() => import('./root-late').then((part) => ({ default: part.RootLate })))

export function RootLayout() {
  const { t } = useTranslation()
  usePageHead()
  useRouteFocus()
  useAskedPage()
  return (
    <>
      <a
        href="#main"
        className="fixed start-4 top-4 z-50 -translate-y-24 rounded-control bg-ink px-4 py-2 text-sm text-paper focus:translate-y-0"
      >
        {t('skip_to_content')}
      </a>
      <OfflineBanner />
      <SecondFactorGate>
        <Outlet />
      </SecondFactorGate>
      <OwnRide />
      <DriverShift />
      <LateDevice />
      <Suspense>
        <RootLate />
      </Suspense>
      <ScrollRestoration />
    </>
  )
}
