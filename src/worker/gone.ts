/*
 * Removes the service worker. Builds without one ship this script in its place, and browsers that installed the service worker of
 * an earlier build install it as the update. It deletes the caches and unregisters itself.
 */
declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', () => void self.skipWaiting())

async function leave(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('hackney-')).map((name) => caches.delete(name)))
  await self.registration.unregister()
}

self.addEventListener('activate', (event) => event.waitUntil(leave()))

export {}
