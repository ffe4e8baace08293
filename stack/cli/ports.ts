import { createServer } from 'node:net'
import { Failure } from '../failure.ts'

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/**
 * Checks that the ports are free. Called before anything is started, so that nothing has to be undone.
 *
 * @param ports The ports by their purpose.
 * @throws Failure naming the first port that is in use.
 */
export async function checkPorts(ports: Record<string, number>): Promise<void> {
  const results = await Promise.all(
    Object.entries(ports).map(async ([use, port]) => ({ use, port, free: await isFree(port) }))
  )
  const taken = results.find((result) => !result.free)
  if (!taken) return
  const flag = taken.use === 'web' ? '--web-port=N' : '--port=N'
  throw new Failure(
    `Port ${taken.port} (${taken.use}) is taken.`,
    `Stop what uses it, or choose others with \`${flag}\`.`
  )
}
