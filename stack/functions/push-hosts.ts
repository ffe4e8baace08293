/** Hosts of the browsers' push services; the same list as in supabase/functions/notifications/senders/web-push.ts. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com'
] as const

/**
 * Returns the hosts that the function `notifications` calls: the browsers' push services and the operator's WEB_PUSH_HOSTS.
 * Returns none if there is no key pair for pushes.
 */
export function pushHosts({ VAPID_PRIVATE_KEY, WEB_PUSH_HOSTS }: Readonly<Record<string, string>>): string[] {
  if (!VAPID_PRIVATE_KEY) return []
  const own = (WEB_PUSH_HOSTS ?? '').split(',').map((host) => host.trim())
  return [...services, ...own.filter((host) => /^[\w.-]+$/.test(host))]
}
