-- Street trips: people who did not book.
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

-- Who may
select tests.act_as('rider');
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, 'PT403', 'not_a_driver', 'a rider takes nobody up');
select tests.act_as('admin');
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, 'PT403', 'not_a_driver', 'an admin takes nobody up');
select tests.as_visitor();
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, '42501', null, 'a visitor takes nobody up');
select tests.as_owner();
update public.drivers set driver_active_status = false where id = tests.id('driver');
select tests.act_as('driver');
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, 'PT409', 'driver_offline', 'off duty nobody is taken up');
select tests.as_owner(), tests.go_online(), tests.set('street_trips', 'false');
select tests.act_as('driver');
select throws_ok($$ select public.start_street_trip(47.141, 9.52) $$, 'PT409', 'street_trips_off', 'the operator may switch street trips off');
select tests.set('street_trips', 'true');

-- Lies about the place
select throws_ok($$ select public.start_street_trip(47.2, 9.52) $$, 'PT409', 'position_needed', 'no trip begins seven kilometres from the car');
select throws_ok($$ select public.start_street_trip('NaN', 9.52) $$, 'PT422', 'position_needed', 'what is no number is no place');
select throws_ok($$ select public.start_street_trip(null, null) $$, 'PT422', 'position_needed', 'no place, no trip');
select throws_ok($$ select public.start_street_trip(147, 9.52) $$, 'PT422', 'position_needed', 'no trip begins off the globe');

-- Beginning
select is((select row(source, status, customer_id, quote_id, drop_lat, drop_address, customer_name, category, payment_mode, otp_secure, promo_applied)::text
  from public.start_street_trip(47.1411, 9.5201, '00000000-0000-4000-8000-00000000000a')), '(street,STARTED,,,,,"",taxi,cash,f,f)', 'a street trip has no customer, no quote and no drop');
select is((select count(distinct t) from public.bookings b, unnest(array[b.accepted_at, b.engaged_at, b.arrived_at, b.started_at]) t where b.id = tests.street()), 1::bigint, 'it is accepted, arrived, engaged and started at once');
select is((public.start_street_trip(47.1411, 9.5201, '00000000-0000-4000-8000-00000000000a')).id, tests.street(), 'a repeat answers the same trip');
select throws_ok($$ select public.start_street_trip(47.1411, 9.5201) $$, 'PT409', 'driver_busy', 'one trip at a time');
select tests.as_owner();
select ok(tests.is_busy('driver'), 'the driver is busy');
select results_eq(format($$ select from_status::text, to_status::text, actor_role, note from public.booking_events where booking_id = %L $$, tests.street()), $$ values (null, 'STARTED', 'driver', 'street') $$, 'the history begins with the start');
select is((select rule ->> 'fare_mode' from public.booking_finances where booking_id = tests.street()), 'metered', 'it is always metered');
select throws_ok($$ update public.bookings set source = 'booked' where id = tests.street() $$, '23514', null, 'only street trips have no customer');
select tests.act_as('driver');
select is((select list || ' ' || source from public.driver_jobs()), 'current street', 'it is the driver''s job');
select isnt((select position_topic from public.position_topic(tests.street())), null, 'the desk can follow it');

-- Driving
select tests.as_owner();
select tests.drive_to(47.147, 9.518, 50), tests.drive_to(47.153, 9.516, 50), tests.drive_to(47.159, 9.513, 50);
select tests.act_as('driver');
select ok((select distance_km between 1.8 and 2.3 and secs = 150 and trip_cost > 0 from public.street_fare(tests.street())), 'the meter runs');
select throws_ok($$ select public.arrive_at_stop(tests.street(), 1) $$, 'PT404', 'stop_not_found', 'it has no stops');
select throws_ok($$ select public.send_chat_message(tests.street(), 'hello') $$, 'PT409', 'chat_closed', 'there is nobody to write to');
select throws_ok($$ select public.cancel_booking(tests.street(), 'no') $$, 'PT409', 'cannot_cancel', 'a trip under way is ended, not cancelled');
select tests.act_as('driver2');
select throws_ok($$ select public.street_fare(tests.street()) $$, 'PT404', 'booking_not_found', 'another driver reads no meter');
select throws_ok($$ select public.reach_drop(tests.street()) $$, 'PT404', 'booking_not_found', 'another driver does not end it');
select tests.act_as('admin');
select throws_ok($$ select public.change_route(tests.street(), gen_random_uuid()) $$, 'PT409', 'route_fixed', 'nobody gives it another route');

-- Ending
select tests.as_owner(), tests.drive_to(47.1655, 9.5103, 60);
select tests.act_as('driver');
select is(public.reach_drop(tests.street()) ->> 'status', 'PENDING', 'it ends without a code');
select ok((select drop_lat = 47.1655 and drop_lng = 9.5103 and drop_address = '47.16550, 9.51030' and distance between 2.6 and 3.2 from public.bookings where id = tests.street()), 'the drop is where it ended');
select is((select flags from public.booking_finances where booking_id = tests.street()), '{route_unchecked}', 'its way was not compared with the roads yet');
select ok((public.explain_fare(tests.street())).replays, 'the fare can be computed again');
select ok(not (public.explain_fare(tests.street())).quote is null, 'its driver sees it in full');
select throws_ok($$ select public.start_street_trip(47.1655, 9.5103) $$, 'PT409', 'unpaid_booking', 'the next one waits for the payment');
select is((select actions from public.trip_options(tests.street())), '{confirm_cash}', 'the driver confirms the cash');
select throws_ok($$ select public.pay_with_wallet(tests.street()) $$, 'PT404', 'booking_not_found', 'the driver''s wallet does not pay it');
select throws_ok($$ select public.tip_driver(tests.street(), 5) $$, 'PT404', 'booking_not_found', 'the driver does not tip it');

-- Card by a link, and back to cash
select isnt(public.ask_street_card(tests.street()), null, 'the passenger may pay by card');
select is(public.ask_street_card(tests.street()), public.ask_street_card(tests.street()), 'the link stays the same');
select is((select payment_mode from public.bookings where id = tests.street()), 'card', 'it is paid by card now');
create temporary table link on commit drop as select public.ask_street_card(tests.street()) as token;
grant select on link to public;
select tests.as_visitor();
select ok((select amount > 0 and status = 'PENDING' and lines <> '[]' and reference is not null from public.street_bill((select token from link))), 'whoever has the link sees the bill');
select ok((select to_jsonb(s)::text !~ '47\.1411|9\.5201|47\.1655|9\.5103|Post' from public.street_bill((select token from link)) s), 'without any place');
select throws_ok($$ select public.street_bill(repeat('0', 32)) $$, 'PT404', 'booking_not_found', 'a guessed link shows nothing');
select throws_ok($$ select public.street_bill(null) $$, 'PT404', 'booking_not_found', 'no link shows nothing');
select tests.act_as('driver2');
select throws_ok($$ select public.ask_street_card(tests.street()) $$, 'PT404', 'booking_not_found', 'another driver gets no link');
select tests.act_as('driver');
select is((select row(status, payment_mode, cash_payment_amount = trip_cost)::text from public.confirm_cash(tests.street())), '(PAID,cash,t)', 'the driver switches to cash');

-- Money
select tests.as_owner();
select results_eq(format($$ select a.kind, e.amount from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
    where t.booking_id = %L and t.kind = 'settlement' order by e.id $$, tests.street()),
  format($$ select 'wallet'::text, f.driver_share from public.booking_finances f where f.booking_id = %1$L union all
    select 'wallet', -b.trip_cost from public.bookings b where b.id = %1$L union all select 'revenue.convenience', f.convenience_fees from public.booking_finances f where f.booking_id = %1$L $$, tests.street()),
  'the settlement has the driver''s and the operator''s entries, and none of a rider');
select is((select rides from app.earnings_entries where booking_id = tests.street()), 1, 'it counts in the reports');
select app.issue_receipts();
select ok(exists (select 1 from public.receipts where booking_id = tests.street() and customer_id is null), 'it has a receipt');
select tests.act_as('driver');
select throws_ok($$ select public.send_street_receipt(tests.street(), 'none') $$, 'PT422', 'mobile_no_blank_error', 'a text needs a number');
select lives_ok($$ select public.send_street_receipt(tests.street(), '+423 555 01 01') $$, 'the receipt is sent by text');
select throws_ok($$ select public.rate_booking(tests.street(), 5) $$, 'PT404', 'booking_not_found', 'there is nobody to rate');
select tests.as_owner();
select is((select payload ->> 'msg' from app.outbox where kind = 'sms' order by id desc limit 1), 'street_receipt.text', 'in words of its own');
select tests.act_as('driver');
select public.send_street_receipt(tests.street(), '+423 555 01 01'), public.send_street_receipt(tests.street(), '+423 555 01 01');
select throws_ok($$ select public.send_street_receipt(tests.street(), '+423 555 01 01') $$, 'PT429', 'too_many_requests', 'three texts are enough');
select tests.act_as('admin');
select throws_ok($$ select public.refund_booking(tests.street(), 1, 'kind') $$, 'PT404', 'person_not_found', 'nobody has a wallet to refund to');

-- The way
select tests.as_service();
create temporary table taken on commit drop as select * from public.take_street_checks();
select ok((select booking_id = tests.street() and jsonb_array_length(points) between 2 and 25 from taken), 'a way is due to be compared when its trip has ended');
select is_empty('select public.take_street_checks()', 'who took it has it for a minute');
select tests.as_owner(), tests.turn('61 seconds');
select results_eq('select booking_id from public.take_street_checks()', array[tests.street()], 'what was not compared is due again');
select tests.turn('61 seconds');
select is_empty('select public.take_street_checks()', 'later each time');
do $$ begin for n in 1 .. 13 loop perform tests.turn('12 hours 1 minute'), public.take_street_checks(); end loop; end $$;
select is((select status || ' ' || attempts from app.street_checks where booking_id = tests.street()), 'dead 14', 'after almost three days no more');
update app.street_checks set status = 'queued', attempts = 3;
select tests.as_service();
select lives_ok($$ select public.check_street_trip(tests.street(), (select distance / 1.05 from public.bookings where id = tests.street()), 'Vaduz, Post', 'Schaan, Bahnhof') $$, 'the roads say how far it is');
select is((select flags from public.booking_finances where booking_id = tests.street()), '{}', 'a way that is 1.05 times as long is no detour');
select tests.as_owner();
select is_empty('select * from app.street_checks', 'what was compared is done');
select tests.as_service();
select is((select pickup_address || ' ' || drop_address from public.bookings where id = tests.street()), 'Vaduz, Post Schaan, Bahnhof', 'its ends have names');
select public.check_street_trip(tests.street(), (select distance / 1.2 from public.bookings where id = tests.street()));
select is((select flags from public.booking_finances where booking_id = tests.street()), '{long_way}', 'one that is 1.2 times as long is flagged');
select throws_ok($$ select public.check_street_trip(tests.booking(), 'NaN') $$, 'PT422', 'no_route_found', 'what is no distance is refused');
select tests.act_as('driver');
select throws_ok($$ select public.check_street_trip(tests.street(), 3) $$, '42501', null, 'a driver does not judge the own way');
select throws_ok($$ select public.take_street_checks() $$, '42501', null, 'a driver reads no list of ways');

-- Silence
select tests.as_owner(), tests.turn('1 hour'), tests.go_online(), tests.hail(), tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.street()));
select ok((select distance between 2.7 and 2.9 from public.bookings where id = tests.street()), 'a silent meter counts the straight line');
select ok((select flags @> '{trail_gap}' from public.booking_finances where booking_id = tests.street()), 'a silence is flagged');
select ok(exists (select 1 from app.attention() a where a.booking_id = tests.street()) = false, 'a trip that just ended needs no desk');

-- Card, by whoever has the link
select tests.turn('1 minute');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.street())), tests.turn('1 hour'), tests.go_online(), tests.hail(), tests.turn('6 minutes'),
  tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.street())), tests.let('driver', format('select public.ask_street_card(%L)', tests.street()));
create function tests.pay_token() returns text language sql volatile security definer as $$ select l.token from app.street_pay_links l where l.booking_id = tests.street() $$;
create temporary table paid on commit drop as select tests.pay_token() as token, null::uuid as id;
grant select, update on paid to public;
select tests.as_service();
select throws_ok($$ select public.start_street_checkout(repeat('1', 32), 'stripe', repeat('a', 64)) $$, 'PT404', 'booking_not_found', 'a guessed link begins no payment');
select throws_ok($$ select public.start_street_checkout((select token from paid), 'stripe', 'a') $$, 'PT422', 'no_details_error', 'a checkout needs the hash of its link');
select throws_ok($$ select public.street_payment_view((select token from paid)) $$, 'PT404', 'payment_not_found', 'before a checkout there is no payment');
update paid set id = (public.start_street_checkout(token, 'stripe', repeat('a', 64), '00000000-0000-4000-8000-00000000000b') ->> 'id')::uuid;
select is((public.start_street_checkout(token, 'stripe', repeat('b', 64), '00000000-0000-4000-8000-00000000000b') ->> 'id')::uuid, id, 'a repeat is the same payment') from paid;
select is((public.street_payment_view(token) ->> 'amount')::numeric, (select payable_amount from public.bookings where id = tests.street()), 'it asks for what is open') from paid;
select throws_ok($$ select public.create_payment('tip', 'stripe', null, tests.street(), 5) $$, 'PT404', 'booking_not_found', 'a passenger without account tips nobody by card');
select is(tests.hear((select id from paid), 'paid'), 'paid', 'the provider says that it is paid');
select is((select row(status, payment_mode, cash_payment_amount, card_payment_amount = trip_cost)::text from public.bookings where id = tests.street()), '(PAID,card,0,t)', 'the street trip is paid by card');
select is((public.street_payment_view(token) ->> 'status'), 'paid', 'the page of the link says so') from paid;
select tests.as_owner();
select is(app.ledger_balance('held:' || tests.street()), 0::numeric, 'nothing stays held');
select is((select sum(e.amount) from public.ledger_entries e join public.ledger_transactions t on t.id = e.transaction_id join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = tests.street() and a.kind = 'wallet'), (select f.driver_share from public.booking_finances f where f.booking_id = tests.street()), 'the driver has the share');
select tests.turn('1 hour'), tests.go_online(), tests.hail(), tests.turn('6 minutes'), tests.let('driver', 'select public.report_position(47.1655, 9.5103)'), tests.let('driver', format('select public.reach_drop(%L)', tests.street())),
  tests.let('driver', format('select public.ask_street_card(%L)', tests.street()));
update paid set token = tests.pay_token();
update paid set id = (public.start_street_checkout(token, 'stripe', repeat('c', 64)) ->> 'id')::uuid;
select tests.let('driver', format('select public.confirm_cash(%L)', tests.street()));
select is(tests.hear((select id from paid), 'paid'), 'late', 'a card that is charged after the cash was taken is late');
select ok((select status = 'due' and customer_id is null and payment_id = (select id from paid) from public.refunds order by created_at desc, id desc limit 1), 'it goes back to the card');

-- The state machine
select throws_ok(format($$ select app.set_actor('driver', %L); insert into public.bookings select (jsonb_populate_record(b, jsonb_build_object('id', app.uuid_v7(), 'reference', 'QQQQQQ', 'client_key', gen_random_uuid(), 'status', 'NEW', 'started_at', null, 'reached_at', null))).* from public.bookings b where b.id = tests.street() $$, tests.id('driver')),
  null, null, 'a street trip begins under way and in no other status');
select * from finish();
