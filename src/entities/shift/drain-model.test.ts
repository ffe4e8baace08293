/**
 * The queue against a model of the server: rides and parcels with every kind of action, positions between them, refused codes,
 * trips cancelled or accepted again meanwhile. However requests, responses and pages get lost, it ends in the same state as a run
 * without losses.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DrainDeps, drain, drainPhotos } from './drain'
import type { DriverAction, Fix, QueuedAction } from './model'
import { isDone } from './project'
import { memoryStorage, type ShiftStorage } from './storage'

/** The fate of one request on the network and the phone. */
type Fate = 'fine' | 'lost on the way' | 'answer lost' | 'killed before' | 'killed after'
/** What happened to a trip during a lost signal. */
type Meanwhile = 'nothing' | 'cancelled' | 'accepted again'

class Refusal extends Error {}
class Lost extends Error {}
class Killed extends Error {}

const CODE = '12345'
/** Number of parts in which a large picture is sent. */
const PARTS = 3
/** The time of sending (ms): so much later than all actions that they count as having waited for a signal. */
const LATER = 1_000_000

interface ServerTrip {
  status: string
  acceptedAt: string
  isReturning: boolean
  stars: number | null
  receivedBy: string | null
  /** The stored pictures: by kind (pickup or delivery), the idempotency key of the last press that sent one. */
  photos: Record<string, string>
  stops: number[]
  extras: number[]
}

const newTrip = (): ServerTrip => ({
  ...{ status: 'ACCEPTED', acceptedAt: 'first', isReturning: false, stars: null, receivedBy: null },
  ...{ photos: {}, stops: [], extras: [] }
})

function makeServer(trips: readonly Meanwhile[]) {
  const bookings = new Map<string, ServerTrip>()
  for (const [index, meanwhile] of trips.entries()) {
    const trip = newTrip()
    if (meanwhile === 'cancelled') trip.status = 'CANCELLED'
    if (meanwhile === 'accepted again') trip.acceptedAt = 'second'
    bookings.set(`b${index}`, trip)
  }
  const keys = new Map<string, string | null>()
  const events: string[] = []
  const points = new Set<number>()
  const missed = new Set<string>()
  const attempts = new Map<string, number>()
  /** How many parts the server has received, by upload address. */
  const uploads = new Map<string, number>()
  let parts = 0
  const tripOf = (id: string): ServerTrip => {
    const trip = bookings.get(id)
    if (!trip) throw new Refusal('booking_not_found')
    return trip
  }
  const need = (trip: ServerTrip, ...allowed: string[]) => {
    if (!allowed.includes(trip.status)) throw new Refusal('wrong_status')
  }

  /** Each step responds to a repeated key as it did the first time. */
  function act({ bookingId: id, action, key, acceptedAt, at }: QueuedAction): void {
    const trip = tripOf(id)
    if (keys.has(key)) {
      const before = keys.get(key)
      if (before) throw new Refusal(before)
      return
    }
    if (action.kind !== 'rate' && acceptedAt !== trip.acceptedAt) throw new Refusal('job_changed')
    step(trip, id, action, key)
    keys.set(key, null)
    const ahead = [...points].filter((point) => point > at).length
    events.push(`${id} ${action.kind} ${at} after ${points.size - ahead} points and ${ahead} of later`)
  }

  function step(trip: ServerTrip, id: string, action: DriverAction, key: string): void {
    switch (action.kind) {
      case 'arrive':
        need(trip, 'ACCEPTED')
        trip.status = 'ARRIVED'
        break
      case 'start':
        need(trip, 'ARRIVED')
        if (action.otp !== CODE) {
          attempts.set(id, (attempts.get(id) ?? 0) + 1)
          keys.set(key, 'start_code_wrong')
          throw new Refusal('start_code_wrong')
        }
        trip.status = 'STARTED'
        break
      case 'arrive_at_stop':
        need(trip, 'STARTED')
        trip.stops.push(action.position)
        break
      case 'add_extra':
        need(trip, 'STARTED', 'PENDING')
        trip.extras.push(action.amount)
        break
      case 'hand_over':
        need(trip, 'STARTED', 'PENDING', 'PAID')
        trip.receivedBy = action.receivedBy
        break
      case 'return_to_sender':
        need(trip, 'STARTED')
        trip.isReturning = true
        break
      case 'reach':
        need(trip, 'STARTED')
        trip.status = 'PENDING'
        break
      case 'confirm_cash':
        need(trip, 'PENDING')
        trip.status = 'PAID'
        break
      case 'rate':
        need(trip, 'PAID')
        if (trip.stars !== null && trip.stars !== action.stars) throw new Refusal('already_rated')
        trip.stars = action.stars
        break
      case 'photo':
        need(trip, ...(action.which === 'pickup' ? ['ARRIVED'] : []), 'STARTED', 'PENDING', 'PAID')
        trip.photos[action.which] = key
    }
  }
  const upload = (address: string, part: number) => {
    // A received part is not accepted again.
    if ((uploads.get(address) ?? 0) !== part) throw new Error(`part ${part} of ${address} came twice`)
    uploads.set(address, part + 1)
    parts += 1
  }
  return { bookings, events, points, missed, attempts, uploads, act, upload, partsSent: () => parts }
}

type Server = ReturnType<typeof makeServer>

function connect(server: Server, fates: Fate[], refused: string[]): DrainDeps {
  const begun = new Map<string, string>()
  async function request<T>(work: () => T): Promise<T> {
    const fate = fates.shift() ?? 'fine'
    if (fate === 'killed before') throw new Killed()
    if (fate === 'lost on the way') throw new Lost()
    const answer = work()
    if (fate === 'killed after') throw new Killed()
    if (fate === 'answer lost') throw new Lost()
    return answer
  }
  async function sendPhoto(queued: QueuedAction): Promise<void> {
    // The phone stores the upload addresses of a picture.
    const address = begun.get(queued.key) ?? (await request(() => `${queued.key}-${server.uploads.size}`))
    begun.set(queued.key, address)
    for (let part = await request(() => server.uploads.get(address) ?? 0); part < PARTS; part++) {
      await request(() => server.upload(address, part))
    }
    await request(() => server.act(queued))
  }
  return {
    report: (fixes) =>
      request(() => {
        for (const { at } of fixes) server.points.add(at)
      }),
    send: (queued) => (queued.action.kind === 'photo' ? sendPhoto(queued) : request(() => server.act(queued))),
    sendTogether: (actions) =>
      request(() =>
        actions.map((queued) => {
          try {
            server.act(queued)
            return null
          } catch (error) {
            return (error as Error).message
          }
        })
      ),
    refusal: (error) => {
      // A killed page sends no more requests.
      if (error instanceof Killed) throw error
      return error instanceof Refusal ? error.message : null
    },
    look: ({ bookingId, action, acceptedAt }) =>
      request(() => {
        const trip = server.bookings.get(bookingId) ?? newTrip()
        const isThere =
          action.kind === 'return_to_sender' ? trip.isReturning : isDone(action.kind, trip.status as never)
        return { status: trip.status, isDone: acceptedAt === trip.acceptedAt && isThere }
      }),
    note: (_, { key }) => request(() => void server.missed.add(key)),
    onRefused: ({ key }, refusal) => void refused.push(`${key} ${refusal}`),
    now: () => LATER
  }
}

/** Reopens the page until everything that can be sent has been. */
async function untilSent(storage: ShiftStorage, deps: DrainDeps): Promise<void> {
  for (let opened = 0; opened < 1000; opened++) {
    try {
      if ((await drain(storage, deps)) === 'empty' && (await drainPhotos(storage, deps)) === 'empty') return
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }
  throw new Error('never came to an end')
}

const fix = (at: number): Fix => ({ lat: 47, lng: 9, heading: null, accuracy: 5, speed: 9, at })
const photo = (which: 'pickup' | 'deliver'): DriverAction => ({ kind: 'photo', which, file: new Blob(['x']) })
const otp = fc.constantFrom(CODE, CODE, '00000')

/** A ride in cash, as far as the driver got. */
const ride = fc.tuple(otp, fc.integer({ min: 1, max: 7 })).map(([code, length]): DriverAction[] => {
  const whole: DriverAction[] = [
    { kind: 'arrive' },
    { kind: 'start', otp: code },
    { kind: 'arrive_at_stop', position: 1 },
    { kind: 'add_extra', extra: 'toll', amount: 3, note: '' },
    { kind: 'reach', otp: null },
    { kind: 'confirm_cash' },
    { kind: 'rate', stars: 4, comment: '', tags: [] }
  ]
  return whole.slice(0, length)
})

/** A parcel, delivered or returned; a picture may be taken again. */
const parcel = fc
  .tuple(otp, fc.boolean(), fc.boolean())
  .map(([code, isReturned, isTakenAgain]): DriverAction[] => [
    { kind: 'arrive' },
    photo('pickup'),
    ...(isTakenAgain ? [photo('pickup')] : []),
    { kind: 'start', otp: code },
    ...(isReturned
      ? [{ kind: 'return_to_sender', reason: 'Nobody home' } as const]
      : [{ kind: 'hand_over', receivedBy: 'Nora', signature: null } as const, photo('deliver')]),
    { kind: 'reach', otp: null }
  ])

const meanwhile = fc.constantFrom<Meanwhile>('nothing', 'nothing', 'nothing', 'cancelled', 'accepted again')
const fate = fc.constantFrom<Fate>(
  'fine',
  'fine',
  'fine',
  'lost on the way',
  'answer lost',
  'killed before',
  'killed after'
)

const scenario = fc.record({
  trips: fc.array(fc.record({ actions: fc.oneof(ride, parcel), meanwhile }), { minLength: 1, maxLength: 4 }),
  gaps: fc.array(fc.nat(5), { minLength: 10, maxLength: 10 }),
  fates: fc.array(fate, { maxLength: 120, size: 'max' })
})
type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never

/** Works the trips without a signal, with positions between. */
async function work(storage: ShiftStorage, { trips, gaps }: Scenario): Promise<number> {
  let at = 0
  let n = 0
  for (const [index, { actions }] of trips.entries()) {
    for (const action of actions) {
      for (let points = gaps[n++ % gaps.length] ?? 0; points > 0; points--) await storage.addFix(fix(++at))
      await storage.putAction({
        ...{ key: `k${++at}`, driverId: 'd1', bookingId: `b${index}`, reference: 'ABCDEF', acceptedAt: 'first' },
        ...{ at, action, heldKey: null }
      })
    }
  }
  await storage.addFix(fix(++at))
  return at
}

/** Enters the right code for every refused start, in its place and for its time. */
async function enterCodes(storage: ShiftStorage): Promise<void> {
  for (const held of await storage.actions()) {
    if (held.heldKey === null || held.action.kind !== 'start') continue
    await storage.replaceAction(held.key, {
      ...held,
      key: `${held.key}-again`,
      heldKey: null,
      action: { kind: 'start', otp: CODE }
    })
  }
}

async function run(script: Scenario, fates: Fate[]) {
  const server = makeServer(script.trips.map((trip) => trip.meanwhile))
  const storage = memoryStorage()
  const refused: string[] = []
  const deps = connect(server, fates, refused)
  const last = await work(storage, script)
  await untilSent(storage, deps)
  const held = (await storage.actions()).filter(({ heldKey }) => heldKey !== null).map(({ key }) => key)
  await enterCodes(storage)
  await untilSent(storage, deps)
  const conflicts = (await storage.conflicts()).map(({ isNoted, actions, refusedKey, bookingId }) => ({
    ...{ bookingId, refusedKey, isNoted },
    actions: actions.map(({ key }) => key)
  }))
  return { server, storage, refused, conflicts, held, last }
}

it('the queue ends in the same state as without losses, for every kind of action', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (script) => {
      const smooth = await run(script, [])
      const rough = await run(script, [...script.fates])
      expect([...rough.server.bookings]).toEqual([...smooth.server.bookings])
      expect(rough.server.events).toEqual(smooth.server.events)
      expect(rough.server.points).toEqual(smooth.server.points)
      expect(rough.server.attempts).toEqual(smooth.server.attempts)
      expect(rough.server.missed).toEqual(smooth.server.missed)
      expect([rough.conflicts, rough.held, rough.refused]).toEqual([smooth.conflicts, smooth.held, smooth.refused])
      expect([await rough.storage.actions(), await rough.storage.fixes(LATER, 1)]).toEqual([[], []])
    }),
    { numRuns: 300 }
  )
}, 60_000)

it('actions count if their trip continued, and not if it was taken away', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (script) => {
      const { server, conflicts, held } = await run(script, [...script.fates])
      for (const [index, { actions, meanwhile: became }] of script.trips.entries()) {
        const id = `b${index}`
        const counted = server.events.filter((event) => event.startsWith(`${id} `))
        expect(counted, id).toHaveLength(became === 'nothing' ? actions.length : 0)
        // Positions are sent in order of time, except around blocked actions, and pictures last.
        const isHeldUp = actions.some((action) => action.kind === 'start' && action.otp !== CODE)
        for (const event of isHeldUp ? [] : counted.filter((one) => !one.includes('photo'))) {
          expect(event).toMatch(/ 0 of later$/)
        }
        const lost = conflicts.filter(({ bookingId }) => bookingId === id)
        expect(lost.flatMap((conflict) => conflict.actions)).toHaveLength(became === 'nothing' ? 0 : actions.length)
        for (const conflict of lost) {
          expect(conflict).toMatchObject({
            isNoted: true,
            refusedKey: became === 'cancelled' ? expect.any(String) : 'job_changed'
          })
        }
      }
      const wrong = script.trips.filter(
        (trip) =>
          trip.meanwhile === 'nothing' && trip.actions.some((action) => action.kind === 'start' && action.otp !== CODE)
      )
      expect(held).toHaveLength(wrong.length)
      expect([...server.attempts.values()]).toEqual(wrong.map(() => 1))
    }),
    { numRuns: 300 }
  )
}, 60_000)

it('each part of a picture is sent once, unless its first response or the page was lost', async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async (script) => {
      const { server } = await run(script, [...script.fates])
      const pictures = script.trips.flatMap(({ actions, meanwhile: became }) =>
        became === 'nothing' ? actions.filter(({ kind }) => kind === 'photo') : []
      )
      expect(server.partsSent()).toBe(pictures.length * PARTS)
    }),
    { numRuns: 200 }
  )
}, 60_000)

it('refusals for now lose no action and change no trip, whichever requests they hit', async () => {
  const refusals = fc.array(fc.constantFrom(null, null, 'account_suspended', 'new_in_2031'), {
    maxLength: 60,
    size: 'max'
  })
  await fc.assert(
    fc.asyncProperty(scenario, refusals, async (script, given) => {
      const smooth = await run(script, [])
      const server = makeServer(script.trips.map((trip) => trip.meanwhile))
      const storage = memoryStorage()
      const refused: string[] = []
      const left = [...given]
      let now = LATER
      const plain = connect(server, [...script.fates], refused)
      const deps: DrainDeps = {
        ...plain,
        now: () => now,
        send: async (queued) => {
          const key = left.shift()
          if (key) throw new Refusal(key)
          await plain.send(queued)
        }
      }
      const untilAllSent = async () => {
        // Longer than any pause. Each attempt uses up one refusal, so all actions are sent in the end.
        for (let attempt = 0; attempt <= given.length; attempt++) {
          await untilSent(storage, deps)
          now += 300_000
        }
      }
      await work(storage, script)
      await untilAllSent()
      await enterCodes(storage)
      await untilAllSent()
      expect(await storage.actions()).toEqual([])
      expect([...server.bookings]).toEqual([...smooth.server.bookings])
      expect(server.attempts).toEqual(smooth.server.attempts)
      const doneIn = ({ events }: Server) => events.map((event) => event.split(' after ')[0] ?? '')
      expect(doneIn(server).sort()).toEqual(doneIn(smooth.server).sort())
      // Pictures are sent separately, so their place among the steps may differ.
      const steps = (of: Server, id: string) =>
        doneIn(of).filter((event) => event.startsWith(`${id} `) && !event.includes('photo'))
      for (const index of script.trips.keys())
        expect(steps(server, `b${index}`)).toEqual(steps(smooth.server, `b${index}`))
      expect(refused.sort()).toEqual([...smooth.refused].sort())
    }),
    { numRuns: 200 }
  )
}, 60_000)
