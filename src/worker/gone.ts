/* In the place of the worker where there shall be none any more: browsers fetch it as a new one, and it takes itself away. */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', () => void self.skipWaiting())

async function leave(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('hackney-')).map((name) => caches.delete(name)))
  await self.registration.unregister()
}

self.addEventListener('activate', (event) => event.waitUntil(leave()))

export {}
