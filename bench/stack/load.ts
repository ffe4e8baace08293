import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** Requests repeated on persistent connections. */
export interface Load {
  url: string
  headers: Record<string, string>
  clients: number
  seconds: number
}

function get(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
      response.resume()
      response.once('end', resolve)
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}

async function send({ url, headers, clients, seconds }: Load): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const begin = performance.now()
  const end = begin + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end) {
        await get(url, headers, agent)
        count += 1
      }
    })
  )
  agent.destroy()
  return (count * 1000) / (performance.now() - begin)
}

/** Measures requests per second, sent from a separate thread that shares the machine's cores with the server. */
export async function requestsPerSecond(load: Load): Promise<number> {
  const worker = new Worker(import.meta.filename, { workerData: load })
  const [rate] = (await once(worker, 'message')) as [number]
  await worker.terminate()
  return rate
}

if (!isMainThread) parentPort?.postMessage(await send(workerData as Load))
