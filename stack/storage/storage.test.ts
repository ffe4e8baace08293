import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '../database/open-database.ts'
import { createGateway, type Gateway } from '../gateway/index.ts'
import { createTokens } from '../keys/index.ts'
import { createProject, kinds, type Project } from '../testing/project.ts'
import type { StackModule, Tokens } from '../types.ts'
import { createStorage } from './index.ts'
import { uploadRegion } from './region.ts'

const migration = `
  insert into storage.buckets (id, name, public) values ('regions', 'regions', false), ('open', 'open', true);
  create policy "own folder" on storage.objects for all to authenticated
    using (bucket_id = 'open' and (storage.foldername(name))[1] = (select auth.uid())::text);`
const ann = '00000000-0000-4000-8000-00000000000a'
const bob = '00000000-0000-4000-8000-00000000000b'

describe.each(kinds)('storage on %s', (kind) => {
  let project: Project
  let opened: OpenDatabase
  let tokens: Tokens
  let storage: StackModule
  let gateway: Gateway
  let folder: string
  const client = (key: string, token?: string): SupabaseClient =>
    createClient(`http://127.0.0.1:${gateway.port}`, key, {
      auth: { persistSession: false },
      ...(token ? { accessToken: async () => token } : {})
    })

  async function openStorage(port: number): Promise<void> {
    const { database } = opened
    const filesDir = join(folder, 'files')
    storage = await createStorage({ database, tokens, log: project.log, filesDir, fileSizeLimit: 50 * 1024 * 1024 })
    gateway = await createGateway({ port, routes: { '/storage/v1': storage }, log: project.log })
  }

  beforeAll(async () => {
    project = await createProject({ '20260101000000_project.sql': migration })
    opened = await project.open(kind)
    tokens = await createTokens({ dataDir: project.dataDir, issuer: 'http://127.0.0.1/auth/v1' })
    folder = await mkdtemp(join(tmpdir(), 'hackney-storage-'))
    await openStorage(0)
  })
  afterAll(async () => {
    await gateway.stop()
    await storage.stop()
    await opened.database.stop()
    await project.remove()
    await rm(folder, { recursive: true })
  })

  it('returns stored files to the service, and nothing to visitors', async () => {
    const service = client(tokens.secretKey).storage.from('regions')
    const bytes = new Uint8Array(300_000).map((_, index) => index % 251)
    expect((await service.upload('a/b.bin', bytes, { contentType: 'application/octet-stream' })).error).toBeNull()
    const { data } = await service.download('a/b.bin')
    expect(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes)
    const headers = { apikey: tokens.secretKey }
    const long = `http://127.0.0.1:${gateway.port}/storage/v1/object/authenticated/regions/a/b.bin`
    expect((await fetch(long, { headers })).status).toBe(200)
    expect((await client(tokens.publishableKey).storage.from('regions').download('a/b.bin')).error).not.toBeNull()
  })

  it('follows the policies on storage.objects, and accepts a Blob as browsers send it', async () => {
    const token = await tokens.sign({ sub: ann, role: 'authenticated', aud: 'authenticated' }, 60)
    const own = client(tokens.publishableKey, token).storage.from('open')
    const blob = new Blob(['hello'], { type: 'text/plain' })
    expect((await own.upload(`${ann}/hello.txt`, blob)).error).toBeNull()
    expect((await own.upload('someone/hello.txt', blob)).error).not.toBeNull()
    const open = await fetch(own.getPublicUrl(`${ann}/hello.txt`).data.publicUrl)
    expect([open.status, open.headers.get('content-type'), await open.text()]).toEqual([200, 'text/plain', 'hello'])
  })

  it('accepts slashes, spaces and route words in an object’s name', async () => {
    const service = client(tokens.secretKey).storage.from('regions')
    for (const name of ['a/b c.txt', 'list/public/sign', 'upload/sign/x', 'info/public']) {
      expect([name, (await service.upload(name, name, { contentType: 'text/plain', upsert: true })).error]).toEqual([
        name,
        null
      ])
      expect(await (await service.download(name)).data?.text()).toBe(name)
      expect((await service.info(name)).error).toBeNull()
      expect((await service.remove([name])).data).toHaveLength(1)
    }
    const headers = { apikey: tokens.secretKey }
    const answer = async (path: string, method = 'GET') => {
      const response = await fetch(`http://127.0.0.1:${gateway.port}/storage/v1${path}`, { method, headers })
      return [response.status, ((await response.json()) as { code?: string }).code]
    }
    expect(await answer('/object/regions/%ff')).toEqual([400, 'InvalidKey'])
    expect(await answer('/object/regions', 'PATCH')).toEqual([404, 'NotFound'])
    expect(await answer('/render/image/public/regions/a.png')).toEqual([400, 'FeatureNotEnabled'])
    expect(await answer('/bucket/')).toEqual([200, undefined])
  })

  it('signs addresses that work without a key until they expire', async () => {
    const service = client(tokens.secretKey).storage.from('regions')
    await service.upload('signed.txt', 'signed', { contentType: 'text/plain', upsert: true })
    const { data } = await service.createSignedUrl('signed.txt', 60)
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe('signed')
    expect((await fetch(`${data?.signedUrl}x`)).ok).toBe(false)
  })

  it('uploads the region only when it changed', async () => {
    const region = join(folder, 'region')
    await mkdir(region)
    await writeFile(join(region, 'graph.bin'), 'graph one')
    const upload = () => uploadRegion(storage, opened.database, region, tokens.secretKey, project.log)
    const uploads = () => project.lines.filter((line) => line.includes('region.uploaded')).length
    await upload()
    await upload()
    expect(uploads()).toBe(1)
    await writeFile(join(region, 'graph.bin'), 'graph two')
    await upload()
    expect(uploads()).toBe(2)
    const { data } = await client(tokens.secretKey).storage.from('regions').download('current/graph.bin')
    expect(await data?.text()).toBe('graph two')
  })

  const tus = (method: string, address: string, token: string, headers: Record<string, string>, body?: string) =>
    fetch(address, {
      method,
      headers: {
        apikey: tokens.publishableKey,
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        ...headers
      },
      ...(body === undefined ? {} : { body })
    })
  const octets = (offset: number) => ({
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(offset)
  })
  async function begin(token: string, name: string): Promise<string> {
    const encode = (text: string): string => Buffer.from(text).toString('base64')
    const metadata = `bucketName ${encode('open')},objectName ${encode(name)}`
    const address = `http://127.0.0.1:${gateway.port}/storage/v1/upload/resumable`
    const made = await tus('POST', address, token, { 'upload-length': '6', 'upload-metadata': metadata })
    expect(made.status).toBe(201)
    return new URL(made.headers.get('location') ?? '', address).href
  }
  const filesOf = async (name: string): Promise<string[]> => {
    const entries = await readdir(join(folder, 'files', name), { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  }

  it('checks the policies again with every chunk of a resumable upload', async () => {
    const token = await tokens.sign({ sub: ann, role: 'authenticated', aud: 'authenticated' }, 60)
    const address = await begin(token, `${ann}/parts.bin`)
    expect((await tus('PATCH', address, token, octets(0), 'abc')).status).toBe(204)
    const other = await tokens.sign({ sub: bob, role: 'authenticated', aud: 'authenticated' }, 60)
    expect((await tus('PATCH', address, other, octets(3), 'def')).status).toBe(403)
    expect((await tus('DELETE', address, other, {})).status).toBe(403)
    await opened.database.exec('alter policy "own folder" on storage.objects using (false)')
    expect((await tus('PATCH', address, token, octets(3), 'def')).status).toBe(403)
    await opened.database.exec(`alter policy "own folder" on storage.objects
      using (bucket_id = 'open' and (storage.foldername(name))[1] = (select auth.uid())::text)`)
    expect((await tus('PATCH', address, token, octets(3), 'def')).status).toBe(204)
    const url = client(tokens.publishableKey).storage.from('open').getPublicUrl(`${ann}/parts.bin`).data.publicUrl
    expect(await (await fetch(url)).text()).toBe('abcdef')
  })

  it('ends resumable uploads after a day, and keeps them and signed addresses across a restart', async () => {
    const token = await tokens.sign({ sub: ann, role: 'authenticated', aud: 'authenticated' }, 60)
    const address = await begin(token, `${ann}/late.bin`)
    expect((await tus('PATCH', address, token, octets(0), 'abc')).status).toBe(204)
    const service = client(tokens.secretKey).storage.from('regions')
    await service.upload('kept.txt', 'kept', { contentType: 'text/plain', upsert: true })
    const signed = (await service.createSignedUrl('kept.txt', 60)).data?.signedUrl ?? ''
    await gateway.stop()
    await storage.stop()
    await openStorage(gateway.port)
    expect(await (await fetch(signed)).text()).toBe('kept')
    expect((await tus('HEAD', address, token, {})).headers.get('upload-offset')).toBe('3')
    const records = (await filesOf('uploads')).filter((name) => name.endsWith('.json'))
    for (const name of records) {
      const path = join(folder, 'files/uploads', name)
      await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), expiresAt: Date.now() - 1 }))
    }
    expect((await tus('HEAD', address, token, {})).status).toBe(410)
    await gateway.stop()
    await storage.stop()
    await openStorage(gateway.port)
    expect((await tus('HEAD', address, token, {})).status).toBe(404)
    expect(await filesOf('uploads')).toEqual([])
  })

  it('removes a crash’s leftovers at its start, and reports missing files', async () => {
    const rows = await opened.database.query<{ version: string }>('select version from storage.objects')
    const group = join(folder, 'files/objects/00')
    await mkdir(group, { recursive: true })
    await writeFile(join(group, '00000000-0000-4000-8000-000000000000'), 'orphan')
    await writeFile(join(folder, 'files/drafts/half'), 'half')
    await client(tokens.secretKey).storage.from('regions').upload('lost.txt', 'lost')
    const [lost] = await opened.database.query<{ version: string }>(
      `select version from storage.objects where name = 'lost.txt'`
    )
    await rm(join(folder, 'files/objects', lost?.version.slice(0, 2) ?? '', lost?.version ?? ''))
    await gateway.stop()
    await storage.stop()
    await openStorage(gateway.port)
    expect((await filesOf('objects')).sort()).toEqual(rows.map(({ version }) => version).sort())
    expect(await filesOf('drafts')).toEqual([])
    expect(project.lines.filter((line) => line.includes('storage.bytes_missing')).at(-1)).toMatch(/objects=1$/)
    expect((await client(tokens.secretKey).storage.from('regions').download('lost.txt')).error).not.toBeNull()
  })

  it('keeps nothing of an interrupted upload', async () => {
    const before = (await filesOf('objects')).length
    const address = `http://127.0.0.1:${gateway.port}/storage/v1/object/regions/broken`
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new Uint8Array(100_000))
        await new Promise((resolve) => setTimeout(resolve, 100))
        controller.error(new Error('gone'))
      }
    })
    const headers = { apikey: tokens.secretKey }
    await expect(fetch(address, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)).rejects.toThrow()
    await expect.poll(() => filesOf('drafts'), { timeout: 5000 }).toEqual([])
    expect((await filesOf('objects')).length).toBe(before)
    expect((await client(tokens.secretKey).storage.from('regions').exists('broken')).data).toBe(false)
  })
})
