import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { claimBlock } from '../testing/ports.ts'
import { kinds } from '../testing/project.ts'

const main = join(import.meta.dirname, '../main.ts')
const { first: port, release } = await claimBlock()
const chunk = 1024 * 1024

/** Each test kills the stack and starts it again, which takes a minute where other suites use the processor. */
const patience = 240_000

/** The text to store: it contains its name and its attempt, and its length shows whether it is complete. */
const content = (name: string, attempt: number): string => `${name}:${attempt}:`.padEnd(50_000 + attempt, '.')

afterAll(release)

describe.each(kinds)('storage on %s, killed in the middle of writes', { timeout: patience }, (kind) => {
  const url = `http://127.0.0.1:${port}`
  let data: string
  let key: string
  let child: ChildProcess
  let client: SupabaseClient

  async function start(): Promise<void> {
    const args = [main, '--no-web', '--log=json', `--db=${kind}`, `--port=${port}`, `--data=${data}`]
    child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text))
    await vi.waitFor(() => expect(output).toContain('"event":"ready"'), { timeout: 90_000 })
  }

  async function kill(): Promise<void> {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    const postmaster = join(data, 'postgres/postmaster.pid')
    await vi.waitFor(() => expect(existsSync(postmaster)).toBe(false), { timeout: 20_000 })
  }

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'hackney-crash-'))
    await chmod(data, 0o755)
    await start()
    key = parseEnv(await readFile(join(data, 'env'), 'utf8')).SUPABASE_SECRET_KEY ?? ''
    client = createClient(url, key, { auth: { persistSession: false } })
    await client.storage.createBucket('crash')
  })
  afterAll(async () => {
    const gone = once(child, 'exit')
    child.kill('SIGINT')
    await gone
    await rm(data, { recursive: true, force: true })
  })

  /**
   * Uploads and removes objects until the server is killed; returns for each name the attempt that was last acknowledged, which
   * must still be stored.
   */
  async function write(name: string, known: Map<string, number>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const body = content(name, attempt)
      const { error } = await client.storage.from('crash').upload(name, body, { upsert: true })
      if (error) return
      known.set(name, attempt)
    }
  }

  it('keeps acknowledged files, shows no partial ones and leaves no bytes behind', async () => {
    const known = new Map<string, number>()
    const writers = Array.from({ length: 4 }, (_, index) => write(`file-${index}`, known))
    await expect
      .poll(() => Math.min(...known.values(), known.size < 4 ? 0 : 99), { timeout: 20_000 })
      .toBeGreaterThan(3)
    await kill()
    await Promise.all(writers)
    await start()
    for (const [name, attempt] of known) {
      const text = (await (await client.storage.from('crash').download(name)).data?.text()) ?? ''
      const found = Number(text.split(':')[1])
      expect(text === content(name, found), name).toBe(true)
      expect([attempt, attempt + 1]).toContain(found)
    }
    const { data: rows } = await client.storage.from('crash').list()
    expect(rows).toHaveLength(4)
    const objects = join(data, 'storage/objects')
    const groups = await readdir(objects)
    const files = (await Promise.all(groups.map((group) => readdir(join(objects, group))))).flat()
    // Four files must be left, and the two of the map region if it was built.
    expect(files.length - ((await client.storage.from('regions').list('current')).data?.length ?? 0)).toBe(4)
    expect(await readdir(join(data, 'storage/drafts'))).toEqual([])
  })

  it('continues a resumable upload afterwards', async () => {
    const headers = { apikey: key, 'tus-resumable': '1.0.0' }
    const octets = { ...headers, 'content-type': 'application/offset+octet-stream' }
    const encode = (text: string): string => Buffer.from(text).toString('base64')
    // A second try needs a name of its own.
    const name = `resumed-${randomUUID()}`
    const metadata = `bucketName ${encode('crash')},objectName ${encode(name)}`
    const made = await fetch(`${url}/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(3 * chunk), 'upload-metadata': metadata }
    })
    const address = new URL(made.headers.get('location') ?? '', url).href
    const whole = Buffer.alloc(3 * chunk, 'abcdefghijk')
    const send = (offset: number, size: number) =>
      fetch(address, {
        method: 'PATCH',
        headers: { ...octets, 'upload-offset': String(offset) },
        body: new Uint8Array(whole.subarray(offset, offset + size))
      })
    expect((await send(0, chunk)).status).toBe(204)
    const lost = send(chunk, 2 * chunk).catch(() => null)
    await kill()
    await lost
    await start()
    const head = await fetch(address, { method: 'HEAD', headers })
    const offset = Number(head.headers.get('upload-offset'))
    expect(offset).toBeGreaterThanOrEqual(chunk)
    if (offset < whole.length) expect((await send(offset, whole.length)).status).toBe(204)
    const { data: stored } = await client.storage.from('crash').download(name)
    expect(Buffer.from((await stored?.arrayBuffer()) ?? new ArrayBuffer()).equals(whole)).toBe(true)
  })
})
