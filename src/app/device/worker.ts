/** How often an open page checks for a newer build (ms). */
const ASK_MS = 60 * 60_000

/** Whether this page uses a service worker: in development, or if the operator wants none, an earlier one is removed. */
const isWanted = import.meta.env.PROD && import.meta.env.VITE_WORKER !== 'off'

/** Whether the connection is metered; then nothing is stored in advance. */
const savesData = () => 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/** Address of this page's entry script, which identifies its build. */
const ownEntry = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''

/** Asks a worker which entry script its pages have; this identifies its build. */
function entryOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(new URL(data, location.origin).href)
    worker.postMessage('which build', [port2])
  })
}

/** Lets a new worker take over; resolves when it has. */
function takeOver(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
    worker.postMessage('take over')
  })
}

/** Calls back for each newly installed worker that waits to replace the current one. */
function onWaiting(registration: ServiceWorkerRegistration, onReady: (worker: ServiceWorker) => void): void {
  // The first worker of a browser replaces none, so it does not wait and is not reported.
  const look = () => registration.active && registration.waiting && onReady(registration.waiting)
  const follow = () => registration.installing?.addEventListener('statechange', look)
  look()
  follow()
  registration.addEventListener('updatefound', follow)
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  // Offline there is nothing to check.
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
 * Registers the service worker, which stores the app, and tells when a newer build than this page's is available. Nothing is
 * registered in a frame, on an insecure address, over a metered connection, or if the browser refuses.
 *
 * @param onNew gets a function that reloads the page with the newer build
 */
export async function startWorker(onNew: (reload: () => Promise<void>) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || window.top !== window) return
  if (!isWanted) return remove()
  if (savesData()) return
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  onWaiting(registration, async (worker) => {
    // A page that was loaded since then has the newer build already, so there is nothing to announce.
    if ((await entryOf(worker)) === ownEntry()) return worker.postMessage('take over if alone')
    onNew(async () => {
      await takeOver(worker)
      window.location.reload()
    })
  })
  checkForUpdates(registration)
}
