/**
 * A database in which phone numbers were stored as people typed them: the certain ones become E.164, the others are listed and
 * read as numbers of the operator's country, and what is doubtful stays in the list.
 */
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { oldNumbers } from '../../scripts/old-numbers.ts'
import { databaseUrl } from './support/outcomes.ts'

type Transaction = postgres.TransactionSql

class Undo extends Error {}

/** Runs `work` in a transaction that is rolled back. */
async function undone(work: (tx: Transaction) => Promise<void>): Promise<void> {
  const sql = postgres(databaseUrl(), { max: 1, onnotice: () => {} })
  try {
    await sql.begin(async (tx) => {
      await work(tx)
      throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  } finally {
    await sql.end()
  }
}

const tables = ['public.profiles', 'public.booking_contacts', 'public.settings', 'app.outbox']

/** Removes the checks of phone numbers, as an older database does not have them, and returns what adds them again. */
async function withoutChecks(tx: Transaction): Promise<() => Promise<void>> {
  const checks = await tx<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'c' and pg_get_constraintdef(oid) like '%{5,14}%' and conrelid = any (${tables}::regclass[])`
  for (const { table, name } of checks) await tx.unsafe(`alter table ${table} drop constraint ${name}`)
  return async () => {
    for (const { table, name, definition } of checks) {
      await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`)
    }
  }
}

/** Stored text of rider2 to rider7, and what it becomes. */
const people = [
  ['rider2', '+423 790 12 34', '+4237901234'],
  ['rider3', '00423 (0)790-12.35', '+4237901235'],
  ['rider4', '٠٠٤٢٣٧٩٠١٢٣٦', '+4237901236'],
  ['rider5', '423790123777', '+423790123777'],
  ['rider6', '790 12 38', '+4237901238'],
  ['rider7', '555 03 31', null]
] as const

it('the numbers of an older database become E.164, and doubtful ones are listed', () =>
  undone(async (tx) => {
    const addChecks = await withoutChecks(tx)
    const idOf = async (name: string): Promise<string> =>
      (await tx<{ id: string }[]>`select id from auth.users where email = ${`${name}@hackney.test`}`)[0]?.id ?? ''
    const ids = new Map(await Promise.all(people.map(async ([name]) => [name, await idOf(name)] as const)))
    // The number of an account, which Auth stores without its plus.
    await tx`update auth.users set phone = '423790123777' where id = ${ids.get('rider5') ?? ''}`
    for (const [name, old] of people)
      await tx`update public.profiles set mobile = ${old} where id = ${ids.get(name) ?? ''}`
    // Only the numbers matter here, not the booking to which they belong.
    await tx`alter table public.booking_contacts drop constraint booking_contacts_booking_id_fkey`
    const [booking] = await tx<{ id: string }[]>`
      insert into public.booking_contacts (booking_id, guest_phone, delivery_person_phone)
      values (gen_random_uuid(), '+423 555 01 01 x12', '790 12 39 ext. 4') returning booking_id as id`
    await tx`update public.settings set panic = '117', company_phone = '790 12 40' where id = 1`
    await tx`insert into app.outbox (kind, payload) values ('sms', '{"phone": "+423 790 12 34 x3"}'), ('sms', '{"phone": "790 12 34"}')`
    await tx`insert into app.sign_ups (facts) values ('{"first_name": "Ida", "mobile": "00423 790 12 41"}')`
    const before = await tx<{ id: string }[]>`select id from app.outbox where kind = 'sms' order by id desc limit 2`

    const [adopted] = await tx<{ doubtful: string }[]>`select app.normalise_old_numbers() as doubtful`
    await addChecks()
    expect(Number(adopted?.doubtful)).toBe(4)
    const sms = await tx<{ phone: string }[]>`
      select payload ->> 'phone' as phone from app.outbox where id = any (${before.map(({ id }) => id)}::bigint[])`
    expect(sms.map(({ phone }) => phone)).toEqual(['+4237901234'])

    const forms = await tx<
      { mobile: string }[]
    >`select facts ->> 'mobile' as mobile from app.sign_ups where facts ->> 'first_name' = 'Ida'`
    expect(forms.map(({ mobile }) => mobile)).toEqual(['+4237901241'])

    const client = {
      async rpc(name: string, args?: object) {
        const { id, number, after_id } = (args ?? {}) as { id?: number; number?: string; after_id?: number }
        const data =
          name === 'doubtful_numbers'
            ? await tx`select d.*, d.id::int as id from public.doubtful_numbers(${after_id ?? 0}::bigint) d`
            : await tx`select public.resolve_number(${id ?? 0}::bigint, ${number ?? ''}::text)`
        return { data: [...data], error: null }
      }
    }
    const planned = await oldNumbers(client, { isWriting: false })
    expect(planned.at(-1)).toBe('3 certain, 1 doubtful: ask these people for their numbers.')
    const lines = await oldNumbers(client, { isWriting: true })
    expect(lines).toContain(`doubtful  profiles.mobile ${ids.get('rider7')}: 555 03 31 (perhaps +423 555 03 31)`)
    expect(lines.at(-1)).toBe('3 stored, 1 doubtful: ask these people for their numbers.')
    expect((await oldNumbers(client, { isWriting: true })).at(-1)).toBe(
      '0 stored, 1 doubtful: ask these people for their numbers.'
    )

    for (const [name, , right] of people) {
      const [row] = await tx<
        { mobile: string | null }[]
      >`select mobile from public.profiles where id = ${ids.get(name) ?? ''}`
      expect({ name, mobile: row?.mobile }).toEqual({ name, mobile: right })
    }
    const [contacts] =
      await tx`select guest_phone, delivery_person_phone from public.booking_contacts where booking_id = ${booking?.id ?? ''}`
    expect(contacts).toEqual({ guest_phone: '+4235550101;ext=12', delivery_person_phone: '+4237901239;ext=4' })
    const [settings] = await tx`select panic, company_phone from public.settings`
    expect(settings).toEqual({ panic: '117', company_phone: '+4237901240' })
  }))
