-- The parts of a booking's money: what it costs, who paid what, who got what, and who sees which part.
select no_plan();
create function tests.money(who text default 'rider', booking_id uuid default tests.booking()) returns public.booking_money language plpgsql security definer as $$
declare v_before text := current_setting('request.jwt.claims', true); m public.booking_money;
begin
  perform set_config('request.jwt.claims', tests.claims(who), true);
  m := public.booking_money(money.booking_id);
  perform set_config('request.jwt.claims', v_before, true);
  return m;
end $$;
-- The parts of some sides, such as "fare 14.20, promotion -1.42 RIDER10".
create function tests.parts(sides text[], who text default 'rider') returns text language sql volatile security definer as $$
  select string_agg(concat_ws(' ', e.p ->> 'kind', e.p ->> 'amount', e.p ->> 'name'), ', ' order by e.place)
  from jsonb_array_elements((tests.money(who)).parts) with ordinality e (p, place) where e.p ->> 'side' = any (sides)
$$;
-- A ride of 14.20 with a promotion of 10 percent, before it is driven.
select tests.set('cash_unit', '0.05'), tests.set('tax_percent', '0');
update public.car_types set base_fare = 0, rate_per_unit_distance = 0, rate_per_hour = 0, min_fare = 13.20, convenience_fees = 1 where name = 'Cab';
insert into public.promos (promo_name, promo_discount_type, promo_discount_value, promo_validity, promo_usage_limit) values ('RIDER10', 'percentage', 10, '2100-01-01', 100);
create function tests.ten(payment text) returns uuid language plpgsql security definer as $$
declare v_quote uuid := tests.quote();
begin
  update public.promo_uses u set status = 'released', settled_at = app.now() where u.status <> 'released';
  perform tests.turn('1 minute');
  perform tests.go_online();
  perform tests.let('rider', format('select public.apply_promo(%L, ''rider10'')', v_quote)), tests.let('rider', format('select public.create_booking(%L, %L)', v_quote, payment));
  return tests.booking();
end $$;
create function tests.carry() returns void language sql security definer as $$
  select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())),
    tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()))
$$;

-- A quote
create temp table q as select tests.quote() as id;
select is((select price_parts from public.fare_quotes where id = (select id from q)), '[{"side": "price", "kind": "fare", "amount": 14.20}]'::jsonb, 'the price of a quote without promotion is its fare');
select tests.let('rider', format('select public.apply_promo(%L, ''rider10'')', (select id from q)));
select is((select string_agg(concat_ws(' ', p ->> 'kind', p ->> 'amount', p ->> 'name'), ', ') from public.fare_quotes f, jsonb_array_elements(f.price_parts) p where f.id = (select id from q)),
  'fare 14.20, promotion -1.42 RIDER10, cash_rounding 0.02', 'a quote with a promotion lists the promotion and what rounding for cash would add');
select is(to_jsonb(public.quote_fare(tests.id('rider'), tests.order())) -> 'price_parts', '[{"side": "price", "kind": "fare", "amount": 14.20}]'::jsonb, 'quote_fare returns the parts of the price');

-- Cash
select tests.ten('cash');
select is(tests.parts('{price,open}'), 'fare 14.20, promotion -1.42 RIDER10, cash_rounding 0.02, cash 12.80', 'before a cash ride its price is rounded, and all of it is open');
select tests.carry();
select is(tests.parts('{share}', 'driver'), 'share 13.20', 'before it is paid the driver''s share of a ride is that of its fare');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.parts('{price,paid,open}'), 'fare 14.20, promotion -1.42 RIDER10, cash_rounding 0.02, cash 12.80', 'a cash ride is paid with the rounded price');
select is((select total_amount from public.bookings where id = tests.booking()), 12.80, 'the row of a booking holds what it costs');
select is(tests.parts('{share}', 'admin'), 'share 13.20, convenience 1.00, promotions -1.42, rounding 0.02', 'an admin sees who got what');

-- Wallet and card pay exact amounts
select tests.fill_wallet('rider', 100), tests.ten('wallet'), tests.carry();
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select is(tests.parts('{price,paid,open}'), 'fare 14.20, promotion -1.42 RIDER10, wallet 12.78', 'a ride paid from the wallet is not rounded');
select tests.ten('card');
select is(tests.parts('{price,open}'), 'fare 14.20, promotion -1.42 RIDER10, card 12.78', 'a ride to be paid by card is not rounded');
select tests.carry();
select tests.record_event((tests.create_payment(tests.booking(), 'stripe', tests.id('rider'))).id, 'paid');
select is(tests.parts('{price,paid,open}'), 'fare 14.20, promotion -1.42 RIDER10, card 12.78 stripe', 'a ride paid by card is not rounded');

-- The wallet covers a part
select tests.fill_wallet('rider', 5), tests.ten('wallet'), tests.carry();
select is(tests.parts('{price,paid,open}'), 'fare 14.20, promotion -1.42 RIDER10, wallet 5.00, wallet 7.78', 'what the wallet does not cover is rounded only once it is paid in cash');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.parts('{price,paid,open}'), 'fare 14.20, promotion -1.42 RIDER10, cash_rounding 0.02, wallet 5.00, cash 7.80', 'a ride paid by wallet and cash lists both');

-- Tips and refunds
select tests.fill_wallet('rider', 10);
select tests.let('rider', format('select public.tip_driver(%L, 1.40)', tests.booking()));
select is(tests.record_event(tests.begin_payment('tip', 2, 'rider', tests.booking()), 'paid'), 'paid', 'a second tip is paid by card');
select is(tests.parts('{tip}'), 'wallet 1.40, card 2.00 stripe', 'tips are parts of their own, by their way of payment');
select results_eq($$ select total, paid, tips, paid_in_all from tests.money() $$, $$ values (12.80, 12.80, 3.40, 16.20) $$, 'all that was paid includes the tips, the price does not');
select is(tests.parts('{share}', 'driver'), 'share 13.20, tip 3.40', 'the driver sees the tips');
select tests.let('admin', format('select public.refund_booking(%L, 4, ''late'', true)', tests.booking()));
select is(tests.parts('{back}'), 'wallet -4.00', 'a refund is a part of its own');
select results_eq($$ select returned, paid_in_all from tests.money() $$, $$ values (4::numeric, 12.20) $$, 'all that was paid is less by a refund');
select is(tests.parts('{back,share}', 'driver'), 'share 13.20, reclaimed -4.00, tip 3.40', 'the driver sees what was taken back, not the refund');
select is((tests.money('driver')).earned, 12.60, 'a driver''s earnings are the share and the tips without what was taken back');
select is((tests.money()).earned, null, 'the rider does not see what the driver earned');

-- Tax and fleet
select tests.set('tax_percent', '8.1'), tests.set('fleet_percent', '10'), tests.set('cash_unit', '0');
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
select tests.ride('PAID');
select is(tests.parts('{share}', 'driver'), 'share 13.20, fleet -1.32, tax -0.99', 'the driver sees tax and the fleet''s part');
select is(tests.parts('{share}', 'fleet'), 'share 13.20, share 1.32, fleet -1.32, tax -0.99', 'the fleet sees its part and the driver''s');
select is((tests.money('rider')).parts -> 0, '{"who": "rider", "tax": 1.06, "kind": "fare", "side": "price", "amount": 14.20}'::jsonb, 'the fare says which tax it includes');
select tests.set('tax_percent', '0'), tests.set('fleet_percent', '0');
update public.drivers set fleet_id = null where id = tests.id('driver');

-- Cancelled
update public.car_types set cancel_slab = '[{"mins_delayed": 0, "amount": 6}]' where name = 'Cab';
select tests.fill_wallet('rider', 100), tests.ride('ACCEPTED'), tests.turn('5 minutes');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.parts('{price,paid,open}'), 'cancellation_fee 6.00, wallet 6.00', 'a cancelled ride costs its fee');
select results_eq($$ select b.total_amount, b.payable_amount, f.driver_share, f.convenience_fees from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = tests.booking() $$,
  $$ values (6::numeric, 0::numeric, 0::numeric, 0::numeric) $$, 'of a cancelled ride nothing is left to pay, and nobody earns its fare');
select is(tests.parts('{share}', 'admin'), 'cancellation 6.00', 'the operator gets the fee of a cancelled ride');
select tests.ride('NEW');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select results_eq($$ select parts, total, open from tests.money() $$, $$ values ('[]'::jsonb, 0::numeric, 0::numeric) $$, 'a ride cancelled without a fee costs nothing');
select tests.set('cancellation_driver_percent', '50'), tests.ride('ARRIVED'), tests.turn('10 minutes');
select tests.let('driver', 'select public.report_position(47.141, 9.52)'), tests.let('driver', format('select public.no_show(%L)', tests.booking()));
select tests.let('admin', format('select public.decide_no_show_fee(%L, true)', tests.booking()));
select is(tests.parts('{price,paid}'), 'no_show_fee 6.00, wallet 6.00', 'a no-show costs its fee');
select is((select driver_share from public.booking_finances where booking_id = tests.booking()), 3.00, 'the driver''s share of a no-show is that of its fee');
select is(tests.parts('{share}', 'driver'), 'fee_share 3.00', 'the driver sees the part of the fee');

-- Who may ask
select throws_ok($$ select tests.money('rider2') $$, 'PT404', 'booking_not_found', 'another rider reads no parts');
select throws_ok($$ select tests.money('driver2') $$, 'PT404', 'booking_not_found', 'another driver reads no parts');
select throws_ok($$ select tests.money('fleet2') $$, 'PT404', 'booking_not_found', 'another fleet''s admin reads no parts');
select tests.as_visitor();
select throws_ok($$ select public.booking_money(gen_random_uuid()) $$, '42501', null, 'a visitor reads no parts');
