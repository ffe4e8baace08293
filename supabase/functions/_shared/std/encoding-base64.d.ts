declare module '@std/encoding/base64' {
  export function encodeBase64(data: ArrayBuffer | Uint8Array | string): string
  /** @throws {TypeError | RangeError} when the text is not base64 */
  export function decodeBase64(b64: string): Uint8Array<ArrayBuffer>
}
