declare module '@std/bytes/concat' {
  export function concat(buffers: readonly Uint8Array[]): Uint8Array<ArrayBuffer>
}
declare module '@std/crypto/timing-safe-equal' {
  /** Compares two byte sequences in constant time. @throws {TypeError} if their lengths differ */
  export function timingSafeEqual(a: ArrayBufferView | ArrayBuffer, b: ArrayBufferView | ArrayBuffer): boolean
}
declare module '@std/encoding/base64' {
  export function encodeBase64(data: ArrayBuffer | Uint8Array | string): string
  /** Decodes base64. @throws {TypeError | RangeError} if the text is not base64 */
  export function decodeBase64(b64: string): Uint8Array<ArrayBuffer>
}
declare module '@std/encoding/base64url' {
  /** Encodes bytes as base64url, without padding. */
  export function encodeBase64Url(data: ArrayBuffer | Uint8Array | string): string
  /** Decodes base64url. @throws {TypeError | RangeError} if the text is not base64url */
  export function decodeBase64Url(b64url: string): Uint8Array<ArrayBuffer>
}
