import { createBrowserRouter } from 'react-router-dom'
import { paths } from '@/config/paths'
import { CrashPage } from './layout/crash-page'
import { RootLayout } from './layout/root-layout'
import { pageOf } from './page-of'

/** Every page is a chunk of its own: one that does not come is waited for, a failing one shows words. */
export const router = createBrowserRouter([
  {
    Component: RootLayout,
    ErrorBoundary: CrashPage,
    children: [
      {
        // A ride from the quote to the receipt, and a driver's from the offer to the cash, on one map.
        lazy: pageOf(async () => (await import('@/components/map/stage')).MapStage),
        children: [
          { index: true, lazy: pageOf(async () => (await import('./routes/home/home-page')).HomePage) },
          {
            path: paths.booking(':id'),
            lazy: pageOf(async () => (await import('./routes/trip/trip-route')).TripRoute)
          },
          { path: paths.drive, lazy: pageOf(async () => (await import('./routes/drive/drive-route')).DriveRoute) },
          {
            path: paths.shared(':token'),
            lazy: pageOf(async () => (await import('./routes/shared/shared-route')).SharedRoute)
          }
        ]
      },
      { path: paths.zones, lazy: pageOf(async () => (await import('./routes/zones/zones-route')).ZonesRoute) },
      {
        lazy: pageOf(async () => (await import('./layout/page-layout')).PageLayout),
        ErrorBoundary: CrashPage,
        children: [
          {
            path: paths.bookings,
            lazy: pageOf(async () => (await import('./routes/bookings/bookings-route')).BookingsRoute)
          },
          {
            path: paths.dashboard,
            lazy: pageOf(async () => (await import('./routes/dashboard/dashboard-route')).DashboardRoute)
          },
          {
            path: paths.carTypes,
            lazy: pageOf(async () => (await import('./routes/cartypes/cartypes-route')).CarTypesRoute)
          },
          {
            path: paths.carType(':id'),
            lazy: pageOf(async () => (await import('./routes/cartypes/cartypes-route')).CarTypeRoute)
          },
          {
            path: paths.login,
            lazy: pageOf(async () => (await import('./routes/login/login-route')).LoginRoute)
          },
          {
            path: paths.profile,
            lazy: pageOf(async () => (await import('./routes/profile/profile-route')).ProfileRoute)
          },
          { path: paths.about, lazy: pageOf(async () => (await import('./routes/pages/pages')).AboutPage) },
          {
            path: paths.contact,
            lazy: pageOf(async () => (await import('./routes/pages/pages')).ContactPage)
          },
          {
            path: paths.privacy,
            lazy: pageOf(async () => (await import('./routes/pages/pages')).PrivacyPage)
          },
          {
            path: '*',
            lazy: pageOf(async () => (await import('./routes/not-found-page')).NotFoundPage)
          }
        ]
      }
    ]
  }
])

/** Resolves once the page of the address can be drawn. */
export function pageReady(): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve()
    const end = router.subscribe(({ initialized }) => {
      if (!initialized) return
      end()
      resolve()
    })
  })
}
