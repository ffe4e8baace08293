// For comparison: a separate Redis on loopback, without persistence, used over Redis's own protocol.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Reply = string | number | null | Error | Reply[]

/** Reads one reply that starts at `at`: returns the reply and the start of the next one; null if incomplete. */
function parse(data: Buffer, at: number): [Reply, number] | null {
  const end = data.indexOf('\r\n', at)
  if (end === -1) return null
  const line = data.toString('latin1', at + 1, end)
  const next = end + 2
  switch (data[at]) {
    case 0x2b: // "+": a simple text
      return [line, next]
    case 0x2d: // "-": an error
      return [new Error(line), next]
    case 0x3a: // ":": a number
      return [Number(line), next]
    case 0x24: {
      const length = Number(line)
      if (length === -1) return [null, next]
      if (data.length < next + length + 2) return null
      return [data.toString('latin1', next, next + length), next + length + 2]
    }
    default:
      return parseArray(data, next, Number(line))
  }
}

function parseArray(data: Buffer, at: number, length: number): [Reply, number] | null {
  const items: Reply[] = []
  let next = at
  for (let index = 0; index < length; index++) {
    const item = parse(data, next)
    if (!item) return null
    items.push(item[0])
    next = item[1]
  }
  return [items, next]
}

const encode = (command: readonly (string | number)[]): string =>
  `*${command.length}\r\n${command.map((part) => `$${String(part).length}\r\n${part}\r\n`).join('')}`

/** A connection to Redis; commands that are given together are pipelined. */
export class Redis {
  readonly #socket: Socket
  #data: Buffer = Buffer.alloc(0)
  readonly #waiting: { want: number; got: Reply[]; done: (replies: Reply[]) => void }[] = []

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true).on('data', (chunk) => this.#read(chunk))
  }

  static async open(port: number): Promise<Redis> {
    const socket = connect(port, '127.0.0.1')
    await new Promise((done, fail) => socket.once('connect', done).once('error', fail))
    return new Redis(socket)
  }

  #read(chunk: Buffer): void {
    this.#data = this.#data.length === 0 ? chunk : Buffer.concat([this.#data, chunk])
    let at = 0
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      const reply = parse(this.#data, at)
      if (!reply) break
      at = reply[1]
      first.got.push(reply[0])
      if (first.got.length < first.want) continue
      this.#waiting.shift()
      first.done(first.got)
    }
    this.#data = this.#data.subarray(at)
  }

  pipeline(commands: readonly (readonly (string | number)[])[]): Promise<Reply[]> {
    return new Promise((done) => {
      this.#waiting.push({ want: commands.length, got: [], done })
      this.#socket.write(commands.map(encode).join(''))
    })
  }

  async send(...command: (string | number)[]): Promise<Reply> {
    const [reply] = await this.pipeline([command])
    if (reply instanceof Error) throw reply
    return reply ?? null
  }

  close(): void {
    this.#socket.destroy()
  }
}

export const isInstalled = (): boolean => spawnSync('redis-server', ['--version']).status === 0

/** Starts Redis, runs `work`, and stops Redis. */
export async function withRedis<T>(port: number, work: () => Promise<T>): Promise<T> {
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp']
  const child: ChildProcess = spawn('redis-server', args.map(String), { stdio: 'ignore' })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  try {
    for (let attempt = 0; ; attempt++) {
      const client = await Redis.open(port).catch(() => null)
      client?.close()
      if (client) break
      if (attempt > 100 || child.exitCode !== null) throw new Error(`redis-server did not start on port ${port}`)
      await sleep(50)
    }
    return await work()
  } finally {
    child.kill('SIGKILL')
    await gone
  }
}
