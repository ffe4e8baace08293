/** Every route of the product; links are built here and nowhere else. */
export const paths = {
  home: '/',
  login: '/login',
  signUp: '/signup',
  bookings: '/bookings',
  addBooking: '/addbookings',
  booking: (id: string) => `/bookings/${id}`,
  receipt: (id: string) => `/receipt/${id}`,
  pay: (id: string) => `/pay/${id}`,
  /** The link with which a passenger pays for a street trip. */
  payStreet: (token: string) => `/pay/street/${token}`,
  shared: (token: string) => `/t/${token}`,
  drive: '/drive',
  rider: (id: string) => `/riders/${id}`,
  driver: (id: string) => `/drivers/${id}`,
  wallet: '/wallet',
  notices: '/notices',
  places: '/places',
  profile: '/profile',
  dashboard: '/dashboard',
  zones: '/zones',
  tariffTimes: '/zones/times',
  earnings: '/earningreports',
  driverEarnings: '/driverearning',
  settings: '/settings',
  appInfo: '/appinfo',
  languages: '/languagesetting',
  language: (id: string) => `/languagesetting/${id}`,
  carTypes: '/cartypes',
  cancelReasons: '/cancelreasons',
  carType: (id: string) => `/cartypes/${id}`,
  riders: '/riders',
  drivers: '/drivers',
  vehicles: '/vehicles',
  fleetAdmins: '/fleetadmins',
  fleetAdmin: (id: string) => `/fleetadmins/${id}`,
  admins: '/alladmin',
  admin: (id: string) => `/alladmin/${id}`,
  promos: '/promos',
  promo: (id: string) => `/promos/${id}`,
  addToWallet: '/addtowallet',
  withdraws: '/withdraws',
  money: '/money',
  trialBalance: '/trialbalance',
  notifications: '/notifications',
  auditLog: '/auditlog',
  embed: '/embed',
  widget: '/widget',
  about: '/about-us',
  contact: '/contact-us',
  privacy: '/privacy-policy',
  accessibility: '/accessibility'
} as const

/** The sign-in page, coming back to `next` afterwards. A fragment stays one: no server hears of it. */
export function loginPath(next?: string, hash = ''): string {
  return next ? `${paths.login}?next=${encodeURIComponent(next)}${hash}` : paths.login
}

/** Whose token an address of a shared trip holds, also of one as it was before; null for any other address. */
export const sharedToken = (pathname: string): string | null => /^\/(?:t|shared)\/([^/]+)$/.exec(pathname)?.[1] ?? null

const CHAT = '#chat'

/** A booking with its conversation open. */
export const conversationPath = (bookingId: string): string => paths.booking(bookingId) + CHAT

/** Whether a link led to the conversation. */
export const isConversation = (hash: string): boolean => hash === CHAT

/** The sign-up with an invitation in it. */
export const invitationPath = (code: string): string => `${paths.signUp}?invite=${code}`

/** The invitation of such a link; empty without one. */
export function invitationOf(search: string): string {
  const code = new URLSearchParams(search).get('invite')?.toUpperCase() ?? ''
  return /^[A-Z]{5}$/.test(code) ? code : ''
}

/** The form with an earlier ride in it; `back` is the other way round. */
export const againPath = (id: string, way: 'there' | 'back'): string => `${paths.home}?again=${id}&way=${way}`

/** The form with a ride that is asked for; behind the hash, so that no server and no referrer hears of anybody's address. */
export const ridePath = (asked: Record<string, string>, language: string): string =>
  `${paths.home}?lang=${language}#${new URLSearchParams(asked)}`

/** The staff's bookings, narrowed by filters of their table. */
export const bookingsPath = (filters: Record<string, string>): string =>
  `${paths.bookings}?${new URLSearchParams(filters).toString().replaceAll('%2C', ',')}`

/** The page of a person of this role; a role that is not known yet is found there. */
export function personPath(id: string, role: string | null = 'rider'): string {
  if (role === 'driver') return paths.driver(id)
  if (role === 'fleetadmin') return paths.fleetAdmin(id)
  return role === 'admin' ? paths.admin(id) : paths.rider(id)
}

/** The withdrawals that wait for the office. */
export const openWithdrawalsPath = `${paths.withdraws}?status=open`

/** The money desk, or one of its lists, by their parameters. */
export const moneyPath = (params: Record<string, string>): string =>
  `${paths.money}?${new URLSearchParams(params).toString().replaceAll('%3A', ':')}`

/** What drivers earned in these days' months; ISO dates. */
export const driverMonthsPath = (from: string, to: string): string => `${paths.driverEarnings}?months=${from}..${to}`

/** The bookings behind a month ("2026-11") of the platform's earnings. */
export const earningsPath = (month: string): string => `${paths.earnings}?month=${month}`

/** The bookings behind a driver's month. */
export const driverEarningsPath = (month: string, driverId: string): string =>
  `${paths.driverEarnings}?month=${month}&of=${driverId}`

/** A `next` parameter is only followed inside this site: `//host` and `https://host` are refused. */
export function safeNext(next: string | null): string | null {
  return next && /^\/(?![/\\])/.test(next) ? next : null
}
