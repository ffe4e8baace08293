import { PUSH_KEPT } from '@/config/constants'
import { env } from '@/config/env'
import { unwrap } from './api'
import { readStored, store } from './stored'
import { supabase } from './supabase'

/*
 * This browser's push subscription. The browser vendor's service delivers the messages, encrypted for this browser; the server
 * stores the subscription as JSON (`push_tokens`). We store who turned it on, so that another person signing in here does not
 * get that person's messages.
 */

interface StoredDevice {
  userId: string
  /** What the server was last sent, and when (ms). A browser may change its subscription at any time. */
  token: string | null
  toldAt: number
}

function kept(): StoredDevice | null {
  const value = readStored(PUSH_KEPT) as Partial<StoredDevice> | null
  if (typeof value?.userId !== 'string') return null
  return { userId: value.userId, token: value.token ?? null, toldAt: value.toldAt ?? 0 }
}

const APPLICANT = 'application:'

/** The owner key of an applicant, who has no session before the approval: built from the id of the form. */
export const applicant = (signUpId: string): string => APPLICANT + signUpId

/** The id of the application form; null for people with an account. */
export const applicationOf = (owner: string): string | null =>
  owner.startsWith(APPLICANT) ? owner.slice(APPLICANT.length) : null

export const pushOwner = (): string | null => kept()?.userId ?? null

/** Whether this browser can receive pushes: the build has a worker, the operator a key, the browser a push service. */
export const canPush = (): boolean =>
  env.vapidKey !== null &&
  import.meta.env.PROD &&
  import.meta.env.VITE_WORKER !== 'off' &&
  window.top === window &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window

/** iPhones deliver pushes only to sites on the home screen. */
export const mustInstall = (): boolean =>
  env.vapidKey !== null && !('PushManager' in window) && /\b(iPhone|iPad)\b/.test(navigator.userAgent)

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** A subscription made for another key pair receives nothing. */
function isOurs({ options }: PushSubscription): boolean {
  const key = options.applicationServerKey
  if (!key) return true
  const ours = bytesOf(env.vapidKey ?? '')
  return [...new Uint8Array(key)].join() === [...ours].join()
}

/**
 * The subscription as the server stores it: without the expiry time that some browsers add, so that the same subscription
 * always serialises the same.
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

/** Notes that the server knows the token. */
export const noteRegistered = (userId: string, token: string): void =>
  store(PUSH_KEPT, { userId, token, toldAt: Date.now() } satisfies StoredDevice)

/**
 * Unsubscribes without informing the server: its next message gets the response "gone".
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
 * Register again daily: the server drops devices that it has not heard from for nine months, and assigns a device to the person
 * who registered it last.
 */
const AGAIN_MS = 24 * 60 * 60_000

/**
 * The token to register with the server: the subscription is new, was renewed, or was last registered over a day ago.
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

/** Closes notifications of offers: a visible page shows the offers itself. */
export async function takeShownOffers(): Promise<void> {
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) if (shown.tag.startsWith('offer-')) shown.close()
}

/**
 * Turns pushes off. Unsubscribing the browser is enough: if the server's call fails, its next message gets the response "gone".
 */
export async function turnPushOff(): Promise<true> {
  if (!canPush()) return true
  const token = await unsubscribe()
  if (token) await unwrap(supabase.rpc('forget_push_token', { token })).catch(() => {})
  return true
}
