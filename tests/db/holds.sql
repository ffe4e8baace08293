-- Rides by card: an amount up to a ceiling is held before the ride and captured after it.
select no_plan();
select tests.set('card_hold_percent', '20');
create function tests.book_card(rider text default 'rider', trip_at timestamptz default null) returns uuid language plpgsql security definer as $$
begin
  perform tests.let(rider, format('select public.create_booking(%L, ''card'', %L)', tests.quote(rider), trip_at));
  return tests.booking();
end $$;
-- A ride by card that driver@ drives up to a status.
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
-- Holds the ride's amount on the card and returns the payment.
create function tests.hold(id uuid default tests.booking()) returns uuid language plpgsql security definer as $$
declare v_id uuid := tests.begin_payment('booking', null, 'rider', hold.id, true);
begin
  perform tests.record_event(v_id, 'authorized', null, jsonb_build_object('charge', 'pi_' || v_id));
  return v_id;
end $$;
create function tests.cost() returns numeric language sql volatile security definer as $$ select trip_cost from public.bookings where id = tests.booking() $$;
create function tests.jobs(id uuid) returns text language sql volatile security definer as $$
  select string_agg(j.kind || ' ' || j.status || coalesce(' ' || j.amount, ''), ', ' order by j.id) from app.payment_jobs j where j.payment_id = jobs.id and j.kind <> 'ask'
$$;
create function tests.count_notices(key text) returns bigint language sql volatile security definer as $$
  select count(*) from public.notices n where n.key = count_notices.key and n.booking_id = tests.booking()
$$;

-- Announced and held
select tests.go_online(), tests.fill_wallet('rider', 0);
select tests.book_card();
select is(tests.status(), 'NEW', 'a ride by card is searched for a driver at once');
select is(hold.ceiling, round(tests.cost() * 1.2, 2), 'booking_hold shows the ceiling before the card is held')
from (select set_config('request.jwt.claims', tests.claims('rider'), true)) c, lateral public.booking_hold(tests.booking()) hold;
select set_config('request.jwt.claims', '', true);
select throws_ok($$ select tests.begin_payment('booking', null, 'rider', tests.booking(), false) $$, 'PT409', 'wrong_status', 'without hold support a card payment before the end of the ride is refused');
select throws_ok($$ select tests.begin_payment('booking', null, 'rider2', tests.booking(), true) $$, 'PT404', 'booking_not_found', 'a rider cannot hold an amount for another rider''s ride');
create temp table one as select tests.begin_payment('booking', 0.01, 'rider', tests.booking(), true) as id, tests.begin_payment('booking', null, 'rider', tests.booking(), true) as second;
select results_eq($$ select p.amount, p.is_hold from public.payments p, one o where p.id = o.id $$, $$ select round(tests.cost() * 1.2, 2), true $$, 'a hold is for the ceiling, whatever amount the customer names');
select is(tests.record_event(id, 'authorized', 1), 'amount_mismatch', 'a hold of another amount is refused') from one;
select is(tests.record_event(id, 'authorized', null, '{"currency": "USD"}'), 'currency_mismatch', 'a hold in another currency is refused') from one;
select is(tests.record_event(id, 'authorized', null, '{"charge": "pi_1"}'), 'authorized', 'an authorized event sets the hold') from one;
select is(tests.record_event(id, 'authorized', null, '{"charge": "pi_1"}'), 'repeated', 'a repeated authorized event answers repeated') from one;
select is((select count(*) from public.ledger_transactions where booking_id = tests.booking()), 0::bigint, 'a hold posts nothing to the ledger');
select results_eq($$ select status, authorized_amount, captured_amount from public.payments p, one o where p.id = o.id $$, $$ select 'authorized', round(tests.cost() * 1.2, 2), 0::numeric $$, 'the payment stores the held amount');
select is(tests.status(), 'NEW', 'a hold does not change the ride''s status');
select throws_ok($$ select tests.begin_payment('booking', null, 'rider', tests.booking(), true) $$, 'PT409', 'hold_exists', 'a second hold for the same ride cannot be created');
select is(tests.record_event(second, 'authorized', null, '{"charge": "pi_2"}'), 'authorized', 'a second hold that was already under way is authorized') from one;
select is(tests.jobs(second), 'void queued', 'a second hold is queued for release') from one;
select is(tests.record_event(second, 'voided'), 'voided', 'the provider''s voided event is recorded') from one;
select is(tests.paid(second, 'status') || ' ' || tests.jobs(second), 'voided void done',
  'a voided hold has no job left') from one;
select is(tests.record_event(id, 'failed'), 'failed', 'a failed event after the hold is recorded') from one;
select is(tests.paid(id, 'status'), 'authorized', 'a failed event does not undo the hold') from one;

-- Captured after the ride
select tests.drive(tests.booking(), 'PENDING');
select is(tests.status(), 'PENDING', 'a ride with a hold ends in PENDING');
select is(tests.count_notices('payment_due'), 0::bigint, 'the rider is not asked to pay while a hold is captured');
select throws_ok($$ select tests.begin_payment('booking', null, 'rider', tests.booking()) $$, 'PT409', 'payment_running', 'a second payment during the capture is refused');
create temp table job as select * from tests.take_job('capture');
select results_eq('select payment_id, amount from job', $$ select id, tests.cost()::text from one $$, 'the capture job is for the open amount of the ride');
select is(tests.record_event(id, 'paid', 999), 'amount_mismatch', 'a capture of another amount is refused') from one;
select is(tests.record_event(id, 'paid', tests.cost(), '{"charge": "pi_1", "fee": 0.30}'), 'paid',
  'a capture of the open amount pays') from one;
select is(public.finish_payment_job(job_id, 'done'), 'done', 'the capture job is done after the capture') from job;
select is(tests.record_event(id, 'paid', tests.cost(), '{"charge": "pi_1"}'), 'repeated',
  'a repeated capture event answers repeated') from one;
select is(tests.status(), 'PAID', 'the capture sets the ride to PAID');
select results_eq($$ select a.kind, sum(e.amount) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = tests.booking() and t.kind in ('card_payment', 'provider_fee') group by a.kind order by a.kind $$,
  $$ values ('clearing', 0.30 - tests.cost()), ('expense.provider_fees', -0.30), ('held', tests.cost()) $$, 'the capture posts from clearing to held, and the provider''s fee');
select is(tests.jobs(id), 'capture done ' || tests.cost(), 'no job of the hold is left after the capture') from one;

-- A ride that costs more than the hold
select tests.card_ride('STARTED');
create temp table two as select tests.hold() as id;
update public.payments set amount = 2, authorized_amount = 2 where id = (select id from two);
select tests.drive(tests.booking(), 'PENDING');
create temp table job2 as select * from tests.take_job('capture');
select is(amount, '2.00', 'a capture is at most the held amount') from job2;
select tests.record_event(id, 'paid', 2) from two;
select is(public.finish_payment_job(job_id, 'done'), 'done', 'the capture of a hold below the price is done') from job2;
select results_eq($$ select status::text, payable_amount, card_payment_amount from public.bookings where id = tests.booking() $$, $$ select 'PENDING', tests.cost() - 2, 2::numeric $$, 'the amount above the hold stays open');
select is(tests.count_notices('payment_due'), 1::bigint, 'the rider is asked to pay the amount above the hold');
select is(tests.record_event(tests.begin_payment('booking', null, 'rider', tests.booking()), 'paid'), 'paid', 'another payment pays the amount above the hold');
select is(tests.status(), 'PAID', 'a ride paid by hold and payment is PAID');

-- The wallet pays meanwhile
select tests.card_ride('STARTED');
create temp table three as select tests.hold() as id;
select tests.drive(tests.booking(), 'PENDING');
select tests.fill_wallet('rider', 3), tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
create temp table job3 as select * from tests.take_job('capture');
select is(amount, (tests.cost() - 3)::text, 'an amount paid by wallet is not captured') from job3;
select tests.fill_wallet('rider', 100), tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select is(tests.status(), 'PAID', 'the wallet can pay the rest during the capture');
select is(tests.jobs(id), 'capture queued ' || (tests.cost() - 3), 'a capture that a worker has taken is not cancelled') from three;
create temp table had as select tests.wallet_of('rider') as amount;
select is(tests.record_event(id, 'paid', tests.cost() - 3), 'late', 'a capture after the wallet paid is late') from three;
select is(tests.wallet_of('rider'), amount + tests.cost() - 3, 'a late capture is credited to the rider''s wallet') from had;
select public.finish_payment_job(job_id, 'done') from job3;
select tests.card_ride('STARTED');
create temp table four as select tests.hold() as id;
select tests.drive(tests.booking(), 'PENDING'), tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
select is(tests.status() || ' ' || tests.jobs(id), 'PAID void queued', 'the hold of a ride paid by wallet is queued for release') from four;

-- A hold that is late, lost, or captured without a request
select tests.card_ride('STARTED');
create temp table five as select tests.begin_payment('booking', null, 'rider', tests.booking(), true) as id;
select tests.drive(tests.booking(), 'PENDING');
select is(tests.count_notices('payment_due'), 1::bigint, 'without a hold the rider is asked to pay at the end');
select is(tests.record_event(id, 'authorized'), 'authorized', 'a hold after the end of the ride is authorized') from five;
select is(tests.jobs(id), 'capture queued', 'a hold after the end of the ride is captured at once') from five;
create temp table job5 as select * from tests.take_job('capture');
select is(public.finish_payment_job(job_id, 'failed', 'card expired'), 'done',
  'a capture that the provider refuses ends its job') from job5;
select is(tests.paid(id, 'status') || ' ' || tests.status(), 'failed PENDING', 'a refused capture fails the hold and leaves the ride PENDING') from five;
select is(tests.count_notices('payment_due'), 2::bigint, 'the rider is asked to pay after the hold was lost');
select tests.record_event(tests.begin_payment('booking', null, 'rider', tests.booking()), 'paid');
select tests.card_ride('STARTED');
create temp table six as select tests.hold() as id;
select is(tests.record_event(id, 'paid'), 'late', 'a capture during the ride without a request is late') from six;
select is(tests.status(), 'STARTED', 'a capture during the ride does not change the ride''s status');
select isnt_empty($$ select 1 from public.ledger_transactions t, six s where t.idempotency_key = 'late_payment:' || s.id $$, 'a capture during the ride is returned as a late payment');
select tests.drive(tests.booking(), 'PENDING'), tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));

-- A capture without effect is checked with the provider and retried
select tests.card_ride('STARTED');
create temp table seven as select tests.hold() as id;
select tests.drive(tests.booking(), 'PENDING');
create temp table job7 as select * from tests.take_job('capture');
select is(public.finish_payment_job(job_id, 'done'), 'queued',
  'a capture job without a captured amount is queued again') from job7;
select is((select count(*) from app.payment_jobs j where j.payment_id = s.id and j.kind = 'ask' and j.status = 'queued'), 1::bigint, 'a capture job without a captured amount queues a query to the provider') from seven s;
select is(tests.record_event(id, 'failed'), 'failed', 'a failed event after the query is recorded') from seven;
select is(tests.paid(id, 'status'), 'failed', 'a failed event after the query fails the hold') from seven;
select tests.record_event(tests.begin_payment('booking', null, 'rider', tests.booking()), 'paid');

-- Cancelled rides
select tests.card_ride('NEW');
create temp table eight as select tests.hold() as id;
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.jobs(id), 'void queued', 'cancelling free of charge queues the hold for release') from eight;
create temp table job8 as select * from tests.take_job('void');
select is(public.finish_payment_job(job_id, 'done'), 'done', 'the release job is done') from job8 j, eight e where j.payment_id = e.id;
select is(tests.paid(id, 'status'), 'voided', 'a released hold has the status voided') from eight;
select is(tests.record_event(id, 'authorized'), 'repeated', 'an authorized event after the release answers repeated') from eight;
select tests.card_ride('NEW');
create temp table kept as select tests.hold() as id;
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
create temp table kept_job as select * from tests.take_job('void');
grant select on kept, kept_job to public;
select is(public.finish_payment_job(job_id, 'failed', 'no such hold'), 'dead', 'a release that the provider refuses is left to the desk') from kept_job;
select tests.act_as('admin');
select results_eq('select kind, amount is not null, choices from public.stuck_payments()', $$ values ('void', true, array['retry', 'settle']) $$, 'a stuck release can be retried or settled');
select throws_ok(format('select public.close_stuck_payment(%s, ''wallet'', ''x'')', job_id), 'PT409', 'decision_not_possible', 'a stuck release cannot be credited to the wallet') from kept_job;
select is(public.close_stuck_payment(job_id, 'settle', 'Released at their desk'), true,
  'an admin can settle a stuck release') from kept_job;
select tests.as_owner();
select is(tests.paid(id, 'status'), 'voided', 'a settled release sets the hold to voided') from kept;
select tests.card_ride('ACCEPTED'), tests.fill_wallet('rider', 0);
create temp table nine as select tests.hold() as id;
select app.set_actor('rider', tests.id('rider'));
select tests.cancel('rider', 3);
select is(tests.jobs(id), 'capture queued 3', 'cancelling for a fee captures the fee from the hold') from nine;
select is(tests.wallet_of('rider'), -3::numeric, 'the wallet is negative until the fee is captured');
create temp table job9 as select * from tests.take_job('capture');
select is(amount, '3.00', 'the capture of a cancelled ride is for the fee only') from job9;
select is(tests.record_event(id, 'paid', 3, '{"charge": "pi_9"}'), 'paid', 'the capture of the fee pays') from nine;
select is(public.finish_payment_job(job_id, 'done'), 'done', 'the capture job of the fee is done') from job9;
select is(tests.wallet_of('rider'), 0::numeric, 'the captured fee brings the wallet back to zero');
select is(tests.booked('held:' || tests.booking()), 0::numeric, 'no money stays held for a cancelled ride');
select is_empty($$ select 1 from app.card_credits c, nine n where c.payment_id = n.id $$, 'a captured fee is not marked as card money');
select results_eq($$ select status::text, cancellation_fee from public.bookings where id = tests.booking() $$, $$ values ('CANCELLED', 3::numeric) $$, 'the booking stays CANCELLED after the capture of the fee');
update app.payment_jobs set status = 'dead', done_at = app.now() where id = (select job_id from job9);
grant select on job9 to public;
select tests.act_as('admin');
select results_eq('select kind, choices from public.stuck_payments()', $$ values ('capture', array['settle']) $$, 'a stuck capture can only be settled');
select is(public.retry_payment(job_id), false, 'a stuck capture cannot be retried') from job9;
select is(public.close_stuck_payment(job_id, 'settle', 'Paid in cash'), true, 'an admin can settle a stuck capture') from job9;
select tests.as_owner();
select tests.card_ride('NEW');
create temp table ten as select tests.begin_payment('booking', null, 'rider', tests.booking(), true) as id;
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.record_event(id, 'authorized'), 'authorized', 'a hold after the cancellation is authorized') from ten;
select is(tests.jobs(id), 'void queued', 'a hold after the cancellation is released at once') from ten;
select is(tests.record_event(id, 'paid'), 'late', 'a captured hold of a cancelled ride is late') from ten;

-- A booking for later
select tests.book_card('rider', app.now() + interval '2 days');
select throws_ok($$ select tests.begin_payment('booking', null, 'rider', tests.booking(), true) $$, 'PT409', 'hold_too_early', 'a hold two days before the ride is refused');
select is(app.ask_for_holds(), 0, 'no rider is asked for a hold before the lead time');
select tests.turn('2 days'), tests.turn('-14 minutes');
select is(app.ask_for_holds(), 1, 'the rider is asked for a hold at the lead time');
select is(app.ask_for_holds(), 0, 'the rider is asked for a hold once');
select results_eq($$ select n.params ->> 'amount', n.screen from public.notices n where n.key = 'hold_due' and n.booking_id = tests.booking() $$, $$ select round(tests.cost() * 1.2, 2)::text, 'BookedCab' $$, 'the notice of a hold shows its amount');
select lives_ok($$ select tests.hold() $$, 'the card can be held at the lead time');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- On a saved card
create function tests.save_card(wording text default '2026-12', last4 text default '4242') returns uuid language plpgsql security definer as $$
declare v_id uuid := (public.create_payment('topup', 'stripe', tests.id('rider'), null, 25, consent => save_card.wording) ->> 'id')::uuid;
begin
  perform tests.record_event(v_id, 'paid', 25, jsonb_build_object('charge', 'ch_' || v_id));
  return public.save_card(v_id, 'pm_' || v_id, 'cus_1', 'visa', save_card.last4, 8, 2099);
end $$;
create function tests.hold_jobs() returns text language sql volatile security definer as $$
  select coalesce(string_agg(j.kind || ' ' || j.status, ', ' order by j.id), 'none') from app.payment_jobs j where j.booking_id = tests.booking()
$$;
-- Takes the hold that is due and begins its payment; returns the payment.
create function tests.begin_hold() returns uuid language sql volatile security definer as $$
  select (public.begin_hold(t.job_id, '{"step": "0.01"}') ->> 'id')::uuid from public.take_payment_jobs(200) t where t.kind = 'hold'
$$;
create function tests.finish_hold(outcome text) returns text language sql volatile security definer as $$
  select public.finish_payment_job(j.id, finish_hold.outcome) from app.payment_jobs j where j.booking_id = tests.booking()
$$;
-- What the rider reads of the hold of the last booking.
create function tests.shown() returns public.booking_hold language plpgsql volatile security definer as $$
declare v_hold public.booking_hold;
begin
  perform set_config('request.jwt.claims', tests.claims('rider'), true);
  v_hold := public.booking_hold(tests.booking());
  perform set_config('request.jwt.claims', '', true);
  return v_hold;
end $$;
select tests.book_card();
select is(tests.hold_jobs(), 'none', 'without a saved card no hold is requested');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.save_card('2026-11');
select tests.go_online(), tests.book_card();
select is(tests.status() || ', ' || tests.hold_jobs(), 'NEW, hold queued', 'a hold is requested with the booking on the saved card, and dispatch does not wait for it');
select is((tests.shown()).is_requested::text || ' ' || coalesce((tests.shown()).status, '-') || ' ' || ((tests.shown()).card ->> 'last4'), 'true - 4242', 'the rider reads that the card is being asked, not that it is reserved');
select tests.drive(tests.booking(), 'ACCEPTED');
create temp table auto as select t.job_id, t.hold from public.take_payment_jobs(200) t where t.kind = 'hold';
select is(hold, '{"provider": "stripe", "off_session": false}', 'the worker is told the card''s provider, and that its owner has just booked') from auto;
create temp table begun as select (public.begin_hold(job_id) ->> 'id')::uuid as id from auto;
select results_eq($$ select p.amount, p.is_hold, p.status from public.payments p, begun o where p.id = o.id $$, $$ select round(tests.cost() * 1.2, 2), true, 'created' $$, 'the hold is for the ceiling, whoever has accepted the ride meanwhile');
select is((public.begin_hold(job_id) ->> 'id')::uuid, id, 'a job that is repeated begins one payment') from auto, begun;
select is(tests.record_event(id, 'authorized', null, '{"charge": "pi_auto"}'), 'authorized', 'the saved card is reserved') from begun;
select is(public.finish_payment_job(job_id, 'done'), 'done', 'the job of the hold is done') from auto;
select is((tests.shown()).status || ' ' || (tests.shown()).is_requested::text || ' ' || ((tests.shown()).card ->> 'last4'), 'authorized false 4242', 'the rider reads that the card is reserved');
select throws_ok($$ select public.begin_hold(job_id) from auto $$, 'PT404', 'payment_not_found', 'a job that is done begins no payment');
select tests.drive(tests.booking(), 'PENDING');
select is((tests.shown()).is_capturing, true, 'the rider reads that the card is being charged');
select is(tests.outcome('rider', format('select public.pay_in_cash(%L)', tests.booking())), 'payment_running', 'cash cannot be chosen while the card is being charged');
create temp table autojob as select * from tests.take_job('capture');
select public.finish_payment_job(job_id, 'failed') from autojob;
select is((tests.shown()).is_capturing::text || ' ' || (tests.shown()).status, 'false failed', 'the rider reads that the card did not pay');
select tests.let('rider', format('select public.pay_in_cash(%L)', tests.booking())), tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is(tests.status(), 'PAID', 'a ride whose card did not pay is paid in cash, once the rider has chosen that');

select tests.go_online(), tests.book_card();
select tests.begin_hold();
select is(tests.finish_hold('failed') || ' ' || (tests.shown()).status || ' ' || tests.count_notices('hold_due'), 'done failed 0', 'a declined card leaves the ride as it is; its rider reads that on the page');
select lives_ok($$ select tests.hold() $$, 'the rider can then reserve with another card');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.go_online(), tests.book_card();
create temp table asked as select tests.begin_hold() as id;
select public.note_payment(id, 'pi_2', null, '{"kind": "redirect", "url": "https://bank.example"}') from asked;
select is(tests.finish_hold('done') || ' ' || tests.count_notices('hold_confirm'), 'done 1', 'a bank that wants the owner is a push to the rider');
select is((tests.shown()).confirm_id, id, 'the rider reads which payment to confirm') from asked;
select is(tests.record_event(id, 'authorized', null, '{"charge": "pi_2"}'), 'authorized', 'the owner confirms') from asked;
select is((tests.shown()).status || coalesce((tests.shown()).confirm_id::text, ''), 'authorized', 'nothing waits for the owner any more');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.go_online(), tests.book_card();
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select is(tests.begin_hold(), null, 'the card of a cancelled ride is not asked');
select is(tests.hold_jobs(), 'hold done', 'the job of a cancelled ride ends');
select tests.go_online(), tests.book_card();
select tests.let('rider', 'select public.remove_card(id) from public.payment_methods where user_id = auth.uid()');
select is(tests.begin_hold(), null, 'a card that was removed is not asked');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- On a saved card, for a later ride
select tests.save_card('2026-11');
select tests.book_card('rider', app.now() + interval '2 days');
select is(tests.hold_jobs() || ' ' || coalesce((tests.shown()).card ->> 'last4', '-'), 'none -', 'a consent without reservations while away asks no card for a later ride');
select tests.turn('2 days'), tests.turn('-14 minutes'), app.ask_for_holds();
select is(tests.hold_jobs() || ' ' || tests.count_notices('hold_due'), 'none 1', 'its rider is asked instead');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.save_card(last4 => '1881');
select tests.book_card('rider', app.now() + interval '2 days');
select is(tests.hold_jobs() || ' ' || ((tests.shown()).card ->> 'last4'), 'none 1881', 'the card of a later ride is known, and not asked before its time');
select is(app.ask_for_holds(), 0, 'no card is asked before the lead time');
select tests.turn('2 days'), tests.turn('-14 minutes');
select is(app.ask_for_holds(), 1, 'the card is asked at the lead time');
select is(tests.hold_jobs() || ' ' || tests.count_notices('hold_due'), 'hold queued 0', 'the card is asked instead of its owner');
select is((select t.hold from public.take_payment_jobs(200) t where t.kind = 'hold'), '{"provider": "stripe", "off_session": true}', 'the worker is told that the card''s owner is away');
select is(tests.finish_hold('failed') || ' ' || tests.count_notices('hold_due'), 'done 1', 'the owner of a card that could not be reserved is asked to reserve the fare');
select is(app.ask_for_holds(), 0, 'the card is asked once');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.let('admin', format('select public.create_booking(%L, ''card'')', (select id from (select set_config('request.jwt.claims', tests.claims('admin'), true)) c, lateral tests.quote() id)));
select set_config('request.jwt.claims', '', true);
select is(tests.hold_jobs(), 'none', 'the card is not asked for a ride that the desk booked');
select tests.let('admin', format('select public.cancel_booking(%L, ''x'')', tests.booking()));

-- A dearer route than what is reserved
create function tests.cost_more(amount numeric) returns void language plpgsql volatile security definer as $$
declare b public.bookings;
begin
  update public.bookings x set trip_cost = amount, estimate = amount, payable_amount = amount where x.id = tests.booking() returning x.* into b;
  insert into public.booking_revisions (booking_id, kind, status, actor_id, before, after, client_key)
  values (b.id, 'route', b.status, b.customer_id, '{}', '{}', gen_random_uuid());
end $$;
select tests.let('rider', 'select public.remove_card(id) from public.payment_methods where user_id = auth.uid()');
select tests.fill_wallet('rider', 0), tests.go_online(), tests.book_card();
create temp table small as select tests.hold() as id;
select tests.cost_more(tests.cost() + 1);
select is((tests.shown()).is_short, false, 'a fare within what is reserved changes nothing');
select is(tests.hold_jobs(), 'none', 'a fare within what is reserved asks no card');
select tests.cost_more(40);
select is((tests.shown()).is_short || ' ' || (tests.shown()).ceiling, 'true 48.00', 'the rider reads that the new fare is not reserved');
create temp table large as select tests.begin_payment('booking', null, 'rider', tests.booking(), true) as id;
select is(tests.paid(id, 'amount')::numeric, 48.00, 'the rider can reserve the new maximum') from large;
select is(tests.record_event(id, 'authorized', null, '{"charge": "pi_large"}'), 'authorized', 'the larger hold is authorized') from large;
select is(tests.jobs(id), 'void queued', 'the smaller hold is released') from small;
select is((tests.shown()).authorized_amount || ' ' || (tests.shown()).is_short, '48.00 false', 'the larger hold counts');
select throws_ok($$ select tests.begin_payment('booking', null, 'rider', tests.booking(), true) $$, 'PT409', 'hold_exists', 'a hold that covers the fare is enough');
select tests.drive(tests.booking(), 'PENDING');
select is((select string_agg(j.kind, ' ') from app.payment_jobs j join small s on s.id = j.payment_id), 'void', 'only the larger hold is captured');
select is(tests.jobs(id), 'capture queued', 'the fare is taken from the larger hold') from large;
select tests.let('admin', format('select public.confirm_cash(%L)', tests.booking()));

-- The same on a saved card
select tests.save_card(last4 => '1881');
select tests.go_online(), tests.book_card();
select tests.record_event(tests.begin_hold(), 'authorized', null, '{"charge": "pi_saved"}'), tests.finish_hold('done');
select is((tests.shown()).status || ' ' || tests.hold_jobs(), 'authorized hold done', 'a saved card is reserved');
select tests.cost_more(40);
select is(tests.hold_jobs(), 'hold queued', 'the saved card is asked for the new maximum');
create temp table raised as select tests.begin_hold() as id;
select is(tests.paid(id, 'amount')::numeric, 48.00, 'the worker asks the saved card for the new maximum') from raised;
select tests.record_event(id, 'authorized', null, '{"charge": "pi_raised"}'), tests.finish_hold('done') from raised;
select is((tests.shown()).authorized_amount, 48.00, 'the new maximum is reserved on the saved card');
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));

-- Not rides by card
select tests.go_online(), tests.book();
select throws_ok($$ select tests.begin_payment('booking', null, 'rider', tests.booking(), true) $$, 'PT409', 'wrong_status', 'a hold for a cash ride is refused');
select throws_ok($$ update public.payments set is_hold = true where purpose = 'topup' $$, '23514', null, 'a top-up cannot be a hold') where exists (select 1 from public.payments where purpose = 'topup');

-- Read access
select tests.let('rider', format('select public.cancel_booking(%L)', tests.booking()));
select tests.card_ride('ACCEPTED');
select tests.hold();
select tests.act_as('rider');
select is((public.booking_hold(tests.booking())).status, 'authorized', 'the rider can read the hold''s status');
select tests.act_as('driver');
select throws_ok($$ select public.booking_hold(tests.booking()) $$, 'PT404', 'booking_not_found',
  'the driver cannot read the hold');
select tests.act_as('rider2');
select throws_ok($$ select public.booking_hold(tests.booking()) $$, 'PT404', 'booking_not_found', 'another rider cannot read the hold');
select tests.act_as('admin');
select is((public.booking_hold(tests.booking())).status, 'authorized', 'an admin can read the hold''s status');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger balances after holds');
select * from finish();
