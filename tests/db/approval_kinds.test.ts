/**
 * Each kind of approval, and each way in which one owner could get what it guards without a second person: alone, by lowering the
 * guard, with their own request, with accounts that they made or promoted, by writing the approval themselves, or with a request
 * whose maker was dismissed.
 */
import type postgres from 'postgres'
import { rolledBackOutcomes, rolledBackPart } from './support/outcomes.ts'

type Transaction = postgres.TransactionSql

interface Guarded {
  /** What an admin does, and the setting above which it takes two. */
  act: string
  setting: string
  strict: string
  loose: string | null
  /** The arguments of request_approval after the kind. */
  asked: string
}

const guarded: Record<string, Guarded> = {
  credit: {
    act: `public.add_to_wallet(tests.id('rider2'), 5)`,
    setting: 'credit_limit',
    strict: '1',
    loose: null,
    asked: `tests.id('rider2'), 5`
  },
  refund: {
    act: `public.refund_booking(tests.one('COMPLETE'), 1, 'Sorry')`,
    setting: 'credit_limit',
    strict: '0.5',
    loose: null,
    asked: `tests.one('COMPLETE'), 1`
  },
  reversal: {
    act: `public.reverse_decision(tests.decision(), 'A mistake')`,
    setting: 'credit_limit',
    strict: '1',
    loose: null,
    asked: `tests.decision(), null, 'A mistake'`
  },
  fare: {
    act: `public.correct_fare(tests.one('COMPLETE'), 1, 'Meter')`,
    setting: 'credit_limit',
    strict: '0.5',
    loose: null,
    asked: `tests.one('COMPLETE'), 1, 'Meter'`
  },
  write_off: {
    act: `public.write_off(tests.one('PENDING'), null, 'Gone')`,
    setting: 'credit_limit',
    strict: '0.01',
    loose: null,
    asked: `tests.one('PENDING')`
  },
  cash: {
    act: `public.decide_cash((select r.booking_id from public.cash_reports r where r.customer_id = tests.id('rider2')), 12)`,
    setting: 'credit_limit',
    strict: '0.01',
    loose: null,
    asked: `(select r.booking_id from public.cash_reports r where r.customer_id = tests.id('rider2')), 12`
  },
  extra: {
    act: `public.decide_extra((select x.id from public.booking_extras x where x.undecided_amount = 3), 2)`,
    setting: 'credit_limit',
    strict: '1',
    loose: null,
    asked: `(select x.id from public.booking_extras x where x.undecided_amount = 3), 2`
  },
  payout: {
    act: 'public.complete_withdrawal(tests.withdrawal())',
    setting: 'payout_limit',
    strict: '0.01',
    loose: null,
    asked: 'tests.withdrawal()'
  },
  bank_release: {
    act: `public.release_payouts(tests.id('rider2'), 'She called')`,
    setting: 'two_people_bank',
    strict: 'true',
    loose: 'false',
    asked: `tests.id('rider2')`
  },
  export: {
    act: 'public.list_people(page_size => 3)',
    setting: 'export_limit',
    strict: '2',
    loose: null,
    asked: 'null, 5'
  }
}

/** The refusal of a call by this admin; `done` if there is none. */
async function call(tx: Transaction, name: string, expression: string): Promise<string> {
  const [claims] = await tx<{ claims: string }[]>`select tests.claims(${name}) as claims`
  await tx`select set_config('request.jwt.claims', ${claims?.claims ?? ''}, true)`
  try {
    return await tx.savepoint(async (inner) => {
      const [row] = await inner.unsafe<{ said: { code?: string; message?: string } | null }[]>(
        `select to_jsonb(${expression}) as said`
      )
      return row?.said?.code?.startsWith('PT') ? (row.said.message ?? '') : 'done'
    })
  } catch (error) {
    return (error as Error).message
  } finally {
    await tx`select set_config('request.jwt.claims', '', true)`
  }
}

/** Runs a statement under the row policies, as the API does for a table. */
async function write(tx: Transaction, name: string, statement: string): Promise<string> {
  await tx`select tests.act_as(${name})`
  try {
    await tx.savepoint((inner) => inner.unsafe(statement))
    return 'done'
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await tx`select tests.as_owner()`
  }
}

const last = '(select a.id from public.approvals a order by a.id desc limit 1)'
const ask = (kind: string, { asked }: Guarded): string => `public.request_approval('${kind}', ${asked})`
const approval = `public.approve(tests.asked_approval())`

type Way = (tx: Transaction, kind: string, of: Guarded) => Promise<string>

/** The ways, and what stops each. */
const ways: Record<string, [expected: string, way: Way]> = {
  alone: ['needs_approval', (tx, _, { act }) => call(tx, 'admin', act)],
  'after lowering the guard': [
    'needs_approval',
    async (tx, _, { act, setting, loose }) => {
      await write(tx, 'admin', `update public.settings set ${setting} = ${loose ?? 'null'} where id = 1`)
      return call(tx, 'admin', act)
    }
  ],
  'with a request that the same person approves': [
    'second_person_needed',
    async (tx, kind, of) => {
      await call(tx, 'admin', ask(kind, of))
      return call(tx, 'admin', approval)
    }
  ],
  'with an admin whom they added': [
    'second_person_needed',
    async (tx, kind, of) => {
      await tx`insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) values (gen_random_uuid(), 'friend@hackney.test', app.now(),
        jsonb_build_object('usertype', 'admin', 'reg_type', 'admin', 'staff_role', 'owner', 'created_by', tests.id('admin')))`
      await call(tx, 'admin', ask(kind, of))
      return call(tx, 'friend', approval)
    }
  ],
  'with an admin whom they promoted': [
    'second_person_needed',
    async (tx, kind, of) => {
      await tx`update public.profiles set staff_role = 'dispatcher' where id = tests.id('admin2')`
      // With a read limit an owner changes only people whom a list has shown.
      await call(tx, 'admin', `public.list_people(person_id => tests.id('admin2'))`)
      await call(tx, 'admin', `public.set_staff_role(tests.id('admin2'), 'owner')`)
      await call(tx, 'admin', ask(kind, of))
      return call(tx, 'admin2', approval)
    }
  ],
  'as an owner who lost the second factor, and whom they confirmed': [
    'second_person_needed',
    async (tx, kind, of) => {
      await tx`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
        values (gen_random_uuid(), tests.id('admin2'), 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP')`
      // With a read limit an owner changes only people whom a list has shown.
      await call(tx, 'admin3', `public.list_people(person_id => tests.id('admin2'))`)
      await call(tx, 'admin3', `public.remove_second_factor(tests.id('admin2'), 'Lost the phone')`)
      await call(tx, 'admin', `public.confirm_staff(tests.id('admin2'))`)
      await call(tx, 'admin', ask(kind, of))
      return call(tx, 'admin2', approval)
    }
  ],
  'by writing the approval': [
    '42501 42501 needs_approval',
    async (tx, kind, of) => {
      await call(tx, 'admin', ask(kind, of))
      const changed = await write(tx, 'admin', `update public.approvals set status = 'approved' where id = ${last}`)
      const added = await write(
        tx,
        'admin',
        `insert into public.approvals (kind, target_id, user_id, requested_by, client_key, status, decided_by, decided_at)
          select kind, target_id, user_id, requested_by, gen_random_uuid(), 'approved', requested_by, now() from public.approvals`
      )
      await tx.unsafe(`select set_config('app.approval', ${last}::text, true)`)
      return `${changed} ${added} ${await call(tx, 'admin', of.act)}`
    }
  ],
  'with a request whose maker may no longer make it': [
    'approval_closed',
    async (tx, kind, of) => {
      await call(tx, 'admin3', ask(kind, of))
      await tx`update public.profiles set approved = false where id = tests.id('admin3')`
      return call(tx, 'admin2', approval)
    }
  ],
  'with a second person, who is settled': [
    'done',
    async (tx, kind, of) => {
      await call(tx, 'admin', ask(kind, of))
      const said = await call(tx, 'admin2', approval)
      // An approved export is used by its requester.
      return said === 'done' && kind === 'export' ? call(tx, 'admin', of.act) : said
    }
  ]
}

await rolledBackOutcomes(['everyone.sql'], async (tx, report) => {
  const [kinds] = await tx<{ all: string[] }[]>`
    select array(select m[1] from regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''::text', 'g') m) as all
    from pg_constraint where conrelid = 'public.approvals'::regclass and conname = 'approvals_kind_check'`
  const known = Object.keys(guarded).sort()
  report(String([...(kinds?.all ?? [])].sort()) === String(known), 'each kind of approval is tried', String(kinds?.all))
  const settings = await tx<{ name: string }[]>`select unnest(app.guards()) as name`
  const untried = settings.filter(({ name }) => !Object.values(guarded).some(({ setting }) => setting === name))
  // These guard no kind of approval: how long a payout waits, and who must sign in with two factors. guards.sql lowers them.
  report(
    String(untried.map(({ name }) => name)) === 'bank_change_hours,staff_second_factor',
    'each guard of an approval is lowered',
    untried.map(({ name }) => name).join(', ')
  )
  for (const [kind, of] of Object.entries(guarded)) {
    for (const [name, [expected, way]] of Object.entries(ways)) {
      const said = await rolledBackPart(tx, async (inner) => {
        await inner`update public.profiles set staff_role = 'owner' where id in (tests.id('admin'), tests.id('admin2'), tests.id('admin3'))`
        await inner`delete from app.staff_changes`
        await inner.unsafe(`select tests.set('${of.setting}', '${of.strict}')`)
        return way(inner, kind, of)
      })
      report(said === expected, `${kind}: one owner ${name} gets ${expected}`, said)
    }
  }
  // Kinds that share a limit add up: what one owner gave away by one counts for the next, however small.
  for (const [kind, of] of Object.entries(guarded).filter(([, { setting }]) => setting === 'credit_limit')) {
    const said = await rolledBackPart(tx, async (inner) => {
      await inner`select tests.set('credit_limit', '100000')`
      const first = await call(inner, 'admin', of.act)
      const [given] = await inner<{ amount: string }[]>`
        select after ->> 'amount' as amount from public.audit_log where after ? 'amount' order by id desc limit 1`
      await inner`select tests.set('credit_limit', ${given?.amount ?? '0'})`
      return `${first} ${await call(inner, 'admin', `public.add_to_wallet(tests.id('rider3'), 0.01)`)}`
    })
    report(said === 'done needs_approval', `${kind}: one owner in small parts gets needs_approval`, said)
  }
})
