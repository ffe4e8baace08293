-- Check constraints of bookings: invalid rows are refused, whatever a function forgets, also for the database owner.
select no_plan();
create function tests.wrong(change text, constraint_name text, what text) returns text language plpgsql as $$
begin
  return throws_ok(format('update public.bookings set %s where id = tests.booking()', change), '23514',
    format('new row for relation "bookings" violates check constraint "%s"', constraint_name), what);
end $$;

select tests.ride('NEW');
select tests.wrong('payable_amount = ''NaN''', 'bookings_amounts', 'a booking''s payable amount cannot be NaN');
select tests.wrong('tax_amount = ''Infinity''', 'bookings_amounts', 'a booking''s tax cannot be infinite');
select tests.wrong('estimate = -1', 'bookings_amounts', 'a booking''s estimate cannot be negative');
select tests.wrong('drop_lat = 91', 'bookings_places', 'a booking''s drop latitude cannot exceed 90 degrees');
select tests.wrong('book_later = true', 'bookings_later', 'a booking for later requires a later pickup time');
select tests.wrong('discount_amount = 1', 'bookings_discount', 'a discount requires a promotion');
select tests.wrong('promo_code = ''X''', 'bookings_promo', 'a promotion code requires an applied promotion');
select tests.wrong('promo_applied = true, promo_code = ''X''', 'bookings_promo', 'an applied promotion requires its details');
select tests.wrong('promo_applied = true, promo_code = ''X'', promo_details = ''{}'', discount_amount = 15', 'bookings_discount', 'a promotion''s discount cannot exceed the fare');
select tests.wrong('prepaid = true', 'bookings_prepaid', 'a ride cannot be prepaid');
select throws_ok($$ update public.bookings set driver_id = tests.id('driver'), accepted_at = app.now() where id = tests.booking() $$, 'PT409', 'transition_refused', 'a driver cannot be set without a change of status');
select tests.wrong('accepted_at = app.now()', 'bookings_accepted', 'accepted_at requires a driver');
select tests.wrong('arrived_at = app.now()', 'bookings_accepted', 'arrived_at requires an accepted booking');
select tests.wrong('started_at = app.now()', 'bookings_started', 'started_at requires an arrived booking');
select tests.wrong('paid_at = app.now()', 'bookings_paid', 'paid_at requires a paid booking');
select tests.wrong('cancelled_at = app.now(), cancelled_by = ''rider''', 'bookings_cancelled',
  'cancelled_at requires the status CANCELLED');
select tests.wrong('cancellation_fee = 1', 'bookings_cancellation_fee', 'a cancellation fee requires a cancelled booking');
select tests.wrong('returning_at = app.now()', 'bookings_returning', 'only a parcel can have returning_at');
select tests.wrong('guest_name = '' ''', 'bookings_guest_name_check', 'a guest''s name cannot be blank');
select throws_ok($$ update public.bookings set reference = 'abc123' $$, '23514', null,
  -- Spec 3.19, 9.15
  'a booking''s reference must be six letters');

select app.set_actor('system');
select throws_ok($$ select tests.move('CANCELLED') $$, '23514', null, 'CANCELLED requires cancelled_at');
-- Spec 3.33, 4.33
select throws_ok($$ select tests.move('CANCELLED', jsonb_build_object('cancelled_at', app.now())) $$, '23514', null, 'CANCELLED requires cancelled_by');
select throws_ok($$ select tests.cancel('system', 3) $$, '23514', null, 'only a rider''s cancellation can have a fee');
select app.set_actor('driver');
select throws_ok($$ select tests.move('ACCEPTED') $$, '23514', null, 'ACCEPTED requires a driver');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select throws_ok($$ update public.bookings set driver_id = null, accepted_at = null, engaged_at = null, promised_at = null where id = tests.booking() $$, 'PT409', 'transition_refused', 'a driver cannot be removed without a change of status');
-- Spec 4.16
select tests.wrong('arrived_at = app.now()', 'bookings_arrived', 'arrived_at requires the status ARRIVED');
select app.set_actor('driver');
select throws_ok($$ select tests.move('ARRIVED') $$, '23514', null, 'ARRIVED requires arrived_at');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.wrong('engaged_at = null', 'bookings_arrived', 'ARRIVED requires engaged_at');
select app.set_actor('driver');
-- Spec 3.32, 4.18
select throws_ok($$ select tests.move('STARTED') $$, '23514', null, 'STARTED requires started_at');
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
-- Spec 3.32
select throws_ok($$ select tests.move('REACHED') $$, '23514', null, 'REACHED requires reached_at');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.wrong('reached_at = null', 'bookings_reached', 'a reached booking cannot lose reached_at');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.wrong('paid_at = null', 'bookings_paid', 'a paid booking cannot lose paid_at');
select tests.let('rider', format('select public.rate_booking(%L, 5)', tests.booking()));
select tests.wrong('completed_at = null', 'bookings_completed', 'a completed booking cannot lose completed_at');
select * from finish();
