-- What the desk sees of people besides the list's columns: a driver's facts, devices, and why a driver was not asked.
select no_plan();

-- A driver's facts
select tests.as_owner();
update public.drivers set driver_active_status = true where id = tests.id('driver2');
insert into public.driver_documents (driver_id, kind, path, expires_on) values (tests.id('driver2'), 'insurance', tests.id('driver2') || '/insurance', app.today() + 400);
create function tests.facts(name text) returns jsonb language sql volatile as $$
  select (public.list_people(person_id => tests.id(name)) #> '{rows,0,driver_facts}')::jsonb $$;
create function tests.papers() returns text language sql volatile security definer as $$
  select (f ->> 'papers') || coalesce(' ' || ((f ->> 'papers_until')::date - app.today()), '') from public.profiles p, app.driver_facts(p) f where p.id = tests.id('driver2') $$;
grant execute on function tests.facts(text), tests.papers() to authenticated;
select tests.act_as('admin');
select results_eq($$ select (f ->> 'fleet_id')::uuid, (f ->> 'is_active')::boolean, f ->> 'car_type' from tests.facts('driver2') f $$,
  $$ select d.fleet_id, true, c.name from public.drivers d join public.car_types c on c.id = d.car_type_id where d.id = tests.id('driver2') $$, 'an admin sees the fleet, duty and car type of a driver');
select is(tests.papers(), 'pending', 'pending documents are shown before other states');
select results_eq($$ select id from tests.list_people(has_papers_waiting => true) $$, $$ values (tests.id('driver2')) $$, 'drivers with pending documents can be listed');
select ok(tests.id('driver2') not in (select id from tests.list_people('driver', has_papers_waiting => false)), 'drivers without pending documents can be listed');
select public.verify_document((select id from public.driver_documents where driver_id = tests.id('driver2') and status = 'pending'));
select is(tests.papers(), 'verified 400', 'verified documents are shown with their days until expiry');
select tests.as_owner();
insert into public.driver_documents (driver_id, kind, path, expires_on, status, decided_at, decided_by) values
  (tests.id('driver2'), 'license', tests.id('driver2') || '/license', app.today() + 5, 'verified', app.now(), tests.id('admin'));
select is(tests.papers(), 'expiring 5', 'documents that expire within two weeks are shown as expiring');
update public.driver_documents set expires_on = app.today() - 1 where driver_id = tests.id('driver2') and kind = 'license';
select is(tests.papers(), 'expired -1', 'documents past their date are shown as expired');
update public.driver_documents set status = 'rejected' where driver_id = tests.id('driver2') and kind = 'license';
select is(tests.papers(), 'rejected 400', 'a rejected document is shown before the state of the others');
delete from public.driver_documents where driver_id = tests.id('driver2');
select is(tests.papers(), 'missing', 'a driver without documents is shown as missing them');
select tests.act_as('admin');
select is(tests.facts('rider'), 'null', 'a rider has no driver facts');
select ok((select count(*) > 0 and bool_and(d.driver_active_status) from tests.list_people('driver', is_active => true) p join public.drivers d using (id)), 'drivers on duty can be listed');
select ok((select count(*) > 0 and not bool_or(d.driver_active_status) from tests.list_people('driver', is_active => false) p join public.drivers d using (id)), 'drivers off duty can be listed');
select ok((select count(*) > 0 and bool_and(d.car_type_id = tests.car()) from tests.list_people(car_type_id => tests.car()) p join public.drivers d using (id)), 'drivers of a car type can be listed');
select tests.act_as('fleet');
select is(tests.facts('driver2') ->> 'papers', 'missing', 'a fleet admin sees the facts of the own driver');
select is(tests.facts('driver4'), null, 'a fleet admin gets no facts of another fleet''s driver');

-- Devices
select tests.as_owner();
insert into public.push_tokens (token, user_id, platform) values ('token-of-rider', tests.id('rider'), 'IOS');
insert into auth.sessions (id, user_id, created_at, updated_at, user_agent) values (gen_random_uuid(), tests.id('rider'), now(), now(), 'A browser');
select tests.act_as('admin');
select results_eq($$ select kind, name from public.person_devices(tests.id('rider')) order by 1 $$, $$ values ('push', 'IOS'), ('session', 'A browser') $$, 'an admin sees a rider''s sessions and push devices, without tokens');
select lives_ok($$ select public.sign_out_person(tests.id('rider')) $$, 'an admin signs a rider out everywhere');
select results_eq($$ select kind from public.person_devices(tests.id('rider')) $$, $$ values ('push') $$, 'a rider who is signed out everywhere has no session');
select is((select count(*) from public.list_audit(of_action => 'sign_out', of_id => tests.id('rider')::text)), 1::bigint, 'signing a person out is audited');
select throws_ok($$ select public.sign_out_person(gen_random_uuid()) $$, 'PT404', 'person_not_found', 'an admin cannot sign out a person who does not exist');
select tests.act_as('fleet');
select throws_ok($$ select public.person_devices(tests.id('driver2')) $$, 'PT403', 'not_allowed', 'a fleet admin cannot see a driver''s devices');
select throws_ok($$ select public.sign_out_person(tests.id('driver2')) $$, 'PT403', 'not_allowed', 'a fleet admin cannot sign a driver out');

-- Why a driver was not asked
select tests.as_owner();
select tests.book('rider', 'Cab', null);
delete from public.dispatch_waves;
insert into public.dispatch_waves (booking_id, wave, mode, at, exclusions) select tests.booking(), w.n, 'waves', app.now() - make_interval(secs => 60 - w.n),
  jsonb_build_array(jsonb_build_object('driver_id', tests.id('driver2'), 'distance_km', 1.25, 'reason', w.reason), jsonb_build_object('driver_id', tests.id('driver4'), 'distance_km', 2, 'reason', 'busy'))
from (values (1, 'beyond_wave'), (2, 'document_expired')) w (n, reason);
select tests.act_as('admin');
select results_eq($$ select reference, asked, reason, distance_km, times from public.why_not_asked(tests.id('driver2')) $$,
  $$ select b.reference, false, 'document_expired', 1.25, 2 from public.bookings b where b.id = tests.booking() $$, 'an admin reads why a driver was not asked, from the last search');
select throws_ok($$ select public.why_not_asked(tests.id('rider')) $$, 'PT404', 'person_not_found', 'an admin cannot ask for a rider why they were not asked');
select tests.act_as('fleet');
select results_eq($$ select reference, booking_id, reason, distance_km from public.why_not_asked(tests.id('driver2')) $$,
  $$ values (null::text, null::uuid, 'document_expired', null::numeric) $$, 'a fleet admin reads the reason without the details of another fleet''s booking');
select throws_ok($$ select public.why_not_asked(tests.id('driver4')) $$, 'PT404', 'person_not_found', 'a fleet admin cannot ask about another fleet''s driver');
select tests.act_as('driver2');
select throws_ok($$ select public.why_not_asked(tests.id('driver2')) $$, 'PT403', 'not_allowed', 'a driver cannot call why_not_asked');
select tests.as_owner();
update public.dispatch_waves set at = app.now() - interval '25 hours';
insert into public.booking_offers (booking_id, driver_id, wave, expires_at, created_at, status, answered_at, reference, category, pickup_area_lat, pickup_area_lng, drop_area_lat, drop_area_lng, trip_distance, trip_time, driver_share, trip_cost, payment_mode, book_later, trip_at)
select b.id, tests.id('driver2'), 3, app.now(), app.now() - interval '20 seconds', 'declined', app.now(), b.reference, b.category, 47, 9, 47, 9, 1, 60, 1, 1, 'cash', false, app.now() from public.bookings b where b.id = tests.booking();
select tests.act_as('admin');
select results_eq($$ select asked, reason from public.why_not_asked(tests.id('driver2')) $$, $$ values (true, 'declined') $$, 'a driver who was asked is shown with the outcome, and older searches are left out');
select is((select count(*) from public.why_not_asked(tests.id('driver4'))), 0::bigint, 'searches before the requested hours are left out');
select is((select count(*) from public.why_not_asked(tests.id('driver4'), 48)), 1::bigint, 'more hours can be requested to see older searches');
select * from finish();
