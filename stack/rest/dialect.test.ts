import { CompiledQuery, Kysely } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { Sessions } from '../database/sessions.ts'
import type { Tokens } from '../types.ts'
import { createCallers } from './callers.ts'
import { createDialect, quoteArguments } from './dialect.ts'
import { createMinter } from './token.ts'

/** A session for tests that fails on some statements, and records the statements that it gets. */
function fake(fails: readonly string[] = []) {
  const sent: string[] = []
  const sessions: Sessions = {
    acquire: async () => ({
      async query(sql) {
        sent.push(sql)
        await new Promise((resolve) => setTimeout(resolve, 5))
        if (fails.includes(sql)) throw new Error(`${sql} failed`)
        return { rows: [], affected: 0 }
      },
      release: () => undefined
    }),
    close: async () => undefined
  }
  return { sent, db: new Kysely({ dialect: createDialect(sessions, new Set(['set context'])) }) }
}

describe('a transaction of the REST server', () => {
  const work = (db: Kysely<unknown>): Promise<unknown> =>
    db.transaction().execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw('set context'))
      return tx.executeQuery(CompiledQuery.raw('select'))
    })

  it('sends its begin and its context together', async () => {
    const { db, sent } = fake()
    await work(db)
    expect(sent).toEqual(['begin', 'set context', 'select', 'commit'])
  })

  it.each(['begin', 'set context'])('sends no query when its %s failed', async (failing) => {
    const { db, sent } = fake([failing])
    await expect(work(db)).rejects.toThrow(`${failing} failed`)
    expect(sent).toEqual(['begin', 'set context', 'rollback'])
  })
})

it('a call quotes only the names of its arguments, which may be keywords', () => {
  expect(quoteArguments('select arrive_at_stop(booking_id := $1::uuid, position := $2::integer)')).toBe(
    'select arrive_at_stop("booking_id" := $1::uuid, "position" := $2::integer)'
  )
  expect(quoteArguments('select f(VARIADIC list := $1::text[]), position from t')).toBe(
    'select f(VARIADIC "list" := $1::text[]), position from t'
  )
})

describe('a remembered caller', () => {
  const request = (token: string) => new Request('http://127.0.0.1/', { headers: { authorization: `Bearer ${token}` } })

  it('is verified now and then by its own token, and never cached past its expiry', async () => {
    vi.useFakeTimers()
    const caller = vi.fn(async (headers: Headers) => {
      if (headers.get('authorization') === 'Bearer wrong') throw new Error('bad')
      return { role: 'anon', sub: headers.get('authorization') ?? '', exp: Math.floor(Date.now() / 1000) + 10 }
    })
    const callerOf = createCallers({ caller } as unknown as Tokens, createMinter())
    expect((await callerOf(request('ann')))?.claims.sub).toBe('Bearer ann')
    expect((await callerOf(request('bob')))?.claims.sub).toBe('Bearer bob')
    await callerOf(request('ann'))
    expect(caller).toHaveBeenCalledTimes(2)
    await expect(callerOf(request('wrong'))).rejects.toThrow('bad')
    await expect(callerOf(request('wrong'))).rejects.toThrow('bad')
    vi.setSystemTime(Date.now() + 11_000)
    await callerOf(request('ann'))
    expect(caller).toHaveBeenCalledTimes(5)
    vi.useRealTimers()
  })
})
