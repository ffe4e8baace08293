import type { LatLng } from '../geometry/types.ts'
import { ProviderFailure } from '../../http-client/failure.ts'
import { list, object } from '../../http-client/json.ts'

/** Statuses whose body Google fills with an error: 400 means a bad request or a bad key. */
export const REFUSALS = [400]

/**
 * Google's key and the requested fields go into headers, because addresses end up in logs. Name only fields that are used:
 * others cost money.
 */
export const googleHeaders = (key: string, fields: readonly string[]): Record<string, string> => ({
  'x-goog-api-key': key,
  'x-goog-fieldmask': fields.join(','),
})

/** @throws {ProviderFailure} for a rejection; `denied` if the rejection is about the key */
export function refuseIfRefused(json: unknown, status: number): void {
  if (status < 400) return
  throw isOfKey(json)
    ? new ProviderFailure('denied', `status ${status}: is the key good?`)
    : new ProviderFailure('refused', `status ${status}`)
}

function isOfKey(json: unknown): boolean {
  // The matrix response is a list, also when it holds an error.
  const [answer] = Array.isArray(json) ? json : [json]
  const { details = [] } = object(object(answer, 'the answer')['error'], 'an error')
  return list(details, 'details').some((detail) => {
    const { reason } = object(detail, 'a detail')
    return typeof reason === 'string' && /^API_KEY_/.test(reason)
  })
}

export const toGoogle = ({ lat, lng }: LatLng) => ({ latitude: lat, longitude: lng })
