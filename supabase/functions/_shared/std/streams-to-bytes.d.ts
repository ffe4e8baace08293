declare module '@std/streams/to-bytes' {
  export function toBytes(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>>
}
