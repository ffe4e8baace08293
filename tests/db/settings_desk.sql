-- Facts that the office sees before it changes a setting.
select no_plan();
select tests.set('otp_secure', 'false'), tests.go_online();
create function tests.facts() returns public.counted_facts language sql as $$ select public.settings_facts() $$;
create function tests.create_open_work() returns void language plpgsql security definer as $$
begin
  set local session_replication_role = replica;
  update public.profiles set approved = false where id = tests.id('driver2');
  update public.profiles set wallet_balance = -4, bonus_balance = 0 where id = tests.id('driver');
  insert into public.withdraw_requests (user_id, name, amount, client_key) values (tests.id('rider'), 'R', 5, gen_random_uuid()), (tests.id('driver'), 'D', 5, gen_random_uuid());
  set local session_replication_role = origin;
end $$;
create function tests.finish_open_work() returns void language plpgsql security definer as $$
begin
  set local session_replication_role = replica;
  update public.profiles set suspended_at = app.now(), suspended_reason = 'papers' where id = tests.id('driver2');
  update public.withdraw_requests set rejected_at = app.now();
  update public.profiles set bonus_balance = 3 where id = tests.id('driver');
  set local session_replication_role = origin;
end $$;

-- Acting as those without the right
select tests.as_visitor();
select throws_ok($$ select public.settings_facts() $$, '42501', null, 'a visitor cannot read the facts behind settings');
select tests.act_as('rider');
select throws_ok($$ select public.settings_facts() $$, 'PT403', 'not_allowed', 'a rider cannot read the facts behind settings');
select tests.act_as('fleet');
select throws_ok($$ select public.settings_facts() $$, 'PT403', 'not_allowed', 'a fleet admin cannot read the facts behind settings');
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin');
select tests.act_as('admin');
select throws_ok($$ select public.settings_facts() $$, 'PT403', 'not_allowed', 'an admin with the support role cannot read the facts behind settings');
select tests.as_owner();
update public.profiles set staff_role = 'owner' where id = tests.id('admin');

-- Acting as an admin
select tests.act_as('admin');
select ok(not (tests.facts()).currency_locked, 'the currency is not locked before money moved');
select is((tests.facts()).searching, 0::bigint, 'no booking is searching for a driver at first');
create temporary table before as select (tests.facts()).*;
select tests.as_owner();
select tests.book('rider'), tests.book('rider2', trip_at => app.now() + interval '5 hours');
select tests.as_owner();
select tests.create_open_work();
select tests.act_as('admin');
select is((tests.facts()).searching, 1::bigint, 'a booking that searches for a driver is counted');
select is((tests.facts()).upcoming, 1::bigint, 'a booking for later is counted as upcoming');
select is((tests.facts()).drivers_waiting, b.drivers_waiting + 1, 'a driver who waits for approval is counted') from before b;
select is((tests.facts()).drivers_below_zero, b.drivers_below_zero + 1, 'a driver below zero is counted') from before b;
select is((tests.facts()).rider_withdrawals, 1::bigint, 'open withdrawals of riders are counted, not those of drivers');
select tests.as_owner();
select tests.finish_open_work();
select tests.act_as('admin');
select is((tests.facts()).drivers_waiting, b.drivers_waiting, 'a suspended driver is not counted as waiting for approval') from before b;
select is((tests.facts()).rider_withdrawals, 0::bigint, 'a rejected withdrawal is not counted as open');
select is((tests.facts()).drivers_below_zero, b.drivers_below_zero + 1, 'a driver below zero is counted in spite of a bonus') from before b;
select tests.as_owner();
select public.quote_fare(tests.id('rider'), tests.order('Cab'));
select tests.act_as('admin');
select is((tests.facts()).open_quotes, (select count(*) from public.fare_quotes q where q.used_at is null and q.expires_at > app.now()), 'unexpired unused quotes are counted');
select tests.as_owner();
select public.add_to_wallet(tests.id('rider'), 5) from (select tests.act_as('admin')) a;
select tests.act_as('admin');
select ok((tests.facts()).currency_locked, 'the currency is locked once money moved');
select finish();
