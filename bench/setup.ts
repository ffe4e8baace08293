// Measures a firm's beginning: from `npm run firm` with the demo's extract to the set-up page in a browser, then each step of the
// set-up as the page does it (its command, then what is left to do).
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { chromium } from '@playwright/test'
import { claimBlock } from '../stack/testing/ports.ts'
import { enrol } from '../tests/support/authenticator.ts'
import { launchOptions } from '../tests/support/browser.ts'
import { temporaryFolder } from '../tests/support/folder.ts'
import { type Client, service, visitor } from '../tests/support/people.ts'
import { schaan, vaduz } from '../tests/support/places.ts'
import { invoke, unwrap } from '../tests/support/responses.ts'
import type { StackEnv } from '../tests/support/stack.ts'
import { type Figure, percentile, report, round } from './report.ts'

/** How often each step is taken. */
const ROUNDS = 40

interface Firm {
  process: ChildProcess
  env: StackEnv
  link: string
  /** Seconds until the set-up page showed its heading. */
  seconds: number
}

/** Begins a firm as a person does, and opens its link. */
async function beginFirm(data: string, port: number): Promise<Firm> {
  const began = performance.now()
  const args = ['run', 'firm', '--', '--extract=try', `--data=${data}`, `--port=${port}`, `--web-port=${port + 5}`]
  const firm = spawn('npm', args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  // However this benchmark ends, the firm ends with it.
  process.once('exit', () => firm.exitCode ?? firm.signalCode ?? process.kill(-(firm.pid ?? 0), 'SIGINT'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  let output = ''
  for (const stream of [firm.stdout, firm.stderr]) stream.on('data', (chunk) => (output += chunk))
  const linkIn = () => /https?:\/\/\S+\/setup#[\w-]{43}/.exec(output)?.[0]
  while (!linkIn() && firm.exitCode === null) await sleep(20)
  const link = linkIn()
  if (!link) throw new Error(`npm run firm printed no link:\n${output.slice(-4000)}`)
  const browser = await chromium.launch(launchOptions)
  const page = await browser.newPage()
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Set up your firm' }).waitFor({ timeout: 120_000 })
  const seconds = (performance.now() - began) / 1000
  await browser.close()
  while (!existsSync(join(data, 'env'))) await sleep(20)
  return { process: firm, env: parseEnv(readFileSync(join(data, 'env'), 'utf8')) as unknown as StackEnv, link, seconds }
}

/** Signs the owner in by the link's key, with a second factor. */
async function signInAsOwner(env: StackEnv, link: string): Promise<Client> {
  const client = visitor(env)
  const asked = { key: link.split('#')[1], email: 'ann@taxi.example', client_key: randomUUID() }
  const { body } = await invoke<{ email: string; code: string }>(client, 'accounts/setup', asked)
  const { error } = await client.auth.verifyOtp({ email: body.email, token: body.code, type: 'email' })
  if (error) throw error
  await enrol(client)
  return client
}

/** The commands of the steps, in the order of the page. */
function stepsOf(
  client: Client,
  operator: Client
): Record<string, { before?: () => Promise<unknown>; save: () => Promise<unknown> }> {
  const confirm = async (step: string, patch = {}) => unwrap(await client.rpc('confirm_setup', { step, patch }))
  const square = [9.5, 47.1, 9.55, 47.15] as const
  const [west, south, east, north] = square
  const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]] // biome-ignore format: a ring
  const geojson = { type: 'Polygon', coordinates: [ring] }
  const way = Array.from({ length: 40 }, (_, nr) => ({
    lat: vaduz.lat + ((schaan.lat - vaduz.lat) * (nr + 1)) / 40,
    lng: vaduz.lng + ((schaan.lng - vaduz.lng) * (nr + 1)) / 40
  }))
  return {
    town: {
      save: async () => {
        await confirm('town', { country: 'LI', time_zone: 'Europe/Vaduz', panic: '112' })
        await client.rpc('save_service_area', { area: geojson }).throwOnError()
      }
    },
    firm: {
      save: async () =>
        unwrap(await client.rpc('update_settings', { patch: { app_name: 'Ann Cabs', company_phone: '+4237900001' } }))
    },
    tax: { save: () => confirm('tax', { tax_percent: 2.6 }) },
    offer: { save: () => confirm('offer', { cash_payments: true, app_category: 'taxi' }) },
    cars: {
      before: async () => operator.from('car_types').delete().neq('name', '').throwOnError(),
      save: async () => {
        const names = ['Cab', 'Estate', 'Van', 'Premium', 'Courier']
        unwrap(await client.rpc('start_car_types', { fare: 22, names, fee_percent: 10 }))
      }
    },
    places: {
      save: async () => {
        const zone = { id: randomUUID(), name: randomUUID(), kind: 'fixed', amount: 30, applies_to: 'either', geojson }
        unwrap(await client.rpc('save_zone', { zone }))
        await confirm('places')
      }
    },
    legal: {
      save: async () =>
        unwrap(
          await client.rpc('update_settings', {
            patch: { company_name: 'Ann Cabs AG', company_address: 'Vaduz', legal_template: 'gdpr' }
          })
        )
    },
    drivers: {
      save: async () => {
        const [carType] = unwrap(await client.from('car_types').select('id').limit(1))
        const person = { first_name: 'Dora', last_name: 'Frick', email: `${randomUUID()}@taxi.example`, approved: true }
        const made = await invoke(client, 'accounts/users', {
          action: 'create',
          usertype: 'driver',
          ...person,
          car_type_id: carType?.id,
          vehicle_number: 'FL 1',
          client_key: randomUUID()
        })
        if (made.status !== 200) throw new Error(`accounts/users: ${made.status} ${JSON.stringify(made.body)}`)
      }
    },
    first_ride: {
      save: async () => {
        const asked = { start: `${vaduz.lat},${vaduz.lng}`, dest: `${schaan.lat},${schaan.lng}` }
        const { body } = await invoke<{ distance_in_km: number; time_in_secs: number; polylinePoints: string }>(
          client,
          'routes/directions',
          asked
        )
        const { distance_in_km, time_in_secs, polylinePoints: polyline } = body
        const route = { pickup: vaduz, drop: schaan, points: way, distance_in_km, time_in_secs, polyline }
        unwrap(await client.rpc('rehearse_ride', { route } as never))
      }
    },
    live: { save: () => confirm('live') }
  }
}

const data = temporaryFolder()
const block = await claimBlock()
const firm = await beginFirm(data, block.first)
const figures: Figure[] = [
  { metric: 'npm run firm to the set-up page, Liechtenstein', value: round(firm.seconds), unit: 's', goal: 60 }
]
try {
  const client = await signInAsOwner(firm.env, firm.link)
  const all: number[] = []
  for (const [step, { before, save }] of Object.entries(stepsOf(client, service(firm.env)))) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await before?.()
      const began = performance.now()
      await save()
      unwrap(await client.rpc('firm_setup'))
      unwrap(await client.from('settings').select('*').single())
      times.push(performance.now() - began)
    }
    all.push(...times)
    figures.push({ metric: `step ${step}, p95`, value: round(percentile(times, 0.95)), unit: 'ms', goal: 200 })
  }
  figures.push({ metric: 'all steps, p95', value: round(percentile(all, 0.95)), unit: 'ms', goal: 200 })
} finally {
  const ended = once(firm.process, 'close')
  process.kill(-(firm.process.pid ?? 0), 'SIGINT')
  await Promise.race([ended, sleep(10_000)])
  rmSync(data, { recursive: true, force: true })
  block.release()
}
report('setup', figures)
process.exit()
