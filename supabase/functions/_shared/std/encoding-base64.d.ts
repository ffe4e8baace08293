declare module '@std/encoding/base64' {
  export function encodeBase64(data: ArrayBuffer | Uint8Array | string): string
  /** Decodes base64. @throws {TypeError | RangeError} if the text is not base64 */
  export function decodeBase64(b64: string): Uint8Array<ArrayBuffer>
}
