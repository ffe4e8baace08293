-- The driver's share of cancellation and no-show fees: only from what riders really paid.
select no_plan();
create function tests.add_rider(name text) returns void language sql security definer as $$
  insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values (gen_random_uuid(), name || '@hackney.test', now(),
    jsonb_build_object('first_name', 'Mal', 'last_name', 'Lory', 'mobile', '+4235557777'))
$$;
create function tests.money(name text) returns numeric language sql volatile security definer as $$
  select p.wallet_balance - p.bonus_balance from public.profiles p where p.id = tests.id(name)
$$;
create function tests.pay_in(name text, amount numeric) returns bigint language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
    app.entry('wallet:' || tests.id(name), amount), app.entry('adjustments', -amount)))
$$;
-- The driver waits at the pickup with a trail and reports a no-show; the fee is 6.
create function tests.no_show_of(rider text) returns uuid language plpgsql security definer as $$
declare v_id uuid;
begin
  perform tests.turn('1 minute'), tests.go_online();
  v_id := tests.book(rider);
  perform tests.let('driver', format('select public.accept_booking(%1$L), public.arrive_at_pickup(%1$L)', v_id));
  for i in 1 .. 10 loop
    perform tests.turn('30 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)');
  end loop;
  perform tests.let('driver', format('select public.no_show(%L)', v_id));
  return v_id;
end $$;
-- The driver's share in the ledger and in the report.
create function tests.share() returns text language sql volatile security definer as $$
  select trim_scale(tests.money('driver')) || ' ' || trim_scale(coalesce(sum(m.cancellation_share), 0)) from public.earnings_months m where m.driver_id = tests.id('driver')
$$;
create function tests.revenue() returns numeric language sql volatile security definer as $$ select app.ledger_balance('revenue.cancellation') $$;
select tests.clear_wallet('driver'), tests.set('cancellation_driver_percent', '50');
create temp table before as select tests.revenue() as revenue;

-- Fake riders
select tests.add_rider(n), tests.no_show_of(n) from unnest(array['anna', 'bert', 'carl']) n;
select is(tests.share(), '0 0', 'no-show fees of fake riders that are not paid bring the driver no share');
select is(tests.revenue() - revenue, 18.00, 'unpaid no-show fees are the operator''s revenue') from before;
select app.housekeeping();
select is(tests.share(), '0 0', 'housekeeping pays the driver no share of unpaid fees');

-- A debt paid in two parts
select tests.pay_in('bert', 2.50), app.housekeeping();
select is(tests.share(), '1.25 1.25', 'the driver gets half of the part that the rider paid');
select tests.pay_in('bert', 13.50), app.housekeeping(), app.housekeeping();
select is(tests.share(), '3 3', 'the driver gets the rest of the share once when the debt is paid');
select is(tests.revenue() - revenue, 15.00, 'the driver''s share is taken from the operator''s revenue') from before;
select is(tests.money('bert'), 10.00, 'money that the rider pays in beyond the debt stays in the wallet');

-- Money in the wallet
select tests.no_show_of('bert');
select is(tests.share(), '6 6', 'a fee that the wallet covers is shared at once');
select is(tests.money('bert'), 4.00, 'a fee that the wallet covers is debited from it');
select tests.no_show_of('bert');
select is(tests.share(), '8 8', 'a fee that the wallet covers in part is shared in that part');
select tests.pay_in('bert', 2), app.housekeeping();
select is(tests.share(), '9 9', 'the rest of a fee is shared when it is paid');

-- Fees that the desk waives
select tests.let('carl', format('select public.object_to_no_show(%L, ''I was there'')', (select b.id from public.bookings b where b.customer_id = tests.id('carl'))));
select tests.let('admin', format('select public.decide_no_show_fee(%L, false)', (select b.id from public.bookings b where b.customer_id = tests.id('carl'))));
select tests.pay_in('carl', 100), app.housekeeping();
select is(tests.share(), '9 9', 'a waived fee brings no share when the rider pays in later');
select tests.let('bert', format('select public.object_to_no_show(%L, ''I was there'')', tests.booking()));
select tests.let('admin', format('select public.decide_no_show_fee(%L, false)', tests.booking()));
select is(tests.share(), '6 6', 'waiving a fee takes the whole share back, also when it was paid in two parts');

-- Fees that the desk confirms
select tests.as_owner(), tests.pay_in('bert', 8 - tests.money('bert'));
select tests.turn('1 minute'), tests.go_online(), tests.book('bert');
select tests.let('driver', format('select public.accept_booking(%1$L), public.arrive_at_pickup(%1$L)', tests.booking()));
select tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.141, 9.5201)'), tests.let('driver', format('select public.no_show(%L)', tests.booking()));
select tests.pay_in('bert', -7), tests.let('admin', format('select public.decide_no_show_fee(%L, true)', tests.booking()));
select is(tests.share(), '6.5 6.5', 'a fee that the desk confirms is shared as far as the wallet covers it');
select tests.pay_in('bert', 5), app.housekeeping();
select is(tests.share(), '9 9', 'the rest of a fee that the desk confirmed is shared when it is paid');

-- A driver who deleted the account
select tests.add_rider('dora'), tests.clear_wallet('driver'), tests.set('cancellation_driver_percent', '100');
select tests.no_show_of('dora');
create temp table gone as select tests.id('driver') as id;
select tests.clear_wallet('driver'), app.delete_profile(tests.id('driver'));
select tests.pay_in('dora', 6), app.housekeeping();
select is((select p.wallet_balance from public.profiles p where p.id = gone.id), 0::numeric, 'a driver who deleted the account gets no share') from gone;
select is_empty($$ select 1 from app.fee_debts d where d.customer_id = tests.id('dora') $$, 'a driver who deleted the account has no open share of a fee');
set constraints all immediate;
select pass('the ledger balances after sharing fees');
select * from finish();
