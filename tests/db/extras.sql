-- Extras: who declares them, what they add, where they end. The ride is quoted at 14.80, so 22.20 is the cap.
select no_plan();
create function tests.charge(amount numeric, key text default 'toll', key_of_call uuid default gen_random_uuid()) returns numeric language sql volatile as $$
  select (public.add_extra(tests.booking(), charge.key, charge.amount, 'Tunnel', key_of_call)).amount
$$;
create function tests.extra() returns uuid language sql volatile security definer as $$
  select x.id from public.booking_extras x where x.booking_id = tests.booking() order by x.created_at desc, x.id desc limit 1
$$;
create function tests.flags() returns text language sql volatile security definer as $$
  select array_to_string(f.flags, ',') from public.booking_finances f where f.booking_id = tests.booking()
$$;
create function tests.cost() returns numeric language sql volatile security definer as $$
  select b.trip_cost from public.bookings b where b.id = tests.booking()
$$;
create function tests.end_ride() returns text language plpgsql security definer as $$
begin
  perform tests.turn('7 minutes'), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
  return tests.status();
end $$;

-- Who and when
select tests.ride('ACCEPTED');
select tests.act_as('driver');
select throws_ok($$ select tests.charge(3) $$, 'PT409', 'wrong_status', 'nothing costs on the way to the pickup');
select tests.as_owner();
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.as_visitor();
select throws_ok($$ select public.add_extra(gen_random_uuid(), 'toll', 3) $$, '42501', null, 'a visitor adds nothing');
select throws_ok($$ select public.remove_extra(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor removes nothing');
select tests.act_as('rider');
select throws_ok($$ select tests.charge(3) $$, 'PT403', 'not_a_driver', 'a rider adds nothing');
select throws_ok($$ insert into public.booking_extras (booking_id) values (tests.booking()) $$, '42501', null, 'in no way');
select tests.act_as('driver2');
select throws_ok($$ select tests.charge(3) $$, 'PT404', 'booking_not_found', 'another driver adds nothing');
select tests.act_as('driver');
select throws_ok($$ select tests.charge(0) $$, 'PT422', 'extra_invalid', 'nothing is no extra');
select throws_ok($$ select tests.charge(-3) $$, 'PT422', 'extra_invalid', 'less than nothing is no extra');
select throws_ok($$ select tests.charge('NaN') $$, 'PT422', 'extra_invalid', 'what is no number is no extra');
select throws_ok($$ select tests.charge('Infinity') $$, 'PT422', 'extra_invalid', 'an infinite amount is no extra');
select throws_ok($$ select tests.charge(null) $$, 'PT422', 'extra_invalid', 'null is no extra');
select throws_ok($$ select tests.charge(0.001) $$, 'PT422', 'extra_invalid', 'what rounds to nothing is no extra');
select throws_ok($$ select tests.charge(50.01) $$, 'PT422', 'extra_invalid', 'more than the operator allows is no extra');
select throws_ok($$ select tests.charge(3, 'tip') $$, 'PT422', 'extra_invalid', 'of the kinds there are');
select throws_ok($$ select public.add_extra(tests.booking(), 'toll', 3, repeat('x', 201)) $$, 'PT422', 'extra_invalid', 'with a short note');
select is(tests.charge(3.005, 'toll', '00000000-0000-4000-8000-0000000000e1'), 3.01, 'the driver declares a toll, rounded half up');
select is(tests.charge(9, 'toll', '00000000-0000-4000-8000-0000000000e1'), 3.01, 'a repeat answers the first');
select is((select count(*) from public.booking_extras), 1::bigint, 'a driver reads the extra that a repeat did not add twice');
select tests.act_as('rider');
select is((select amount from public.booking_extras), 3.01, 'so does the rider');
select isnt_empty($$ select 1 from public.notices where key = 'extra_added' and params @> '{"kind": "toll", "amount": 3.01}' $$, 'who was told');
select throws_ok($$ select public.remove_extra((select id from public.booking_extras), 'x') $$, 'PT403', 'not_allowed', 'a rider removes no extra');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.booking_extras $$, 'a stranger reads none');
select tests.as_owner();
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));

-- In the fare
select is(tests.end_ride(), 'PENDING', 'the ride ends');
select is(tests.cost(), 17.81, 'the toll is in the fare');
select ok((select fare_lines @> '[{"key": "toll", "amount": 3.01, "name": "Tunnel"}]' from public.bookings where id = tests.booking()), 'as a line of its own');
select is((select payable_amount from public.bookings where id = tests.booking()), 17.81, 'an extra is to be paid');
select tests.act_as('driver');
select throws_ok($$ select tests.charge(1) $$, 'PT409', 'wrong_status', 'afterwards it is too late');
select throws_ok($$ select public.remove_extra(tests.extra(), 'x') $$, 'PT403', 'not_allowed', 'a driver removes none');
select tests.act_as('admin');
select throws_ok($$ select public.remove_extra(gen_random_uuid(), 'x') $$, 'PT404', 'extra_not_found', 'an admin removes what there is');
select throws_ok($$ select public.remove_extra(tests.extra(), ' ') $$, 'PT422', 'reason_required', 'with a reason');
select is((public.remove_extra(tests.extra(), 'no toll there')).trip_cost, 14.80, 'the fare is computed without a removed extra');
select is((public.remove_extra(tests.extra(), 'again')).trip_cost, 14.80, 'once');
select isnt_empty($$ select 1 from public.audit_log where action = 'remove_extra' and after ->> 'reason' = 'no toll there' $$, 'that is audited');
select is(to_jsonb(public.explain_fare(tests.booking())) ->> 'replays', 'true', 'a fare with a removed extra replays');
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.act_as('admin');
select throws_ok($$ select public.add_extra(tests.booking(), 'toll', 3) $$, 'PT409', 'wrong_status', 'what is paid stays');
select tests.as_owner();

-- The cap
select tests.turn('1 minute'), tests.ride('STARTED');
select tests.act_as('driver');
select tests.charge(5), tests.charge(4), tests.charge(50, 'other');
select tests.as_owner();
select tests.end_ride();
select is(tests.cost(), 22.20, 'a driver''s extras take the fare to 1.5 times the quote, no further');
select is(tests.flags(), 'trail_gap,extras_capped', 'the desk sees a fare whose extras were cut');
-- Declared in one millisecond, the first two have no order.
select is((select sum((e ->> 'amount')::numeric) from public.booking_finances f, jsonb_array_elements(f.final_inputs -> 'extras') e
  where f.booking_id = tests.booking()), 7.40, 'the last ones are cut');
select tests.act_as('rider');
select is(to_jsonb(public.explain_fare(tests.booking())) ->> 'replays', 'true', 'it replays');
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('STARTED');
select tests.act_as('admin');
select is(tests.charge(40, 'other'), 40.00, 'the desk declares what it has seen');
select tests.as_owner();
select tests.end_ride();
select is(tests.cost(), 54.80, 'in full');
select is(tests.flags(), 'trail_gap', 'without a flag');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));

-- Ten are enough
select tests.turn('1 minute'), tests.ride('STARTED');
select tests.act_as('driver');
select tests.charge(1) from generate_series(1, 10);
select throws_ok($$ select tests.charge(1) $$, 'PT422', 'extra_invalid', 'an eleventh is one too many');
select tests.as_owner();
select tests.end_ride(), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));

-- What is given away is paid at once
create function tests.promise_off(amount numeric) returns void language sql security definer as $$
  update public.bookings set promo_applied = true, promo_code = 'OFF', promo_details = jsonb_build_object('type', 'flat', 'value', amount) where id = tests.booking()
$$;
select tests.turn('1 minute'), tests.ride('STARTED'), tests.promise_off(5), tests.end_ride();
select results_eq($$ select trip_cost, discount_amount, payable_amount, cash_payment_amount from public.bookings where id = tests.booking() $$,
  $$ values (14.80, 5::numeric, 9.80, 9.80) $$, 'a promotion comes after the fare');
select tests.act_as('rider');
select is(to_jsonb(public.explain_fare(tests.booking())) #>> '{promo,amount}', '-5.00', 'a promotion is explained after the fare');
select is((to_jsonb(public.explain_fare(tests.booking())) ->> 'total')::numeric, 9.80, 'the total is what remains');
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('STARTED'), tests.promise_off(29.60);
select is(tests.end_ride(), 'PAID', 'nothing left to pay is paid');
select is((select discount_amount from public.bookings where id = tests.booking()), 14.80, 'a discount is never more than the fare');

-- A parcel
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver2');
select tests.go_online('driver2'), tests.turn('1 second');
select tests.let('admin', format($$ select public.create_booking(%L, 'cash', null, '{"delivery_person": "Eva", "delivery_person_phone": "+423 555 12 12"}') $$, tests.quote('rider4', 'Courier')));
select tests.act_as('driver2');
select public.accept_booking(tests.booking()), public.arrive_at_pickup(tests.booking());
select throws_ok($$ select tests.charge(1) $$, 'PT409', 'extra_refused', 'a parcel costs what was quoted');
select * from finish();
