import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createFunctions } from '../stack/functions/index.ts'
import { createGateway } from '../stack/gateway/index.ts'
import { createLog } from '../stack/log.ts'
import { createFunctionsProject } from '../stack/testing/functions.ts'
import { percentile, report, round } from './report.ts'

// Measures a trivial running function, through gateway and host. The clients run in a separate thread on the same cores. The
// cold start is that of the place search: from starting its process, with its code and packages, until the first response.

const [connections, seconds, coldStarts] = [32, 5, 9]
const repository = join(import.meta.dirname, '..')

interface Measured {
  milliseconds: number
  latencies: number[]
}

/** Sends requests without pause on some persistent connections. */
async function ask({ url, count }: { url: string; count: number }): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const latencies: number[] = []
  const askOnce = () =>
    new Promise<void>((done, fail) => {
      const startedAt = performance.now()
      const outgoing = request(url, { agent }, (response) => {
        if (response.statusCode !== 200) fail(new Error(`status ${response.statusCode}`))
        response.resume()
        response.once('end', () => {
          latencies.push(performance.now() - startedAt)
          done()
        })
      })
      outgoing.once('error', fail)
      outgoing.end()
    })
  const begin = performance.now()
  const end = begin + seconds * 1000
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (performance.now() < end) await askOnce()
    })
  )
  agent.destroy()
  return { milliseconds: performance.now() - begin, latencies }
}

async function run(url: string): Promise<Measured> {
  const worker = new Worker(import.meta.filename, { workerData: { url, count: connections } })
  const [measured] = (await once(worker, 'message')) as [Measured]
  await worker.terminate()
  return measured
}

/** Milliseconds until a function that was not running has refused a caller without a key. */
async function coldStart(): Promise<number> {
  const env = { SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_SERVICE_ROLE_KEY: 'x', SUPABASE_ANON_KEY: 'y' }
  const functions = createFunctions({ root: repository, env, log: createLog('text', () => {}), allowNet: [] })
  const gateway = await createGateway({
    port: 0,
    routes: { '/functions/v1': functions },
    log: createLog('text', () => {})
  })
  const startedAt = performance.now()
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/functions/v1/places/reverse`, {
    method: 'POST',
    body: '{}'
  })
  const milliseconds = performance.now() - startedAt
  if (answer.status !== 401) throw new Error(`places answered ${answer.status}`)
  await gateway.stop()
  await functions.stop()
  return milliseconds
}

async function measure(): Promise<void> {
  const cold: number[] = []
  for (let i = 0; i < coldStarts; i++) cold.push(await coldStart())

  const project = await createFunctionsProject('[functions.hello]\nverify_jwt = false\n')
  await project.write('hello/index.ts', `Deno.serve(() => Response.json({ hello: 'world' }))`)
  const { root } = project
  const log = createLog('text', (line) => /warn|error/.test(line) && console.error(line))
  const functions = createFunctions({ root, env: { SUPABASE_URL: 'http://127.0.0.1' }, log, allowNet: [] })
  const gateway = await createGateway({ port: 0, routes: { '/functions/v1': functions }, log })
  const url = `http://127.0.0.1:${gateway.port}/functions/v1/hello`
  await (await fetch(url)).text()
  await run(url)
  const { milliseconds, latencies } = await run(url)
  await gateway.stop()
  await functions.stop()
  await project.remove()
  report('functions', [
    { metric: 'cold start of places, p50', value: round(percentile(cold, 0.5)), unit: 'ms', goal: 500 },
    {
      metric: `warm function, ${connections} connections`,
      value: Math.round((latencies.length / milliseconds) * 1000),
      unit: '/s',
      goal: 1000,
      atLeast: true
    },
    { metric: 'warm function, p50', value: round(percentile(latencies, 0.5)), unit: 'ms', goal: null },
    { metric: 'warm function, p95', value: round(percentile(latencies, 0.95)), unit: 'ms', goal: null }
  ])
}

if (isMainThread) await measure()
else parentPort?.postMessage(await ask(workerData as { url: string; count: number }))
