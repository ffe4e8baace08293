import type { CDPSession } from '@playwright/test'

/** The cost of one kind of message. */
export interface Cost {
  kind: string
  count: number
  /** Number of bytes, including headers and frames. */
  sent: number
  got: number
}

/** Bytes of a frame's header: two, two more for a length above 125, and four of a mask for frames from a page. */
const frame = (length: number, isMasked: boolean): number => 2 + (length > 125 ? 2 : 0) + (isMasked ? 4 : 0)

const sizeOf = ({ opcode, payloadData }: { opcode: number; payloadData: string }): number =>
  opcode === 2 ? Buffer.from(payloadData, 'base64').length : Buffer.byteLength(payloadData)

/** The kind of a frame: its event, and the kind of its topic. */
function kindOfFrame({ opcode, payloadData }: { opcode: number; payloadData: string }): string {
  const text = opcode === 2 ? Buffer.from(payloadData, 'base64').toString('latin1') : payloadData
  const topic = /(?:realtime:)?(position|booking|driver|user|phoenix|catalogue|settings)\b/.exec(text)?.[1] ?? 'other'
  const event = /(heartbeat|phx_\w+|access_token|"?position"?|tracking|status|offer|notice)/.exec(text)?.[1] ?? ''
  return `socket, ${topic === 'phoenix' ? 'heartbeat' : `${topic} ${event.replaceAll('"', '')}`.trim()}`
}

const headersOf = (headers: Record<string, string>): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + Buffer.byteLength(`${name}: ${value}\r\n`), 2)

/**
 * Counts a page's sent and received bytes by kind, until the returned function is called. Files of the site are left out: the
 * phone caches app and tiles.
 */
export async function lineOf(cdp: CDPSession, web: string): Promise<() => { rows: Cost[]; total: number }> {
  const costs = new Map<string, Cost>()
  const add = (kind: string, change: Partial<Omit<Cost, 'kind'>>) => {
    const cost = costs.get(kind) ?? { kind, count: 0, sent: 0, got: 0 }
    costs.set(kind, {
      kind,
      count: cost.count + (change.count ?? 0),
      sent: cost.sent + (change.sent ?? 0),
      got: cost.got + (change.got ?? 0)
    })
  }
  const kinds = new Map<string, string>()
  await cdp.send('Network.enable')
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    const { origin, pathname } = new URL(request.url)
    if (origin === web || !/^http/.test(request.url)) return
    const kind =
      type === 'Preflight' || request.method === 'OPTIONS'
        ? 'preflights'
        : pathname.replace(/^\/(rest|functions)\/v1\//, '')
    kinds.set(requestId, kind)
    const body = request.postData === undefined ? 0 : Buffer.byteLength(request.postData)
    add(kind, {
      count: 1,
      sent: body + Buffer.byteLength(`${request.method} ${pathname}${new URL(request.url).search} HTTP/1.1\r\n`)
    })
  })
  const early = new Map<string, number>()
  cdp.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    const kind = kinds.get(requestId)
    if (kind) add(kind, { sent: headersOf(headers) })
    else early.set(requestId, headersOf(headers))
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) add(kind, { got: encodedDataLength, sent: early.get(requestId) ?? 0 })
    early.delete(requestId)
  })
  cdp.on('Network.webSocketFrameSent', ({ response }) => {
    const size = sizeOf(response)
    add(kindOfFrame(response), { count: 1, sent: size + frame(size, true) })
  })
  cdp.on('Network.webSocketFrameReceived', ({ response }) => {
    const size = sizeOf(response)
    add(kindOfFrame(response), { count: 1, got: size + frame(size, false) })
  })
  return () => {
    const rows = [...costs.values()].sort((a, b) => b.sent + b.got - a.sent - a.got)
    return { rows, total: rows.reduce((sum, { sent, got }) => sum + sent + got, 0) }
  }
}
