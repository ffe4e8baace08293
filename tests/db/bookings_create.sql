-- Creating a booking: permissions, validation, limits and idempotency.
select no_plan();
create function tests.try(quote_id uuid, mode text default 'cash', trip_at timestamptz default null, details jsonb default '{}',
  client_key uuid default gen_random_uuid()) returns text language sql as $$
  select (public.create_booking(quote_id, mode, trip_at, details, client_key)).status
$$;
create function tests.set_mobile(rider text, mobile text) returns void language sql security definer as $$
  update public.profiles p set mobile = set_mobile.mobile where p.id = tests.id(rider)
$$;

-- Acting as the rider
select tests.act_as('rider');
-- Spec 3.39, 4.2
select is(tests.try(tests.quote()), 'NEW', 'a rider can book a quote');
select results_eq($$ select customer_id, customer_name, car_type, car_image, category, trip_cost, estimate, estimate_distance, estimate_time,
    pickup_address, drop_address, payment_mode, prepaid, book_later, booking_type_admin, driver_id from public.bookings $$,
  $$ values (tests.id('rider'), 'Anna Büchel', 'Cab', 'cab', 'taxi', 14.80, 14.80, 3.500, 420, 'Vaduz, Post', 'Schaan, Bahnhof', 'cash',
    -- Spec 3.20, 3.22
    false, false, false, null::uuid) $$, 'a new booking stores the price, the places and the rider''s name');
-- Spec 3.19
select matches((select reference from public.bookings), '^[A-Z]{6}$', 'a booking has a reference of six letters');
select is((select sum((l ->> 'amount')::numeric) from public.bookings b, jsonb_array_elements(b.fare_lines) l), 14.80, 'the fare lines of a booking add up to its price');
-- Spec 1.3, 3.24, 4.49
select is((select trip_at from public.bookings), app.now(), 'a booking for now has the current time as its pickup time');
select isnt_empty($$ select 1 from public.fare_quotes where used_at is not null $$, 'booking a quote marks it as used');
-- Spec 3.25, 9.12
select matches(public.start_code(tests.booking()), '^[0-9]{5}$', 'a new booking has a start code of five digits');
select is((select dispatch_note from public.bookings), 'no_driver_nearby', 'the rider can read why no driver was found');

-- Refusals
select throws_ok(format($$ select tests.try(%L) $$, (select quote_id from public.bookings)), 'PT409', 'quote_used', 'a used quote cannot be booked again');
select throws_ok($$ select tests.try(gen_random_uuid()) $$, 'PT404', 'quote_not_found',
  'a quote that does not exist cannot be booked');
select throws_ok(format($$ select tests.try(%L) $$, tests.quote('rider2')), 'PT404', 'quote_not_found', 'a rider cannot book the quote of another rider');
select throws_ok($$ select tests.try(tests.quote(), null) $$, 'PT422', 'payment_mode_unavailable',
  'a booking without a payment mode is refused');
select throws_ok($$ select tests.try(tests.quote(), 'gold') $$, 'PT422', 'payment_mode_unavailable',
  'an unknown payment mode is refused');
select results_eq('select earliest, latest from public.trip_at_limits()', $$ values (app.now() + interval '15 minutes', app.now() + interval '90 days') $$, 'trip_at_limits answers 15 minutes and 90 days');
-- Spec 5.7, 8.6, 9.1
select throws_ok($$ select tests.try(tests.quote(), 'cash', app.now() + interval '14 minutes 59 seconds') $$, 'PT422', 'past_booking_error', 'a booking for later less than 15 minutes ahead is refused');
select throws_ok($$ select tests.try(tests.quote(), 'cash', app.now() - interval '1 day') $$, 'PT422', 'past_booking_error', 'a booking for yesterday is refused');
select is(tests.try(tests.quote(), 'cash', app.now() + interval '15 minutes'), 'NEW',
  -- Spec 1.3, 3.24, 5.7
  'a booking for later can start 15 minutes ahead');
select throws_ok($$ select tests.try(tests.quote(), 'cash', app.now() + interval '90 days 1 second') $$, 'PT422', 'trip_at_too_far', 'a booking more than 90 days ahead is refused');
select throws_ok($$ select tests.try(tests.quote(), 'cash', 'infinity') $$, 'PT422', 'trip_at_too_far', 'a booking for an infinite date is refused');
select throws_ok($$ select tests.try(tests.quote(), 'cash', '-infinity') $$, 'PT422', 'past_booking_error', 'a booking for a negative infinite date is refused');
select tests.set('app_category', 'taxi');
-- Spec 1.16
select throws_ok($$ select tests.try(tests.quote('rider', 'Courier'), 'card') $$, 'PT422', 'category_unavailable', 'a parcel is refused where only rides are offered');
select tests.set('app_category', 'both');
select throws_ok($$ select tests.try(tests.quote(), details => '{"guest_name": "Oma"}') $$, 'PT422', 'mobile_no_blank_error', 'a booking for a guest without a phone number is refused');
select tests.turn('10 minutes');
select is((select count(*) from public.fare_quotes where used_at is not null), 2::bigint,
  'a refused booking leaves its quote unused');
select tests.turn('-10 minutes');

-- Payment modes and bookings for guests
select tests.act_as('rider3');
select is(tests.try(tests.quote('rider3'), 'card'), 'NEW', 'a rider can book a ride to be paid by card at its end');
select is(tests.try(tests.quote('rider3'), 'wallet', details => '{"guest_name": " Oma ", "guest_phone": "+4235559999", "role": "admin", "trip_cost": 1, "pick_up_instructions": 7}'),
  'NEW', 'a rider can book a ride to be paid by wallet at its end');
select results_eq($$ select payment_mode, customer_email, guest_name, guest_phone, pick_up_instructions, trip_cost, parcel_type_index
    from public.bookings b join public.booking_contacts k on k.booking_id = b.id where b.id = tests.booking() $$,
  -- Spec 3.39
  $$ values ('wallet', 'rider3@hackney.test', 'Oma', '+4235559999', '7', 14.80, null::integer) $$, 'a guest''s name and number are stored and unknown details are ignored');
select is(tests.try(tests.quote('rider3'), details => '[1, 2]'), 'NEW', 'details that are a list are ignored');
select public.cancel_booking(b.id, 'x') from public.bookings b where b.status = 'NEW';
select is(tests.try(tests.quote('rider3'), details => jsonb_build_object('guest_name', repeat('x', 5000), 'guest_phone', '+4235551234', 'pick_up_instructions', repeat('y', 5000))), 'NEW', 'a booking with too long details is accepted');
select results_eq($$ select length(guest_name), length(pick_up_instructions)
  from public.bookings b join public.booking_contacts k on k.booking_id = b.id where b.id = tests.booking() $$, $$ values (80, 1000) $$, 'a guest''s name is cut to 80 characters and instructions to 1000');
select tests.as_owner();
select app.post_ledger('testing', 'owes', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider3'), -0.01), app.entry('adjustments', 0.01)));
select tests.act_as('rider3');
select throws_ok($$ select tests.try(tests.quote('rider3')) $$, 'PT409', 'unpaid_booking',
  'a rider with a negative wallet cannot book');
select tests.act_as('admin');
select throws_ok($$ select tests.try(tests.quote('rider3')) $$, 'PT409', 'unpaid_booking',
  'an admin cannot book for a rider with a negative wallet');
select tests.act_as('rider');

-- Expiry of a quote
create temp table kept as select tests.quote() as id;
grant select on kept to public;
select tests.turn('10 minutes');
select throws_ok($$ select tests.try((select id from kept)) $$, 'PT410', 'quote_expired',
  'a quote cannot be booked after ten minutes');
select tests.turn('-1 second');
select is(tests.try((select id from kept)), 'NEW', 'a quote can be booked one second before its ten minutes are over');

-- Idempotency
select tests.turn('1 minute');
select is(tests.try(tests.quote(), client_key => 'aaaaaaaa-0000-4000-8000-000000000001'), 'NEW',
  'a booking with a client key is created');
create temp table first_one as select tests.booking() as id, (select count(*) from public.bookings) as n;
grant select on first_one to public;
select is((public.create_booking(tests.quote(), 'cash', null, '{}', 'aaaaaaaa-0000-4000-8000-000000000001')).id, (select id from first_one),
  'a repeated client key answers the first booking');
select is((select count(*) from public.bookings), (select n from first_one), 'a repeated client key creates no second booking');
select tests.act_as('rider2');
select is(tests.try(tests.quote('rider2'), client_key => 'aaaaaaaa-0000-4000-8000-000000000001'), 'NEW', 'two riders can use the same client key');

-- Incomplete and suspended riders
select tests.as_owner();
update public.profiles set last_name = ' ' where id = tests.id('rider2');
select tests.act_as('rider2');
-- Spec 5.3, 8.3
select throws_ok($$ select tests.try(tests.quote('rider2')) $$, 'PT422', 'profile_incomplete', 'a rider without a last name cannot book');
select tests.as_owner();
update public.profiles set last_name = 'Ritter', approved = false where id = tests.id('rider2');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('rider2'), 'role', 'authenticated', 'user_role', 'rider')::text, true), set_config('role', 'authenticated', true);
select throws_ok($$ select tests.try(tests.quote('rider2')) $$, 'PT403', 'account_suspended', 'a suspended rider cannot book with an old token');
select tests.act_as('admin');
select throws_ok($$ select tests.try(tests.quote('rider2')) $$, 'PT403', 'user_issue_contact_admin', 'an admin cannot book for a suspended rider');

-- At most three open bookings for now
select tests.as_owner();
create temp table open_ones as select b.id from public.bookings b where b.customer_id = tests.id('rider') and not b.book_later and b.status = 'NEW';
grant select on open_ones to public;
select is((select count(*) from open_ones), 3::bigint, 'a rider can have three open bookings for now');
select tests.act_as('rider');
select throws_ok($$ select tests.try(tests.quote()) $$, 'PT409', 'too_many_open_bookings',
  'a rider cannot create a fourth open booking for now');
select tests.act_as('admin');
select is(tests.try(tests.quote()), 'NEW', 'an admin can create a fourth open booking for a rider');
select tests.act_as('rider');
select public.cancel_booking(b.id, 'x') from public.bookings b where b.status = 'NEW' and not b.book_later;

-- At most ten bookings for later
select tests.act_as('rider4');
select is(tests.try(tests.quote('rider4'), trip_at => app.now() + make_interval(hours => n)), 'NEW', 'a rider can create booking ' || n || ' for later') from generate_series(1, 10) n;
select throws_ok($$ select tests.try(tests.quote('rider4'), trip_at => app.now() + interval '20 hours') $$, 'PT409', 'too_many_later_bookings', 'a rider cannot create an eleventh booking for later');
select is(tests.try(tests.quote('rider4')), 'NEW', 'a rider with ten bookings for later can book one for now');
select public.cancel_booking(b.id, 'x') from public.bookings b where b.status = 'NEW';
select tests.act_as('rider');

-- Unpaid rides
select tests.as_owner();
select tests.ride('PENDING');
select tests.act_as('rider');
select throws_ok($$ select tests.try(tests.quote()) $$, 'PT409', 'unpaid_booking', 'a rider with an unpaid ride cannot book');
select tests.let('driver', format('select public.confirm_cash(%L)', (select id from public.bookings where status = 'PENDING')));
select is(tests.try(tests.quote()), 'NEW', 'a rider can book after paying the last ride');

-- Acting as others
select tests.act_as('driver');
select throws_ok($$ select tests.try(tests.quote()) $$, 'PT403', 'user_issue_contact_admin',
  -- Spec 5.2, 6.8, 8.2
  'a driver cannot create a booking');
select tests.act_as('fleet');
select throws_ok($$ select tests.try(tests.quote()) $$, 'PT403', 'user_issue_contact_admin',
  -- Spec 5.2
  'a fleet admin cannot create a booking');
select tests.as_visitor();
select throws_ok($$ select public.create_booking(gen_random_uuid(), 'cash') $$, '42501', null,
  -- Spec 6.8
  'a visitor cannot create a booking');
select tests.act_as('admin');
-- Spec 1.7, 5.16
select is(tests.try(tests.quote('rider4')), 'NEW', 'an admin can book for a rider');
select results_eq($$ select customer_id, booking_type_admin from public.bookings where id = tests.booking() $$, $$ values (tests.id('rider4'), true) $$,
  -- Spec 3.26
  'an admin''s booking belongs to the rider and is marked as made by an admin');
select is(tests.try(tests.quote('rider4', 'Courier'), 'cash', null, '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212", "pick_up_instructions": "Ring twice"}'),
  'NEW', 'an admin can book a parcel in cash');
select results_eq($$ select category, delivery_person, pick_up_instructions, parcel_type_selected, prepaid
    from public.bookings b join public.booking_contacts k on k.booking_id = b.id where b.id = tests.booking() $$,
  $$ values ('delivery', 'Eva', 'Ring twice', '{"amount": 0, "description": "Letter"}'::jsonb, false) $$,
    -- Spec 3.37
    'an admin''s parcel stores its receiver, instructions and parcel type');
select tests.set_mobile('rider4', null);
-- Spec 5.17, 8.22
select throws_ok($$ select tests.try(tests.quote('rider4')) $$, 'PT422', 'incomplete_user', 'an admin cannot book for a rider without a phone number');

-- Without start codes
select tests.set('otp_secure', 'false');
select tests.act_as('rider5');
select is(tests.try(tests.quote('rider5')), 'NEW', 'a rider can book while start codes are off');
-- Spec 3.25
select is(public.start_code(tests.booking()), null, 'a booking has no start code while start codes are off');
select * from finish();
