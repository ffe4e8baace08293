-- The driver's share of cancellation and no-show fees: out of what riders paid, measured by what leaves in real money.
select no_plan();
create function tests.invent(name text) returns void language sql security definer as $$
  insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values (gen_random_uuid(), name || '@hackney.test', now(),
    jsonb_build_object('first_name', 'Mal', 'last_name', 'Lory', 'mobile', '+423 555 77 77'))
$$;
create function tests.money(name text) returns numeric language sql volatile security definer as $$
  select p.wallet_balance - p.bonus_balance from public.profiles p where p.id = tests.id(name)
$$;
create function tests.pay_in(name text, amount numeric) returns bigint language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
    app.entry('wallet:' || tests.id(name), amount), app.entry('adjustments', -amount)))
$$;
-- The driver waits at the door with a trail, and leaves; the fee is 6.
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
-- The driver's share as the ledger and as the report have it.
create function tests.share() returns text language sql volatile security definer as $$
  select trim_scale(tests.money('driver')) || ' ' || trim_scale(coalesce(sum(m.cancellation_share), 0)) from public.earnings_months m where m.driver_id = tests.id('driver')
$$;
create function tests.revenue() returns numeric language sql volatile security definer as $$ select app.ledger_balance('revenue.cancellation') $$;
select tests.clear_wallet('driver'), tests.set('cancellation_driver_percent', '50');
create temp table before as select tests.revenue() as revenue;

-- Invented riders
select tests.invent(n), tests.no_show_of(n) from unnest(array['anna', 'bert', 'carl']) n;
select is(tests.share(), '0 0', 'no-shows of invented riders bring a driver nothing');
select is(tests.revenue() - revenue, 18.00, 'the operator has their debts as revenue') from before;
select app.housekeeping();
select is(tests.share(), '0 0', 'time brings a driver nothing while nobody pays');

-- A debt that is paid, in two parts
select tests.pay_in('bert', 2.50), app.housekeeping();
select is(tests.share(), '1.25 1.25', 'half of what a rider paid goes to the driver');
select tests.pay_in('bert', 13.50), app.housekeeping(), app.housekeeping();
select is(tests.share(), '3 3', 'the rest of the share comes with the rest of the debt, once');
select is(tests.revenue() - revenue, 15.00, 'out of the operator''s revenue') from before;
select is(tests.money('bert'), 10.00, 'what the rider paid above the debt stays theirs');

-- Money in the wallet
select tests.no_show_of('bert');
select is(tests.share(), '6 6', 'a fee that the wallet covers is shared at once');
select is(tests.money('bert'), 4.00, 'a fee that was shared leaves the wallet');
select tests.no_show_of('bert');
select is(tests.share(), '8 8', 'of a fee that it covers in part, that part');
select tests.pay_in('bert', 2), app.housekeeping();
select is(tests.share(), '9 9', 'the rest of a fee is shared when it is paid');

-- What the desk waives
select tests.let('carl', format('select public.object_to_no_show(%L, ''I was there'')', (select b.id from public.bookings b where b.customer_id = tests.id('carl'))));
select tests.let('admin', format('select public.decide_no_show_fee(%L, false)', (select b.id from public.bookings b where b.customer_id = tests.id('carl'))));
select tests.pay_in('carl', 100), app.housekeeping();
select is(tests.share(), '9 9', 'a fee that was waived brings no share, whatever the rider pays in later');
select tests.let('bert', format('select public.object_to_no_show(%L, ''I was there'')', tests.booking()));
select tests.let('admin', format('select public.decide_no_show_fee(%L, false)', tests.booking()));
select is(tests.share(), '6 6', 'a share that was paid in two parts goes back as a whole');

-- What the desk agrees to
select tests.as_owner(), tests.pay_in('bert', 8 - tests.money('bert'));
select tests.turn('1 minute'), tests.go_online(), tests.book('bert');
select tests.let('driver', format('select public.accept_booking(%1$L), public.arrive_at_pickup(%1$L)', tests.booking()));
select tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.141, 9.5201)'), tests.let('driver', format('select public.no_show(%L)', tests.booking()));
select tests.pay_in('bert', -7), tests.let('admin', format('select public.decide_no_show_fee(%L, true)', tests.booking()));
select is(tests.share(), '6.5 6.5', 'a fee that the desk agreed to is shared as far as the wallet covers it');
select tests.pay_in('bert', 5), app.housekeeping();
select is(tests.share(), '9 9', 'the rest of a fee that the desk agreed to is shared when it is paid');

-- Who has left
select tests.invent('dora'), tests.clear_wallet('driver'), tests.set('cancellation_driver_percent', '100');
select tests.no_show_of('dora');
create temp table gone as select tests.id('driver') as id;
select tests.clear_wallet('driver'), app.delete_profile(tests.id('driver'));
select tests.pay_in('dora', 6), app.housekeeping();
select is((select p.wallet_balance from public.profiles p where p.id = gone.id), 0::numeric, 'a driver who has left gets no share') from gone;
select is_empty($$ select 1 from app.fee_debts d where d.customer_id = tests.id('dora') $$, 'nothing waits for a driver who has left');
set constraints all immediate;
select pass('the ledger adds up after fees were shared');
select * from finish();
