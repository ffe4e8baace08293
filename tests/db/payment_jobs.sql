-- Requests to providers: refunds, captures, releases and questions, each leased, tried again, and given up in the end.
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
select is_empty('select * from tests.take_job()', 'a payment that no provider knows is not asked about');
select public.note_payment(id, 'cs_1'), public.note_payment(id, 'cs_1') from asked;
select is((select count(*) from app.payment_jobs), 1::bigint, 'a payment is asked about by one job, however often it is noted');
select tests.turn('2 minutes');
create temp table job as select * from tests.take_job('ask');
select results_eq('select kind, amount, refund_id, attempts, payment_id from job', $$ select 'ask', null::text, null::uuid, 1, id from asked $$, 'two minutes later its provider is asked');
select is_empty('select * from tests.take_job()', 'a job that is leased is taken by nobody else');
select tests.turn('2 minutes');
select results_eq('select attempts from tests.take_job()', 'values (2)', 'a worker that died frees the job after two minutes');
select is(public.finish_payment_job(job_id, 'done'), 'queued', 'an answer that decides nothing leaves the question open') from job;
select tests.turn('5 minutes');
select isnt_empty('select * from tests.take_job()', 'it is asked again, later each time');
select is(public.finish_payment_job(job_id, 'again', 'HTTP 500', 3600), 'queued', 'a provider that does not answer') from job;
select is(tests.job_of(id), 'queued 3 HTTP 500', 'is noted for the desk') from asked;
select tests.turn('50 minutes');
select is_empty('select * from tests.take_job()', 'the provider''s own wish to be left alone is kept');
select tests.turn('10 minutes');
select isnt_empty('select * from tests.take_job()', 'until it is over');
select is(tests.hear(id, 'paid', 20), 'paid', 'the question is answered') from asked;
select is(public.finish_payment_job(job_id, 'done'), 'done', 'then the job is done') from job;
select is(public.finish_payment_job(job_id, 'failed'), 'done', 'what is done does not fail later') from job;
select is(public.finish_payment_job(0, 'done'), null, 'a job that is not there has no state');
select is(public.finish_payment_job(null, null), null, 'no job has no state');
create temp table decided as select tests.begin_payment('topup', 20) as id;
select public.note_payment(id, 'cs_2') from decided;
select tests.hear(id, 'paid', 20), tests.turn('3 minutes') from decided;
select is_empty('select * from tests.take_job()', 'what is decided is not asked about');
create temp table refused as select tests.begin_payment('topup', 20) as id;
select public.note_payment(id, 'cs_3'), tests.turn('3 minutes') from refused;
select public.finish_payment_job(job_id, 'failed', 'no such session') from tests.take_job();
select is(tests.paid(id, 'status'), 'failed', 'a provider that knows nothing of a payment ends it') from refused;
create temp table silent as select tests.begin_payment('topup', 20) as id;
select public.note_payment(id, 'cs_4') from silent;
select is(tests.fail_all(), 18::bigint, 'a silent provider is asked 18 times');
select is(tests.paid(id, 'status'), 'expired', 'then the payment expires') from silent;

-- A refund
select tests.ride('PENDING');
create temp table paid as select tests.begin_payment('booking', null, 'rider', tests.booking()) as id;
grant select on paid to public;
select tests.hear(id, 'paid', null, '{"charge": "ch_1"}') from paid;
select tests.let('admin', format('select public.refund_booking(%1$L, 3, ''a''), public.refund_booking(%1$L, 2, ''b''), public.refund_booking(%1$L, 1, ''c'')', tests.booking()));
create temp table refunds as select t.*, r.reason from tests.take_job('refund') t join public.refunds r on r.id = t.refund_id;
select results_eq('select reason, amount from refunds order by reason', $$ values ('a', '3.00'), ('b', '2.00'), ('c', '1.00') $$, 'refunds that are due are sent');
select is(public.finish_payment_job(job_id, 'done', ref => 're_a'), 'done', 'the provider gave it back') from refunds where reason = 'a';
select results_eq($$ select r.status, r.provider_ref from public.refunds r join refunds t on t.refund_id = r.id where t.reason = 'a' $$, $$ values ('done', 're_a') $$, 'the refund is done, under the provider''s name');
select is(public.finish_payment_job(job_id, 'failed', 'card closed'), 'done', 'the provider refuses') from refunds where reason = 'b';
select is(tests.wallet_of('rider'), 40 + 2::numeric, 'then the wallet gets the refund');
select is((select c.amount from app.card_credits c, paid p where c.payment_id = p.id), 2::numeric, 'as card money');
select is(public.finish_payment_job(job_id, 'again', ref => 're_c'), 'queued', 'the provider has not decided') from refunds where reason = 'c';
select is(tests.hear(id, 'refunded', 9, '{"refund_ref": "re_c"}'), 'amount_mismatch', 'a refund of another amount is for the desk') from paid;
select is(tests.hear(id, 'refunded', 1, '{"refund_ref": "re_c"}'), 'refunded', 'a webhook tells that the provider gave it back') from paid;
select is(tests.hear(id, 'refunded', 1, '{"refund_ref": "re_c"}'), 'repeated', 'a refund that is told twice is done once') from paid;
select is(tests.hear(id, 'refund_failed', 1, '{"refund_ref": "re_c"}'), 'contradicted', 'a refund that is done does not fail later') from paid;
select is(public.finish_payment_job(job_id, 'failed'), 'done', 'its job is done, too') from refunds where reason = 'c';
select is(tests.booked('refunds_due:stripe'), 0::numeric, 'nothing is due any more');
select is(tests.hear(id, 'refunded', 4, '{"refund_ref": "re_x"}'), 'unknown_refund', 'a refund that was made at the provider is for the desk') from paid;
select is(tests.hear(id, 'refunded', 3, jsonb_build_object('refund_id', gen_random_uuid())), 'unknown_refund', 'a refund of another payment is not this one''s') from paid;
select tests.let('admin', format('select public.refund_booking(%L, 1.5, ''d'')', tests.booking()));
select is(tests.hear(id, 'refunded', 1.5, '{"refund_ref": "re_d"}'), 'refunded', 'a refund that the webhook tells of first is found by its amount') from paid;
select is_empty($$ select * from tests.take_job('refund') $$, 'then it is not sent');
select tests.let('admin', format('select public.refund_booking(%L, 1.25, ''e'')', tests.booking()));
select is(tests.fail_all(), 20::bigint, 'a provider that hangs is asked for a refund 20 times');
select results_eq($$ select j.status, r.status from app.payment_jobs j join public.refunds r on r.id = j.refund_id where r.reason = 'e' $$, $$ values ('dead', 'due') $$, 'then the desk has to: the money stays due');
select tests.act_as('rider');
select throws_ok('select public.stuck_payments()', 'PT403', 'not_allowed', 'a rider reads no stuck payments');
select throws_ok('select public.retry_payment(1)', 'PT403', 'not_allowed', 'a rider retries nothing');
select tests.as_visitor();
select throws_ok('select public.stuck_payments()', '42501', null, 'a visitor reads no stuck payments');
select throws_ok('select public.retry_payment(1)', '42501', null, 'a visitor retries nothing');
select tests.as_owner();
create temp table last_one as select r.id, j.id as job_id from public.refunds r join app.payment_jobs j on j.refund_id = r.id where r.reason = 'e';
grant select on last_one to public;
select tests.act_as('admin2');
select throws_ok(format('select public.close_stuck_payment(%s, ''sent'', '' '')', job_id), 'PT422', 'no_details_error', 'what is settled by hand has a reason') from last_one;
select throws_ok(format('select public.close_stuck_payment(%s, ''settle'', ''x'')', job_id), 'PT409', 'decision_not_possible', 'a refund is sent or given, never just closed') from last_one;
select throws_ok(format('select public.close_stuck_payment(%s, ''retry'', ''x'')', job_id), 'PT409', 'decision_not_possible', 'trying again settles nothing') from last_one;
select throws_ok(format('select public.close_stuck_payment(%s, null, ''x'')', job_id), 'PT409', 'decision_not_possible', 'no outcome settles nothing') from last_one;
select throws_ok('select public.close_stuck_payment(0, ''sent'', ''x'')', 'PT404', 'payment_not_found', 'a request that is not there is not settled');
savepoint closing;
select is(public.close_stuck_payment(job_id, 'sent', 'At their desk'), true, 'an admin may say that a stuck refund was sent by hand') from last_one;
select is((select r.status from public.refunds r where r.id = last_one.id), 'done', 'then the card has it') from last_one;
select results_eq($$ select after ->> 'outcome', after ->> 'reason' from public.audit_log where action = 'close_stuck_payment' $$, $$ values ('sent', 'At their desk') $$, 'the log says who and why');
rollback to closing;
select is(public.close_stuck_payment(job_id, 'wallet', 'Card closed'), true, 'an admin may give a stuck refund to the wallet') from last_one;
select is((select r.status from public.refunds r where r.id = last_one.id), 'failed', 'then the card does not get it') from last_one;
select is_empty('select * from public.stuck_payments()', 'what is settled waits no more');
select throws_ok(format('select public.close_stuck_payment(%s, ''sent'', ''x'')', job_id), 'PT409', 'decision_not_possible', 'what is settled is not settled again') from last_one;
select tests.as_owner();
select is(tests.booked('refunds_due:stripe'), 0::numeric, 'nothing is due to the card that the wallet got');
rollback to closing;
select tests.act_as('rider');
select throws_ok(format('select public.close_stuck_payment(%s, ''wallet'', ''x'')', job_id), 'PT403', 'not_allowed', 'a rider settles nothing') from last_one;
select tests.as_visitor();
select throws_ok('select public.close_stuck_payment(0, ''wallet'', ''x'')', '42501', null, 'a visitor settles nothing');
select tests.act_as('admin');
create temp table stuck as select s.* from public.stuck_payments() s;
select results_eq('select kind, amount, note, provider, charge_ref, choices from stuck', $$ values ('refund', 1.25, 'it hangs', 'stripe', 'ch_1', array['retry', 'sent', 'wallet']) $$, 'the desk sees what is stuck, and what can become of it');
select isnt_empty('select 1 from stuck where name is not null and reference is not null and gave_up_at > created_at', 'with the person, the booking and its age');
select is((select count(*) from stuck s, public.stuck_payments(s.created_at, s.job_id)), 0::bigint, 'the next page begins after the last row');
create temp table counted as select money from public.portal_counts();
select is(public.retry_payment(job_id), true, 'an admin has it tried again') from stuck;
select is(public.retry_payment(job_id), false, 'once') from stuck;
select is_empty('select * from public.stuck_payments()', 'what is tried again is stuck no more');
select is((select c.money - n.money from counted c, public.portal_counts() n), 1, 'the menu counted it');
select throws_ok(format('select public.close_stuck_payment(%s, ''sent'', ''x'')', job_id), 'PT409', 'decision_not_possible', 'what is tried again is not settled by hand') from stuck;
select tests.as_owner();
select is((select amount from tests.take_job('refund')), '1.25', 'a worker takes it');
create temp table early as select tests.begin_payment('topup', 10) as id;
select is(tests.hear(id, 'refunded', 10), 'recorded', 'a refund that is told before its payment waits for it') from early;
select is(tests.hear(id, 'paid', 10), 'paid', 'the payment comes after it') from early;
select is((select outcome from public.payment_events e, early y where e.payment_id = y.id and e.status = 'refunded'), 'unknown_refund', 'then the refund is judged');

-- The same job is there once
select throws_ok($$ insert into app.payment_jobs (kind, payment_id) select 'void', id from paid, generate_series(1, 2) $$, '23505', null, 'a hold is released by one job');
set constraints all immediate;
select pass('the ledger adds up after all jobs');
select * from finish();
