import { join } from 'node:path'
import { type AuthConfig, developmentFile, readAuthConfig } from '../auth/config.ts'
import { createCurrentClaims } from '../auth/current-claims.ts'
import { createAuth } from '../auth/index.ts'
import { localVariables } from '../auth/local.ts'
import { type Clock, createClock, dated } from '../clock/index.ts'
import { createCron } from '../cron/index.ts'
import {
  approachQueue,
  createQueueWatch,
  fileQueue,
  outboxQueue,
  paymentQueue,
  streetQueue
} from '../cron/queue-watch.ts'
import { fingerprint, withoutPassword } from '../database/external/index.ts'
import { createDatabase, endLeftover, resetDatabase } from '../database/index.ts'
import { hasDemoPeople, seedLater } from '../database/later.ts'
import type { OpenDatabase } from '../database/open-database.ts'
import { createDemo } from '../demo/index.ts'
import { createSignIn } from '../demo/people.ts'
import { createSpeedControl } from '../demo/speed.ts'
import { createDoor, type Door } from '../door/index.ts'
import { functionEnvironment, vapidEnvironment } from '../functions/environment.ts'
import { createFunctions } from '../functions/index.ts'
import { channelVariables } from '../functions/provider-hosts.ts'
import { createGateway } from '../gateway/index.ts'
import { createInbox } from '../inbox/index.ts'
import { createTokens } from '../keys/index.ts'
import { loadVapidKeys } from '../keys/vapid.ts'
import { productContract } from '../realtime/contract.ts'
import { createRealtime } from '../realtime/index.ts'
import { createRest } from '../rest/index.ts'
import { createStorage } from '../storage/index.ts'
import { announceServiceArea, uploadRegion } from '../storage/region.ts'
import { readFileSizeLimit } from '../storage/rules.ts'
import type { Log, StackModule, Tokens } from '../types.ts'
import { createWeb } from '../web/index.ts'
import { removeEnv, writeEnv } from './announce.ts'
import type { Options } from './args.ts'
import { createConsent } from './consent.ts'
import { markFirm } from './firm.ts'
import { makeOwner, openSetup } from './firm-owner.ts'
import { bringRegion } from './firm-region.ts'
import { claimFolder } from './folder.ts'
import { checkPorts } from './ports.ts'
import type { Running } from './running.ts'
import type { Stopper } from './stop.ts'
import { allowTestPayments, testPaymentsSecret } from './test-payments.ts'

/** Number of database sessions for requests to REST; more would not be faster on the few cores of one machine. */
const sessions = 8

async function claim(root: string, options: Options, log: Log, stopper: Stopper): Promise<void> {
  const { ports } = options
  const release = claimFolder(options.dataDir)
  stopper.add('folder', release)
  removeEnv(options.dataDir)
  await endLeftover(options.dataDir)
  const own = options.databaseUrl === undefined ? { database: ports.database } : {}
  const needed = options.command === 'db' ? own : { api: ports.api, ...own, inbox: ports.inbox }
  await checkPorts({ ...needed, ...(options.command === 'start' && options.web ? { web: ports.web } : {}) })
  if (options.firm) markFirm(options.dataDir)
  if (!options.reset || options.databaseUrl !== undefined) return
  const aside = resetDatabase(options.dataDir, root)
  if (aside) log.info('database.put_aside', { folder: aside })
}

async function openDatabase(root: string, options: Options, log: Log, stopper: Stopper) {
  const { kind, dataDir, ports } = options
  const { databaseUrl: url, reset, yes } = options
  const external = url === undefined ? undefined : { url, reset, consent: createConsent(yes) }
  const demo = !options.firm
  const opened = await createDatabase({ kind, dataDir, port: ports.database, root, demo, log, external })
  stopper.add('database', () => opened.database.stop())
  log.info('database.ready', { kind: opened.database.kind, migrations: opened.applied, seeded: opened.seeded })
  return opened
}

/** Starts only the database and returns its address. */
export async function startDatabase(
  root: string,
  options: Options,
  log: Log,
  stopper: Stopper
): Promise<string | null> {
  await claim(root, options, log, stopper)
  const { database } = await openDatabase(root, options, log, stopper)
  return options.databaseUrl === undefined ? database.url : withoutPassword(options.databaseUrl)
}

const configFileOf = (root: string): string => join(root, 'supabase/config.toml')

interface Parts {
  root: string
  options: Options
  log: Log
  stopper: Stopper
  tokens: Tokens
  door: Door
  opened: OpenDatabase
  apiUrl: string
  webUrl: string
  config: AuthConfig
  /** Values of this machine for `env()` names of config.toml; the functions get them, too. */
  local: Record<string, string>
  /** Variables with the key pair for browsers' push subscriptions. */
  vapid: Record<string, string>
  /** The clock of the product's time, which the demo can accelerate; null for an external database, which uses real time. */
  clock: Clock | null
}

/** Starts the services behind the gateway (REST, Storage, Auth, Realtime, functions), the mail inbox and cron. */
async function createRoutes(parts: Parts): Promise<Record<string, StackModule>> {
  const { root, options, log, stopper, tokens, door, opened, apiUrl, webUrl, config, local, vapid, clock } = parts
  const { database, openSessions } = opened
  const routes: Record<string, StackModule> = {}
  const serve = (prefix: string, module: StackModule): void => {
    routes[prefix] = module
    stopper.add(prefix, () => module.stop())
  }
  const inbox = await createInbox({ port: options.ports.inbox, log, door })
  stopper.add('inbox', () => inbox.stop())
  const { rest } = await createRest({ database, sessions: openSessions(sessions), tokens, log })
  serve('/rest/v1', clock ? dated(rest, clock) : rest)
  const files = options.databaseUrl === undefined ? 'storage' : `storage-${fingerprint(options.databaseUrl)}`
  const filesDir = join(options.dataDir, files)
  const fileSizeLimit = await readFileSizeLimit(configFileOf(root))
  const currentClaims = createCurrentClaims(database, config)
  const storage = await createStorage({ database, tokens, log, filesDir, fileSizeLimit, currentClaims })
  serve('/storage/v1', storage)
  serve(
    '/auth/v1',
    createAuth({ database, tokens, log, mail: (mail) => inbox.send(mail), config, siteUrl: webUrl, apiUrl })
  )
  serve('/realtime/v1', await createRealtime({ database, tokens, log, contract: productContract }))
  const secret = testPaymentsSecret(hasDemo(options), process.env)
  const payments = secret === null ? {} : { TEST_PAYMENTS_SECRET: secret }
  const channels = channelVariables(root, process.env)
  const env = { SITE_URL: webUrl, ...local, ...channels, ...payments, ...vapid, ...functionEnvironment(apiUrl, tokens) }
  serve('/functions/v1', createFunctions({ root, env, log }))
  const { region } = options
  await uploadRegion(storage, database, region, tokens.secretKey, log)
  // With a Mapbox token the app shows and searches the whole world, without one only the imported region.
  await announceServiceArea(database, process.env.VITE_MAPBOX_TOKEN ? null : region, log)
  const cron = await createCron({ database, log })
  stopper.add('cron', () => cron.stop())
  return routes
}

/**
 * Returns whether the app shows the demo bar. The bar is for one person who tries the product on one machine. Therefore it is
 * never shown with an external database or under other host names.
 */
const hasDemo = ({ demo, web, databaseUrl, allowedHosts }: Options): boolean =>
  demo && web && databaseUrl === undefined && allowedHosts.length === 0

/**
 * Returns a function that generates the demo company's past bookings and resolves when it has finished. When the stack stops,
 * the generation is interrupted. A failure is only logged, because the product works without past bookings.
 */
function createHistory({ root, opened, log, stopper }: Pick<Parts, 'root' | 'opened' | 'log' | 'stopper'>) {
  const stopping = new AbortController()
  let played = Promise.resolve()
  stopper.add('history', () => {
    stopping.abort()
    return played
  })
  return (): Promise<void> => {
    if (stopping.signal.aborted) return played
    played = seedLater(opened.database, root, log, stopping.signal).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.warn('seed.failed', { error })
    })
    return played
  }
}

/** A started stack. */
export interface Started {
  running: Running
  /** Generates the demo company's past bookings, if they are requested and not yet complete. Resolves when it has finished. */
  playHistory: () => Promise<void>
}

/**
 * Starts the whole stack. Each started part is added to `stopper` at once, so that it is stopped even if a later part fails.
 *
 * @throws Failure if the cause is outside of the program, such as a port in use.
 */
export async function startStack(root: string, options: Options, log: Log, stopper: Stopper): Promise<Started> {
  await claim(root, options, log, stopper)
  if (options.firm) await bringRegion(root, options, log)
  const { ports, dataDir } = options
  const apiUrl = `http://127.0.0.1:${ports.api}`
  const webUrl = `http://127.0.0.1:${ports.web}`
  const tokens = await createTokens({ dataDir, issuer: `${apiUrl}/auth/v1` })
  const door = createDoor(options.allowedHosts)
  const vapid = vapidEnvironment(root, await loadVapidKeys(dataDir), process.env)
  const local = localVariables(apiUrl, `http://127.0.0.1:${ports.inbox}`, process.env)
  const further = options.authConfig === undefined ? [] : [options.authConfig]
  const variables = { ...process.env, ...local }
  const config = await readAuthConfig(configFileOf(root), variables, developmentFile, ...further)
  const siteKey = process.env.VITE_CAPTCHA_SITE_KEY
  const mapboxToken = process.env.VITE_MAPBOX_TOKEN
  const env = {
    supabaseUrl: apiUrl,
    supabaseKey: tokens.publishableKey,
    vapidKey: vapid.VAPID_PUBLIC_KEY ?? '',
    mailCodeLength: config.otpLength,
    smsCodeLength: config.phone.otpLength,
    ...(siteKey && config.captcha ? { captcha: { provider: config.captcha.provider, siteKey } } : {}),
    ...(mapboxToken ? { mapboxToken } : {})
  }
  const demo = hasDemo(options) ? createDemo({ origin: webUrl, region: options.region, log }) : undefined
  const web = options.web
    ? createWeb({ root, region: options.region, port: ports.web, built: options.built, env, dataDir, door, demo, log })
    : null
  // Handle a failure of the web server now, so that Node does not end the process. It is thrown below, when the database is
  // open.
  web?.catch(() => undefined)
  stopper.add('web', async () => (await web?.catch(() => null))?.stop())

  const opened = await openDatabase(root, options, log, stopper)
  const { database } = opened
  const clock = options.databaseUrl === undefined ? createClock(database) : null
  stopper.add('clock', () => clock?.stop())
  const parts = { root, options, log, stopper, tokens, door, opened, apiUrl, webUrl, config, local, vapid, clock }
  const routes = await createRoutes(parts)
  const auth = routes['/auth/v1']
  const owner = options.owner ?? null
  if (owner !== null && auth) await makeOwner({ database, auth, secretKey: tokens.secretKey, email: owner, log })
  const gateway = await createGateway({ port: ports.api, routes, log, door })
  stopper.add('gateway', () => gateway.stop())
  for (const queue of [outboxQueue, paymentQueue, streetQueue, approachQueue, fileQueue]) {
    const watch = createQueueWatch({ database, log, apiUrl, secretKey: tokens.secretKey, ...queue })
    stopper.add(queue.name, () => watch.stop())
  }
  await web
  // The demo's controls need its people: a firm's database does not get them, even if the mark of its folder is lost.
  const demoPeople = await hasDemoPeople(database)
  const setupLink = options.firm && web ? await openSetup(database, webUrl) : null
  const running: Running = {
    apiUrl,
    inboxUrl: `http://127.0.0.1:${ports.inbox}`,
    webUrl: web ? webUrl : null,
    databaseUrl: options.databaseUrl === undefined ? database.url : withoutPassword(options.databaseUrl),
    databaseName: database.kind === 'native' ? 'PostgreSQL' : 'PGlite',
    hasDemo: demo !== undefined && demoPeople,
    hasDemoPeople: demoPeople,
    owner,
    setupLink,
    publishableKey: tokens.publishableKey,
    secretKey: tokens.secretKey
  }
  writeEnv(dataDir, { ...running, databaseUrl: database.url })
  stopper.add('env', () => removeEnv(dataDir))
  const playHistory = options.history ? createHistory(parts) : async () => undefined
  if (demo && demoPeople) await allowTestPayments(database)
  if (demo && demoPeople && clock) {
    const speed = createSpeedControl({ database, clock, log })
    stopper.add('speed', () => speed.stop())
    demo.open({ signIn: createSignIn({ database, tokens, config }), speed })
  }
  return { running, playHistory }
}
