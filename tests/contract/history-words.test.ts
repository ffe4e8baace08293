/** What the database writes into a booking's history and its logs has words in every language: nobody reads a raw name. */
import { expect, it } from 'vitest'
import { find, read, textsOf } from './files.ts'

const sql = find('supabase/schemas/**/*.sql').map(read).join('\n')
const all = (pattern: RegExp, group = 1): string[] => [
  ...new Set([...sql.matchAll(pattern)].map((match) => match[group] ?? ''))
]
/** Keys of notes: the last argument of the functions that add an event or say who acts. */
const notes = [
  ...all(/app\.add_event\([^;]*?'([a-z_]+)'\)/g),
  ...all(/note => '([a-z_]+)'/g),
  ...all(/app\.set_(?:driver_)?actor(?:_at)?\([^;]*?, '([a-z_]+)'\)/g),
  ...all(/function app\.override_note[^;]*?select '([a-z_]+)'/g),
  ...['arrived', 'stop', 'started', 'returning', 'reached', 'cash'].map((step) => `missed_${step}_why`)
].filter((note) => !/^(admin|rider|driver|system|note)$/.test(note))

it.each(['en', 'de', 'ar'])(
  'each note that the database writes into the history of a booking has words (%s)',
  (language) => {
    const known = { ...textsOf(language, 'panel').note, ...textsOf(language, 'trips').reason }
    expect(notes.length).toBeGreaterThan(12)
    expect(notes.filter((note) => !(note in known))).toEqual([])
  }
)

it.each(['en', 'de', 'ar'])('each action and target of the audit log has words (%s)', (language) => {
  const { action = {}, target = {} } = textsOf(language, 'audit')
  const written = [...sql.matchAll(/app\.audit\('([a-z_]+)', '([a-z_]+)'/g)]
  const watched = all(/create trigger (\w+)__audit /g)
  expect(written.length).toBeGreaterThan(40)
  expect([...new Set(written.map(([, name = '']) => name))].filter((name) => !(name in action))).toEqual([])
  expect(
    [...new Set([...written.map(([, , name = '']) => name), ...watched])].filter((name) => !(name in target))
  ).toEqual([])
})

it.each(['en', 'de', 'ar'])(
  'each text message and mail that the database queues has a name of its own (%s)',
  (language) => {
    const { kind = {} } = textsOf(language, 'messages')
    const notices = textsOf(language, 'notices')
    const statements = sql
      .split(';')
      .filter((one) => /app\.(announce(_to)?|notify_and_email|notify_owners)\(|into app\.outbox/.test(one))
    const queued = statements
      .filter((one) => !/select 'push'|'file'/.test(one))
      .flatMap((one) => [...one.matchAll(/'([a-z_]+)(?:\.title)?'/g)].map(([, key = '']) => key))
      .filter((key) => key in notices)
    expect(new Set(queued).size).toBeGreaterThan(8)
    expect(queued.filter((key) => !(key in kind))).toEqual([])
    expect(new Set(Object.values(kind)).size).toBe(Object.keys(kind).length)
  }
)
