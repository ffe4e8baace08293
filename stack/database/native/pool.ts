import net from 'node:net'
import postgres from 'postgres'
import { databaseError } from '../parameters.ts'
import { type Client, CONNECT_SECONDS, closeClient, openClient, type Run, type Target } from './client.ts'

/** A connection of a pool, reserved for one caller until `release`. */
export interface Connection {
  /**
   * Runs a statement.
   *
   * @throws an error with the SQLSTATE 08006 if the connection is lost, and for every later statement on this connection,
   * because the caller's transaction and role were lost with it.
   */
  run: Run
  release(): void
}

export interface Pool {
  acquire(): Promise<Connection>
  /** Runs one statement on any connection. */
  run: Run
  /** Ends all connections. Callers that wait for one or ask for one later get an error with the SQLSTATE 08003. */
  close(): Promise<void>
}

interface PoolOptions {
  target: Target
  /** Largest number of connections. Each is opened when it is needed. */
  max: number
  /** PostgreSQL's settings of each connection. */
  settings?: Record<string, string>
  /** Conversions of types in the driver's form, if they differ from those of the stack. */
  types?: Record<string, postgres.PostgresType>
  /** Prepares a client before its first use. */
  prepare?: (client: Client) => void
}

interface Session {
  client: Client
  isLost: boolean
  run: Run
}

const closedError = (): Error => databaseError('08003', 'The connections to the database are closed')
const lostError = (cause?: unknown): Error => databaseError('08006', 'The connection to the database was lost', cause)

/** Errors of the system for a server that was not there. */
const isAbsent = /^(?:ECONNREFUSED|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** Converts a connection error of the driver or the system to an error with a SQLSTATE. Returns other errors unchanged. */
function readable(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof postgres.PostgresError || !('code' in error)) return error
  const code = String(error.code)
  if (code === 'CONNECT_TIMEOUT')
    return databaseError('08006', `The database accepted no connection within ${CONNECT_SECONDS} s`, error)
  if (isAbsent.test(code)) return databaseError('08006', `The database cannot be reached (${code})`, error)
  return /^(?:CONNECT|E[A-Z]+$)/.test(code) ? lostError(error) : error
}

/** Opens a session that ends with its connection. */
function openSession({ target, settings, types, prepare }: PoolOptions): Session {
  const pending = new Set<(error: Error) => void>()
  let isOpened = false

  function lose(): void {
    session.isLost = true
    for (const reject of pending) reject(lostError())
    pending.clear()
  }

  /** Opens the client's only connection. Throws when the driver asks for another one, to run statements that it still holds. */
  function openSocket({ host, port, path }: { host: string[]; port: number[]; path?: string }): net.Socket {
    if (isOpened) {
      lose()
      throw lostError()
    }
    isOpened = true
    const [server = 'localhost'] = host
    return Object.assign(path ? net.connect(path) : net.connect(port[0] ?? 5432, server), { host: server })
  }

  const client = openClient(target, { settings, types, onclose: lose, socket: openSocket })
  prepare?.(client)
  const session: Session = {
    client,
    isLost: false,
    run: (statement) =>
      new Promise((resolve, reject) => {
        if (session.isLost) throw lostError()
        pending.add(reject)
        statement(client).then(
          (result) => {
            pending.delete(reject)
            resolve(result)
          },
          (error: unknown) => {
            pending.delete(reject)
            reject(readable(error))
          }
        )
      })
  }
  return session
}

/**
 * Creates a pool of connections.
 *
 * The driver's own pool (3.4.9) does not survive a crash of the server: a statement that is sent between the failure of a
 * connection and its end waits for ever, and a reserved connection that cannot be opened is never returned. So each connection
 * has a client of its own, which is thrown away with the connection.
 */
export function createPool(options: PoolOptions): Pool {
  const sessions = new Set<Session>()
  /** The sessions that are free. The one used last is at the end. */
  const free: Session[] = []
  const waiting: { resolve(session: Session): void; reject(error: Error): void }[] = []
  let isClosed = false

  function open(): Session {
    const session = openSession(options)
    sessions.add(session)
    return session
  }

  function take(): Session | Promise<Session> {
    if (isClosed) throw closedError()
    for (let session = free.pop(); session; session = free.pop()) {
      if (!session.isLost) return session
      sessions.delete(session)
    }
    return sessions.size < options.max ? open() : new Promise((resolve, reject) => waiting.push({ resolve, reject }))
  }

  function giveBack(session: Session): void {
    if (session.isLost) sessions.delete(session)
    const next = waiting.shift()
    if (next) next.resolve(session.isLost ? open() : session)
    else if (!session.isLost) free.push(session)
  }

  async function acquire(): Promise<Connection> {
    const session = await take()
    return { run: session.run, release: () => giveBack(session) }
  }

  return {
    acquire,
    async run(statement) {
      const connection = await acquire()
      try {
        return await connection.run(statement)
      } finally {
        connection.release()
      }
    },
    async close() {
      isClosed = true
      for (const { reject } of waiting.splice(0)) reject(closedError())
      await Promise.all([...sessions].map(({ client }) => closeClient(client)))
    }
  }
}
