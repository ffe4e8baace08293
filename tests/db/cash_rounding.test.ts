/**
 * Random amounts in random currencies, paid in cash, by wallet, by card, or by a part of each: 60 rides, 600 with
 * HACKNEY_FULL=1. The rules are written a second time here, in the smallest unit of the currency.
 */
import type postgres from 'postgres'
import { rolledBackOutcomes, say } from './support/outcomes.ts'
import { isFull, type Random, random, seed } from './support/random.ts'

interface Case {
  places: number
  /** The smallest coin, in units of the last decimal place. */
  unit: number
  /** Fare and promotion, in the same units. */
  cost: number
  discount: number
  wallet: number
  mode: 'cash' | 'wallet'
  /** The payment after the trip; the driver collects the rest in cash. */
  pays: 'nothing' | 'wallet' | 'card'
}

interface Told {
  trip_cost: string
  cash_rounding: string
  customer_paid: string
  cash_payment_amount: string
  used_wallet_money: string
  card_payment_amount: string
  payable_amount: string
  driver_share: string
  status: string
  rounding: string
  ledger: string
  explained: string
  /** The cash amount in trip_options just before; null if nothing was left to pay. */
  told: string | null
}

function draw(random: Random): Case {
  const places = random.pick([0, 2, 2, 2, 3])
  const cost = random.int(0, 9) * 10 ** random.int(0, 3) + random.int(1, 999)
  return {
    places,
    unit: random.pick([0, 1, 5, 5, 10, 25, 50, 100, 3]),
    cost,
    discount: random.chance(0.3) ? random.int(0, cost) : 0,
    wallet: random.chance(0.5) ? random.int(0, cost) : 0,
    mode: random.pick(['cash', 'cash', 'wallet']),
    pays: random.pick(['nothing', 'wallet', 'card'])
  }
}

/** A ride with a given fare, paid as the case specifies. */
const play = `
  create function tests.settle(places integer, unit numeric, cost numeric, discount numeric, money numeric, mode text, pays text) returns jsonb
  language plpgsql security definer as $play$
  declare
    v_id uuid;
    v_told numeric;
    v_payment public.payments;
    b public.bookings;
  begin
    perform tests.turn('1 minute'), set_config('request.jwt.claims', '', true);
    update public.settings s set code = case places when 3 then 'KWD' else 'CHF' end, "decimal" = places, cash_unit = unit where id = 1;
    update public.car_types set min_fare = cost, convenience_fees = 0, base_fare = 0, rate_per_hour = 0, rate_per_unit_distance = 0 where name = 'Cab';
    perform tests.clear_wallet('rider');
    perform app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), money), app.entry('adjustments', -money)));
    perform tests.go_online();
    perform tests.let('rider', format('select public.create_booking(%L, %L)', tests.quote(), mode));
    v_id := tests.booking();
    if discount > 0 then
      update public.promos set promo_discount_type = 'flat' where promo_name = 'DRAWN';
      update public.bookings set promo_applied = true, promo_code = 'DRAWN', discount_amount = discount,
        promo_details = jsonb_build_object('type', 'flat', 'value', discount, 'min_order', 0) where id = v_id;
    end if;
    perform tests.let('driver', format('select public.accept_booking(%L)', v_id)), tests.let('driver', format('select public.arrive_at_pickup(%L)', v_id)),
      tests.let('driver', format('select public.start_trip(%L, %L)', v_id, tests.code(v_id))), tests.let('driver', format('select public.reach_drop(%L)', v_id));
    -- A wallet ride has paid what the wallet has at its end.
    if pays = 'wallet' and mode <> 'wallet' and money > 0 and tests.status(v_id) = 'PENDING' then
      perform tests.let('rider', format('select public.pay_with_wallet(%L)', v_id));
    end if;
    if pays = 'card' and tests.status(v_id) = 'PENDING' then
      v_payment := tests.create_payment(v_id, 'stripe', tests.id('rider'));
      perform public.record_payment_event('stripe', v_id::text, v_payment.id, v_payment.amount, v_payment.currency, 'paid');
    end if;
    if tests.status(v_id) = 'PENDING' then
      perform set_config('request.jwt.claims', tests.claims('driver'), true);
      select o.cash_amount into v_told from public.trip_options(v_id) o;
      perform public.confirm_cash(v_id), set_config('request.jwt.claims', '', true);
    end if;
    select x.* into b from public.bookings x where x.id = v_id;
    perform set_config('request.jwt.claims', tests.claims('rider'), true);
    return jsonb_build_object('trip_cost', b.trip_cost::text, 'cash_rounding', b.cash_rounding::text, 'customer_paid', b.customer_paid::text, 'discount', b.discount_amount::text,
      'cash_payment_amount', b.cash_payment_amount::text, 'used_wallet_money', b.used_wallet_money::text, 'card_payment_amount', b.card_payment_amount::text,
      'payable_amount', b.payable_amount::text, 'driver_share', (select f.driver_share::text from public.booking_finances f where f.booking_id = v_id), 'status', b.status,
      'told', v_told::text, 'explained', (select total::text from public.explain_fare(v_id)),
      'rounding', (select coalesce(sum(e.amount), 0)::text from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
        join public.ledger_accounts a on a.id = e.account_id where t.booking_id = v_id and a.kind = 'rounding'),
      'ledger', (select coalesce(sum(e.amount), 0)::text from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id where t.booking_id = v_id));
  end $play$`

const laws: Record<string, (told: (key: keyof Told) => number, one: Case, raw: Told) => boolean> = {
  'ends in PAID with nothing left to pay': (_, __, { status, payable_amount }) =>
    status === 'PAID' && Number(payable_amount) === 0,
  'costs exactly the fare': (told, { cost }) => told('trip_cost') === cost && told('driver_share') === cost,
  'is paid with whole coins': (told, { unit }) => unit === 0 || told('cash_payment_amount') % unit === 0,
  'is rounded by at most half a coin, half up': (told, { unit }) =>
    unit === 0 ? told('cash_rounding') === 0 : 2 * told('cash_rounding') <= unit && 2 * told('cash_rounding') > -unit,
  'is rounded only if cash was paid or the rest was below half a coin': (told, { pays, mode, wallet }, raw) =>
    told('cash_rounding') === 0 ||
    told('cash_payment_amount') > 0 ||
    // The driver saw zero to collect, or nothing was left to pay.
    (told('cash_rounding') < 0 && (raw.told !== null || mode === 'cash' || (pays === 'wallet' && wallet > 0))),
  'was paid with the fare less the promotion plus the rounding': (told, { cost, discount }) => {
    const paid = told('cash_payment_amount') + told('used_wallet_money') + told('card_payment_amount')
    return paid === told('customer_paid') && paid === cost - discount + told('cash_rounding')
  },
  'is explained by explain_fare with the amount that was paid': (told) => told('explained') === told('customer_paid'),
  'is collected with the cash amount that trip_options showed': (told, _, raw) =>
    raw.told === null ? told('cash_payment_amount') === 0 : told('told') === told('cash_payment_amount'),
  'posts only the rounding to the rounding account': (told) => told('rounding') === told('cash_rounding'),
  'leaves the ledger balanced': (told) => told('ledger') === 0
}

async function tell(tx: postgres.TransactionSql, one: Case): Promise<Told> {
  const money = (units: number): string => (units / 10 ** one.places).toFixed(one.places)
  const [row] = await tx<
    { told: Told }[]
  >`select tests.settle(${one.places}, ${money(one.unit)}, ${money(one.cost)}, ${money(one.discount)},
    ${money(one.wallet)}, ${one.mode}, ${one.pays}) as told`
  if (!row) throw new Error('no answer')
  return row.told
}

await rolledBackOutcomes([], async (tx, report) => {
  const count = isFull ? 600 : 30
  const cases = random(7)
  const broken = new Map<string, string>()
  say(`${count} random sums, HACKNEY_SEED=${seed}`)
  await tx.unsafe(play)
  for (let done = 0; done < count; done++) {
    const one = draw(cases)
    const raw = await tell(tx, one)
    const units = (key: keyof Told): number => Math.round(Number(raw[key]) * 10 ** one.places * 1000) / 1000
    for (const [law, holds] of Object.entries(laws))
      if (!broken.has(law) && !holds(units, one, raw)) broken.set(law, `${JSON.stringify(one)}\n${JSON.stringify(raw)}`)
  }
  for (const law of Object.keys(laws)) report(!broken.has(law), `each of ${count} random rides ${law}`, broken.get(law))
})
