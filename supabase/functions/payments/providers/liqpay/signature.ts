import { decodeBase64, encodeBase64 } from '@std/encoding/base64'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, object } from '../../../_shared/http-client/json.ts'
import { digest } from '../digest.ts'

/** The signature base64(sha1(key + data + key)), for requests and callbacks alike (LiqPay documentation, "Callback"). */
export const sign = (data: string, key: string): string => digest('sha1', `${key}${data}${key}`, 'base64')

/** The field `data` of a request: Base64 of its parameters as JSON. */
export const encode = (parameters: Json): string => encodeBase64(JSON.stringify(parameters))

/** @throws {ProviderFailure} of kind `garbage`: the response is not as documented */
export function decode(data: string): Json {
  try {
    return object(JSON.parse(new TextDecoder().decode(decodeBase64(data))), 'data')
  } catch {
    throw garbage('data is no JSON in Base64')
  }
}
