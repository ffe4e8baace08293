-- Wallet rides pay themselves at their end; what the wallet cannot or may not pay stays with the rider.
select no_plan();
-- A ride that costs 9 and the fee of 1 at every distance.
create function tests.wallet_ride(balance numeric, until text default 'STARTED', mode text default 'wallet') returns uuid language plpgsql security definer as $$
declare
  v_id uuid;
  v_step record;
begin
  perform tests.turn('10 minutes'), tests.clear_wallet('rider'), tests.fill_wallet('rider', balance), tests.go_online();
  perform tests.let('rider', format('select public.create_booking(%L, %L)', tests.quote(), mode));
  v_id := tests.booking();
  for v_step in select * from (values ('NEW', 'accept_booking(%L)'), ('ACCEPTED', 'arrive_at_pickup(%L)'), ('ARRIVED', 'start_trip(%L, %L)')) s (at, call) loop
    exit when tests.status(v_id) = until;
    perform tests.let('driver', format('select public.' || v_step.call, v_id, tests.code(v_id)));
  end loop;
  return v_id;
end $$;
create function tests.reach() returns text language plpgsql security definer as $$
begin
  perform tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
  return tests.status();
end $$;
create function tests.sums() returns table (payable numeric, wallet numeric, cash numeric, rounding numeric, mode text) language sql volatile security definer as $$
  select b.payable_amount, b.used_wallet_money, b.cash_payment_amount, b.cash_rounding, b.payment_mode::text from public.bookings b where b.id = tests.booking()
$$;
create function tests.events() returns text language sql volatile security definer as $$
  select string_agg(format('%s %s%s', e.to_status, e.actor_role, coalesce(' ' || e.note, '')), ', ' order by e.id) from public.booking_events e
  where e.booking_id = tests.booking() and e.to_status in ('REACHED', 'PENDING', 'PAID')
$$;
create function tests.told(name text) returns text language sql volatile security definer as $$
  select string_agg(n.key, ' ' order by n.created_at, n.id) from public.notices n where n.booking_id = tests.booking() and n.user_id = tests.id(name)
    and n.key in ('payment_due', 'payment_done', 'trip_paid', 'cash_chosen')
$$;
update public.car_types set base_fare = 9, rate_per_unit_distance = 0, rate_per_hour = 0, min_fare = 0, convenience_fees = 1, convenience_fee_type = 'flat' where name = 'Cab';
select tests.set('cash_unit', '0.05'), tests.set('fare_mode', 'metered'), tests.set('extra_limit', '50');

-- The wallet covers the ride
select tests.wallet_ride(100);
select is(tests.reach(), 'PAID', 'a wallet ride that the wallet covers is paid when the drop is reached');
select is(tests.events(), 'REACHED driver, PENDING system, PAID system wallet', 'the system pays a wallet ride, with the note wallet');
select results_eq('select * from tests.sums()', $$ values (0::numeric, 10::numeric, 0::numeric, 0::numeric, 'wallet') $$, 'a wallet ride is paid from the wallet, without rounding');
select is(tests.wallet_of('rider'), 90::numeric, 'the fare leaves the rider''s wallet once');
select is(tests.booked('held:' || tests.booking()), 0::numeric, 'nothing stays held for a paid wallet ride');
select is(tests.told('rider') || ', ' || tests.told('driver'), 'payment_done, trip_paid', 'nobody is asked to pay a ride that the wallet has paid');
select is(tests.outcome('rider', format('select public.pay_with_wallet(%L)', tests.booking())) || ' ' || round(tests.wallet_of('rider')), 'done 90', 'paying a paid wallet ride again answers the booking and takes nothing');
select is(tests.outcome('rider', format('select public.pay_in_cash(%L)', tests.booking())) || ' ' || (select payment_mode from public.bookings where id = tests.booking()), 'done wallet', 'a paid ride cannot become a cash ride');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select is(tests.wallet_of('rider'), 90::numeric, 'a repeated reach_drop charges the wallet once');
select tests.wallet_ride(10);
select is(tests.reach() || ' ' || round(tests.wallet_of('rider')), 'PAID 0', 'a wallet with exactly the fare pays the ride');

-- Other rides are not charged
select tests.wallet_ride(100, mode => 'cash');
select is(tests.reach() || ' ' || round(tests.wallet_of('rider')), 'PENDING 100', 'the wallet does not pay a ride for which cash was chosen');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.wallet_ride(100, mode => 'card');
select is(tests.reach() || ' ' || round(tests.wallet_of('rider')), 'PENDING 100', 'the wallet does not pay a ride for which a card was chosen');
select is(tests.told('rider'), 'payment_due', 'the rider of a card ride without a reservation is asked to pay');
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));

-- More than the rider agreed to
select tests.wallet_ride(100);
select tests.let('driver', format('select public.add_extra(%L, ''toll'', 2)', tests.booking()));
select is(tests.reach(), 'PAID', 'a fare 20 percent above the agreed one is paid without a question');
select is(tests.wallet_of('rider'), 88::numeric, 'the extra is paid from the wallet, too');
select tests.wallet_ride(100);
select tests.let('driver', format('select public.add_extra(%L, ''toll'', 2.01)', tests.booking()));
select is(tests.reach() || ' ' || round(tests.wallet_of('rider')), 'PENDING 100', 'a fare more than 20 percent above the agreed one waits for the rider');
select is(tests.told('rider'), 'payment_due', 'the rider is told that the fare waits for their confirmation');
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select is(tests.events(), 'REACHED driver, PENDING system, PAID rider wallet', 'the rider confirms the higher fare');
select tests.wallet_ride(100);
update public.bookings set estimate = 5 where id = tests.booking();
select tests.reach();
select is(tests.status() || ' ' || (select flags::text from public.booking_finances where booking_id = tests.booking()), 'PENDING {held_at_quote}', 'a fare that is held at the quote waits for the rider');
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));

-- The wallet covers a part
select tests.wallet_ride(4.02);
select is(tests.reach(), 'PENDING', 'a ride that the wallet pays in part stays open');
select results_eq('select * from tests.sums()', $$ values (5.98, 4.02, 0::numeric, 0::numeric, 'wallet') $$, 'the wallet pays its part, and the rest is exact, not rounded for cash');
select is(tests.wallet_of('rider') || ' ' || tests.booked('held:' || tests.booking()), '0.00 4.02', 'the part waits in the booking''s account');
select is((select n.params ->> 'amount' from public.notices n where n.booking_id = tests.booking() and n.key = 'payment_due'), '5.98', 'the rider is asked for the rest');
select is((select array_to_string(actions, ' ') || coalesce(' ' || cash_amount, '') from (select set_config('request.jwt.claims', tests.claims('rider'), true)) c, lateral public.trip_options(tests.booking())),
  'chat pay_with_wallet pay_in_cash', 'the rider may pay the rest with the wallet or choose cash, and sees no amount in cash before');
select set_config('request.jwt.claims', '', true);
select is(tests.outcome('rider2', format('select public.pay_in_cash(%L)', tests.booking())), 'booking_not_found', 'a stranger cannot choose cash for a ride');
select is(tests.outcome('driver', format('select public.pay_in_cash(%L)', tests.booking())), 'booking_not_found', 'a driver cannot choose cash for the rider');
select tests.let('rider', format('select public.pay_in_cash(%L)', tests.booking()));
select results_eq('select * from tests.sums()', $$ values (6.00, 4.02, 6.00, 0.02, 'cash') $$, 'the rest is rounded once cash is chosen');
select is(tests.told('driver'), 'cash_chosen', 'the driver is told that the rider pays in cash');
select tests.let('rider', format('select public.pay_in_cash(%L)', tests.booking()));
select is(tests.told('driver'), 'cash_chosen', 'choosing cash twice tells the driver once');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select results_eq($$ select status::text, payable_amount, customer_paid from public.bookings where id = tests.booking() $$, $$ values ('PAID', 0::numeric, 10.02) $$, 'wallet and cash together pay the ride');
select tests.wallet_ride(9.99);
select tests.reach(), tests.let('rider', format('select public.pay_in_cash(%L)', tests.booking()));
select results_eq($$ select status::text, customer_paid, cash_payment_amount from public.bookings where id = tests.booking() $$, $$ values ('PAID', 9.99, 0::numeric) $$, 'a rest below half of the smallest coin is nothing to hand over');
select tests.wallet_ride(4);
select tests.reach(), tests.fill_wallet('rider', 50), tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select is(tests.status() || ' ' || round(tests.wallet_of('rider')), 'PAID 44', 'a wallet that was topped up pays the rest');
select tests.wallet_ride(0);
select is(tests.reach() || ' ' || tests.told('rider'), 'PENDING payment_due', 'an empty wallet leaves the fare to the rider');
select is((select count(*) from public.ledger_transactions where booking_id = tests.booking()), 0::bigint, 'an empty wallet moves no money');
select is((select amount from (select set_config('request.jwt.claims', tests.claims('driver'), true)) c, lateral (select cash_to_confirm as amount from public.driver_account()) d), 0::numeric,
  'a wallet ride is no cash that waits for the driver');
select set_config('request.jwt.claims', '', true);
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.status(), 'PAID', 'a driver who got the money confirms it');

-- The driver has left
create function tests.may_pay_cash() returns boolean language sql volatile security definer as $$
  select 'pay_in_cash' = any (o.actions) from (select set_config('request.jwt.claims', tests.claims('rider'), true)) c, lateral public.trip_options(tests.booking()) o
$$;
select tests.wallet_ride(4), tests.reach();
select ok(tests.may_pay_cash(), 'the rider may choose cash while the driver is there');
select tests.turn('20 seconds');
update public.driver_positions set lat = lat + 0.02, updated_at = app.now() where driver_id = tests.id('driver');
select is(tests.outcome('rider', format('select public.pay_in_cash(%L)', tests.booking())), 'driver_left', 'cash cannot be chosen once the driver is far away');
select ok(not tests.may_pay_cash(), 'the page offers no cash once the driver is far away');
update public.driver_positions set lat = lat - 0.02 where driver_id = tests.id('driver');
select ok(tests.may_pay_cash(), 'the rider may choose cash again when the driver comes back');
select tests.turn('16 minutes');
select is(tests.outcome('rider', format('select public.pay_in_cash(%L)', tests.booking())), 'driver_left', 'cash cannot be chosen a quarter of an hour later if nobody knows where the driver is');
select set_config('request.jwt.claims', '', true);
select tests.fill_wallet('rider', 50), tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));

-- Before the end
select tests.wallet_ride(100);
select is(tests.outcome('rider', format('select public.pay_in_cash(%L)', tests.booking())), 'wrong_status', 'cash cannot be chosen before the end of the ride');
select * from finish();
