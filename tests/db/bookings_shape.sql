-- Wrong states of a booking: not even its owner can store them, whatever any function forgets.
select no_plan();
create function tests.wrong(change text, constraint_name text, what text) returns text language plpgsql as $$
begin
  return throws_ok(format('update public.bookings set %s where id = tests.booking()', change), '23514',
    format('new row for relation "bookings" violates check constraint "%s"', constraint_name), what);
end $$;

select tests.ride('NEW');
select tests.wrong('payable_amount = ''NaN''', 'bookings_amounts', 'no amount is not a number');
select tests.wrong('tax_amount = ''Infinity''', 'bookings_amounts', 'no amount is without end');
select tests.wrong('estimate = -1', 'bookings_amounts', 'no amount is less than nothing');
select tests.wrong('drop_lat = 91', 'bookings_places', 'places are on earth');
select tests.wrong('book_later = true', 'bookings_later', 'later is later');
select tests.wrong('discount_amount = 1', 'bookings_discount', 'a discount comes from a promotion');
select tests.wrong('promo_code = ''X''', 'bookings_promo', 'a code is applied');
select tests.wrong('promo_applied = true, promo_code = ''X''', 'bookings_promo', 'with its terms');
select tests.wrong('promo_applied = true, promo_code = ''X'', promo_details = ''{}'', discount_amount = 15', 'bookings_discount', 'a promotion takes off no more than the fare');
select tests.wrong('prepaid = true', 'bookings_prepaid', 'a ride is paid at its end');
select throws_ok($$ update public.bookings set driver_id = tests.id('driver'), accepted_at = app.now() where id = tests.booking() $$, 'PT409', 'transition_refused', 'a booking gets a driver only with a status');
select tests.wrong('accepted_at = app.now()', 'bookings_accepted', 'accepted means by somebody');
select tests.wrong('arrived_at = app.now()', 'bookings_accepted', 'nobody arrives before that');
select tests.wrong('started_at = app.now()', 'bookings_started', 'nobody starts before that');
select tests.wrong('paid_at = app.now()', 'bookings_paid', 'nobody pays before that');
select tests.wrong('cancelled_at = app.now(), cancelled_by = ''rider''', 'bookings_cancelled', 'what is cancelled says so');
select tests.wrong('cancellation_fee = 1', 'bookings_cancellation_fee', 'a booking costs no cancellation fee before it is cancelled');
select tests.wrong('returning_at = app.now()', 'bookings_returning', 'only parcels go back');
select tests.wrong('guest_name = '' ''', 'bookings_guest_name_check', 'a guest has a name');
select throws_ok($$ update public.bookings set reference = 'abc123' $$, '23514', null, 'a reference is six letters');

select app.set_actor('system');
select throws_ok($$ select tests.move('CANCELLED') $$, '23514', null, 'cancelling has a time');
select throws_ok($$ select tests.move('CANCELLED', jsonb_build_object('cancelled_at', app.now())) $$, '23514', null, 'cancelling names who did it');
select throws_ok($$ select tests.cancel('system', 3) $$, '23514', null, 'who is the rider where it costs');
select app.set_actor('driver');
select throws_ok($$ select tests.move('ACCEPTED') $$, '23514', null, 'accepting has a driver');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
select throws_ok($$ update public.bookings set driver_id = null, accepted_at = null, engaged_at = null, promised_at = null where id = tests.booking() $$, 'PT409', 'transition_refused', 'a booking loses its driver only with a status');
select tests.wrong('arrived_at = app.now()', 'bookings_arrived', 'arrived is a status');
select app.set_actor('driver');
select throws_ok($$ select tests.move('ARRIVED') $$, '23514', null, 'arriving has a time');
select tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.wrong('engaged_at = null', 'bookings_arrived', 'a driver at the door is busy');
select app.set_actor('driver');
select throws_ok($$ select tests.move('STARTED') $$, '23514', null, 'a start has a time');
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select throws_ok($$ select tests.move('REACHED') $$, '23514', null, 'an end, too');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.wrong('reached_at = null', 'bookings_reached', 'which stays');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.wrong('paid_at = null', 'bookings_paid', 'so does the payment''s');
select tests.let('rider', format('select public.rate_booking(%L, 5)', tests.booking()));
select tests.wrong('completed_at = null', 'bookings_completed', 'the time of completing stays');
select * from finish();
