import { STATUS_CODES } from 'node:http'
import { WebSocketServer } from 'ws'
import { addressOf } from '../address.ts'
import type { Database, Log, StackModule, Tokens } from '../types.ts'
import { claimsOf } from './access.ts'
import { type Connection, type Shared, serveConnection } from './connection.ts'
import type { Contract } from './contract.ts'
import { followMessages } from './feed.ts'
import { broadcastOverHttp } from './http.ts'
import { createQuotas, isService, type Limits, limitsOf } from './quotas.ts'
import { createRooms } from './rooms.ts'
import { followSessions } from './sessions.ts'

export interface RealtimeDeps {
  database: Database
  tokens: Tokens
  log: Log
  /** Limits that replace the defaults. */
  limits?: Partial<Limits>
  /**
   * The events and payloads that clients may send on private topics. The policies are checked in addition. Without a contract
   * only the policies decide.
   */
  contract?: Contract
  /**
   * Lets visitors who have not signed in join public topics and private topics that the policies allow, and send broadcasts by
   * HTTP. Off by default, because the product has only one kind of topic for visitors, which they may join anyway
   * (`isForVisitors`).
   */
  admitsVisitors?: boolean
  /** Time without frames after which a connection counts as dead (ms). Clients send a heartbeat every 25 s. */
  idleTimeout?: number
}

export interface Realtime extends StackModule {
  /** Returns the current numbers of connections, of rooms, and of channels in the rooms. */
  count(): { connections: number; rooms: number; channels: number }
}

/** Largest frame or body in bytes. A position takes about a hundred bytes, a join with its token a few thousand. */
const maxFrame = 64 * 1024
const maxServiceFrame = 4 * 1024 * 1024
const sweepsPerTimeout = 4
const goodbye = 300

/**
 * Creates Realtime, the service of broadcast channels for realtime-js. It passes on messages from SQL, from clients and from
 * HTTP requests. On private topics the policies on `realtime.messages` decide.
 */
export async function createRealtime(deps: RealtimeDeps): Promise<Realtime> {
  const { database, tokens, log, contract, admitsVisitors = false, idleTimeout = 60_000 } = deps
  const limits = limitsOf(deps.limits)
  const quotas = createQuotas(limits)
  const rooms = createRooms()
  const connections = new Set<Connection>()
  const sessions = await followSessions(
    database,
    log,
    () => [...connections].flatMap((connection) => connection.sessions()),
    () => {
      for (const connection of connections) connection.checkSessions()
    }
  )
  const shared: Shared = {
    database,
    tokens,
    log,
    rooms,
    limits,
    quotas,
    contract,
    admitsVisitors,
    hasEnded: sessions.hasEnded,
    takeJoin: quotas.takeJoin
  }
  const serverOf = (maxPayload: number) => new WebSocketServer({ noServer: true, maxPayload, perMessageDeflate: false })
  const [sockets, serviceSockets] = [serverOf(maxFrame), serverOf(maxServiceFrame)]
  const stopFeed = await followMessages(database, log, ({ id, topic, event, payload, private: isPrivate }) =>
    rooms.broadcast(topic, isPrivate, { event: event ?? '', content: { json: payload ?? {} }, meta: { id } })
  )
  const sweep = setInterval(() => {
    const oldest = Date.now() - idleTimeout
    for (const connection of connections) if (connection.lastHeard < oldest) connection.end('cut')
  }, idleTimeout / sweepsPerTimeout)
  sweep.unref()

  return {
    bodyLimit: maxServiceFrame,

    async fetch(request, { address }) {
      const url = new URL(request.url)
      const isBroadcast = request.method === 'POST' && /^\/api\/broadcast(\/|$)/.test(url.pathname)
      if (!isBroadcast) return Response.json({ message: 'Not found' }, { status: 404 })
      try {
        return await broadcastOverHttp({ ...shared, maxBody: maxFrame }, request, url, address)
      } catch (error) {
        log.error('realtime.broadcast_failed', { error })
        return Response.json({ message: 'The message could not be sent' }, { status: 500 })
      }
    },

    upgrade(request, socket, head) {
      const url = addressOf(request)
      const refuse = (status: number): void => {
        socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      }
      if (!url) return refuse(400)
      const key = url.searchParams.get('apikey') ?? headerOf(request.headers['x-api-key']) ?? ''
      const version = url.searchParams.get('vsn') ?? '1.0.0'
      if (url.pathname !== '/websocket') return refuse(404)
      if (version !== '1.0.0' && version !== '2.0.0') return refuse(400)
      const headers = { 'user-agent': headerOf(request.headers['user-agent']) ?? '' }
      socket.on('error', () => socket.destroy())
      claimsOf(tokens, key).then(
        (claims) => {
          const isTrusted = isService(claims)
          const server = isTrusted ? serviceSockets : sockets
          server.handleUpgrade(request, socket, head, (client) => {
            const address = request.socket.remoteAddress ?? ''
            const connection = serveConnection(shared, client, { version, key, isService: isTrusted, headers, address })
            connections.add(connection)
            client.on('close', () => connections.delete(connection))
          })
        },
        () => refuse(403)
      )
    },

    count() {
      const { rooms: open, members } = rooms.count()
      return { connections: connections.size, rooms: open, channels: members }
    },

    async stop() {
      clearInterval(sweep)
      for (const connection of connections) connection.end('close')
      for (const stop of [stopFeed, sessions.stop]) {
        await stop().catch((error: unknown) => log.warn('realtime.stop_failed', { error }))
      }
      await new Promise((resolve) => setTimeout(resolve, connections.size > 0 ? goodbye : 0))
      for (const connection of connections) connection.end('cut')
      sockets.close()
      serviceSockets.close()
    }
  }
}

const headerOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
