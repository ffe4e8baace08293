// Measures importing files: drivers become accounts of Auth, callers are rows of SQL. Each as the page does it: stored, checked, written.
import { randomUUID } from 'node:crypto'
import { type Client, signIn } from '../tests/support/people.ts'
import { invoke, unwrap } from '../tests/support/responses.ts'
import { startStack } from '../tests/support/stack.ts'
import { type Figure, report, round } from './report.ts'

const BATCH = 500
const DRIVERS = 1000
const CALLERS = 20_000

interface State {
  id: string
  waiting: number
  fresh: number
  done: number
}

type Facts = Record<string, string>

const stack = await startStack({ database: 'native', web: 'none' })
const { client } = await signIn(stack.env, 'admin@hackney.test')

/** Imports rows, and returns how long it took in seconds. */
async function timed(
  kind: string,
  count: number,
  factsOf: (place: number) => Facts,
  write: (client: Client, import_id: string) => Promise<State>
): Promise<number> {
  const began = performance.now()
  const args = { kind, name: `${kind}.csv`, client_key: randomUUID() }
  let state = unwrap(await client.rpc('start_import', args)) as unknown as State
  for (let from = 0; from < count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - from) }, (_, place) => ({
      nr: from + place + 2,
      facts: factsOf(from + place)
    }))
    unwrap(await client.rpc('add_import_rows', { import_id: state.id, rows }))
  }
  do state = unwrap(await client.rpc('check_import', { import_id: state.id })) as unknown as State
  while (state.waiting > 0)
  while (state.fresh > 0) state = await write(client, state.id)
  if (state.done !== count) throw new Error(`${state.done} of ${count} ${kind} were imported`)
  return (performance.now() - began) / 1000
}

const letters = (place: number): string => [...String(place)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

const drivers = await timed(
  'drivers',
  DRIVERS,
  (place) => ({
    first_name: 'Ida',
    last_name: `Frick${letters(place)}`,
    email: `driver-${place}@bench.example`,
    mobile: `+423791${String(place).padStart(4, '0')}`,
    vehicle_number: `B ${place}`,
    car_type: 'Cab',
    seats: '4'
  }),
  async (asking, import_id) => (await invoke<State>(asking, 'accounts/import', { import_id })).body
)
const callers = await timed(
  'callers',
  CALLERS,
  (place) => ({ first_name: 'Nora', last_name: `Hilti${letters(place)}`, mobile: `+4179${String(1_000_000 + place)}` }),
  async (asking, import_id) => unwrap(await asking.rpc('apply_import', { import_id })) as unknown as State
)
await stack.stop()
const figures: Figure[] = [
  { metric: `${DRIVERS} drivers with accounts`, value: round(drivers), unit: 's', goal: 120 },
  { metric: `${CALLERS} callers`, value: round(callers), unit: 's', goal: 60 }
]
report('imports', figures)
process.exit()
