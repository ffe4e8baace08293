import type { ComponentType } from 'react'
import type { Page } from './page'
import { nowhere, type SiteName, sitePages } from './site-pages'

/** Loads the code of each page of the site. Apart from the facts, because pages and layouts read those of all pages. */
const loaders: Record<SiteName | 'not_found', () => Promise<ComponentType>> = {
  dashboard: () => import('../routes/dashboard/dashboard-route').then((part) => part.DashboardRoute),
  drive: () => import('../routes/drive/drive-route').then((part) => part.DriveRoute),
  driver_trips: () => import('../routes/drive/trips-route').then((part) => part.TripsRoute),
  driver_money: () => import('@/features/driver/money').then((part) => part.DriverMoneyPage),
  driver_office: () => import('@/features/driver/office').then((part) => part.DriverOfficePage),
  driver_car: () => import('@/features/driver/car').then((part) => part.DriverCarPage),
  driver_first_day: () => import('../routes/drive/first-day-route').then((part) => part.FirstDayRoute),
  home: () => import('../routes/home/home-page').then((part) => part.loadHome()),
  bookings: async () => (await import('../routes/bookings/bookings-route')).loadBookingsPage(),
  trip: () => import('../routes/trip/trip-route').then((part) => part.TripRoute),
  receipt: () => import('@/features/common/receipt').then((part) => part.ReceiptPage),
  pay: () => import('@/features/rider/pay').then((part) => part.PayPage),
  pay_street: () => import('@/features/rider/pay').then((part) => part.StreetPage),
  text_choices: () => import('@/features/common/text-choices').then((part) => part.TextChoicesPage),
  wallet: () => import('@/features/common/wallet').then((part) => part.WalletPage),
  notices: () => import('@/features/common/notices').then((part) => part.NoticesPage),
  places: () => import('@/features/rider/places').then((part) => part.PlacesPage),
  profile: () => import('../routes/profile/profile-route').then((part) => part.ProfileRoute),
  login: () => import('../routes/login/login-route').then((part) => part.LoginRoute),
  signup: async () => (await import('../routes/sign-up/load-sign-up')).loadSignUp(),
  setup_link: () => import('@/features/site/auth').then((part) => part.loadSetupPage()),
  embed: () => import('@/features/rider/booking-form/components/embed').then((part) => part.EmbedPage),
  about: () => import('../routes/pages/pages').then((part) => part.AboutPage),
  contact: () => import('../routes/pages/pages').then((part) => part.ContactPage),
  privacy: () => import('@/features/site/landing/legal-page').then((part) => part.PrivacyPage),
  terms: () => import('@/features/site/landing/legal-page').then((part) => part.TermsPage),
  accessibility: () => import('../routes/pages/pages').then((part) => part.AccessibilityPage),
  licences: () => import('../routes/pages/pages').then((part) => part.LicencesPage),
  not_found: () => import('../routes/not-found-page').then((part) => part.NotFoundPage)
}

/** The pages of the site, each with its loader. */
export const loadedSitePages: readonly Page[] = sitePages.map((page) => ({ ...page, load: loaders[page.name] }))

export const loadedNowhere: Page = { ...nowhere, load: loaders.not_found }
