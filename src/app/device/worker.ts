/** How often an open page checks for a newer build (ms). */
const ASK_MS = 60 * 60_000

/** Only a build has a worker: in development, or if the operator wants none, an earlier one is removed. */
const isWanted = import.meta.env.PROD && import.meta.env.VITE_WORKER !== 'off'

/** A metered connection stores nothing in advance. */
const savesData = () => 'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true

/** The script of this page. */
const ownEntry = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''

/** The build of a worker, by the script of its pages. */
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

/** Calls back for each installed worker that waits. */
function onWaiting(registration: ServiceWorkerRegistration, onReady: (worker: ServiceWorker) => void): void {
  // The very first one does not wait.
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
 * Lets the browser store the app, and announces a newer build than this page's. A framed page, one on an insecure
 * address, and a browser that refuses do without.
 *
 * @param onNew gets a function that reloads the page with the newer build
 */
export async function startWorker(onNew: (reload: () => Promise<void>) => void): Promise<void> {
  if (!('serviceWorker' in navigator) || window.top !== window) return
  if (!isWanted) return remove()
  if (savesData()) return
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  onWaiting(registration, async (worker) => {
    // A page loaded since then already has the newer build.
    if ((await entryOf(worker)) === ownEntry()) return worker.postMessage('take over if alone')
    onNew(async () => {
      await takeOver(worker)
      window.location.reload()
    })
  })
  checkForUpdates(registration)
}
