/** The paths of a booking's life for `booking_paths.test.ts`: each is a list of select expressions that use helpers.sql. */

/** The start of every path: prices that do not depend on the hour, empty wallets, no other bookings of the rider; and helpers. */
export const setup = `
delete from public.tariff_windows;
delete from public.zones;
delete from public.earnings_months;
delete from realtime.messages;
select tests.set('app_category', 'both'), tests.set('bonus', '5'), tests.set('referral_min_km', '0'), tests.set('referral_min_minutes', '0'),
  tests.set('fleet_percent', '10'), tests.set('cancellation_driver_percent', '50');
update public.profiles p set approved = true where p.id in (tests.id('rider'), tests.id('driver'), tests.id('driver2'));
update public.bookings set customer_id = tests.id('rider3') where customer_id = tests.id('rider');
delete from public.saved_addresses a where a.user_id = tests.id('rider');
select tests.clear_wallet(n) from unnest(array['rider', 'driver', 'driver2']) n;
create function tests.fund(amount numeric) returns void language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), amount), app.entry('adjustments', -amount)))
$$;
create function tests.as(name text, call text) returns void language plpgsql security definer as $$
begin
  perform tests.let(name, format('select public.' || replace(call, '$', quote_literal(tests.booking()))));
end $$;
create function tests.order_ride(mode text, km numeric default 3.5, car text default 'Cab', trip_at timestamptz default null, details jsonb default '{}', extra jsonb default '{}', who text default 'rider')
returns void language plpgsql security definer as $$
declare v_quote text := to_jsonb(public.quote_fare(tests.id('rider'), tests.order(car, km, (km * 120)::integer) || extra)) ->> 'quote_id';
begin
  if extra ? 'promo' then perform tests.let(who, format('select public.apply_promo(%L, %L)', v_quote, extra ->> 'promo')); end if;
  perform tests.let(who, format('select public.create_booking(%L, %L, %L, %L)', v_quote, mode, trip_at, details));
end $$;
create function tests.parcel(mode text, who text default 'rider') returns void language sql volatile security definer as $$
  update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
  select tests.order_ride(mode, 3.5, 'Courier', null, '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}', '{}', who)
$$;
create function tests.card(event text, status text default 'paid') returns void language sql volatile security definer as $$
  select public.record_payment_event('stripe', event, p.id, p.amount, p.currency, card.status, '{}') from public.payments p where p.booking_id = tests.booking() order by p.created_at desc limit 1
$$;
create function tests.wait(minutes integer) returns void language plpgsql security definer as $$
begin
  for i in 1 .. minutes * 2 loop
    perform tests.turn('30 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)');
  end loop;
end $$;
create function tests.cab(name text) returns void language sql volatile security definer as $$
  update public.drivers d set car_type_id = tests.car() where d.id = tests.id(name);
  update public.profiles p set approved = true where p.id = tests.id(name)
$$;
create function tests.join_fleet() returns void language sql volatile security definer as $$
  update public.drivers d set fleet_id = tests.id('fleet') where d.id = tests.id('driver')
$$;
create function tests.refer() returns void language sql volatile security definer as $$
  update public.profiles p set signup_via_referral = (select r.referral_id from public.profiles r where r.id = tests.id('rider2')) where p.id = tests.id('rider')
$$;
create function tests.promo() returns void language sql volatile security definer as $$
  insert into public.promos (promo_name, promo_discount_value, min_order, promo_validity, promo_usage_limit)
  values ('PATHS', 2, 10, (now() + interval '30 days')::date, 10)
$$;
`

const online = 'tests.go_online()'
const accept = `tests.as('driver', 'accept_booking($)')`
const arrive = `tests.as('driver', 'arrive_at_pickup($)')`
const start = `tests.as('driver', 'start_trip($, ' || coalesce(quote_literal(tests.code()), 'null') || ')')`
const drive = `tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)')`
const reach = `tests.as('driver', 'reach_drop($)')`
const reachWithCode = `tests.as('driver', 'reach_drop($, ' || coalesce(quote_literal(tests.code()), 'null') || ')')`
const cash = `tests.as('driver', 'confirm_cash($)')`
const wallet = `tests.as('rider', 'pay_with_wallet($)')`
const pay = `tests.create_payment(tests.booking(), 'stripe', tests.id('rider'))`
const rate = `tests.as('rider', 'rate_booking($, 5)')`
const ride = (mode: string): string[] => [online, `tests.order_ride('${mode}')`, accept, arrive, start, drive, reach]
const shorten = `tests.as('rider', 'change_route($, ' || quote_literal(to_jsonb(public.quote_fare(tests.id('rider'), tests.order('Cab', 3, 360))) ->> 'quote_id') || ')')`
const cancel = (who: string): string => `tests.as('${who}', 'cancel_booking($, ''My plans changed'')')`
/** Another driver comes on duty, gets an offer and accepts it. */
const nextDriver = (name: string): string[] => [
  `tests.cab('${name}'), tests.turn('1 minute'), tests.go_online('${name}'), app.dispatch_booking(tests.booking())`,
  `tests.as('${name}', 'accept_booking($)')`
]

export const paths: Record<string, readonly string[]> = {
  'a ride paid in cash and rated': [...ride('cash'), cash, rate],
  'a ride paid by wallet': ['tests.fund(100)', ...ride('wallet'), wallet, rate],
  'a ride paid partly by wallet, the rest in cash': ['tests.fund(5)', ...ride('cash'), wallet, cash],
  'a ride paid by card': [...ride('card'), pay, `tests.card('e1')`, rate],
  'a ride whose card is refused first': [...ride('card'), pay, `tests.card('e1', 'failed')`, `tests.card('e2')`],
  'a ride of a fleet driver': ['tests.join_fleet()', ...ride('cash'), cash],
  'a ride that nobody rates': [...ride('cash'), cash, `tests.turn('25 hours'), app.complete_paid()`],
  'a ride that an admin ends and records as paid': [
    ...ride('cash').slice(0, -1),
    `tests.as('admin', 'reach_drop($)')`,
    `tests.as('admin', 'confirm_cash($)')`
  ],
  'a ride with stops and a longer route': [
    online,
    `tests.order_ride('cash', 3.5, 'Cab', null, '{}', '{"waypoints": [{"lat": 47.15, "lng": 9.515, "add": "Stop"}]}')`,
    accept,
    arrive,
    start,
    `tests.turn('2 minutes'), tests.let('driver', 'select public.report_position(47.15, 9.515)')`,
    `tests.as('driver', 'arrive_at_stop($, 1)')`,
    drive,
    reach,
    cash
  ],
  'a shorter route that the driver accepts': [
    online,
    `tests.order_ride('cash', 20)`,
    accept,
    shorten,
    `tests.as('driver', 'accept_route_change($)')`,
    arrive,
    start,
    drive,
    reach,
    cash
  ],
  'a shorter route that nobody answers': [online, `tests.order_ride('cash', 20)`, accept, shorten, arrive, start],
  'a ride with a promotion': [
    'tests.promo()',
    online,
    `tests.order_ride('cash', 6, 'Cab', null, '{}', '{"promo": "PATHS"}')`,
    accept,
    arrive,
    start,
    drive,
    reach,
    cash
  ],
  'a ride with a promotion that its end does not reach': [
    'tests.promo()',
    online,
    `tests.order_ride('cash', 4, 'Cab', null, '{}', '{"promo": "PATHS"}')`,
    accept,
    arrive,
    start,
    `tests.turn('1 minute'), tests.let('driver', 'select public.report_position(47.142, 9.5200)')`,
    reach,
    cash
  ],
  'a ride with a promotion that the rider cancels': [
    'tests.promo()',
    online,
    `tests.order_ride('cash', 6, 'Cab', null, '{}', '{"promo": "PATHS"}')`,
    cancel('rider')
  ],
  'a ride with an extra that the desk removes': [
    ...ride('cash').slice(0, -2),
    `tests.as('driver', 'add_extra($, ''toll'', 3)')`,
    drive,
    reach,
    `tests.let('admin', (select format('select public.remove_extra(%L, ''wrong'')', x.id) from public.booking_extras x where x.booking_id = tests.booking()))`,
    cash
  ],
  'a ride for the evening, accepted ahead': [
    online,
    `tests.order_ride('cash', 3.5, 'Cab', app.now() + interval '5 hours')`,
    `tests.turn('4 hours 50 minutes'), tests.go_online(), app.dispatch_booking(tests.booking())`,
    accept,
    'app.engage_due()',
    arrive
  ],
  'a first ride of somebody who was referred': ['tests.refer()', ...ride('cash'), cash],
  'a parcel paid by wallet': [
    'tests.fund(100)',
    online,
    `tests.parcel('wallet')`,
    wallet,
    'tests.go_online()',
    accept,
    arrive,
    start,
    drive,
    reachWithCode
  ],
  'a parcel paid by card': [
    online,
    `tests.parcel('card')`,
    pay,
    `tests.card('e1')`,
    accept,
    arrive,
    start,
    drive,
    reachWithCode
  ],
  'a parcel that an admin books': [
    online,
    `tests.parcel('cash', 'admin')`,
    accept,
    arrive,
    start,
    drive,
    reachWithCode,
    cash
  ],
  'a parcel that is not paid in time': [`tests.parcel('card')`, `tests.turn('16 minutes'), app.cancel_unpaid()`],
  'a parcel whose payment comes too late': [`tests.parcel('card')`, pay, cancel('rider'), `tests.card('e1')`],
  'a parcel sent back': [
    'tests.fund(100)',
    online,
    `tests.parcel('wallet')`,
    wallet,
    accept,
    arrive,
    start,
    drive,
    `tests.as('driver', 'return_to_sender($, ''nobody home'')')`,
    `tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.141, 9.5209)')`,
    reach
  ],
  'a paid parcel that the rider cancels before acceptance': [
    'tests.fund(100)',
    online,
    `tests.parcel('wallet')`,
    wallet,
    cancel('rider')
  ],
  'a paid parcel that the rider cancels late': [
    'tests.fund(100)',
    online,
    `tests.parcel('wallet')`,
    wallet,
    accept,
    `tests.turn('6 minutes')`,
    cancel('rider')
  ],
  'a ride that the rider cancels before acceptance': [online, `tests.order_ride('cash')`, cancel('rider')],
  'a ride that the rider cancels at once after acceptance': [
    online,
    `tests.order_ride('cash')`,
    accept,
    cancel('rider')
  ],
  'a ride that the rider cancels late, with money': [
    'tests.fund(100)',
    online,
    `tests.order_ride('cash')`,
    accept,
    `tests.turn('6 minutes')`,
    cancel('rider')
  ],
  'a ride that the rider cancels at the door, without money': [
    online,
    `tests.order_ride('cash')`,
    accept,
    arrive,
    `tests.turn('6 minutes')`,
    cancel('rider')
  ],
  'a ride that an admin cancels': [online, `tests.order_ride('cash')`, accept, cancel('admin')],
  'a ride that one driver gives back and another takes': [
    online,
    `tests.order_ride('cash')`,
    accept,
    cancel('driver'),
    ...nextDriver('driver2')
  ],
  'a ride given back by three drivers, the first at the door': [
    online,
    `tests.order_ride('cash')`,
    accept,
    arrive,
    cancel('driver'),
    ...nextDriver('driver2'),
    cancel('driver2'),
    ...nextDriver('driver3'),
    cancel('driver3')
  ],
  'a ride for which there is no driver': [
    `tests.order_ride('cash')`,
    `tests.turn('31 minutes'), app.dispatch_booking(tests.booking())`
  ],
  'a rider who does not come': [
    online,
    `tests.order_ride('cash')`,
    accept,
    arrive,
    'tests.wait(6)',
    `tests.as('driver', 'no_show($)')`
  ],
  'a driver who declines': [online, `tests.order_ride('cash')`, `tests.as('driver', 'decline_booking($)')`],
  'a driver who is suspended on the way': [
    online,
    `tests.order_ride('cash')`,
    accept,
    `tests.let('admin', format('select public.set_approved(%L, false, ''complaints'')', tests.id('driver')))`
  ]
}
