import { isStorable } from '../json.ts'
import type { Claims } from '../types.ts'
import { askPolicies, type Permission } from './access.ts'
import type { Shared } from './connection.ts'
import { isKnown } from './contract.ts'
import { type Content, isObject } from './frames.ts'
import { isService, ownerOf } from './quotas.ts'

interface Message {
  topic: string
  event: string
  content: Content
  isPrivate: boolean
}

export interface HttpDeps extends Shared {
  /** Largest body of a request in bytes. It does not apply to the service role. */
  maxBody: number
}

/** The sender of a request. */
interface Caller {
  claims: Claims
  /**
   * The person or the visitor's address whose limits apply to the messages. Null for the service role, which has no limit per
   * second.
   */
  owner: string | null
  headers: Record<string, string>
}

/**
 * A batch of the service role may contain at most this many times `eventsPerSecond` messages. A batch of any other caller may
 * contain at most `eventsPerSecond` messages.
 */
const serviceBatch = 10
const tooMany = 'You have exceeded your rate limit'

/**
 * Sends broadcasts by HTTP, without a connection. The request contains either one message, with the topic in the address, or a
 * batch. Responds with 202 without waiting for receivers.
 */
export async function broadcastOverHttp(
  deps: HttpDeps,
  request: Request,
  url: URL,
  address: string
): Promise<Response> {
  const claims = await deps.tokens.caller(request.headers, url).catch(() => null)
  if (!claims) return problem(401, 'Unauthorized')
  const body = new Uint8Array(await request.arrayBuffer())
  if (body.length > deps.maxBody && !isService(claims)) return problem(413, 'The message is too large')
  const headers = { 'user-agent': request.headers.get('user-agent') ?? '' }
  const caller = { claims, owner: isService(claims) ? null : ownerOf(claims, address), headers }
  const single = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)\/?$/.exec(url.pathname)
  if (single?.[1] && single[2]) {
    const [topic, event] = [textOf(single[1]), textOf(single[2])]
    if (topic === null || event === null) return problem(400, 'Topic and event cannot be read')
    const target = { topic, event, isPrivate: url.searchParams.get('private') === 'true' }
    return sendOne(deps, caller, target, request.headers.get('content-type'), body)
  }
  return sendBatch(deps, caller, body)
}

async function sendOne(
  deps: HttpDeps,
  caller: Caller,
  target: Omit<Message, 'content'>,
  contentType: string | null,
  body: Uint8Array
): Promise<Response> {
  const type = contentType?.split(';')[0]?.trim()
  let content: Content
  if (type === 'application/octet-stream') content = { bytes: body }
  else if (type === 'application/json') {
    const json = jsonOf(body)
    if (json === undefined) return problem(422, 'Payload is not valid JSON')
    content = { json }
  } else return problem(415, 'Content-Type must be application/json or application/octet-stream')
  if (isVisitor(deps, caller)) return problem(401, 'Unauthorized')
  if (!mayTake(deps, caller)) return problem(429, tooMany)
  const message = { ...target, content }
  if (!(await maySend(deps, caller, new Map())(message))) return problem(401, 'Unauthorized')
  deps.rooms.broadcast(target.topic, target.isPrivate, { event: target.event, content })
  return new Response(null, { status: 202 })
}

/** Sends the messages of a batch. Messages that the caller may not send are dropped silently. */
async function sendBatch(deps: HttpDeps, caller: Caller, bytes: Uint8Array): Promise<Response> {
  const body = jsonOf(bytes)
  const list = isObject(body) && Array.isArray(body.messages) ? body.messages : null
  if (!list) return Response.json({ errors: { messages: ["can't be blank"] } }, { status: 422 })
  const messages = list.map(messageOf)
  if (!messages.every((message) => message !== null)) {
    return Response.json({ errors: { messages: ['need topic, event and payload'] } }, { status: 422 })
  }
  if (isVisitor(deps, caller)) return problem(401, 'Unauthorized')
  if (messages.length > deps.limits.eventsPerSecond * (caller.owner === null ? serviceBatch : 1)) {
    return problem(429, 'Too many messages to broadcast, please reduce the batch size')
  }
  if (!messages.every(() => mayTake(deps, caller))) return problem(429, tooMany)
  const isAllowed = maySend(deps, caller, new Map())
  for (const message of messages) {
    if (!(await isAllowed(message))) continue
    const { topic, event, content, isPrivate } = message
    deps.rooms.broadcast(topic, isPrivate, { event, content }, { asText: true })
  }
  return new Response(null, { status: 202 })
}

const isVisitor = (deps: HttpDeps, { claims }: Caller): boolean => claims.role === 'anon' && !deps.admitsVisitors
const mayTake = ({ quotas }: HttpDeps, { owner }: Caller): boolean => owner === null || quotas.takeEvent(owner)

/** Returns a part of an address as text, or null if PostgreSQL cannot store it. */
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

/**
 * Returns a function that returns whether the caller may send a message. Messages on public topics are allowed. On private
 * topics the policies decide. They are queried once per topic. The query counts as a join; above the limit of joins the message
 * is refused. Events and payloads that the contract does not allow are refused without a query; the contract does not apply to
 * the service role. If the caller's session has ended, every message is refused.
 *
 * @param known Results of earlier queries by topic; the function adds its own.
 */
function maySend(deps: HttpDeps, { claims, owner, headers }: Caller, known: Map<string, Permission>) {
  return async ({ topic, event, content, isPrivate }: Message): Promise<boolean> => {
    if (deps.hasEnded(claims.session_id)) return false
    if (!isPrivate) return true
    const payload = 'json' in content ? content.json : content.bytes
    if (owner !== null && !isKnown(deps.contract, topic, event, payload)) return false
    const before = known.get(topic)
    if (before) return before.broadcast
    // Count this as a join, because it causes the same query of the policies.
    if (owner !== null && !deps.takeJoin(owner)) return false
    const asked = await askPolicies(deps.database, topic, claims, headers, 'write')
    known.set(topic, asked)
    return asked.broadcast
  }
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}

function problem(status: number, message: string): Response {
  return Response.json({ message }, { status })
}
