declare module '@std/streams/limited-bytes-transform-stream' {
  /** Passes on a limited number of bytes; above it fails with a RangeError if `error` is set, else it ends. */
  export class LimitedBytesTransformStream extends TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
    constructor(size: number, options?: { error?: boolean })
  }
}
