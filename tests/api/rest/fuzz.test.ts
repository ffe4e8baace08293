import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Ask, ask, tokenOf } from '../../support/ask.ts'
import { type Column, type Relation, readApi } from '../../support/catalogue.ts'
import { isFull } from '../../support/full.ts'
import { signIn } from '../../support/people.ts'
import { isEmbedded, stackUnderTest } from '../../support/worker.ts'

/**
 * Every column and every argument of the API gets values of every wrong kind. Each response is a refusal or a success, and
 * other readers are served as usual meanwhile.
 */

const env = stackUnderTest()
const { tables, functions } = await readApi()
/**
 * PGlite runs one statement at a time: there the test covers the drivers' handling of each type, on native PostgreSQL every
 * column.
 */
const isSlow = process.env.HACKNEY_TEST_DB === 'pglite' && !isFull
/** Simultaneous requests: enough to interfere with each other, few enough to let the reader through. */
const lanes = 6

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const uuid = '00000000-0000-4000-8000-00000000000x'

/** JSON texts, because JavaScript has no values for some of them: a lone surrogate, a number beyond all limits. */
const worst: Record<string, string> = {
  object: '{"a":1}',
  'empty object': '{}',
  'nested array': '[[1,[2,null]],{"a":[]}]',
  'text with a zero byte': '"a\\u0000b"',
  'huge number': '1e400'
}
const all: Record<string, string> = {
  ...worst,
  'ragged array': '[[1],[2,3]]',
  'array of texts': '["a,b","\\"","{}",null]',
  text: '"abc"',
  'empty text': '""',
  number: '-1.5',
  'long number': '9'.repeat(400),
  true: 'true',
  null: 'null',
  'not a number': '"NaN"',
  infinity: '"infinity"',
  'id of a wrong length': `"${uuid}0"`,
  'lone surrogate': '"\\ud800"',
  'deep array': nested(90),
  'deeper array': nested(20_000),
  'text of a deep array': `"${nested(20_000)}"`,
  'long text': `"${'x'.repeat(100_000)}"`
}

const filters = ['eq.{"a":1}', 'eq.a%00b', 'in.(1,a,")', 'cs.{"a":1}', 'is.abc', 'gt.1e400']
const moreFilters = [
  ...filters,
  'eq.',
  'eq',
  '.',
  'nonsense.1',
  'not.not.eq.1',
  'in.()',
  'in.(',
  'ov.[1,2',
  'cd.{1,2}',
  'fts.a & | b',
  'fts(nope).a',
  'like.%25\\',
  'match.(((',
  `match.${'('.repeat(3000)}a${')'.repeat(3000)}`,
  `fts.${'('.repeat(3000)}a${')'.repeat(3000)}`,
  `${'not.'.repeat(2000)}eq.1`,
  'imatch.[',
  'eq(any).{1',
  'like(all).1',
  'isdistinct.x',
  'sl.(1,2)',
  'adj.x',
  'eq.NaN',
  'eq.%ED%A0%80',
  `eq.${uuid}0`,
  `eq.${'9'.repeat(400)}`,
  `eq.${'('.repeat(2000)}`,
  `cs.${'['.repeat(4500)}`,
  `eq.${nested(4500)}`
]

type Attempt = [what: string, path: string, request: Ask]

/**
 * The attempts for each column. The first column of a type gets every value in every way. Each other column gets one of the
 * worst values in one way, both in turn, which PGlite skips. The full run tries every value with every column.
 */
function choose<T>(relations: Relation[], everything: readonly T[], turns: readonly T[]) {
  const columns = relations.flatMap((relation) => relation.columns)
  const first = new Map(columns.toReversed().map((column) => [column.type, column]))
  const order = new Map(columns.map((column, index) => [column, index]))
  return (column: Column, ways: (value: T) => Attempt[]): Attempt[] => {
    if (isFull || first.get(column.type) === column) return everything.flatMap(ways)
    if (isSlow) return []
    const at = order.get(column) ?? 0
    const found = turns.filter((_, turn) => turn === at % turns.length).flatMap(ways)
    return found.filter((_, way) => way === at % found.length)
  }
}

/**
 * Where PostgREST answers 500 and the embedded stack is stricter: values that exceed a limit of the server, texts that PostGIS
 * cannot parse, and addresses that are not UTF-8. Only the caller is harmed.
 */
const isStricterHere = (path: string, text: string): boolean =>
  /"code":"(?:54001|XX000|54000)"/.test(text) || /%(?:ff|E0%A4%A)/i.test(path)

/** Sends all attempts in a few lanes and returns the failures. Meanwhile another client keeps reading the settings. */
async function send(attempts: Attempt[]): Promise<{ sent: number; failed: string[]; lost: string[] }> {
  const failed: string[] = []
  const lost: string[] = []
  const queue = attempts.values()
  let isOver = false
  const lane = async () => {
    for (const [what, path, request] of queue) {
      const { status, text } = await ask(env, path, request).catch((error) => ({ status: 0, text: String(error) }))
      if (status === 500 && !isEmbedded && isStricterHere(path, text)) continue
      if (status >= 500 || status === 0) failed.push(`${what}: ${status} ${text.slice(0, 200)}`)
    }
  }
  const reader = async () => {
    while (!isOver) {
      const { status, text } = await ask(env, '/rest/v1/settings?select=id')
      if (status !== 200) lost.push(`${status} ${text.slice(0, 100)}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const reading = reader()
  await Promise.all(Array.from({ length: lanes }, lane))
  isOver = true
  await reading
  return { sent: attempts.length, failed, lost }
}

async function expectHeld(attempts: Attempt[]): Promise<void> {
  const { failed, lost } = await send(attempts)
  expect(lost.slice(0, 5), 'reads of others that were lost').toEqual([])
  expect(failed.slice(0, 30), `${failed.length} of ${attempts.length} attempts`).toEqual([])
}

const service = { apikey: env.SUPABASE_SECRET_KEY, authorization: `Bearer ${env.SUPABASE_SECRET_KEY}` }
const quick = { timeout: 600_000, retry: 0 }

describe('values of a wrong type', () => {
  let rider: string
  let driver: string

  beforeAll(async () => {
    const people = await Promise.all([
      signIn(env, `fuzz-${randomUUID().slice(0, 8)}@example.com`),
      signIn(env, 'driver5@hackney.test')
    ])
    ;[rider = '', driver = ''] = await Promise.all(people.map(tokenOf))
  })

  it('in the columns of a change cause no 5xx', quick, async () => {
    const attemptsFor = choose(tables, Object.entries(all), Object.entries(worst))
    const attempts = tables.flatMap(({ name, columns }) =>
      columns.flatMap((column): Attempt[] => {
        return attemptsFor(column, ([kind, value]) => {
          const what = `${kind} for ${name}.${column.name} ${column.type}`
          const body = `{"${column.name}":${value}}`
          const nowhere = `/rest/v1/${name}?${column.name}=is.null&${column.name}=not.is.null`
          return [
            [`PATCH ${what}`, nowhere, { method: 'PATCH', body }],
            [`PATCH as the service ${what}`, nowhere, { method: 'PATCH', body, headers: service }],
            [`POST ${what}`, `/rest/v1/${name}`, { body }]
          ]
        })
      })
    )
    await expectHeld(attempts)
  })

  it('in filters cause no 5xx', quick, async () => {
    const attemptsFor = choose(tables, moreFilters, filters)
    const attempts = tables.flatMap(({ name, columns }) =>
      columns.flatMap((column): Attempt[] =>
        attemptsFor(column, (filter) => [
          [
            `GET ${name}.${column.name} ${column.type} ${filter.slice(0, 60)}`,
            `/rest/v1/${name}?select=${column.name}&limit=1&${column.name}=${filter.includes('%') ? filter : encodeURIComponent(filter)}`,
            { headers: service }
          ]
        ])
      )
    )
    await expectHeld(attempts)
  })

  it('in the arguments of functions cause no 5xx', quick, async () => {
    const attemptsFor = choose(functions, Object.entries(all), Object.entries(worst))
    const attempts = functions.flatMap(({ name, columns }) =>
      columns.flatMap((argument): Attempt[] => {
        const rest = columns.filter((column) => column !== argument)
        return attemptsFor(argument, ([kind, value]) => {
          const body = `{${[`"${argument.name}":${value}`, ...rest.map((column) => `"${column.name}":null`)].join(',')}}`
          const path = `/rest/v1/rpc/${name}`
          const what = `${name}(${argument.name} ${argument.type}) with ${kind}`
          return [
            [`a visitor: ${what}`, path, { body }],
            [`a rider: ${what}`, path, { body, token: rider }],
            [`a driver: ${what}`, path, { body, token: driver }]
          ]
        })
      })
    )
    await expectHeld(attempts)
  })

  it('in other parts of an address cause no 5xx', quick, async () => {
    const strange = [
      'select=%00',
      'select=id,*,(((',
      'select=id->a->>b::text,id::nonsense',
      'select=profiles(profiles(profiles(*)))',
      'select=count()',
      'order=id.nonsense',
      'order=%00',
      'order=id->x.desc.nullsfirst',
      `select=id${'->a'.repeat(3000)}`,
      `select=id${'::text'.repeat(2000)}`,
      `id${'->a'.repeat(3000)}=eq.1`,
      'limit=-1',
      'limit=1e30',
      'limit=a',
      'offset=99999999999999999999',
      '%00=eq.1',
      'id->%00=eq.1',
      'or=(',
      'or=(id.eq.1,and(id.eq.2,',
      'or=(id.eq.%00)',
      'and=()',
      `and=${'(and'.repeat(1500)}${')'.repeat(1500)}`,
      `not.or=(${Array.from({ length: 900 }, (_, index) => `id.eq.${index}`)})`,
      'columns=%00',
      'on_conflict=%00',
      'columns="a',
      'id=in.(%22)',
      '='.repeat(50),
      '&'.repeat(50),
      '%E0%A4%A'
    ]
    const heads: Record<string, string>[] = [
      { prefer: 'count=nonsense' },
      { prefer: 'count=exact,return=nonsense,handling=strict,max-affected=-1' },
      { range: 'items=9-1' },
      { range: 'a-b', 'range-unit': 'x' },
      { accept: 'application/nonsense' },
      { accept: 'application/vnd.pgrst.plan+json; for="x"' },
      { accept: 'application/geo+json' },
      { 'accept-profile': 'pg_catalog' },
      { 'content-profile': 'auth' },
      { 'content-type': 'text/csv' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'nonsense' }
    ]
    const texts = ['', '{', '[]', 'null', '1', '"a"', '[1]', '[null]', '[{"id":1},{"x":2}]', '{"":1}', '{"\\u0000":1}']
    const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const
    const withBody = (method: string) => (method === 'GET' || method === 'HEAD' ? {} : { body: '{"id":"x"}' })
    const names = ['settings', 'rpc/nearby_drivers', 'bookings', '%00', 'a"b', '%ff', 'rpc/%00', 'rpc/%E0%A4%A']
    const attempts: Attempt[] = names
      .slice(0, isSlow ? 2 : undefined)
      .flatMap((name) => [
        ...methods.flatMap((method) =>
          strange.map(
            (query): Attempt => [
              `${method} ${name}?${query.slice(0, 60)}`,
              `/rest/v1/${name}?${query}`,
              { method, ...withBody(method) }
            ]
          )
        ),
        ...methods.flatMap((method) =>
          heads.map(
            (headers): Attempt => [
              `${method} ${name} ${JSON.stringify(headers)}`,
              `/rest/v1/${name}?limit=1`,
              { method, headers, ...withBody(method) }
            ]
          )
        ),
        ...(['POST', 'PATCH', 'PUT'] as const).flatMap((method) =>
          [...texts, `{"a":${nested(20_000)}}`].map(
            (body): Attempt => [`${method} ${name} ${body.slice(0, 30)}`, `/rest/v1/${name}`, { method, body }]
          )
        )
      ])
    await expectHeld(attempts)
  })

  it('beyond a statement’s number of parameters cause no 5xx', quick, async () => {
    const rows = Array.from({ length: 40_000 }, (_, index) => ({ label: String(index), value: index }))
    await expectHeld([['POST 80,000 values', '/rest/v1/cancel_reasons', { body: JSON.stringify(rows) }]])
  })
})
