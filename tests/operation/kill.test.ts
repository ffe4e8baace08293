import { rmSync } from 'node:fs'
import { createClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { claimBlock } from '../../stack/testing/ports.ts'
import { kinds } from '../../stack/testing/project.ts'
import { temporaryFolder } from '../support/folder.ts'
import { isFull } from '../support/full.ts'
import { commandOf, family } from '../support/processes.ts'
import { type Stack, type StackEnv, startStack } from '../support/stack.ts'

// Simulates a power failure: the process is killed without warning while clients write. Everything acknowledged to a client
// must be there after the next start, which has to recover by itself.

const rounds = isFull ? 12 : 2
const writers = 4

/** Also kills the guards that would stop the database server, so that it continues as an orphan. */
function killGuards(pid: number): void {
  for (const name of ['sh', 'cat']) {
    for (const member of family(pid).filter((one) => commandOf(one) === name)) process.kill(member, 'SIGKILL')
  }
}

interface Writing {
  acknowledged: string[]
  /** Waits until the writers notice that the stack is gone. */
  done: Promise<unknown>
}

const service = (env: StackEnv) =>
  createClient(env.SUPABASE_URL, env.SUPABASE_SECRET_KEY, { auth: { persistSession: false } })

/** Writes until the stack is gone, single rows and batches, and records what was acknowledged. */
function write(env: StackEnv, round: number): Writing {
  const acknowledged: string[] = []
  const client = service(env)
  const one = async (writer: number): Promise<void> => {
    for (let count = 0; ; count += 1) {
      const size = writer === 0 ? 20 : 1
      const labels = Array.from({ length: size }, (_, index) => `kill ${round} ${writer} ${count} ${index}`)
      const { error } = await client.from('cancel_reasons').insert(labels.map((label) => ({ label, value: 0 })))
      if (error) return
      acknowledged.push(...labels)
    }
  }
  return { acknowledged, done: Promise.all(Array.from({ length: writers }, (_, writer) => one(writer))) }
}

/** The stored labels of one round, page by page. */
async function stored(env: StackEnv, round: number): Promise<Set<string>> {
  const labels = new Set<string>()
  for (let from = 0; ; from += 1000) {
    const { data, error } = await service(env)
      .from('cancel_reasons')
      .select('label')
      .like('label', `kill ${round} %`)
      .order('id')
      .range(from, from + 999)
    if (error) throw error
    for (const { label } of data) labels.add(label)
    if (data.length < 1000) return labels
  }
}

describe.each(kinds)('kill -9 on %s', (database) => {
  it('loses no acknowledged row, and the next start recovers by itself', async () => {
    const data = temporaryFolder()
    // Reserved for all rounds: the ports must be free for this stack immediately after each kill.
    const block = await claimBlock()
    const kept: string[][] = []
    let stack: Stack | undefined
    try {
      for (let round = 0; round <= rounds; round += 1) {
        // Immediately after the kill: the orphaned server, the lock, sockets and pid files are still there.
        stack = await startStack({ database, data, port: block.first })
        for (const [earlier, labels] of kept.entries()) {
          const there = await stored(stack.env, earlier)
          expect(labels.filter((label) => !there.has(label)).slice(0, 5)).toEqual([])
          // A statement is stored completely or not at all.
          const bulk = [...there].filter((label) => label.startsWith(`kill ${earlier} 0 `))
          expect(bulk.length % 20).toBe(0)
        }
        if (round === rounds) break
        const { acknowledged, done } = write(stack.env, round)
        await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(50)
        await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 800))
        if (round % 2 === 1) killGuards(stack.pid)
        await stack.kill()
        await done
        expect(acknowledged.length).toBeGreaterThan(0)
        kept.push(acknowledged)
      }
    } finally {
      await stack?.stop()
      block.release()
      rmSync(data, { recursive: true, force: true })
    }
  })
})

// One process of the server dies (out of memory, a fault of an extension): the server ends all sessions and recovers, while the
// stack continues.
describe.runIf(kinds.includes('native'))('a crash of the database server under a running stack', () => {
  it('interrupts requests for a moment: what was acknowledged is stored, and subscribers hear what is sent after it', async () => {
    const stack = await startStack({ database: 'native' })
    const client = service(stack.env)
    const sql = postgres(stack.env.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
    try {
      const heard: number[] = []
      const channel = client.channel('crash', { config: { private: true } })
      channel.on('broadcast', { event: 'n' }, ({ payload }) => heard.push(payload.n))
      await new Promise<void>((resolve) => {
        channel.subscribe((status) => {
          if (status === 'SUBSCRIBED') resolve()
        })
      })
      const send = (n: number) => sql`select realtime.send(jsonb_build_object('n', ${n}::int), 'n', 'crash')`
      for (let round = 0; round < 3; round += 1) {
        const { acknowledged, done } = write(stack.env, round)
        await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(50)
        const [victim] = await sql<{ pid: number }[]>`select pid from pg_stat_activity
          where application_name like 'hackney%' and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`
        process.kill(victim?.pid ?? 0, 'SIGKILL')
        await done
        // Nobody has to start anything: requests are answered again.
        await expect.poll(() => stored(stack.env, round).catch(() => null), { timeout: 30_000 }).not.toBeNull()
        const there = await stored(stack.env, round)
        expect(acknowledged.filter((label) => !there.has(label)).slice(0, 5)).toEqual([])
        await expect.poll(() => send(round).then(Boolean, () => false), { timeout: 30_000 }).toBe(true)
        await expect.poll(() => heard, { timeout: 30_000 }).toContain(round)
      }
      expect(heard).toEqual([0, 1, 2])
    } finally {
      await client.removeAllChannels()
      await sql.end({ timeout: 1 })
      await stack.stop()
    }
  }, 180_000)
})

// Its log goes to a pipe that broke. The log of that error must not break in turn: such a stack used a whole processor, and
// did not hear SIGTERM.
describe('a stack whose starter has died', () => {
  it('ends by itself at its next line, with its database', async () => {
    const stack = await startStack({ database: 'native' })
    const members = family(stack.pid)
    const ended = stack.abandon()
    // The first call of a function is logged.
    await fetch(`${stack.env.SUPABASE_URL}/functions/v1/places`, { method: 'POST' }).catch(() => null)
    expect(await ended).toBe(0)
    await expect.poll(() => members.filter((pid) => commandOf(pid) !== ''), { timeout: 10_000 }).toEqual([])
    await stack.stop()
  }, 60_000)
})
