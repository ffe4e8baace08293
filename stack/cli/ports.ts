import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../failure.ts'

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/** A stack that was killed may just be ending its database server, whose socket outlives its files for a moment. */
async function becomesFree(port: number): Promise<boolean> {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    if (await isFree(port)) return true
    await sleep(100)
  }
  return false
}

/**
 * Checks the ports before anything is started, so that nothing has to be undone.
 *
 * @param ports By what they are for.
 * @throws Failure naming the first one that is taken.
 */
export async function checkPorts(ports: Record<string, number>): Promise<void> {
  const results = await Promise.all(
    Object.entries(ports).map(async ([use, port]) => ({ use, port, free: await becomesFree(port) }))
  )
  const taken = results.find((result) => !result.free)
  if (!taken) return
  const flag = taken.use === 'web' ? '--web-port=N' : '--port=N'
  throw new Failure(
    `Port ${taken.port} (${taken.use}) is taken.`,
    `Stop what uses it, or choose others with \`${flag}\`.`
  )
}
