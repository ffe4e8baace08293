// Measures the time from `npm start` until the page responds and everything behind it is usable: with an empty data folder, and
// again with the same folder. Packages and region exist already.
import { rmSync } from 'node:fs'
import { temporaryFolder } from '../../tests/support/folder.ts'
import { startStack } from '../../tests/support/stack.ts'
import { type Figure, round } from '../report.ts'

const goals = {
  native: { first: 4, again: 4 },
  pglite: { first: 12, again: 5 }
}

async function seconds(database: 'native' | 'pglite', data: string): Promise<number> {
  const stack = await startStack({ database, web: 'dev', data })
  await stack.stop()
  return round(Math.max(stack.startTime, stack.pageTime ?? 0) / 1000, 2)
}

/** Measures the first start and the next one, in seconds. */
export async function measureStart(database: 'native' | 'pglite', name: string): Promise<Figure[]> {
  const data = temporaryFolder()
  try {
    const figures: Figure[] = []
    for (const time of ['first', 'again'] as const) {
      const metric = `start on ${name}, ${time === 'first' ? 'first time' : 'again'}`
      figures.push({ metric, value: await seconds(database, data), unit: 's', goal: goals[database][time] })
    }
    return figures
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}
