import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { OpenDatabase } from '../database/open-database.ts'
import { createGateway, type Gateway } from '../gateway/index.ts'
import { createTokens } from '../keys/index.ts'
import { createProject, kinds, type Project } from '../testing/project.ts'
import type { Claims, Tokens } from '../types.ts'
import { assertRightsKept, createConnection } from './connection.ts'
import { createRest, type Rest } from './index.ts'

const migration = `
  create table public.notes (id int primary key, owner uuid default auth.uid(), body jsonb, at timestamptz default now(),
    amount numeric(10,2) check (amount >= 0));
  alter table public.notes enable row level security;
  create policy "own" on public.notes for all to authenticated using (owner = (select auth.uid()));
  create table public.closed (id int);
  alter table public.closed enable row level security;
  create policy "all" on public.closed for select to anon, authenticated using (true);
  revoke all on public.closed from anon, authenticated;
  create function public.whoami() returns jsonb language sql as $$
    select jsonb_build_object('uid', auth.uid(), 'role', current_user, 'claims', auth.jwt()) $$;
  create function public.kind_of(value jsonb) returns text language sql as $$ select jsonb_typeof(value) $$;
  create function public.complain() returns void language plpgsql as $$
    begin raise exception 'too_late' using hint = 'Come earlier', detail = 'It is closed'; end $$;
  create function public.refuse() returns void language plpgsql as $$
    begin raise sqlstate 'PT409' using message = 'booking_taken', hint = 'Look again'; end $$;
  create function public.nap(seconds int) returns void language sql as $$ select pg_sleep(seconds) $$;
  create function public.doze(seconds int) returns void language sql set statement_timeout = '60s'
    as $$ select pg_sleep(seconds) $$;
  create table public.attempts (n int);
  create function public.check_code() returns jsonb language plpgsql security definer set search_path = '' as $$
    begin
      insert into public.attempts values (1);
      perform pg_catalog.set_config('response.status', '403', true);
      return '{"code": "PT403", "message": "wrong_code", "hint": "Ask the rider"}';
    end $$;
  create table public.reads (n int);
  create function public.read_account(which int default 1) returns jsonb language sql security definer set search_path = '' as $$
    insert into public.reads values (which) returning '{"account": "LI21", "n": 1}'::jsonb $$;
  create function public.list_and_count(which int) returns table (account text, n int) language sql security definer
    set search_path = '' as $$ insert into public.reads values (which); values ('LI21', 1), ('LI22', 2) $$;
  create function public.one_note() returns public.notes language sql as $$ select null::public.notes $$;
  create function public.list_accounts() returns table (account text) language sql as $$ values ('LI21'), ('LI22') $$;`

const ann = '00000000-0000-4000-8000-00000000000a'
const bob = '00000000-0000-4000-8000-00000000000b'

describe.each(kinds)('REST on %s', (kind) => {
  let project: Project
  let opened: OpenDatabase
  let tokens: Tokens
  let modules: Rest
  let gateway: Gateway
  const fetchSpy = vi.spyOn(globalThis, 'fetch')

  beforeAll(async () => {
    project = await createProject({ '20260101000000_project.sql': migration })
    opened = await project.open(kind)
    tokens = await createTokens({ dataDir: project.dataDir, issuer: 'http://127.0.0.1/auth/v1' })
    const { database } = opened
    modules = await createRest({ database, sessions: opened.openSessions(4), tokens, log: project.log })
    gateway = await createGateway({ port: 0, routes: { '/rest/v1': modules.rest }, log: project.log })
  })
  afterAll(async () => {
    await gateway.stop()
    await modules.rest.stop()
    await opened.database.stop()
    await project.remove()
  })
  afterEach(() => {
    project.lines.length = 0
  })

  const client = (token?: string, key = tokens.publishableKey): SupabaseClient =>
    createClient(`http://127.0.0.1:${gateway.port}`, key, {
      auth: { persistSession: false },
      ...(token ? { accessToken: async () => token } : {})
    })
  const as = async (sub: string, more: Partial<Claims> = {}): Promise<SupabaseClient> =>
    client(await tokens.sign({ sub, role: 'authenticated', aud: 'authenticated', ...more }, 60))
  const raw = (path: string, init: RequestInit = {}, host = modules.rest): Promise<Response> =>
    host.fetch(new Request(`http://127.0.0.1${path}`, init), { address: '127.0.0.1' })

  it('sends no request when it starts', () => {
    expect(fetchSpy).not.toHaveBeenCalled()
  })

  it('refuses a table whose grants were revoked, also after earlier requests', async () => {
    for (const role of [client(), await as(ann)]) {
      await role.from('notes').select()
      expect((await role.from('closed').select()).error).toMatchObject({ code: '42501' })
    }
    const [row] = await opened.database.query(`select has_table_privilege('authenticated', 'closed', 'select') as open`)
    expect(row).toEqual({ open: false })
  })

  it('serves each caller as themselves, many at a time', async () => {
    const people = await Promise.all([as(ann), as(bob)])
    const answers = await Promise.all(
      Array.from({ length: 40 }, async (_, index) => (await people[index % 2]?.rpc('whoami'))?.data)
    )
    expect(answers.map((answer) => answer.uid)).toEqual(Array.from({ length: 40 }, (_, i) => (i % 2 ? bob : ann)))
    expect(answers[0]).toMatchObject({ role: 'authenticated', claims: { sub: ann } })
  })

  it('passes every claim on, and recognises visitors and the service', async () => {
    const { data } = await (await as(ann, { user_role: 'driver', fleet_id: bob })).rpc('whoami')
    expect(data.claims).toMatchObject({ user_role: 'driver', fleet_id: bob })
    expect((await client().rpc('whoami')).data).toMatchObject({ uid: null, role: 'anon' })
    expect((await client(undefined, tokens.secretKey).rpc('whoami')).data).toMatchObject({ role: 'service_role' })
  })

  it.each(['postgres', 'supabase_admin', 'authenticator', ''])('accepts no caller with the role "%s"', async (role) => {
    const lying = { ...tokens, caller: async () => ({ role }) }
    const { database } = opened
    const sessions = opened.openSessions(1)
    const host = await createRest({ database, sessions, tokens: lying, log: project.log })
    expect((await raw('/rpc/whoami', { method: 'POST' }, host.rest)).status).toBe(401)
    await sessions.close()
  })

  it('returns 401 without a key, with a foreign token and with an expired one', async () => {
    expect((await raw('/notes')).status).toBe(401)
    const bearer = async (token: string) => {
      const headers = { apikey: tokens.publishableKey, authorization: `Bearer ${token}` }
      const response = await raw('/notes', { headers })
      return { status: response.status, code: ((await response.json()) as { code: string }).code }
    }
    expect(await bearer('eyJhbGciOiJub25lIn0.e30.')).toEqual({ status: 401, code: 'PGRST301' })
    const old = await tokens.sign({ sub: ann, role: 'authenticated' }, -60)
    expect(await bearer(old)).toEqual({ status: 401, code: 'PGRST303' })
  })

  it('keeps code, message, hint and details of an error, with the status PostgREST gives', async () => {
    const user = await as(ann)
    const raised = await user.rpc('complain')
    expect(raised.status).toBe(400)
    expect(raised.error).toMatchObject({
      code: 'P0001',
      message: 'too_late',
      hint: 'Come earlier',
      details: 'It is closed'
    })
    const taken = await user.rpc('refuse')
    expect(taken.status).toBe(409)
    expect(taken.error).toMatchObject({ code: 'PT409', message: 'booking_taken', hint: 'Look again' })
    const check = await user.from('notes').insert({ id: 100, amount: -1 })
    expect(check.status).toBe(400)
    expect(check.error).toMatchObject({ code: '23514', message: expect.stringContaining('notes_amount_check') })
  })

  // Only on the native engine: the embedded one has no signals, and so no timer for cancelling a statement.
  it.runIf(kind === 'native')(
    'cancels slow statements, earlier for visitors, and later where a function says so',
    async () => {
      const rest = async (who: SupabaseClient, name: 'nap' | 'doze', seconds: number) => {
        const { status, error } = await who.rpc(name, { seconds })
        return { status, code: error?.code }
      }
      const server = client(undefined, tokens.secretKey)
      const [visitor, user, slow, slowServer, longer, longerServer] = await Promise.all([
        rest(client(), 'nap', 5),
        rest(await as(ann), 'nap', 5),
        rest(await as(bob), 'nap', 10),
        rest(server, 'nap', 10),
        rest(client(), 'doze', 4),
        rest(server, 'doze', 9)
      ])
      const cancelled = { status: 504, code: '57014' }
      expect([visitor, slow, slowServer]).toEqual([cancelled, cancelled, cancelled])
      for (const { status } of [user, longer, longerServer]) expect(status).toBeLessThan(300)
    }
  )

  it('refuses to change or delete all rows, as safeupdate does on Supabase, and changes none', async () => {
    const server = client(undefined, tokens.secretKey)
    await server.from('attempts').insert([{ n: 7 }, { n: 8 }])
    const headers = { apikey: tokens.secretKey, 'content-type': 'application/json', prefer: 'return=representation' }
    const send = async (method: string, path: string, body?: string) => {
      const response = await raw(path, { method, headers, ...(body === undefined ? {} : { body }) })
      return [response.status, await response.json()]
    }
    const refused = (what: string) => [
      400,
      { code: '21000', message: `${what} requires a WHERE clause`, details: null, hint: null }
    ]
    for (const query of ['', '?select=n', '?order=n&limit=1', '?notes.id=eq.1']) {
      expect(await send('DELETE', `/attempts${query}`)).toEqual(refused('DELETE'))
      expect(await send('PATCH', `/attempts${query}`, '{"n": 0}')).toEqual(refused('UPDATE'))
    }
    for (const path of ['/%61ttempts', '/attempts//', '/x/../attempts']) {
      expect(await send('DELETE', path)).toEqual(refused('DELETE'))
    }
    for (const path of [
      '/attempts%2f',
      '/attempts%2F%2f',
      '/%2fattempts',
      '/attempts%5c',
      '/attempts%252f',
      '//attempts'
    ]) {
      expect(await send('DELETE', path), path).toEqual([404, expect.objectContaining({ code: expect.any(String) })])
    }
    expect((await client().from('closed').delete()).error).toMatchObject({ code: '21000' })
    expect(await send('PATCH', '/attempts?n=gte.8', '{"n": 9}')).toEqual([200, [{ n: 9 }]])
    expect(await send('DELETE', '/attempts?or=(n.eq.9,n.eq.10)')).toEqual([200, [{ n: 9 }]])
    expect((await send('DELETE', '/nowhere'))[1]).toMatchObject({ code: 'PGRST205' })
    expect(await opened.database.query('select n from attempts order by n')).toEqual([{ n: 7 }])
    await server.from('attempts').delete().eq('n', 7)
  })

  it('commits a refusal that sets its status, while the client gets an error', async () => {
    const { status, error } = await (await as(ann)).rpc('check_code')
    expect(status).toBe(403)
    expect(error).toMatchObject({ code: 'PT403', message: 'wrong_code', hint: 'Ask the rider' })
    expect(await opened.database.query('select n from attempts')).toEqual([{ n: 1 }])
  })

  it.each([
    ['select=account::int', '42703', 'column read_account.account does not exist'],
    ['select=x:account->>y', '42703', 'column read_account.account does not exist'],
    ['select=pgrst_scalar->>account::int', '42703', 'column read_account.pgrst_scalar does not exist'],
    ['select=notes(id)', '42703', 'column read_account.notes does not exist'],
    ['order=account', '42703', 'column read_account.account does not exist'],
    ['account=eq.LI21', '42703', 'column read_account.account does not exist'],
    ['account=not.like(any).{L*}', '42703', 'column read_account.account does not exist'],
    ['or=(account.eq.1,n.gt.2)', '42703', 'column read_account.account does not exist']
  ])('refuses %s of a function that returns one value, before the function runs', async (query, code, message) => {
    const headers = { apikey: tokens.publishableKey, 'content-type': 'application/json' }
    for (const method of ['POST', 'GET']) {
      const body = method === 'POST' ? '{}' : null
      const response = await raw(`/rpc/read_account?${query}`, { method, headers, body })
      expect([response.status, await response.json()]).toEqual([400, { code, message, details: null, hint: null }])
      for (const path of ['/rpc/read_account%2f', '/rpc%2fread_account', '/rpc/%2fread_account']) {
        expect((await raw(`${path}?${query}`, { method, headers, body })).status, path).toBe(404)
      }
    }
    expect(await opened.database.query('select n from reads')).toEqual([])
  })

  it('refuses to limit the rows of a function that returns one value, before the function runs', async () => {
    const headers = { apikey: tokens.publishableKey, prefer: 'handling=strict, max-affected=0' }
    for (const name of ['read_account', 'one_note']) {
      const response = await raw(`/rpc/${name}`, { method: 'POST', headers })
      expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: 'PGRST128' })])
    }
    expect(await opened.database.query('select n from reads')).toEqual([])
  })

  it('undoes a function that returns more rows than the request allows', async () => {
    const list = async (query: string, limit: string) => {
      const headers = { apikey: tokens.publishableKey, 'content-type': 'application/json', prefer: limit }
      const response = await raw(`/rpc/list_and_count${query}`, { method: 'POST', headers, body: '{"which": 3}' })
      return [response.status, await response.json()]
    }
    const strict = 'handling=strict, max-affected='
    expect(await list('?n=gte.2', `${strict}0`)).toEqual([
      400,
      {
        code: 'PGRST124',
        message: 'Query result exceeds max-affected preference constraint',
        details: 'The query affects 1 rows',
        hint: null
      }
    ])
    expect((await list('', `${strict}1`))[0]).toBe(400)
    expect(await opened.database.query('select n from reads')).toEqual([])
    expect(await list('?n=gte.3', `${strict}0`)).toEqual([200, []])
    expect((await list('', `${strict}2`))[0]).toBe(200)
    expect((await list('', 'handling=lenient, max-affected=0'))[0]).toBe(200)
    expect(await opened.database.query('select n from reads')).toEqual([{ n: 3 }, { n: 3 }, { n: 3 }])
    await opened.database.exec('delete from reads')
  })

  it('passes a text for a JSON argument on as a JSON text', async () => {
    const user = await as(ann)
    const kinds = ['x', '"x"', '{}', '1', ''].map(async (value) => (await user.rpc('kind_of', { value })).data)
    expect(await Promise.all(kinds)).toEqual(Array(5).fill('string'))
    const values = [{}, [], 1, true]
    const others = values.map(async (value) => (await user.rpc('kind_of', { value })).data)
    expect(await Promise.all(others)).toEqual(['object', 'array', 'number', 'boolean'])
  })

  it('selects, filters and sorts the rows of a function that returns rows', async () => {
    const { data } = await client().rpc('list_accounts').select('a:account').gt('account', 'LI21').order('account')
    expect(data).toEqual([{ a: 'LI22' }])
    expect((await client().rpc('read_account', { which: 7 }).select('*')).data).toMatchObject({ account: 'LI21' })
    expect(await opened.database.query('select n from reads')).toEqual([{ n: 7 }])
  })

  it('stores JSON as JSON and shows times as ISO 8601', async () => {
    const user = await as(ann)
    const { data, error } = await user
      .from('notes')
      .insert({ id: 1, body: { a: [1, 'x'] }, amount: 12.5 })
      .select()
      .single()
    expect(error).toBeNull()
    expect(data).toMatchObject({ body: { a: [1, 'x'] }, owner: ann })
    expect(data.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
    expect((await user.rpc('kind_of', { value: { a: 1 } })).data).toBe('object')
    expect((await opened.database.query('select jsonb_typeof(body) as kind from notes'))[0]).toEqual({ kind: 'object' })
    expect((await (await as(bob)).from('notes').select()).data).toEqual([])
  })

  it('sees a new table only after a schema reload', async () => {
    await opened.database.exec('create table public.late (id int); grant select on public.late to anon')
    expect((await client().from('late').select()).error).toMatchObject({ code: 'PGRST205' })
    await modules.refresh()
    expect((await client().from('late').select()).data).toEqual([])
  })

  it('prints nothing, and logs only internal errors', async () => {
    const print = vi.spyOn(process.stderr, 'write')
    await (await as(ann)).rpc('complain')
    await client().from('closed').select()
    expect(print).not.toHaveBeenCalled()
    expect(project.lines).toEqual([])
    print.mockRestore()
  })

  it('would not start if the library changed grants', async () => {
    const sessions = opened.openSessions(1)
    const connection = createConnection(sessions, { of: () => null })
    await expect(assertRightsKept(connection, opened.database)).resolves.toBeUndefined()
    // Simulate what the library does if row security is not declared.
    Object.assign(connection, { rlsState: 'unknown' })
    await expect(assertRightsKept(connection, opened.database)).rejects.toThrow('must not run')
    await sessions.close()
  })
})
