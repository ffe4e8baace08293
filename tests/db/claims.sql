-- Later bookings that drivers take ahead of their time.
select no_plan();
create function tests.later(hours numeric, rider text default 'rider') returns uuid language sql security definer as $$
  select tests.book(rider, 'Cab', app.now() + hours * interval '1 hour')
$$;
create function tests.open_ids() returns uuid[] language sql volatile as $$ select coalesce(array_agg(o.booking_id order by o.trip_at), '{}') from public.open_later_bookings() o $$;
create function tests.area(lat double precision, lng double precision) returns text language sql volatile security definer as $$ select format('%s %s', a.area_lat, a.area_lng) from app.area_of(lat, lng) a $$;
select tests.go_online();
create temporary table b on commit drop as select tests.later(3) as one, tests.later(3.1, 'rider2') as overlapping, tests.later(5) as two, tests.later(7) as three, tests.later(9) as four;
grant select on b to public;

-- What is shown
select tests.act_as('driver');
select ok(tests.open_ids() @> (select array[one, two] from b), 'a driver sees later bookings that nobody has');
select results_eq($$ select trip_at, payment_mode, trip_distance, pickup_area_lat || ' ' || pickup_area_lng = tests.area(47.141, 9.5209), drop_area_lat || ' ' || drop_area_lng = tests.area(47.1655, 9.5103)
  from public.open_later_bookings() o where o.booking_id = (select one from b) $$,
  $$ values (app.now() + interval '3 hours', 'cash', 3.5, true, true) $$, 'areas, the time and the way to 100 m');
select ok((select to_jsonb(o)::text !~ 'Vaduz|Schaan|47\.1410|47\.141,|9\.5209|9\.5103' from public.open_later_bookings() o where o.booking_id = (select one from b)), 'no address and no door');
select is_empty(format($$ select 1 from public.bookings where id = %L $$, (select one from b)), 'the booking itself cannot be read');
select tests.act_as('rider');
select throws_ok($$ select public.open_later_bookings() $$, 'PT403', 'not_a_driver', 'a rider sees no list');
select throws_ok($$ select public.claim_booking((select one from b)) $$, 'PT403', 'not_a_driver', 'a rider claims nothing');
select throws_ok($$ select public.driver_jobs() $$, 'PT403', 'not_a_driver', 'a rider has no jobs');
select tests.act_as('admin');
select throws_ok($$ select public.claim_booking((select one from b)) $$, 'PT403', 'not_a_driver', 'an admin claims nothing');
select tests.as_visitor();
select throws_ok($$ select public.claim_booking(gen_random_uuid()) $$, '42501', null, 'a visitor claims nothing');
select throws_ok($$ select public.open_later_bookings() $$, '42501', null, 'a visitor sees no list');

-- Claiming
select tests.act_as('driver');
select throws_ok($$ select public.claim_booking(gen_random_uuid()) $$, 'PT404', 'booking_not_found', 'nobody claims what does not exist');
select is((public.claim_booking((select one from b))).driver_id, tests.id('driver'), 'a driver claims a booking');
select is((select status || ' ' || coalesce(engaged_at::text, 'free') from public.bookings where id = (select one from b)), 'ACCEPTED free', 'it engages the driver only at its lead time');
select is((public.claim_booking((select one from b))).status, 'ACCEPTED', 'claiming twice is claiming once');
select ok(not tests.open_ids() @> (select array[one] from b), 'what is claimed is open no more');
select is((select lat from public.booking_events where booking_id = (select one from b) and to_status = 'ACCEPTED'), null, 'the history does not say where the driver was: it may be home');
select is((select count(*) from public.tracking_points where booking_id = (select one from b)), 0::bigint, 'the trail of the ride has not begun');
select throws_ok($$ select public.claim_booking((select overlapping from b)) $$, 'PT409', 'claims_overlap', 'two at one time are refused');
select is((public.claim_booking((select two from b))).status, 'ACCEPTED', 'another at another time is not');
select tests.turn('1 second');
select is((public.claim_booking((select three from b))).status, 'ACCEPTED', 'a third is claimed');
select throws_ok($$ select public.claim_booking((select four from b)) $$, 'PT409', 'too_many_claims', 'three at a time');
select results_eq($$ select list, booking_id from public.driver_jobs() $$, $$ select 'later', unnest(array[one, two, three]) from b $$, 'they are the driver''s later jobs, the soonest first');
select tests.act_as('driver3');
select is_empty($$ select 1 from public.driver_jobs() $$, 'another driver has none of them');
select throws_ok($$ select public.claim_booking((select one from b)) $$, 'PT409', 'booking_taken', 'another driver comes too late');

-- Giving back
select tests.act_as('driver');
select public.cancel_booking((select three from b), 'holiday');
select ok(not tests.open_ids() @> (select array[three] from b), 'who gave a booking back is not shown it again');
select throws_ok($$ select public.claim_booking((select three from b)) $$, 'PT409', 'booking_not_open', 'who gave a booking back does not claim it again');
select is((public.claim_booking((select four from b))).status, 'ACCEPTED', 'what was given back makes room');
select public.set_driver_active(false);
select public.cancel_booking((select four from b), 'holiday');
select tests.as_owner();
delete from public.booking_offers where booking_id = (select four from b);
select tests.act_as('driver');
select is((public.claim_booking((select four from b))).status, 'ACCEPTED', 'a driver off duty claims for another day');

-- Who may not
select tests.as_owner();
update public.drivers set car_type_id = tests.car('Cab') where id = tests.id('driver3');
update public.drivers set car_type_id = tests.car('Van') where id = tests.id('driver2');
select tests.act_as('driver2');
select ok(not tests.open_ids() @> (select array[overlapping] from b), 'another car type is not shown it');
select throws_ok($$ select public.claim_booking((select overlapping from b)) $$, 'PT422', 'driver_unsuitable', 'another car type does not claim it');
select tests.as_owner();
update public.bookings set requirements = '{"wheelchair": true}' where id = (select overlapping from b);
select tests.act_as('driver3');
select throws_ok($$ select public.claim_booking((select overlapping from b)) $$, 'PT422', 'vehicle_unsuitable', 'a car that does not carry what is asked claims nothing');
select tests.as_owner();
update public.bookings set requirements = '{}' where id = (select overlapping from b);

-- The search
select tests.set('later_claims', 'false');
select tests.act_as('driver3');
select is(tests.open_ids(), '{}', 'with later_claims off nothing is open');
select throws_ok($$ select public.claim_booking((select overlapping from b)) $$, 'PT409', 'booking_not_open', 'with later_claims off nothing is claimed');
select tests.set('later_claims', 'true');
select tests.act_as('driver3');
select ok(tests.open_ids() @> (select array[overlapping] from b), 'with later_claims on it is open');
select tests.as_owner();
select tests.turn('175 minutes');
select tests.act_as('driver3');
select ok(not tests.open_ids() @> (select array[overlapping] from b), 'from its lead time on a booking is offered, not claimed');
select throws_ok($$ select public.claim_booking((select overlapping from b)) $$, 'PT409', 'booking_not_open', 'from its lead time on it is not claimed');
select tests.as_owner();
select app.dispatch_tick();
select is((select engaged_at from public.bookings where id = (select one from b)), app.now(), 'a claimed booking engages its driver at its lead time');
select tests.act_as('driver');
select is((select list from public.driver_jobs() where booking_id = (select one from b)), 'current', 'then it is the job of the driver');
select * from finish();
