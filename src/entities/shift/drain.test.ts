import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DrainDeps, drain, drainPhotos } from './drain'
import type { DriverAction, Fix, QueuedAction } from './model'
import { isDone } from './project'
import { isFinalFor, refusalOf } from './refusal'
import { memoryStorage, type ShiftStorage } from './storage'
import { hasWaited } from './waited'

const DRIVER = 'd1'

/** The fate of one request on the network and the phone. */
type Fate = 'fine' | 'lost on the way' | 'answer lost' | 'killed before' | 'killed after'

class Refusal extends Error {}
class Lost extends Error {}
class Killed extends Error {}

/** The server as a queue sees it: each action counts once, and only in its status. */
function makeServer() {
  const status = new Map<string, string>()
  const history: string[] = []
  const keys = new Map<string, string | null>()
  const points = new Set<number>()
  const noted: string[] = []
  const attempts = new Map<string, number>()
  const move = (id: string, from: string, to: string) => {
    if ((status.get(id) ?? 'ACCEPTED') !== from) throw new Refusal('wrong_status')
    status.set(id, to)
  }
  function act({ bookingId: id, action, key, at }: QueuedAction): void {
    if (keys.has(key)) {
      const before = keys.get(key)
      if (before) throw new Refusal(before)
      return
    }
    if (status.get(id) === 'CANCELLED') throw new Refusal('wrong_status')
    if (action.kind === 'arrive') move(id, 'ACCEPTED', 'ARRIVED')
    if (action.kind === 'start') {
      if (status.get(id) === 'ARRIVED' && action.otp !== '12345') {
        attempts.set(id, (attempts.get(id) ?? 0) + 1)
        keys.set(key, 'start_code_wrong')
        throw new Refusal('start_code_wrong')
      }
      move(id, 'ARRIVED', 'STARTED')
    }
    if (action.kind === 'reach') move(id, 'STARTED', 'PENDING')
    if (action.kind === 'confirm_cash') move(id, 'PENDING', 'PAID')
    if (action.kind === 'arrive_at_stop' || action.kind === 'add_extra') {
      if (status.get(id) !== 'STARTED') throw new Refusal('wrong_status')
    }
    keys.set(key, null)
    history.push(`${id} ${action.kind} ${at} after ${[...points].filter((point) => point <= at).length} points`)
  }
  return { status, history, points, noted, attempts, act }
}

type Server = ReturnType<typeof makeServer>

/** Between phone and server: random losses at first; then everything gets through. */
function connect(server: Server, fates: Fate[], refused: string[] = []): DrainDeps {
  const request = async (work: () => void): Promise<void> => {
    const fate = fates.shift() ?? 'fine'
    if (fate === 'killed before') throw new Killed()
    if (fate === 'lost on the way') throw new Lost()
    work()
    if (fate === 'killed after') throw new Killed()
    if (fate === 'answer lost') throw new Lost()
  }
  return {
    report: (fixes) =>
      request(() => {
        for (const { at } of fixes) server.points.add(at)
      }),
    send: (queued) => request(() => server.act(queued)),
    sendTogether: async (actions) => {
      const answers: (string | null)[] = []
      await request(() => {
        for (const action of actions) {
          try {
            server.act(action)
            answers.push(null)
          } catch (error) {
            answers.push((error as Error).message)
          }
        }
      })
      return answers
    },
    refusal: (error) => {
      // A killed page sends no more requests.
      if (error instanceof Killed) throw error
      return error instanceof Refusal ? error.message : null
    },
    look: async ({ bookingId, action }) => {
      await request(() => {})
      const status = server.status.get(bookingId) ?? 'ACCEPTED'
      return { status, isDone: isDone(action.kind, status as never) }
    },
    note: (_, { key, kind }) =>
      request(() => void (server.noted.includes(`${key} ${kind}`) || server.noted.push(`${key} ${kind}`))),
    onRefused: (_, key) => void refused.push(key),
    now: () => 1_000_000
  }
}

/** Reopens the page until everything has got through. */
async function untilEmpty(storage: ShiftStorage, deps: DrainDeps): Promise<void> {
  for (let opened = 0; opened < 500; opened++) {
    try {
      if ((await drain(storage, deps)) === 'empty' && (await drainPhotos(storage, deps)) === 'empty') return
    } catch (error) {
      if (!(error instanceof Killed)) throw error
    }
  }
  throw new Error('never came to an end')
}

const queued = (bookingId: string, action: DriverAction, at: number): QueuedAction => ({
  ...{ key: `${bookingId}-${at}`, driverId: DRIVER, bookingId, reference: 'ABCDEF', acceptedAt: null, heldKey: null },
  ...{ action, at }
})
const fix = (at: number): Fix => ({ lat: 47, lng: 9, heading: null, accuracy: 5, speed: 9, at })

const RIDE: readonly DriverAction[] = [
  { kind: 'arrive' },
  { kind: 'start', otp: '12345' },
  { kind: 'arrive_at_stop', position: 1 },
  { kind: 'add_extra', extra: 'toll', amount: 3, note: '' },
  { kind: 'reach', otp: null },
  { kind: 'confirm_cash' }
]

const fate = fc.constantFrom<Fate>('fine', 'fine', 'lost on the way', 'answer lost', 'killed before', 'killed after')

/** A shift without a signal: actions of up to three consecutive rides, with positions between them. */
const shift = fc
  .array(fc.integer({ min: 1, max: RIDE.length }), { minLength: 1, maxLength: 3 })
  .map((lengths) =>
    lengths.flatMap((length, ride) => RIDE.slice(0, length).map((action) => ({ ride: `b${ride}`, action })))
  )
  .chain((actions) =>
    fc.tuple(fc.constant(actions), fc.array(fc.nat(130), { minLength: actions.length, maxLength: actions.length }))
  )

async function store(
  storage: ShiftStorage,
  actions: { ride: string; action: DriverAction }[],
  gaps: number[]
): Promise<number> {
  let at = 0
  for (const [index, { ride, action }] of actions.entries()) {
    for (let n = gaps[index] ?? 0; n > 0; n--) await storage.addFix(fix(++at))
    await storage.putAction(queued(ride, action, ++at))
  }
  await storage.addFix(fix(++at))
  return at
}

it('the queue ends in the same state, whatever requests, responses and pages are lost', async () => {
  await fc.assert(
    fc.asyncProperty(shift, fc.array(fate, { maxLength: 60, size: 'max' }), async ([actions, gaps], fates) => {
      const [smooth, rough] = [makeServer(), makeServer()]
      const [first, second] = [memoryStorage(), memoryStorage()]
      await store(first, actions, gaps)
      await store(second, actions, gaps)
      await untilEmpty(first, connect(smooth, []))
      await untilEmpty(second, connect(rough, [...fates]))
      expect(rough.history).toEqual(smooth.history)
      expect([...rough.status]).toEqual([...smooth.status])
      expect(rough.points).toEqual(smooth.points)
      expect(await second.conflicts()).toEqual([])
      expect(await second.fixes(Number.MAX_SAFE_INTEGER, 10)).toEqual([])
    }),
    { numRuns: 200 }
  )
}, 60_000)

it('positions from before an action are sent ahead of it', async () => {
  const storage = memoryStorage()
  const server = makeServer()
  await store(storage, [{ ride: 'b0', action: { kind: 'arrive' } }], [230])
  await untilEmpty(storage, connect(server, []))
  expect(server.history).toEqual(['b0 arrive 231 after 230 points'])
  expect(server.points.size).toBe(231)
})

it('positions that arrive while sending wait for the next batch, as a slow network would need a call for each', async () => {
  const storage = memoryStorage()
  const reports: number[][] = []
  let now = 3
  await storage.addFix(fix(1))
  await storage.addFix(fix(2))
  const deps = connect(makeServer(), [])
  const report = async (fixes: readonly Fix[]) => {
    reports.push(fixes.map(({ at }) => at))
    await storage.addFix(fix(++now))
  }
  await drain(storage, { ...deps, report, now: () => now })
  expect(reports).toEqual([[1, 2]])
  await drain(storage, { ...deps, report, now: () => now })
  expect(reports).toEqual([[1, 2], [4]])
})

it('a refused code is asked for again, a repeat counts once, and later actions are kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 30, size: 'max' }), async (fates) => {
      const storage = memoryStorage()
      const server = makeServer()
      const deps = connect(server, [...fates])
      const [arrive, , , , reach] = RIDE as [DriverAction, DriverAction, DriverAction, DriverAction, DriverAction]
      await storage.putAction(queued('b0', arrive, 1))
      await storage.putAction(queued('b0', { kind: 'start', otp: '00000' }, 2))
      await storage.putAction(queued('b0', reach, 3))
      await storage.putAction(queued('b1', arrive, 4))
      await untilEmpty(storage, deps)
      expect([server.status.get('b0'), server.status.get('b1'), server.attempts.get('b0')]).toEqual([
        'ARRIVED',
        'ARRIVED',
        1
      ])
      const [held] = await storage.actions()
      expect(held).toMatchObject({ heldKey: 'start_code_wrong', isHeldLate: true, at: 2 })
      const again = { ...queued('b0', { kind: 'start', otp: '12345' }, 2), key: 'again' }
      await storage.replaceAction('b0-2', again)
      await untilEmpty(storage, deps)
      expect(server.status.get('b0')).toBe('PENDING')
      expect(server.history.map((line) => line.split(' ')[2])).toEqual(['1', '4', '2', '3'])
    })
  )
})

it('a refused code blocks nothing once the desk has ended the trip, and is forgotten once the trip is cancelled', async () => {
  const storage = memoryStorage()
  const server = makeServer()
  const deps = connect(server, [])
  server.status.set('b0', 'PENDING')
  server.status.set('b1', 'CANCELLED')
  server.status.set('b2', 'ARRIVED')
  for (const trip of ['b0', 'b1', 'b2']) {
    await storage.putAction({ ...queued(trip, { kind: 'start', otp: '00000' }, 1), heldKey: 'start_code_wrong' })
  }
  await storage.putAction(queued('b0', { kind: 'confirm_cash' }, 2))
  await untilEmpty(storage, deps)
  expect(server.status.get('b0')).toBe('PAID')
  expect((await storage.actions()).map(({ bookingId }) => bookingId)).toEqual(['b2'])
})

it('one press for several parcels is sent in one call, and each is settled separately', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 30 }), async (fates) => {
      const storage = memoryStorage()
      const server = makeServer()
      server.status.set('b1', 'CANCELLED')
      const deps = connect(server, [...fates])
      const calls: number[] = []
      const sendTogether = (actions: readonly QueuedAction[]) => {
        calls.push(actions.length)
        return deps.sendTogether(actions)
      }
      for (const [ride, at] of [
        ['b0', 1],
        ['b1', 2],
        ['b2', 3]
      ] as const) {
        await storage.putAction({ ...queued(ride, { kind: 'arrive' }, at), together: 'door' })
      }
      await storage.putAction(queued('b0', { kind: 'start', otp: '12345' }, 4))
      await untilEmpty(storage, { ...deps, sendTogether })
      expect(['b0', 'b1', 'b2'].map((ride) => server.status.get(ride))).toEqual(['STARTED', 'CANCELLED', 'ARRIVED'])
      expect(calls[0]).toBe(3)
      expect(server.history.filter((line) => line.includes('arrive'))).toHaveLength(2)
      expect(await storage.conflicts()).toMatchObject([{ bookingId: 'b1', actions: [{ kind: 'arrive', at: 2 }] }])
      expect(await storage.actions()).toEqual([])
    })
  )
})

it('actions of a trip cancelled meanwhile are kept and recorded once, and the other trips continue', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { maxLength: 30, size: 'max' }), async (fates) => {
      const storage = memoryStorage()
      const server = makeServer()
      server.status.set('b0', 'CANCELLED')
      await store(
        storage,
        [...RIDE.slice(0, 2), RIDE[4] as DriverAction].map((action) => ({ ride: 'b0', action })),
        [1, 1, 1]
      )
      await storage.putAction(queued('b1', { kind: 'arrive' }, 9))
      await untilEmpty(storage, connect(server, [...fates]))
      expect(await storage.conflicts()).toMatchObject([
        {
          ...{ bookingId: 'b0', refusedKey: 'wrong_status', status: 'CANCELLED', isNoted: true, isSeen: false },
          actions: [
            { kind: 'arrive', at: 2 },
            { kind: 'start', at: 4 },
            { kind: 'reach', at: 6 }
          ]
        }
      ])
      expect(server.noted).toEqual(['b0-2 arrive', 'b0-4 start', 'b0-6 reach'])
      expect(server.status.get('b1')).toBe('ARRIVED')
      expect(await storage.actions()).toEqual([])
    })
  )
})

it('an action refused right away only shows the reason', async () => {
  const storage = memoryStorage()
  const server = makeServer()
  const refused: string[] = []
  server.status.set('b0', 'CANCELLED')
  await storage.putAction(queued('b0', { kind: 'arrive' }, 999_999))
  await untilEmpty(storage, connect(server, [], refused))
  expect([refused, await storage.conflicts(), await storage.actions()]).toEqual([['wrong_status'], [], []])
  expect([hasWaited({ at: 0 }, 4999), hasWaited({ at: 0 }, 5000)]).toEqual([false, true])
})

it('a picture is sent separately, after the earlier actions of its trip', async () => {
  const storage = memoryStorage()
  const server = makeServer()
  const sent: string[] = []
  const deps = { ...connect(server, []), now: () => 10 }
  const send = async (one: QueuedAction) => {
    sent.push(one.action.kind === 'photo' ? one.action.which : one.action.kind)
    await deps.send(one)
  }
  const file = new Blob(['x'])
  await storage.putAction(queued('b0', { kind: 'arrive' }, 1))
  await storage.putAction(queued('b0', { kind: 'photo', which: 'pickup', file }, 2))
  await storage.putAction(queued('b0', { kind: 'start', otp: '12345' }, 3))
  await storage.putAction(queued('b0', { kind: 'photo', which: 'deliver', file }, 4))
  await storage.putAction(queued('b0', { kind: 'reach', otp: null }, 5))
  await storage.putAction(queued('b1', { kind: 'start', otp: '12345' }, 6))
  await storage.putAction(queued('b1', { kind: 'photo', which: 'deliver', file }, 7))
  await drainPhotos(storage, { ...deps, send })
  expect(sent).toEqual([])
  server.status.set('b1', 'ARRIVED')
  await drain(storage, { ...deps, send })
  expect(sent).toEqual(['arrive', 'start', 'reach', 'start'])
  await drainPhotos(storage, { ...deps, send })
  expect(sent.slice(4)).toEqual(['pickup', 'deliver', 'deliver'])
})

it('only the server’s response about the action counts as a refusal', () => {
  const refusals = [
    { code: 'PT409', message: 'wrong_status' },
    { code: '22P02', message: 'invalid input syntax' },
    { code: '22023', message: 'invalid parameter value' },
    { code: 'PGRST202', message: 'Could not find the function' }
  ]
  expect(refusals.map(refusalOf)).toEqual(['wrong_status', 'value_invalid', 'value_invalid', 'unknown_error'])
  const others = [
    new TypeError('Failed to fetch'),
    new SyntaxError('Unexpected token <'),
    { code: 'PT429', message: 'too_many_requests' },
    { code: 'PGRST301', message: 'JWT expired' },
    { code: '40001', message: 'could not serialize access' },
    { code: '42501', message: 'permission denied for function arrive_at_pickup' },
    { message: '<html>Please sign in to the wireless network</html>' }
  ]
  expect(others.map(refusalOf)).toEqual(others.map(() => null))
})

it('a refused report removes no step, and a refused step removes no report', async () => {
  const server = makeServer()
  const storage = memoryStorage()
  const sent: string[] = []
  const refused: string[] = []
  const deps: DrainDeps = {
    ...connect(server, []),
    onRefused: ({ action }, key) => refused.push(`${action.kind} ${key}`),
    send: async ({ action }) => {
      if (action.kind === 'report' && action.problem === 'fare') throw new Refusal('case_open')
      if (action.kind === 'reach') throw new Refusal('wrong_status')
      sent.push(action.kind)
    }
  }
  await storage.putAction(queued('b0', { kind: 'report', problem: 'fare', message: 'Too little' }, 1))
  await storage.putAction(queued('b0', { kind: 'arrive' }, 2))
  await storage.putAction(queued('b0', { kind: 'reach', otp: null }, 3))
  await storage.putAction(queued('b0', { kind: 'report', problem: 'found', message: 'An umbrella' }, 4))
  await drain(storage, deps)
  expect(refused[0]).toBe('report case_open')
  expect(sent).toEqual(['arrive', 'report'])
  expect(await storage.actions()).toEqual([])
})

/** Refusals that may end. */
const FOR_NOW = [
  'account_suspended',
  'require_approval',
  'not_a_driver',
  'chat_too_fast',
  'unknown_error',
  'new_in_2031'
]

/** One action of each kind. */
const KINDS: readonly DriverAction[] = [
  ...RIDE,
  { kind: 'hand_over', receivedBy: 'Nora', signature: null },
  { kind: 'return_to_sender', reason: 'Nobody home' },
  { kind: 'rate', stars: 4, comment: '', tags: [] },
  { kind: 'photo', which: 'deliver', file: new Blob(['x']) },
  { kind: 'report', problem: 'found', message: 'An umbrella' }
]

/** A queue whose server refuses everything with `key.now`; null lets everything through. The clock is `clock.now`. */
function refusing(first: string | null) {
  const storage = memoryStorage()
  const key = { now: first }
  const clock = { now: 1_000_000 }
  const sent: string[] = []
  const refused: string[] = []
  const attempts: number[] = []
  const deps: DrainDeps = {
    ...connect(makeServer(), []),
    now: () => clock.now,
    onRefused: ({ action }, refusal) => refused.push(`${action.kind} ${refusal}`),
    look: async () => ({ status: 'STARTED', isDone: false }),
    send: async ({ action }) => {
      attempts.push(clock.now)
      if (key.now) throw new Refusal(key.now)
      sent.push(action.kind)
    }
  }
  const run = async () => {
    expect(await drain(storage, deps)).toBe('empty')
    expect(await drainPhotos(storage, deps)).toBe('empty')
  }
  return { storage, key, clock, sent, refused, attempts, deps, run }
}

it.each(KINDS.flatMap((action) => FOR_NOW.map((key) => [action.kind, key, action] as const)))(
  'an action "%s" that the server refuses for now with "%s" is kept, sent again later, and accepted then',
  async (kind, key, action) => {
    const queue = refusing(key)
    await queue.storage.putAction(queued('b0', action, 1))
    await queue.run()
    await queue.run()
    expect(queue.attempts).toEqual([1_000_000])
    expect(await queue.storage.actions()).toMatchObject([{ action, at: 1, postponed: { key, times: 1 } }])
    expect([queue.refused, await queue.storage.conflicts()]).toEqual([[], []])
    queue.key.now = null
    queue.clock.now += 4000
    await queue.run()
    expect([queue.sent, await queue.storage.actions()]).toEqual([[kind], []])
  }
)

it('the pauses between refusals for now double up to five minutes', async () => {
  const queue = refusing('account_suspended')
  await queue.storage.putAction(queued('b0', { kind: 'rate', stars: 4, comment: '', tags: [] }, 1))
  for (let second = 0; second < 1500; second++) {
    await queue.run()
    queue.clock.now += 1000
  }
  const pauses = queue.attempts.slice(1).map((at, index) => (at - (queue.attempts[index] ?? 0)) / 1000)
  expect(pauses).toEqual([4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
})

it.each(['already_rated', 'booking_not_found', 'rating_invalid', 'value_invalid'])(
  'a rating that the server refuses for good with "%s" is dropped, and the driver is told',
  async (key) => {
    const queue = refusing(key)
    await queue.storage.putAction(queued('b0', { kind: 'rate', stars: 4, comment: '', tags: [] }, 1))
    await queue.run()
    expect([queue.refused, await queue.storage.actions()]).toEqual([[`rate ${key}`], []])
  }
)

it('a rating of a trip that is not paid yet is kept, and dropped if the trip was cancelled', async () => {
  const queue = refusing('wrong_status')
  await queue.storage.putAction(queued('b0', { kind: 'rate', stars: 4, comment: '', tags: [] }, 1))
  await queue.run()
  expect(await queue.storage.actions()).toHaveLength(1)
  queue.clock.now += 4000
  await drain(queue.storage, { ...queue.deps, look: async () => ({ status: 'CANCELLED', isDone: false }) })
  expect([queue.refused, await queue.storage.actions()]).toEqual([['rate wrong_status'], []])
})

it('only the later steps of its own trip wait for a step that is refused for now', async () => {
  const queue = refusing(null)
  const send = async (one: QueuedAction) => {
    if (queue.key.now === null && one.bookingId === 'b0' && one.action.kind === 'arrive')
      throw new Refusal('new_in_2031')
    await queue.deps.send(one)
  }
  const deps = { ...queue.deps, send }
  await queue.storage.putAction(queued('b0', { kind: 'arrive' }, 1))
  await queue.storage.putAction(queued('b0', { kind: 'start', otp: '12345' }, 2))
  await queue.storage.putAction(queued('b0', { kind: 'report', problem: 'found', message: 'An umbrella' }, 3))
  await queue.storage.putAction(queued('b0', { kind: 'photo', which: 'pickup', file: new Blob(['x']) }, 4))
  await queue.storage.putAction(queued('b1', { kind: 'reach', otp: null }, 5))
  await drain(queue.storage, deps)
  await drainPhotos(queue.storage, deps)
  expect(queue.sent).toEqual(['report', 'reach'])
  queue.clock.now += 4000
  await drain(queue.storage, queue.deps)
  await drainPhotos(queue.storage, queue.deps)
  expect(queue.sent).toEqual(['report', 'reach', 'arrive', 'start', 'photo'])
})

it('nothing waits for a rating that is refused for now', async () => {
  const queue = refusing(null)
  const send = async (one: QueuedAction) => {
    if (one.action.kind === 'rate') throw new Refusal('account_suspended')
    await queue.deps.send(one)
  }
  await queue.storage.putAction(queued('b0', { kind: 'rate', stars: 4, comment: '', tags: [] }, 1))
  await queue.storage.putAction(queued('b0', { kind: 'photo', which: 'deliver', file: new Blob(['x']) }, 2))
  await queue.storage.putAction(queued('b0', { kind: 'add_extra', extra: 'toll', amount: 3, note: '' }, 3))
  await drain(queue.storage, { ...queue.deps, send })
  await drainPhotos(queue.storage, { ...queue.deps, send })
  expect(queue.sent).toEqual(['add_extra', 'photo'])
})

it('actions of one press that the server refuses for now are kept and sent together again', async () => {
  const queue = refusing(null)
  const calls: number[] = []
  let answer: string | null = 'account_suspended'
  const sendTogether = async (actions: readonly QueuedAction[]) => {
    calls.push(actions.length)
    return actions.map(() => answer)
  }
  for (const ride of ['b0', 'b1'])
    await queue.storage.putAction({ ...queued(ride, { kind: 'arrive' }, 1), together: 'door' })
  await drain(queue.storage, { ...queue.deps, sendTogether })
  expect(await queue.storage.actions()).toHaveLength(2)
  answer = null
  queue.clock.now += 4000
  await drain(queue.storage, { ...queue.deps, sendTogether })
  expect([calls, await queue.storage.actions()]).toEqual([[2, 2], []])
})

it('an action of one press that is refused for now is not sent with the others before its pause ends', async () => {
  const queue = refusing(null)
  const calls: string[][] = []
  const sendTogether = async (actions: readonly QueuedAction[]) => {
    calls.push(actions.map(({ bookingId }) => bookingId))
    return actions.map(() => null)
  }
  const door = (ride: string) => ({ ...queued(ride, { kind: 'arrive' } as const, 1), together: 'door' })
  const postponed = { key: 'account_suspended', times: 1, until: queue.clock.now + 4000 }
  await queue.storage.putAction({ ...door('b0'), postponed })
  await queue.storage.putAction(door('b1'))
  await queue.storage.putAction(door('b2'))
  await drain(queue.storage, { ...queue.deps, sendTogether })
  expect(calls).toEqual([['b1', 'b2']])
})

it('positions that the server refuses for now are kept, and the actions are sent', async () => {
  const queue = refusing(null)
  let refusal: string | null = 'require_approval'
  const reported: number[] = []
  const report = async (fixes: readonly Fix[]) => {
    if (refusal) throw new Refusal(refusal)
    reported.push(...fixes.map(({ at }) => at))
  }
  await queue.storage.addFix(fix(1))
  await queue.storage.putAction(queued('b0', { kind: 'arrive' }, 2))
  await drain(queue.storage, { ...queue.deps, report })
  expect([queue.sent, reported]).toEqual([['arrive'], []])
  refusal = null
  await drain(queue.storage, { ...queue.deps, report })
  expect(reported).toEqual([1])
  await queue.storage.addFix(fix(3))
  refusal = 'value_invalid'
  await drain(queue.storage, { ...queue.deps, report })
  expect(await queue.storage.fixes(9, 9)).toEqual([])
})

it('missed steps are recorded again later if the server refuses to record them for now', async () => {
  const queue = refusing('wrong_status')
  let refusal: string | null = 'require_approval'
  let notes = 0
  const note = async () => {
    notes += 1
    if (refusal) throw new Refusal(refusal)
  }
  const deps = { ...queue.deps, note }
  await queue.storage.putAction(queued('b0', { kind: 'arrive' }, 1))
  await drain(queue.storage, deps)
  await drain(queue.storage, deps)
  expect([notes, (await queue.storage.conflicts())[0]?.isNoted]).toEqual([1, false])
  refusal = null
  queue.clock.now += 4000
  await drain(queue.storage, deps)
  expect([notes, (await queue.storage.conflicts())[0]?.isNoted]).toEqual([2, true])
})

it('a step of a trip that is cancelled or given to another driver is refused for good, whatever the reason', () => {
  for (const { kind } of KINDS) {
    const isOfTrip = kind !== 'rate' && kind !== 'report'
    expect(isFinalFor(kind, 'unknown_error', 'CANCELLED'), kind).toBe(isOfTrip)
    expect(isFinalFor(kind, 'unknown_error', null), kind).toBe(isOfTrip)
    expect(isFinalFor(kind, 'unknown_error', 'STARTED'), kind).toBe(false)
  }
})
