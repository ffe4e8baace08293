/**
 * Random rides and parcels in currencies with no, two and three decimals: after each of them its parts add up in the database, in
 * what each person reads, on the receipt and in the desk's list, and equal the ledger. 3 x 12 bookings, 3 x 120 with HACKNEY_FULL=1.
 */
import type postgres from 'postgres'
import { type Report, rolledBackOutcomes, rolledBackPart } from './support/outcomes.ts'
import { partRules } from './support/parts.ts'
import { isFull, random, seed } from './support/random.ts'
import { RandomLives } from './support/random-lives.ts'

const count = isFull ? 120 : 12
const currencies = { XOF: 0, CHF: 2, KWD: 3 }

interface Money {
  parts: { side: string; kind: string; amount: number; who: string }[]
  total: number
  paid: number
  open: number
  tips: number
  returned: number
  paid_in_all: number
  earned: number | null
}

const sum = (amounts: readonly number[]): number =>
  Math.round(amounts.reduce((all, amount) => all + amount * 1000, 0)) / 1000

/** What each person reads of a booking, and what the desk's list says of it. */
async function read(tx: postgres.TransactionSql, id: string) {
  const money: Record<string, Money> = {}
  const [carried] = await tx<
    { by: string }[]
  >`select driver_id as by from public.bookings where id = ${id} and driver_id is not null`
  for (const who of ['rider', ...(carried ? ['driver'] : []), 'admin']) {
    const [row] = await tx<{ money: Money }[]>`select set_config('request.jwt.claims', tests.claims(${who}), true),
      to_jsonb(public.booking_money(${id})) as money`
    if (row) money[who] = row.money
  }
  const [listed] = await tx<
    { total: string; share: string }[]
  >`select set_config('request.jwt.claims', tests.claims('admin'), true),
    b ->> 'total_amount' as total, b #>> '{booking_finances,driver_share}' as share
    from json_array_elements(tests.rows_of(public.list_bookings(booking_id => ${id}))) b`
  await tx`select set_config('request.jwt.claims', '', true)`
  return { ...money, listed }
}

function faultOf({ listed, ...money }: Awaited<ReturnType<typeof read>>): string | null {
  const { rider, driver, admin } = money as Record<string, Money | undefined>
  if (!rider || !admin || !listed) return 'somebody reads nothing'
  const of = ({ parts }: Money, ...sides: string[]) =>
    sum(parts.filter(({ side }) => sides.includes(side)).map(({ amount }) => amount))
  for (const [who, one] of Object.entries({ rider, admin, ...(driver && { driver }) })) {
    if (of(one, 'price') !== one.total || of(one, 'paid', 'open') !== one.total)
      return `${who}: the price is not the sum`
    if (one.total !== rider.total || Number(listed.total) !== rider.total) return `${who}: another total`
  }
  if (rider.parts.some(({ side }) => side === 'share') || rider.earned !== null) return 'the rider reads a share'
  if (driver?.parts.some(({ side, who }) => side === 'back' || (side === 'share' && who !== 'driver')))
    return 'the driver reads what others got'
  const byRider = rider.parts.filter(
    ({ side, who }) => who === 'rider' && ['paid', 'later', 'tip', 'back'].includes(side)
  )
  if (sum(byRider.map(({ amount }) => amount)) !== rider.paid_in_all) return 'the rider: paid_in_all is not the sum'
  if (of(admin, 'share') !== sum([admin.total, admin.tips, -admin.returned]))
    return 'the admin: the shares are not the sum'
  const share = (driver?.parts ?? []).filter(({ kind }) => kind === 'share' || kind === 'fee_share')
  return sum(share.map(({ amount }) => amount)) === Number(listed.share)
    ? null
    : "the desk's list: another driver's share"
}

async function live(tx: postgres.TransactionSql, code: string, places: number, report: Report): Promise<void> {
  const draw = random(79 + places)
  await tx`select tests.set('otp_secure', 'false'), tests.set('app_category', 'both'), tests.set('negative_balance', 'true'), tests.set('tip_max', '1000')`
  await tx`update public.settings set code = ${code}, "decimal" = ${places} where id = 1`
  await tx`update app.clock set "offset" = '2032-01-03 12:00+00'::timestamptz - now()`
  const lives = new RandomLives(tx, draw, places)
  const paid: string[] = []
  let fault: string | null = null
  for (let n = 0; n < count; n += 1) {
    const { id, status } = await lives.ride()
    if (status === 'PAID') paid.push(id)
    const again = paid.length > 0 && draw.chance(0.5) ? draw.pick(paid) : null
    if (again) await lives.refund(again)
    await tx`select app.issue_receipts()`
    for (const one of again ? [id, again] : [id]) {
      const seen = await read(tx, one)
      const found = faultOf(seen)
      if (found) fault ??= `${found}: ${JSON.stringify(seen)}`
    }
  }
  const what = `${count} random bookings in ${code}`
  report(fault === null, `each reader of ${what} reads parts that add up (seed ${seed}; ${lives.summary})`, fault ?? '')
  for (const [rule, query] of Object.entries(partRules)) {
    const rows = await tx.unsafe(query)
    report(rows.length === 0, `${what}: ${rule}`, `${rows.length} rows, for example ${JSON.stringify(rows[0])}`)
  }
}

await rolledBackOutcomes([], async (tx, report) => {
  for (const [code, places] of Object.entries(currencies))
    await rolledBackPart(tx, (inner) => live(inner as unknown as postgres.TransactionSql, code, places, report))
})
