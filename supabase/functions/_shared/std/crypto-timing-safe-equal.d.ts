declare module '@std/crypto/timing-safe-equal' {
  /** Takes as long for equal bytes as for others. @throws {TypeError} when the lengths differ */
  export function timingSafeEqual(a: ArrayBufferView | ArrayBuffer, b: ArrayBufferView | ArrayBuffer): boolean
}
