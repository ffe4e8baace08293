-- Work that waits on the pages of staff: counted for staff who have these pages, and broadcast when the count changes.
select no_plan();
create function tests.counts(who text) returns text language plpgsql as $$
declare v_counts text;
begin
  perform tests.act_as(who);
  select format('%s %s', coalesce(c.attention::text, '-'), coalesce(c.withdrawals::text, '-')) into v_counts from public.portal_counts() c;
  perform tests.as_owner();
  return v_counts;
end $$;
delete from app.attention_sent;
update public.withdraw_requests set processed = true, process_date = app.now() where not processed and rejected_at is null;
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');

select is(tests.counts('admin'), '0 0', 'an admin counts 0 bookings and 0 withdrawals when nothing waits');
select tests.ride('ACCEPTED'), tests.turn('40 minutes'), app.watch_attention();
select cmp_ok((select count(*) from app.attention_sent where booking_id = tests.booking()), '>', 1::bigint, 'a late booking needs attention for more than one reason');
select is(tests.counts('admin'), '1 0', 'a booking that needs attention for several reasons counts once');
select is(tests.counts('fleet'), '1 -', 'a fleet admin counts the own booking and no withdrawals');
select is(tests.counts('fleet2'), '0 -', 'another fleet''s admin does not count the booking');

delete from realtime.messages;
select tests.let('driver', 'select public.report_position(47.141, 9.5200)'),
  tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select app.watch_attention();
select is(tests.counts('admin'), '0 0', 'a booking that no longer needs attention is not counted');
select set_eq($$ select m.topic from realtime.messages m where m.event = 'attention' $$, array['admin', 'fleet:' || tests.id('fleet')], 'the end of attention is broadcast to the office and the booking''s fleet');

-- A booking that its driver gives back
select tests.let('driver', format(step, tests.booking(), tests.code())) from unnest(array['select public.start_trip(%L, %L)', 'select public.reach_drop(%L)', 'select public.confirm_cash(%L)']) step;
select tests.let('rider', format('select public.rate_booking(%L, 5)', tests.booking())), tests.turn('4 days');
select tests.ride('ACCEPTED'), tests.turn('40 minutes'), app.watch_attention();
select is(tests.counts('fleet'), '1 -', 'a fleet admin counts a booking whose driver is late');
select tests.let('driver', 'select public.report_position(47.141, 9.5200)'),
  tests.let('driver', format('select public.cancel_booking(%L, %L)', tests.booking(), 'The car broke down'));
select is((select b.fleet_id from public.bookings b where b.id = tests.booking()), null, 'a booking that its driver gave back belongs to no fleet');
delete from realtime.messages where event = 'attention';
select app.watch_attention();
select ok(exists (select from realtime.messages m where m.event = 'attention' and m.topic = 'fleet:' || tests.id('fleet')), 'a fleet gets a broadcast when its driver gives a booking back');
select is(tests.counts('fleet'), '0 -', 'a fleet admin does not count a booking that the driver gave back');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking())), app.watch_attention();

-- Attention that only the office can end
select tests.turn('1 minute'), tests.ride('COMPLETE');
update public.booking_finances set flags = '{held_at_quote}' where booking_id = tests.booking();
delete from realtime.messages;
select app.watch_attention();
select is(tests.counts('admin'), '1 0', 'an admin counts a fare that was held at its quote');
select is(tests.counts('fleet'), '0 -', 'a fleet admin does not count what only the office can end');
select set_eq($$ select m.topic from realtime.messages m where m.event = 'attention' $$, array['admin'], 'what only the office can end is not broadcast to the fleet');
update public.booking_finances set flags = '{}' where booking_id = tests.booking();
select app.watch_attention();
select results_eq($$ select m, app.fleet_concerned(jsonb_populate_record(b, jsonb_build_object('payment_mode', m, 'fleet_id', tests.id('fleet'))), 'unpaid') is not null
  from public.bookings b cross join unnest('{card,cash,wallet}'::text[]) m where b.id = tests.booking() order by m $$,
  $$ values ('card', false), ('cash', true), ('wallet', true) $$, 'a fleet admin counts an unpaid ride unless it is by card, which its driver cannot confirm');

insert into public.withdraw_requests (user_id, name, amount, client_key) select tests.id('driver'), 'Lukas', 5, gen_random_uuid() from generate_series(1, 3);
select is(tests.counts('admin'), '0 3', 'an admin counts open withdrawals');
update public.withdraw_requests set processed = true, process_date = app.now() where not processed and rejected_at is null;
select is(tests.counts('admin'), '0 0', 'an admin does not count paid withdrawals');
insert into public.withdraw_requests (user_id, name, amount, client_key) select tests.id('driver'), 'Lukas', 5, gen_random_uuid() from generate_series(1, 120);
select is(tests.counts('admin'), '0 100', 'withdrawals are counted up to a hundred');

update public.profiles set staff_role = 'dispatcher' where id = tests.id('admin');
select is(tests.counts('admin'), '0 -', 'a dispatcher counts bookings but no withdrawals');
delete from public.staff_permissions where staff_role = 'dispatcher';
select is(tests.counts('admin'), '- -', 'a staff role without the desk counts nothing');

-- What waits on the money desk
update public.profiles set staff_role = 'finance' where id = tests.id('admin');
create function tests.money_waits(who text default 'admin') returns integer language plpgsql as $$
declare v_count integer;
begin
  perform tests.act_as(who);
  select c.money into v_count from public.portal_counts() c;
  perform tests.as_owner();
  return v_count;
end $$;
select is(tests.money_waits(), 0, 'an admin with the finance role counts 0 when nothing waits on the money desk');
create temp table topup as select tests.begin_payment('topup', 25, 'rider2') as id;
delete from realtime.messages;
select tests.record_event(id, 'paid', 24, '{"charge": "ch_m"}') from topup;
select is(tests.money_waits(), 1, 'a payment of a wrong amount waits on the money desk');
select set_eq($$ select m.topic from realtime.messages m where m.event = 'money' $$, array['admin'], 'a payment of a wrong amount is broadcast to the office');
select tests.record_event(id, 'paid', 24, '{"charge": "ch_m"}') from topup;
select is(tests.money_waits(), 1, 'a charge that is reported twice waits once on the money desk');
select tests.record_event(id, 'paid', 25, '{"charge": "ch_n"}') from topup;
select tests.record_event(id, 'chargeback', 25, '{"dispute": "dp_m"}') from topup;
select is(tests.money_waits(), 2, 'an open chargeback waits on the money desk');
insert into public.bank_lines (reference, booked_on, amount, currency, outcome) values ('m1', current_date, 5, 'CHF', 'unmatched');
select is(tests.money_waits(), 3, 'an unmatched bank line waits on the money desk');
select is(tests.money_waits('fleet'), null, 'a fleet admin gets no count of the money desk');
update public.profiles set staff_role = 'support' where id = tests.id('admin');
select is(tests.money_waits(), null, 'an admin with the support role gets no count of the money desk');

select tests.act_as('driver');
select throws_ok($$ select * from public.portal_counts() $$, 'PT403', 'not_allowed', 'a driver cannot read the portal counts');
select tests.act_as('rider');
select throws_ok($$ select * from public.portal_counts() $$, 'PT403', 'not_allowed', 'a rider cannot read the portal counts');
select tests.as_visitor();
select throws_ok($$ select * from public.portal_counts() $$, '42501', null, 'a visitor cannot read the portal counts');

select * from finish();
