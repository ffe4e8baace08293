import { createExpo, isExpoToken } from './expo.ts'
import { createFcm, readServiceAccount } from './fcm.ts'
import { type SendPush, Undeliverable } from './types.ts'
import { createWebPush, isSubscription, pushHosts } from './web-push.ts'

/** The push services that the operator configured; none in development. */
export interface Services {
  fcm?: SendPush | undefined
  expo?: SendPush | undefined
  webPush?: SendPush | undefined
}

/**
 * Reads the configured services: `FCM_SERVICE_ACCOUNT`, `EXPO_ACCESS_TOKEN`, `VAPID_PUBLIC_KEY` with
 * `VAPID_PRIVATE_KEY`, `VAPID_SUBJECT` and `WEB_PUSH_HOSTS`.
 *
 * @throws {Error} naming the invalid variable
 */
export function readServices(get: (name: string) => string | undefined): Services {
  const account = get('FCM_SERVICE_ACCOUNT')
  const expo = get('EXPO_ACCESS_TOKEN')
  const publicKey = get('VAPID_PUBLIC_KEY')
  const privateKey = get('VAPID_PRIVATE_KEY')
  if (Boolean(publicKey) !== Boolean(privateKey)) throw new Error('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together')
  const subject = get('VAPID_SUBJECT') ?? 'mailto:desk@hackney.test'
  return {
    fcm: account ? createFcm(readServiceAccount(account)) : undefined,
    expo: expo ? createExpo(expo) : undefined,
    webPush: publicKey && privateKey
      ? createWebPush({ publicKey, privateKey, subject }, { hosts: pushHosts(get('WEB_PUSH_HOSTS')) })
      : undefined,
  }
}

/**
 * Creates a function that sends each push by the service that its token belongs to. If no service is configured, as in
 * development, pushes are logged instead. If only Web Push is configured, pushes to apps are logged. In other cases a push for
 * a missing service is undeliverable.
 */
export function createSender({ fcm, expo, webPush }: Services, log: (line: string) => void): SendPush {
  const isLogged = (token: string) => !fcm && !expo && (!webPush || !isSubscription(token))
  return (push) => {
    if (isLogged(push.token)) {
      return Promise.resolve(log(`push to …${push.token.slice(-6)}: ${push.title} | ${push.body}`))
    }
    const [name, send] = isExpoToken(push.token)
      ? ['Expo', expo] as const
      : isSubscription(push.token)
      ? ['Web Push', webPush] as const
      : ['FCM', fcm] as const
    if (!send) return Promise.reject(new Undeliverable(`${name} is not set up`))
    return send(push)
  }
}
