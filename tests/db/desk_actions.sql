-- The desk's actions on a booking: assigning drivers and reasons against it, withdrawing an offer, messages to the driver.
select no_plan();
create function tests.name_of(id uuid) returns text language sql stable security definer as $$
  select split_part(u.email, '@', 1) from auth.users u where u.id = name_of.id
$$;
create function pg_temp.listed(search text default null) returns table (who text, assignable boolean, reason text, state text) language plpgsql as $$
begin
  perform tests.act_as('admin');
  return query select tests.name_of(d.driver_id), d.assignable, d.reason, d.state from tests.assignable_drivers(tests.booking(), search) d;
end $$;
create function pg_temp.reason(driver text, search text default null) returns text language sql as $$
  select coalesce(l.reason, 'none') || case when l.assignable then '' else ' !' end from pg_temp.listed(search) l where l.who = driver
$$;
update public.drivers set car_type_id = tests.car() where id in (tests.id('driver2'), tests.id('driver3'));
-- The newest booking at each time is the one that tests.booking() means.
select tests.set('auto_dispatch', 'false'), tests.set('on_decline', 'requeue');
select tests.go_online('driver2', 47.142, 9.53), tests.go_online('driver', 47.141, 9.52), tests.go_online('driver3', 47.6, 9.52), tests.go_online('driver4', 47.14, 9.52);
select tests.book();

-- Acting as users without permission
select tests.act_as('rider');
select throws_ok($$ select tests.assignable_drivers(tests.booking()) $$, 'PT403', 'not_allowed', 'a rider cannot read assignable drivers');
select tests.act_as('driver');
select throws_ok($$ select tests.assignable_drivers(tests.booking()) $$, 'PT403', 'not_allowed', 'a driver cannot read assignable drivers');
select tests.act_as('fleet');
select throws_ok($$ select tests.assignable_drivers(tests.booking()) $$, 'PT403', 'not_allowed', 'a fleet admin cannot read assignable drivers');
select throws_ok($$ select public.withdraw_offer(tests.booking()) $$, 'PT403', 'not_allowed', 'a fleet admin cannot withdraw an offer');
select throws_ok($$ select public.message_driver(tests.booking(), 'Hello') $$, 'PT403', 'not_allowed', 'a fleet admin cannot message the driver of a desk booking');
select tests.as_owner();
update public.profiles p set staff_role = 'finance' where p.id = tests.id('admin2');
select tests.act_as('admin2');
select throws_ok($$ select tests.assignable_drivers(tests.booking()) $$, 'PT403', 'not_allowed', 'an admin without the permission bookings cannot read assignable drivers');
select tests.act_as('admin');
select throws_ok($$ select tests.assignable_drivers(gen_random_uuid()) $$, 'PT404', 'booking_not_found', 'assignable drivers of a booking that does not exist are refused');

-- Nearest first, assignable drivers before the others
select tests.as_owner();
select results_eq($$ select who, assignable, reason from pg_temp.listed() where who in ('driver', 'driver2', 'driver3', 'driver4') $$,
  $$ values ('driver', true, null), ('driver2', true, null), ('driver3', true, null), ('driver4', false, 'other_car_type') $$,
  'assignable drivers come nearest first, also outside the radius, then other car types');
select ok((select d.distance_km between 0.01 and 0.2 and d.lat = 47.141 and d.car_type = 'Cab' and d.state = 'free'
  from tests.assignable_drivers(tests.booking()) d where d.driver_id = tests.id('driver')), 'an assignable driver is listed with car type, position, distance and state');
select tests.as_owner();
select is((select count(*) from public.access_log l where l.actor_id = tests.id('admin') and l.what = 'people'), 0::bigint, 'reading assignable drivers on duty is not recorded in the access log');

-- Reasons against a driver
select tests.turn('2 minutes');
select is(pg_temp.reason('driver'), 'stale_position', 'a driver with a stale position is assignable and marked');
select tests.as_owner(), tests.go_online('driver');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
select is(pg_temp.reason('driver'), 'asked !', 'a driver with an open offer is not assignable');
select tests.as_owner(), tests.let('driver', format('select public.decline_booking(%L)', tests.booking()));
select is(pg_temp.reason('driver'), 'declined', 'a driver who declined is assignable and marked');
select tests.as_owner();
update public.drivers set driver_active_status = false where id = tests.id('driver2');
select is(pg_temp.reason('driver2'), null, 'a driver off duty is not listed without a search');
select is(pg_temp.reason('driver2', (select first_name from public.profiles where id = tests.id('driver2'))), 'off_duty', 'a search by name finds a driver off duty');
select results_eq($$ select d.state, d.lat, d.distance_km, d.seen_at from tests.assignable_drivers(tests.booking(),
  (select p.last_name from public.profiles p where p.id = tests.id('driver2'))) d where d.driver_id = tests.id('driver2') $$,
  $$ values ('off_duty', null::double precision, null::numeric, null::timestamptz) $$, 'the position of a driver off duty is not shown');
select tests.as_owner();
select is((select count(*) from public.access_log l where l.actor_id = tests.id('admin') and l.what = 'people'), 1::bigint, 'a search for drivers is recorded in the access log');
select tests.act_as('admin');
select is_empty($$ select tests.assignable_drivers(tests.booking(), '%') $$,
  'a wildcard character as the search finds no driver');
select tests.as_owner();
update public.profiles set approved = false where id = tests.id('driver2');
select is(pg_temp.reason('driver2', (select first_name from public.profiles where id = tests.id('driver2'))), 'not_approved !', 'a driver without approval is not assignable');
select tests.as_owner();
update public.profiles set approved = true where id = tests.id('driver2');
select tests.go_online('driver2');
select tests.set('negative_balance', 'false');
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('driver2'), -500), app.entry('adjustments', 500)));
select is(pg_temp.reason('driver2'), 'cannot_afford !', 'a driver whose wallet would become negative is not assignable');
select tests.as_owner(), tests.clear_wallet('driver2'), tests.set('negative_balance', 'true');
-- assign_driver must agree with the list.
create function tests.takes(driver uuid) returns boolean language plpgsql as $$
begin
  perform public.assign_driver(tests.booking(), driver);
  raise sqlstate 'TT000';
exception when sqlstate 'TT000' then return true; when others then return false;
end $$;
grant execute on function tests.takes(uuid) to authenticated;
select tests.act_as('admin');
select is_empty($$ select d.driver_id from tests.assignable_drivers(tests.booking()) d where d.assignable <> tests.takes(d.driver_id) $$,
  'assign_driver accepts exactly the drivers listed as assignable');

-- Withdrawing an offer
select tests.as_owner(), tests.go_online('driver3', 47.142, 9.52);
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select tests.act_as('admin');
select lives_ok($$ select public.withdraw_offer(tests.booking(), tests.id('driver3')) $$, 'an admin can withdraw an offer of the desk');
select lives_ok($$ select public.withdraw_offer(tests.booking(), tests.id('driver3')) $$,
  'withdrawing an offer twice succeeds both times');
select tests.as_owner();
select is((select status::text from public.booking_offers where booking_id = tests.booking() and driver_id = tests.id('driver3') order by created_at desc limit 1), 'withdrawn', 'withdrawing sets the offer''s status to withdrawn');
select is((select count(*) from public.notices n where n.user_id = tests.id('driver3') and n.key = 'trip_withdrawn' and n.booking_id = tests.booking()), 1::bigint, 'the driver gets one notice of the withdrawn offer');
select is((select count(*) from public.audit_log l where l.action = 'withdraw_offer' and l.target_id = tests.booking()::text), 1::bigint, 'withdrawing an offer is recorded once in the audit log');
select throws_ok(format($$ select tests.let('driver3', 'select public.accept_booking(''%s'')') $$, tests.booking()), 'PT409', 'booking_taken', 'a driver cannot accept a withdrawn offer');
select is(pg_temp.reason('driver3'), 'none', 'a driver whose offer was withdrawn is assignable again');
select tests.as_owner(), tests.turn('1 second'), tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select tests.let('driver3', format('select public.accept_booking(%L)', tests.booking()));
select tests.act_as('admin');
select throws_ok($$ select public.withdraw_offer(tests.booking()) $$, 'PT409', 'wrong_status', 'an accepted offer cannot be withdrawn');
select throws_ok($$ select tests.assignable_drivers(tests.booking()) $$, 'PT409', 'wrong_status', 'a booking with a driver has no list of assignable drivers');

-- Messages to the driver
select lives_ok($$ select public.message_driver(tests.booking(), '  Please call  ', '00000000-0000-4000-8000-000000000001') $$, 'an admin can message the driver of a booking');
select lives_ok($$ select public.message_driver(tests.booking(), 'Please call', '00000000-0000-4000-8000-000000000001') $$, 'a message with a repeated key is accepted');
select throws_ok($$ select public.message_driver(tests.booking(), ' ') $$, 'PT422', 'message_invalid', 'a blank message to a driver is refused');
select throws_ok($$ select public.message_driver(tests.booking(), repeat('a', 501)) $$, 'PT422', 'message_invalid', 'a message of 501 characters to a driver is refused');
select tests.as_owner();
select results_eq($$ select n.params ->> 'message', n.screen from public.notices n where n.user_id = tests.id('driver3') and n.key = 'desk_message' $$,
  $$ values ('Please call', 'BookedCab') $$, 'the driver gets a message with a repeated key once');
select is((select count(*) from public.audit_log l where l.action = 'message_driver' and l.target_id = tests.booking()::text), 1::bigint, 'a message to a driver is recorded once in the audit log');
select tests.act_as('admin');
select lives_ok($$ select public.message_driver(tests.booking(), 'Hello') from generate_series(1, 19) $$, 'an admin can send twenty messages a minute to a driver');
select throws_ok($$ select public.message_driver(tests.booking(), 'Hello') $$, 'PT429', 'too_many_requests', 'an admin cannot send more than twenty messages a minute to a driver');
select tests.as_owner(), tests.turn('2 minutes'), tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select throws_ok($$ select public.message_driver(tests.booking(), 'Hello') $$, 'PT403', 'demo_mode',
  'an admin cannot message a driver in a demo');
select ok(not (select 'message_driver' = any (o.actions) from public.trip_options(tests.booking()) o), 'message_driver is not among the actions in a demo');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'true');

-- Auto-dispatch continues once the desk's offer is withdrawn
select tests.turn('1 hour'), tests.set('auto_dispatch', 'true'), tests.book('rider2');
select tests.go_online('driver');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
select is(app.dispatch_tick(), 0, 'auto-dispatch waits while the desk''s offer is open');
select tests.act_as('admin');
select ok((select 'withdraw_offer' = any (o.actions) and not 'assign' = any (o.actions) from public.trip_options(tests.booking()) o), 'the desk can withdraw its open offer and not assign another driver');
select public.withdraw_offer(tests.booking());
select tests.as_owner();
select is(app.dispatch_tick(), 1, 'auto-dispatch continues after the desk''s offer was withdrawn');
select tests.act_as('admin');
select ok((select not 'withdraw_offer' = any (o.actions) from public.trip_options(tests.booking()) o), 'withdraw_offer is not among the actions for an offer of auto-dispatch');
select public.withdraw_offer(tests.booking());
select tests.as_owner();
select is((select count(*) from public.requested_drivers where booking_id = tests.booking()), 1::bigint, 'withdraw_offer does not withdraw an offer of auto-dispatch');
select ok((select array_agg(e) @> array['dispatch'] from tests.events_of('booking:' || tests.booking()) e), 'each wave is broadcast on the booking''s topic');
select finish();
