-- Scheduled jobs.
select no_plan();
select set_has($$ select jobname from cron.job $$, $$ select unnest(array['dispatch', 'housekeeping', 'receipts']) $$, 'the jobs dispatch, housekeeping and receipts are scheduled');
select is((select command from cron.job where jobname = 'dispatch'), 'call app.dispatch_loop()', 'the dispatch loop is the only statement of its job');
select ok((select not prosecdef and proconfig is null from pg_proc where oid = 'app.dispatch_loop()'::regprocedure), 'the dispatch loop is a procedure that can commit');
select tests.act_as('admin');
select throws_ok($$ select app.dispatch_tick() $$, '42501', null, 'an admin cannot run the dispatch tick');
select throws_ok($$ call app.dispatch_loop() $$, '42501', null, 'an admin cannot run the dispatch loop');
select throws_ok($$ select app.housekeeping() $$, '42501', null, 'an admin cannot run the housekeeping');
select tests.as_service();
select throws_ok($$ select app.dispatch_tick() $$, '42501', null, 'the service role cannot run the dispatch tick');

select tests.as_owner();
select tests.ride('PAID');
create temp table paid as select tests.booking() as id;
grant select on paid to public;
select tests.turn('23 hours 59 minutes');
select app.housekeeping();
select is(tests.status((select id from paid)), 'PAID', 'a paid ride waits 24 hours for a rating');
select tests.turn('1 minute');
select app.housekeeping();
select is(tests.status((select id from paid)), 'COMPLETE', 'a paid ride is completed after 24 hours');
select is((select actor_role || ' ' || note from public.booking_events where booking_id = (select id from paid) order by id desc limit 1), 'system after_24_hours', 'a ride completed after 24 hours records the system as its actor');
select tests.act_as('rider');
select is((public.rate_booking((select id from paid), 5)).status, 'COMPLETE', 'a ride completed by the system can still be rated');

select tests.as_owner();
select app.set_actor('rider', tests.id('rider'));
insert into public.bookings (reference, category, status, customer_id, customer_name, car_type_id, car_type, car_image, pickup_lat, pickup_lng, pickup_address,
  drop_lat, drop_lng, drop_address, trip_at, estimate, estimate_distance, estimate_time, trip_cost, fare_lines, payment_mode, quote_id, created_by, client_key)
select 'UNPAID', 'delivery', 'PAYMENT_PENDING', tests.id('rider'), 'Anna', tests.car('Courier'), 'Courier', 'moto', 47, 9, 'a', 47, 9, 'b', app.now(), 1, 1, 1, 1, '[]', 'card',
  tests.quote('rider', 'Courier'), tests.id('rider'), gen_random_uuid();
update public.fare_quotes q set used_at = app.now() from public.bookings b where b.quote_id = q.id;
select tests.turn('14 minutes');
select app.housekeeping();
select is((select status::text from public.bookings where reference = 'UNPAID'), 'PAYMENT_PENDING', 'an unpaid parcel waits 15 minutes for its payment');
select tests.turn('1 minute');
select app.housekeeping();
select results_eq($$ select status::text, cancelled_by, reason from public.bookings where reference = 'UNPAID' $$, $$ values ('CANCELLED', 'system', 'payment_timeout') $$, 'an unpaid parcel is cancelled after 15 minutes');
select tests.quote();
select tests.turn('25 hours');
select app.purge();
select is((select count(*) from public.fare_quotes where used_at is null), 0::bigint, 'unused quotes are purged');
select isnt_empty($$ select 1 from public.fare_quotes $$, 'used quotes are not purged');

create function tests.devices() returns bigint language sql volatile security definer as $$ select count(*) from app.known_devices where user_id = tests.id('rider') $$;
delete from app.known_devices;
select tests.let('rider', $$ select public.register_push_token('device-of-rider', 'WEB') $$);
select tests.turn('300 days');
select tests.let('rider', $$ select public.register_push_token('device-of-rider', 'WEB') $$);
select tests.turn('364 days'), app.purge();
select is(tests.devices(), 1::bigint, 'a device stays known for a year after its last use');
select tests.turn('3 days'), app.purge();
select is(tests.devices(), 0::bigint, 'a device that was not used for a year is purged');
select * from finish();
