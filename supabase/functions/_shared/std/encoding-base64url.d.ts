declare module '@std/encoding/base64url' {
  /** Encodes bytes as base64url, without padding. */
  export function encodeBase64Url(data: ArrayBuffer | Uint8Array | string): string
  /** Decodes base64url. @throws {TypeError | RangeError} if the text is not base64url */
  export function decodeBase64Url(b64url: string): Uint8Array<ArrayBuffer>
}
