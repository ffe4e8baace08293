/** The browsers' push services, from the function's list (supabase/functions/notifications/senders/web-push.ts). */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com'
] as const

/** Hosts that the function `notifications` calls: those of the browsers, and the operator's own. */
export function pushHosts({ VAPID_PRIVATE_KEY, WEB_PUSH_HOSTS }: Readonly<Record<string, string>>): string[] {
  if (!VAPID_PRIVATE_KEY) return []
  const own = (WEB_PUSH_HOSTS ?? '').split(',').map((host) => host.trim())
  return [...services, ...own.filter((host) => /^[\w.-]+$/.test(host))]
}
