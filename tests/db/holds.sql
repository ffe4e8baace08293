-- Rides by card: reserved up to a ceiling before, captured after.
select no_plan();
select tests.set('card_hold_percent', '20');
create function tests.book_card(rider text default 'rider', trip_at timestamptz default null) returns uuid language plpgsql security definer as $$
begin
  perform tests.let(rider, format('select public.create_booking(%L, ''card'', %L)', tests.quote(rider), trip_at));
  return tests.booking();
end $$;
-- A ride by card, driven up to a status by driver@.
create function tests.card_ride(until text) returns uuid language plpgsql security definer as $$
declare
  v_id uuid;
  v_step record;
begin
  perform tests.go_online();
  v_id := tests.book_card();
  perform tests.drive(v_id, until);
  return v_id;
end $$;
create function tests.drive(id uuid, until text) returns void language plpgsql security definer as $$
declare v_step record;
begin
  for v_step in select * from (values ('NEW', 'accept_booking(%L)'), ('ACCEPTED', 'arrive_at_pickup(%L)'), ('ARRIVED', 'start_trip(%L, %L)'), ('STARTED', 'reach_drop(%L)')) s (at, call) loop
    exit when tests.status(id) = until;
    continue when tests.status(id) <> v_step.at;
    perform tests.let('driver', format('select public.' || v_step.call, id, tests.code(id)));
  end loop;
end $$;
-- Reserves the card of a ride; answers the payment.
create function tests.hold(id uuid default tests.booking()) returns uuid language plpgsql security definer as $$
declare v_id uuid := tests.begin_payment('booking', null, 'rider', hold.id, true);
begin
  perform tests.hear(v_id, 'authorized', null, jsonb_build_object('charge', 'pi_' || v_id));
  return v_id;
end $$;
create function tests.cost() returns numeric language sql volatile security definer as $$ select trip_cost from public.bookings where id = tests.booking() $$;
create function tests.jobs(id uuid) returns text language sql volatile security definer as $$
  select string_agg(j.kind || ' ' || j.status || coalesce(' ' || j.amount, ''), ', ' order by j.id) from app.payment_jobs j where j.payment_id = jobs.id and j.kind <> 'ask'
$$;
create function tests.told(key text) returns bigint language sql volatile security definer as $$
  select count(*) from public.notices n where n.key = told.key and n.booking_id = tests.booking()
$$;

-- Told beforehand, and reserved
select tests.go_online(), tests.fill_wallet('rider', 0);
select tests.book_card();
select is(tests.status(), 'NEW', 'a ride by card is searched for at once');
select is(hold.ceiling, round(tests.cost() * 1.2, 2), 'the ceiling of a hold is told beforehand')
from (select set_config('request.jwt.claims', tests.claims('rider'), true)) c, lateral public.booking_hold(tests.booking()) hold;
select set_config('request.jwt.claims', '', true);
select throws_ok($$ select tests.begin_payment('booking', null, 'rider', tests.booking(), false) $$, 'PT409', 'wrong_status', 'a provider without holds is paid after the ride');
select throws_ok($$ select tests.begin_payment('booking', null, 'rider2', tests.booking(), true) $$, 'PT404', 'booking_not_found', 'nobody reserves for the ride of another rider');
create temp table one as select tests.begin_payment('booking', 0.01, 'rider', tests.booking(), true) as id, tests.begin_payment('booking', null, 'rider', tests.booking(), true) as second;
select results_eq($$ select p.amount, p.is_hold from public.payments p, one o where p.id = o.id $$, $$ select round(tests.cost() * 1.2, 2), true $$, 'a hold is of the ceiling, whatever amount the customer names');
select is(tests.hear(id, 'authorized', 1), 'amount_mismatch', 'a hold of another amount does not stand') from one;
select is(tests.hear(id, 'authorized', null, '{"currency": "USD"}'), 'currency_mismatch', 'a hold in another currency does not stand') from one;
select is(tests.hear(id, 'authorized', null, '{"charge": "pi_1"}'), 'authorized', 'a hold stands') from one;
select is(tests.hear(id, 'authorized', null, '{"charge": "pi_1"}'), 'repeated', 'a hold that is told twice stands once') from one;
select is((select count(*) from public.ledger_transactions where booking_id = tests.booking()), 0::bigint, 'a hold is no entry of the ledger');
select results_eq($$ select status, authorized_amount, captured_amount from public.payments p, one o where p.id = o.id $$, $$ select 'authorized', round(tests.cost() * 1.2, 2), 0::numeric $$, 'the payment says what is reserved');
select is(tests.status(), 'NEW', 'the ride goes on as before');
select throws_ok($$ select tests.begin_payment('booking', null, 'rider', tests.booking(), true) $$, 'PT409', 'hold_exists', 'a ride is reserved for once');
select is(tests.hear(second, 'authorized', null, '{"charge": "pi_2"}'), 'authorized', 'a second hold that was under way') from one;
select is(tests.jobs(second), 'void queued', 'is released') from one;
select is(tests.hear(second, 'voided'), 'voided', 'a provider says that it released it') from one;
select is(tests.paid(second, 'status') || ' ' || tests.jobs(second), 'voided void done', 'then nothing is left to do') from one;
select is(tests.hear(id, 'failed'), 'failed', 'an attempt that failed before') from one;
select is(tests.paid(id, 'status'), 'authorized', 'does not undo the hold') from one;

-- Captured after the ride
select tests.drive(tests.booking(), 'PENDING');
select is(tests.status(), 'PENDING', 'the ride ends');
select is(tests.told('payment_due'), 0::bigint, 'nobody is asked to pay while a hold is captured');
select throws_ok($$ select tests.begin_payment('booking', null, 'rider', tests.booking()) $$, 'PT409', 'payment_running', 'meanwhile nobody pays the same once more');
create temp table job as select * from tests.take_job('capture');
select results_eq('select payment_id, amount from job', $$ select id, tests.cost()::text from one $$, 'what is open is captured');
select is(tests.hear(id, 'paid', 999), 'amount_mismatch', 'a capture of another amount does not count') from one;
select is(tests.hear(id, 'paid', tests.cost(), '{"charge": "pi_1", "fee": 0.30}'), 'paid', 'the capture pays') from one;
select is(public.finish_payment_job(job_id, 'done'), 'done', 'the job is done') from job;
select is(tests.hear(id, 'paid', tests.cost(), '{"charge": "pi_1"}'), 'repeated', 'the capture is told twice') from one;
select is(tests.status(), 'PAID', 'the capture pays the ride');
select results_eq($$ select a.kind, sum(e.amount) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = tests.booking() and t.kind in ('card_payment', 'provider_fee') group by a.kind order by a.kind $$,
  $$ values ('clearing', 0.30 - tests.cost()), ('expense.provider_fees', -0.30), ('held', tests.cost()) $$, 'the capture goes from clearing to held');
select is(tests.jobs(id), 'capture done ' || tests.cost(), 'nothing of the hold is left to do') from one;

-- A ride that costs more than the ceiling
select tests.card_ride('STARTED');
create temp table two as select tests.hold() as id;
update public.payments set amount = 2, authorized_amount = 2 where id = (select id from two);
select tests.drive(tests.booking(), 'PENDING');
create temp table job2 as select * from tests.take_job('capture');
select is(amount, '2.00', 'no more than the hold is captured') from job2;
select tests.hear(id, 'paid', 2) from two;
select is(public.finish_payment_job(job_id, 'done'), 'done', 'the small hold is captured') from job2;
select results_eq($$ select status::text, payable_amount, card_payment_amount from public.bookings where id = tests.booking() $$, $$ select 'PENDING', tests.cost() - 2, 2::numeric $$, 'what is above the ceiling stays open');
select is(tests.told('payment_due'), 1::bigint, 'the rider is told of the rest');
select is(tests.hear(tests.begin_payment('booking', null, 'rider', tests.booking()), 'paid'), 'paid', 'the rest is paid by another payment');
select is(tests.status(), 'PAID', 'then the ride is paid');

-- A wallet that pays meanwhile
select tests.card_ride('STARTED');
create temp table three as select tests.hold() as id;
select tests.drive(tests.booking(), 'PENDING');
select tests.fill_wallet('rider', 3), tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
create temp table job3 as select * from tests.take_job('capture');
select is(amount, (tests.cost() - 3)::text, 'what the wallet has paid is not captured') from job3;
select tests.fill_wallet('rider', 100), tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select is(tests.status(), 'PAID', 'the wallet pays the rest while the capture is under way');
select is(tests.jobs(id), 'capture queued ' || (tests.cost() - 3), 'the capture that a worker has taken is waited for') from three;
create temp table had as select tests.wallet_of('rider') as amount;
select is(tests.hear(id, 'paid', tests.cost() - 3), 'late', 'what it took comes too late') from three;
select is(tests.wallet_of('rider'), amount + tests.cost() - 3, 'a capture that came too late goes back to the rider') from had;
select public.finish_payment_job(job_id, 'done') from job3;
select tests.card_ride('STARTED');
create temp table four as select tests.hold() as id;
select tests.drive(tests.booking(), 'PENDING'), tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select is(tests.status() || ' ' || tests.jobs(id), 'PAID void queued', 'a hold of a ride that the wallet paid is released') from four;

-- A hold that comes late, is lost, or is captured without being asked
select tests.card_ride('STARTED');
create temp table five as select tests.begin_payment('booking', null, 'rider', tests.booking(), true) as id;
select tests.drive(tests.booking(), 'PENDING');
select is(tests.told('payment_due'), 1::bigint, 'without a hold the rider is asked to pay');
select is(tests.hear(id, 'authorized'), 'authorized', 'a hold that stands after the ride') from five;
select is(tests.jobs(id), 'capture queued', 'is captured at once') from five;
create temp table job5 as select * from tests.take_job('capture');
select is(public.finish_payment_job(job_id, 'failed', 'card expired'), 'done', 'a provider refuses to capture') from job5;
select is(tests.paid(id, 'status') || ' ' || tests.status(), 'failed PENDING', 'the hold is lost, the ride still open') from five;
select is(tests.told('payment_due'), 2::bigint, 'once a hold is lost the rider is asked to pay');
select tests.hear(tests.begin_payment('booking', null, 'rider', tests.booking()), 'paid');
select tests.card_ride('STARTED');
create temp table six as select tests.hold() as id;
select is(tests.hear(id, 'paid'), 'late', 'a hold that was captured during the ride, without being asked') from six;
select is(tests.status(), 'STARTED', 'pays nothing');
select isnt_empty($$ select 1 from public.ledger_transactions t, six s where t.idempotency_key = 'late_payment:' || s.id $$, 'the money goes back');
select tests.drive(tests.booking(), 'PENDING'), tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));

-- Capture that ended without effect is asked for, and tried again
select tests.card_ride('STARTED');
create temp table seven as select tests.hold() as id;
select tests.drive(tests.booking(), 'PENDING');
create temp table job7 as select * from tests.take_job('capture');
select is(public.finish_payment_job(job_id, 'done'), 'queued', 'a capture that changed nothing is not done') from job7;
select is((select count(*) from app.payment_jobs j where j.payment_id = s.id and j.kind = 'ask' and j.status = 'queued'), 1::bigint, 'the provider is asked what became of it') from seven s;
select is(tests.hear(id, 'failed'), 'failed', 'the provider says that the capture failed') from seven;
select is(tests.paid(id, 'status'), 'failed', 'then the hold is lost') from seven;
select tests.hear(tests.begin_payment('booking', null, 'rider', tests.booking()), 'paid');

-- Cancelled
select tests.card_ride('NEW');
create temp table eight as select tests.hold() as id;
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.jobs(id), 'void queued', 'a ride that is cancelled for nothing releases its hold') from eight;
create temp table job8 as select * from tests.take_job('void');
select is(public.finish_payment_job(job_id, 'done'), 'done', 'the provider releases it') from job8 j, eight e where j.payment_id = e.id;
select is(tests.paid(id, 'status'), 'voided', 'a released payment says so') from eight;
select is(tests.hear(id, 'authorized'), 'repeated', 'what is told of it before comes too late') from eight;
select tests.card_ride('NEW');
create temp table kept as select tests.hold() as id;
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
create temp table kept_job as select * from tests.take_job('void');
grant select on kept, kept_job to public;
select is(public.finish_payment_job(job_id, 'failed', 'no such hold'), 'dead', 'a hold that the provider does not release is for the desk') from kept_job;
select tests.act_as('admin');
select results_eq('select kind, amount is not null, choices from public.stuck_payments()', $$ values ('void', true, array['retry', 'settle']) $$, 'a release is asked for again or settled there');
select throws_ok(format('select public.close_stuck_payment(%s, ''wallet'', ''x'')', job_id), 'PT409', 'decision_not_possible', 'a hold gives nobody money') from kept_job;
select is(public.close_stuck_payment(job_id, 'settle', 'Released at their desk'), true, 'the office settles it') from kept_job;
select tests.as_owner();
select is(tests.paid(id, 'status'), 'voided', 'then the hold is released') from kept;
select tests.card_ride('ACCEPTED'), tests.fill_wallet('rider', 0);
create temp table nine as select tests.hold() as id;
select app.set_actor('rider', tests.id('rider'));
select tests.cancel('rider', 3);
select is(tests.jobs(id), 'capture queued 3', 'of a ride cancelled for a fee the fee is captured') from nine;
select is(tests.wallet_of('rider'), -3::numeric, 'until then the wallet owes it');
create temp table job9 as select * from tests.take_job('capture');
select is(amount, '3.00', 'no more than the fee') from job9;
select is(tests.hear(id, 'paid', 3, '{"charge": "pi_9"}'), 'paid', 'the fee is paid') from nine;
select is(public.finish_payment_job(job_id, 'done'), 'done', 'the fee''s job is done') from job9;
select is(tests.wallet_of('rider'), 0::numeric, 'the wallet is at zero again');
select is(tests.booked('held:' || tests.booking()), 0::numeric, 'nothing is held for a cancelled ride');
select is_empty($$ select 1 from app.card_credits c, nine n where c.payment_id = n.id $$, 'a fee is no card money in the wallet');
select results_eq($$ select status::text, cancellation_fee from public.bookings where id = tests.booking() $$, $$ values ('CANCELLED', 3::numeric) $$, 'the booking stays cancelled');
update app.payment_jobs set status = 'dead', done_at = app.now() where id = (select job_id from job9);
grant select on job9 to public;
select tests.act_as('admin');
select results_eq('select kind, choices from public.stuck_payments()', $$ values ('capture', array['settle']) $$, 'a capture that was given up is lost: it can only be noted');
select is(public.retry_payment(job_id), false, 'it is not asked for again') from job9;
select is(public.close_stuck_payment(job_id, 'settle', 'Paid in cash'), true, 'the office notes it') from job9;
select tests.as_owner();
select tests.card_ride('NEW');
create temp table ten as select tests.begin_payment('booking', null, 'rider', tests.booking(), true) as id;
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.hear(id, 'authorized'), 'authorized', 'a hold that stands after the cancelling') from ten;
select is(tests.jobs(id), 'void queued', 'is released at once') from ten;
select is(tests.hear(id, 'paid'), 'late', 'a hold of a cancelled ride that was captured in spite of that') from ten;

-- A later ride
select tests.book_card('rider', app.now() + interval '2 days');
select throws_ok($$ select tests.begin_payment('booking', null, 'rider', tests.booking(), true) $$, 'PT409', 'hold_too_early', 'a ride in two days is not reserved for yet');
select is(app.ask_for_holds(), 0, 'nobody is asked before the lead time');
select tests.turn('2 days'), tests.turn('-14 minutes');
select is(app.ask_for_holds(), 1, 'at the lead time the rider is asked to reserve the fare');
select is(app.ask_for_holds(), 0, 'once');
select results_eq($$ select n.params ->> 'amount', n.screen from public.notices n where n.key = 'hold_due' and n.booking_id = tests.booking() $$, $$ select round(tests.cost() * 1.2, 2)::text, 'BookedCab' $$, 'with the amount');
select lives_ok($$ select tests.hold() $$, 'then the card is reserved');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- What is no ride by card
select tests.go_online(), tests.book();
select throws_ok($$ select tests.begin_payment('booking', null, 'rider', tests.booking(), true) $$, 'PT409', 'wrong_status', 'a ride for cash is not reserved for');
select throws_ok($$ update public.payments set is_hold = true where purpose = 'topup' $$, '23514', null, 'no top-up is a hold') where exists (select 1 from public.payments where purpose = 'topup');

-- Who sees it
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.card_ride('ACCEPTED');
select tests.hold();
select tests.act_as('rider');
select is((public.booking_hold(tests.booking())).status, 'authorized', 'the rider sees how the hold stands');
select tests.act_as('driver');
select throws_ok($$ select public.booking_hold(tests.booking()) $$, 'PT404', 'booking_not_found', 'the driver does not');
select tests.act_as('rider2');
select throws_ok($$ select public.booking_hold(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider does not see the hold');
select tests.act_as('admin');
select is((public.booking_hold(tests.booking())).status, 'authorized', 'the desk sees how the hold stands');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger adds up after holds');
select * from finish();
