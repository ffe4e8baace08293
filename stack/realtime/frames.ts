import { isStorable } from '../json.ts'

/**
 * Version of Phoenix's protocol: `1.0.0` sends frames as JSON objects, `2.0.0` as JSON arrays and broadcasts as binary frames.
 */
export type Version = '1.0.0' | '2.0.0'

/** A message from a client. */
export interface Frame {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

/** The content of a broadcast: any JSON value, or bytes. */
export type Content = { json: unknown } | { bytes: Uint8Array }

export interface Broadcast {
  /** The channel's full topic: `realtime:` and the topic's name. */
  topic: string
  event: string
  content: Content
  /** Id of a stored message, and whether the message is sent again as part of a replay. */
  meta?: { id: string; replayed?: true }
}

const clientBroadcast = 3
const serverBroadcast = 4
const jsonEncoding = 1
const longest = 255

/** Parses a client's frame; returns null if it is invalid. */
export function decodeFrame(data: Buffer, isBinary: boolean, version: Version): Frame | null {
  try {
    if (isBinary) return version === '2.0.0' ? decodeBinary(data) : null
    const value: unknown = JSON.parse(data.toString('utf8'))
    if (version === '2.0.0') {
      if (!Array.isArray(value)) return null
      const [joinRef, ref, topic, event, payload] = value
      return frameOf({ join_ref: joinRef, ref, topic, event, payload })
    }
    return isObject(value) ? frameOf(value) : null
  } catch {
    return null
  }
}

function frameOf(value: Record<string, unknown>): Frame | null {
  const { topic, event, payload, ref, join_ref: joinRef } = value
  if (typeof topic !== 'string' || typeof event !== 'string' || !isStorable(topic)) return null
  return { joinRef: refOf(joinRef), ref: refOf(ref), topic, event, payload: isObject(payload) ? payload : {} }
}

const refOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/**
 * Parses a frame in the binary format `[3,|joinRef|,|ref|,|topic|,|event|,|meta|,encoding]`. `|field|` is the length of the
 * field in bytes. The five fields and then the content follow this header.
 */
function decodeBinary(data: Buffer): Frame | null {
  if (data[0] !== clientBroadcast || data.length < 7) return null
  let offset = 7
  const fields = [1, 2, 3, 4, 5].map((index) => {
    const end = offset + (data[index] ?? 0)
    const text = data.toString('utf8', offset, end)
    offset = end
    return text
  })
  if (offset > data.length) return null
  const [joinRef = '', ref = '', topic = '', event = ''] = fields
  const rest = data.subarray(offset)
  const payload = data[6] === jsonEncoding ? JSON.parse(rest.toString('utf8')) : new Uint8Array(rest)
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: { type: 'broadcast', event, payload }
  }
}

/** Encodes a frame that is not a broadcast. */
export function encodeFrame(
  version: Version,
  frame: { joinRef: string | null; ref: string | null; topic: string; event: string; payload: unknown }
): string {
  const { joinRef, ref, topic, event, payload } = frame
  return JSON.stringify(version === '2.0.0' ? [joinRef, ref, topic, event, payload] : { topic, event, payload, ref })
}

/**
 * Encodes a broadcast for all receivers with one version of the protocol.
 *
 * @param asText Forces a text frame, as Supabase's server does for batches sent over HTTP.
 * @returns Null if the content is bytes and the binary format cannot be used: before version 2.0.0, with `asText`, or if a
 * field is too long.
 */
export function encodeBroadcast(version: Version, broadcast: Broadcast, asText = false): string | Buffer | null {
  const { topic, event, content, meta } = broadcast
  if (version === '2.0.0' && !asText) {
    const frame = encodeBinary(broadcast)
    if (frame) return frame
  }
  if ('bytes' in content) return null
  const payload = { type: 'broadcast', event, payload: content.json, ...(meta ? { meta } : {}) }
  return encodeFrame(version, { joinRef: null, ref: null, topic, event: 'broadcast', payload })
}

/**
 * Encodes a broadcast in the binary format `[4,|topic|,|event|,|meta|,encoding]`. `|field|` is the length of the field in
 * bytes. The three fields and then the content follow this header. Returns null if a field is too long, because a length takes
 * one byte.
 */
function encodeBinary({ topic, event, content, meta }: Broadcast): Buffer | null {
  const fields = [topic, event, meta ? JSON.stringify(meta) : ''].map((text) => Buffer.from(text))
  if (fields.some((field) => field.length > longest)) return null
  const isJson = 'json' in content
  const body = isJson ? Buffer.from(JSON.stringify(content.json ?? null)) : content.bytes
  const header = [serverBroadcast, ...fields.map((field) => field.length), isJson ? jsonEncoding : 0]
  return Buffer.concat([Buffer.from(header), ...fields, body])
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
}
