-- Cash payments: who can confirm them, and when.
select no_plan();
select tests.ride('STARTED');
select tests.act_as('driver');
select throws_ok($$ select public.confirm_cash(tests.booking()) $$, 'PT409', 'wrong_status', 'a driver cannot confirm cash before the end of the trip');
select public.reach_drop(tests.booking());
select tests.act_as('rider');
select throws_ok($$ select public.confirm_cash(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider cannot confirm the cash of their own booking');
select tests.act_as('driver2');
select throws_ok($$ select public.confirm_cash(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver cannot confirm the cash');
select tests.act_as('fleet');
select throws_ok($$ select public.confirm_cash(tests.booking()) $$, 'PT403', 'not_a_driver', 'a fleet admin cannot confirm the cash');
select tests.as_visitor();
select throws_ok($$ select public.confirm_cash(gen_random_uuid()) $$, '42501', null, 'a visitor cannot confirm cash');
select tests.act_as('driver');
-- Spec 1.4
select is((public.confirm_cash(tests.booking())).status, 'PAID', 'a driver confirms the cash and the booking is paid');
select results_eq($$ select customer_paid = trip_cost, payable_amount, paid_at from public.bookings $$, $$ values (true, 0::numeric, app.now()) $$, 'confirmed cash pays the whole trip cost and leaves nothing to pay');
select is((public.confirm_cash(tests.booking())).status, 'PAID', 'a driver can confirm the cash twice and the booking stays paid');
select is((select count(*) from public.booking_events where to_status = 'PAID'), 1::bigint, 'cash that is confirmed twice adds one PAID event');
select tests.as_owner(), tests.turn('1 minute'), tests.ride('PENDING');
select tests.act_as('admin');
select is((public.confirm_cash(tests.booking())).status, 'PAID', 'an admin can confirm the cash of a booking');
select is((select actor_role from public.booking_events where booking_id = tests.booking() and to_status = 'PAID'), 'admin', 'the history names the admin who confirmed the cash');
select tests.as_owner(), tests.turn('1 minute'), tests.ride('PENDING');
update public.bookings set payment_mode = 'card' where id = tests.booking();
select tests.act_as('driver');
select throws_ok($$ select public.confirm_cash(tests.booking()) $$, 'PT409', 'not_a_cash_booking', 'cash cannot be confirmed for a booking that is paid by card');
select * from finish();
