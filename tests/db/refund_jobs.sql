-- Refund jobs as workers take them: whether an earlier attempt may have reached the provider, and what was refunded before.
select no_plan();
select tests.as_owner(), tests.ride('PENDING'), tests.set('refund_to', 'source');
create temp table paid as select * from tests.create_payment(tests.booking(), 'stripe', tests.id('rider'));
select public.record_payment_event('stripe', 'refund_jobs', p.id, p.amount, p.currency, 'paid') from paid p;
select tests.let('admin', format('select public.refund_booking(%L, 3, ''x''), public.refund_booking(%L, 2, ''y'')', tests.booking(), tests.booking()));
select tests.as_owner();

create function tests.take_refunds() returns table (amount text, attempts integer, is_repeated boolean, refunds_done text) language sql volatile as $$
  select j.amount::numeric::text, j.attempts, j.is_repeated, j.refunds_done from public.take_payment_jobs(50) j where j.kind = 'refund' order by j.amount
$$;
create function tests.finish(amount numeric, outcome text, nothing_sent boolean default false) returns text language sql volatile as $$
  select public.finish_payment_job(j.id, finish.outcome, retry_after => 1, nothing_sent => finish.nothing_sent) from app.payment_jobs j
  where j.kind = 'refund' and j.amount = finish.amount and j.payment_id = (select p.id from paid p)
$$;

select results_eq($$ select * from tests.take_refunds() $$, $$ values ('2.00', 1, false, '0.00'), ('3.00', 1, false, '0.00') $$, 'the first attempt of a refund is not marked as repeated');
select is_empty($$ select * from tests.take_refunds() $$, 'a leased refund job cannot be taken again');
select is(tests.finish(2, 'again', true), 'queued', 'a refund attempt that sent nothing is queued again');
select is(tests.finish(3, 'again'), 'queued', 'a refund attempt that may have reached the provider is queued again');
select tests.turn('1 minute');
select results_eq($$ select * from tests.take_refunds() $$, $$ values ('2.00', 2, false, '0.00'), ('3.00', 2, true, '0.00') $$, 'only an attempt that may have reached the provider is marked as repeated');
-- The worker of the smaller refund dies at this point: its lease ends without a result.
select is(tests.finish(3, 'done'), 'done', 'the provider completes the larger refund');
select tests.turn('3 minutes');
select results_eq($$ select * from tests.take_refunds() $$, $$ values ('2.00', 3, true, '3.00') $$, 'a job whose worker died is marked as repeated, with the sum of completed refunds');
