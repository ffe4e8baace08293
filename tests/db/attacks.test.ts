/** Attacks that need their own connections: people outside a booking who try to lock it and make its parties wait. */
import postgres from 'postgres'
import { book } from './support/crowd.ts'
import { databaseUrl, outcomes, type Report } from './support/outcomes.ts'
import { actAsRole, call, idOf } from './support/people.ts'

class Rollback extends Error {}

async function clean(sql: postgres.Sql, id: string): Promise<void> {
  await sql.begin(async (tx) => {
    await actAsRole(tx, 'none')
    await tx`set local session_replication_role = replica`
    for (const table of ['booking_events', 'booking_finances', 'booking_offers', 'dispatch_waves', 'notices'])
      await tx`delete from ${tx(`public.${table}`)} where booking_id = ${id}`
    for (const table of ['start_codes', 'dispatch_queue'])
      await tx`delete from ${tx(`app.${table}`)} where booking_id = ${id}`
    await tx`delete from public.bookings where id = ${id}`
  })
}

/** Locks the row of a booking, so that each call that locks it times out. */
async function callWhileHeld(sql: postgres.Sql, id: string, report: Report, rider: string): Promise<void> {
  const stranger = await idOf(sql, 'rider5')
  await sql
    .begin(async (tx) => {
      await tx`select 1 from public.bookings where id = ${id} for update`
      for (const attempt of ['cancel_booking($1)', 'rate_booking($1, 1)', 'pay_with_wallet($1)', 'tip_driver($1, 1)']) {
        const answer = await call(sql, stranger, `select public.${attempt}`, [id])
        const key = answer.ok ? 'an answer' : answer.key
        report(
          key === 'booking_not_found',
          `a rider outside the booking is refused without waiting for its lock: ${attempt}`,
          key
        )
      }
      const party = await call(sql, rider, 'select public.cancel_booking($1)', [id])
      report(!party.ok && party.state === '55P03', "the booking's rider waits for its lock", JSON.stringify(party))
      throw new Rollback()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Rollback)) throw error
    })
}

await outcomes(async (report) => {
  const sql = postgres(databaseUrl(), { max: 2, onnotice: () => {}, connection: { lock_timeout: 300 } })
  try {
    const rider = await idOf(sql, 'rider4')
    const booked = await book(sql, rider)
    if (!booked.ok) throw new Error(booked.key)
    await callWhileHeld(sql, booked.row.id, report, rider)
    await clean(sql, booked.row.id)
  } finally {
    await sql.end()
  }
})
