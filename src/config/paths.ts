/**
 * Paths of all pages. Of the driver's pages, only the map is in this file; the others are in drive-paths.ts. Links are only
 * built with these constants and functions.
 */
export const paths = {
  home: '/',
  login: '/login',
  signUp: '/signup',
  bookings: '/bookings',
  addBooking: '/addbookings',
  booking: (id: string) => `/bookings/${id}`,
  receipt: (id: string) => `/receipt/${id}`,
  pay: (id: string) => `/pay/${id}`,
  /** The page on which a passenger pays for a trip that began with hailing the taxi in the street. */
  payStreet: (token: string) => `/pay/street/${token}`,
  shared: (token: string) => `/t/${token}`,
  /** The page on which the receiver of a text message chooses what to get; short, because it stands in the text. */
  textChoices: (key: string) => `/m/${key}`,
  drive: '/drive',
  rider: (id: string) => `/riders/${id}`,
  driver: (id: string) => `/drivers/${id}`,
  wallet: '/wallet',
  notices: '/notices',
  places: '/places',
  profile: '/profile',
  dashboard: '/dashboard',
  setup: '/dashboard/setup',
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
  paperKinds: '/paperkinds',
  carType: (id: string) => `/cartypes/${id}`,
  riders: '/riders',
  drivers: '/drivers',
  vehicles: '/vehicles',
  fleetAdmins: '/fleetadmins',
  fleetAdmin: (id: string) => `/fleetadmins/${id}`,
  admins: '/alladmin',
  admin: (id: string) => `/alladmin/${id}`,
  import: '/import',
  promos: '/promos',
  promo: (id: string) => `/promos/${id}`,
  addToWallet: '/addtowallet',
  withdraws: '/withdraws',
  money: '/money',
  trialBalance: '/trialbalance',
  notifications: '/notifications',
  messages: '/messages',
  messageTexts: '/messages/texts',
  auditLog: '/auditlog',
  embed: '/embed',
  widget: '/widget',
  about: '/about-us',
  contact: '/contact-us',
  privacy: '/privacy-policy',
  terms: '/terms',
  accessibility: '/accessibility'
} as const

/**
 * Returns the address of the sign-in page, which opens `next` after signing in. `hash` is the fragment of `next`. It stays a
 * fragment, so it is never sent to a server.
 */
export function loginPath(next?: string, hash = ''): string {
  return next ? `${paths.login}?next=${encodeURIComponent(next)}${hash}` : paths.login
}

const INVITED = '#to='

/** Returns the address of the sign-in page with an e-mail address or phone number filled in, for an invitation. It signs nobody in. */
export const signInPath = (contact: string): string => `${paths.login}${INVITED}${encodeURIComponent(contact)}`

/** Returns the e-mail address or phone number in the fragment of the sign-in page; empty without one. */
export function invitedContact(hash: string): string {
  if (!hash.startsWith(INVITED)) return ''
  try {
    return decodeURIComponent(hash.slice(INVITED.length)).slice(0, 255)
  } catch {
    return ''
  }
}

/**
 * Returns the token in the path of a shared trip; null for any other path. The path has the current form (`/t/…`) or the former
 * one (`/shared/…`).
 */
export const sharedToken = (pathname: string): string | null => /^\/(?:t|shared)\/([^/]+)$/.exec(pathname)?.[1] ?? null

const CHAT = '#chat'
/** What a notification's button "Call driver" adds to the trip's path: the button that calls gets the focus. */
export const CALL = '#call'

/** Returns the address of a booking that opens its conversation. */
export const conversationPath = (bookingId: string): string => paths.booking(bookingId) + CHAT

/** Returns whether a fragment opens the conversation of a booking. */
export const isConversation = (hash: string): boolean => hash === CHAT

/** Returns the address of the sign-up page with an invitation code. */
export const invitationPath = (code: string): string => `${paths.signUp}?invite=${code}`

/** Returns the invitation code in the query of the sign-up page; empty if it has none. */
export function invitationOf(search: string): string {
  const code = new URLSearchParams(search).get('invite')?.toUpperCase() ?? ''
  return /^[A-Z]{5}$/.test(code) ? code : ''
}

/** Returns the address of the booking form, filled in with an earlier ride. With `back`, pickup and drop-off are swapped. */
export const againPath = (id: string, way: 'there' | 'back'): string => `${paths.home}?again=${id}&way=${way}`

/**
 * Returns the address of the booking form, filled in with the ride that a link describes. The ride's places are in the
 * fragment, which browsers never send to a server.
 */
export const ridePath = (asked: Record<string, string>, language: string): string =>
  `${paths.home}?lang=${language}#${new URLSearchParams(asked)}`

/**
 * Returns the path of the page about a person with this role. If the role is not known, the page for riders opens the person.
 */
export function personPath(id: string, role: string | null = 'rider'): string {
  if (role === 'driver') return paths.driver(id)
  if (role === 'fleetadmin') return paths.fleetAdmin(id)
  return role === 'admin' ? paths.admin(id) : paths.rider(id)
}

/** Returns the `next` parameter if it is a path of this site; null for addresses such as `//host` and `https://host`. */
export function safeNext(next: string | null): string | null {
  return next && /^\/(?![/\\])/.test(next) ? next : null
}

/**
 * How a person who signs out by themselves comes to the start page: it then deletes the ride that they were entering. (After a
 * session that has ended, it keeps the ride for the same person.)
 */
export const hasLeft = { state: { left: true } }
