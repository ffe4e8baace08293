-- What waits on the pages of staff: counted for those who have these pages, and told where it changes.
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

select is(tests.counts('admin'), '0 0', 'nothing waits');
select tests.ride('ACCEPTED'), tests.turn('40 minutes'), app.watch_attention();
select cmp_ok((select count(*) from app.attention_sent where booking_id = tests.booking()), '>', 1::bigint, 'a booking may need the desk for two reasons');
select is(tests.counts('admin'), '1 0', 'it counts once');
select is(tests.counts('fleet'), '1 -', 'its fleet counts it, and no withdrawals');
select is(tests.counts('fleet2'), '0 -', 'another fleet does not');

delete from realtime.messages;
select tests.let('driver', 'select public.report_position(47.141, 9.5200)'),
  tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select app.watch_attention();
select is(tests.counts('admin'), '0 0', 'what is over is not counted');
select set_eq($$ select m.topic from realtime.messages m where m.event = 'attention' $$, array['admin', 'fleet:' || tests.id('fleet')], 'the office and the fleet of the booking hear of it, no other fleet');

-- A booking that is given back
select tests.let('driver', format(step, tests.booking(), tests.code())) from unnest(array['select public.start_trip(%L, %L)', 'select public.reach_drop(%L)', 'select public.confirm_cash(%L)']) step;
select tests.let('rider', format('select public.rate_booking(%L, 5)', tests.booking())), tests.turn('4 days');
select tests.ride('ACCEPTED'), tests.turn('40 minutes'), app.watch_attention();
select is(tests.counts('fleet'), '1 -', 'a fleet counts a booking whose driver is late');
select tests.let('driver', 'select public.report_position(47.141, 9.5200)'),
  tests.let('driver', format('select public.cancel_booking(%L, %L)', tests.booking(), 'The car broke down'));
select is((select b.fleet_id from public.bookings b where b.id = tests.booking()), null, 'a booking that is given back belongs to no fleet');
delete from realtime.messages where event = 'attention';
select app.watch_attention();
select ok(exists (select from realtime.messages m where m.event = 'attention' and m.topic = 'fleet:' || tests.id('fleet')), 'a fleet hears that its count fell when its driver gave the booking back');
select is(tests.counts('fleet'), '0 -', 'a fleet does not count what its driver gave back');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking())), app.watch_attention();

-- What only the office can end
select tests.turn('1 minute'), tests.ride('COMPLETE');
update public.booking_finances set flags = '{held_at_quote}' where booking_id = tests.booking();
delete from realtime.messages;
select app.watch_attention();
select is(tests.counts('admin'), '1 0', 'the office counts a fare that was held at its quote');
select is(tests.counts('fleet'), '0 -', 'a fleet does not count what only the office can end');
select set_eq($$ select m.topic from realtime.messages m where m.event = 'attention' $$, array['admin'], 'a fleet does not hear of what only the office can end');
update public.booking_finances set flags = '{}' where booking_id = tests.booking();
select app.watch_attention();
select results_eq($$ select m, app.fleet_concerned(jsonb_populate_record(b, jsonb_build_object('payment_mode', m, 'fleet_id', tests.id('fleet'))), 'unpaid') is not null
  from public.bookings b cross join unnest('{card,cash,wallet}'::text[]) m where b.id = tests.booking() order by m $$,
  $$ values ('card', false), ('cash', true), ('wallet', true) $$, 'a fleet counts an unpaid ride unless it is by card, which its driver cannot confirm');

insert into public.withdraw_requests (user_id, name, amount, client_key) select tests.id('driver'), 'Lukas', 5, gen_random_uuid() from generate_series(1, 3);
select is(tests.counts('admin'), '0 3', 'open withdrawals wait');
update public.withdraw_requests set processed = true, process_date = app.now() where not processed and rejected_at is null;
select is(tests.counts('admin'), '0 0', 'paid ones do not');
insert into public.withdraw_requests (user_id, name, amount, client_key) select tests.id('driver'), 'Lukas', 5, gen_random_uuid() from generate_series(1, 120);
select is(tests.counts('admin'), '0 100', 'nothing is counted beyond a hundred');

update public.profiles set staff_role = 'dispatcher' where id = tests.id('admin');
select is(tests.counts('admin'), '0 -', 'a dispatcher counts no withdrawals');
delete from public.staff_permissions where staff_role = 'dispatcher';
select is(tests.counts('admin'), '- -', 'a role without the desk counts nothing');

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
select is(tests.money_waits(), 0, 'nothing waits on the money desk');
create temp table topup as select tests.begin_payment('topup', 25, 'rider2') as id;
delete from realtime.messages;
select tests.hear(id, 'paid', 24, '{"charge": "ch_m"}') from topup;
select is(tests.money_waits(), 1, 'a payment of another amount waits on the money desk');
select set_eq($$ select m.topic from realtime.messages m where m.event = 'money' $$, array['admin'], 'the office hears of it');
select tests.hear(id, 'paid', 24, '{"charge": "ch_m"}') from topup;
select is(tests.money_waits(), 1, 'told twice, a charge waits once');
select tests.hear(id, 'paid', 25, '{"charge": "ch_n"}') from topup;
select tests.hear(id, 'chargeback', 25, '{"dispute": "dp_m"}') from topup;
select is(tests.money_waits(), 2, 'an open chargeback waits there, too');
insert into public.bank_lines (reference, booked_on, amount, currency, outcome) values ('m1', current_date, 5, 'CHF', 'unmatched');
select is(tests.money_waits(), 3, 'a line of the bank that nobody knows waits there');
select is(tests.money_waits('fleet'), null, 'a fleet admin keeps no books');
update public.profiles set staff_role = 'support' where id = tests.id('admin');
select is(tests.money_waits(), null, 'support keeps no books');

select tests.act_as('driver');
select throws_ok($$ select * from public.portal_counts() $$, 'PT403', 'not_allowed', 'a driver has none of these pages');
select tests.act_as('rider');
select throws_ok($$ select * from public.portal_counts() $$, 'PT403', 'not_allowed', 'a rider has none of these pages');
select tests.as_visitor();
select throws_ok($$ select * from public.portal_counts() $$, '42501', null, 'a visitor may not ask');

select * from finish();
