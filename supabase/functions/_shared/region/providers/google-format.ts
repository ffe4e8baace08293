import type { LatLng } from '../geometry/types.ts'
import { ProviderFailure } from '../../http-client/failure.ts'
import { list, object } from '../../http-client/json.ts'

/** Statuses whose body is read because it says why Google refuses: 400 means a bad request or a bad key. */
export const REFUSALS = [400]

/**
 * Returns headers with the key and the requested fields; in a URL the key would get into logs. Name only fields that are used,
 * because Google bills by field.
 */
export const googleHeaders = (key: string, fields: readonly string[]): Record<string, string> => ({
  'x-goog-api-key': key,
  'x-goog-fieldmask': fields.join(','),
})

/**
 * Throws if Google rejected the request.
 *
 * @throws {ProviderFailure} of kind `denied` if Google rejects the key, else of kind `refused`
 */
export function refuseIfRefused(json: unknown, status: number): void {
  if (status < 400) return
  throw isOfKey(json)
    ? new ProviderFailure('denied', `status ${status}: is the key good?`)
    : new ProviderFailure('refused', `status ${status}`)
}

function isOfKey(json: unknown): boolean {
  // The response to a matrix request is a list, even if it is an error.
  const [answer] = Array.isArray(json) ? json : [json]
  const { details = [] } = object(object(answer, 'the answer')['error'], 'an error')
  return list(details, 'details').some((detail) => {
    const { reason } = object(detail, 'a detail')
    return typeof reason === 'string' && /^API_KEY_/.test(reason)
  })
}

export const toGoogle = ({ lat, lng }: LatLng) => ({ latitude: lat, longitude: lng })
