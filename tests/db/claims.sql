-- Bookings for later that drivers claim ahead of time.
select no_plan();
create function tests.later(hours numeric, rider text default 'rider') returns uuid language sql security definer as $$
  select tests.book(rider, 'Cab', app.now() + hours * interval '1 hour')
$$;
create function tests.open_ids() returns uuid[] language sql volatile as $$ select coalesce(array_agg(o.booking_id order by o.trip_at), '{}') from public.open_later_bookings() o $$;
create function tests.area(lat double precision, lng double precision) returns text language sql volatile security definer as $$ select format('%s %s', a.area_lat, a.area_lng) from app.area_of(lat, lng) a $$;
select tests.go_online();
create temporary table b on commit drop as select tests.later(3) as one, tests.later(3.1, 'rider2') as overlapping, tests.later(5) as two, tests.later(7) as three, tests.later(9) as four;
grant select on b to public;

-- What the list shows
select tests.act_as('driver');
select ok(tests.open_ids() @> (select array[one, two] from b), 'a driver can see unassigned bookings for later');
select results_eq($$ select trip_at, payment_mode, trip_distance, pickup_area_lat || ' ' || pickup_area_lng = tests.area(47.141, 9.5209), drop_area_lat || ' ' || drop_area_lng = tests.area(47.1655, 9.5103)
  from public.open_later_bookings() o where o.booking_id = (select one from b) $$,
  $$ values (app.now() + interval '3 hours', 'cash', 3.5, true, true) $$,
    'the list of open later bookings shows the time, the distance and only areas');
select ok((select to_jsonb(o)::text !~ 'Vaduz|Schaan|47\.1410|47\.141,|9\.5209|9\.5103' from public.open_later_bookings() o where o.booking_id = (select one from b)), 'the list of open later bookings shows no address and no exact position');
select is_empty(format($$ select 1 from public.bookings where id = %L $$, (select one from b)), 'a driver cannot read the booking of the list itself');
select tests.act_as('rider');
select throws_ok($$ select public.open_later_bookings() $$, 'PT403', 'not_a_driver',
  'a rider cannot see the list of open later bookings');
select throws_ok($$ select public.claim_booking((select one from b)) $$, 'PT403', 'not_a_driver',
  'a rider cannot claim a booking');
select throws_ok($$ select public.driver_jobs() $$, 'PT403', 'not_a_driver', 'a rider cannot read driver jobs');
select tests.act_as('admin');
select throws_ok($$ select public.claim_booking((select one from b)) $$, 'PT403', 'not_a_driver',
  'an admin cannot claim a booking');
select tests.as_visitor();
select throws_ok($$ select public.claim_booking(gen_random_uuid()) $$, '42501', null, 'a visitor cannot claim a booking');
select throws_ok($$ select public.open_later_bookings() $$, '42501', null,
  'a visitor cannot see the list of open later bookings');

-- Claiming
select tests.act_as('driver');
select throws_ok($$ select public.claim_booking(gen_random_uuid()) $$, 'PT404', 'booking_not_found', 'a driver cannot claim a booking that does not exist');
select is((public.claim_booking((select one from b))).driver_id, tests.id('driver'), 'a driver can claim a booking for later');
select is((select status || ' ' || coalesce(engaged_at::text, 'free') from public.bookings where id = (select one from b)), 'ACCEPTED free', 'a claimed booking does not engage its driver before its lead time');
select is((public.claim_booking((select one from b))).status, 'ACCEPTED', 'claiming a booking twice succeeds both times');
select is_empty($$ select 1 from public.notices where key = 'trip_assigned' and booking_id = (select one from b) $$, 'a driver who claims a booking gets no notice that the desk assigned it');
select ok(not tests.open_ids() @> (select array[one] from b), 'a claimed booking leaves the list of open later bookings');
select is((select lat from public.booking_events where booking_id = (select one from b) and to_status = 'ACCEPTED'), null, 'the history does not record the driver''s position at a claim, which may be the home');
select is((select count(*) from public.tracking_points where booking_id = (select one from b)), 0::bigint, 'claiming a booking writes no tracking points');
select throws_ok($$ select public.claim_booking((select overlapping from b)) $$, 'PT409', 'claims_overlap', 'a driver cannot claim two bookings at overlapping times');
select is((public.claim_booking((select two from b))).status, 'ACCEPTED',
  'a driver can claim a second booking at another time');
select tests.turn('1 second');
select is((public.claim_booking((select three from b))).status, 'ACCEPTED', 'a driver can claim a third booking');
select throws_ok($$ select public.claim_booking((select four from b)) $$, 'PT409', 'too_many_claims',
  'a driver cannot claim a fourth booking');
select results_eq($$ select list, booking_id from public.driver_jobs() $$, $$ select 'later', unnest(array[one, two, three]) from b $$, 'claimed bookings are the driver''s later jobs, the soonest first');
select tests.act_as('driver3');
select is_empty($$ select 1 from public.driver_jobs() $$, 'another driver does not see the claimed jobs');
select throws_ok($$ select public.claim_booking((select one from b)) $$, 'PT409', 'booking_taken', 'another driver cannot claim a claimed booking');

-- Giving a claim back
select tests.act_as('driver');
select public.cancel_booking((select three from b), 'holiday');
select ok(not tests.open_ids() @> (select array[three] from b), 'a driver does not see a booking again after giving it back');
select throws_ok($$ select public.claim_booking((select three from b)) $$, 'PT409', 'booking_not_open', 'a driver cannot claim a booking again after giving it back');
select is((public.claim_booking((select four from b))).status, 'ACCEPTED',
  'a driver can claim another booking after giving one back');
select public.set_driver_active(false);
select public.cancel_booking((select four from b), 'holiday');
select tests.as_owner();
delete from public.booking_offers where booking_id = (select four from b);
select tests.act_as('driver');
select is((public.claim_booking((select four from b))).status, 'ACCEPTED', 'a driver off duty can claim a booking for later');

-- Drivers who cannot claim
select tests.as_owner();
update public.drivers set car_type_id = tests.car('Cab') where id = tests.id('driver3');
update public.drivers set car_type_id = tests.car('Van') where id = tests.id('driver2');
select tests.act_as('driver2');
select ok(not tests.open_ids() @> (select array[overlapping] from b), 'a driver of another car type does not see the booking');
select throws_ok($$ select public.claim_booking((select overlapping from b)) $$, 'PT422', 'driver_unsuitable', 'a driver of another car type cannot claim the booking');
select tests.as_owner();
update public.bookings set requirements = '{"wheelchair": true}' where id = (select overlapping from b);
select tests.act_as('driver3');
select throws_ok($$ select public.claim_booking((select overlapping from b)) $$, 'PT422', 'vehicle_unsuitable', 'a driver whose car lacks the required equipment cannot claim the booking');
select tests.as_owner();
update public.bookings set requirements = '{}' where id = (select overlapping from b);

-- The setting later_claims and the lead time
select tests.set('later_claims', 'false');
select tests.act_as('driver3');
select is(tests.open_ids(), '{}', 'no bookings are listed while later_claims is off');
select throws_ok($$ select public.claim_booking((select overlapping from b)) $$, 'PT409', 'booking_not_open', 'a driver cannot claim a booking while later_claims is off');
select tests.set('later_claims', 'true');
select tests.act_as('driver3');
select ok(tests.open_ids() @> (select array[overlapping] from b), 'bookings are listed again while later_claims is on');
select tests.as_owner();
select tests.turn('175 minutes');
select tests.act_as('driver3');
select ok(not tests.open_ids() @> (select array[overlapping] from b), 'a booking leaves the list at its lead time');
select throws_ok($$ select public.claim_booking((select overlapping from b)) $$, 'PT409', 'booking_not_open', 'a booking cannot be claimed from its lead time on');
select tests.as_owner();
select tests.go_online();
select app.dispatch_tick();
select is((select engaged_at from public.bookings where id = (select one from b)), app.now(), 'a claimed booking engages its driver at its lead time');
select tests.act_as('driver');
select is((select list from public.driver_jobs() where booking_id = (select one from b)), 'current', 'a claimed booking is the driver''s current job from its lead time on');
select * from finish();
