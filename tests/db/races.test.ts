/**
 * People who do the same thing at once, on real connections: fifty drivers accept one booking, one driver fifty, two
 * devices pay with one wallet. Three rounds each, fifty with HACKNEY_FULL=1, and afterwards everything still holds.
 */
import type { Report } from './run.ts'
import { withCluster } from './support/cluster.ts'
import { accept, book, driver, rider } from './support/crowd.ts'
import { checkInvariants } from './support/invariants.ts'
import { settle } from './support/race.ts'
import { prepareRaces, races } from './support/races.ts'
import { isFull } from './support/random.ts'

/** Runs on a cluster of its own; `url` is not used. */
export async function test(_url: string, report: Report): Promise<void> {
  const rounds = isFull ? 50 : 3
  await withCluster(async (cluster) => {
    const sql = cluster.connect(50)
    // Connections first: a race whose runners are still tying their shoes is none.
    await Promise.all(Array.from({ length: 50 }, () => sql`select pg_sleep(0.05)`))
    await prepareRaces(sql)
    const { id } = await book(sql, rider(60)).then((answer) => (answer.ok ? answer.row : { id: '' }))
    const held = await sql.begin(async (tx) => {
      await tx`select 1 from public.bookings where id = ${id} for no key update`
      return accept(sql, driver(1), id)
    })
    report(
      !held.ok && held.key === 'try_again',
      'while someone decides, the answer is to try again',
      JSON.stringify(held)
    )
    await settle(sql)
    for (const race of races) {
      const began = performance.now()
      let isFine = true
      for (let round = 0; round < rounds; round += 1) {
        const { calls, judge } = await race.prepare(sql, round)
        const answers = await Promise.all(calls.map((work) => work()))
        const strange = answers.find((answer) => !answer.ok && !answer.state.startsWith('PT'))
        const problem = (await judge(sql, answers)) || (strange ? JSON.stringify(strange) : '')
        report(problem === '', `${race.name}, round ${round + 1}`, problem)
        isFine &&= problem === ''
        await settle(sql)
      }
      if (race.pain) report(isFine, `pain: ${race.pain}: not in ${rounds} rounds`)
      process.stdout.write(`# ${race.name}: ${((performance.now() - began) / rounds).toFixed(0)} ms a round\n`)
    }
    await checkInvariants(sql, report, 'after all races')
    await sql.end()
  })
}
