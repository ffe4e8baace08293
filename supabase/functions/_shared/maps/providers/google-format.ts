import type { LatLng } from '../geometry/types.ts'
import { ProviderFailure } from '../../http-client/failure.ts'
import { list, object } from '../../http-client/json.ts'

/** The status for a bad request and for a bad key. */
export const REFUSALS = [400]

/** Key and fields go into headers: addresses end up in logs. Unused fields cost money, too. */
export const googleHeaders = (key: string, fields: readonly string[]): Record<string, string> => ({
  'x-goog-api-key': key,
  'x-goog-fieldmask': fields.join(','),
})

/** @throws {ProviderFailure} for a rejection; `denied` if it is about the key */
export function refuseIfRefused(json: unknown, status: number): void {
  if (status < 400) return
  throw isOfKey(json)
    ? new ProviderFailure('denied', `status ${status}: is the key good?`)
    : new ProviderFailure('refused', `status ${status}`)
}

function isOfKey(json: unknown): boolean {
  // The matrix is a list, and so is its error.
  const [answer] = Array.isArray(json) ? json : [json]
  const { details = [] } = object(object(answer, 'the answer')['error'], 'an error')
  return list(details, 'details').some((detail) => {
    const { reason } = object(detail, 'a detail')
    return typeof reason === 'string' && /^API_KEY_/.test(reason)
  })
}

export const toGoogle = ({ lat, lng }: LatLng) => ({ latitude: lat, longitude: lng })
