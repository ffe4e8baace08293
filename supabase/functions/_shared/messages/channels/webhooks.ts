import type { Webhook } from './types.ts'

type Get = (name: string) => string | undefined

/** A secret that is part of an address: as long as a random one, and of letters that no server escapes. */
const IN_ADDRESS = /^[\w-]{24,100}$/

/** Returns a reader of a webhook's secret from a variable. */
export const fromVariable = (name: string): Webhook['secret'] => (get) => get(name)?.trim() || undefined

/** Returns the public address of the function `messages`, without a trailing slash. */
export const messagesUrl = (get: Get): string =>
  `${(get('PUBLIC_API_URL') || get('SUPABASE_URL') || '').replace(/\/+$/, '')}/functions/v1/messages`

/** Whether a secret can be part of an address. */
export const isAddressSecret = (secret: string): boolean => IN_ADDRESS.test(secret)

/**
 * Returns the address to which a provider sends receipts and texts. The address of a provider that signs nothing contains its
 * secret; it is never logged.
 *
 * @returns null if nothing can arrive: providers call only public addresses with https, and what nobody can prove is refused
 */
export function webhookAddress({ name, webhook }: { name: string; webhook?: Webhook }, get: Get): string | null {
  const secret = webhook?.secret(get)
  const url = messagesUrl(get)
  if (!webhook || !secret || !url.startsWith('https://')) return null
  if (webhook.isSigned) return `${url}/webhook/${name}`
  return isAddressSecret(secret) ? `${url}/webhook/${name}-${secret}` : null
}
