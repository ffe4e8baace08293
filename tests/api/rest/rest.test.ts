import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type Person, service as serviceOf, signIn, visitor as visitorOf } from '../../support/people.ts'
import { unwrap } from '../../support/responses.ts'
import { stackUnderTest } from '../../support/worker.ts'

/**
 * The Data API as supabase-js uses it: reading, writing, counting, functions, and the form of each refusal. The tests write
 * their own rows into `cancel_reasons` and delete them afterwards.
 */

const env = stackUnderTest()
const service = serviceOf(env)
const visitor = visitorOf(env)
/** Marks the rows of this run. */
const mark = `rest-${randomUUID()}`
const label = (name: string) => `${mark} ${name}`
let rider: Person
let admin: Person
/** The position of the first own row in the list, which the database assigns. */
let base = 0

beforeAll(async () => {
  ;[rider, admin] = await Promise.all([signIn(env, 'rider3@hackney.test'), signIn(env, 'admin@hackney.test')])
  const rows = ['a', 'b', 'c', 'd'].map((name, index) => ({ label: label(name), value: 1000 + index }))
  unwrap(await service.from('cancel_reasons').insert(rows).select())
  base = unwrap(await own().order('value')).map(({ value }) => value)[0] ?? 0
})

afterAll(async () => {
  unwrap(await service.from('cancel_reasons').delete().like('label', `${mark}%`).select())
})

const own = (client: Client = visitor) => client.from('cancel_reasons').select('label, value').like('label', `${mark}%`)
const values = (rows: { value: number }[]) => rows.map(({ value }) => value)

describe('reading', () => {
  it('filters, orders and pages', async () => {
    expect(values(unwrap(await own().gt('value', base).order('value', { ascending: false })))).toEqual([
      base + 3,
      base + 2,
      base + 1
    ])
    expect(
      values(
        unwrap(
          await own()
            .in('value', [base, base + 3])
            .order('value')
        )
      )
    ).toEqual([base, base + 3])
    expect(
      values(
        unwrap(
          await own()
            .or(`value.eq.${base},value.eq.${base + 2}`)
            .order('value')
        )
      )
    ).toEqual([base, base + 2])
    expect(
      values(
        unwrap(
          await own()
            .not('value', 'eq', base + 1)
            .order('value')
        )
      )
    ).toEqual([base, base + 2, base + 3])
    expect(values(unwrap(await own().order('value').range(1, 2)))).toEqual([base + 1, base + 2])
    expect(values(unwrap(await own().ilike('label', '% B').limit(1)))).toEqual([base + 1])
  })

  it('counts exactly, with rows or without', async () => {
    const counting = await visitor
      .from('cancel_reasons')
      .select('value', { count: 'exact' })
      .like('label', `${mark}%`)
      .order('value')
      .limit(1)
    expect([counting.count, counting.data]).toEqual([4, [{ value: base }]])
    const bare = await visitor
      .from('cancel_reasons')
      .select('*', { count: 'exact', head: true })
      .like('label', `${mark}%`)
    expect([bare.count, bare.data]).toEqual([4, null])
  })

  it('returns one row, or an error if there is not exactly one', async () => {
    expect(unwrap(await own().eq('value', base).single()).label).toBe(label('a'))
    expect((await own().single()).error?.code).toBe('PGRST116')
    expect((await own().eq('value', -1).single()).error?.code).toBe('PGRST116')
    expect(await own().eq('value', -1).maybeSingle()).toMatchObject({ data: null, error: null })
  })

  it('embeds related rows', async () => {
    const driver = await signIn(env, 'driver@hackney.test')
    const { data, error } = await driver.client.from('drivers').select('vehicle_number, car_types(name)').single()
    expect(error).toBeNull()
    expect(data).toEqual({ vehicle_number: 'FL 28 114', car_types: { name: 'Cab' } })
  })

  it('returns times in ISO form, amounts as numbers, and JSON as JSON', async () => {
    const car = unwrap(await visitor.from('car_types').select('created_at, base_fare, options').limit(1).single())
    expect(car.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
    expect(typeof car.base_fare).toBe('number')
    expect(Array.isArray(car.options)).toBe(true)
  })

  it('returns CSV', async () => {
    const { data } = await own().order('value').limit(1).csv()
    expect(data?.split('\n')).toEqual(['label,value', `"${label('a')}",${base}`])
  })

  it('names an unknown table or column in the error', async () => {
    const table = await visitor.from('nowhere' as 'settings').select()
    expect([table.status, table.error?.code]).toEqual([404, 'PGRST205'])
    const column = await visitor.from('settings').select('nothing')
    expect([column.status, column.error?.code]).toEqual([400, '42703'])
  })
})

describe('writing', () => {
  it('inserts, changes, upserts and deletes, and returns the rows on request', async () => {
    const made = unwrap(
      await service
        .from('cancel_reasons')
        .insert({ label: label('w'), value: 1 })
        .select()
        .single()
    )
    expect(made).toMatchObject({ label: label('w'), value: 1 })
    const table = service.from('cancel_reasons')
    expect(await table.update({ value: 2 }).eq('id', made.id)).toMatchObject({ status: 204, data: null, error: null })
    const upserted = await table
      .upsert({ ...made, value: 3 })
      .select('value')
      .single()
    expect(upserted.data).toEqual({ value: 3 })
    expect(unwrap(await table.delete().eq('id', made.id).select('id'))).toEqual([{ id: made.id }])
  })

  it('lets an admin edit a catalogue, and refuses everyone else', async () => {
    const row = { label: label('x'), value: 5 }
    expect((await visitor.from('cancel_reasons').insert(row)).error?.code).toBe('42501')
    const refused = await rider.client.from('cancel_reasons').insert(row)
    expect([refused.status, refused.error?.code]).toEqual([403, '42501'])
    expect(
      unwrap(await rider.client.from('cancel_reasons').update({ value: 6 }).like('label', `${mark}%`).select())
    ).toEqual([])
    expect((await admin.client.from('cancel_reasons').insert(row)).error).toBeNull()
  })

  it('names the violated constraint, and writes no row of a batch with one invalid row', async () => {
    const twice = unwrap(await own(service).eq('label', label('a')).single())
    const { id } = unwrap(await service.from('cancel_reasons').select('id').eq('label', twice.label).single())
    const same = await service.from('cancel_reasons').insert({ id, label: label('y') })
    expect([same.status, same.error?.code]).toEqual([409, '23505'])
    const batch = [{ label: label('y') }, { label: '' }]
    const broken = await service.from('cancel_reasons').insert(batch)
    expect([broken.status, broken.error?.code]).toEqual([400, '23514'])
    expect(unwrap(await service.from('cancel_reasons').select('id').eq('label', label('y')))).toEqual([])
  })
})

describe('functions', () => {
  it('return sets with filters, order and limits', async () => {
    const limits = rider.client
      .rpc('trip_at_limits')
      .select('latest')
      .gt('latest', '2020-01-01')
      .order('latest')
      .limit(1)
    expect(unwrap(await limits).map((row) => Object.keys(row))).toEqual([['latest']])
  })

  // Spec 8.52
  it('return the error code and the hint of a refusal', async () => {
    const { status, error } = await rider.client.rpc('accept_booking', { booking_id: randomUUID() })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(error?.message).toMatch(/^[a-z_]+$/)
    expect(error?.hint).toBeTruthy()
  })

  it('for the service only are refused, and unknown ones are named in the error', async () => {
    const limit = { bucket: mark, limit_count: 1, window_secs: 60 }
    const refused = await rider.client.rpc('take_rate_limit', limit)
    expect([refused.status, refused.error?.code]).toEqual([403, '42501'])
    expect(unwrap(await service.rpc('take_rate_limit', limit))).toBe(true)
    expect(unwrap(await service.rpc('take_rate_limit', limit))).toBe(false)
    const missing = await visitor.rpc('nothing' as 'nearby_drivers', { lat: 0, lng: 0 })
    expect([missing.status, missing.error?.code]).toEqual([404, 'PGRST202'])
  })
})

describe('the caller of a request', () => {
  it('is refused without a key, with a wrong key and with a broken token', async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${env.SUPABASE_URL}/rest/v1/settings?select=id`, { headers })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ apikey: 'sb_publishable_wrong' })).status).toBe(401)
    const broken = { apikey: env.SUPABASE_PUBLISHABLE_KEY, authorization: 'Bearer a.b.c' }
    expect((await ask(broken)).status).toBe(401)
    expect((await ask({ apikey: env.SUPABASE_PUBLISHABLE_KEY })).status).toBe(200)
  })

  it('is kept apart from a simultaneous one', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { client, id } = index % 2 ? rider : admin
        const mine = unwrap(await client.from('profiles').select('id').eq('id', id).single())
        return mine.id === id
      })
    )
    expect(ids.every(Boolean)).toBe(true)
    expect(unwrap(await rider.client.from('profiles').select('id')).map(({ id }) => id)).toEqual([rider.id])
  })
})
