/**
 * Several people do the same thing at once, on real connections: fifty drivers accept one booking, one driver accepts fifty, two
 * devices pay with one wallet. Each race has two rounds, fifty with HACKNEY_FULL=1. Afterwards all invariants hold.
 */
import type postgres from 'postgres'
import { withCluster } from './support/cluster.ts'
import { accept, addRider, admin, book, confirmCash, driver, ride, rider } from './support/crowd.ts'
import { checkInvariants } from './support/invariants.ts'
import { outcomes, say } from './support/outcomes.ts'
import { call } from './support/people.ts'
import { settle } from './support/race.ts'
import { prepareRaces, races } from './support/races.ts'
import { isFull } from './support/random.ts'

async function addAdmin(sql: postgres.Sql): Promise<string> {
  const id = await addRider(sql)
  await sql`update public.profiles set usertype = 'admin' where id = ${id}`
  return id
}

/** Two admins credit and refund one person at once: credit_limit also limits what a person gets in total, and nothing deadlocks. */
async function shareLimit(sql: postgres.Sql, who: string): Promise<string> {
  const admins = [await addAdmin(sql), await addAdmin(sql)]
  const booking = await ride(sql, { rider: who, driver: driver(3) }, 'PENDING')
  await confirmCash(sql, admin, booking)
  await sql`update public.settings set credit_limit = 10 where id = 1`
  const answers = await Promise.all(
    admins.flatMap((by) => [
      call(sql, by, 'select public.add_to_wallet($1, 6) as it', [who]),
      call(sql, by, `select public.refund_booking($1, 6, 'late') as it`, [booking])
    ])
  )
  await sql`update public.settings set credit_limit = null where id = 1`
  const granted = answers.filter(({ ok }) => ok).length
  // After one refund, the rest of the fare may be less than the other refund asks for.
  const strange = answers.find((answer) => !answer.ok && !['needs_approval', 'refund_too_high'].includes(answer.key))
  return granted === 1 && !strange ? '' : JSON.stringify({ granted, strange })
}

await outcomes(async (report) => {
  const rounds = isFull ? 50 : 2
  await withCluster(async (cluster) => {
    const sql = cluster.connect(50)
    // Opens all connections first, so that the calls of a race start together.
    await Promise.all(Array.from({ length: 50 }, () => sql`select pg_sleep(0.05)`))
    await prepareRaces(sql)
    const { id } = await book(sql, rider(60)).then((answer) => (answer.ok ? answer.row : { id: '' }))
    const held = await sql.begin(async (tx) => {
      await tx`select 1 from public.bookings where id = ${id} for no key update`
      return accept(sql, driver(1), id)
    })
    report(
      !held.ok && held.key === 'try_again',
      'accepting a booking that another transaction has locked is refused with try_again',
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
      if (race.pain) report(isFine, `complaint "${race.pain}" did not happen in ${rounds} rounds`)
      say(`${race.name}: ${((performance.now() - began) / rounds).toFixed(0)} ms a round`)
    }
    const shared: string[] = []
    // Uses new riders: the races before have already credited the others today, which counts towards the limit.
    for (let n = 0; n < Math.min(rounds, 10); n += 1) shared.push(await shareLimit(sql, await addRider(sql)))
    report(
      shared.join('') === '',
      'two admins at once cannot give a person more than one credit_limit',
      shared.join(' ')
    )
    await checkInvariants(sql, report, 'after all races')
    await sql.end()
  })
})
