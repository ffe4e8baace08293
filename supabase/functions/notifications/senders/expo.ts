import { fetchOnce } from '../../_shared/kernel/fetch-once.ts'
import { jsonOf, PATIENCE_MS, type SendPush, TokenGone, Undeliverable } from './types.ts'

/** Whether a token belongs to Expo's push service. */
export const isExpoToken = (token: string): boolean => /^Expo(nent)?PushToken\[/.test(token)

interface Ticket {
  status?: string
  message?: string
  details?: { error?: string }
}

/** Sends pushes through Expo's push service, to apps that were built with Expo. */
export function createExpo(
  accessToken: string,
  { fetcher = fetchOnce, url = 'https://exp.host', patience = PATIENCE_MS } = {},
): SendPush {
  return async ({ token, title, body, data, channelId, ttl, urgency, unread }) => {
    const response = await fetcher(`${url}/--/api/v2/push/send`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        authorization: `Bearer ${accessToken}`,
      },
      body: JSON.stringify({
        to: token,
        title,
        body,
        data,
        channelId,
        ttl,
        priority: urgency === 'high' ? 'high' : 'normal',
        sound: 'default',
        ...(unread !== undefined && { badge: unread }),
      }),
      signal: AbortSignal.timeout(patience),
    })
    const answer = await jsonOf(response)
    const ticket = [answer?.['data']].flat()[0] as Ticket | undefined
    if (response.ok && ticket?.status === 'ok') return
    const message = `${response.status} ${ticket?.details?.error ?? ''} ${ticket?.message ?? ''}`.trim()
    if (response.status === 410 || ticket?.details?.error === 'DeviceNotRegistered') throw new TokenGone(message)
    if (response.status === 400 || ticket?.details?.error === 'MessageTooBig') throw new Undeliverable(message)
    throw new Error(message)
  }
}
