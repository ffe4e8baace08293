import { PUSH_KEPT } from '@/config/constants'
import { env } from '@/config/env'
import { unwrap } from '../server/api'
import { supabase } from '../server/supabase'
import { readStored, store } from '../storage/stored'

/*
 * This browser's push subscription. The browser vendor's service delivers messages, encrypted for this browser. The server
 * stores the subscription as JSON in `push_tokens`. This module also stores who turned pushes on. If another person then signs
 * in with this browser, they do not get the first person's messages.
 */

interface StoredDevice {
  userId: string
  /**
   * The subscription that was last sent to the server; null if none was sent. A browser may change its subscription at any
   * time.
   */
  token: string | null
  toldAt: number
  /** The operator's public key with which it was made; null if unknown. Some browsers do not tell it. */
  key: string | null
}

function kept(): StoredDevice | null {
  const value = readStored(PUSH_KEPT) as Partial<StoredDevice> | null
  if (typeof value?.userId !== 'string') return null
  return { userId: value.userId, token: value.token ?? null, toldAt: value.toldAt ?? 0, key: value.key ?? null }
}

const APPLICANT = 'application:'

/**
 * Returns the owner of pushes for a person who applies as a driver. Until approved, this person has no account, so the id of
 * the application form is used.
 */
export const applicant = (signUpId: string): string => APPLICANT + signUpId

/** Returns the id of the application form of a push owner (see `applicant`); null if the owner is a person with an account. */
export const applicationOf = (owner: string): string | null =>
  owner.startsWith(APPLICANT) ? owner.slice(APPLICANT.length) : null

/** Returns the subscription of this browser that the server has; null if there is none. */
export const ownPushToken = (): string | null => kept()?.token ?? null

export const pushOwner = (): string | null => kept()?.userId ?? null

/**
 * Returns whether this browser can receive pushes. The build must have a service worker, the operator must have a key, the
 * browser must have a push service, and the page must not be in a frame.
 */
export const canPush = (): boolean =>
  env.vapidKey !== null &&
  import.meta.env.PROD &&
  import.meta.env.VITE_WORKER !== 'off' &&
  window.top === window &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window

/**
 * Returns whether the site must be installed before it can receive pushes. iPhones deliver pushes only to sites on the home
 * screen.
 */
export const mustInstall = (): boolean =>
  env.vapidKey !== null && !('PushManager' in window) && /\b(iPhone|iPad)\b/.test(navigator.userAgent)

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Returns whether a subscription was made for our key pair. A subscription for another key pair would receive nothing. */
function isOurs({ options }: PushSubscription): boolean {
  const key = options.applicationServerKey
  if (!key) return [null, env.vapidKey].includes(kept()?.key ?? null)
  const ours = bytesOf(env.vapidKey ?? '')
  return [...new Uint8Array(key)].join() === [...ours].join()
}

/**
 * Returns a subscription as the text that the server stores. It leaves out the expiry time that some browsers add, so that the
 * same subscription always gives the same text.
 */
function tokenOf(subscription: PushSubscription): string {
  const { endpoint, keys } = subscription.toJSON()
  return JSON.stringify({ endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } })
}

/**
 * Subscribes this browser and stores that the subscription belongs to a person.
 *
 * @returns the subscription as text, to be registered with the server
 */
export async function subscribe(userId: string): Promise<string> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known && !isOurs(known)) await known.unsubscribe()
  const applicationServerKey = bytesOf(env.vapidKey ?? '')
  const token = tokenOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  store(PUSH_KEPT, { userId, token: null, toldAt: 0, key: env.vapidKey } satisfies StoredDevice)
  return token
}

/** Records that the server has received a subscription. */
export const noteRegistered = (userId: string, token: string): void =>
  store(PUSH_KEPT, { userId, token, toldAt: Date.now(), key: env.vapidKey } satisfies StoredDevice)

/**
 * Unsubscribes this browser, forgets who turned pushes on, and closes the shown notifications. It does not inform the server.
 * The push service answers the server's next message with "gone", and the server then deletes the subscription.
 *
 * @returns the former subscription as text; null if there was none
 */
export async function unsubscribe(): Promise<string | null> {
  const token = kept()?.token ?? null
  store(PUSH_KEPT, null)
  const subscription = await current()
  await subscription?.unsubscribe()
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  return subscription ? tokenOf(subscription) : token
}

/**
 * How often the subscription is registered again (ms). Registering shows the server that the device is in use. Once a day is
 * enough, because the server deletes a device only after nine months without a registration.
 */
const AGAIN_MS = 24 * 60 * 60_000

/**
 * Returns the subscription that must be registered with the server, because it is new or was last registered over a day ago.
 * Subscribes again if the browser has ended the subscription, or if the operator's key pair has changed.
 *
 * @returns null if nothing needs to be registered: this person has not turned pushes on in this browser, the browser does not
 * permit notifications, or the server already has the subscription
 */
export async function unregisteredToken(userId: string): Promise<string | null> {
  const known = kept()
  if (!known || known.userId !== userId || Notification.permission !== 'granted') return null
  const subscription = await current()
  const token = subscription && isOurs(subscription) ? tokenOf(subscription) : await subscribe(userId)
  return token !== known.token || Date.now() - known.toldAt > AGAIN_MS ? token : null
}

/** Returns whether this browser is subscribed for this person. */
export async function isSubscribed(userId: string): Promise<boolean> {
  if (pushOwner() !== userId || Notification.permission !== 'granted') return false
  return (await current()) !== null
}

/** Closes the notifications about ride offers. Called when a page becomes visible, because the page shows the offers itself. */
export async function takeShownOffers(): Promise<void> {
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) if (shown.tag.startsWith('offer-')) shown.close()
}

/**
 * Turns pushes off: unsubscribes this browser and informs the server. A failed request to the server is ignored, because the
 * push service answers the server's next message with "gone".
 */
export async function turnPushOff(): Promise<true> {
  if (!canPush()) return true
  const token = await unsubscribe()
  if (token) await unwrap(supabase.rpc('unregister_push_token', { token })).catch(() => {})
  return true
}
