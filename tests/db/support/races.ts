import type postgres from 'postgres'
import { bookingRaces } from './booking-races.ts'
import { cardRaces } from './card-races.ts'
import * as crowd from './crowd.ts'
import { driverRaces } from './driver-races.ts'
import { exampleDrivers, exampleRaces, prepareExamples } from './ledger-examples.ts'
import { moneyRaces } from './money-races.ts'
import { officeRaces } from './office-races.ts'
import type { Race } from './race.ts'

/** All races: races.test.ts runs each, and crash.test.ts kills the server during each. */
export const races: Race[] = [
  ...bookingRaces,
  ...driverRaces,
  ...moneyRaces,
  ...cardRaces,
  ...exampleRaces,
  ...officeRaces
]

/** Creates the people of all races, and lets dispatch offer a booking to all drivers within the radius at once. */
export async function prepareRaces(sql: postgres.Sql): Promise<void> {
  await crowd.makeCrowd(sql, 60, 50 + exampleDrivers)
  await prepareExamples(sql)
  await sql`update public.settings set dispatch_mode = 'all', offer_timeout = 600, app_category = 'both' where id = 1`
}
