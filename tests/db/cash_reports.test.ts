/**
 * Random rides that end without a signal: quotes, fares, extras, promotions, coins, limits and lies: 40 rides, 600 with
 * HACKNEY_FULL=1. The rules are written a second time here, in the smallest unit of the currency.
 */
import type postgres from 'postgres'
import { rolledBackOutcomes, say } from './support/outcomes.ts'
import { isFull, type Random, random, seed } from './support/random.ts'

interface Case {
  places: number
  /** The smallest coin, in units of the last decimal place. */
  unit: number
  /** The price that the rider agreed to, in the same units. */
  quote: number
  /** The final fare without extras, in percent of the quote. */
  percent: number
  /** Extras of the driver, in percent of the quote. */
  extras: number[]
  discount: number
  /** What the operator pays for the driver's day. */
  limit: number
  /** Who books: the rider, or the desk for a caller. */
  by: 'rider' | 'admin'
  /** What is true of the report. */
  lie: 'none' | 'amount' | 'signal' | 'online'
  /** How often the phone sends the step. */
  times: number
  /** The amount that the desk decides for, between what it may choose; null: it does not decide. */
  decides: number | null
}

/** Amounts in the smallest unit. */
interface Told {
  status: string
  reason: string | null
  state: string | null
  shown: number
  fare: number
  due: number
  cash: number
  rounding: number
  driver: number
  rider: number
  goodwill: number
  rounded: number
  ledger: number
  /** What the payments differ from the price. */
  parts: number
  /** The sum of all extras that count, and of those that wait. */
  counted: number
  waits: number
  share: number
  reports: number
  decided: number | null
}

const draw = (random: Random): Case => ({
  places: random.pick([0, 2, 2, 2, 3]),
  unit: random.pick([0, 1, 5, 5, 10, 25]),
  quote: random.int(200, 4000),
  percent: random.int(30, 150),
  extras: Array.from({ length: random.int(0, 3) }, () => random.int(1, 70)),
  discount: random.chance(0.3) ? random.int(1, 60) : 0,
  limit: random.pick([0, 0, 100, 500, 100_000]),
  by: random.pick(['rider', 'rider', 'rider', 'admin']),
  lie: random.pick(['none', 'none', 'none', 'amount', 'signal', 'online']),
  times: random.pick([1, 1, 2]),
  decides: random.chance(0.5) ? random.int(0, 100) : null
})

const play = `
  create function tests.sum_of(booking_id uuid, account text) returns numeric language sql volatile security definer as $$
    select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id where t.booking_id = sum_of.booking_id and a.name = sum_of.account
  $$;
  create function tests.unheard(one jsonb) returns jsonb language plpgsql security definer as $play$
  declare
    v_id uuid;
    v_places integer := (one ->> 'places')::integer;
    v_step numeric := 10::numeric ^ -v_places;
    v_quote numeric := (one ->> 'quote')::numeric * v_step;
    v_shown numeric;
    v_told numeric;
    v_extra numeric;
    v_key uuid := gen_random_uuid();
    v_at timestamptz;
    v_decided numeric;
    v_low numeric;
    v_high numeric;
    b public.bookings;
    r public.cash_reports;
  begin
    perform tests.turn('1 day'), set_config('request.jwt.claims', '', true);
    update public.settings s set code = case v_places when 3 then 'KWD' when 0 then 'XOF' else 'CHF' end, "decimal" = v_places, cash_unit = (one ->> 'unit')::numeric * v_step,
      extra_limit = 100000, cash_goodwill = (one ->> 'limit')::numeric * v_step, credit_limit = null where id = 1;
    update public.car_types set min_fare = v_quote, convenience_fees = 0, base_fare = 0, rate_per_hour = 0, rate_per_unit_distance = 0 where name = 'Cab';
    perform tests.clear_wallet('rider'), tests.clear_wallet('driver'), tests.go_online();
    perform tests.let(one ->> 'by', format('select public.create_booking(%L, ''cash'')', tests.quote('rider')));
    v_id := tests.booking();
    perform tests.let('driver', format('select public.accept_booking(%L)', v_id)), tests.let('driver', format('select public.arrive_at_pickup(%L)', v_id)),
      tests.let('driver', format('select public.start_trip(%L, %L)', v_id, tests.code(v_id)));
    if one ->> 'discount' <> '0' then
      update public.bookings x set promo_applied = true, promo_code = 'DRAWN', discount_amount = trunc(v_quote * (one ->> 'discount')::numeric / 100, v_places),
        promo_details = jsonb_build_object('type', 'flat', 'value', trunc(v_quote * (one ->> 'discount')::numeric / 100, v_places), 'min_order', 0) where x.id = v_id;
      update public.bookings x set cash_rounding = app.cash_rounding(x.trip_cost - x.discount_amount, (one ->> 'unit')::numeric * v_step) where x.id = v_id;
      update public.bookings x set payable_amount = x.trip_cost - x.discount_amount + x.cash_rounding where x.id = v_id;
    end if;
    for v_extra in select greatest(v_step, trunc(v_quote * e::numeric / 100, v_places)) from jsonb_array_elements_text(one -> 'extras') e loop
      perform tests.turn('1 second'), tests.let('driver', format('select public.add_extra(%L, ''toll'', %s)', v_id, v_extra));
    end loop;
    select x.* into b from public.bookings x where x.id = v_id;
    -- What the page shows: the quote with what counts of its extras, in whole coins.
    select app.cash_to_collect(v_id, b.payable_amount - b.cash_rounding + greatest(0, coalesce(sum(x.countable_amount), 0) - v_quote)) into v_shown from public.booking_extras x where x.booking_id = v_id;
    perform tests.turn('9 minutes');
    -- The meter ends elsewhere than the quote.
    update public.booking_finances f set rule = f.rule || jsonb_build_object('min_fare', trunc(v_quote * (one ->> 'percent')::numeric / 100, v_places)) where f.booking_id = v_id;
    v_at := app.now() - interval '1 minute';
    if one ->> 'lie' = 'signal' then
      perform tests.let('driver', 'select public.report_positions(jsonb_build_array(jsonb_build_object(''lat'', 47.15, ''lng'', 9.515)))');
    end if;
    perform tests.turn('2 minutes');
    perform tests.let('driver', format('select public.reach_drop(%L, at => %L)', v_id, v_at));
    select x.* into b from public.bookings x where x.id = v_id;
    v_told := v_shown + case one ->> 'lie' when 'amount' then 7 * v_step else 0 end;
    for i in 1 .. (one ->> 'times')::integer loop
      perform tests.let('driver', format('select public.confirm_cash(%L, client_key => %L, at => %L, amount => %s)', v_id, v_key,
        case when one ->> 'lie' <> 'online' then v_at + interval '1 minute' end, v_told));
    end loop;
    select x.* into r from public.cash_reports x where x.booking_id = v_id;
    if one ->> 'decides' is not null and r.status = 'review' then
      v_low := least(r.reported, r.counted); v_high := greatest(r.reported, r.counted);
      v_decided := trunc(v_low + (v_high - v_low) * (one ->> 'decides')::numeric / 100, v_places);
      perform tests.let('admin', format('select public.decide_cash(%L, %s)', v_id, v_decided));
    end if;
    return (select jsonb_build_object('status', x.status, 'reason', r.reason, 'state', r.status, 'shown', v_shown / v_step, 'fare', (x.trip_cost - x.discount_amount) / v_step,
      'due', app.cash_to_collect(v_id, x.trip_cost - x.discount_amount) / v_step, 'cash', x.cash_payment_amount / v_step, 'rounding', x.cash_rounding / v_step,
      'driver', tests.sum_of(v_id, 'wallet:' || tests.id('driver')) / v_step, 'rider', tests.sum_of(v_id, 'wallet:' || tests.id('rider')) / v_step,
      'goodwill', tests.sum_of(v_id, 'expense.goodwill') / v_step, 'rounded', tests.sum_of(v_id, 'rounding') / v_step,
      'ledger', (select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id where t.booking_id = v_id),
      'parts', (select m.total - m.paid - m.open from app.booking_money(x, '{}') m),
      'counted', (select coalesce(sum((e ->> 'amount')::numeric), 0) / v_step from public.booking_finances f, jsonb_array_elements(coalesce(f.final_inputs -> 'extras', '[]')) e where f.booking_id = v_id),
      'waits', (select coalesce(sum(e.undecided_amount), 0) / v_step from public.booking_extras e where e.booking_id = v_id),
      'entered', (select coalesce(sum(e.amount), 0) / v_step from public.booking_extras e where e.booking_id = v_id),
      'estimate', x.estimate / v_step, 'cost', x.trip_cost / v_step,
      'share', (select f.driver_share / v_step from public.booking_finances f where f.booking_id = v_id), 'told', v_told / v_step,
      'reports', (select count(*) from public.cash_reports c where c.booking_id = v_id), 'decided', v_decided / v_step) from public.bookings x where x.id = v_id);
  end $play$`

type Answer = Told & { entered: number; estimate: number; cost: number; told: number }

/** Whether the amount counts by itself. A caller is not charged, so above the limit of the day nothing counts. */
const counts = ({ lie, by, limit }: Case, t: Answer): boolean =>
  lie === 'none' && t.told !== t.due && (by === 'rider' || t.fare - t.told <= limit)

const laws: Record<string, (t: Answer, one: Case) => boolean> = {
  'is paid, whatever the driver reports': (t) => t.status === 'PAID',
  'leaves the ledger balanced': (t) => t.ledger === 0,
  'has parts that add up to its price': (t) => t.parts === 0,
  'is reported once if the cash is not the fare, and not at all otherwise': (t) =>
    t.reports === (t.told === t.due ? 0 : 1),
  'counts what the phone showed, and nothing else': (t, one) =>
    t.told === t.due || (t.reason === 'no_signal') === counts(one, t),
  'costs the driver nothing: share and cash are what the driver has': (t, one) =>
    t.driver === t.share - (t.decided ?? (counts(one, t) ? t.told : t.due)),
  'gives the rider what was paid above the fare, and takes at most what the operator does not pay': (t, one) => {
    if (!counts(one, t)) return t.decided === null ? t.rider === 0 : t.rider === Math.max(0, t.decided - t.due)
    const difference = t.told - t.fare
    if (difference >= 0) return t.rider === difference
    return t.rider === -Math.max(0, -difference - one.limit)
  },
  'costs the operator at most the limit of the day, unless the desk decides': (t, one) => {
    if (t.decided !== null) return true
    return counts(one, t) && t.told < t.fare ? t.goodwill === -Math.min(t.fare - t.told, one.limit) : t.goodwill === 0
  },
  'is rounded only if the whole fare was paid in cash': (t, one) =>
    counts(one, t) ? t.rounding === 0 : t.rounding === t.due - t.fare,
  'posts only the rounding to the rounding account': (t) => t.rounded === t.rounding,
  'costs at most 1.5 times the quote': (t) => t.cost <= Math.floor(1.5 * t.estimate + 1e-6),
  'counts each extra, or lets it wait for the desk': (t) => t.counted + t.waits === t.entered
}

async function tell(tx: postgres.TransactionSql, one: Case): Promise<Answer> {
  const [row] = await tx<{ told: Record<string, unknown> }[]>`select tests.unheard(${tx.json({ ...one })}) as told`
  if (!row) throw new Error('no answer')
  const units = ([key, value]: [string, unknown]) => [
    key,
    typeof value === 'number' ? Math.round(value * 1000) / 1000 : value
  ]
  return Object.fromEntries(Object.entries(row.told).map(units)) as unknown as Answer
}

await rolledBackOutcomes([], async (tx, report) => {
  const count = isFull ? 600 : 40
  const cases = random(36)
  const broken = new Map<string, string>()
  say(`${count} random rides without a signal, HACKNEY_SEED=${seed}`)
  await tx.unsafe(play)
  for (let done = 0; done < count; done++) {
    const one = draw(cases)
    const told = await tell(tx, one)
    for (const [law, holds] of Object.entries(laws))
      if (!broken.has(law) && !holds(told, one)) broken.set(law, `${JSON.stringify(one)}\n${JSON.stringify(told)}`)
  }
  for (const law of Object.keys(laws))
    report(!broken.has(law), `each of ${count} random rides without a signal ${law}`, broken.get(law))
})
