// Measures how quickly a rider's screen follows: from "Book" to "searching", and from the driver's "accept" to the plate. Also
// measures the cost of twenty positions a second, and the download of a shared trip's page.
import { isFull } from '../tests/support/full.ts'
import { startStack } from '../tests/support/stack.ts'
import { type Figure, report } from './report.ts'
import { measureAccept } from './ride/accept.ts'
import { measureBook } from './ride/book.ts'
import { peopleOf } from './ride/people.ts'
import { measurePositions } from './ride/positions.ts'
import { measureShared } from './ride/shared.ts'

const samples = isFull ? 100 : 20

async function measure(database: 'native' | 'pglite'): Promise<Figure[]> {
  const stack = await startStack({ database, web: 'built' })
  try {
    const people = await peopleOf(stack.env)
    const web = stack.env.WEB_URL ?? ''
    const isNative = database === 'native'
    const accepted = await measureAccept(people, {
      web,
      samples,
      on: isNative ? 'PostgreSQL' : 'PGlite',
      goal: isNative ? 150 : null
    })
    if (!isNative) return accepted
    return [
      ...accepted,
      ...(await measureBook(people, web, samples)),
      ...(await measurePositions(people, web)),
      ...(await measureShared(people, web))
    ]
  } finally {
    await stack.stop()
  }
}

report('ride', [...(await measure('native')), ...(await measure('pglite'))])
process.exit()
