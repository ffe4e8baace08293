/**
 * Random rides from quote to receipt, each with its own tariff: sixty, a thousand with HACKNEY_FULL=1. The result of
 * explain_fare can be replayed to the cent, equals the formula written a second time over the inputs that it shows, and is never
 * below the minimum fare. (fares.test.ts draws tariffs that no form would accept.)
 */
import { expectedFare, type Line, type Tariff } from './support/fare-oracle.ts'
import { outcomes, rolledBack, say } from './support/outcomes.ts'
import { isFull, type Random, random, seed } from './support/random.ts'

interface Fare {
  lines: { key: string; amount: string }[]
  trip_cost: string
  inputs: Tariff['inputs']
}
interface Explained {
  quote: Fare
  final: Fare
  rule: Tariff['rule']
  replays: boolean
  /** From the booking: its price and the rider's lines. */
  trip_cost: string
  rider_lines: { amount: string }[]
  driver_share: string
  flags: string[]
}

/** Plays one ride with one tariff, rolls it back, and returns the data of explain_fare and of the booking. */
const play = `
  create function tests.play_fare(t jsonb) returns jsonb language plpgsql security definer as $play$
  declare
    v_id uuid;
    v_points integer := (t ->> 'points')::integer;
    v_answer jsonb;
  begin
    set local session_replication_role = replica;
    update public.settings s set code = case t ->> 'decimal' when '3' then 'KWD' else 'CHF' end, "decimal" = (t ->> 'decimal')::integer, convert_to_mile = (t ->> 'convert_to_mile')::boolean, fare_mode = t ->> 'fare_mode',
      free_wait = (t ->> 'free_wait')::integer, tax_percent = (t ->> 'tax_percent')::numeric where s.id = 1;
    update public.car_types c set base_fare = (t ->> 'base_fare')::numeric, rate_per_unit_distance = (t ->> 'rate_per_unit_distance')::numeric,
      rate_per_hour = (t ->> 'rate_per_hour')::numeric, waiting_rate_per_hour = (t ->> 'waiting_rate_per_hour')::numeric, min_fare = (t ->> 'min_fare')::numeric,
      convenience_fees = (t ->> 'convenience_fees')::numeric, convenience_fee_type = t ->> 'convenience_fee_type' where c.name = 'Cab';
    set local session_replication_role = origin;
    perform tests.let('admin', format('select public.create_booking(%L, ''cash'')', to_jsonb(public.quote_fare(tests.id('rider'),
      tests.order('Cab', (t ->> 'km')::numeric, (t ->> 'secs')::integer))) ->> 'quote_id'));
    v_id := tests.booking();
    set local session_replication_role = replica;
    update public.bookings b set status = 'STARTED', driver_id = tests.id('driver'), accepted_at = app.now() - interval '1 day', engaged_at = app.now() - interval '1 day',
      arrived_at = app.now() - make_interval(secs => (t ->> 'driven')::integer + (t ->> 'waited')::integer), started_at = app.now() - make_interval(secs => (t ->> 'driven')::integer)
    where b.id = v_id;
    update public.booking_finances f set driver_id = tests.id('driver') where f.booking_id = v_id;
    insert into public.tracking_points (booking_id, driver_id, status, lat, lng, at)
    select v_id, tests.id('driver'), 'STARTED', 47.141 + n * 0.002, 9.52, b.started_at + make_interval(secs => n * 20)
    from public.bookings b, generate_series(1, v_points) n where b.id = v_id and n * 20 < (t ->> 'driven')::integer;
    if t ? 'extra' then
      insert into public.booking_extras (booking_id, key, amount, by_role, added_by, client_key)
      values (v_id, 'toll', (t ->> 'extra')::numeric, 'driver', tests.id('driver'), gen_random_uuid());
    end if;
    set local session_replication_role = origin;
    perform tests.let('admin', format('select public.reach_drop(%L)', v_id));
    perform set_config('request.jwt.claims', tests.claims('admin'), true);
    select to_jsonb(e) || jsonb_build_object('trip_cost', b.trip_cost, 'rider_lines', b.fare_lines, 'driver_share', f.driver_share) into v_answer
    from public.explain_fare(v_id) e, public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = v_id;
    raise sqlstate 'TT000';
  exception when sqlstate 'TT000' then
    return v_answer;
  end $play$`

/** A tariff and a ride that forms accept: amounts with at most three decimals. */
function draw(from: Random): Record<string, string | number | boolean> {
  const amount = (most: number): number =>
    from.chance(0.15) ? 0 : Number((from.next() * most).toFixed(from.int(0, 3)))
  return {
    decimal: from.pick([0, 2, 2, 2, 3]),
    convert_to_mile: from.chance(0.3),
    fare_mode: from.pick(['metered', 'metered', 'upfront']),
    free_wait: from.int(0, 10),
    tax_percent: from.chance(0.5) ? 0 : amount(25),
    base_fare: amount(12),
    rate_per_unit_distance: amount(4),
    rate_per_hour: amount(60),
    waiting_rate_per_hour: amount(40),
    min_fare: amount(from.chance(0.3) ? 60 : 15),
    convenience_fees: amount(15),
    convenience_fee_type: from.pick(['flat', 'percentage']),
    km: Number((0.1 + from.next() * 60).toFixed(2)),
    secs: from.int(60, 7200),
    driven: from.int(1, 7200),
    waited: from.int(0, 1800),
    points: from.int(0, 40),
    ...(from.chance(0.3) ? { extra: 1 + from.int(0, 2000) / 100 } : {})
  }
}

/** An amount in the smallest unit; null if it has more decimals. */
function units(amount: string, places: number): bigint | null {
  const [, sign, whole = '', decimals = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (whole === '' || /[1-9]/.test(decimals.slice(places))) return null
  return BigInt(`${sign}${whole}${decimals.slice(0, places).padEnd(places, '0')}`)
}

const sum = (lines: { amount: string }[], places: number): bigint =>
  lines.reduce((total, { amount }) => total + (units(amount, places) ?? 0n), 0n)

function isFormula({ lines, inputs, trip_cost }: Fare, rule: Tariff['rule'], places: number): boolean {
  const expected = expectedFare({ rule, inputs })
  const text = (list: Line[]): string => list.map(({ key, units: n }) => `${key} ${n}`).join()
  const told = lines
    .map(({ key, amount }) => ({ key, units: units(amount, places) ?? -1n }))
    .filter((line) => line.units !== 0n)
  return text(expected.lines) === text(told) && units(trip_cost, places) === expected.total
}

const laws: Record<string, (one: Explained, places: number) => boolean> = {
  'can be replayed by explain_fare to the cent': (one) => one.replays,
  'has a quote that equals the formula': (one, places) => isFormula(one.quote, one.rule, places),
  'has a final fare that equals the formula': (one, places) => isFormula(one.final, one.rule, places),
  'costs the sum of its lines': (one, places) =>
    sum(one.final.lines, places) === units(one.trip_cost, places) &&
    sum(one.rider_lines, places) === units(one.trip_cost, places),
  'costs at least the minimum fare': (one, places) =>
    (units(one.driver_share, places) ?? -1n) >=
    expectedFare({ rule: { decimal: places, min_fare: one.rule.min_fare ?? 0 }, inputs: {} }).ride
}

await outcomes(async (report) => {
  const count = isFull ? 1_000 : 30
  const from = random(2)
  const broken = new Map<string, string>()
  const flags = new Map<string, number>()
  say(`${count} random rides, HACKNEY_SEED=${seed}`)
  await rolledBack([], async (tx) => {
    await tx.unsafe(play)
    for (let done = 0; done < count; done += 10) {
      const drawn = Array.from({ length: 10 }, () => draw(from))
      const rows = await tx.unsafe<{ it: string }[]>(
        `select tests.play_fare(t)::text as it
          from jsonb_array_elements($1::text::jsonb) with ordinality x (t, n) order by n`,
        [JSON.stringify(drawn)]
      )
      for (const [n, { it }] of rows.entries()) {
        // Amounts as text: JSON numbers would lose cents.
        const one = JSON.parse(it.replace(/: (-?\d+(\.\d+)?)(?=[,}])/g, ': "$1"')) as Explained
        for (const flag of one.flags) flags.set(flag, (flags.get(flag) ?? 0) + 1)
        for (const [law, holds] of Object.entries(laws)) {
          if (broken.has(law) || holds(one, Number(one.rule.decimal))) continue
          broken.set(law, `HACKNEY_SEED=${seed}\n${JSON.stringify(drawn[n])}\n${it}`)
        }
      }
    }
  })
  say(`flags: ${[...flags].map(([flag, n]) => `${flag} ${n}`).join(', ')}`)
  for (const law of Object.keys(laws))
    report(!broken.has(law), `each of ${count} random rides with its own tariff ${law}`, broken.get(law))
})
