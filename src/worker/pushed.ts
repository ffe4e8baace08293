/*
 * What the server pushes while no page of ours is in sight. Each message has been encrypted for this browser
 * (supabase/functions/notifications/senders/web-push.ts) and is worded there; this decides how it shows and what a press opens.
 */
declare const self: ServiceWorkerGlobalScope

/** A message as the sender writes it; `data` holds texts only. */
interface Message {
  title: string
  body: string
  lang: string
  data: { screen?: string; bookingId?: string; key?: string; until?: string }
}

/** Half of what types know of notifications, as browsers have had it for years. */
interface Shown extends NotificationOptions {
  renotify?: boolean
  vibrate?: number[]
  timestamp?: number
}

/** A page that was pressed for has so long to say that it opens the place itself (ms). */
const PATIENCE_MS = 1500
/** A browser ends a worker that waits for longer (ms). */
const LONGEST_MS = 80_000

const isOffer = (key = '') => /^trip_offer(ed|_over)/.test(key)

/** Later word on the same trip, conversation or subject takes the place of the earlier one. */
const tagOf = ({ key, screen, bookingId }: Message['data']): string =>
  isOffer(key) ? `offer-${bookingId}` : bookingId ? `${screen}-${bookingId}` : (key ?? '')

/** Where a press leads; src/features/notices/notice-row.tsx does the same for what stands in the list. */
export function pathFor({ key, screen, bookingId }: Message['data']): string {
  if (isOffer(key) || key === 'trip_assigned' || key === 'account_approved') return '/drive'
  if (screen === 'Wallet') return '/wallet'
  if (screen === 'Profile') return '/profile'
  if (screen === 'DriverTrips') return '/drive/trips'
  if (!bookingId) return '/notices'
  return `/bookings/${encodeURIComponent(bookingId)}${screen === 'onlineChat' ? '#chat' : ''}`
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** @returns null for what is no message of ours */
function read(event: PushEvent): Message | null {
  try {
    const { title, body, lang, data } = event.data?.json() ?? {}
    if (!text(title)) return null
    const { screen, bookingId, key, until } = data ?? {}
    return {
      title,
      body: text(body),
      lang: text(lang),
      data: { screen: text(screen), bookingId: text(bookingId), key: text(key), until: text(until) }
    }
  } catch {
    return null
  }
}

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Safari takes the permission away from a site that shows nothing for a push. */
const mustShow = () => /Safari\//.test(self.navigator.userAgent) && !/Chrom(e|ium)\//.test(self.navigator.userAgent)

/** A page in sight shows and sounds by itself. */
const isSeen = async () => !mustShow() && (await pages()).some(({ visibilityState }) => visibilityState === 'visible')

async function take(tag: string): Promise<void> {
  for (const shown of await self.registration.getNotifications({ tag })) shown.close()
}

async function show(message: Message): Promise<void> {
  const { title, body, lang, data } = message
  const tag = tagOf(data)
  const isCall = data.key?.startsWith('trip_offered') || data.key === 'trip_assigned'
  const isOver = data.key === 'trip_offer_over'
  // Nothing is there to be taken back: word of it would be the first that a driver hears of that trip.
  if (isOver && (await self.registration.getNotifications({ tag })).length === 0 && !mustShow()) return
  for (const page of await pages()) page.postMessage({ pushed: data.key })
  if (await isSeen()) return take(tag)
  const options: Shown = {
    body,
    lang,
    dir: lang === 'ar' ? 'rtl' : 'auto',
    tag,
    data,
    icon: '/icons/icon-192.png',
    badge: '/icons/badge.png',
    renotify: !isOver && tag !== '',
    silent: isOver,
    requireInteraction: isCall,
    timestamp: Date.now(),
    // What is silent may not shake.
    ...(isOver ? {} : { vibrate: isCall ? [400, 150, 400, 150, 400] : [180, 80, 180] })
  }
  await self.registration.showNotification(title, options)
}

/** An offer goes when its time is over, also where no word of that comes. */
async function takeInTime({ data }: Message): Promise<void> {
  const left = Number(data.until) - Date.now()
  if (!data.until || !Number.isFinite(left)) return
  await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(left, 0), LONGEST_MS)))
  if (left > LONGEST_MS) return
  const tag = tagOf(data)
  for (const shown of await self.registration.getNotifications({ tag }))
    if (shown.data?.until === data.until) shown.close()
}

export async function onPush(event: PushEvent): Promise<void> {
  const message = read(event)
  if (!message) return
  await show(message)
  await takeInTime(message)
}

/** Asks a page to open a place as its own links do, so that nothing of it is loaded again. @returns whether it does */
function askPage(client: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), PATIENCE_MS)
    client.postMessage({ open: path }, [port2])
  })
}

/** Opens what a notification is about: in a page that is there, else in a new one. */
export async function onPress({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const path = pathFor(notification.data ?? {})
  const open = (await pages()).filter(({ frameType }) => frameType === 'top-level')
  const best = open.find(({ url }) => new URL(url).pathname === path) ?? open[0]
  if (!best) return void (await self.clients.openWindow(path))
  await best.focus().catch(() => {})
  if (await askPage(best, path)) return
  // Asleep, or of an earlier build.
  await best.navigate(path).catch(() => self.clients.openWindow(path))
}

/** The browser gave the subscription another address: a page tells the server of it when one is next open. */
export async function onChanged(event: Event): Promise<void> {
  const { oldSubscription } = event as Event & { oldSubscription?: PushSubscription | null }
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  if (!applicationServerKey) return
  await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  for (const page of await pages()) page.postMessage({ resubscribed: true })
}
