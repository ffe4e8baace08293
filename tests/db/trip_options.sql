-- What each person can do with a booking in each status, and the times that pages count down to.
select no_plan();
create function pg_temp.may(who text) returns text language plpgsql as $$
declare v text;
begin
  perform tests.act_as(who);
  select array_to_string(o.actions, ' ') into v from public.trip_options(tests.booking()) o;
  perform tests.as_owner();
  return v;
end $$;

-- Acting as people who are not involved
select tests.ride('ACCEPTED');
select tests.act_as('rider2');
select throws_ok($$ select public.trip_options(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider gets no options of the booking');
select tests.act_as('driver2');
select throws_ok($$ select public.trip_options(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver gets no options of the booking');
select tests.as_visitor();
select throws_ok($$ select public.trip_options(gen_random_uuid()) $$, '42501', null, 'a visitor gets no options of a booking');

-- Acting as people involved in the booking
select tests.as_owner();
select is(pg_temp.may('rider'), 'cancel chat share change_route', 'a rider can cancel, chat, share and change the route after acceptance');
select is(pg_temp.may('driver'), 'cancel chat', 'a driver can cancel and chat after acceptance');
select is(pg_temp.may('admin'), 'cancel change_route message_driver', 'an admin can cancel, change the route and message the driver after acceptance');
update public.profiles p set staff_role = 'finance' where p.id = tests.id('admin2');
select is(pg_temp.may('admin2'), '', 'an admin without the permission for bookings has no actions on a booking');
update public.bookings b set fleet_id = tests.id('fleet') where b.id = tests.booking();
select is(pg_temp.may('fleet'), '', 'a fleet admin has no actions on a booking');
select tests.act_as('rider');
select is((select o.free_until from public.trip_options(tests.booking()) o), (select b.accepted_at + interval '2 minutes' from public.bookings b where b.id = tests.booking()),
  'cancelling is free until the first slab');
select is(public.cancellation_quote(tests.booking()), 0.00, 'the quoted cancellation fee is zero before the first slab');
select tests.as_owner(), tests.turn('2 minutes 1 second'), tests.act_as('rider');
select is((select o.free_until from public.trip_options(tests.booking()) o), null::timestamptz, 'free_until is null once a cancellation fee is due');

-- The free wait begins with the first position within 500 m of the pickup
select tests.as_owner(), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking())), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ARRIVED');
select is(pg_temp.may('rider'), 'cancel chat share change_route', 'a rider can cancel after the driver''s arrival');
select is(pg_temp.may('admin'), 'override_code change_route message_driver add_extra', 'an admin cannot cancel after the driver''s arrival');
select is(pg_temp.may('admin2'), 'add_extra', 'an admin with the finance role can add an extra');
select is(pg_temp.may('driver'), 'cancel chat add_extra', 'a driver cannot report a no-show before the free wait is over');
select tests.act_as('driver');
select is((select o.leave_at from public.trip_options(tests.booking()) o), (select b.arrived_at + interval '5 minutes' from public.bookings b where b.id = tests.booking()),
  'the free wait ends five minutes after the arrival');
select tests.as_owner();
update public.booking_finances f set rule = f.rule || '{"waiting_rate_per_hour": 30, "free_wait": 5}' where f.booking_id = tests.booking();
select tests.act_as('driver');
select is((select o.earns_from from public.trip_options(tests.booking()) o), (select b.arrived_at + interval '5 minutes' from public.bookings b where b.id = tests.booking()),
  'a driver reads when waiting begins to earn money');
select ok((select o.earns_per_hour > 0 from public.trip_options(tests.booking()) o), 'a driver reads the earnings of an hour of waiting');
create temp table wait on commit drop as select o.leave_at, o.earns_from, o.earns_per_hour, o.no_show_fee from public.trip_options(tests.booking()) o;
grant select on wait to public;
select tests.act_as('rider');
select results_eq($$ select o.leave_at, o.earns_from, o.earns_per_hour, o.no_show_fee from public.trip_options(tests.booking()) o $$, $$ select * from wait $$, 'rider and driver read the same end of the wait, price of waiting and no-show fee');
select is((select o.no_show_fee from public.trip_options(tests.booking()) o), 6.00, 'the rider reads what a no-show costs: the highest slab');
select tests.act_as('admin');
select is((select num_nonnulls(o.leave_at, o.no_show_fee) from public.trip_options(tests.booking()) o), 0, 'staff get no waiting clock');
select tests.as_owner(), tests.turn('5 minutes 1 second');
select is(pg_temp.may('driver'), 'cancel no_show chat add_extra', 'a driver can report a no-show after the free wait');
update public.booking_finances f set flags = array['arrived_far'] where f.booking_id = tests.booking();
delete from public.tracking_points t where t.booking_id = tests.booking();
insert into public.tracking_points (booking_id, driver_id, status, lat, lng, at)
select b.id, b.driver_id, b.status, b.pickup_lat, b.pickup_lng, b.arrived_at + interval '3 minutes' from public.bookings b where b.id = tests.booking();
select tests.act_as('driver');
select is((select o.leave_at from public.trip_options(tests.booking()) o), (select b.arrived_at + interval '8 minutes' from public.bookings b where b.id = tests.booking()),
  'after an arrival from afar the free wait begins with the first position at the pickup');
select ok(not (select 'no_show' = any (o.actions) from public.trip_options(tests.booking()) o), 'after an arrival from afar the driver cannot report a no-show yet');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'no_show_too_early', 'no_show refuses the driver who arrived from afar');

-- During the trip and after it
select tests.as_owner(), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking())), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('STARTED');
select is(pg_temp.may('rider'), 'chat share change_route', 'a rider can chat, share and change the route during the trip');
select is(pg_temp.may('admin'), 'end_trip change_route message_driver add_extra', 'an admin can end a trip under way');
select tests.let('driver', format('select public.add_extra(%L, ''toll'', 3)', tests.booking()));
select is(pg_temp.may('admin'), 'end_trip change_route message_driver add_extra remove_extra', 'an admin can remove a driver''s extra');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select is(pg_temp.may('driver'), 'chat confirm_cash', 'a driver can confirm the cash after the trip');
select is(pg_temp.may('rider'), 'chat pay_with_wallet', 'a rider can pay with the wallet after the trip');
select is(pg_temp.may('admin'), 'confirm_cash message_driver remove_extra correct_fare', 'an admin can confirm the cash after the trip, and correct the fare');

-- Paid, and searching
select tests.turn('1 minute'), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(pg_temp.may('admin'), 'refund correct_fare request_payment', 'an admin can refund a paid booking, correct its fare and ask for more');
select tests.act_as('admin');
select is((select o.refundable from public.trip_options(tests.booking()) o), (select b.customer_paid from public.bookings b where b.id = tests.booking()), 'the options contain the refundable amount');
select tests.as_owner();
select tests.ride('NEW');
select is(pg_temp.may('rider'), 'cancel share change_route', 'a rider can cancel, share and change the route during the search');
select is(pg_temp.may('admin'), 'cancel change_route', 'an admin cannot assign a driver while an offer is open');
select tests.turn('21 seconds');
select is(pg_temp.may('admin'), 'cancel assign change_route', 'an admin can assign a driver when no offer is open');
-- A suspended rider can leave the booking and pay, nothing else
select tests.as_owner(), tests.turn('1 hour'), tests.clear_wallet('rider3'), tests.go_online(), tests.book('rider3');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
update public.profiles p set approved = false where p.id = tests.id('rider3');
select is(pg_temp.may('rider3'), 'cancel share', 'a suspended rider can cancel and share, but not chat');
select finish();
