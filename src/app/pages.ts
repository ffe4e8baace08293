import { matchPath } from 'react-router-dom'
import { paths } from '@/config/paths'

interface Page {
  /** Its words are `common:pages.<name>`. */
  name: string
  path: string
  /** A visitor sees it without signing in; search engines keep it in each language. */
  isOpen?: boolean
}

const pages: readonly Page[] = [
  { name: 'home', path: paths.home, isOpen: true },
  { name: 'login', path: paths.login, isOpen: true },
  { name: 'about', path: paths.about, isOpen: true },
  { name: 'contact', path: paths.contact, isOpen: true },
  { name: 'privacy', path: paths.privacy, isOpen: true },
  { name: 'bookings', path: paths.bookings },
  { name: 'trip', path: paths.booking(':id') },
  { name: 'shared', path: paths.shared(':token') },
  { name: 'drive', path: paths.drive },
  { name: 'profile', path: paths.profile },
  { name: 'dashboard', path: paths.dashboard },
  { name: 'zones', path: paths.zones },
  { name: 'cartypes', path: paths.carTypes },
  { name: 'cartype', path: paths.carType(':id') }
]

const nowhere: Page = { name: 'not_found', path: '*' }

/** The page behind an address. */
export function pageAt(pathname: string): Page {
  return pages.find(({ path }) => matchPath(path, pathname)) ?? nowhere
}
