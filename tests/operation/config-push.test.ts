import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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

/** A project as the management API describes it before the push: it has settings for Auth, one of which differs. */
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
  const isCloned = (path: string) => !/\/(\.env|\.env\.local|\.env\.production|\.temp|\.branches)$/.test(path)
  await cp(join(root, 'supabase'), join(folder, 'supabase'), { recursive: true, filter: isCloned })
})
afterAll(async () => {
  management.closeAllConnections()
  management.close()
  await rm(folder, { recursive: true })
})

/**
 * Pushes as an operator does, and returns the error output. There is always an error, because the mock API differs from the
 * real one.
 */
function push(variables: Record<string, string>): Promise<string> {
  const env = {
    ...process.env,
    SUPABASE_ACCESS_TOKEN: `sbp_${'a'.repeat(40)}`,
    SUPABASE_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    HOME: folder,
    CI: '1',
    ...variables
  }
  const where = ['--project-ref', project, '--profile', join(folder, 'profile.yaml'), '--workdir', folder, '--yes']
  pushed.length = 0
  return new Promise((resolve) => {
    const command = [supabase, 'config', 'push', ...where]
    execFile(process.execPath, command, { env, timeout: 120_000 }, (_, out, err) => resolve(out + err))
  })
}

const production = {
  SUPABASE_ENV: 'production',
  SITE_URL: 'https://taxi.example',
  SEND_EMAIL_HOOK_URI: 'https://api.example/functions/v1/auth-email',
  SEND_SMS_HOOK_URI: 'https://api.example/functions/v1/auth-sms',
  SEND_EMAIL_HOOK_SECRETS: 'v1,whsec_b3VyLW93bi1rZXktb2YtdGhlLWVtYWlsLWhvb2stMQ==',
  SEND_SMS_HOOK_SECRETS: 'v1,whsec_b3VyLW93bi1rZXktb2YtdGhlLXNtcy1ob29rLTEyMw=='
}

it('supabase config push sends the production values and no development values', async () => {
  await push(production)
  const [auth = {}] = pushed
  expect(auth).toMatchObject({ smtp_max_frequency: 60, sms_max_frequency: 60, mailer_otp_exp: 300, uri_allow_list: '' })
  expect(auth).toMatchObject({ mailer_otp_length: 8, security_captcha_enabled: false })
  expect(auth).toMatchObject({ rate_limit_otp: 150, rate_limit_verify: 60, rate_limit_token_refresh: 1800 })
  // The limits of all people together are out of reach, because the hooks limit instead.
  expect(auth.rate_limit_sms_sent).toBeGreaterThanOrEqual(100_000)
  expect(auth).toMatchObject({
    hook_before_user_created_enabled: true,
    hook_before_user_created_uri: 'pg-functions://postgres/app/before_user_created_hook'
  })
  expect(Object.keys(auth).filter((name) => name.includes('test_otp'))).toEqual([])
  expect(auth).toMatchObject({ site_url: 'https://taxi.example', hook_send_sms_uri: production.SEND_SMS_HOOK_URI })
  const development = (await readFile(join(folder, 'supabase/.env.development'), 'utf8')).matchAll(/^\w+=(.+)$/gm)
  for (const [, value = ''] of development) expect(JSON.stringify(auth)).not.toContain(value)
  expect(JSON.stringify(auth)).not.toContain('123456')
})
