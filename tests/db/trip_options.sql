-- What each person may do with a booking in each status, and the moments that pages count down to.
select no_plan();
create function pg_temp.may(who text) returns text language plpgsql as $$
declare v text;
begin
  perform tests.act_as(who);
  select array_to_string(o.actions, ' ') into v from public.trip_options(tests.booking()) o;
  perform tests.as_owner();
  return v;
end $$;

-- Acting as strangers
select tests.ride('ACCEPTED');
select tests.act_as('rider2');
select throws_ok($$ select public.trip_options(tests.booking()) $$, 'PT404', 'booking_not_found', 'a stranger has no options');
select tests.act_as('driver2');
select throws_ok($$ select public.trip_options(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver has no options');
select tests.as_visitor();
select throws_ok($$ select public.trip_options(gen_random_uuid()) $$, '42501', null, 'a visitor has no options');

-- Acting as the people of the ride
select tests.as_owner();
select is(pg_temp.may('rider'), 'cancel chat share change_route', 'a rider cancels, writes and changes the route after acceptance');
select is(pg_temp.may('driver'), 'cancel chat', 'a driver cancels and writes after acceptance');
select is(pg_temp.may('admin'), 'cancel change_route message_driver', 'an admin cancels up to acceptance, changes the route and writes to the driver');
update public.profiles p set staff_role = 'finance' where p.id = tests.id('admin2');
select is(pg_temp.may('admin2'), '', 'an admin whose role does not hold bookings only looks on');
update public.bookings b set fleet_id = tests.id('fleet') where b.id = tests.booking();
select is(pg_temp.may('fleet'), '', 'a fleet admin only looks on');
select tests.act_as('rider');
select is((select o.free_until from public.trip_options(tests.booking()) o), (select b.accepted_at + interval '2 minutes' from public.bookings b where b.id = tests.booking()),
  'cancelling is free until the first slab');
select is(public.cancellation_quote(tests.booking()), 0.00, 'until then the quoted fee is nothing');
select tests.as_owner(), tests.turn('2 minutes 1 second'), tests.act_as('rider');
select is((select o.free_until from public.trip_options(tests.booking()) o), null::timestamptz, 'once a fee is due there is no such moment');

-- The wait at the pickup follows the first report within 500 m
select tests.as_owner(), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking())), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('ARRIVED');
select is(pg_temp.may('rider'), 'cancel chat share change_route', 'a rider still cancels when the driver is there');
select is(pg_temp.may('admin'), 'change_route message_driver add_extra', 'an admin does not cancel once the driver is there');
select is(pg_temp.may('admin2'), 'add_extra', 'an admin of the finance adds an extra without the permission bookings');
select is(pg_temp.may('driver'), 'cancel chat add_extra', 'a driver does not leave before the free wait is over, and may add an extra');
select tests.act_as('driver');
select is((select o.leave_at from public.trip_options(tests.booking()) o), (select b.arrived_at + interval '5 minutes' from public.bookings b where b.id = tests.booking()),
  'the free wait ends five minutes after arrival');
select tests.as_owner();
update public.booking_finances f set rule = f.rule || '{"waiting_rate_per_hour": 30, "free_wait": 5}' where f.booking_id = tests.booking();
select tests.act_as('driver');
select is((select o.earns_from from public.trip_options(tests.booking()) o), (select b.arrived_at + interval '5 minutes' from public.bookings b where b.id = tests.booking()),
  'a driver reads from when waiting earns something');
select ok((select o.earns_per_hour > 0 from public.trip_options(tests.booking()) o), 'a driver reads what an hour of waiting earns');
select tests.act_as('rider');
select is((select o.earns_per_hour from public.trip_options(tests.booking()) o), null::numeric, 'a rider does not read what waiting earns');
select tests.as_owner(), tests.turn('5 minutes 1 second');
select is(pg_temp.may('driver'), 'cancel no_show chat add_extra', 'a driver may leave after the free wait');
update public.booking_finances f set flags = array['arrived_far'] where f.booking_id = tests.booking();
delete from public.tracking_points t where t.booking_id = tests.booking();
insert into public.tracking_points (booking_id, driver_id, status, lat, lng, at)
select b.id, b.driver_id, b.status, b.pickup_lat, b.pickup_lng, b.arrived_at + interval '3 minutes' from public.bookings b where b.id = tests.booking();
select tests.act_as('driver');
select is((select o.leave_at from public.trip_options(tests.booking()) o), (select b.arrived_at + interval '8 minutes' from public.bookings b where b.id = tests.booking()),
  'a driver who said it from afar waits from the first report at the pickup');
select ok(not (select 'no_show' = any (o.actions) from public.trip_options(tests.booking()) o), 'a driver who said it from afar may not leave yet');
select throws_ok($$ select public.no_show(tests.booking()) $$, 'PT409', 'no_show_too_early', 'no_show refuses the same driver');

-- On the way, and after it
select tests.as_owner(), tests.let('rider', format('select public.cancel_booking(%L)', tests.booking())), tests.clear_wallet('rider'), tests.turn('1 minute'), tests.ride('STARTED');
select is(pg_temp.may('rider'), 'chat share change_route', 'a rider under way writes, shares the trip and changes the route');
select is(pg_temp.may('admin'), 'end_trip change_route message_driver add_extra', 'an admin may end a trip under way');
select tests.let('driver', format('select public.add_extra(%L, ''toll'', 3)', tests.booking()));
select is(pg_temp.may('admin'), 'end_trip change_route message_driver add_extra remove_extra', 'an admin may remove the extra of a driver');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select is(pg_temp.may('driver'), 'chat confirm_cash', 'a driver confirms the cash');
select is(pg_temp.may('rider'), 'chat pay_with_wallet', 'a rider may still pay with the wallet');
select is(pg_temp.may('admin'), 'confirm_cash message_driver remove_extra', 'an admin may record the cash');

-- A search
select tests.turn('1 minute'), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(pg_temp.may('admin'), 'refund', 'an admin may refund what is paid');
select tests.act_as('admin');
select is((select o.refundable from public.trip_options(tests.booking()) o), (select b.customer_paid from public.bookings b where b.id = tests.booking()), 'the options say how much may be refunded');
select tests.as_owner();
select tests.ride('NEW');
select is(pg_temp.may('rider'), 'cancel share change_route', 'a rider cancels, shares and changes the search');
select is(pg_temp.may('admin'), 'cancel change_route', 'an admin assigns nobody while drivers are being asked');
select tests.turn('21 seconds');
select is(pg_temp.may('admin'), 'cancel assign change_route', 'an admin may assign once nobody is being asked');
-- A suspended rider leaves the booking and pays, and no more
select tests.as_owner(), tests.turn('1 hour'), tests.clear_wallet('rider3'), tests.go_online(), tests.book('rider3');
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
update public.profiles p set approved = false where p.id = tests.id('rider3');
select is(pg_temp.may('rider3'), 'cancel share', 'a suspended rider cancels and shares, and does not write');
select finish();
