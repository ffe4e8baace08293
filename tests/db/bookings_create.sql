-- Creating a booking: who may, from what, refusals, and once only.
select no_plan();
create function tests.try(quote_id uuid, mode text default 'cash', trip_at timestamptz default null, details jsonb default '{}',
  client_key uuid default gen_random_uuid()) returns text language sql as $$
  select (public.create_booking(quote_id, mode, trip_at, details, client_key)).status
$$;
create function tests.say_phone(rider text, mobile text) returns void language sql security definer as $$
  update public.profiles p set mobile = say_phone.mobile where p.id = tests.id(rider)
$$;

-- Acting as the rider
select tests.act_as('rider');
select is(tests.try(tests.quote()), 'NEW', 'a rider books a quote');
select results_eq($$ select customer_id, customer_name, car_type, car_image, category, trip_cost, estimate, estimate_distance, estimate_time,
    pickup_address, drop_address, payment_mode, prepaid, book_later, booking_type_admin, driver_id from public.bookings $$,
  $$ values (tests.id('rider'), 'Anna Büchel', 'Cab', 'cab', 'taxi', 14.80, 14.80, 3.500, 420, 'Vaduz, Post', 'Schaan, Bahnhof', 'cash',
    false, false, false, null::uuid) $$, 'with the price, the places and the people of that moment');
select matches((select reference from public.bookings), '^[A-Z]{6}$', 'a booking has a reference of six letters to say aloud');
select is((select sum((l ->> 'amount')::numeric) from public.bookings b, jsonb_array_elements(b.fare_lines) l), 14.80, 'whose lines are the rider''s');
select is((select trip_at from public.bookings), app.now(), 'Book Now is wanted now');
select isnt_empty($$ select 1 from public.fare_quotes where used_at is not null $$, 'the quote is used');
select matches(public.start_code(tests.booking()), '^[0-9]{5}$', 'there is a code for the driver');
select is((select dispatch_note from public.bookings), 'no_driver_nearby', 'the rider sees why nobody comes');

-- Refusals
select throws_ok(format($$ select tests.try(%L) $$, (select quote_id from public.bookings)), 'PT409', 'quote_used', 'a quote is booked once');
select throws_ok($$ select tests.try(gen_random_uuid()) $$, 'PT404', 'quote_not_found', 'a quote has to exist');
select throws_ok(format($$ select tests.try(%L) $$, tests.quote('rider2')), 'PT404', 'quote_not_found', 'another rider''s quote does not exist');
select throws_ok($$ select tests.try(tests.quote(), null) $$, 'PT422', 'payment_mode_unavailable', 'it is paid somehow');
select throws_ok($$ select tests.try(tests.quote(), 'gold') $$, 'PT422', 'payment_mode_unavailable', 'by cash, wallet or card');
select results_eq('select earliest, latest from public.trip_at_limits()', $$ values (app.now() + interval '15 minutes', app.now() + interval '90 days') $$, 'the limits of a later ride are told before it is booked');
select throws_ok($$ select tests.try(tests.quote(), 'cash', app.now() + interval '14 minutes 59 seconds') $$, 'PT422', 'past_booking_error', 'later is at least 15 minutes later');
select throws_ok($$ select tests.try(tests.quote(), 'cash', app.now() - interval '1 day') $$, 'PT422', 'past_booking_error', 'not yesterday');
select is(tests.try(tests.quote(), 'cash', app.now() + interval '15 minutes'), 'NEW', '15 minutes will do');
select throws_ok($$ select tests.try(tests.quote(), 'cash', app.now() + interval '90 days 1 second') $$, 'PT422', 'trip_at_too_far', 'a ride is booked at most 90 days ahead');
select throws_ok($$ select tests.try(tests.quote(), 'cash', 'infinity') $$, 'PT422', 'trip_at_too_far', 'a ride is not booked for an infinite date');
select throws_ok($$ select tests.try(tests.quote(), 'cash', '-infinity') $$, 'PT422', 'past_booking_error', 'a ride is not booked for a date before all others');
select tests.set('app_category', 'taxi');
select throws_ok($$ select tests.try(tests.quote('rider', 'Courier'), 'card') $$, 'PT422', 'category_unavailable', 'a parcel is refused where only rides are offered');
select tests.set('app_category', 'both');
select throws_ok($$ select tests.try(tests.quote(), details => '{"guest_name": "Oma"}') $$, 'PT422', 'mobile_no_blank_error', 'whoever travels instead can be called');
select tests.turn('10 minutes');
select is((select count(*) from public.fare_quotes where used_at is not null), 2::bigint, 'a refusal leaves the quote unused');
select tests.turn('-10 minutes');

-- Ways to pay, somebody else's ride
select tests.act_as('rider3');
select is(tests.try(tests.quote('rider3'), 'card'), 'NEW', 'a ride is paid by card at its end');
select is(tests.try(tests.quote('rider3'), 'wallet', details => '{"guest_name": " Oma ", "guest_phone": "+423 555 99 99", "role": "admin", "trip_cost": 1, "pick_up_instructions": 7}'),
  'NEW', 'a ride is paid by wallet at its end');
select results_eq($$ select payment_mode, customer_email, guest_name, guest_phone, pick_up_instructions, trip_cost, parcel_type_index
    from public.bookings b join public.booking_contacts k on k.booking_id = b.id where b.id = tests.booking() $$,
  $$ values ('wallet', 'rider3@hackney.test', 'Oma', '+423 555 99 99', '7', 14.80, null::integer) $$, 'for somebody else, who can be called; unknown details are ignored');
select is(tests.try(tests.quote('rider3'), details => '[1, 2]'), 'NEW', 'details that are none are none');
select public.cancel_booking(b.id, 'x') from public.bookings b where b.status = 'NEW';
select is(tests.try(tests.quote('rider3'), details => jsonb_build_object('guest_name', repeat('x', 5000), 'guest_phone', '5551234', 'pick_up_instructions', repeat('y', 5000))), 'NEW', 'long ones are cut');
select results_eq($$ select length(guest_name), length(pick_up_instructions)
  from public.bookings b join public.booking_contacts k on k.booking_id = b.id where b.id = tests.booking() $$, $$ values (80, 1000) $$, 'to what a phone can show');
select tests.as_owner();
select app.post_ledger('testing', 'owes', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider3'), -0.01), app.entry('adjustments', 0.01)));
select tests.act_as('rider3');
select throws_ok($$ select tests.try(tests.quote('rider3')) $$, 'PT409', 'unpaid_booking', 'who owes a fee pays it first');
select tests.act_as('admin');
select throws_ok($$ select tests.try(tests.quote('rider3')) $$, 'PT409', 'unpaid_booking', 'whoever books for them');
select tests.act_as('rider');

-- A quote's end
create temp table kept as select tests.quote() as id;
grant select on kept to public;
select tests.turn('10 minutes');
select throws_ok($$ select tests.try((select id from kept)) $$, 'PT410', 'quote_expired', 'a quote ends after ten minutes');
select tests.turn('-1 second');
select is(tests.try((select id from kept)), 'NEW', 'a quote is valid until its ten minutes are over');

-- Once only
select tests.turn('1 minute');
select is(tests.try(tests.quote(), client_key => 'aaaaaaaa-0000-4000-8000-000000000001'), 'NEW', 'a key books');
create temp table first_one as select tests.booking() as id, (select count(*) from public.bookings) as n;
grant select on first_one to public;
select is((public.create_booking(tests.quote(), 'cash', null, '{}', 'aaaaaaaa-0000-4000-8000-000000000001')).id, (select id from first_one),
  'the same key answers the same booking');
select is((select count(*) from public.bookings), (select n from first_one), 'the same key makes no other booking');
select tests.act_as('rider2');
select is(tests.try(tests.quote('rider2'), client_key => 'aaaaaaaa-0000-4000-8000-000000000001'), 'NEW', 'another rider''s key is another key');

-- Unfinished people
select tests.as_owner();
update public.profiles set last_name = ' ' where id = tests.id('rider2');
select tests.act_as('rider2');
select throws_ok($$ select tests.try(tests.quote('rider2')) $$, 'PT422', 'profile_incomplete', 'a profile that was never filled in cannot book');
select tests.as_owner();
update public.profiles set last_name = 'Ritter', approved = false where id = tests.id('rider2');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('rider2'), 'role', 'authenticated', 'user_role', 'rider')::text, true), set_config('role', 'authenticated', true);
select throws_ok($$ select tests.try(tests.quote('rider2')) $$, 'PT403', 'account_suspended', 'a rider whom an admin stopped cannot book');
select tests.act_as('admin');
select throws_ok($$ select tests.try(tests.quote('rider2')) $$, 'PT403', 'user_issue_contact_admin', 'an admin books for no suspended rider');

-- Three at a time
select tests.as_owner();
create temp table open_ones as select b.id from public.bookings b where b.customer_id = tests.id('rider') and not b.book_later and b.status = 'NEW';
grant select on open_ones to public;
select is((select count(*) from open_ones), 3::bigint, 'a rider has three rides for now');
select tests.act_as('rider');
select throws_ok($$ select tests.try(tests.quote()) $$, 'PT409', 'too_many_open_bookings', 'a rider gets no fourth open ride');
select tests.act_as('admin');
select is(tests.try(tests.quote()), 'NEW', 'unless an admin books it');
select tests.act_as('rider');
select public.cancel_booking(b.id, 'x') from public.bookings b where b.status = 'NEW' and not b.book_later;

-- Ten later ones
select tests.act_as('rider4');
select is(tests.try(tests.quote('rider4'), trip_at => app.now() + make_interval(hours => n)), 'NEW', 'later, ' || n) from generate_series(1, 10) n;
select throws_ok($$ select tests.try(tests.quote('rider4'), trip_at => app.now() + interval '20 hours') $$, 'PT409', 'too_many_later_bookings', 'an admin books no eleventh ride for one rider');
select is(tests.try(tests.quote('rider4')), 'NEW', 'one for now is another matter');
select public.cancel_booking(b.id, 'x') from public.bookings b where b.status = 'NEW';
select tests.act_as('rider');

-- Unpaid
select tests.as_owner();
select tests.ride('PENDING');
select tests.act_as('rider');
select throws_ok($$ select tests.try(tests.quote()) $$, 'PT409', 'unpaid_booking', 'the last ride is paid first');
select tests.let('driver', format('select public.confirm_cash(%L)', (select id from public.bookings where status = 'PENDING')));
select is(tests.try(tests.quote()), 'NEW', 'then the next one');

-- Acting as others
select tests.act_as('driver');
select throws_ok($$ select tests.try(tests.quote()) $$, 'PT403', 'user_issue_contact_admin', 'a driver does not book');
select tests.act_as('fleet');
select throws_ok($$ select tests.try(tests.quote()) $$, 'PT403', 'user_issue_contact_admin', 'a fleet admin does not book');
select tests.as_visitor();
select throws_ok($$ select public.create_booking(gen_random_uuid(), 'cash') $$, '42501', null, 'a visitor does not book');
select tests.act_as('admin');
select is(tests.try(tests.quote('rider4')), 'NEW', 'an admin books for a rider');
select results_eq($$ select customer_id, booking_type_admin from public.bookings where id = tests.booking() $$, $$ values (tests.id('rider4'), true) $$,
  'the rider travels, and the booking says who made it');
select is(tests.try(tests.quote('rider4', 'Courier'), 'cash', null, '{"delivery_person": "Eva", "delivery_person_phone": "+423 555 12 12", "pick_up_instructions": "Ring twice"}'),
  'NEW', 'an admin books a parcel, paid like a taxi');
select results_eq($$ select category, delivery_person, pick_up_instructions, parcel_type_selected, prepaid
    from public.bookings b join public.booking_contacts k on k.booking_id = b.id where b.id = tests.booking() $$,
  $$ values ('delivery', 'Eva', 'Ring twice', '{"amount": 0, "description": "Letter"}'::jsonb, false) $$, 'with its details');
select tests.say_phone('rider4', null);
select throws_ok($$ select tests.try(tests.quote('rider4')) $$, 'PT422', 'incomplete_user', 'a rider an admin books for can be called');

-- Without codes
select tests.set('otp_secure', 'false');
select tests.act_as('rider5');
select is(tests.try(tests.quote('rider5')), 'NEW', 'codes can be switched off');
select is(public.start_code(tests.booking()), null, 'then there is none');
select * from finish();
