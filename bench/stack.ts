// Measures the whole stack by its command line: start time, response times, sign-in, idle memory, and figures of its parts' own
// benchmarks.
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

/** Pause before memory is measured (ms), so that the memory of the start is released. */
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

/** Prints results at once, because the whole run takes some minutes. */
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
