/** Stands in for a browser's push service and a phone's screen, which test machines lack. */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CDPSession, Page, Worker } from '@playwright/test'
import { expect } from '@playwright/test'

/** A push message after a browser has decrypted it. */
export interface Pushed {
  title: string
  body: string
  data: { key?: string; bookingId?: string; screen?: string; until?: string }
  actions?: { action: string; title: string }[]
  unread?: number
}

const hkdf = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/**
 * Starts a push service on this machine. It has one subscription and its keys, so it can read messages that only that browser
 * could read (RFC 8291).
 */
export async function startPushService() {
  const pair = createECDH('prime256v1')
  const p256dh = pair.generateKeys()
  const auth = randomBytes(16)
  const messages: Pushed[] = []
  const signedWith = new Set<string>()
  let status = 201

  function decrypt(sealed: Buffer): Pushed {
    const salt = sealed.subarray(0, 16)
    const end = 21 + (sealed[20] ?? 0)
    const sender = sealed.subarray(21, end)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender])
    const secret = hkdf(pair.computeSecret(sender), auth, info, 32)
    const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([decipher.update(sealed.subarray(end, -16)), decipher.final()])
    return JSON.parse(text.subarray(0, -1).toString())
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    signedWith.add(/k=(.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')
    if (status === 201) messages.push(decrypt(Buffer.concat(parts)))
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/${randomBytes(8).toString('hex')}`
  return {
    subscription: { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } },
    messages,
    signedWith,
    /** Ends the subscription, as the browser does when it gives it up. */
    forget: () => {
      status = 410
    },
    /** Waits for the first message with this key about this booking. */
    async heard(key: string, bookingId: string): Promise<Pushed> {
      const find = () => messages.find(({ data }) => data.key === key && data.bookingId === bookingId)
      await expect.poll(find, { message: `${key} is pushed` }).toBeTruthy()
      return find() as Pushed
    },
    stop: () => new Promise((resolve) => server.close(resolve))
  }
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

/** Runs in a page: replaces the browser's push service and the person's answer to the permission question. */
export const withPushService = ({ endpoint, keys }: PushService['subscription']) => {
  const kept = 'test.subscription'
  const permission = () => localStorage.getItem('test.permission') ?? 'default'
  const make = () => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(JSON.parse(localStorage.getItem(kept) ?? '[]')).buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
    unsubscribe: async () => {
      localStorage.removeItem(kept)
      return true
    }
  })
  Object.assign(PushManager.prototype, {
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      localStorage.setItem(kept, JSON.stringify([...applicationServerKey]))
      return make()
    },
    getSubscription: async () => (localStorage.getItem(kept) ? make() : null)
  })
  Object.defineProperty(Notification, 'permission', { get: permission })
  Notification.requestPermission = async () => {
    if (!navigator.userActivation.isActive) throw new Error('the page asked for permission without a press')
    if (permission() === 'default')
      localStorage.setItem('test.permission', localStorage.getItem('test.answer') ?? 'granted')
    return permission() as NotificationPermission
  }
}

interface Shown {
  title: string
  body: string
  tag: string
  isSilent: boolean
  staysUntilPressed: boolean
  /** The words on its buttons. */
  buttons: string[]
}

/** Opens a phone's screen for a page with this service worker: shows its notifications, and lets a test press them. */
export async function openScreen(page: Page) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const origin = new URL(page.url()).origin
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('the page has no worker')
  await worker.evaluate(() => {
    type Note = NotificationOptions & { title: string; close: () => void }
    const state = { shown: [] as Note[], opened: [] as string[], badge: 0 }
    const close = (note: Note) => {
      state.shown = state.shown.filter((one) => one !== note)
    }
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: async (title: string, options: NotificationOptions = {}) => {
        state.shown = state.shown.filter(({ tag }) => !tag || tag !== options.tag)
        const note: Note = { ...options, title, close: () => close(note) }
        state.shown.push(note)
      },
      getNotifications: async ({ tag }: { tag?: string } = {}) => state.shown.filter((one) => !tag || one.tag === tag)
    })
    const scope = self as unknown as { clients: object; navigator: object; screen: typeof state }
    // A machine without a desktop has no icon that could bear a number.
    Object.defineProperty(scope.navigator, 'setAppBadge', {
      value: async (count: number) => {
        state.badge = count
      }
    })
    // Replace `openWindow`: a browser opens a window only after a real press, which no test can make.
    Object.defineProperty(scope.clients, 'openWindow', { value: async (url: string) => void state.opened.push(url) })
    scope.screen = state
  })
  const session: CDPSession = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  return {
    /** Delivers a message to the browser, as its push service does. */
    deliver: (message: Pushed) =>
      session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) }),
    shown: (): Promise<Shown[]> =>
      screenOf(worker, (screen) =>
        screen.shown.map(({ title, body = '', tag = '', silent, requireInteraction, actions = [] }) => ({
          title,
          body,
          tag,
          isSilent: silent === true,
          staysUntilPressed: requireInteraction === true,
          buttons: actions.map((button) => button.title)
        }))
      ),
    /** Presses the newest notification, or a button of it. */
    press: (action = '') =>
      worker.evaluate((action) => {
        const { screen } = self as unknown as { screen: { shown: object[] } }
        const event = new (self as unknown as { ExtendableEvent: typeof Event }).ExtendableEvent('notificationclick')
        Object.defineProperty(event, 'notification', { value: screen.shown.at(-1) })
        Object.defineProperty(event, 'action', { value: action })
        self.dispatchEvent(event)
      }, action),
    /** The number on the app's icon. */
    badge: (): Promise<number> => screenOf(worker, (screen) => screen.badge),
    /** Addresses of pages that a press opened because none was open. */
    opened: (): Promise<string[]> => screenOf(worker, (screen) => screen.opened)
  }
}

interface ScreenState {
  shown: (NotificationOptions & { title: string; actions?: { title: string }[] })[]
  opened: string[]
  badge: number
}

/** Reads the screen in the worker. */
function screenOf<T>(worker: Worker, read: (screen: ScreenState) => T): Promise<T> {
  return worker
    .evaluate(() => {
      const { shown, opened, badge } = (self as unknown as { screen: ScreenState }).screen
      return JSON.parse(JSON.stringify({ shown, opened, badge })) as ScreenState
    })
    .then(read)
}
