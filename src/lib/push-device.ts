import { PUSH_KEPT } from '@/config/constants'
import { env } from '@/config/env'
import { unwrap } from './api'
import { readStored, store } from './stored'
import { supabase } from './supabase'

/*
 * This browser's push subscription. The browser vendor's service delivers the messages, encrypted for this browser; the server
 * stores the subscription as JSON in `push_tokens`. This module also stores who turned pushes on, so that another person who
 * signs in here does not get that person's messages.
 */

interface StoredDevice {
  userId: string
  /**
   * The subscription that was last sent to the server, and when (ms); null if none was. A browser may change its subscription
   * at any time.
   */
  token: string | null
  toldAt: number
}

function kept(): StoredDevice | null {
  const value = readStored(PUSH_KEPT) as Partial<StoredDevice> | null
  if (typeof value?.userId !== 'string') return null
  return { userId: value.userId, token: value.token ?? null, toldAt: value.toldAt ?? 0 }
}

const APPLICANT = 'application:'

/**
 * The owner of pushes for someone who applies as a driver: they have no account until they are approved, so it is made from the
 * id of their form.
 */
export const applicant = (signUpId: string): string => APPLICANT + signUpId

/** The id of the application form from such an owner; null for people with an account. */
export const applicationOf = (owner: string): string | null =>
  owner.startsWith(APPLICANT) ? owner.slice(APPLICANT.length) : null

export const pushOwner = (): string | null => kept()?.userId ?? null

/**
 * Whether this browser can receive pushes: the build has a service worker, the operator has a key, and the browser has a push
 * service.
 */
export const canPush = (): boolean =>
  env.vapidKey !== null &&
  import.meta.env.PROD &&
  import.meta.env.VITE_WORKER !== 'off' &&
  window.top === window &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window

/** Whether the site must first be installed: iPhones deliver pushes only to sites on the home screen. */
export const mustInstall = (): boolean =>
  env.vapidKey !== null && !('PushManager' in window) && /\b(iPhone|iPad)\b/.test(navigator.userAgent)

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Whether a subscription was made for our key pair; one for another key pair receives nothing. */
function isOurs({ options }: PushSubscription): boolean {
  const key = options.applicationServerKey
  if (!key) return true
  const ours = bytesOf(env.vapidKey ?? '')
  return [...new Uint8Array(key)].join() === [...ours].join()
}

/**
 * A subscription as the server stores it. The expiry time that some browsers add is left out, so that the same subscription
 * always gives the same text.
 */
function tokenOf(subscription: PushSubscription): string {
  const { endpoint, keys } = subscription.toJSON()
  return JSON.stringify({ endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } })
}

/**
 * Subscribes this browser for a person.
 *
 * @returns the token to register with the server
 */
export async function subscribe(userId: string): Promise<string> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known && !isOurs(known)) await known.unsubscribe()
  const applicationServerKey = bytesOf(env.vapidKey ?? '')
  const token = tokenOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  store(PUSH_KEPT, { userId, token: null, toldAt: 0 } satisfies StoredDevice)
  return token
}

/** Notes that the server has received the token. */
export const noteRegistered = (userId: string, token: string): void =>
  store(PUSH_KEPT, { userId, token, toldAt: Date.now() } satisfies StoredDevice)

/**
 * Unsubscribes this browser. The server is not informed: its next message is answered with "gone".
 *
 * @returns the former token
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
 * How often the subscription is registered again (ms): daily, because the server drops devices that did not register for nine
 * months, and assigns a device to the person who registered it last.
 */
const AGAIN_MS = 24 * 60 * 60_000

/**
 * The token that must be registered with the server: the subscription is new or was renewed, or was last registered over a day
 * ago.
 *
 * @returns null if nothing needs to be registered
 */
export async function unregisteredToken(userId: string): Promise<string | null> {
  const known = kept()
  if (!known || known.userId !== userId || Notification.permission !== 'granted') return null
  const subscription = await current()
  const token = subscription && isOurs(subscription) ? tokenOf(subscription) : await subscribe(userId)
  return token !== known.token || Date.now() - known.toldAt > AGAIN_MS ? token : null
}

/** Whether this browser is subscribed for this person. */
export async function isSubscribed(userId: string): Promise<boolean> {
  if (pushOwner() !== userId || Notification.permission !== 'granted') return false
  return (await current()) !== null
}

/** Closes the notifications about ride offers: a visible page shows the offers itself. */
export async function takeShownOffers(): Promise<void> {
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) if (shown.tag.startsWith('offer-')) shown.close()
}

/**
 * Turns pushes off. Unsubscribing this browser is enough: if the request to the server fails, its next message is answered with
 * "gone".
 */
export async function turnPushOff(): Promise<true> {
  if (!canPush()) return true
  const token = await unsubscribe()
  if (token) await unwrap(supabase.rpc('forget_push_token', { token })).catch(() => {})
  return true
}
