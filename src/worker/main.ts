import { address, page, part } from './answers'
import { build } from './build'
import { tidy } from './kept'
import { prepare } from './prepare'
import { onChanged, onPress, onPush } from './pushed'

/*
 * The service worker that lets the product open offline (docs/build/offline.md). It responds to three kinds of request: for pages,
 * for the program's files, and for the file with the API's address. It ignores all others, so it never responds with an
 * outdated price, position or setting. It also shows pushes as notifications (pushed.ts).
 */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(prepare()))

/** Returns whether at most one tab is open. Another tab could still run an earlier build and need its files. */
async function isAlone(): Promise<boolean> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return tabs.length <= 1
}

async function begin(): Promise<void> {
  await self.registration.navigationPreload?.enable()
  // If several tabs are open, the caches of earlier builds are kept until the next build is activated.
  if (await isAlone()) await tidy()
  await self.clients.claim()
}

self.addEventListener('activate', (event) => event.waitUntil(begin()))

self.addEventListener('message', (event) => {
  const {
    data,
    ports: [port]
  } = event
  if (data === 'take over') void self.skipWaiting()
  if (data === 'take over if alone')
    event.waitUntil(isAlone().then((alone) => (alone ? self.skipWaiting() : undefined)))
  if (data === 'which build') port?.postMessage(build.entry)
})

self.addEventListener('push', (event) => event.waitUntil(onPush(event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(onPress(event)))
self.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(onChanged(event).catch(() => {}))
)

/** The API, where it has the app's own address: its pages, such as a provider's return, redirect. */
const API = /^\/(auth|rest|functions|storage|realtime|graphql)\/v1\//

/** Returns whether a request is for a page and not for a file. The last segment of a file's path contains a dot. */
const isPage = ({ mode, destination }: Request, pathname: string) =>
  mode === 'navigate' && destination === 'document' && !/\.[^/]*$/.test(pathname) && !API.test(pathname)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin || request.method !== 'GET' || request.headers.has('range')) return
  if (isPage(request, pathname)) event.respondWith(page(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(part(event))
  else if (pathname === '/env.js') event.respondWith(address(event))
})
