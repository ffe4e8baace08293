declare module '@std/streams/limited-bytes-transform-stream' {
  /** Passes on at most `size` bytes. A longer stream fails with a RangeError if `error` is set; else it ends there. */
  export class LimitedBytesTransformStream extends TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
    constructor(size: number, options?: { error?: boolean })
  }
}
