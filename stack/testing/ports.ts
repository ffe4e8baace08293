import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FIRST = 28_000
const SIZE = 10
const COUNT = 100
const claims = join(tmpdir(), 'hackney-test-ports')

/** Ten consecutive ports that are reserved for one test process until `release` is called. */
export interface Block {
  first: number
  release(): void
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Whether a process with this PID exists. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Claims a block by creating a file with this process's PID. A claim of a process that has ended is taken over. */
function claim(file: string): boolean {
  for (const attempt of ['first', 'second']) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return true
    } catch {
      if (attempt === 'second' || isAlive(Number(readFileSync(file, 'utf8')))) return false
      rmSync(file, { force: true })
    }
  }
  return false
}

/** Claims a block of free ports, so that stacks of several test processes can start at the same time. */
export async function claimBlock(): Promise<Block> {
  mkdirSync(claims, { recursive: true })
  const begin = Math.floor(Math.random() * COUNT)
  for (let step = 0; step < COUNT; step++) {
    const first = FIRST + ((begin + step) % COUNT) * SIZE
    const file = join(claims, String(first))
    if (!claim(file)) continue
    const release = (): void => rmSync(file, { force: true })
    const free = await Promise.all(Array.from({ length: SIZE }, (_, index) => isFree(first + index)))
    if (free.every(Boolean)) return { first, release }
    release()
  }
  throw new Error(`no block of ${SIZE} free ports from ${FIRST} up`)
}
