/** How often an open page checks for a newer build (ms). */
const ASK_MS = 60 * 60_000

/**
 * False in development, and if the operator has switched the service worker off: the page then registers no service worker,
 * and removes the one of an earlier visit.
 */
const isWanted = import.meta.env.PROD && import.meta.env.VITE_WORKER !== 'off'

/** Whether the person saves data ("data saver" of the browser). The app is then not stored on the device in advance. */
const savesData = () => 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/** Returns the address of this page's entry script, which identifies the page's build. */
const ownEntry = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''

/**
 * Asks a service worker for the address of the entry script in the pages that it stores, which identifies the worker's build.
 */
function entryOf(worker: ServiceWorker): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(new URL(data, location.origin).href)
    worker.postMessage('which build', [port2])
  })
}

/** Lets a new service worker replace the current one. Resolves when the new one is active. */
function takeOver(worker: ServiceWorker): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => worker.state === 'activated' && resolve())
    worker.postMessage('take over')
  })
}

/** Calls `onReady` for each newly installed service worker that waits to replace the current one. */
function onWaiting(registration: ServiceWorkerRegistration, onReady: (worker: ServiceWorker) => void): void {
  // The first service worker in a browser replaces no other one, so there is nothing to report. `active` is then null.
  const look = () => registration.active && registration.waiting && onReady(registration.waiting)
  const follow = () => registration.installing?.addEventListener('statechange', look)
  look()
  follow()
  registration.addEventListener('updatefound', follow)
}

function checkForUpdates(registration: ServiceWorkerRegistration): void {
  // The check fails while the device is offline, which is no problem.
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
 * Registers the service worker, which stores the app on the device. Registers none if the page is in a frame or on an insecure
 * address, if the person saves data, or if `isWanted` is false. Rejects if the browser refuses the registration.
 *
 * @param onNew called when a newer build than this page's is available, with a function that reloads the page with that build
 */
export async function startWorker(onNew: (reload: () => Promise<void>) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || window.top !== window) return
  if (!isWanted) return remove()
  if (savesData()) return
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  onWaiting(registration, async (worker) => {
    // If this page was loaded after the build was published, it has the newer build already, and there is nothing to report.
    if ((await entryOf(worker)) === ownEntry()) return worker.postMessage('take over if alone')
    onNew(async () => {
      await takeOver(worker)
      window.location.reload()
    })
  })
  checkForUpdates(registration)
}
