/** Every kind and state of message that the log can hold has words on the page of sent messages. */
import { describe, expect, it } from 'vitest'
import { languages } from '../../src/config/languages'
import { find, missing, read, textsOf } from './files'

const sql = find('supabase/schemas/**/*.sql').map(read).join('\n')
const noticeKeys = new Set(Object.keys(textsOf('en', 'notices')))

/** The values of a check such as `kind in ('a', 'b')` in the file of a table. */
const valuesOf = (path: string, column: string): string[] => {
  const [, values = ''] = new RegExp(`check \\(${column} in \\(([^)]*)\\)`).exec(read(`supabase/schemas/${path}`)) ?? []
  return [...values.matchAll(/'(\w+)'/g)].map(([, value = '']) => value)
}

/** Quoted words in the statements that queue a text message or mail, or call what does. */
const queued = sql
  .split(/;\s*\n/)
  .filter((statement) => /announce_to\(|announce\(|notify_owners\(|notify_and_email\(|'(?:mail|sms)'/.test(statement))
  .flatMap((statement) => [...statement.matchAll(/'([a-z][a-z0-9_]+)(?:\.text)?'/g)].map(([, word = '']) => word))

/** What the hooks of Auth log. */
const codes = [
  ...read('supabase/functions/auth-sms/handler.ts').matchAll(/kind: '(\w+)'/g),
  ...read('supabase/functions/auth-email/handler.ts').matchAll(/\? '(\w+_code)'/g)
].map(([, kind = '']) => kind)
const actions = Object.keys(textsOf('en', 'sent_messages').mail.lines).filter(
  (name) => !/^(signup|magiclink)$/.test(name)
)

const tripKinds = valuesOf('messages/records/4_trip_texts.sql', 'kind').map((kind) => `text_${kind}`)
const kinds = new Set([
  ...queued.filter((word) => noticeKeys.has(word)),
  ...[...sql.matchAll(/'about', '(\w+)'/g)].map(([, kind = '']) => kind),
  ...tripKinds,
  ...codes,
  ...actions,
  'guest_ride',
  'parcel_code'
])

it('the kinds are found', () => {
  expect(tripKinds).toHaveLength(7)
  expect([...kinds]).toEqual(
    expect.arrayContaining(['sign_in_code', 'recovery', 'text_booked', 'receipt', 'contact_changed', 'answer', 'test'])
  )
})

describe.each(languages.map(({ locale }) => locale))('in %s', (language) => {
  const words = textsOf(language, 'messages')
  it('every kind of message has a name', () => {
    expect(missing(kinds, new Set(Object.keys(words.kind)))).toEqual([])
  })
  it('every channel and state has a word', () => {
    const log = 'messages/records/2_message_log.sql'
    expect(missing(valuesOf(log, 'channel'), new Set(Object.keys(words.channel)))).toEqual([])
    expect(missing([...valuesOf(log, 'state'), 'perhaps'], new Set(Object.keys(words.state)))).toEqual([])
  })
  it('every kind of template without a title of its own has a name, and so has each of its texts', () => {
    const { kind, part } = textsOf(language, 'languages').templates
    const sent = textsOf('en', 'sent_messages')
    expect(missing(Object.keys(sent), new Set(Object.keys(kind)))).toEqual([])
    const parts = Object.values(sent).flatMap((texts) => partsOf(texts))
    expect(missing(parts, new Set(Object.keys(part)))).toEqual([])
  })
})

/** Names of the texts inside a kind, as the editor joins them: `lines_signup`. */
function partsOf(texts: unknown, path = ''): string[] {
  if (typeof texts !== 'object' || texts === null) return path ? [path] : []
  return Object.entries(texts).flatMap(([name, inner]) => partsOf(inner, path ? `${path}_${name}` : name))
}
