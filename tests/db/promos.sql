-- Promotions: who can edit and read them, applying one, its uses, and the final discount.
select no_plan();
create function tests.today() returns date language sql stable as $$ select (app.now() at time zone 'Europe/Vaduz')::date $$;
create function tests.promo(name text, change jsonb default '{}') returns uuid language plpgsql security definer as $$
declare v_promo public.promos;
begin
  v_promo := jsonb_populate_record(null::public.promos, jsonb_build_object('id', app.uuid_v7(), 'promo_name', name, 'promo_description', '',
    'promo_discount_type', 'flat', 'promo_discount_value', 5, 'min_order', 0, 'promo_validity', tests.today(), 'promo_usage_limit', 100,
    'user_avail', 0, 'listed', true, 'created_at', app.now()) || change);
  insert into public.promos values (v_promo.*);
  return v_promo.id;
end $$;
create function tests.discount_of(code text, rider text default 'rider') returns numeric language sql volatile as $$
  select (public.apply_promo(tests.quote(rider), code)).discount_amount
$$;
create function tests.book_with(code text, rider text default 'rider') returns uuid language plpgsql security definer as $$
declare v_quote uuid := tests.quote(rider);
begin
  perform tests.turn('1 second');
  perform tests.let(rider, format('select public.apply_promo(%L, %L)', v_quote, code));
  perform tests.let(rider, format('select public.create_booking(%L, ''cash'')', v_quote));
  return tests.booking();
end $$;
create function tests.uses(name text) returns integer language sql volatile security definer as $$ select user_avail from public.promos where promo_name = name $$;
create function tests.use_status() returns text language sql volatile security definer as $$ select status from public.promo_uses where booking_id = tests.booking() $$;

-- Editing
select tests.act_as('admin');
select lives_ok($$ insert into public.promos (promo_name, promo_discount_type, promo_discount_value, max_promo_discount_value, min_order, promo_validity, promo_usage_limit)
  -- Spec 3.45, 6.13, 7.29
  values ('Welcome 10', 'percentage', 10, 1, 10, tests.today() + 7, 50) $$, 'an admin adds a promotion');
select is((select after ->> 'promo_name' from public.audit_log where target = 'promos' order by id desc limit 1), 'Welcome 10', 'an added promotion is audited');
select throws_ok($$ insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('WELCOME 10', 1, tests.today(), 1) $$, '23505', null, 'a promotion''s code is unique regardless of case');
select throws_ok($$ insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('LATE', 1, tests.today() - 1, 1) $$, 'PT422', 'promo_ends_past',
  'a promotion whose last day is over is refused');
select throws_ok($$ update public.promos set promo_validity = tests.today() - 1 where promo_name = 'Welcome 10' $$, 'PT422', 'promo_ends_past',
  'a promotion cannot be moved to a last day that is over');
select throws_ok($$ insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values (' x ', 1, tests.today(), 1) $$, '23514', null, 'a promotion''s code with spaces around it is refused');
select throws_ok($$ insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('NAN', 'NaN', tests.today(), 1) $$, '23514', null, 'a promotion''s value of NaN is refused');
select throws_ok($$ insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('MINUS', -1, tests.today(), 1) $$, '23514', null, 'a promotion''s negative value is refused');
select throws_ok($$ insert into public.promos (promo_name, promo_discount_type, promo_discount_value, promo_validity, promo_usage_limit) values ('ALL', 'percentage', 101, tests.today(), 1) $$, '23514', null, 'a promotion of more than 100 percent is refused');
-- Spec 3.45
select throws_ok($$ update public.promos set user_avail = 7 $$, '42501', null, 'an admin cannot change the count of a promotion''s uses');
select throws_ok($$ insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit, user_avail) values ('A', 1, tests.today(), 1, 3) $$, '42501', null, 'an admin cannot set the count of uses of a new promotion');
select lives_ok($$ update public.promos set promo_description = 'Ten percent' $$, 'an admin can change a promotion''s description');
select tests.act_as('rider');
-- Spec 7.45
select is((select promo_description from public.promos), 'Ten percent', 'a rider reads listed promotions');
select tests.as_owner();
create temp table listed_once as select promo_name from public.promos;
grant select on listed_once to public;
update public.promos set listed = false;
select tests.act_as('rider');
select is_empty($$ select 1 from public.promos $$, 'a rider cannot read a promotion that is not listed');
select ok((public.apply_promo(tests.quote('rider'), (select promo_name from listed_once))).discount_amount > 0, 'a rider who knows the code can apply a promotion that is not listed');
select tests.act_as('driver');
select is_empty($$ select 1 from public.promos $$, 'a driver cannot read promotions that are not listed');
select tests.act_as('admin');
select lives_ok($$ update public.promos set listed = true $$, 'an admin can list a promotion again');
select tests.act_as('rider');
select throws_ok($$ insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('MINE', 50, tests.today(), 1) $$, '42501', null, 'a rider cannot add a promotion');
select is_empty($$ update public.promos set promo_discount_value = 100 returning 1 $$, 'a rider cannot change a promotion');
select is_empty($$ delete from public.promos returning 1 $$, 'a rider cannot delete a promotion');
select throws_ok($$ insert into public.promo_uses (booking_id) values (gen_random_uuid()) $$, '42501', null, 'a rider cannot write a use of a promotion');
select tests.act_as('fleet');
-- Spec 6.13
select is_empty($$ update public.promos set promo_discount_value = 100 returning 1 $$, 'a fleet admin cannot change promotions');
select tests.as_visitor();
select throws_ok($$ select 1 from public.promos $$, '42501', null, 'a visitor cannot read promotions');
select throws_ok($$ select public.apply_promo(gen_random_uuid(), 'x') $$, '42501', null, 'a visitor cannot apply a promotion');
select tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
-- Spec 6.34
select lives_ok($$ insert into public.promos (promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('DEMO', 1, tests.today(), 1) $$, 'an admin can add a promotion in demo mode');
select throws_ok($$ delete from public.promos where promo_name = 'DEMO' $$, 'PT403', 'demo_mode', 'an admin cannot delete a promotion in demo mode');
select tests.set('allow_critical_edits_admin', 'true');
-- Spec 7.29
select lives_ok($$ delete from public.promos where promo_name = 'DEMO' $$, 'an admin can delete a promotion outside demo mode');

-- The discount: a Cab costs 14.80
select tests.as_owner();
select tests.promo('FLAT5'), tests.promo('BIG', '{"promo_discount_value": 500}'), tests.promo('CAPPED', '{"promo_discount_value": 9, "max_promo_discount_value": 4}'),
  tests.promo('HALF', '{"promo_discount_type": "percentage", "promo_discount_value": 50, "max_promo_discount_value": 0}'),
  tests.promo('ODD', '{"promo_discount_type": "percentage", "promo_discount_value": 12.35}'),
  tests.promo('GONE', jsonb_build_object('promo_validity', tests.today() - 1)), tests.promo('DEAR', '{"min_order": 14.81}'), tests.promo('EXACT', '{"min_order": 14.80}'),
  tests.promo('NONE', '{"promo_usage_limit": 0}'), tests.promo('LAST', '{"promo_usage_limit": 1}');
select tests.act_as('rider');
select results_eq($$ select trip_cost, promo_code, discount_amount, payable_amount from public.apply_promo(tests.quote(), ' flat5 ') $$,
  $$ values (14.80, 'FLAT5', 5::numeric, 9.80) $$, 'a promotion''s code is applied to a quote in any case');
select is(tests.discount_of('BIG'), 14.80, 'a promotion takes off no more than the fare');
select is(tests.discount_of('CAPPED'), 4::numeric, 'a promotion takes off no more than its maximum');
select is(tests.discount_of('HALF'), 7.40, 'a percentage is taken off without a maximum when it is 0');
select is(tests.discount_of('welcome 10'), 1::numeric, 'a percentage is limited by its maximum');
select is(tests.discount_of('ODD'), 1.83, 'a percentage discount is rounded half up to the cent');
select is(tests.discount_of('EXACT'), 5::numeric, 'a promotion applies to a fare equal to its minimum order');
select is(tests.discount_of(null), 0::numeric, 'applying no code takes nothing off');
create temp table kept as select tests.quote() as id;
select public.apply_promo((select id from kept), 'FLAT5'), public.apply_promo((select id from kept), 'HALF');
select results_eq($$ select promo_code, discount_amount from public.fare_quotes where id = (select id from kept) $$, $$ values ('HALF', 7.40) $$, 'a second promotion replaces the first on a quote');
select results_eq($$ select promo_code, discount_amount, payable_amount from public.apply_promo((select id from kept), '') $$, $$ values (null::text, 0::numeric, 14.80) $$, 'a promotion can be taken off a quote');
select is(tests.uses('FLAT5'), 0, 'a promotion on a quote does not count as a use');

-- Refusals
select throws_ok($$ select tests.discount_of('NOPE') $$, 'PT404', 'promo_not_found', 'a promotion that does not exist is refused');
select throws_ok($$ select tests.discount_of('GONE') $$, 'PT410', 'promo_expired', 'a promotion that ended yesterday is refused');
select throws_ok($$ select tests.discount_of('DEAR') $$, 'PT422', 'promo_min_order', 'a promotion is refused for a fare below its minimum order');
select throws_ok($$ select tests.discount_of('NONE') $$, 'PT409', 'promo_used_up', 'a promotion with a limit of 0 uses is refused');
select throws_ok($$ select public.apply_promo(tests.quote('rider2'), 'FLAT5') $$, 'PT404', 'quote_not_found', 'a rider cannot apply a promotion to another rider''s quote');
select tests.turn('10 minutes');
select throws_ok($$ select public.apply_promo((select id from kept), 'FLAT5') $$, 'PT410', 'quote_expired', 'a promotion cannot be applied to an expired quote');
select tests.turn('-10 minutes');
select tests.act_as('admin');
select is((public.apply_promo(tests.quote('rider2'), 'FLAT5')).discount_amount, 5::numeric, 'an admin applies a promotion to a rider''s quote');
-- A promotion is valid to the end of the day in the operator's time zone
select tests.act_as('rider');
select tests.turn((tests.today() + 1)::timestamp at time zone 'Europe/Vaduz' - app.now() - interval '1 second');
select is(tests.discount_of('FLAT5'), 5::numeric, 'a promotion is valid a second before midnight in Vaduz');
select tests.turn('1 second');
select throws_ok($$ select tests.discount_of('FLAT5') $$, 'PT410', 'promo_expired', 'a promotion is expired at midnight in Vaduz');
select tests.as_owner();
update public.promos set promo_validity = tests.today() + 30;

-- Its uses
select tests.book_with('FLAT5');
select results_eq($$ select promo_applied, promo_code, discount_amount, payable_amount, promo_details ->> 'value' from public.bookings where id = tests.booking() $$,
  -- Spec 3.28
  $$ values (true, 'FLAT5', 5::numeric, 9.80, '5') $$, 'a booking takes the promotion from its quote');
select is(tests.uses('FLAT5') || ' ' || tests.use_status(), '1 reserved', 'a booking reserves a use of its promotion');
select tests.act_as('rider');
select is((select count(*) from public.promo_uses), 1::bigint, 'a rider reads the own use of a promotion');
select throws_ok($$ select tests.discount_of('FLAT5') $$, 'PT409', 'promo_used', 'a rider can use a promotion only once');
select throws_ok($$ select public.apply_promo((select quote_id from public.bookings where id = tests.booking()), 'HALF') $$, 'PT409', 'quote_used', 'a promotion cannot be changed on a quote that is booked');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.promo_uses $$, 'another rider cannot read the use of a promotion');
select tests.act_as('rider');
select public.cancel_booking(tests.booking(), 'x');
select is(tests.uses('FLAT5') || ' ' || tests.use_status(), '0 released', 'cancelling a booking releases the use of its promotion');
select is(tests.discount_of('FLAT5'), 5::numeric, 'a rider can apply a released promotion again');
select tests.as_owner();
-- Two quotes with the last use
create temp table two as select tests.quote('rider') as a, tests.quote('rider2') as b;
grant select on two to public;
select tests.let('rider', format('select public.apply_promo(%L, ''LAST'')', a)), tests.let('rider2', format('select public.apply_promo(%L, ''LAST'')', b)) from two;
select tests.act_as('rider');
select is((public.create_booking((select a from two), 'cash')).discount_amount, 5::numeric, 'of two riders who redeem the last use, the first gets it');
select tests.act_as('rider2');
select throws_ok($$ select public.create_booking((select b from two), 'cash') $$, 'PT409', 'promo_used_up', 'of two riders who redeem the last use, the second is refused');
select tests.act_as('rider');
create temp table again as select tests.quote('rider') as a, tests.quote('rider') as b;
select public.apply_promo(a, 'FLAT5'), public.apply_promo(b, 'FLAT5') from again;
select public.create_booking((select a from again), 'cash');
select throws_ok($$ select public.create_booking((select b from again), 'cash') $$, 'PT409', 'promo_used', 'a rider cannot book two quotes with one promotion');
select public.cancel_booking(b.id, 'x') from public.bookings b where b.status = 'NEW';
-- Deleted between quote and booking
select public.apply_promo((select b from again), 'HALF');
select tests.as_owner();
delete from public.promos where promo_name = 'HALF';
select tests.act_as('rider');
select throws_ok($$ select public.create_booking((select b from again), 'cash') $$, 'PT404', 'promo_not_found', 'a quote with a promotion that was deleted meanwhile cannot be booked');
select public.apply_promo((select b from again));
select is((public.create_booking((select b from again), 'cash')).payable_amount, 14.80, 'a quote can be booked after its deleted promotion is removed');
select public.cancel_booking(tests.booking(), 'x');

-- Paid
select tests.as_owner(), tests.set('fare_mode', 'upfront'), tests.turn('1 minute'), tests.go_online();
select tests.book_with('FLAT5');
update public.promos set promo_discount_value = 1 where promo_name = 'FLAT5';
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())),
  tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())),
  tests.turn('7 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select results_eq($$ select status::text, trip_cost, discount_amount, payable_amount, cash_payment_amount from public.bookings where id = tests.booking() $$,
  $$ values ('PENDING', 14.80, 5::numeric, 9.80, 9.80) $$, 'the discount at the end of a trip is the one promised at booking');
select is(app.promo_discount(tests.booking(), 3), 3::numeric, 'a promotion takes off no more than a small final fare');
select is(app.promo_discount((select booking_id from public.promo_uses where booking_id <> tests.booking() limit 1), 20), 5::numeric, 'a promotion takes its value off a larger final fare');
select is(tests.use_status(), 'reserved', 'the use of a promotion stays reserved until the ride is paid');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.uses('FLAT5') || ' ' || tests.use_status(), '1 consumed', 'the use of a promotion is consumed when the ride is paid');
select tests.turn('1 minute'), tests.go_online(), tests.book_with('BIG');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())),
  tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())),
  tests.turn('7 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select results_eq($$ select status::text, payable_amount, discount_amount from public.bookings where id = tests.booking() $$, $$ values ('PAID', 0::numeric, 14.80) $$,
  'a ride that costs nothing after the discount is paid at once');
select is(tests.use_status(), 'consumed', 'the use of a promotion is consumed when the ride costs nothing');
select is(app.promo_discount(gen_random_uuid(), 10), 0::numeric, 'a booking without a promotion has no discount');
select * from finish();
