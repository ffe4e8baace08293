import { decodeBase64, encodeBase64 } from '@std/encoding/base64'
import { garbage } from '../../../_shared/http-client/failure.ts'
import { type Json, object } from '../../../_shared/http-client/json.ts'
import { digest } from '../digest.ts'

/** Returns the signature of requests and webhooks: base64(sha1(key + data + key)) (LiqPay's documentation, "Callback"). */
export const sign = (data: string, key: string): string => digest('sha1', `${key}${data}${key}`, 'base64')

/** Returns the field `data` of a request: its parameters as JSON in Base64. */
export const encode = (parameters: Json): string => encodeBase64(JSON.stringify(parameters))

/** Reads the field `data` of a webhook. @throws {ProviderFailure} of kind `garbage` if the field is not as documented */
export function decode(data: string): Json {
  try {
    return object(JSON.parse(new TextDecoder().decode(decodeBase64(data))), 'data')
  } catch {
    throw garbage('data is no JSON in Base64')
  }
}
