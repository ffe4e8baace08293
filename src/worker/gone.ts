/*
 * Replaces the service worker if the operator's build has none: browsers install this script as an update, and it unregisters
 * itself.
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
