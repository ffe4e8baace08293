import { STATUS_CODES } from 'node:http'
import { WebSocketServer } from 'ws'
import { addressOf } from '../address.ts'
import { createLimit } from '../auth/limits.ts'
import type { Database, Log, StackModule, Tokens } from '../types.ts'
import { claimsOf } from './access.ts'
import { type Connection, type Limits, type Shared, serveConnection } from './connection.ts'
import { followMessages } from './feed.ts'
import { broadcastOverHttp } from './http.ts'
import { createRooms } from './rooms.ts'

export interface RealtimeDeps {
  database: Database
  tokens: Tokens
  log: Log
  /** Instead of the defaults of a hosted project. */
  limits?: Partial<Limits>
  /** Milliseconds without a word after which a connection counts as dead; clients send a heartbeat every 25 s. */
  idleTimeout?: number
}

export interface Realtime extends StackModule {
  /** What is held at the moment: connections, rooms, and channels in them. */
  count(): { connections: number; rooms: number; channels: number }
}

const hostedDefaults: Limits = { clients: 200, eventsPerSecond: 100, joinsPerSecond: 100, channelsPerClient: 100 }
const maxFrame = 4 * 1024 * 1024
const sweepsPerTimeout = 4
const goodbye = 300

/**
 * Realtime's broadcast channels, as realtime-js speaks to them: messages from SQL, from clients and over HTTP, on
 * private topics by the policies on `realtime.messages`.
 */
export async function createRealtime(deps: RealtimeDeps): Promise<Realtime> {
  const { database, tokens, log, idleTimeout = 60_000 } = deps
  const limits = { ...hostedDefaults, ...deps.limits }
  const rooms = createRooms()
  const connections = new Set<Connection>()
  const joins = createLimit(limits.joinsPerSecond, 1)
  const sent = createLimit(limits.eventsPerSecond, 1)
  const shared: Shared = {
    database,
    tokens,
    log,
    rooms,
    limits,
    takeJoin: () => joins.take(''),
    clientCount: () => connections.size
  }
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrame, perMessageDeflate: false })
  const stopFeed = await followMessages(database, log, ({ id, topic, event, payload, private: isPrivate }) =>
    rooms.broadcast(topic, isPrivate, { event: event ?? '', content: { json: payload ?? {} }, meta: { id } })
  )
  const sweep = setInterval(() => {
    const oldest = Date.now() - idleTimeout
    for (const connection of connections) if (connection.lastHeard < oldest) connection.end('cut')
  }, idleTimeout / sweepsPerTimeout)
  sweep.unref()

  return {
    async fetch(request) {
      const url = new URL(request.url)
      const isBroadcast = request.method === 'POST' && /^\/api\/broadcast(\/|$)/.test(url.pathname)
      if (!isBroadcast) return Response.json({ message: 'Not found' }, { status: 404 })
      try {
        const { eventsPerSecond } = limits
        return await broadcastOverHttp({ ...shared, eventsPerSecond, takeEvent: () => sent.take('') }, request, url)
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
        () =>
          sockets.handleUpgrade(request, socket, head, (client) => {
            const connection = serveConnection(shared, client, { version, key, headers })
            connections.add(connection)
            client.on('close', () => connections.delete(connection))
          }),
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
      await stopFeed().catch((error: unknown) => log.warn('realtime.stop_failed', { error }))
      await new Promise((resolve) => setTimeout(resolve, connections.size > 0 ? goodbye : 0))
      for (const connection of connections) connection.end('cut')
      sockets.close()
    }
  }
}

const headerOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)
