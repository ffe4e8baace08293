/** How often a page that stays open asks for a newer build (ms). */
const ASK_MS = 60 * 60_000

/** The worker is the build's: in development, and where the operator wants none, an earlier one is taken away. */
const isWanted = import.meta.env.PROD && import.meta.env.VITE_WORKER !== 'off'

/** A connection that is paid by the megabyte keeps nothing on stock. */
const savesData = () => 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/** The script that this page began with. */
const ownEntry = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''

/** Which build a worker brings, by the script that its pages begin with. */
function entryOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(new URL(data, location.origin).href)
    worker.postMessage('which build', [port2])
  })
}

/** Lets a new worker take over; resolves once it has. */
function takeOver(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
    worker.postMessage('take over')
  })
}

/** Calls with each worker that is ready and waits for its turn. */
function onWaiting(registration: ServiceWorkerRegistration, onReady: (worker: ServiceWorker) => void): void {
  // The first of all waits for nobody.
  const look = () => registration.active && registration.waiting && onReady(registration.waiting)
  const follow = () => registration.installing?.addEventListener('statechange', look)
  look()
  follow()
  registration.addEventListener('updatefound', follow)
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  // Without a network there is nothing to hear.
  const ask = () => document.visibilityState === 'visible' && void registration.update().catch(() => {})
  document.addEventListener('visibilitychange', ask)
  setInterval(ask, ASK_MS)
}

async function remove(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const kept = (await caches.keys()).filter((name) => name.startsWith('hackney-'))
  await Promise.all(kept.map((name) => caches.delete(name)))
}

/**
 * Has the browser keep the program, and tells of a newer build than this page's. A page that is framed by another, or comes
 * over an address that is not safe, goes without; so does a browser that refuses.
 *
 * @param onNew gets what loads the page again with the newer build
 */
export async function startWorker(onNew: (reload: () => Promise<void>) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || window.top !== window) return
  if (!isWanted) return remove()
  if (savesData()) return
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  onWaiting(registration, async (worker) => {
    // A page that came since then is the newer one already.
    if ((await entryOf(worker)) === ownEntry()) return worker.postMessage('take over if alone')
    onNew(async () => {
      await takeOver(worker)
      window.location.reload()
    })
  })
  checkForUpdates(registration)
}
