declare module '@std/crypto/timing-safe-equal' {
  /** Compares two byte sequences in constant time. @throws {TypeError} if their lengths differ */
  export function timingSafeEqual(a: ArrayBufferView | ArrayBuffer, b: ArrayBufferView | ArrayBuffer): boolean
}
