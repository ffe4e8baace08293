import { importPKCS8, SignJWT } from 'jose'
import { fetchOnce } from '../../_shared/kernel/fetch-once.ts'
import { jsonOf, PATIENCE_MS, type Push, type SendPush, TokenGone, Undeliverable } from './types.ts'

/** The fields that we use of the key file of a Google Cloud service account. */
export interface ServiceAccount {
  project_id: string
  client_email: string
  private_key: string
  token_uri: string
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'

/** Reads the value of the variable FCM_SERVICE_ACCOUNT. @throws {Error} if it is not the key file of a service account */
export function readServiceAccount(json: string): ServiceAccount {
  const { project_id, client_email, private_key, token_uri } = JSON.parse(json) as Partial<ServiceAccount>
  if (!project_id || !client_email || !private_key) throw new Error('FCM_SERVICE_ACCOUNT is not a service account key')
  return { project_id, client_email, private_key, token_uri: token_uri ?? 'https://oauth2.googleapis.com/token' }
}

/** Sends pushes through Firebase Cloud Messaging, HTTP v1: to Android, iOS and browsers of apps that are registered there. */
export function createFcm(
  account: ServiceAccount,
  { fetcher = fetchOnce, url = 'https://fcm.googleapis.com', patience = PATIENCE_MS } = {},
): SendPush {
  const target = `${url}/v1/projects/${account.project_id}/messages:send`
  let access: { token: Promise<string>; until: number } | null = null

  return async (push) => {
    const response = await fetcher(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await accessToken()}` },
      body: JSON.stringify({ message: messageOf(push) }),
      signal: AbortSignal.timeout(patience),
    })
    const body = await jsonOf(response)
    if (response.ok && typeof body?.['name'] === 'string') return
    // Google may have revoked the access token: drop it, so that the next attempt requests another.
    if (response.status === 401) access = null
    throw problemOf(response.status, body)
  }

  /**
   * Returns Google's access token. The last one is reused for 50 minutes; messages that need a new one at the same time share
   * one request.
   */
  function accessToken(): Promise<string> {
    if (!access || access.until < Date.now()) {
      const current = { token: requestToken(), until: Date.now() + 50 * 60_000 }
      access = current
      current.token.catch(() => {
        if (access === current) access = null
      })
    }
    return access.token
  }

  async function requestToken(): Promise<string> {
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(account.client_email).setAudience(account.token_uri).setIssuedAt().setExpirationTime('1h')
      .sign(await importPKCS8(account.private_key, 'RS256'))
    const response = await fetcher(account.token_uri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
      signal: AbortSignal.timeout(patience),
    })
    const token = (await jsonOf(response))?.['access_token']
    if (!response.ok || typeof token !== 'string') throw new Error(`no access token: ${response.status}`)
    return token
  }
}

/** The buttons are not sent: an app knows its own by the `key` in the data. */
function messageOf(
  { token, title, body, data, channelId, ttl, topic, urgency, unread }: Push,
): Record<string, unknown> {
  const until = Math.floor(Date.now() / 1000) + ttl
  return {
    token,
    notification: { title, body },
    data,
    android: {
      priority: urgency === 'high' ? 'high' : 'normal',
      ttl: `${ttl}s`,
      ...(topic && { collapse_key: topic }),
      notification: {
        channel_id: channelId,
        ...(topic && { tag: topic }),
        ...(unread && { notification_count: unread }),
      },
    },
    apns: {
      headers: {
        'apns-priority': urgency === 'high' ? '10' : '5',
        'apns-expiration': String(until),
        ...(topic && { 'apns-collapse-id': topic }),
      },
      payload: { aps: { sound: 'default', ...(unread !== undefined && { badge: unread }) } },
    },
    webpush: { headers: { TTL: String(ttl), Urgency: urgency, ...(topic && { Topic: topic }) } },
  }
}

function problemOf(status: number, body: Record<string, unknown> | null): Error {
  const error = (body?.['error'] ?? {}) as { message?: string; details?: { errorCode?: string }[] }
  const code = error.details?.find((it) => it.errorCode)?.errorCode ?? ''
  const message = `${status} ${code} ${error.message ?? ''}`.trim()
  if (status === 410 || code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return new TokenGone(message)
  if (status === 400 && /registration token/i.test(error.message ?? '')) return new TokenGone(message)
  return status === 400 ? new Undeliverable(message) : new Error(message)
}
