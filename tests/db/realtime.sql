-- Topics: which changes are broadcast on which topic, and with what payload.
select no_plan();
create function tests.topic(kind text, name text default null) returns text language sql as $$
  select kind || ':' || coalesce(tests.id(name), tests.booking())
$$;
delete from realtime.messages;

-- Broadcasts of a booking
select tests.ride('COMPLETE');
select tests.let('driver', format('select public.rate_booking(%L, 5)', tests.booking()));
select results_eq($$ select e from tests.events_of(tests.topic('booking')) e where e <> 'dispatch' $$, array['status', 'tracking', 'status', 'status', 'tracking', 'tracking', 'status', 'status', 'status', 'status'],
  -- Spec 7.52
  'each status of a booking and each start of its trail are broadcast on its topic');
select results_eq($$ select tests.events_of(tests.topic('user', 'rider')) $$, array['booking', 'booking', 'notice', 'booking', 'notice',
  -- Spec 7.50
  'booking', 'notice', 'booking', 'notice', 'booking', 'address', 'booking', 'notice', 'booking', 'profile'], 'changes of the booking, notices and the saved address are broadcast to the rider');
-- Spec 7.50
select results_eq($$ select tests.events_of(tests.topic('user', 'driver')) $$, array['wallet', 'notice', 'profile', 'notice'], 'the wallet, the profile and notices are broadcast to the driver''s user topic');
select is((select count(*) from realtime.messages m join public.notices n on n.id = (m.payload ->> 'id')::uuid where m.event = 'notice'), 7::bigint, 'each broadcast of a notice has its id');
select tests.let('rider', 'select public.mark_notices_read()');
select is((select count(*) from tests.events_of(tests.topic('user', 'rider')) e where e = 'notice'), 6::bigint, 'reading the notices is broadcast to the rider''s other tabs');
-- Spec 7.53
select set_has($$ select tests.events_of(tests.topic('driver', 'driver')) $$, $$ select unnest(array['offer', 'booking']) $$, 'offers and bookings are broadcast on the driver''s topic');
-- Spec 7.52
select set_has($$ select tests.events_of('admin') $$, $$ select unnest(array['booking', 'person']) $$, 'bookings and people are broadcast to the office');
select is_empty($$ select tests.events_of(tests.topic('fleet', 'fleet')) $$, 'a booking of another fleet is not broadcast to a fleet');
select ok((select bool_and(private and extension = 'broadcast') from realtime.messages), 'every message is private');
select ok(not exists (select 1 from realtime.messages m, jsonb_object_keys(m.payload) k where k not in ('id', 'booking_id')), 'every message names only ids');
delete from realtime.messages;
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select tests.let('driver', format('select public.send_chat_message(%L, ''Hi'')', tests.booking()));
-- Spec 7.56
select set_has($$ select tests.events_of(tests.topic('booking')) $$, $$ select unnest(array['chat']) $$, 'a chat message is broadcast on the booking''s topic');
delete from realtime.messages;
update public.bookings set guest_name = 'Ida' where id = tests.booking();
select results_eq($$ select tests.events_of(tests.topic('booking')) $$, array['booking'], 'a change without a new status is broadcast on the booking''s topic');
select set_eq($$ select m.topic || ' ' || m.event from realtime.messages m $$, $$ select unnest(array[tests.topic('booking') || ' booking', 'admin booking', tests.topic('user', 'rider') || ' booking',
  tests.topic('driver', 'driver') || ' booking']) $$, 'a change without a new status is broadcast to every list that contains the booking');
delete from realtime.messages;
update public.bookings set guest_name = guest_name where id = tests.booking();
select is_empty($$ select 1 from realtime.messages $$, 'an update of a booking that changes nothing is not broadcast');

-- Each column of a booking, changed alone: whatever a list shows, it hears of it. Columns that their checks do not let change alone,
-- or that the booking's life writes, are covered by the status.
create function tests.changed(name text) returns boolean language plpgsql as $$
declare v_type text := (select format_type(a.atttypid, a.atttypmod) from pg_attribute a where a.attrelid = 'public.bookings'::regclass and a.attname = changed.name);
begin
  delete from realtime.messages;
  begin
    execute format('update public.bookings set %I = %s where id = tests.booking()', name, case
      when v_type = 'timestamp with time zone' then format('coalesce(%I, app.now()) + interval ''1 second''', name)
      when v_type = 'boolean' then format('not %I', name)
      when v_type in ('numeric', 'integer', 'double precision') or v_type like 'numeric%' then format('coalesce(%I, 1) + 1', name)
      when v_type = 'jsonb' then quote_literal(format('[{"add": "%s", "lat": 47.1, "lng": 9.5}]', gen_random_uuid()))
      else quote_literal('Changed ' || gen_random_uuid()) end);
  exception when check_violation or foreign_key_violation or unique_violation or invalid_text_representation or not_null_violation or generated_always or sqlstate 'PT409' then return null;
  end;
  return (select count(distinct m.topic) = 3 from realtime.messages m where m.event = 'booking' and m.topic in ('admin', tests.topic('user', 'rider'), tests.topic('driver', 'driver')));
end $$;
select ok(c.heard, format('a change of the column %s alone is broadcast to the lists of office, rider and driver', c.name))
from (select a.attname as name, tests.changed(a.attname) as heard from pg_attribute a where a.attrelid = 'public.bookings'::regclass and a.attnum > 0 and not a.attisdropped
  and a.attgenerated = '' and a.attname not in ('id', 'status', 'driver_id', 'customer_id') order by a.attnum offset 0) c where c.heard is not null;
select cmp_ok((select count(*) from pg_attribute a where a.attrelid = 'public.bookings'::regclass and a.attname = any ('{drop_address,pickup_address,trip_at,trip_cost,waypoints,guest_name,tip_amount}')
  and tests.changed(a.attname)), '>=', 7::bigint, 'columns that lists show can be changed alone in this test');
delete from realtime.messages;
update app.clock set "offset" = "offset" + (date_trunc('minute', app.now()) + interval '1 minute' - app.now());
select tests.let('driver', 'select public.report_position(47.1412, 9.52)');
select results_eq($$ select tests.events_of(tests.topic('booking')) $$, array['tracking'], 'new points of a trail are broadcast at the first position of a minute');
delete from realtime.messages;
select tests.turn('5 seconds'), tests.let('driver', 'select public.report_position(47.1413, 9.52)');
select is((select count(*) from realtime.messages), 0::bigint, 'other positions within the minute are not broadcast by the database');
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select set_has($$ select tests.events_of(tests.topic('driver', 'driver')) $$, $$ select unnest(array['booking', 'offer']) $$, 'giving a booking back is broadcast on the driver''s topic');
delete from realtime.messages;
select tests.go_online('driver2');
select results_eq($$ select tests.events_of(tests.topic('fleet', 'fleet')) $$, array['driver'], 'a fleet gets a broadcast when its driver goes on duty');

-- People and money
delete from realtime.messages;
select tests.let('admin', format('select public.add_to_wallet(%L, 12)', tests.id('rider')));
select set_has($$ select tests.events_of(tests.topic('user', 'rider')) $$, $$ select unnest(array['wallet', 'notice']) $$, 'a wallet movement and its notice are broadcast to the owner');
select set_eq($$ select m.topic || ' ' || m.event from realtime.messages m where m.topic not in (tests.topic('user', 'rider')) $$, $$ values ('admin audit') $$, 'a wallet movement is broadcast to the office as an audit line and to no other topic');
delete from realtime.messages;
update public.settings set rider_with_draw = true where id = 1;
select tests.let('rider', 'select public.request_withdrawal(5)');
select tests.let('admin', (select format('select public.complete_withdrawal(%L)', w.id) from public.withdraw_requests w where w.user_id = tests.id('rider')));
select tests.let('admin', format('select public.request_approval(''credit'', %L, 5)', tests.id('rider')));
select is((select count(*) from tests.events_of('admin') e where e = 'audit'), 2::bigint, 'each audit line is broadcast to the office');
select is((select count(*) from tests.events_of('admin') e where e = 'approval'), 1::bigint, 'a new approval request is broadcast to the office');
-- Spec 7.55
select is((select count(*) from tests.events_of('admin') e where e = 'withdrawal'), 2::bigint, 'a requested and a completed withdrawal are broadcast to the office');
select is((select count(*) from tests.events_of(tests.topic('user', 'rider')) e where e = 'withdrawal'), 2::bigint, 'a requested and a completed withdrawal are broadcast to the rider');
delete from realtime.messages;
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver3');
delete from realtime.messages;
select tests.let('admin', format('select public.edit_person(%L, %L)', tests.id('driver3'), jsonb_build_object('fleet_id', tests.id('fleet2'))));
select set_eq($$ select m.topic || ' ' || m.event from realtime.messages m $$, $$ select t || ' driver' from unnest(array['admin', tests.topic('driver', 'driver3'),
  tests.topic('fleet', 'fleet'), tests.topic('fleet', 'fleet2')]) t union select 'admin audit' $$, 'a driver''s change of fleet is broadcast to the old and the new fleet');
delete from realtime.messages;
select tests.go_online('driver3');
select is_empty($$ select tests.events_of(tests.topic('fleet', 'fleet')) $$, 'a driver who left a fleet is not broadcast to it any more');
select isnt_empty($$ select tests.events_of(tests.topic('fleet', 'fleet2')) $$, 'a driver who joined a fleet is broadcast to it');
delete from realtime.messages;
update public.drivers set driver_active_status = driver_active_status where id = tests.id('driver3');
update public.profiles set wallet_balance = wallet_balance, first_name = first_name where id = tests.id('rider');
select is_empty($$ select 1 from realtime.messages $$, 'an update without a change is not broadcast');
select tests.let('admin', format('select public.edit_person(%L, %L)', tests.id('driver3'), '{"first_name": "Ida"}'));
select set_eq($$ select m.topic || ' ' || m.event from realtime.messages m $$, $$ select unnest(array['admin person', 'admin audit', tests.topic('user', 'driver3') || ' profile',
  tests.topic('fleet', 'fleet2') || ' driver']) $$, 'a changed name is broadcast to the person, the office and the fleet');
delete from realtime.messages;
select tests.let('driver3', format('select public.submit_document(%L, %L, %L)', 'license', tests.id('driver3') || '/license', app.today() + 100));
select set_has($$ select m.topic || ' ' || m.event from realtime.messages m $$, $$ select unnest(array['admin document', tests.topic('user', 'driver3') || ' document',
  tests.topic('fleet', 'fleet2') || ' document']) $$, 'a submitted document is broadcast to the driver, the office and the fleet');
delete from realtime.messages;
insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('FOUND', 2, '2100-01-01', 1);
delete from realtime.messages;
update public.promos set promo_description = promo_description where promo_name = 'FOUND';
update public.car_types set extra_info = extra_info;
select results_eq($$ select m.topic, m.event, m.payload - 'id' from realtime.messages m order by 1, 2 $$,
  -- Spec 7.55
  $$ values ('admin', 'car_types', '{}'::jsonb), ('admin', 'promos', '{}'), ('catalogue', 'car_types', '{}'), ('catalogue', 'promos', '{}') $$, 'a changed catalogue is broadcast by its name, once per statement');
select is((select m.payload ->> 'id' from realtime.messages m where m.topic = 'admin' and m.event = 'promos'), (select id::text from public.promos where promo_name = 'FOUND'), 'the broadcast to the office names the promotion that changed');
delete from realtime.messages;
update public.promos set user_avail = user_avail + 1;
insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit, listed) values ('SECRET', 2, '2100-01-01', 1, false);
update public.promos set promo_description = 'Hidden' where promo_name = 'SECRET';
select set_eq($$ select m.topic from realtime.messages m $$, array['admin'], 'uses of promotions and unlisted promotions are broadcast only to the office');
delete from realtime.messages;
update public.promos set listed = true where promo_name = 'SECRET';
delete from public.promos where promo_name = 'SECRET';
select is((select count(*) from realtime.messages where topic = 'catalogue'), 2::bigint, 'a promotion that is listed or removed is broadcast to everyone');
delete from realtime.messages;
insert into public.tariff_windows (name, amount) values ('Night', 1);
insert into public.zones (name, kind, active, area) values ('There', 'no_service', false, extensions.st_multi(extensions.st_geomfromtext('POLYGON((1 1, 2 1, 2 2, 1 1))', 4326)));
update public.languages set date_locale = date_locale;
update public.cancel_reasons set label = label;
update public.paper_kinds set name = name;
update public.settings set company_name = 'Told';
select results_eq($$ select m.topic || ' ' || m.event from realtime.messages m order by 1 $$,
  $$ select t.topic || ' ' || e.name from unnest(array['admin', 'catalogue']) t (topic), unnest(array['cancel_reasons', 'languages', 'paper_kinds', 'settings', 'tariff_windows', 'zones']) e (name) order by 1 $$, 'changes of settings, languages, reasons, zones and tariffs are broadcast to everyone');

-- A booking that changes hands
delete from realtime.messages;
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
select tests.turn('1 minute'), tests.ride('ACCEPTED');
select set_has($$ select tests.events_of(tests.topic('fleet', 'fleet')) $$, $$ select unnest(array['booking']) $$, 'an accepted booking is broadcast to the driver''s fleet');
delete from realtime.messages;
select tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select set_has($$ select tests.events_of(tests.topic('fleet', 'fleet')) $$, $$ select unnest(array['booking']) $$, 'a booking that its driver gave back is broadcast to the driver''s fleet');
delete from realtime.messages;
select tests.let('rider', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select is_empty($$ select 1 from realtime.messages m where m.topic in (tests.topic('fleet', 'fleet'), tests.topic('driver', 'driver')) $$, 'changes after a booking was given back are not broadcast to its former driver and fleet');
update public.drivers set fleet_id = null where id = tests.id('driver');

-- The attention list
select app.watch_attention();
delete from realtime.messages;
select ok(not app.watch_attention(), 'an unchanged attention list is not broadcast');
select tests.book('rider2'), tests.turn('3 minutes');
select ok(app.watch_attention(), 'a booking without a driver for 3 minutes changes the attention list');
select results_eq($$ select e from tests.events_of('admin') e where e = 'attention' $$, array['attention'], 'a change of the attention list is broadcast to the office');
select ok(not app.watch_attention(), 'a change of the attention list is broadcast once');
select tests.let('rider2', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select ok(app.watch_attention(), 'a row that leaves the attention list is a change');
select is_empty($$ select t.booking_id, t.reason from app.attention_sent t except select a.booking_id, a.reason from app.attention() a $$, 'only rows on the attention list are remembered as sent');

-- Broadcasts are sent with the commit only
delete from realtime.messages;
do $$ begin
  perform tests.book('rider3');
  raise exception 'changed my mind';
exception when raise_exception then null; end $$;
select is_empty($$ select 1 from realtime.messages $$, 'a change that is rolled back is not broadcast');
select set_config('app.quiet', 'on', true), tests.book('rider3'), set_config('app.quiet', '', true);
select is_empty($$ select 1 from realtime.messages $$, 'no broadcast is sent while app.quiet is on');
-- Every message consists of an event and ids. functions.test.ts checks every payload.
select has_function('app', 'broadcast', array['text', 'text', 'uuid', 'uuid'], 'app.broadcast takes a topic, an event and two ids');
select is((select count(*) from pg_proc p where p.proname = 'broadcast' and p.pronamespace = 'app'::regnamespace), 1::bigint, 'app.broadcast has no other signature');
select is_empty($$ select p.oid::regprocedure from pg_proc p where p.pronamespace in ('app'::regnamespace, 'public'::regnamespace)
  and p.prosrc ~* 'realtime\.(send|messages|broadcast_changes)' and p.proname <> 'broadcast' $$, 'no function sends a message without app.broadcast');

select * from finish();
