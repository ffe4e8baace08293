import { type Agenda, type DriverAgenda, hashOf, makeAgenda, type RiderAgenda } from './agenda.ts'
import { type Api, createApi, visitor } from './client/api.ts'
import { type AppClock, createAppClock } from './client/clock.ts'
import { createLines } from './client/line.ts'
import { admit, openSessions } from './client/people.ts'
import type { Account } from './client/sessions.ts'
import { createSocket } from './client/socket.ts'
import { createDay, type Day } from './day.ts'
import { Driver } from './driver/driver.ts'
import { reportFailures } from './failures.ts'
import { Rider } from './rider/rider.ts'
import { runLive, type Schedule } from './schedule.ts'
import type { Log, Note, Town } from './town.ts'
import { createWatch } from './watch.ts'
import { loadWorld } from './world.ts'

export interface CityOptions {
  /** URLs of the API (`url`) and of the mail inbox (`inbox`), and the API's publishable key (`key`). */
  url: string
  key: string
  inbox: string
  /** Folder of the map region. */
  region: string
  /** Folder in which the people's refresh tokens are stored; null: they are not stored. */
  data: string | null
  seed: string
  log: Log
}

/** What all simulated people need. It is prepared before they join. */
export interface Stage {
  api: Api
  town: Town
  agenda: Agenda
  day: Day
}

/** Loads the roads, the car types and the operator's time zone, and plans the agenda. None of it needs a signed-in person. */
export async function setStage(
  options: CityOptions,
  clock: AppClock,
  more: { before?: () => Promise<void>; note: Note; isLive: boolean }
): Promise<Stage> {
  const { url, key, inbox, log, seed } = options
  const world = await loadWorld(options.region)
  const api = createApi({ url, key, inbox, clock, ...(more.before && { before: more.before }) })
  const types = await api.rows<{ id: string; name: string }>(visitor, 'car_types?select=id,name')
  const [settings] = await api.rows<{ time_zone: string }>(visitor, 'settings?select=time_zone')
  const town: Town = {
    api,
    world,
    clock,
    watch: createWatch(log),
    note: more.note,
    log,
    colleagues: [],
    visitors: new Map(),
    own: new Set(),
    carTypes: new Map(types.map(({ id, name }) => [name, id])),
    openLine: more.isLive ? createLines(url, key) : null
  }
  return { api, town, agenda: makeAgenda(seed, world), day: createDay(settings?.time_zone ?? 'UTC') }
}

/** Adds a simulated driver. @param mayCome returns whether drivers without `isFirst` may work already */
export function enterDriver(
  { town, day }: Stage,
  agenda: DriverAgenda,
  account: Account,
  schedule: Schedule,
  mayCome: () => boolean
): Driver {
  const wake = (driver: Driver) => schedule.poke(driver)
  const driver = new Driver({ town, account, agenda, wake, mayCome, secondOfDay: day.secondOf })
  town.colleagues.push(driver)
  schedule.add(driver, town.clock.now())
  return driver
}

/** Adds a simulated rider. @param begin when the simulation started (ms since 1970) */
export function enterRider(
  { town, day }: Stage,
  agenda: RiderAgenda,
  account: Account,
  schedule: Schedule,
  begin: number
): void {
  schedule.add(new Rider({ town, account, agenda, begin, secondOfDay: day.secondOf }), town.clock.now())
}

export interface City {
  /** Lets all drivers work, not only those with `isFirst`. */
  everyone(): void
  /** Returns the violations of the product's invariants found so far. */
  broken(): readonly string[]
  stop(): Promise<void>
}

/**
 * Starts the demo city: simulated drivers and riders sign in and follow their agendas until `stop` is called. Waits only for
 * the sign-ins of the first drivers (`isFirst`). The other people sign in later in the background.
 *
 * @param isEarly whether only the first drivers work until `everyone` is called
 * @throws Error if none of the first drivers can sign in
 */
export async function wakeCity(options: CityOptions, isEarly: boolean): Promise<City> {
  const { url, key, log, data } = options
  const began = performance.now()
  const clock = createAppClock()
  const stage = await setStage(options, clock, { note: () => undefined, isLive: true })
  const { api, town, agenda } = stage
  const schedule = runLive(clock, reportFailures(log))
  const socket = createSocket(url, key)
  const drivers: Driver[] = []
  let isOpen = !isEarly
  let witness: Account | null = null as Account | null
  const sessions = await openSessions(api, data)
  const first = agenda.drivers.filter((driver) => driver.isFirst)
  const others = agenda.drivers.filter((driver) => !driver.isFirst)

  const drive = (role: DriverAgenda, account: Account) => {
    const driver = enterDriver(stage, role, account, schedule, () => isOpen)
    drivers.push(driver)
    witness ??= account
    const channel = socket.listen(`driver:${account.id}`, account.token, () => driver.hear())
    account.onToken = (token) => channel.renew(token)
  }
  const present = await admit(sessions, first, log, drive)
  if (!witness) {
    socket.close()
    await schedule.stop()
    throw new Error('the demo people have no account here')
  }
  log.info('city.awake', {
    drivers: present,
    seconds: Math.round(performance.now() - began) / 1000,
    seed: options.seed,
    agenda: hashOf([...agenda.drivers, ...agenda.riders].map(hashOf))
  })
  town.watch.learn(await api.rows(witness.token, 'booking_transitions?select=from_status,to_status'))
  const begin = clock.now()
  // Start the sign-ins of the other people without waiting for them.
  void admit(sessions, others, log, drive).then(() =>
    admit(sessions, agenda.riders, log, (role, account) => enterRider(stage, role, account, schedule, begin))
  )

  return {
    everyone() {
      isOpen = true
      for (const driver of drivers) schedule.poke(driver)
    },
    broken: () => town.watch.broken,
    async stop() {
      await schedule.stop()
      await Promise.allSettled(drivers.map((driver) => driver.leave()))
      socket.close()
    }
  }
}
