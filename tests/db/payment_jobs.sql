-- Requests to payment providers: refunds, captures, releases and status questions. Each is leased, retried and finally given
-- up.
select no_plan();
create function tests.job_of(id uuid) returns text language sql volatile security definer as $$
  select format('%s %s %s', j.status, j.attempts, coalesce(j.note, '-')) from app.payment_jobs j where j.payment_id = job_of.id order by j.id desc limit 1
$$;
create function tests.fail_all() returns bigint language plpgsql security definer as $$
declare
  v_count bigint := 0;
  v_job bigint;
begin
  for i in 1 .. 40 loop
    for v_job in select t.job_id from public.take_payment_jobs(200) t loop
      v_count := v_count + 1;
      perform public.finish_payment_job(v_job, 'again', 'it hangs');
    end loop;
    perform tests.turn('7 hours');
  end loop;
  return v_count;
end $$;
select tests.fill_wallet('rider', 0), tests.set('refund_to', 'source');

-- A question
create temp table asked as select tests.begin_payment('topup', 20) as id;
select is_empty('select * from tests.take_job()', 'a payment that was never sent to a provider is not asked about');
select public.note_payment(id, 'cs_1'), public.note_payment(id, 'cs_1') from asked;
select is((select count(*) from app.payment_jobs), 1::bigint, 'a payment that is noted twice has one job that asks about it');
select tests.turn('2 minutes');
create temp table job as select * from tests.take_job('ask');
select results_eq('select kind, amount, refund_id, attempts, payment_id from job', $$ select 'ask', null::text, null::uuid, 1, id from asked $$, 'two minutes after it was noted, the provider is asked about a payment');
select is_empty('select * from tests.take_job()', 'a leased payment job is not taken by another worker');
select tests.turn('2 minutes');
select results_eq('select attempts from tests.take_job()', 'values (2)', 'a payment job is free again two minutes after its worker died');
select is(public.finish_payment_job(job_id, 'done'), 'queued', 'a response that decides nothing leaves the question queued') from job;
select tests.turn('5 minutes');
select isnt_empty('select * from tests.take_job()', 'a provider is asked again, after a longer pause each time');
select is(public.finish_payment_job(job_id, 'again', 'HTTP 500', 3600), 'queued', 'a payment job stays queued when the provider does not answer') from job;
select is(tests.job_of(id), 'queued 3 HTTP 500', 'the provider''s error is noted on the job for the desk') from asked;
select tests.turn('50 minutes');
select is_empty('select * from tests.take_job()', 'a payment job waits as long as the provider''s Retry-After says');
select tests.turn('10 minutes');
select isnt_empty('select * from tests.take_job()', 'a payment job is taken again when the provider''s Retry-After is over');
select is(tests.record_event(id, 'paid', 20), 'paid', 'a webhook reports the payment that a job asks about') from asked;
select is(public.finish_payment_job(job_id, 'done'), 'done', 'a payment job is done when the payment is decided') from job;
select is(public.finish_payment_job(job_id, 'failed'), 'done', 'a payment job that is done cannot fail later') from job;
select is(public.finish_payment_job(0, 'done'), null, 'finishing a payment job that does not exist returns null');
select is(public.finish_payment_job(null, null), null, 'finishing without a payment job returns null');
create temp table decided as select tests.begin_payment('topup', 20) as id;
select public.note_payment(id, 'cs_2') from decided;
select tests.record_event(id, 'paid', 20), tests.turn('3 minutes') from decided;
select is_empty('select * from tests.take_job()', 'a decided payment is not asked about');
create temp table refused as select tests.begin_payment('topup', 20) as id;
select public.note_payment(id, 'cs_3'), tests.turn('3 minutes') from refused;
select public.finish_payment_job(job_id, 'failed', 'no such session') from tests.take_job();
select is(tests.paid(id, 'status'), 'failed', 'a payment fails when its provider does not know it') from refused;
create temp table silent as select tests.begin_payment('topup', 20) as id;
select public.note_payment(id, 'cs_4') from silent;
select is(tests.fail_all(), 18::bigint, 'a provider that does not answer is asked 18 times');
select is(tests.paid(id, 'status'), 'expired', 'a payment expires after the last unanswered question') from silent;

-- A refund
select tests.ride('PENDING');
create temp table paid as select tests.begin_payment('booking', null, 'rider', tests.booking()) as id;
grant select on paid to public;
select tests.record_event(id, 'paid', null, '{"charge": "ch_1"}') from paid;
select tests.let('admin', format('select public.refund_booking(%1$L, 3, ''a''), public.refund_booking(%1$L, 2, ''b''), public.refund_booking(%1$L, 1, ''c'')', tests.booking()));
create temp table refunds as select t.*, r.reason from tests.take_job('refund') t join public.refunds r on r.id = t.refund_id;
select results_eq('select reason, amount from refunds order by reason', $$ values ('a', '3.00'), ('b', '2.00'), ('c', '1.00') $$, 'due refunds are taken by a worker, each with its amount');
select is(public.finish_payment_job(job_id, 'done', ref => 're_a'), 'done', 'a refund job is done when the provider gave the money back') from refunds where reason = 'a';
select results_eq($$ select r.status, r.provider_ref from public.refunds r join refunds t on t.refund_id = r.id where t.reason = 'a' $$, $$ values ('done', 're_a') $$, 'a refund that is done has the provider''s reference');
select is(public.finish_payment_job(job_id, 'failed', 'card closed'), 'done', 'a refund job is done when the provider refuses the refund') from refunds where reason = 'b';
select is(tests.wallet_of('rider'), 40 + 2::numeric, 'a refund that the provider refused is credited to the wallet');
select is((select c.amount from app.card_credits c, paid p where c.payment_id = p.id), 2::numeric, 'a refund that the provider refused counts as card money in the wallet');
select is(public.finish_payment_job(job_id, 'again', ref => 're_c'), 'queued', 'a refund job stays queued while the provider has not decided') from refunds where reason = 'c';
select is(tests.record_event(id, 'refunded', 9, '{"refund_ref": "re_c"}'), 'amount_mismatch', 'a reported refund of another amount is flagged for the desk') from paid;
select is(tests.record_event(id, 'refunded', 1, '{"refund_ref": "re_c", "currency": ""}'), 'currency_mismatch', 'a reported refund whose currency is empty is flagged for the desk') from paid;
select is(tests.record_event(id, 'refunded', 1, '{"refund_ref": "re_c"}'), 'refunded', 'a webhook reports that a refund was made') from paid;
select is(tests.record_event(id, 'refunded', 1, '{"refund_ref": "re_c"}'), 'repeated', 'a refund that is reported twice is made once') from paid;
select is(tests.record_event(id, 'refund_failed', 1, '{"refund_ref": "re_c"}'), 'contradicted', 'a refund that is done cannot fail later') from paid;
select is(public.finish_payment_job(job_id, 'failed'), 'done', 'the job of a refund that a webhook reported is done') from refunds where reason = 'c';
select is(tests.booked('refunds_due:stripe'), 0::numeric, 'no refund is due after all were given back');
select is(tests.record_event(id, 'refunded', 4, '{"refund_ref": "re_x"}'), 'unknown_refund', 'a refund that was made at the provider is flagged for the desk') from paid;
select is(tests.record_event(id, 'refunded', 3, jsonb_build_object('refund_id', gen_random_uuid())), 'unknown_refund', 'a refund with an unknown id is flagged for the desk') from paid;
select tests.let('admin', format('select public.refund_booking(%L, 1.5, ''d'')', tests.booking()));
select is(tests.record_event(id, 'refunded', 1.5, '{"refund_ref": "re_d"}'), 'refunded', 'a refund that a webhook reports before the job is found by its amount') from paid;
select is_empty($$ select * from tests.take_job('refund') $$, 'a refund that a webhook reported is not sent');
select tests.let('admin', format('select public.refund_booking(%L, 1.25, ''e'')', tests.booking()));
select is(tests.fail_all(), 20::bigint, 'a provider that does not answer is asked for a refund 20 times');
select results_eq($$ select j.status, r.status from app.payment_jobs j join public.refunds r on r.id = j.refund_id where r.reason = 'e' $$, $$ values ('dead', 'due') $$, 'a refund stays due when its job is given up');
select tests.act_as('rider');
select throws_ok('select public.stuck_payments()', 'PT403', 'not_allowed', 'a rider cannot read stuck payments');
select throws_ok('select public.retry_payment(1)', 'PT403', 'not_allowed', 'a rider cannot retry a payment');
select tests.as_visitor();
select throws_ok('select public.stuck_payments()', '42501', null, 'a visitor cannot read stuck payments');
select throws_ok('select public.retry_payment(1)', '42501', null, 'a visitor cannot retry a payment');
select tests.as_owner();
create temp table last_one as select r.id, j.id as job_id from public.refunds r join app.payment_jobs j on j.refund_id = r.id where r.reason = 'e';
grant select on last_one to public;
select tests.act_as('admin2');
select throws_ok(format('select public.close_stuck_payment(%s, ''sent'', '' '')', job_id), 'PT422', 'no_details_error', 'an admin cannot settle a stuck payment without a reason') from last_one;
select throws_ok(format('select public.close_stuck_payment(%s, ''settle'', ''x'')', job_id), 'PT409', 'decision_not_possible', 'a stuck refund cannot be closed as settled, only sent or given to the wallet') from last_one;
select throws_ok(format('select public.close_stuck_payment(%s, ''retry'', ''x'')', job_id), 'PT409', 'decision_not_possible', 'a stuck payment cannot be closed with the outcome "retry"') from last_one;
select throws_ok(format('select public.close_stuck_payment(%s, null, ''x'')', job_id), 'PT409', 'decision_not_possible', 'a stuck payment cannot be closed without an outcome') from last_one;
select throws_ok('select public.close_stuck_payment(0, ''sent'', ''x'')', 'PT404', 'payment_not_found', 'a stuck payment that does not exist cannot be closed');
savepoint closing;
select is(public.close_stuck_payment(job_id, 'sent', 'At their desk'), true, 'an admin can note that a stuck refund was sent by hand') from last_one;
select is((select r.status from public.refunds r where r.id = last_one.id), 'done', 'a refund that was sent by hand is done') from last_one;
select results_eq($$ select after ->> 'outcome', after ->> 'reason' from public.audit_log where action = 'close_stuck_payment' $$, $$ values ('sent', 'At their desk') $$, 'the log holds the outcome and the reason of a stuck payment');
rollback to closing;
select is(public.close_stuck_payment(job_id, 'wallet', 'Card closed'), true, 'an admin can give a stuck refund to the wallet') from last_one;
select is((select r.status from public.refunds r where r.id = last_one.id), 'failed', 'a refund that was given to the wallet fails for the card') from last_one;
select is_empty('select * from public.stuck_payments()', 'a stuck payment that is settled leaves the list');
select throws_ok(format('select public.close_stuck_payment(%s, ''sent'', ''x'')', job_id), 'PT409', 'decision_not_possible', 'a stuck payment that is settled cannot be settled again') from last_one;
select tests.as_owner();
select is(tests.booked('refunds_due:stripe'), 0::numeric, 'a refund that was given to the wallet is no longer due to the card');
rollback to closing;
select tests.act_as('rider');
select throws_ok(format('select public.close_stuck_payment(%s, ''wallet'', ''x'')', job_id), 'PT403', 'not_allowed', 'a rider cannot settle a stuck payment') from last_one;
select tests.as_visitor();
select throws_ok('select public.close_stuck_payment(0, ''wallet'', ''x'')', '42501', null, 'a visitor cannot settle a stuck payment');
select tests.act_as('admin');
create temp table stuck as select s.* from public.stuck_payments() s;
select results_eq('select kind, amount, note, provider, charge_ref, choices from stuck', $$ values ('refund', 1.25, 'it hangs', 'stripe', 'ch_1', array['retry', 'sent', 'wallet']) $$, 'an admin sees a stuck refund and the possible decisions');
select isnt_empty('select 1 from stuck where name is not null and reference is not null and abandoned_at > created_at', 'an admin sees the person, the booking and the age of a stuck refund');
select is((select count(*) from stuck s, public.stuck_payments(s.created_at, s.job_id)), 0::bigint, 'the next page of stuck payments begins after the last row');
create temp table counted as select money from public.portal_counts();
select is(public.retry_payment(job_id), true, 'an admin has a stuck refund retried') from stuck;
select is(public.retry_payment(job_id), false, 'a refund that is being retried is not queued again') from stuck;
select is_empty('select * from public.stuck_payments()', 'a stuck refund that is retried leaves the list');
select is((select c.money - n.money from counted c, public.portal_counts() n), 1, 'the portal''s menu counts stuck refunds');
select throws_ok(format('select public.close_stuck_payment(%s, ''sent'', ''x'')', job_id), 'PT409', 'decision_not_possible', 'a refund that is being retried cannot be settled by hand') from stuck;
select tests.as_owner();
select is((select amount from tests.take_job('refund')), '1.25', 'a worker takes the refund that an admin had retried');
create temp table early as select tests.begin_payment('topup', 10) as id;
select is(tests.record_event(id, 'refunded', 10), 'recorded', 'a refund that is reported before its payment is recorded') from early;
select is(tests.record_event(id, 'paid', 10), 'paid', 'a payment is booked when a refund was reported before it') from early;
select is((select outcome from public.payment_events e, early y where e.payment_id = y.id and e.status = 'refunded'), 'unknown_refund', 'an early refund is judged once its payment is booked');

-- One job per payment and kind
select throws_ok($$ insert into app.payment_jobs (kind, payment_id) select 'void', id from paid, generate_series(1, 2) $$, '23505', null, 'a payment can have only one job that releases its hold');
set constraints all immediate;
select pass('the ledger balances after all payment jobs');
select * from finish();
