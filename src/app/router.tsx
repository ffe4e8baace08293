import { createBrowserRouter } from 'react-router-dom'
import { paths } from '@/config/paths'
import { CrashPage } from './layout/crash-page'
import { FullSpinner } from './layout/full-spinner'
import { RootLayout } from './layout/root-layout'

/** Every page is a chunk of its own; a failing one shows words instead of taking the rest along. */
export const router = createBrowserRouter([
  {
    Component: RootLayout,
    ErrorBoundary: CrashPage,
    HydrateFallback: FullSpinner,
    children: [
      { index: true, lazy: async () => ({ Component: (await import('./routes/home/home-page')).HomePage }) },
      {
        path: paths.booking(':id'),
        lazy: async () => ({ Component: (await import('./routes/trip/trip-route')).TripRoute })
      },
      { path: paths.drive, lazy: async () => ({ Component: (await import('./routes/drive/drive-route')).DriveRoute }) },
      { path: paths.zones, lazy: async () => ({ Component: (await import('./routes/zones/zones-route')).ZonesRoute }) },
      {
        lazy: async () => ({ Component: (await import('./layout/page-layout')).PageLayout }),
        ErrorBoundary: CrashPage,
        children: [
          {
            path: paths.bookings,
            lazy: async () => ({ Component: (await import('./routes/bookings/bookings-route')).BookingsRoute })
          },
          {
            path: paths.dashboard,
            lazy: async () => ({ Component: (await import('./routes/dashboard/dashboard-route')).DashboardRoute })
          },
          {
            path: paths.login,
            lazy: async () => ({ Component: (await import('./routes/login/login-route')).LoginRoute })
          },
          {
            path: paths.profile,
            lazy: async () => ({ Component: (await import('./routes/profile/profile-route')).ProfileRoute })
          },
          { path: paths.about, lazy: async () => ({ Component: (await import('./routes/pages/pages')).AboutPage }) },
          {
            path: paths.contact,
            lazy: async () => ({ Component: (await import('./routes/pages/pages')).ContactPage })
          },
          {
            path: paths.privacy,
            lazy: async () => ({ Component: (await import('./routes/pages/pages')).PrivacyPage })
          },
          {
            path: '*',
            lazy: async () => ({ Component: (await import('./routes/not-found-page')).NotFoundPage })
          }
        ]
      }
    ]
  }
])
