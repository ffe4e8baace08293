import { PUSH_KEPT } from '@/config/constants'
import { env } from '@/config/env'
import { unwrap } from './api'
import { readStored, store } from './stored'
import { supabase } from './supabase'

/*
 * The subscription of this browser to pushes. The browser's own service carries them, encrypted for this browser; the server
 * knows the subscription by its JSON (`push_tokens`). Who turned it on is kept beside it: nobody else who signs in here gets
 * that person's messages.
 */

interface Kept {
  userId: string
  /** What the server was told last, and when (ms): a browser may change it at any time. */
  token: string | null
  toldAt: number
}

function kept(): Kept | null {
  const value = readStored(PUSH_KEPT) as Partial<Kept> | null
  if (typeof value?.userId !== 'string') return null
  return { userId: value.userId, token: value.token ?? null, toldAt: value.toldAt ?? 0 }
}

const APPLICANT = 'application:'

/** Stands for somebody who applies to drive, and has no session before the approval: by the id of the form. */
export const applicant = (signUpId: string): string => APPLICANT + signUpId

/** The id of the form; null for people with an account. */
export const applicationOf = (owner: string): string | null =>
  owner.startsWith(APPLICANT) ? owner.slice(APPLICANT.length) : null

export const pushOwner = (): string | null => kept()?.userId ?? null

/** Whether this browser can be told anything: the build has a worker, the operator a key, the browser a service. */
export const canPush = (): boolean =>
  env.vapidKey !== null &&
  import.meta.env.PROD &&
  import.meta.env.VITE_WORKER !== 'off' &&
  window.top === window &&
  'serviceWorker' in navigator &&
  'PushManager' in window &&
  'Notification' in window

/** iPhones have pushes for what stands on the home screen only. */
export const mustInstall = (): boolean =>
  env.vapidKey !== null && !('PushManager' in window) && /\b(iPhone|iPad)\b/.test(navigator.userAgent)

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

async function current(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** A subscription that another key pair was made for gets nothing. */
function isOurs({ options }: PushSubscription): boolean {
  const key = options.applicationServerKey
  if (!key) return true
  const ours = bytesOf(env.vapidKey ?? '')
  return [...new Uint8Array(key)].join() === [...ours].join()
}

/** As the server keeps it: without the time at which some browsers end it, so that the same one reads the same. */
function tokenOf(subscription: PushSubscription): string {
  const { endpoint, keys } = subscription.toJSON()
  return JSON.stringify({ endpoint, keys: { p256dh: keys?.p256dh, auth: keys?.auth } })
}

/** Subscribes this browser for a person. @returns what the server has to be told */
export async function subscribe(userId: string): Promise<string> {
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  const { pushManager } = await navigator.serviceWorker.ready
  const known = await pushManager.getSubscription()
  if (known && !isOurs(known)) await known.unsubscribe()
  const applicationServerKey = bytesOf(env.vapidKey ?? '')
  const token = tokenOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }))
  store(PUSH_KEPT, { userId, token: null, toldAt: 0 } satisfies Kept)
  return token
}

/** Notes that the server knows it. */
export const noteRegistered = (userId: string, token: string): void =>
  store(PUSH_KEPT, { userId, token, toldAt: Date.now() } satisfies Kept)

/** Ends it here, without a word to the server: its next message is answered with "gone". @returns what it was */
export async function unsubscribe(): Promise<string | null> {
  const token = kept()?.token ?? null
  store(PUSH_KEPT, null)
  const subscription = await current()
  await subscription?.unsubscribe()
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) shown.close()
  return subscription ? tokenOf(subscription) : token
}

/** The server drops devices that it has not heard of for nine months, and moves one to whom told it last. */
const AGAIN_MS = 24 * 60 * 60_000

/**
 * What the server has to be told of this person's subscription now: it is new, was renewed, or was not told for a day.
 *
 * @returns null where there is nothing to tell
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

/** Takes what is shown of offers from the screen: a page that is in sight shows them itself. */
export async function takeShownOffers(): Promise<void> {
  if (!canPush()) return
  const registration = await navigator.serviceWorker.getRegistration()
  for (const shown of (await registration?.getNotifications()) ?? []) if (shown.tag.startsWith('offer-')) shown.close()
}

/** Nothing more is sent here. The browser's part is what counts: a server that hears nothing of it is answered "gone". */
export async function turnPushOff(): Promise<true> {
  if (!canPush()) return true
  const token = await unsubscribe()
  if (token) await unwrap(supabase.rpc('forget_push_token', { token })).catch(() => {})
  return true
}
