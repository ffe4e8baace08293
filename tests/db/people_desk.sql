-- What the desk sees of people beside the list's columns: a driver's facts, devices, and why somebody was not asked.
select no_plan();

-- A driver's facts
select tests.as_owner();
update public.drivers set driver_active_status = true where id = tests.id('driver2');
insert into public.driver_documents (driver_id, kind, path, expires_on) values (tests.id('driver2'), 'insurance', tests.id('driver2') || '/insurance', app.today() + 400);
create function tests.papers() returns text language sql security definer as $$ select (f ->> 'papers') || coalesce(' ' || ((f ->> 'papers_until')::date - app.today()), '')
  from public.profiles p cross join lateral public.driver_facts(p) f where p.id = tests.id('driver2') $$;
grant execute on function tests.papers() to authenticated;
select tests.act_as('admin');
select results_eq($$ select (f ->> 'fleet_id')::uuid, (f ->> 'is_active')::boolean, f ->> 'car_type' from public.list_people(person_id => tests.id('driver2')) p cross join lateral public.driver_facts(p) f $$,
  $$ select d.fleet_id, true, c.name from public.drivers d join public.car_types c on c.id = d.car_type_id where d.id = tests.id('driver2') $$, 'an admin sees fleet, duty and car type beside a driver');
select is(tests.papers(), 'pending', 'papers that nobody has looked at come first');
select results_eq($$ select id from public.list_people(has_papers_waiting => true) $$, $$ values (tests.id('driver2')) $$, 'drivers whose papers wait are a list');
select ok(tests.id('driver2') not in (select id from public.list_people('driver', has_papers_waiting => false)), 'the others are one without them');
select public.verify_document((select id from public.driver_documents where driver_id = tests.id('driver2') and status = 'pending'));
select is(tests.papers(), 'verified 400', 'verified papers say until when');
select tests.as_owner();
insert into public.driver_documents (driver_id, kind, path, expires_on, status, decided_at, decided_by) values
  (tests.id('driver2'), 'license', tests.id('driver2') || '/license', app.today() + 5, 'verified', app.now(), tests.id('admin'));
select is(tests.papers(), 'expiring 5', 'papers that end within two weeks say so');
update public.driver_documents set expires_on = app.today() - 1 where driver_id = tests.id('driver2') and kind = 'license';
select is(tests.papers(), 'expired -1', 'papers of the past are expired');
update public.driver_documents set status = 'rejected' where driver_id = tests.id('driver2') and kind = 'license';
select is(tests.papers(), 'rejected 400', 'rejected papers are to be handed in again');
delete from public.driver_documents where driver_id = tests.id('driver2');
select is(tests.papers(), 'missing', 'a driver without papers has none');
select tests.act_as('admin');
select is((select public.driver_facts(p) from public.profiles p where p.id = tests.id('rider')), null, 'riders have no such facts');
select ok((select count(*) > 0 and bool_and(d.driver_active_status) from public.list_people('driver', is_active => true) p join public.drivers d using (id)), 'drivers on duty are a list');
select ok((select count(*) > 0 and not bool_or(d.driver_active_status) from public.list_people('driver', is_active => false) p join public.drivers d using (id)), 'those off duty too');
select ok((select count(*) > 0 and bool_and(d.car_type_id = tests.car()) from public.list_people(car_type_id => tests.car()) p join public.drivers d using (id)), 'drivers of a car type too');
select tests.act_as('fleet');
select is(tests.papers(), 'missing', 'a fleet admin sees the facts of an own driver');
select is(public.driver_facts(row_of), null, 'a fleet admin sees none of another fleet''s driver, whose row is made up')
  from (select jsonb_populate_record(null::public.profiles, jsonb_build_object('id', tests.id('driver4'), 'usertype', 'driver')) as row_of) r;
select tests.act_as('rider');
select is(public.driver_facts(row_of), null, 'a rider who makes the row up sees nothing')
  from (select jsonb_populate_record(null::public.profiles, jsonb_build_object('id', tests.id('driver2'), 'usertype', 'driver')) as row_of) r;

-- Devices
select tests.as_owner();
insert into public.push_tokens (token, user_id, platform) values ('token-of-rider', tests.id('rider'), 'IOS');
insert into auth.sessions (id, user_id, created_at, updated_at, user_agent) values (gen_random_uuid(), tests.id('rider'), now(), now(), 'A browser');
select tests.act_as('admin');
select results_eq($$ select kind, name from public.person_devices(tests.id('rider')) order by 1 $$, $$ values ('push', 'IOS'), ('session', 'A browser') $$, 'an admin sees where a rider is signed in, without tokens');
select lives_ok($$ select public.sign_out_person(tests.id('rider')) $$, 'an admin signs a rider out everywhere');
select results_eq($$ select kind from public.person_devices(tests.id('rider')) $$, $$ values ('push') $$, 'then no session is left');
select is((select count(*) from public.list_audit(of_action => 'sign_out', of_id => tests.id('rider')::text)), 1::bigint, 'the log says so');
select throws_ok($$ select public.sign_out_person(gen_random_uuid()) $$, 'PT404', 'person_not_found', 'nobody signs out strangers');
select tests.act_as('fleet');
select throws_ok($$ select public.person_devices(tests.id('driver2')) $$, 'PT403', 'not_allowed', 'a fleet admin sees no devices');
select throws_ok($$ select public.sign_out_person(tests.id('driver2')) $$, 'PT403', 'not_allowed', 'a fleet admin signs nobody out');

-- Why not asked
select tests.as_owner();
select tests.book('rider', 'Cab', null);
delete from public.dispatch_waves;
insert into public.dispatch_waves (booking_id, wave, mode, at, exclusions) select tests.booking(), w.n, 'waves', app.now() - make_interval(secs => 60 - w.n),
  jsonb_build_array(jsonb_build_object('driver_id', tests.id('driver2'), 'distance_km', 1.25, 'reason', w.reason), jsonb_build_object('driver_id', tests.id('driver4'), 'distance_km', 2, 'reason', 'busy'))
from (values (1, 'beyond_wave'), (2, 'document_expired')) w (n, reason);
select tests.act_as('admin');
select results_eq($$ select reference, asked, reason, distance_km, times from public.why_not_asked(tests.id('driver2')) $$,
  $$ select b.reference, false, 'document_expired', 1.25, 2 from public.bookings b where b.id = tests.booking() $$, 'an admin reads why a driver was not asked, by the last search');
select throws_ok($$ select public.why_not_asked(tests.id('rider')) $$, 'PT404', 'person_not_found', 'riders are not asked');
select tests.act_as('fleet');
select results_eq($$ select reference, booking_id, reason, distance_km from public.why_not_asked(tests.id('driver2')) $$,
  $$ values (null::text, null::uuid, 'document_expired', null::numeric) $$, 'a fleet admin reads the reason, not the booking of others');
select throws_ok($$ select public.why_not_asked(tests.id('driver4')) $$, 'PT404', 'person_not_found', 'another fleet''s driver does not exist for a fleet admin');
select tests.act_as('driver2');
select throws_ok($$ select public.why_not_asked(tests.id('driver2')) $$, 'PT403', 'not_allowed', 'drivers ask dispatch_log');
select tests.as_owner();
update public.dispatch_waves set at = app.now() - interval '25 hours';
insert into public.booking_offers (booking_id, driver_id, wave, expires_at, created_at, status, answered_at, reference, category, pickup_area_lat, pickup_area_lng, drop_area_lat, drop_area_lng, trip_distance, trip_time, driver_share, trip_cost, payment_mode, book_later, trip_at)
select b.id, tests.id('driver2'), 3, app.now(), app.now() - interval '20 seconds', 'declined', app.now(), b.reference, b.category, 47, 9, 47, 9, 1, 60, 1, 1, 'cash', false, app.now() from public.bookings b where b.id = tests.booking();
select tests.act_as('admin');
select results_eq($$ select asked, reason from public.why_not_asked(tests.id('driver2')) $$, $$ values (true, 'declined') $$, 'a driver who was asked has what became of it; yesterday is over');
select is((select count(*) from public.why_not_asked(tests.id('driver4'))), 0::bigint, 'what is older than asked for stays away');
select is((select count(*) from public.why_not_asked(tests.id('driver4'), 48)), 1::bigint, 'unless more hours are asked for');
select * from finish();
