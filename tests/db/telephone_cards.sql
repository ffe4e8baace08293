-- Telephone orders where no cash is taken: who has no app pays by the code that the driver shows.
select no_plan();
select tests.set('app_category', 'both'), tests.set('cash_payments', 'false'), tests.set('negative_balance', 'true'), tests.set('otp_secure', 'false');
delete from auth.sessions;
create function tests.desk_books(mode text default 'card', details jsonb default '{}', car text default 'Cab') returns uuid
language plpgsql security definer as $$
begin
  perform tests.turn('1 minute'), tests.go_online();
  perform tests.let('admin', format('select public.create_booking(%L, %L, details => %L)', tests.quote('rider', car), mode, details));
  return tests.booking();
end $$;
create function tests.drive() returns void language plpgsql security definer as $$
begin
  perform tests.let('driver', format('select public.accept_booking(%L)', tests.booking()));
  perform tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
  perform tests.let('driver', format('select public.start_trip(%L)', tests.booking()));
  perform tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
end $$;
create function tests.token() returns text language sql volatile security definer as $$
  select l.token from app.street_pay_links l where l.booking_id = tests.booking()
$$;

select is(tests.outcome('admin', format('select public.create_booking(%L, ''cash'')', tests.quote('rider'))), 'payment_mode_unavailable', 'the desk books no ride for cash where no cash is taken');
select tests.desk_books(details => '{"guest_name": "Gina", "guest_phone": "+4235558888"}');
select is(tests.outcome('driver', format('select public.ask_street_card(%L)', tests.booking())), 'booking_not_found', 'no driver gets the code of a ride that is not theirs');
select tests.drive();
select is(tests.status(), 'PENDING', 'a telephone order by card waits for its payment');
select tests.act_as('driver');
select is((select actions @> '{show_pay_code}' and not actions @> '{confirm_cash}' from public.trip_options(tests.booking())), true, 'the driver may show the code and confirms no cash');
select throws_ok($$ select public.confirm_cash(tests.booking()) $$, 'PT409', 'not_a_cash_booking', 'the driver cannot confirm cash for a telephone order by card');
select tests.act_as('rider');
select throws_ok($$ select public.ask_street_card(tests.booking()) $$, 'PT403', 'not_a_driver', 'a rider cannot get the code for paying');
select tests.act_as('driver2');
select throws_ok($$ select public.ask_street_card(tests.booking()) $$, 'PT404', 'booking_not_found', 'another driver cannot get the code of a telephone order');
select tests.act_as('driver');
select is(public.ask_street_card(tests.booking()), tests.token(), 'the driver gets the code of a telephone order');
select tests.as_visitor();
select ok((select amount > 0 and status = 'PENDING' and to_jsonb(s)::text !~ 'Gina|555|Rider|47\.1' from public.street_bill(tests.token()) s), 'a visitor with the code reads the bill, without names, numbers and places');

select tests.as_service();
select throws_ok(format($$ select public.create_payment('tip', 'stripe', null, %L, 5) $$, tests.booking()), 'PT404', 'booking_not_found', 'the code pays no tip');
create temporary table paid as select (public.start_street_checkout(tests.token(), 'stripe', repeat('a', 64)) ->> 'id')::uuid as id;
grant select on paid to public;
select ok((select v ->> 'pay_token' = tests.token() and v #>> '{customer,first_name}' = '' and v #>> '{customer,mobile}' is null from public.street_payment_view(tests.token()) v), 'who pays by the code is told nothing of the caller');
select is(tests.record_event((select id from paid), 'paid'), 'paid', 'the provider reports the payment of a telephone order');
select is((select row(status, payment_mode, cash_payment_amount, card_payment_amount = trip_cost)::text from public.bookings where id = tests.booking()), '(PAID,card,0,t)', 'a telephone order is paid by the code');
select tests.as_owner();
select is(app.ledger_balance('held:' || tests.booking()), 0::numeric, 'a telephone order that was paid by the code leaves no held money');
select is(app.issue_receipts(), 1, 'a telephone order that was paid by the code gets its receipt');
select is((select p.wallet_balance from public.profiles p where p.id = tests.id('rider')), 0::numeric, 'the payment of somebody else leaves the caller''s wallet as it is');
select tests.let('admin', format('select public.refund_booking(%L, 2, ''Too slow'')', tests.booking()));
select is((select row(r.amount, r.payment_id is not null)::text from public.refunds r where r.booking_id = tests.booking()), '(2.00,t)', 'money is returned to the card that paid, not to the caller''s wallet');

-- A wallet that is not full enough
select tests.fill_wallet('rider', 3), tests.desk_books('wallet'), tests.drive();
select is((select row(status, payment_mode)::text from public.bookings where id = tests.booking()), '(PENDING,wallet)', 'a wallet that is not full enough leaves a telephone order unpaid');
select tests.act_as('driver');
select is(length(public.ask_street_card(tests.booking())), 32, 'the driver gets a code for what the wallet does not pay');
select tests.as_service();
select tests.as_owner();
update paid set id = (public.start_street_checkout(tests.token(), 'stripe', repeat('b', 64)) ->> 'id')::uuid;
select is(tests.record_event((select id from paid), 'paid'), 'paid', 'the code pays what the wallet does not');
select is(tests.status(), 'PAID', 'a telephone order whose wallet was not full enough is paid');

-- Rides of others
select tests.turn('1 minute'), tests.go_online(), tests.let('rider', format('select public.create_booking(%L, ''card'')', tests.quote('rider'))), tests.drive();
select is(tests.outcome('driver', format('select public.ask_street_card(%L)', tests.booking())), 'booking_not_found', 'a ride that a rider booked has no code: only its rider pays');
select throws_ok(format($$ select public.create_payment('booking', 'stripe', null, %L) $$, tests.booking()), 'PT404', 'booking_not_found', 'nobody pays a rider''s ride without being that rider');
select * from finish();
