-- A cheaper route after acceptance needs the driver's consent, and riders who cancel on one driver after another pay.
select no_plan();
create function tests.way(km numeric, rider text default 'rider') returns uuid language sql security definer as $$
  select (to_jsonb(public.quote_fare(tests.id(rider), tests.order('Cab', km, (km * 120)::integer))) ->> 'quote_id')::uuid
$$;
create function tests.accepted_ride(km numeric) returns uuid language plpgsql security definer as $$
begin
  perform tests.turn('1 minute'), tests.go_online();
  perform tests.let('rider', format('select public.create_booking(%L, ''cash'')', tests.way(km)));
  perform tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
  return tests.booking();
end $$;
create function tests.finish_ride() returns public.bookings language plpgsql security definer as $$
declare v_booking public.bookings;
begin
  if tests.status() = 'ACCEPTED' then perform tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())); end if;
  perform tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code())), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
  select b.* into v_booking from public.bookings b where b.id = tests.booking();
  perform tests.let('driver', format('select public.confirm_cash(%L)', v_booking.id));
  return v_booking;
end $$;

-- The driver agrees
select tests.accepted_ride(20);
select tests.act_as('rider');
select results_eq($$ select estimate, trip_cost, status::text from public.change_route(tests.booking(), tests.way(1), 'aaaaaaaa-0000-4000-8000-000000000001') $$, $$ values (61.00, 61.00, 'ACCEPTED') $$,
  'a cheaper route after acceptance waits for the driver, and the old price is kept');
select results_eq($$ select status, trip_cost, asked_by from public.route_proposals $$, $$ values ('open', 9.00, tests.id('rider')) $$, 'the rider reads the open route proposal');
select is((public.change_route(tests.booking(), gen_random_uuid(), 'aaaaaaaa-0000-4000-8000-000000000001')).estimate, 61.00, 'a route change with a repeated key is proposed once');
select throws_ok($$ select public.accept_route_change(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider cannot accept a route change for the driver');
select tests.act_as('driver2');
select is_empty('select 1 from public.route_proposals', 'another driver cannot read the route proposal');
select throws_ok($$ select public.accept_route_change(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver cannot accept the route change');
select throws_ok($$ select public.decline_route_change(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver cannot decline the route change');
select tests.act_as('admin');
select throws_ok($$ select public.decline_route_change(tests.booking()) $$, 'PT403', 'not_allowed', 'an admin cannot decide a route change');
select tests.as_visitor();
select throws_ok($$ select public.accept_route_change(gen_random_uuid()) $$, '42501', null, 'a visitor cannot accept a route change');
select tests.as_owner();
select is((select count(*) from public.notices where key = 'route_proposed' and user_id = tests.id('driver')), 1::bigint, 'the driver gets a notice of a proposed route');
select tests.act_as('driver');
select is((public.decline_route_change(tests.booking())).estimate, 61.00, 'the driver declines a cheaper route, and the price is kept');
select throws_ok($$ select public.accept_route_change(tests.booking()) $$, 'PT404', 'route_change_not_found', 'a declined route change cannot be accepted');
select tests.act_as('rider');
create temp table asked as select tests.way(3) as id;
grant select on asked to authenticated;
select results_eq($$ select * from public.route_change_quote(tests.booking(), (select id from asked)) $$, $$ values (61.00, 13.40, 0::numeric, true) $$,
  'the rider''s quote for a cheaper route says that it needs the driver');
select results_eq($$ select * from public.route_change_quote(tests.booking(), (select id from asked)) $$, $$ values (61.00, 13.40, 0::numeric, true) $$,
  'a quote for a route change can be asked for twice');
select tests.act_as('driver');
select throws_ok($$ select public.route_change_quote(tests.booking(), (select id from asked)) $$, 'PT403', 'not_allowed', 'a driver cannot quote a route change');
select tests.act_as('rider2');
select throws_ok($$ select public.route_change_quote(tests.booking(), (select id from asked)) $$, 'PT404', 'booking_not_found', 'another rider cannot quote a route change');
select tests.as_visitor();
select throws_ok($$ select public.route_change_quote(gen_random_uuid(), gen_random_uuid()) $$, '42501', null, 'a visitor cannot quote a route change');
select tests.act_as('rider');
select public.change_route(tests.booking(), (select id from asked));
select tests.act_as('driver');
select results_eq($$ select estimate, estimate_distance from public.accept_route_change(tests.booking()) $$, $$ values (13.40, 3.000) $$, 'a route that the driver accepts replaces the old one');
select results_eq($$ select (before ->> 'estimate')::numeric, (after ->> 'estimate')::numeric, actor_id from public.booking_revisions where booking_id = tests.booking() $$,
  $$ values (61.00, 13.40, tests.id('rider')) $$, 'an accepted route change is kept as a revision by the rider');
select tests.act_as('rider');
select is((public.change_route(tests.booking(), tests.way(5))).estimate, 19.00, 'a dearer route needs no consent of the driver');
select is((public.change_route(tests.booking(), tests.way(3))).estimate, 13.40, 'a return to the fare that the driver accepted needs no consent');
select is((public.change_route(tests.booking(), tests.way(2))).estimate, 13.40, 'a route below the fare that the driver accepted waits again');
select is((public.decline_route_change(tests.booking())).estimate, 13.40, 'the rider withdraws a proposed route');
select public.change_route(tests.booking(), tests.way(2));
select tests.as_owner();
select tests.finish_ride();
select results_eq($$ select distinct status from public.route_proposals where booking_id = tests.booking() and status in ('open', 'withdrawn') $$, $$ values ('withdrawn') $$, 'the start of the trip withdraws an unanswered route proposal');
select results_eq($$ select key, count(*) from public.notices where key like 'route\_%' and user_id = tests.id('rider') group by key order by key $$, $$ values ('route_accepted', 1::bigint), ('route_declined', 1) $$, 'the rider gets a notice of each answer to a route proposal');

-- The driver gives the booking back: any route is allowed again.
select tests.accepted_ride(20);
select tests.let('rider', format('select public.change_route(%L, %L)', tests.booking(), tests.way(1))), tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select is_empty($$ select 1 from public.route_proposals where booking_id = tests.booking() and status = 'open' $$, 'a driver who gives a booking back has no open route proposal');
select tests.act_as('rider');
select is((public.change_route(tests.booking(), tests.way(1))).estimate, 9.00, 'a cheaper route applies at once while the booking has no driver');
select public.cancel_booking(tests.booking());

-- The driver is compensated
select tests.as_owner(), tests.set('cheaper_route', 'compensate');
select tests.turn('1 hour'), tests.accepted_ride(20);
select tests.act_as('rider');
select results_eq($$ select * from public.route_change_quote(tests.booking(), tests.way(1)) $$, $$ values (61.00, 35.00, 26.00, false) $$,
  'with compensation the rider''s quote shows the new total, the compensation and no consent');
select is((public.change_route(tests.booking(), tests.way(1))).estimate, 9.00, 'with compensation a cheaper route applies at once');
select results_eq($$ select amount_before, compensation from public.route_change_quote(tests.booking(), tests.way(20)) $$, $$ values (35.00, 0.00) $$,
  'a route at the accepted fare costs no compensation');
select public.change_route(tests.booking(), tests.way(20));
select tests.act_as('driver');
select is_empty('select 1 from public.booking_extras', 'the compensation is removed when the fare returns to the accepted one');
select tests.act_as('rider');
select public.change_route(tests.booking(), tests.way(2));
select tests.act_as('driver');
select results_eq('select key, amount, by_role from public.booking_extras', $$ values ('route_change', 25.20, 'system') $$, 'the driver sees a compensation of half the difference, counted once');
select tests.as_owner();
create temp table paid as select * from tests.finish_ride();
select is((select payable_amount from paid), (select trip_cost from paid), 'the rider pays the fare with the compensation');
select is((select driver_share from public.booking_finances where booking_id = (select id from paid)), (select trip_cost - 1 from paid), 'the driver gets the fare with the compensation, less the fee');
select is((select (l ->> 'amount')::numeric from paid, jsonb_array_elements(fare_lines) l where l ->> 'key' = 'route_change'), 25.20, 'the compensation is a line of the fare');
select tests.accepted_ride(20);
select tests.let('rider', format('select public.change_route(%L, %L)', tests.booking(), tests.way(1))), tests.let('driver', format('select public.cancel_booking(%L)', tests.booking()));
select is_empty($$ select 1 from public.booking_extras where booking_id = tests.booking() $$, 'a driver who gives a booking back loses the compensation');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.set('cheaper_route', 'agree');

-- Cancelling on one driver after another
create function tests.quit() returns numeric language plpgsql security definer as $$
begin
  perform tests.accepted_ride(3);
  perform tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
  return (select b.cancellation_fee from public.bookings b where b.id = tests.booking());
end $$;
select tests.turn('25 hours'), tests.clear_wallet('rider');
select is(array(select tests.quit() from generate_series(1, 3)), array[0, 0, 0]::numeric[], 'a rider may cancel on a driver three times a day without a fee');
select tests.accepted_ride(3);
select tests.act_as('rider');
select is(public.cancellation_quote(tests.booking()), 3.00, 'the fourth cancellation of a day is quoted with the lowest slab');
select is((public.cancel_booking(tests.booking())).cancellation_fee, 3.00, 'the rider pays the lowest slab for the fourth cancellation of a day');
select tests.as_owner(), tests.clear_wallet('rider');
select tests.accepted_ride(3);
select tests.turn('20 minutes');
update public.bookings set promised_at = app.now() - interval '1 minute', accepted_at = app.now() - interval '90 seconds' where id = tests.booking();
select tests.act_as('rider');
select is(public.cancellation_quote(tests.booking()), 0.00, 'a rider pays no fee for cancelling on a late driver');
select public.cancel_booking(tests.booking());
select tests.as_owner(), tests.turn('25 hours');
select is(tests.quit(), 0.00, 'a day later a rider can cancel without a fee again');
create function tests.quit_late() returns numeric language plpgsql security definer as $$
begin
  perform tests.accepted_ride(3);
  update public.bookings set promised_at = app.now() - interval '1 minute', accepted_at = app.now() - interval '90 seconds' where id = tests.booking();
  perform tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
  return (select b.cancellation_fee from public.bookings b where b.id = tests.booking());
end $$;
select is(array(select tests.quit_late() from generate_series(1, 3)), array[0, 0, 0]::numeric[], 'a rider can cancel on late drivers repeatedly without a fee');
select is(array(select tests.quit() from generate_series(1, 2)), array[0, 0]::numeric[], 'cancellations on late drivers do not count towards the free three');
select is(tests.quit(), 3.00, 'a rider pays for the fourth counted cancellation of a day');
set constraints all immediate;
select * from finish();
