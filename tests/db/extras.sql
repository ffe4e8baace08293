-- Extras: who can add them, their effect on the fare, and their limits. The ride is quoted at 14.80, so the cap is 22.20.
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

-- Permissions and status
select tests.ride('ACCEPTED');
select tests.act_as('driver');
select throws_ok($$ select tests.charge(3) $$, 'PT409', 'wrong_status',
  'a driver cannot add an extra before arriving at the pickup');
select tests.as_owner();
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.as_visitor();
select throws_ok($$ select public.add_extra(gen_random_uuid(), 'toll', 3) $$, '42501', null, 'a visitor cannot add an extra');
select throws_ok($$ select public.remove_extra(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor cannot remove an extra');
select tests.act_as('rider');
select throws_ok($$ select tests.charge(3) $$, 'PT403', 'not_a_driver', 'a rider cannot add an extra');
select throws_ok($$ insert into public.booking_extras (booking_id) values (tests.booking()) $$, '42501', null,
  'a rider cannot insert into the extras table');
select tests.act_as('driver2');
select throws_ok($$ select tests.charge(3) $$, 'PT404', 'booking_not_found', 'another driver cannot add an extra');
select tests.act_as('driver');
select throws_ok($$ select tests.charge(0) $$, 'PT422', 'extra_invalid', 'an extra of zero is refused');
select throws_ok($$ select tests.charge(-3) $$, 'PT422', 'extra_invalid', 'an extra with a negative amount is refused');
select throws_ok($$ select tests.charge('NaN') $$, 'PT422', 'extra_invalid', 'an extra of NaN is refused');
select throws_ok($$ select tests.charge('Infinity') $$, 'PT422', 'extra_invalid',
  'an extra with an infinite amount is refused');
select throws_ok($$ select tests.charge(null) $$, 'PT422', 'extra_invalid', 'an extra without an amount is refused');
select throws_ok($$ select tests.charge(0.001) $$, 'PT422', 'extra_invalid', 'an extra that rounds to zero is refused');
select throws_ok($$ select tests.charge(50.01) $$, 'PT422', 'extra_invalid', 'an extra above the operator''s limit is refused');
select throws_ok($$ select tests.charge(3, 'tip') $$, 'PT422', 'extra_invalid', 'an extra of an unknown kind is refused');
select throws_ok($$ select public.add_extra(tests.booking(), 'toll', 3, repeat('x', 201)) $$, 'PT422', 'extra_invalid', 'an extra with a note of 201 characters is refused');
select is(tests.charge(3.005, 'toll', '00000000-0000-4000-8000-0000000000e1'), 3.01, 'a driver can add a toll, which is rounded half up');
select is(tests.charge(9, 'toll', '00000000-0000-4000-8000-0000000000e1'), 3.01,
  'an extra with a repeated key answers the first amount');
select is((select count(*) from public.booking_extras), 1::bigint, 'an extra with a repeated key is added once');
select tests.act_as('rider');
select is((select amount from public.booking_extras), 3.01, 'the rider can read the extra');
select isnt_empty($$ select 1 from public.notices where key = 'extra_added' and params @> '{"kind": "toll", "amount": 3.01}' $$, 'the rider gets a notice of the extra');
select throws_ok($$ select public.remove_extra((select id from public.booking_extras), 'x') $$, 'PT403', 'not_allowed', 'a rider cannot remove an extra');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.booking_extras $$, 'another rider cannot read the extra');
select tests.as_owner();
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));

-- Effect on the fare
select is(tests.end_ride(), 'PENDING', 'a ride with an extra ends in PENDING');
select is(tests.cost(), 17.81, 'an extra is added to the fare');
select ok((select fare_lines @> '[{"key": "toll", "amount": 3.01, "name": "Tunnel"}]' from public.bookings where id = tests.booking()), 'an extra is a separate line of the fare');
select is((select payable_amount from public.bookings where id = tests.booking()), 17.81,
  'an extra is included in the payable amount');
select tests.act_as('driver');
select throws_ok($$ select tests.charge(1) $$, 'PT409', 'wrong_status', 'a driver cannot add an extra after the ride ended');
select throws_ok($$ select public.remove_extra(tests.extra(), 'x') $$, 'PT403', 'not_allowed',
  'a driver cannot remove an extra');
select tests.act_as('admin');
select throws_ok($$ select public.remove_extra(gen_random_uuid(), 'x') $$, 'PT404', 'extra_not_found', 'an extra that does not exist cannot be removed');
select throws_ok($$ select public.remove_extra(tests.extra(), ' ') $$, 'PT422', 'reason_required',
  'an extra cannot be removed without a reason');
select is((public.remove_extra(tests.extra(), 'no toll there')).trip_cost, 14.80, 'removing an extra computes the fare without it');
select is((public.remove_extra(tests.extra(), 'again')).trip_cost, 14.80,
  'removing an extra twice does not change the fare again');
select isnt_empty($$ select 1 from public.audit_log where action = 'remove_extra' and after ->> 'reason' = 'no toll there' $$, 'removing an extra is recorded in the audit log with its reason');
select is(to_jsonb(public.explain_fare(tests.booking())) ->> 'replays', 'true',
  'explain_fare can replay a fare with a removed extra');
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.act_as('admin');
select throws_ok($$ select public.add_extra(tests.booking(), 'toll', 3) $$, 'PT409', 'wrong_status',
  'an extra cannot be added to a paid ride');
select tests.as_owner();

-- The cap
select tests.turn('1 minute'), tests.ride('STARTED');
select tests.act_as('driver');
select tests.charge(5), tests.charge(4), tests.charge(50, 'other');
select tests.as_owner();
select tests.end_ride();
select is(tests.cost(), 22.20, 'a driver''s extras raise the fare to at most 1.5 times the quote');
select is(tests.flags(), 'trail_gap,extras_capped', 'a fare with capped extras is flagged');
-- The first two were added in the same millisecond, so their order is not defined.
select is((select sum((e ->> 'amount')::numeric) from public.booking_finances f, jsonb_array_elements(f.final_inputs -> 'extras') e
  where f.booking_id = tests.booking()), 7.40, 'the cap cuts the last extras');
select tests.act_as('rider');
select is(to_jsonb(public.explain_fare(tests.booking())) ->> 'replays', 'true',
  'explain_fare can replay a fare with capped extras');
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('STARTED');
select tests.act_as('admin');
select is(tests.charge(40, 'other'), 40.00, 'an admin can add an extra');
select tests.as_owner();
select tests.end_ride();
select is(tests.cost(), 54.80, 'an extra added by an admin is not capped');
select is(tests.flags(), 'trail_gap', 'an extra added by an admin sets no flag');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));

-- At most ten extras
select tests.turn('1 minute'), tests.ride('STARTED');
select tests.act_as('driver');
select tests.charge(1) from generate_series(1, 10);
select throws_ok($$ select tests.charge(1) $$, 'PT422', 'extra_invalid', 'an eleventh extra is refused');
select tests.as_owner();
select tests.end_ride(), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));

-- A fare covered by a promotion is paid at once
create function tests.promise_off(amount numeric) returns void language sql security definer as $$
  update public.bookings set promo_applied = true, promo_code = 'OFF', promo_details = jsonb_build_object('type', 'flat', 'value', amount) where id = tests.booking()
$$;
select tests.turn('1 minute'), tests.ride('STARTED'), tests.promise_off(5), tests.end_ride();
select results_eq($$ select trip_cost, discount_amount, payable_amount, cash_payment_amount from public.bookings where id = tests.booking() $$,
  $$ values (14.80, 5::numeric, 9.80, 9.80) $$, 'a promotion''s discount is subtracted after the fare');
select tests.act_as('rider');
select is(to_jsonb(public.explain_fare(tests.booking())) #>> '{promo,amount}', '-5.00', 'explain_fare shows the promotion''s discount after the fare');
select is((to_jsonb(public.explain_fare(tests.booking())) ->> 'total')::numeric, 9.80,
  'explain_fare''s total is the fare less the discount');
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.turn('1 minute'), tests.ride('STARTED'), tests.promise_off(29.60);
select is(tests.end_ride(), 'PAID', 'a ride fully covered by a promotion ends in PAID');
select is((select discount_amount from public.bookings where id = tests.booking()), 14.80, 'a promotion''s discount is at most the fare');

-- A parcel
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver2');
select tests.go_online('driver2'), tests.turn('1 second');
select tests.let('admin', format($$ select public.create_booking(%L, 'cash', null, '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}') $$, tests.quote('rider4', 'Courier')));
select tests.act_as('driver2');
select public.accept_booking(tests.booking()), public.arrive_at_pickup(tests.booking());
select throws_ok($$ select tests.charge(1) $$, 'PT409', 'extra_refused', 'an extra for a parcel is refused');
select * from finish();
