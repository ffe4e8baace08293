-- Complaints of users of such systems, each made impossible in this product. A title "pain: …" names the complaint; the
-- assertion proves that it cannot happen. Those that need concurrent sessions are in races.test.ts under the same names: two
-- drivers accept one ride, a rider cancels while a driver accepts, duplicate webhooks, a wallet that was checked before it was
-- locked.
-- SQL cannot prevent these: realtime that stops in background tabs (src/lib/server/use-broadcast.ts refetches on visibility, on being
-- online and on every subscription), a stale position shown as live on a screen (SQL only excludes it from dispatch; tests/e2e
-- shows its age), screens that blind users cannot use (live regions, and axe on every page: tests/e2e/pages.spec.ts).
select no_plan();

create function tests.kinds(booking_id uuid) returns text language sql volatile security definer as $$
  select string_agg(e.to_status, ' ' order by e.id) from public.booking_events e where e.booking_id = kinds.booking_id
$$;
-- Keeps a value of one statement for later statements, which may run as another actor.
create function tests.keep(name text, value text) returns text language sql as $$ select set_config('tests.' || name, value, true) $$;
create function tests.kept(name text) returns text language sql as $$ select current_setting('tests.' || name) $$;
create function tests.refusal(name text, statement text) returns text language plpgsql as $$
begin
  perform tests.let(name, statement);
  return 'done';
exception when others then
  return sqlerrm;
end $$;

select tests.go_online('driver'), tests.go_online('driver2', 47.1412, 9.5204);
update public.drivers d set car_type_id = tests.car('Cab') where d.id = tests.id('driver2');
select tests.keep('one', tests.book('rider')::text);
select tests.keep('two', tests.book('rider2')::text);

select tests.let('driver', format('select public.accept_booking(%L)', tests.kept('one')::uuid));
select is(tests.refusal('driver', format('select public.accept_booking(%L)', tests.kept('two')::uuid)), 'booking_taken',
  'pain: one driver accepts two rides');
select throws_ok(format($$select app.set_actor('driver'), tests.move('ACCEPTED', jsonb_build_object('driver_id', %L, 'accepted_at', app.now(), 'engaged_at', app.now()), %L)$$,
  tests.id('driver'), tests.kept('two')::uuid), '23505', null, 'pain: one driver accepts two rides, even by a direct change of the status');
select is(tests.refusal('driver2', format('select public.accept_booking(%L)', tests.kept('one')::uuid)), 'booking_taken',
  'pain: two drivers accept one ride');

select is(tests.refusal('driver', format('select public.cancel_booking(%L)', tests.kept('one')::uuid)), 'done', 'a driver can cancel an accepted ride');
select is(tests.status(tests.kept('one')::uuid), 'NEW', 'pain: a driver cancels and the rider must book again');
select is_empty(format('select 1 from public.requested_drivers where booking_id = %L and driver_id = %L', tests.kept('one')::uuid, tests.id('driver')),
  'pain: a driver who cancelled is asked again');
select isnt_empty(format('select 1 from public.requested_drivers where booking_id = %L and driver_id = %L', tests.kept('one')::uuid, tests.id('driver2')),
  'the ride that its driver cancelled is offered to another driver');

select tests.let('driver2', format('select public.accept_booking(%L)', tests.kept('one')::uuid));
select tests.let('driver2', format('select public.arrive_at_pickup(%L)', tests.kept('one')::uuid));
select ok(app.is_busy(tests.id('driver2')), 'a driver who carries a ride is busy');
select tests.let('driver2', format('select public.start_trip(%1$L, tests.code(%1$L))', tests.kept('one')::uuid));
select tests.let('driver2', format('select public.start_trip(%1$L, tests.code(%1$L))', tests.kept('one')::uuid));
select is((select count(*) from public.booking_events where booking_id = tests.kept('one')::uuid and to_status = 'STARTED'), 1::bigint,
  'pain: starting a ride twice');
select tests.act_as('rider3');
select tests.keep('key', gen_random_uuid()::text), tests.keep('quote', tests.quote('rider3')::text);
select is((public.create_booking(tests.kept('quote')::uuid, 'cash', null, '{}', tests.kept('key')::uuid)).id,
  (public.create_booking(tests.kept('quote')::uuid, 'cash', null, '{}', tests.kept('key')::uuid)).id, 'pain: a booking sent twice is two bookings');
select tests.as_owner();

select tests.let('driver2', format('select public.reach_drop(%L)', tests.kept('one')::uuid));
select ok(not app.is_busy(tests.id('driver2')), 'pain: an on-ride flag drifts: the ride ended, and nothing is left to reset');
select is_empty($$select 1 from information_schema.columns where table_schema in ('public', 'app') and column_name in ('queue', 'busy', 'on_ride')$$,
  'no column stores whether a driver is busy');
select tests.let('driver2', format('select public.confirm_cash(%L)', tests.kept('one')::uuid));
select tests.let('rider', format('select public.rate_booking(%L, 5)', tests.kept('one')::uuid));
select tests.keep('history', tests.kinds(tests.kept('one')::uuid));
select is(tests.refusal(w.who, format('select public.%s(%L)', w.what, tests.kept('one')::uuid)), w.answer,
    format('pain: a step replayed after completion (%s)', w.what))
  from (values ('driver2', 'arrive_at_pickup', 'wrong_status'), ('driver', 'accept_booking', 'offer_not_found'),
    ('rider', 'cancel_booking', 'cannot_cancel'), ('driver2', 'start_trip', 'wrong_status'), ('driver2', 'no_show', 'wrong_status'),
    ('driver2', 'reach_drop', 'done'), ('driver2', 'confirm_cash', 'done')) w (who, what, answer);
select is(tests.kinds(tests.kept('one')::uuid), tests.kept('history'), 'steps that are replayed after completion add no event to the booking''s history');

-- Money and prices.
select tests.act_as('rider');
select tests.keep('fare', to_jsonb(public.explain_fare(tests.kept('one')::uuid))::text);
select ok((tests.kept('fare')::jsonb ->> 'replays')::boolean, 'pain: the estimate differs from the invoice: both replay from what was stored');
select is((select sum((l ->> 'amount')::numeric) from jsonb_array_elements(tests.kept('fare')::jsonb #> '{final,lines}') l),
  (tests.kept('fare')::jsonb #>> '{final,trip_cost}')::numeric, 'pain: the estimate differs from the invoice: the invoice is the sum of its lines');
select throws_ok(format('update public.bookings set trip_cost = 1 where id = %L', tests.kept('one')::uuid), '42501', null,
  'pain: people edit their own fare');
select throws_ok(format($$update public.profiles set usertype = 'admin' where id = %L$$, tests.id('rider')), '42501', null,
  'pain: people edit their own role');
select throws_ok(format('update public.profiles set wallet_balance = 1000 where id = %L', tests.id('rider')), '42501', null,
  'pain: people edit their own balance');
select throws_ok(format($$update public.bookings set status = 'PAID' where id = %L$$, tests.kept('one')::uuid), '42501', null,
  'pain: people edit the paid flag');
select tests.keep('quote', tests.quote('rider')::text);
select is((public.create_booking(tests.kept('quote')::uuid, 'cash', null, '{"trip_cost": 0.01, "estimate": 0.01}')).trip_cost,
  (select q.trip_cost from public.fare_quotes q where q.id = tests.kept('quote')::uuid), 'pain: a fare that the client supplies is trusted');
select tests.as_owner();
select is((select (l ->> 'amount')::numeric from jsonb_array_elements(app.compute_fare(f.rule || '{"waiting_rate_per_hour": 30, "free_wait": 5}',
    f.quote_inputs || '{"wait_secs": 900}') -> 'lines') l where l ->> 'key' = 'waiting'), 5.00,
  'pain: the waiting charge differs between text and invoice: ten minutes beyond the free five at the rule''s own rate')
  from public.booking_finances f where f.booking_id = tests.kept('one')::uuid;

-- Who can read what.
select is((select count(*) from tests.events_of('booking:' || tests.kept('one')::uuid) e where e = 'status'), (select count(*) - 1 from public.booking_events v where v.booking_id = tests.kept('one')::uuid),
  'pain: a status reaches the rider late or never: it is broadcast in the transaction that sets it');
select is_empty('select 1 from pg_publication_tables where schemaname = ''public''',
  'pain: change feeds that authorise per subscriber: no table is published');
select isnt_empty(format($$select 1 from public.notices where user_id = %L and booking_id = %L$$, tests.id('rider'), tests.kept('one')::uuid),
  'pain: an order without a notice: the notice is a row of the same transaction');
select tests.act_as('fleet2');
select is_empty(format('select 1 from public.bookings where id = %L', tests.kept('one')::uuid), 'pain: a fleet sees the orders of others');
select tests.act_as('fleet');
select isnt_empty(format('select 1 from public.bookings where id = %L', tests.kept('one')::uuid), 'a fleet admin sees the orders of the own fleet');
select tests.as_owner();

update public.driver_positions set updated_at = app.now() - interval '61 seconds' where driver_id = tests.id('driver2');
select tests.keep('late', tests.book('rider4')::text);
select is_empty(format('select 1 from public.requested_drivers where booking_id = %L and driver_id = %L', tests.kept('late')::uuid, tests.id('driver2')),
  'pain: a stale position counts as live');
select tests.keep('later', tests.book('rider5', 'Cab', app.now() + interval '3 hours')::text);
select tests.act_as('admin');
select is((select string_agg(coalesce(x.message, 'assigned'), ' ' order by x.place) from public.assign_drivers(jsonb_build_array(
    jsonb_build_object('booking_id', tests.kept('later'), 'driver_id', tests.id('driver2')),
    jsonb_build_object('booking_id', tests.kept('one'), 'driver_id', tests.id('driver2')))) with ordinality x (booking_id, driver_id, assigned, message, hint, place)),
  'assigned wrong_status', 'pain: a bulk assignment says dispatched for all and dispatches one: each has its own result');
select tests.as_visitor();
select unalike((select n::text from tests.nearby_drivers(47.141, 9.5209) n limit 1), '%' || '0d000000' || '%',
  'pain: are there drivers near me? A visitor learns how many, not who');
select tests.as_owner();

-- Parcels, cards and other ways.
select tests.set('app_category', 'both');
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
select tests.clear_wallet('rider2'), tests.turn('1 minute'), tests.go_online('driver');
select tests.let('rider2', format($$select public.create_booking(%L, 'card', null, '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}')$$,
  tests.quote('rider2', 'Courier')));
select tests.keep('parcel', tests.booking()::text);
select is_empty(format('select 1 from public.requested_drivers where booking_id = %L', tests.kept('parcel')::uuid),
  'pain: a parcel is offered to drivers before it is paid');
select public.record_payment_event('stripe', 'pain', p.id, p.amount, p.currency, 'paid'), public.record_payment_event('stripe', 'pain', p.id, p.amount, p.currency, 'paid')
  from tests.create_payment(tests.kept('parcel')::uuid, 'stripe', tests.id('rider2')) p;
select is(app.ledger_balance('held:' || b.id), b.trip_cost, 'pain: duplicate webhooks credit twice') from public.bookings b where b.id = tests.kept('parcel')::uuid;
select tests.let('driver', format('select public.accept_booking(%L)', tests.kept('parcel')::uuid));
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.kept('parcel')::uuid));
select tests.let('driver', format('select public.start_trip(%L)', tests.kept('parcel')::uuid));
select tests.act_as('driver');
select is(public.reach_drop(tests.kept('parcel')::uuid) ->> 'message', 'start_code_required', 'pain: "delivered" that was not: delivery needs the recipient''s code');
select tests.as_owner();
select is(tests.status(tests.kept('parcel')::uuid), 'STARTED', 'pain: "delivered" that was not: without the code the parcel stays on its way');

select tests.let('rider6', format('select public.create_booking(%L, ''cash'')', tests.quote('rider6')));
select tests.keep('moved', tests.booking()::text), tests.keep('quote', (to_jsonb(public.quote_fare(tests.id('rider6'), tests.order('Cab', 9, 900))) ->> 'quote_id'));
select tests.let('rider6', format('select public.change_route(%L, %L)', tests.kept('moved')::uuid, tests.kept('quote')::uuid));
select results_eq(format('select b.quote_id, b.trip_cost from public.bookings b where b.id = %L', tests.kept('moved')::uuid),
  format('select q.id, q.trip_cost from public.fare_quotes q where q.id = %L', tests.kept('quote')::uuid),
  'pain: a change of destination or stops on the way: a new quote is the price, and the old one is kept');
select is((select r.before ->> 'quote_id' <> r.after ->> 'quote_id' from public.booking_revisions r where r.booking_id = tests.kept('moved')::uuid), true,
  'the revision of a changed route keeps the quotes before and after');

select * from finish();
