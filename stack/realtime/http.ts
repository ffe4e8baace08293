import { isStorable } from '../json.ts'
import type { Claims } from '../types.ts'
import { askPolicies } from './access.ts'
import type { ChannelDeps } from './channel.ts'
import { type Content, isObject } from './frames.ts'

interface Message {
  topic: string
  event: string
  content: Content
  isPrivate: boolean
}

export interface HttpDeps extends ChannelDeps {
  /** Messages a second over HTTP, from everyone together. */
  eventsPerSecond: number
  takeEvent(): boolean
}

const tooMany = 'You have exceeded your rate limit'

/** Sending without a connection: one message by its address, or a batch. Answers 202 without waiting for receivers. */
export async function broadcastOverHttp(deps: HttpDeps, request: Request, url: URL): Promise<Response> {
  let caller: Claims | null
  try {
    caller = await deps.tokens.caller(request.headers, url)
  } catch {
    caller = null
  }
  if (!caller) return problem(401, 'Unauthorized')
  const single = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)\/?$/.exec(url.pathname)
  if (single?.[1] && single[2]) {
    const [topic, event] = [textOf(single[1]), textOf(single[2])]
    if (topic === null || event === null) return problem(400, 'Topic and event cannot be read')
    return sendOne(deps, request, caller, { topic, event, isPrivate: url.searchParams.get('private') === 'true' })
  }
  return sendBatch(deps, request, caller)
}

async function sendOne(
  deps: HttpDeps,
  request: Request,
  caller: Claims,
  target: Omit<Message, 'content'>
): Promise<Response> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim()
  let content: Content
  if (type === 'application/octet-stream') content = { bytes: new Uint8Array(await request.arrayBuffer()) }
  else if (type === 'application/json') {
    const json = await jsonOf(request)
    if (json === undefined) return problem(422, 'Payload is not valid JSON')
    content = { json }
  } else return problem(415, 'Content-Type must be application/json or application/octet-stream')
  if (!deps.takeEvent()) return problem(429, tooMany)
  if (!(await maySend(deps, caller, request, target))) return problem(401, 'Unauthorized')
  deps.rooms.broadcast(target.topic, target.isPrivate, { event: target.event, content })
  return new Response(null, { status: 202 })
}

/** Messages of a batch that may not be sent are left out without a word. */
async function sendBatch(deps: HttpDeps, request: Request, caller: Claims): Promise<Response> {
  const body = await jsonOf(request)
  const list = isObject(body) && Array.isArray(body.messages) ? body.messages : null
  if (!list) return Response.json({ errors: { messages: ["can't be blank"] } }, { status: 422 })
  const messages = list.map(messageOf)
  if (!messages.every((message) => message !== null)) {
    return Response.json({ errors: { messages: ['need topic, event and payload'] } }, { status: 422 })
  }
  if (messages.length > deps.eventsPerSecond) {
    return problem(429, 'Too many messages to broadcast, please reduce the batch size')
  }
  if (!messages.every(() => deps.takeEvent())) return problem(429, tooMany)
  for (const message of messages) {
    if (!(await maySend(deps, caller, request, message))) continue
    const { topic, event, content, isPrivate } = message
    deps.rooms.broadcast(topic, isPrivate, { event, content }, { asText: true })
  }
  return new Response(null, { status: 202 })
}

/** A part of an address as text, or null where it is none that can be stored. */
function textOf(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return isStorable(text) ? text : null
  } catch {
    return null
  }
}

function messageOf(value: unknown): Message | null {
  if (!isObject(value)) return null
  const { topic, event, payload } = value
  if (typeof topic !== 'string' || topic === '' || typeof event !== 'string' || event === '') return null
  if (!isStorable(topic) || !isStorable(event)) return null
  if (!isObject(payload)) return null
  return { topic, event, content: { json: payload }, isPrivate: value.private === true }
}

async function maySend(
  deps: ChannelDeps,
  caller: Claims,
  request: Request,
  target: { topic: string; isPrivate: boolean }
): Promise<boolean> {
  if (!target.isPrivate) return true
  const headers = { 'user-agent': request.headers.get('user-agent') ?? '' }
  return (await askPolicies(deps.database, target.topic, caller, headers, 'write')).broadcast
}

async function jsonOf(request: Request): Promise<unknown> {
  try {
    return await request.json()
  } catch {
    return undefined
  }
}

function problem(status: number, message: string): Response {
  return Response.json({ message }, { status })
}
