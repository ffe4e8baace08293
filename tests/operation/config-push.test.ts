import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const supabase = createRequire(import.meta.url)
  .resolve('supabase/package.json')
  .replace('package.json', 'dist/supabase.js')
const project = 'abcdefghijklmnopqrst'

/** A project as the management API tells of it before the push: it has settings for Auth, of which one differs. */
const remote = {
  data: { type: 'project_config', id: project, attributes: { auth: { site_url: 'https://x.example' } } }
}

let folder: string
let management: Server
const pushed: Record<string, unknown>[] = []

async function jsonOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const part of request) text += part
  return JSON.parse(text || '{}') as Record<string, unknown>
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hackney-push-'))
  management = createServer(async (request, response) => {
    const body = await jsonOf(request)
    if (request.method === 'PATCH' && request.url?.endsWith('/config/auth')) pushed.push(body)
    const answer = request.url?.includes('/v2/') ? remote : {}
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await once(management.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(management.address() as AddressInfo).port}`
  const profile = { name: 'test', api_url: url, dashboard_url: url, project_host: '127.0.0.1' }
  const lines = Object.entries(profile).map(([name, value]) => `${name}: ${value}\n`)
  await writeFile(join(folder, 'profile.yaml'), lines.join(''))
  await cp(join(root, 'supabase'), join(folder, 'supabase'), { recursive: true })
  await cp(join(root, 'supabase/.env.example'), join(folder, 'supabase/.env'))
})
afterAll(async () => {
  management.closeAllConnections()
  management.close()
  await rm(folder, { recursive: true })
})

it('supabase config push sends the values of production and none of development', async () => {
  const env = {
    ...process.env,
    SUPABASE_ACCESS_TOKEN: `sbp_${'a'.repeat(40)}`,
    SUPABASE_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    HOME: folder,
    CI: '1'
  }
  const where = ['--project-ref', project, '--profile', join(folder, 'profile.yaml'), '--workdir', folder, '--yes']
  // It ends with a complaint, since the stand-in does not answer the push as the real one does.
  await new Promise((resolve) => {
    execFile(process.execPath, [supabase, 'config', 'push', ...where], { env, timeout: 120_000 }, resolve)
  })
  const [auth = {}] = pushed
  expect(auth).toMatchObject({ smtp_max_frequency: 60, sms_max_frequency: 60, mailer_otp_exp: 600, uri_allow_list: '' })
  for (const name of ['rate_limit_otp', 'rate_limit_verify']) expect(auth[name]).toBeLessThanOrEqual(30)
  expect(auth.rate_limit_sms_sent).toBeLessThanOrEqual(300)
  expect(Object.keys(auth).filter((name) => name.includes('test_otp'))).toEqual([])
  expect(JSON.stringify(auth)).not.toContain('123456')
})
