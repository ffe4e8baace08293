-- Payments through a provider that takes no smaller part than a step: the difference is rounding, on the receipt and in the books.
select no_plan();
create function tests.pay_in_steps(step text, customer text default 'rider') returns public.payments language plpgsql security definer as $$
declare
  v_payment public.payments;
  v_id uuid;
begin
  v_id := (public.create_payment('booking', 'stripe', tests.id(customer), tests.booking(), rule => jsonb_build_object('step', step)) ->> 'id')::uuid;
  select p.* into v_payment from public.payments p where p.id = v_id;
  perform public.record_payment_event('stripe', v_id::text, v_id, v_payment.amount, v_payment.currency, 'paid', charge_ref => 'ch_' || v_id);
  select p.* into v_payment from public.payments p where p.id = v_id;
  return v_payment;
end $$;
create function tests.books(name text) returns numeric language sql stable security definer as $$
  select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id where t.booking_id = tests.booking() and a.name = books.name
$$;
create function tests.by_card(until text) returns uuid language plpgsql security definer as $$
declare v_step record;
begin
  perform tests.turn('1 minute'), tests.go_online(), tests.let('rider', format('select public.create_booking(%L, %L)', tests.quote(), 'card'));
  for v_step in select * from (values (1, 'ACCEPTED', format('select public.accept_booking(%L)', tests.booking())), (2, 'ARRIVED', format('select public.arrive_at_pickup(%L)', tests.booking())),
    (3, 'STARTED', format('select public.start_trip(%L, %L)', tests.booking(), tests.code(tests.booking()))), (4, 'PENDING', format('select public.reach_drop(%L)', tests.booking()))) s (n, reached, statement) order by n
  loop
    exit when by_card.until = tests.status(tests.booking());
    perform tests.let('driver', v_step.statement);
  end loop;
  return tests.booking();
end $$;
update public.settings set code = 'KWD', "decimal" = 3, cash_unit = 0, refund_to = 'source' where id = 1;
update public.car_types set min_fare = 12.345, convenience_fees = 0, base_fare = 0, rate_per_hour = 0, rate_per_unit_distance = 0 where name = 'Cab';

-- At the end of a ride
select tests.by_card('PENDING');
select is((select b.payable_amount from public.bookings b where b.id = tests.booking()), 12.345, 'a ride costs an amount that the provider does not take');
select is((tests.pay_in_steps('0.010')).captured_amount, 12.350, 'the card pays the next amount that the provider takes');
select results_eq($$ select b.status::text, b.trip_cost, b.cash_rounding, b.customer_paid, b.card_payment_amount, b.payable_amount from public.bookings b where b.id = tests.booking() $$,
  $$ values ('PAID', 12.345, 0.005, 12.350, 12.350, 0::numeric) $$, 'the ride is PAID, and the difference is its rounding');
select results_eq($$ select tests.books('rounding'), tests.books('held:' || tests.booking()), tests.books('wallet:' || tests.id('rider')) $$, $$ values (0.005, 0::numeric, 0::numeric) $$,
  'the books have the difference as rounding, and nothing is left over');
select tests.as_owner(), app.issue_receipts();
select results_eq($$ select (r.content ->> 'total')::numeric, (r.content ->> 'rounding')::numeric, (r.content ->> 'due')::numeric from public.receipts r where r.booking_id = tests.booking() $$,
  $$ values (12.345, 0.005, 12.350) $$, 'the receipt has the difference as a line');

-- Refunds: the card gets what the provider can return, the wallet the rest
select tests.act_as('admin');
select lives_ok($$ select public.refund_booking(tests.booking(), 5.005, 'part') $$, 'an admin refunds an amount that the provider does not return');
select results_eq($$ select (r.payment_id is not null), r.amount from public.refunds r where r.booking_id = tests.booking() order by r.amount $$,
  $$ values (false, 0.005), (true, 5.000) $$, 'the card gets what the provider returns, and the wallet the rest');

-- A hold, and its capture
select tests.as_owner();
select tests.by_card('NEW');
create temp table hold as select (public.create_payment('booking', 'stripe', tests.id('rider'), tests.booking(), can_hold => true, rule => '{"step": "0.010"}') ->> 'id')::uuid as id;
select ok((select p.amount % 0.010 = 0 and p.amount >= 12.345 from public.payments p join hold using (id)), 'a hold is an amount that the provider takes');
select public.record_payment_event('stripe', 'hold', p.id, p.amount, p.currency, 'authorized', charge_ref => 'ch_hold') from public.payments p join hold using (id);
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking()));
select tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code(tests.booking()))), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select is((select j.amount from public.take_payment_jobs() j where j.kind = 'capture'), '12.350', 'the capture is an amount that the provider takes');
select public.record_payment_event('stripe', 'captured', p.id, 12.350, p.currency, 'paid', charge_ref => 'ch_hold') from public.payments p join hold using (id);
select results_eq($$ select b.status::text, b.cash_rounding, b.customer_paid from public.bookings b where b.id = tests.booking() $$, $$ values ('PAID', 0.005, 12.350) $$, 'the captured ride is PAID, and the difference is its rounding');
