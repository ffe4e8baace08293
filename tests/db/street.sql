-- Street trips: passengers without a booking.
select no_plan();
create function tests.street() returns uuid language sql volatile security definer as $$ select b.id from public.bookings b where b.source = 'street' order by b.created_at desc, b.id desc limit 1 $$;
create function tests.drive_to(lat double precision, lng double precision, secs integer) returns void language sql volatile security definer as $$
  select tests.turn(make_interval(secs => secs)), tests.let('driver', format('select public.report_position(%s, %s)', lat, lng))
$$;
create function tests.hail(lat double precision default 47.141, lng double precision default 9.52) returns uuid language plpgsql security definer as $$
begin
  perform tests.let('driver', format('select public.start_street_trip(%s, %s)', lat, lng));
  return tests.street();
end $$;

-- Who can start a street trip
select tests.act_as('rider');
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, 'PT403', 'not_a_driver', 'a rider cannot start a street trip');
select tests.act_as('admin');
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, 'PT403', 'not_a_driver', 'an admin cannot start a street trip');
select tests.as_visitor();
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, '42501', null, 'a visitor cannot start a street trip');
select tests.as_owner();
update public.drivers set driver_active_status = false where id = tests.id('driver');
select tests.act_as('driver');
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, 'PT409', 'driver_offline', 'a driver off duty cannot start a street trip');
select tests.as_owner(), tests.go_online(), tests.set('street_trips', 'false');
select tests.act_as('driver');
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, 'PT409', 'street_trips_off', 'with street_trips off a driver cannot start a street trip');
select tests.set('street_trips', 'true'), tests.set('app_category', 'delivery');
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, 'PT422', 'category_unavailable', 'a driver cannot start a street trip where only parcels are offered');
select tests.set('app_category', 'taxi');

-- Couriers
select tests.as_owner();
update public.drivers set car_type_id = tests.car('Courier') where id = tests.id('driver');
select tests.act_as('driver');
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, 'PT409', 'taxis_only', 'a courier cannot start a street trip');
select tests.as_owner();
update public.drivers set car_type_id = null where id = tests.id('driver');
select tests.act_as('driver');
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, 'PT409', 'no_car', 'a driver without a car type cannot start a street trip');
select tests.as_owner();
update public.drivers set car_type_id = tests.car() where id = tests.id('driver');
select tests.act_as('driver');

-- False places
select throws_ok($$ select public.start_street_trip(47.2, 9.52) $$, 'PT409', 'position_needed', 'a street trip cannot start seven kilometres from the car');
select throws_ok($$ select public.start_street_trip('NaN', 9.52) $$, 'PT422', 'position_needed', 'a street trip cannot start at a latitude of NaN');
select throws_ok($$ select public.start_street_trip(null, null) $$, 'PT422', 'position_needed', 'a street trip cannot start without a place');
select throws_ok($$ select public.start_street_trip(147, 9.52) $$, 'PT422', 'position_needed', 'a street trip cannot start off the globe');

-- Beginning
select is((select row(source, status, customer_id, quote_id, drop_lat, drop_address, customer_name, category, payment_mode, otp_secure, promo_applied)::text
  from public.start_street_trip(47.1411, 9.5201, '00000000-0000-4000-8000-00000000000a')), '(street,STARTED,,,,,"",taxi,cash,f,f)', 'a street trip has no customer, no quote and no drop');
select is((select count(distinct t) from public.bookings b, unnest(array[b.accepted_at, b.engaged_at, b.arrived_at, b.started_at]) t where b.id = tests.street()), 1::bigint, 'a street trip is accepted, arrived, engaged and started at once');
select is((public.start_street_trip(47.1411, 9.5201, '00000000-0000-4000-8000-00000000000a')).id, tests.street(), 'a street trip with a repeated key returns the same trip');
select throws_ok($$ select public.start_street_trip(47.1411, 9.5201) $$, 'PT409', 'driver_busy', 'a driver cannot start a second street trip');
select tests.as_owner();
select ok(tests.is_busy('driver'), 'a driver with a street trip is busy');
select results_eq(format($$ select from_status::text, to_status::text, actor_role, note from public.booking_events where booking_id = %L $$, tests.street()), $$ values (null, 'STARTED', 'driver', 'street') $$, 'the history of a street trip begins with the start');
select is((select rule ->> 'fare_mode' from public.booking_finances where booking_id = tests.street()), 'metered', 'a street trip is always metered');
select throws_ok($$ update public.bookings set source = 'booked' where id = tests.street() $$, '23514', null, 'a booking without a customer must be a street trip');
select tests.act_as('driver');
select is((select list || ' ' || source from public.driver_jobs()), 'current street', 'a street trip is the driver''s current job');
select isnt((select position_topic from public.position_topic(tests.street())), null, 'a street trip has a position topic');

-- Driving
select tests.as_owner();
select tests.drive_to(47.147, 9.518, 50), tests.drive_to(47.153, 9.516, 50), tests.drive_to(47.159, 9.513, 50);
select tests.act_as('driver');
select ok((select distance_km between 1.8 and 2.3 and secs = 150 and trip_cost > 0 from public.street_fare(tests.street())), 'the driver reads the running fare of a street trip');
select ok((select a.trip_cost > n.trip_cost and a.distance_km = n.distance_km + 5 and a.secs = n.secs + 600 from public.street_fare(tests.street()) n, public.street_fare(tests.street(), 5, 600) a),
  'the driver reads what the meter will show after a further way');
select is((select a.trip_cost from public.street_fare(tests.street(), -5, -600) a), (select n.trip_cost from public.street_fare(tests.street()) n), 'a negative way ahead does not lower the fare of the meter');
select is((select a.distance_km - n.distance_km from public.street_fare(tests.street()) n, public.street_fare(tests.street(), 'NaN', 2000000000) a), 1000::numeric, 'a way ahead without bounds counts as 1000 km at most');
select throws_ok($$ select public.arrive_at_stop(tests.street(), 1) $$, 'PT404', 'stop_not_found', 'a street trip has no stops');
select throws_ok($$ select public.send_chat_message(tests.street(), 'hello') $$, 'PT409', 'chat_closed', 'a driver cannot send a chat message in a street trip');
select throws_ok($$ select public.cancel_booking(tests.street(), 'no') $$, 'PT409', 'cannot_cancel', 'a driver cannot cancel a street trip under way');
select tests.act_as('driver2');
select throws_ok($$ select public.street_fare(tests.street()) $$, 'PT404', 'booking_not_found', 'another driver cannot read the fare of a street trip');
select throws_ok($$ select public.reach_drop(tests.street()) $$, 'PT404', 'booking_not_found', 'another driver cannot end a street trip');
select tests.act_as('admin');
select throws_ok($$ select public.change_route(tests.street(), gen_random_uuid()) $$, 'PT409', 'route_fixed', 'an admin cannot change the route of a street trip');

-- Ending
select tests.as_owner(), tests.drive_to(47.1655, 9.5103, 60);
select tests.act_as('driver');
select is(public.reach_drop(tests.street()) ->> 'status', 'PENDING', 'a street trip ends without a code');
select ok((select drop_lat = 47.1655 and drop_lng = 9.5103 and drop_address = '47.16550, 9.51030' and distance between 2.6 and 3.2 from public.bookings where id = tests.street()), 'the drop of a street trip is where it ended');
select is((select flags from public.booking_finances where booking_id = tests.street()), '{route_unchecked}', 'a street trip is flagged until its distance is checked against the roads');
select ok((public.explain_fare(tests.street())).replays, 'the fare of a street trip can be computed again');
select ok(not (public.explain_fare(tests.street())).quote is null, 'the driver reads all parts of a street trip''s fare');
select throws_ok($$ select public.start_street_trip(47.1655, 9.5103) $$, 'PT409', 'unpaid_booking', 'a driver cannot start another street trip before the last is paid');
select is((select actions from public.trip_options(tests.street())), '{confirm_cash,show_pay_code}', 'the driver of an ended street trip can confirm the cash and show the code for a card');
select throws_ok($$ select public.pay_with_wallet(tests.street()) $$, 'PT404', 'booking_not_found', 'the driver''s wallet cannot pay a street trip');
select throws_ok($$ select public.tip_driver(tests.street(), 5) $$, 'PT404', 'booking_not_found', 'the driver cannot tip a street trip');

-- Card by a link, and cash again
select tests.set('card_payments', 'false');
select throws_ok($$ select public.ask_street_card(tests.street()) $$, 'PT422', 'payment_mode_unavailable', 'a street trip is not paid by card where no cards are taken');
select is((select actions from public.trip_options(tests.street())), '{confirm_cash}', 'the driver is offered no code for a card where no cards are taken');
select tests.set('card_payments', 'true');
select isnt(public.ask_street_card(tests.street()), null, 'the driver gets a payment link for the passenger''s card');
select is(public.ask_street_card(tests.street()), public.ask_street_card(tests.street()), 'the payment link of a street trip stays the same');
select is((select payment_mode from public.bookings where id = tests.street()), 'card', 'a street trip with a payment link is to be paid by card');
create temporary table link on commit drop as select public.ask_street_card(tests.street()) as token;
grant select on link to public;
select tests.as_visitor();
select ok((select amount > 0 and status = 'PENDING' and lines <> '[]' and reference is not null from public.street_bill((select token from link))), 'a visitor with the payment link reads the bill');
select ok((select to_jsonb(s)::text !~ '47\.1411|9\.5201|47\.1655|9\.5103|Post' from public.street_bill((select token from link)) s), 'the bill of a street trip shows no places');
select throws_ok($$ select public.street_bill(repeat('0', 32)) $$, 'PT404', 'booking_not_found', 'a guessed payment link is refused');
select throws_ok($$ select public.street_bill(null) $$, 'PT404', 'booking_not_found', 'a payment link of null is refused');
select tests.act_as('driver2');
select throws_ok($$ select public.ask_street_card(tests.street()) $$, 'PT404', 'booking_not_found', 'another driver cannot get the payment link');
select tests.act_as('driver');
select is((select row(status, payment_mode, cash_payment_amount = trip_cost)::text from public.confirm_cash(tests.street())), '(PAID,cash,t)', 'the driver can still confirm cash after creating a payment link');

-- Money
select tests.as_owner();
select results_eq(format($$ select a.kind, e.amount from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
    where t.booking_id = %L and t.kind = 'settlement' order by e.id $$, tests.street()),
  format($$ select 'wallet'::text, f.driver_share from public.booking_finances f where f.booking_id = %1$L union all
    select 'wallet', -b.trip_cost from public.bookings b where b.id = %1$L union all select 'revenue.convenience', f.convenience_fees from public.booking_finances f where f.booking_id = %1$L $$, tests.street()),
  'a street trip is settled between driver and operator, without a rider');
select is((select rides from app.earnings_entries where booking_id = tests.street()), 1, 'a street trip counts in the earnings reports');
select app.issue_receipts();
select ok(exists (select 1 from public.receipts where booking_id = tests.street() and customer_id is null), 'a street trip has a receipt');
select tests.act_as('driver');
select throws_ok($$ select public.send_street_receipt(tests.street(), 'none') $$, 'PT422', 'mobile_no_blank_error', 'the receipt of a street trip cannot be sent to an invalid number');
select lives_ok($$ select public.send_street_receipt(tests.street(), '+4235550101') $$, 'the driver sends the receipt of a street trip as a text message');
select throws_ok($$ select public.rate_booking(tests.street(), 5) $$, 'PT404', 'booking_not_found', 'the driver cannot rate a street trip');
select tests.as_owner();
select is((select payload ->> 'msg' from app.outbox where kind = 'sms' order by id desc limit 1), 'street_receipt.text', 'the text message with a street trip''s receipt has its own wording');
select tests.act_as('driver');
select public.send_street_receipt(tests.street(), '+4235550101'), public.send_street_receipt(tests.street(), '+4235550101');
select throws_ok($$ select public.send_street_receipt(tests.street(), '+4235550101') $$, 'PT429', 'too_many_requests', 'the receipt of a street trip cannot be sent more than three times');
select tests.act_as('admin');
select throws_ok($$ select public.refund_booking(tests.street(), 1, 'kind') $$, 'PT404', 'person_not_found', 'a street trip cannot be refunded, as it has no rider');

-- Checking the distance
select tests.as_service();
create temporary table taken on commit drop as select * from public.take_street_checks();
select ok((select booking_id = tests.street() and jsonb_array_length(points) between 2 and 25 from taken), 'a street trip''s distance is due for a check after the trip');
select is_empty('select public.take_street_checks()', 'a check of a street trip is leased for a minute');
select tests.as_owner(), tests.turn('61 seconds');
select results_eq('select booking_id from public.take_street_checks()', array[tests.street()], 'a check that its worker did not finish is due again');
select tests.turn('61 seconds');
select is_empty('select public.take_street_checks()', 'a check that was not finished is due later each time');
do $$ begin for n in 1 .. 13 loop perform tests.turn('12 hours 1 minute'), public.take_street_checks(); end loop; end $$;
select is((select status || ' ' || attempts from app.street_checks where booking_id = tests.street()), 'dead 14', 'a check of a street trip is given up after 14 attempts in almost three days');
update app.street_checks set status = 'queued', attempts = 3;
select tests.as_service();
select lives_ok($$ select public.check_street_trip(tests.street(), (select distance / 1.05 from public.bookings where id = tests.street()), 'Vaduz, Post', 'Schaan, Bahnhof') $$, 'the service reports the road distance of a street trip');
select is((select flags from public.booking_finances where booking_id = tests.street()), '{}', 'a street trip of 1.05 times the road distance is not flagged');
select tests.as_owner();
select is_empty('select * from app.street_checks', 'a check that is finished is deleted');
select tests.as_service();
select is((select pickup_address || ' ' || drop_address from public.bookings where id = tests.street()), 'Vaduz, Post Schaan, Bahnhof', 'the check of a street trip sets the addresses of its ends');
select public.check_street_trip(tests.street(), (select distance / 1.2 from public.bookings where id = tests.street()));
select is((select flags from public.booking_finances where booking_id = tests.street()), '{long_way}', 'a street trip of 1.2 times the road distance is flagged');
select throws_ok($$ select public.check_street_trip(tests.booking(), 'NaN') $$, 'PT422', 'no_route_found', 'a check with a distance of NaN is refused');
select tests.act_as('driver');
select throws_ok($$ select public.check_street_trip(tests.street(), 3) $$, '42501', null, 'a driver cannot report the road distance');
select throws_ok($$ select public.take_street_checks() $$, '42501', null, 'a driver cannot take checks of street trips');

-- A gap in the positions
select tests.as_owner(), tests.turn('1 hour'), tests.go_online(), tests.hail(), tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.street()));
select ok((select distance between 2.7 and 2.9 from public.bookings where id = tests.street()), 'a street trip without positions is measured as a straight line');
select ok((select flags @> '{trail_gap}' from public.booking_finances where booking_id = tests.street()), 'a street trip with a gap in its positions is flagged');
select ok(exists (select 1 from app.attention() a where a.booking_id = tests.street()) = false, 'a street trip that just ended needs no attention of the desk');

-- Card, paid through the link
select tests.turn('1 minute');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.street())), tests.turn('1 hour'), tests.go_online(), tests.hail(), tests.turn('6 minutes'),
  tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.street())), tests.let('driver', format('select public.ask_street_card(%L)', tests.street()));
create function tests.pay_token() returns text language sql volatile security definer as $$ select l.token from app.street_pay_links l where l.booking_id = tests.street() $$;
create temporary table paid on commit drop as select tests.pay_token() as token, null::uuid as id;
grant select, update on paid to public;
select tests.as_service();
select throws_ok($$ select public.start_street_checkout(repeat('1', 32), 'stripe', repeat('a', 64)) $$, 'PT404', 'booking_not_found', 'a guessed payment link cannot start a checkout');
select throws_ok($$ select public.start_street_checkout((select token from paid), 'stripe', 'a') $$, 'PT422', 'no_details_error', 'a checkout of a street trip needs a hash of the return link');
select throws_ok($$ select public.street_payment_view((select token from paid)) $$, 'PT404', 'payment_not_found', 'a street trip has no payment before a checkout');
update paid set id = (public.start_street_checkout(token, 'stripe', repeat('a', 64), '00000000-0000-4000-8000-00000000000b') ->> 'id')::uuid;
select is((public.start_street_checkout(token, 'stripe', repeat('b', 64), '00000000-0000-4000-8000-00000000000b') ->> 'id')::uuid, id, 'a checkout with a repeated key returns the same payment') from paid;
select is((public.street_payment_view(token) ->> 'amount')::numeric, (select payable_amount from public.bookings where id = tests.street()), 'a checkout of a street trip is over the open amount') from paid;
select throws_ok($$ select public.create_payment('tip', 'stripe', null, tests.street(), 5) $$, 'PT404', 'booking_not_found', 'a passenger without an account cannot tip by card');
select is(tests.record_event((select id from paid), 'paid'), 'paid', 'the provider reports the payment of a street trip');
select is((select row(status, payment_mode, cash_payment_amount, card_payment_amount = trip_cost)::text from public.bookings where id = tests.street()), '(PAID,card,0,t)', 'a street trip is paid by card');
select is((public.street_payment_view(token) ->> 'status'), 'paid', 'the payment link shows that the street trip is paid') from paid;
select tests.as_owner();
select is(app.ledger_balance('held:' || tests.street()), 0::numeric, 'a street trip that was paid by card leaves no held money');
select is((select sum(e.amount) from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = tests.street() and a.kind = 'wallet'), (select f.driver_share from public.booking_finances f where f.booking_id = tests.street()), 'the driver gets the share of a street trip that was paid by card');
select tests.turn('1 hour'), tests.go_online(), tests.hail(), tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.street())),
  tests.let('driver', format('select public.ask_street_card(%L)', tests.street()));
update paid set token = tests.pay_token();
update paid set id = (public.start_street_checkout(token, 'stripe', repeat('c', 64)) ->> 'id')::uuid;
select tests.let('driver', format('select public.confirm_cash(%L)', tests.street()));
select is(tests.record_event((select id from paid), 'paid'), 'late', 'a card payment after the cash was confirmed is late');
select ok((select status = 'due' and customer_id is null and payment_id = (select id from paid) from public.refunds order by created_at desc, id desc limit 1), 'a late card payment of a street trip is refunded to the card');

-- The state machine
select throws_ok(format($$ select app.set_actor('driver', %L); insert into public.bookings select (jsonb_populate_record(b, jsonb_build_object('id', app.uuid_v7(), 'reference', 'QQQQQQ', 'client_key', gen_random_uuid(), 'status', 'NEW', 'started_at', null, 'reached_at', null))).* from public.bookings b where b.id = tests.street() $$, tests.id('driver')),
  null, null, 'a street trip cannot be created in another status than STARTED');
select * from finish();
