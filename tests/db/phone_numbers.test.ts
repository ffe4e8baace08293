/**
 * Phone numbers in the database: it takes what the app and the edge functions have read (E.164), and refuses what people type
 * instead of cleaning it. The table of numbers is the one that the app, the functions and the scripts are tested with.
 */

import min from 'libphonenumber-js/min/metadata'
import { expect, it } from 'vitest'
import { readNumber } from '../../supabase/functions/_shared/phone/read.ts'
import { numberCases } from '../../supabase/functions/_shared/phone/testing/cases.ts'
import { ask } from './support/outcomes.ts'

const literal = (value: unknown): string => `'${JSON.stringify(value).replaceAll("'", "''")}'`

it('every right value of the table is taken as it is, and what was typed is refused', async () => {
  const rows = numberCases.map(([typed, , stored]) => ({ typed, stored }))
  const answers = await ask<{ typed: string; stored: string; read: string | null; kept: string | null }>(
    `select r.typed, r.stored, app.phone_of(r.typed) as read, app.phone_of(r.stored) as kept
     from jsonb_to_recordset(${literal(rows)}) r (typed text, stored text)`
  )
  expect(answers).toHaveLength(numberCases.length)
  for (const { typed, stored, read, kept } of answers) {
    expect({ stored, kept: kept ?? '' }).toEqual({ stored, kept: stored })
    if (typed !== stored) expect({ typed, read }).toEqual({ typed, read: null })
  }
})

it('Node reads the same numbers as the browser and the functions', () => {
  for (const [typed, country, stored] of numberCases) {
    expect({ typed, stored: readNumber(typed, country, min)?.stored ?? '' }).toEqual({ typed, stored })
  }
})

it('what is certain without knowing a country is read like everywhere', async () => {
  const rows = numberCases.map(([typed, , stored]) => ({ typed, stored }))
  const answers = await ask<{ typed: string; stored: string; certain: string }>(
    `select r.typed, r.stored, app.phone_with_country_code(r.typed) as certain
     from jsonb_to_recordset(${literal(rows)}) r (typed text, stored text) where app.phone_with_country_code(r.typed) is not null`
  )
  expect(answers.length).toBeGreaterThan(10)
  // Trunk prefixes after the country code, and digits that went out of use, need the numbering plan of the country.
  const plans = new Set(['+41 079 123 45 67', '+52 1 55 1234 5678', '+999 123 4567'])
  for (const { typed, stored, certain } of answers) {
    if (!plans.has(typed)) expect({ typed, certain }).toEqual({ typed, certain: stored })
  }
})

it('every column for a phone number refuses what is not E.164', async () => {
  const columns = await ask<{ name: string; checks: string | null }>(`
    select format('%s.%s', c.relname, a.attname) as name, string_agg(pg_get_constraintdef(k.oid), ' ') as checks
    from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'c' and a.attnum = any (k.conkey)
    where a.attnum > 0 and not a.attisdropped and a.atttypid = 'text'::regtype
      and (a.attname ~ '(^|_)(mobile|phone|panic)$' or c.relname = 'booking_contacts' and a.attname ~ '_contact$')
    group by 1`)
  expect(columns.map(({ name }) => name).sort()).toEqual([
    'booking_contacts.customer_contact',
    'booking_contacts.delivery_person_phone',
    'booking_contacts.driver_contact',
    'booking_contacts.guest_phone',
    'profiles.mobile',
    'settings.company_phone',
    'settings.panic'
  ])
  for (const { name, checks } of columns) expect(checks, name).toContain('[+][1-9][0-9]{5,14}')
})

it('both spellings of a mobile number that has two are one person', async () => {
  const spellings = [
    ['AR', '011 15 2345-6789', '+54 11 2345-6789'],
    ['MX', '044 55 1234 5678', '+52 55 1234 5678'],
    ['BR', '(11) 98765-4321', '+55 11 8765-4321']
  ].map(([country = '', ...typed]) => typed.map((text) => readNumber(text, country, min)?.stored))
  expect(spellings.flat()).not.toContain(undefined)
  const rows = await ask<{ lines: number }>(
    `select (select count(distinct app.normalised_number(n.value)) from jsonb_array_elements_text(r.value) n)::integer as lines
     from jsonb_array_elements(${literal(spellings)}) r`
  )
  expect(rows.map(({ lines }) => lines)).toEqual([1, 1, 1])
})

it('a text message goes to an E.164 number, without extension', async () => {
  const [row] = await ask<{ number: string; verified: string; none: string | null }>(
    `select app.sms_number('+4235550101;ext=12') as number, app.verified_number('4235550101') as verified, app.verified_number('') as none`
  )
  expect(row).toEqual({ number: '+4235550101', verified: '+4235550101', none: null })
  await expect(
    ask(`insert into app.outbox (kind, payload) values ('sms', '{"phone": "+423 555 01 01"}')`)
  ).rejects.toThrow(/outbox_phone_check/)
})
