import { type Answer, readMatcher, readPath } from '../../_shared/messages/channels/sms/http-answer.ts'
import { http as sender } from '../../_shared/messages/channels/sms/http.ts'
import { field, fieldOr, formOf, jsonOf, keyIn, numberOf, wordsOf } from './read.ts'
import type { Listener, ProviderRequest, Receipt, Variables } from './types.ts'

/**
 * Receipts and texts from a gateway that variables describe, which signs nothing. docs/use/messages.md has the variables.
 */
export const http: Listener = {
  name: sender.name,
  webhook: sender.webhook!,
  takesGet: true,
  async read(request, _secret, get) {
    const said = saidIn(request)
    const [answer, path] = [{ status: 200, text: JSON.stringify(said), json: said }, pathsOf(said, get)]
    const [from, text] = [numberOf(path('SMS_HTTP_INBOUND_FROM')), path('SMS_HTTP_INBOUND_TEXT')]
    if (from && text !== undefined) {
      const event = field(path('SMS_HTTP_INBOUND_ID')) || await digestOf(request)
      return [{ kind: 'text', event, from, text: wordsOf(text), isAnswered: false }]
    }
    const state = stateOf(answer, get)
    if (!state) return []
    const [ref, key] = [fieldOr(path('SMS_HTTP_RECEIPT_ID')), keyIn(request.url)]
    if (!ref && !key) return []
    return [{
      kind: 'receipt',
      event: `${ref ?? key}:${state}`,
      ref,
      key,
      receiver: null,
      state: state === 'refused' ? 'failed' : state,
      ...(state !== 'delivered' && { reason: 'the gateway says so', isPermanent: state === 'refused' }),
    }]
  },
}

/** The request's body and query as one object: gateways use either. */
function saidIn({ bytes, headers, url }: ProviderRequest): Record<string, unknown> {
  const query = Object.fromEntries(url.searchParams)
  if (bytes.length === 0) return query
  const isForm = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')
  return { ...query, ...(isForm ? Object.fromEntries(formOf(bytes)) : jsonOf(bytes)) }
}

/** Returns a reader of the value at the path that a variable names. */
const pathsOf = (said: unknown, get: Variables) => (variable: string): string | undefined => {
  const path = get(variable)?.trim()
  return path ? readPath(said, path) : undefined
}

function stateOf(answer: Answer, get: Variables): Exclude<Receipt['state'], 'taken'> | 'refused' | null {
  const is = (variable: string) => readMatcher(get(variable)?.trim() || undefined, variable)(answer)
  if (is('SMS_HTTP_RECEIPT_DELIVERED')) return 'delivered'
  if (is('SMS_HTTP_RECEIPT_RECEIVER_REFUSED')) return 'refused'
  return is('SMS_HTTP_RECEIPT_FAILED') ? 'failed' : null
}

/** Tells texts of a gateway without ids apart: equal requests are then one text. */
async function digestOf({ bytes, url }: ProviderRequest): Promise<string> {
  const both = new TextEncoder().encode(`${url.search}\n${new TextDecoder().decode(bytes)}`)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', both)).toHex()
}
