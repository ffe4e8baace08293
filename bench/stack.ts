// The whole stack by its command line: how fast it starts, answers and signs in, how much memory it takes at rest, and
// what its parts reach by their own benchmarks.
import { setTimeout as sleep } from 'node:timers/promises'
import { megabytes } from '../tests/support/processes.ts'
import { startStack } from '../tests/support/stack.ts'
import { type Figure, report } from './report.ts'
import { measureAuth } from './stack/auth.ts'
import { measureOthers } from './stack/others.ts'
import { measureRest } from './stack/rest.ts'
import { measureStart } from './stack/start.ts'

const databases = { native: 'PostgreSQL', pglite: 'PGlite' } as const
const memoryGoals = { native: 300, pglite: 1200 }

/** Long enough that what the start needed has been given back. */
const rest = 5000

async function measureRunning(database: 'native' | 'pglite'): Promise<Figure[]> {
  const stack = await startStack({ database })
  try {
    await sleep(rest)
    const name = databases[database]
    const size = megabytes(stack.pid)
    const memory: Figure[] =
      size === null
        ? []
        : [{ metric: `idle memory, ${name}`, value: Math.round(size), unit: 'MB', goal: memoryGoals[database] }]
    return [...memory, await measureAuth(stack.env, name), ...(await measureRest(stack.env, name))]
  } finally {
    await stack.stop()
  }
}

const figures: Figure[] = []

/** It takes some minutes: what is known is said at once. */
function add(found: Figure[]): void {
  for (const { metric, value, unit } of found) console.error(`… ${metric}: ${value} ${unit}`)
  figures.push(...found)
}

for (const database of ['native', 'pglite'] as const) {
  add(await measureStart(database, databases[database]))
  add(await measureRunning(database))
}
add(measureOthers())
report('stack', figures)
process.exit()
