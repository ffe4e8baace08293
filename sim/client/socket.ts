/** Handles a message of a channel. */
export type OnMessage = (event: string, payload: Record<string, unknown>) => void

/**
 * One Realtime connection that many people share. Each person has a channel with their own token, because the server checks the
 * token of each join. A connection for each of the 68 simulated people would need ten times the memory.
 */
export interface Socket {
  /** Joins a private topic, and joins it again after every interruption, until `leave` of the returned channel is called. */
  listen(topic: string, token: () => Promise<string | null>, hear: OnMessage): Channel
  close(): void
}

export interface Channel {
  /** Sends a person's renewed token to the server. Call it before the old token expires. */
  renew(token: string): void
  leave(): void
}

interface Member {
  token: () => Promise<string | null>
  hear: OnMessage
  joinRef: string
}

/** Interval of heartbeats (ms): the server closes a connection that sent nothing for a minute. */
const HEARTBEAT = 25_000
const RETRY = 2000
/** Pause before the next attempt after a refused join (ms). */
const REJOIN = 5000

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: unknown]

/**
 * Reads a binary broadcast of the server; returns null for other data. The first byte of a broadcast is 4. The next four bytes
 * are the lengths of topic, event and meta, and the encoding. The rest is topic, event, meta and the JSON content.
 */
function readBinary(data: ArrayBuffer): Frame | null {
  const bytes = Buffer.from(data)
  if (bytes[0] !== 4) return null
  const [topic = 0, event = 0, meta = 0] = [bytes[1], bytes[2], bytes[3]]
  const at = (from: number, length: number) => bytes.toString('utf8', from, from + length)
  const rest = bytes.subarray(5 + topic + event + meta).toString('utf8')
  const payload = { event: at(5 + topic, event), payload: JSON.parse(rest) as unknown }
  return [null, null, at(5, topic), 'broadcast', payload]
}

export function createSocket(url: string, key: string): Socket {
  const members = new Map<string, Member>()
  const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${encodeURIComponent(key)}&vsn=2.0.0`
  let socket: WebSocket
  let refs = 0
  let isClosed = false
  const send = (frame: Frame) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame))
  }

  async function join(topic: string): Promise<void> {
    const member = members.get(topic)
    if (!member || socket.readyState !== WebSocket.OPEN) return
    const token = await member.token().catch(() => null)
    if (!token || members.get(topic) !== member) return
    member.joinRef = String(++refs)
    const config = { private: true, broadcast: { ack: false, self: false }, presence: { enabled: false } }
    send([member.joinRef, member.joinRef, `realtime:${topic}`, 'phx_join', { config, access_token: token }])
  }

  const later = (topic: string) => void setTimeout(() => void join(topic), REJOIN).unref()

  function take([, , topic, event, payload]: Frame): void {
    const name = topic.slice('realtime:'.length)
    const member = members.get(name)
    if (!member) return
    const told = payload as { event?: string; status?: string; payload?: Record<string, unknown> }
    if (event === 'broadcast') member.hear(told.event ?? '', told.payload ?? {})
    else if (event === 'phx_reply' && told.status === 'ok') member.hear('joined', {})
    else if (event === 'phx_close' || event === 'phx_error' || event === 'phx_reply') later(name)
  }

  function open(): void {
    socket = new WebSocket(address)
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => {
      for (const topic of members.keys()) void join(topic)
    }
    socket.onmessage = ({ data }) => {
      const frame = typeof data === 'string' ? (JSON.parse(data) as Frame) : readBinary(data as ArrayBuffer)
      if (frame) take(frame)
    }
    socket.onclose = () => {
      if (!isClosed) setTimeout(open, RETRY).unref()
    }
    socket.onerror = () => undefined
  }
  open()
  const beat = setInterval(() => send([null, String(++refs), 'phoenix', 'heartbeat', {}]), HEARTBEAT)
  beat.unref()

  return {
    listen(topic, token, hear) {
      const member: Member = { token, hear, joinRef: '' }
      members.set(topic, member)
      void join(topic)
      return {
        renew: (fresh) =>
          send([member.joinRef, String(++refs), `realtime:${topic}`, 'access_token', { access_token: fresh }]),
        leave() {
          if (members.get(topic) === member) members.delete(topic)
          send([member.joinRef, String(++refs), `realtime:${topic}`, 'phx_leave', {}])
        }
      }
    },
    close() {
      isClosed = true
      clearInterval(beat)
      socket.close()
    }
  }
}
