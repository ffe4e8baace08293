declare module '@std/crypto/timing-safe-equal' {
  /** Compares in constant time. @throws {TypeError} if the lengths differ */
  export function timingSafeEqual(a: ArrayBufferView | ArrayBuffer, b: ArrayBufferView | ArrayBuffer): boolean
}
