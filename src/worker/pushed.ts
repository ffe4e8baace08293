/*
 * Shows pushes from the server as notifications while no page of ours is visible, and in Safari always. The sender has written
 * the texts of each message and encrypted it for this browser (supabase/functions/notifications/senders/web-push.ts). This file
 * decides how a message is shown and what pressing it opens.
 */
declare const self: ServiceWorkerGlobalScope

/** A push message as the sender writes it. All values in `data` are strings. */
interface Message {
  title: string
  body: string
  lang: string
  data: { screen?: string; bookingId?: string; key?: string; until?: string; ack?: string }
  /** Buttons below the text. */
  actions: { action: string; title: string }[]
  /** Unread notices, for the app's badge; null if unknown. */
  unread: number | null
}

/** Options that browsers have supported for years but TypeScript's types lack. */
interface Shown extends NotificationOptions {
  renotify?: boolean
  actions?: { action: string; title: string }[]
  vibrate?: number[]
  timestamp?: number
}

/**
 * How long the worker waits for an open page to confirm that the page opens the notification's path (ms). After that the worker
 * opens the path.
 */
const PATIENCE_MS = 1500
/** Longest time that the worker waits for an offer to expire (ms). Browsers stop a worker that waits longer. */
const LONGEST_MS = 80_000

const isOffer = (key = '') => /^trip_(offer(ed|_over)|assigned|withdrawn)/.test(key)

/** Returns the notification's tag. A later message about the same trip, conversation or subject replaces the earlier one. */
const tagOf = ({ key, screen, bookingId }: Message['data']): string =>
  isOffer(key) ? `offer-${bookingId}` : bookingId ? `${screen}-${bookingId}` : (key ?? '')

/**
 * Returns the path that pressing a notification opens. `pathOf` in src/features/common/notices/components/notice-row.tsx does this for the list
 * of notices. It differs in two points: only a notification can open `/drive`, and a notice without a booking may open no page.
 */
export function pathFor({ key, screen, bookingId }: Message['data']): string {
  if (key !== 'trip_withdrawn' && (isOffer(key) || key === 'account_approved')) return '/drive'
  if (screen === 'Wallet') return '/wallet'
  if (screen === 'Profile') return '/profile'
  if (screen === 'DriverTrips') return '/drive/trips'
  if (!bookingId) return '/notices'
  return `/bookings/${encodeURIComponent(bookingId)}${screen === 'onlineChat' ? '#chat' : ''}`
}

/** What the buttons open; the sender chooses them (`ACTIONS` in supabase/functions/notifications/deliver.ts). All others: the message's page. */
function pathForAction(action: string, data: Message['data']): string {
  const trip = data.bookingId && `/bookings/${encodeURIComponent(data.bookingId)}`
  if (trip && action === 'map') return trip
  if (trip && action === 'call') return `${trip}#call`
  if (trip && action === 'message') return `${trip}#chat`
  return pathFor(data)
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads a push message. @returns null if it is not one of ours */
function read(event: PushEvent): Message | null {
  try {
    const { title, body, lang, data, actions, unread } = event.data?.json() ?? {}
    if (!text(title)) return null
    const { screen, bookingId, key, until, ack } = data ?? {}
    return {
      title,
      body: text(body),
      lang: text(lang),
      data: { screen: text(screen), bookingId: text(bookingId), key: text(key), until: text(until), ack: text(ack) },
      actions: Array.isArray(actions) ? actions.filter((one) => text(one?.action) && text(one?.title)) : [],
      unread: Number.isInteger(unread) ? unread : null
    }
  } catch {
    return null
  }
}

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** Returns whether each push must show a notification. Safari revokes the permission of a site that shows nothing. */
const mustShow = () => /Safari\//.test(self.navigator.userAgent) && !/Chrom(e|ium)\//.test(self.navigator.userAgent)

/**
 * Returns whether a notification can be left out, because a visible page of ours shows the message and plays the sound itself.
 */
const isSeen = async () => !mustShow() && (await pages()).some(({ visibilityState }) => visibilityState === 'visible')

/**
 * Sets the number on the app's icon: unread notices, and offers that wait on the screen. The page sets it, too, when somebody reads
 * (src/app/device/app-badge.tsx).
 */
async function mark(unread: number | null): Promise<void> {
  if (unread === null || !('setAppBadge' in self.navigator)) return
  const offers = (await self.registration.getNotifications()).filter((one) => isOffer(one.data?.key) && !one.silent)
  await self.navigator.setAppBadge(unread + offers.length).catch(() => {})
}

async function take(tag: string): Promise<void> {
  for (const shown of await self.registration.getNotifications({ tag })) shown.close()
}

async function show(message: Message): Promise<void> {
  const { title, body, lang, data, actions } = message
  const tag = tagOf(data)
  const isCall = data.key?.startsWith('trip_offered') || data.key === 'trip_assigned'
  const isOver = data.key === 'trip_offer_over'
  // `trip_offer_over` says that an offer has ended. If the offer's notification is not shown any more, there is nothing to
  // replace, and the message would only confuse.
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
    ...(actions.length > 0 && { actions }),
    timestamp: Date.now(),
    // A silent notification must not vibrate.
    ...(isOver ? {} : { vibrate: isCall ? [400, 150, 400, 150, 400] : [180, 80, 180] })
  }
  await self.registration.showNotification(title, options)
}

/** Tells the server that this device has shown a push, so that no text message follows. Without network the text comes. */
async function say({ data: { ack } }: Message): Promise<void> {
  if (ack) await fetch(ack, { method: 'POST', mode: 'no-cors', keepalive: true }).catch(() => {})
}

/** Closes an offer's notification when the offer expires, unless that takes longer than `LONGEST_MS`. */
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
  await say(message)
  await mark(message.unread)
  await takeInTime(message)
  if (message.data.until) await mark(message.unread)
}

/**
 * Asks an open page to go to a path without reloading.
 *
 * @returns whether the page confirmed that it does so
 */
function askPage(client: WindowClient, path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), PATIENCE_MS)
    client.postMessage({ open: path }, [port2])
  })
}

/**
 * Opens the path of a notification that was pressed, or of one of its buttons: in an open page, or else in a new one. The page then
 * asks the server as the person who is signed in.
 */
export async function onPress({ notification, action }: NotificationEvent): Promise<void> {
  notification.close()
  const path = pathForAction(action, notification.data ?? {})
  const { pathname } = new URL(path, self.location.origin)
  const open = (await pages()).filter(({ frameType }) => frameType === 'top-level')
  const best = open.find(({ url }) => new URL(url).pathname === pathname) ?? open[0]
  if (!best) return void (await self.clients.openWindow(path))
  await best.focus().catch(() => {})
  if (await askPage(best, path)) return
  // The page does not confirm if it is asleep or of an earlier build. Then the worker opens the path.
  await best.navigate(path).catch(() => self.clients.openWindow(path))
}

/**
 * Subscribes again when the browser has ended the push subscription. It does nothing if the browser does not tell the key of
 * the old subscription. An open page, or the next one to open, registers the new subscription with the server.
 */
export async function onChanged(event: Event): Promise<void> {
  const { oldSubscription } = event as Event & { oldSubscription?: PushSubscription | null }
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  if (!applicationServerKey) return
  await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
  for (const page of await pages()) page.postMessage({ resubscribed: true })
}
