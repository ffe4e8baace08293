declare module '@std/streams/limited-bytes-transform-stream' {
  /** Passes so many bytes on; with `error` it fails with a RangeError when there are more, else it ends. */
  export class LimitedBytesTransformStream extends TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
    constructor(size: number, options?: { error?: boolean })
  }
}
