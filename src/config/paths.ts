/** Paths of all pages. Links are built only with these. */
export const paths = {
  home: '/',
  login: '/login',
  signUp: '/signup',
  bookings: '/bookings',
  addBooking: '/addbookings',
  booking: (id: string) => `/bookings/${id}`,
  receipt: (id: string) => `/receipt/${id}`,
  pay: (id: string) => `/pay/${id}`,
  /** The page on which a passenger pays for a street trip. */
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

/**
 * The sign-in page, which returns to `next` afterwards. The fragment of `next` is passed as a fragment, so it is never sent to
 * a server.
 */
export function loginPath(next?: string, hash = ''): string {
  return next ? `${paths.login}?next=${encodeURIComponent(next)}${hash}` : paths.login
}

/** The token in the address of a shared trip (in the current form or the former one); null for any other address. */
export const sharedToken = (pathname: string): string | null => /^\/(?:t|shared)\/([^/]+)$/.exec(pathname)?.[1] ?? null

const CHAT = '#chat'

/** A booking with its conversation open. */
export const conversationPath = (bookingId: string): string => paths.booking(bookingId) + CHAT

/** Whether an address opens the conversation of a booking. */
export const isConversation = (hash: string): boolean => hash === CHAT

/** The sign-up page with an invitation code. */
export const invitationPath = (code: string): string => `${paths.signUp}?invite=${code}`

/** The invitation code in the address of the sign-up page; empty if it has none. */
export function invitationOf(search: string): string {
  const code = new URLSearchParams(search).get('invite')?.toUpperCase() ?? ''
  return /^[A-Z]{5}$/.test(code) ? code : ''
}

/** The booking form, filled in with an earlier ride; `back` swaps pickup and drop-off. */
export const againPath = (id: string, way: 'there' | 'back'): string => `${paths.home}?again=${id}&way=${way}`

/**
 * The booking form, filled in with the ride that a link describes. The addresses are in the fragment, so no server and no
 * referrer receives them.
 */
export const ridePath = (asked: Record<string, string>, language: string): string =>
  `${paths.home}?lang=${language}#${new URLSearchParams(asked)}`

/** The staff's bookings table with these filters. */
export const bookingsPath = (filters: Record<string, string>): string =>
  `${paths.bookings}?${new URLSearchParams(filters).toString().replaceAll('%2C', ',')}`

/** The page of a person with this role. The page for riders also opens people whose role is not known yet. */
export function personPath(id: string, role: string | null = 'rider'): string {
  if (role === 'driver') return paths.driver(id)
  if (role === 'fleetadmin') return paths.fleetAdmin(id)
  return role === 'admin' ? paths.admin(id) : paths.rider(id)
}

/** Withdrawals that wait for a decision. */
export const openWithdrawalsPath = `${paths.withdraws}?status=open`

/** The money desk (the office's page for payments), or one of its lists, which the parameters select. */
export const moneyPath = (params: Record<string, string>): string =>
  `${paths.money}?${new URLSearchParams(params).toString().replaceAll('%3A', ':')}`

/** Driver earnings in the months of these days; ISO dates. */
export const driverMonthsPath = (from: string, to: string): string => `${paths.driverEarnings}?months=${from}..${to}`

/** The bookings that a month ("2026-11") of the platform's earnings consists of. */
export const earningsPath = (month: string): string => `${paths.earnings}?month=${month}`

/** The bookings that a month of a driver's earnings consists of. */
export const driverEarningsPath = (month: string, driverId: string): string =>
  `${paths.driverEarnings}?month=${month}&of=${driverId}`

/** The `next` parameter if it is a path of this site; null for addresses such as `//host` and `https://host`. */
export function safeNext(next: string | null): string | null {
  return next && /^\/(?![/\\])/.test(next) ? next : null
}
