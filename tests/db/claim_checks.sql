-- Claimed rides whose driver may be unable to come: asked in time, and passed on while a free driver has the whole lead time.
select no_plan();
create function tests.heard(name text) returns void language sql security definer as $$
  update public.driver_positions p set updated_at = app.now() where p.driver_id = tests.id(name)
$$;
-- Books a ride in so many minutes, which the driver claims, and turns the clock to so many minutes before the pickup.
create function tests.claimed(driver text, minutes integer, before integer, rider text default 'rider') returns uuid language plpgsql security definer as $$
declare v_id uuid := tests.book(rider, 'Cab', app.now() + minutes * interval '1 minute');
begin
  perform tests.let(driver, format('select public.claim_booking(%L)', v_id));
  perform tests.turn((minutes - before) * interval '1 minute');
  return v_id;
end $$;
create function tests.whose(id uuid) returns text language sql volatile security definer as $$
  select b.status || coalesce(' ' || (select split_part(u.email, '@', 1) from auth.users u where u.id = b.driver_id), '') from public.bookings b where b.id = whose.id
$$;
create function tests.risk(id uuid) returns text language sql volatile security definer as $$ select c.risk from app.claim_checks c where c.booking_id = risk.id $$;
create function tests.questions(name text, id uuid) returns bigint language sql volatile security definer as $$
  select count(*) from public.notices n where n.user_id = tests.id(name) and n.booking_id = questions.id and n.key = 'claim_check' and n.read_at is null
$$;
create function tests.notes(id uuid) returns text[] language sql volatile security definer as $$
  select array_agg(e.note order by e.id) from public.booking_events e where e.booking_id = notes.id and e.note like 'claim\_%'
$$;
create function tests.is_on_list(id uuid) returns boolean language sql volatile security definer as $$
  select exists (select 1 from app.attention() a where a.booking_id = is_on_list.id and a.reason = 'claim_at_risk')
$$;
create function tests.offered(id uuid, name text) returns boolean language sql volatile security definer as $$
  select exists (select 1 from public.booking_offers o where o.booking_id = offered.id and o.driver_id = tests.id(name) and o.status = 'open')
$$;
-- Only these drivers are on duty, with suitable cars.
update public.drivers set driver_active_status = false where driver_active_status;
update public.drivers set car_type_id = tests.car('Cab') where id in (tests.id('driver'), tests.id('driver2'), tests.id('driver3'));
create temporary table b (name text primary key, id uuid) on commit drop;
grant select, insert on b to public;
create function tests.of(name text) returns uuid language sql volatile security definer as $$ select b.id from pg_temp.b b where b.name = of.name $$;

-- Off duty, without a position
insert into b values ('off', tests.claimed('driver', 120, 31));
select tests.tick();
select is(tests.risk(tests.of('off')), null, 'a driver who is at home half an hour before a claimed ride is not asked yet');
select ok(not tests.is_on_list(tests.of('off')), 'a claimed ride is not on the attention list while nothing speaks against its driver');
select tests.tick('1 minute');
select is(tests.risk(tests.of('off')), 'off_duty', 'half an hour before the pickup a driver off duty is a risk');
select is(tests.questions('driver', tests.of('off')), 1::bigint, 'half an hour before the pickup a driver off duty is asked');
select is(n.params ->> 'risk' || ' ' || (n.params ->> 'pickup') || ' ' || ((n.params ->> 'until')::timestamptz = app.now() + interval '14.5 minutes'), 'off_duty Vaduz, Post true',
  'the question names the reason, the pickup and until when the answer counts') from public.notices n where n.booking_id = tests.of('off') and n.key = 'claim_check';
select ok(tests.is_on_list(tests.of('off')), 'a claimed ride whose driver was asked is on the attention list');
select tests.tick('5 seconds'), tests.tick('5 seconds');
select is(tests.questions('driver', tests.of('off')), 1::bigint, 'a driver is asked once');
select tests.go_online('driver3');
select tests.act_as('rider');
select throws_ok($$ select public.answer_claim(tests.of('off'), true) $$, 'PT403', 'not_a_driver', 'a rider cannot answer for the driver of a claimed ride');
select tests.act_as('driver3');
select throws_ok($$ select public.answer_claim(tests.of('off'), true) $$, 'PT404', 'booking_not_found', 'another driver cannot answer for the driver of a claimed ride');
select tests.as_visitor();
select throws_ok($$ select public.answer_claim(gen_random_uuid(), true) $$, '42501', null, 'a visitor cannot answer for a driver');
select tests.as_owner();
select tests.turn('13 minutes'), tests.heard('driver3'), tests.tick();
select is(tests.whose(tests.of('off')), 'ACCEPTED driver', 'a claimed ride stays with its driver until the lead time begins');
select tests.turn('110 seconds'), tests.heard('driver3'), tests.tick();
select is(tests.whose(tests.of('off')), 'NEW', 'without an answer a claimed ride leaves its driver when the lead time begins');
select ok(tests.offered(tests.of('off'), 'driver3'), 'a claimed ride that left its driver is offered to a free driver at once');
select is((select array[driver_cancel_count::text, dispatch_note] from public.bookings where id = tests.of('off')), array['0', null], 'a claimed ride that left its driver counts as no cancellation of the driver');
select is(tests.notes(tests.of('off')), '{claim_asked_off_duty,claim_off_duty}'::text[], 'the history of a claimed ride says that the driver was asked and why it left');
select is((select lat from public.booking_events where booking_id = tests.of('off') and note = 'claim_off_duty'), null, 'the history does not record where a driver off duty was');
select is(tests.questions('driver', tests.of('off')), 0::bigint, 'the question is settled when the ride has left');
select ok(exists (select 1 from public.notices where user_id = tests.id('driver') and booking_id = tests.of('off') and key = 'claim_passed_on'), 'the driver gets a notice that the claimed ride was passed on');
select ok(exists (select 1 from public.notices where user_id = tests.id('rider') and booking_id = tests.of('off') and key = 'driver_gave_back'), 'the rider gets a notice that another driver is searched for');
select ok(not tests.is_on_list(tests.of('off')), 'a claimed ride that left its driver is off the attention list');
select tests.act_as('driver');
select throws_ok($$ select public.answer_claim(tests.of('off'), true) $$, 'PT404', 'booking_not_found', 'a driver cannot confirm a ride that has left');
select tests.act_as('driver3');
select is((public.accept_booking(tests.of('off'))).status, 'ACCEPTED', 'a free driver accepts the ride before its lead time is used up');
select tests.as_owner();
select tests.let('rider', format('select public.cancel_booking(%L)', tests.of('off')));
select is_empty($$ select 1 from app.claim_checks $$, 'no check is left of a claimed ride that has ended');

-- A trip under way that takes longer
select tests.go_online('driver'), tests.go_online('driver3');
insert into b values ('long', tests.claimed('driver', 120, 51, 'rider2')), ('now', tests.ride('STARTED'));
select tests.heard('driver'), tests.tick();
select is(tests.risk(tests.of('long')), null, 'a trip that ends long before a claimed ride is no risk');
select tests.turn('1 minute'), tests.heard('driver');
update public.bookings set estimate_time = 3600 where id = tests.of('now');
select tests.tick();
select is(tests.risk(tests.of('long')), 'late', 'a trip under way that now ends after the pickup of a claimed ride is a risk at once');
select ok(tests.is_on_list(tests.of('long')), 'the desk sees a claimed ride at risk at the first sign');
select is(tests.questions('driver', tests.of('long')), 0::bigint, 'a driver is not asked before the reminder');
select tests.turn('20 minutes'), tests.heard('driver'), tests.tick();
select is(tests.questions('driver', tests.of('long')), 1::bigint, 'a driver who is expected late is asked at the reminder');
select tests.turn('890 seconds'), tests.heard('driver'), tests.heard('driver3'), tests.tick();
select is(tests.whose(tests.of('long')), 'NEW', 'a claimed ride leaves a driver whose trip takes too long before its lead time begins');
select ok(tests.offered(tests.of('long'), 'driver3'), 'a claimed ride that left a late driver is offered to the free one');
select is(tests.notes(tests.of('long')), '{claim_asked_late,claim_late}'::text[], 'the history says that the driver was expected late');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.of('long'))), tests.let('driver', format('select public.reach_drop(%L)', tests.of('now'))),
  tests.let('driver', format('select public.confirm_cash(%L)', tests.of('now')));

-- The driver says yes
insert into b values ('yes', tests.claimed('driver', 120, 30, 'rider3'));
update public.drivers set driver_active_status = false where id = tests.id('driver');
select tests.tick();
select tests.act_as('driver');
select is((public.answer_claim(tests.of('yes'), true)).status, 'ACCEPTED', 'a driver who was asked confirms');
select is((public.answer_claim(tests.of('yes'), true)).status, 'ACCEPTED', 'confirming twice succeeds both times');
select tests.as_owner();
select is(tests.notes(tests.of('yes')), '{claim_asked_off_duty,claim_kept}'::text[], 'the history says once that the driver confirmed');
select is(tests.questions('driver', tests.of('yes')), 0::bigint, 'a confirmed question is settled');
select ok(not tests.is_on_list(tests.of('yes')), 'a claimed ride whose driver confirmed is off the attention list until the lead time');
select tests.tick('15 minutes');
select is(tests.whose(tests.of('yes')), 'ACCEPTED driver', 'a confirmed ride stays with its driver at the lead time');
select ok(tests.is_on_list(tests.of('yes')), 'a driver who confirmed and has not set out is on the attention list from the lead time on');
select tests.tick('7 minutes');
select is(tests.whose(tests.of('yes')), 'ACCEPTED driver', 'a driver who confirmed has half of the lead time to set out');
select tests.tick('30 seconds');
select is(tests.whose(tests.of('yes')), 'NEW', 'a confirmed ride leaves a driver who has not set out by then');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('yes')));

-- The driver comes on duty
insert into b values ('on', tests.claimed('driver', 120, 30, 'rider3'));
select tests.tick();
select tests.go_online('driver'), tests.tick('1 second');
select is(tests.risk(tests.of('on')), null, 'a driver who comes on duty is no risk');
select is(tests.questions('driver', tests.of('on')), 0::bigint, 'coming on duty settles the question');
select tests.turn('15 minutes'), tests.heard('driver'), tests.tick();
select is((select tests.whose(id) || ' ' || (engaged_at is not null) from public.bookings where id = tests.of('on')), 'ACCEPTED driver true', 'a driver on duty sets out at the lead time');

-- From the lead time on
select tests.turn('2 minutes'), tests.heard('driver'), tests.turn('2 minutes'), tests.tick();
select is(tests.whose(tests.of('on')), 'ACCEPTED driver', 'a driver who has set out keeps the ride through a gap of two minutes in the signal');
select tests.tick('2 minutes');
select is(tests.whose(tests.of('on')), 'NEW', 'a driver who has set out and is silent for more than three minutes loses the ride');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('on')));
insert into b values ('lead', tests.claimed('driver', 120, 16, 'rider3'));
select tests.heard('driver');
insert into b values ('other', tests.ride('STARTED'));
select tests.heard('driver'), tests.tick(), tests.turn('4 minutes'), tests.heard('driver'), tests.tick();
select is((select tests.whose(id) || ' ' || (engaged_at is not null) from public.bookings where id = tests.of('lead')), 'ACCEPTED driver false', 'a claimed ride waits for a trip that ends in time');
update public.bookings set estimate_time = 3600 where id = tests.of('other');
select tests.turn('1 minute'), tests.heard('driver'), tests.go_online('driver3'), tests.tick();
select is(tests.whose(tests.of('lead')), 'NEW', 'a claimed ride leaves a driver whose trip is lengthened after the lead time has begun');
select ok(tests.offered(tests.of('lead'), 'driver3'), 'a free driver is asked for a ride that left its driver after the lead time has begun');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('lead'))), tests.let('driver', format('select public.reach_drop(%L)', tests.of('other'))),
  tests.let('driver', format('select public.confirm_cash(%L)', tests.of('other')));

-- A gap in the signal of a driver who was never asked
update public.drivers set driver_active_status = false where id = tests.id('driver3');
insert into b values ('gap', tests.claimed('driver', 120, 30, 'rider3'));
select tests.heard('driver'), tests.tick(), tests.turn('13 minutes'), tests.heard('driver'), tests.tick('95 seconds');
select is(array[tests.whose(tests.of('gap')), tests.risk(tests.of('gap'))], '{ACCEPTED driver,silent}'::text[], 'a driver who was never asked does not lose a claimed ride for a short gap in the signal');
select tests.tick('90 seconds');
select is(tests.whose(tests.of('gap')), 'NEW', 'a driver who was never asked loses a claimed ride after three minutes of silence');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('gap')));

-- The driver gives it back
insert into b values ('back', tests.claimed('driver', 120, 28, 'rider3'));
update public.drivers set driver_active_status = false where id = tests.id('driver');
select tests.act_as('driver');
select throws_ok($$ select public.answer_claim(tests.of('back'), false) $$, 'PT409', 'claim_not_asked', 'a driver who was not asked has nothing to answer');
select tests.as_owner();
select tests.go_online('driver3'), tests.tick();
select tests.act_as('driver');
select is((public.answer_claim(tests.of('back'), false)).status, 'NEW', 'a driver who was asked gives a claimed ride back');
select tests.as_owner();
select is((select driver_cancel_count from public.bookings where id = tests.of('back')), 0, 'a ride that was given back when asked is not counted against its driver');
select ok(tests.offered(tests.of('back'), 'driver3'), 'a ride that was given back is offered to a free driver at once, before its lead time');
select tests.let('driver3', format('select public.decline_booking(%L)', tests.of('back')));
select is(tests.whose(tests.of('back')), 'NEW', 'a decline before the lead time does not cancel a ride that was given back');
select ok(exists (select 1 from app.attention() a where a.booking_id = tests.of('back') and a.reason = 'no_driver'), 'the desk sees a ride that was given back and that nobody takes, before its lead time');
select tests.book('rider2', 'Cab', app.now() + interval '20 minutes');
select ok(not exists (select 1 from app.attention() a where a.booking_id = tests.booking()), 'a later booking whose search has not begun is not on the attention list');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.booking()));
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('back')));

-- Two claims that overlap after a change
select tests.go_online('driver');
insert into b values ('first', tests.claimed('driver', 200, 140, 'rider2')), ('second', tests.claimed('driver', 170, 90, 'rider3'));
select tests.heard('driver'), tests.tick();
select is(tests.risk(tests.of('second')), null, 'two claimed rides one after the other are no risk');
update public.bookings set trip_at = (select s.trip_at from public.bookings s where s.id = tests.of('second')) - interval '1 minute' where id = tests.of('first');
select tests.heard('driver'), tests.tick();
select is(tests.risk(tests.of('second')), 'late', 'the later of two claimed rides that overlap is a risk');
select is(tests.risk(tests.of('first')), null, 'the earlier of two claimed rides that overlap stays with its driver');
select tests.let('rider2', format('select public.cancel_booking(%L)', tests.of('first'))), tests.heard('driver'), tests.tick();
select is(tests.risk(tests.of('second')), null, 'a claimed ride is no longer at risk when the ride before it has ended');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('second')));

-- Papers that expire on the day
insert into b values ('papers', tests.claimed('driver', 120, 90, 'rider3'));
insert into public.driver_documents (driver_id, kind, path, expires_on, status, decided_at, decided_by)
values (tests.id('driver'), 'license', tests.id('driver') || '/license', app.today() - 1, 'verified', app.now(), tests.id('admin'));
select tests.heard('driver'), tests.tick();
select is(tests.risk(tests.of('papers')), 'papers', 'papers that expire before a claimed ride are a risk at once');
select tests.turn('60 minutes'), tests.heard('driver'), tests.tick();
select tests.act_as('driver');
select throws_ok($$ select public.answer_claim(tests.of('papers'), true) $$, 'PT409', 'document_expired', 'a promise does not renew papers');
select tests.as_owner();
select tests.turn('15 minutes'), tests.heard('driver'), tests.tick();
select is(tests.whose(tests.of('papers')), 'NEW', 'a claimed ride leaves a driver whose papers have expired');
delete from public.driver_documents where driver_id = tests.id('driver');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('papers')));
select ok(app.lacks_document(tests.id('driver'), app.today() + 2) is false, 'a driver without documents has none that expires');
insert into public.driver_documents (driver_id, kind, path, expires_on, status, decided_at, decided_by)
values (tests.id('driver'), 'license', tests.id('driver') || '/license', app.today(), 'verified', app.now(), tests.id('admin'));
select is(array[app.has_expired_document(tests.id('driver')), app.lacks_document(tests.id('driver'), app.today() + 1)], '{f,t}'::boolean[], 'papers whose last day is today do not count for a ride after midnight');
delete from public.driver_documents where driver_id = tests.id('driver');

-- Shared cars
update public.drivers set fleet_id = null, vehicle_number = '', car_type_id = tests.car('Van') where id = tests.id('driver2');
select tests.let('admin', format('select public.save_shared_vehicle(%L)', jsonb_build_object('car_type_id', tests.car('Cab'), 'vehicle_number', 'FL 7007')));
create function tests.shared() returns uuid language sql volatile security definer as $$ select v.id from app.shared_vehicles v where v.vehicle_number = 'FL 7007' $$;
select tests.let('driver2', format('select public.start_shift(%L)', tests.shared()));
select tests.go_online('driver2');
insert into b values ('retired', tests.claimed('driver2', 120, 80, 'rider3'));
select tests.heard('driver2'), tests.tick();
select is(tests.risk(tests.of('retired')), null, 'a driver with a shared car is no risk');
select tests.let('admin', format('select public.save_shared_vehicle(%L)', jsonb_build_object('id', tests.shared(), 'retired', true)));
select tests.heard('driver2'), tests.tick();
select is(tests.risk(tests.of('retired')), 'car', 'a retired car is a risk for its driver''s claimed ride at once');
select tests.let('driver2', 'select public.end_shift()'), tests.tick();
select is(tests.risk(tests.of('retired')), 'car', 'a retired car is a risk also when its shift is over');
select tests.let('admin', format('select public.save_shared_vehicle(%L)', jsonb_build_object('id', tests.shared(), 'retired', false)));
select tests.tick();
select is(tests.risk(tests.of('retired')), null, 'a car that is back in service is no risk before the reminder: its driver may still take it');
update public.drivers set fleet_id = null where id = tests.id('driver3');
select tests.let('driver3', format('select public.start_shift(%L)', tests.shared()));
select tests.go_online('driver3'), tests.let('driver2', 'select public.report_position(47.141, 9.52)');
update public.drivers set driver_active_status = true where id = tests.id('driver2');
select tests.turn('50 minutes'), tests.heard('driver2'), tests.heard('driver3'), tests.tick();
select is(tests.risk(tests.of('retired')), 'car', 'a shared car that another driver''s shift has taken is a risk at the reminder');
select tests.turn('15 minutes'), tests.heard('driver2'), tests.heard('driver3'), tests.tick();
select is(tests.whose(tests.of('retired')), 'NEW', 'a claimed ride leaves a driver whose shared car another driver has');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('retired')));
select tests.let('driver3', 'select public.end_shift()');

-- A suspended driver
insert into b values ('suspended', tests.claimed('driver', 120, 100, 'rider3'));
select tests.let('admin', format('select public.set_approved(%L, false)', tests.id('driver')));
select is(tests.whose(tests.of('suspended')), 'NEW', 'a claimed ride leaves a suspended driver at once');
select tests.let('admin', format('select public.set_approved(%L, true)', tests.id('driver'))), tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('suspended')));

-- The search's own drivers, and the plate
select tests.go_online('driver');
insert into b values ('searched', tests.book('rider3', 'Cab', app.now() + interval '20 minutes'));
select tests.turn('5 minutes'), tests.heard('driver'), tests.tick(), tests.let('driver', format('select public.accept_booking(%L)', tests.of('searched')));
select tests.tick('2 minutes');
select is(tests.whose(tests.of('searched')), 'ACCEPTED driver', 'a driver whom the search found within the lead time does not lose the ride for a silent phone');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('searched')));
insert into b values ('plate', tests.claimed('driver', 120, 16, 'rider3'));
update public.drivers set vehicle_number = 'FL 4711' where id = tests.id('driver');
select tests.turn('1 minute'), tests.heard('driver'), tests.tick();
select is((select vehicle_number from public.bookings where id = tests.of('plate')), 'FL 4711', 'the rider of a claimed ride sees the plate of the car that sets out');
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('plate')));

-- Claims that go back are counted, however they do
select results_eq($$ select distinct l.reason from app.lost_claims l where l.driver_id in (tests.id('driver'), tests.id('driver2'), tests.id('driver3')) order by 1 $$,
  $$ values ('car'), ('given_back'), ('late'), ('off_duty'), ('papers'), ('silent'), ('suspended') $$, 'every way in which a claimed ride left its driver above is counted for the driver');
delete from app.lost_claims;
create function tests.drops(times integer) returns void language plpgsql security definer as $$
declare v_id uuid;
begin
  for n in 1 .. times loop
    v_id := tests.claimed('driver', 300, 240, 'rider3');
    perform tests.let('driver', format('select public.cancel_booking(%L, ''claim_car'')', v_id)), tests.let('rider3', format('select public.cancel_booking(%L)', v_id));
  end loop;
end $$;
create function tests.dropping() returns text language plpgsql as $$
begin
  perform tests.act_as('admin');
  return (select string_agg(r ->> 'driver_id', ' ') from json_array_elements(public.attention_list() -> 'rows') r where r ->> 'reason' = 'claims_lost');
end $$;
select tests.drops(3);
select results_eq($$ select l.reason, l.times from public.lost_claims(tests.id('driver')) l $$, $$ values ('cancelled', 3) $$, 'the office reads how many claimed rides a driver gave back, whatever reason the driver wrote')
from (select tests.act_as('admin')) acting;
select tests.as_owner();
select is(tests.dropping(), null, 'three claimed rides given back in a week need no attention');
select tests.as_owner();
select tests.drops(1);
select is(tests.dropping(), tests.id('driver')::text, 'the fourth claimed ride given back in a week shows the driver to the office');
select tests.act_as('fleet');
select throws_ok($$ select public.lost_claims(tests.id('driver4')) $$, 'PT404', 'person_not_found', 'a fleet admin reads nothing about another fleet''s driver');
select tests.act_as('driver');
select throws_ok($$ select public.lost_claims(tests.id('driver')) $$, 'PT403', 'not_allowed', 'a driver cannot read what the office counts');
select tests.as_owner();
select tests.turn('73 hours');
select is(tests.dropping(), null, 'a driver who gave back claimed rides leaves the list after 72 hours');
select tests.as_owner();
insert into b values ('rider', tests.claimed('driver', 300, 240, 'rider3'));
select tests.let('rider3', format('select public.cancel_booking(%L)', tests.of('rider')));
select is_empty($$ select 1 from app.lost_claims l where l.booking_id = tests.of('rider') $$, 'a claimed ride that its rider cancels is not counted for the driver');
select * from finish();
