-- The desk's hand in a booking: whom it may ask and why not the others, taking an offer back, a word to the driver.
select no_plan();
create function tests.name_of(id uuid) returns text language sql stable security definer as $$
  select split_part(u.email, '@', 1) from auth.users u where u.id = name_of.id
$$;
create function pg_temp.listed(search text default null) returns table (who text, assignable boolean, reason text, state text) language plpgsql as $$
begin
  perform tests.act_as('admin');
  return query select tests.name_of(d.driver_id), d.assignable, d.reason, d.state from public.assignable_drivers(tests.booking(), search) d;
end $$;
create function pg_temp.reason(driver text, search text default null) returns text language sql as $$
  select coalesce(l.reason, 'none') || case when l.assignable then '' else ' !' end from pg_temp.listed(search) l where l.who = driver
$$;
update public.drivers set car_type_id = tests.car() where id in (tests.id('driver2'), tests.id('driver3'));
-- The newest booking of each time is the one meant.
select tests.set('auto_dispatch', 'false'), tests.set('on_decline', 'requeue');
select tests.go_online('driver2', 47.142, 9.53), tests.go_online('driver', 47.141, 9.52), tests.go_online('driver3', 47.6, 9.52), tests.go_online('driver4', 47.14, 9.52);
select tests.book();

-- Acting as strangers
select tests.act_as('rider');
select throws_ok($$ select public.assignable_drivers(tests.booking()) $$, 'PT403', 'not_allowed', 'a rider sees no drivers to choose from');
select tests.act_as('driver');
select throws_ok($$ select public.assignable_drivers(tests.booking()) $$, 'PT403', 'not_allowed', 'a driver sees no drivers to choose from');
select tests.act_as('fleet');
select throws_ok($$ select public.assignable_drivers(tests.booking()) $$, 'PT403', 'not_allowed', 'a fleet admin sees no drivers to choose from');
select throws_ok($$ select public.withdraw_offer(tests.booking()) $$, 'PT403', 'not_allowed', 'a fleet admin withdraws no offer');
select throws_ok($$ select public.message_driver(tests.booking(), 'Hello') $$, 'PT403', 'not_allowed', 'a fleet admin writes to no driver of the desk''s');
select tests.as_owner();
update public.profiles p set staff_role = 'finance' where p.id = tests.id('admin2');
select tests.act_as('admin2');
select throws_ok($$ select public.assignable_drivers(tests.booking()) $$, 'PT403', 'not_allowed', 'an admin without the permission bookings sees no drivers to choose from');
select tests.act_as('admin');
select throws_ok($$ select public.assignable_drivers(gen_random_uuid()) $$, 'PT404', 'booking_not_found', 'drivers are listed for a booking that exists');

-- Nearest first, those who may be asked before the others
select tests.as_owner();
select results_eq($$ select who, assignable, reason from pg_temp.listed() where who in ('driver', 'driver2', 'driver3', 'driver4') $$,
  $$ values ('driver', true, null), ('driver2', true, null), ('driver3', true, null), ('driver4', false, 'other_car_type') $$,
  'drivers stand nearest first, also beyond the radius of dispatch, and those of another car after them');
select ok((select d.distance_km between 0.01 and 0.2 and d.lat = 47.141 and d.car_type = 'Cab' and d.state = 'free'
  from public.assignable_drivers(tests.booking()) d where d.driver_id = tests.id('driver')), 'a driver stands with car, place, distance and state');
select tests.as_owner();
select is((select count(*) from public.access_log l where l.actor_id = tests.id('admin') and l.what = 'people'), 0::bigint, 'drivers on duty are read as on the map, unlogged');

-- What speaks against a driver
select tests.turn('2 minutes');
select is(pg_temp.reason('driver'), 'stale_position', 'a silent driver may be asked, and the desk knows of it');
select tests.as_owner(), tests.go_online('driver');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
select is(pg_temp.reason('driver'), 'asked !', 'a driver who is being asked is not asked again');
select tests.as_owner(), tests.let('driver', format('select public.decline_booking(%L)', tests.booking()));
select is(pg_temp.reason('driver'), 'declined', 'a driver who declined may be asked again, and the desk knows of it');
select tests.as_owner();
update public.drivers set driver_active_status = false where id = tests.id('driver2');
select is(pg_temp.reason('driver2'), null, 'a driver who is off duty stands in no list of those near');
select is(pg_temp.reason('driver2', (select first_name from public.profiles where id = tests.id('driver2'))), 'off_duty', 'a search by name finds who is off duty');
select results_eq($$ select d.state, d.lat, d.distance_km, d.seen_at from public.assignable_drivers(tests.booking(),
  (select p.last_name from public.profiles p where p.id = tests.id('driver2'))) d where d.driver_id = tests.id('driver2') $$,
  $$ values ('off_duty', null::double precision, null::numeric, null::timestamptz) $$, 'the place of a driver who is off duty is private');
select tests.as_owner();
select is((select count(*) from public.access_log l where l.actor_id = tests.id('admin') and l.what = 'people'), 1::bigint, 'a search is logged');
select tests.act_as('admin');
select is_empty($$ select public.assignable_drivers(tests.booking(), '%') $$, 'a sign of a pattern finds nobody');
select tests.as_owner();
update public.profiles set approved = false where id = tests.id('driver2');
select is(pg_temp.reason('driver2', (select first_name from public.profiles where id = tests.id('driver2'))), 'not_approved !', 'a driver without approval cannot be asked');
select tests.as_owner();
update public.profiles set approved = true where id = tests.id('driver2');
select tests.go_online('driver2');
select tests.set('negative_balance', 'false');
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('driver2'), -500), app.entry('adjustments', 500)));
select is(pg_temp.reason('driver2'), 'cannot_afford !', 'a driver whose wallet would fall below zero cannot be asked');
select tests.as_owner(), tests.clear_wallet('driver2'), tests.set('negative_balance', 'true');
-- What the list says is what assign_driver does.
create function tests.takes(driver uuid) returns boolean language plpgsql as $$
begin
  perform public.assign_driver(tests.booking(), driver);
  raise sqlstate 'TT000';
exception when sqlstate 'TT000' then return true; when others then return false;
end $$;
grant execute on function tests.takes(uuid) to authenticated;
select tests.act_as('admin');
select is_empty($$ select d.driver_id from public.assignable_drivers(tests.booking()) d where d.assignable <> tests.takes(d.driver_id) $$,
  'assign_driver takes those who are listed as assignable, and no others');

-- Taking an offer back
select tests.as_owner(), tests.go_online('driver3', 47.142, 9.52);
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select tests.act_as('admin');
select lives_ok($$ select public.withdraw_offer(tests.booking(), tests.id('driver3')) $$, 'an admin withdraws an offer of the desk');
select lives_ok($$ select public.withdraw_offer(tests.booking(), tests.id('driver3')) $$, 'withdrawing twice is safe');
select tests.as_owner();
select is((select status::text from public.booking_offers where booking_id = tests.booking() and driver_id = tests.id('driver3') order by created_at desc limit 1), 'withdrawn', 'the offer is withdrawn');
select is((select count(*) from public.notices n where n.user_id = tests.id('driver3') and n.key = 'trip_withdrawn' and n.booking_id = tests.booking()), 1::bigint, 'the driver is told once');
select is((select count(*) from public.audit_log l where l.action = 'withdraw_offer' and l.target_id = tests.booking()::text), 1::bigint, 'a withdrawal is in the log once');
select throws_ok(format($$ select tests.let('driver3', 'select public.accept_booking(''%s'')') $$, tests.booking()), 'PT409', 'booking_taken', 'a withdrawn offer cannot be accepted');
select is(pg_temp.reason('driver3'), 'none', 'a driver whose offer was withdrawn may be asked again');
select tests.as_owner(), tests.turn('1 second'), tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver3')));
select tests.let('driver3', format('select public.accept_booking(%L)', tests.booking()));
select tests.act_as('admin');
select throws_ok($$ select public.withdraw_offer(tests.booking()) $$, 'PT409', 'wrong_status', 'an accepted offer is not withdrawn');
select throws_ok($$ select public.assignable_drivers(tests.booking()) $$, 'PT409', 'wrong_status', 'nobody is listed for a booking that has its driver');

-- A word to the driver
select lives_ok($$ select public.message_driver(tests.booking(), '  Please call  ', '00000000-0000-4000-8000-000000000001') $$, 'an admin writes to the driver');
select lives_ok($$ select public.message_driver(tests.booking(), 'Please call', '00000000-0000-4000-8000-000000000001') $$, 'a repeated key is no error');
select throws_ok($$ select public.message_driver(tests.booking(), ' ') $$, 'PT422', 'message_invalid', 'an empty message is none');
select throws_ok($$ select public.message_driver(tests.booking(), repeat('a', 501)) $$, 'PT422', 'message_invalid', 'a message has at most 500 characters');
select tests.as_owner();
select results_eq($$ select n.params ->> 'message', n.screen from public.notices n where n.user_id = tests.id('driver3') and n.key = 'desk_message' $$,
  $$ values ('Please call', 'BookedCab') $$, 'the driver has the message once');
select is((select count(*) from public.audit_log l where l.action = 'message_driver' and l.target_id = tests.booking()::text), 1::bigint, 'a message is in the log once');
select tests.act_as('admin');
select lives_ok($$ select public.message_driver(tests.booking(), 'Hello') from generate_series(1, 19) $$, 'twenty messages a minute are sent');
select throws_ok($$ select public.message_driver(tests.booking(), 'Hello') $$, 'PT429', 'too_many_requests', 'more than twenty messages a minute are not sent');
select tests.as_owner(), tests.turn('2 minutes'), tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select throws_ok($$ select public.message_driver(tests.booking(), 'Hello') $$, 'PT403', 'demo_mode', 'a demo sends nothing');
select ok(not (select 'message_driver' = any (o.actions) from public.trip_options(tests.booking()) o), 'a demo offers no message');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'true');

-- Auto-dispatch goes on once an offer of the desk is withdrawn
select tests.turn('1 hour'), tests.set('auto_dispatch', 'true'), tests.book('rider2');
select tests.go_online('driver');
select tests.let('admin', format('select public.assign_driver(%L, %L)', tests.booking(), tests.id('driver')));
select is(app.dispatch_tick(), 0, 'the search waits for the driver whom the desk asked');
select tests.act_as('admin');
select ok((select 'withdraw_offer' = any (o.actions) and not 'assign' = any (o.actions) from public.trip_options(tests.booking()) o), 'the desk may take its offer back and ask nobody else');
select public.withdraw_offer(tests.booking());
select tests.as_owner();
select is(app.dispatch_tick(), 1, 'the search goes on after a withdrawal');
select tests.act_as('admin');
select ok((select not 'withdraw_offer' = any (o.actions) from public.trip_options(tests.booking()) o), 'an offer of dispatch is not the desk''s to withdraw');
select public.withdraw_offer(tests.booking());
select tests.as_owner();
select is((select count(*) from public.requested_drivers where booking_id = tests.booking()), 1::bigint, 'an offer of dispatch stays open');
select ok((select array_agg(e) @> array['dispatch'] from tests.events_of('booking:' || tests.booking()) e), 'the booking''s topic tells of each wave');
select finish();
