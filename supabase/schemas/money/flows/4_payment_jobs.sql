-- Payment jobs: a queue of requests to payment providers. The requests are holds by a saved card, captures and releases
-- of holds, refunds, questions about the state of a payment, and deletions of cards.
-- Access: the service role takes and finishes jobs, for the route payments/work; admins decide about failed jobs
--   (money/flows/5_stuck_payments.sql)
-- Tests:  tests/db/payment_jobs.sql, tests/db/refund_jobs.sql, tests/db/crash.test.ts

-- Taking jobs ---------------------------------------------------------------------------------------------------------

-- Checks a due job before it is sent. A job that is no longer needed is marked as done, and a refund is postponed
-- during a chargeback. The amount of a capture is set at its first attempt; if there is nothing to capture, the release
-- of the hold is queued instead.
create function app.ready_job(job app.payment_jobs) returns app.payment_jobs
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_disputed boolean;
begin
  if (job).kind = 'hold' then return app.ready_hold(job); end if;
  select p.* into v_payment from public.payments p where p.id = (job).payment_id;
  if (job).kind = 'ask' and v_payment.status not in ('created', 'authorized', 'failed')
    or (job).kind in ('capture', 'void') and v_payment.status <> 'authorized' then
    job.status := 'done';
  elsif (job).kind = 'capture' and (job).attempts = 0 then
    job.amount := app.capture_amount(v_payment);
    if (job).amount is null then
      job.status := 'done';
      perform app.queue_payment_job('void', v_payment);
    end if;
  elsif (job).kind = 'refund' then
    -- A chargeback may already have returned the money, so the refund waits until the chargeback is decided.
    select v_payment.captured_amount - v_payment.disputed_amount < coalesce(sum(r.amount), 0) into v_disputed
    from public.refunds r where r.payment_id = v_payment.id and (r.status = 'done' or r.id = (job).refund_id);
    if not exists (select 1 from public.refunds r where r.id = (job).refund_id and r.status = 'due') then
      job.status := 'done';
    elsif v_disputed then job.due_at := app.now() + interval '6 hours';
    end if;
  end if;
  return job;
end $$;

create function public.take_payment_jobs(job_limit integer default 20)
returns table (job_id bigint, kind text, payment jsonb, refund_id uuid, amount text, attempts integer,
  is_repeated boolean, refunds_done text, card jsonb,
  hold jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  v_job app.payment_jobs;
  v_places integer := (app.settings())."decimal";
begin
  update app.payment_worker w set seen_at = app.now() where w.seen_at < app.now() - interval '2 seconds';
  for v_job in select j.* from app.payment_jobs j where j.status = 'queued' and j.due_at <= app.now()
    order by j.due_at, j.id limit least(greatest(coalesce(take_payment_jobs.job_limit, 20), 0), 200)
      for no key update skip locked
  loop
    v_job := app.ready_job(v_job);
    update app.payment_jobs j set status = v_job.status, amount = v_job.amount,
      done_at = case when v_job.status <> 'queued' then app.now() end,
      attempts = j.attempts + (v_job.status = 'queued' and v_job.due_at <= app.now())::integer,
      is_unsure = j.is_unsure or v_job.status = 'queued' and v_job.due_at <= app.now(),
      due_at = case when v_job.due_at > app.now() then v_job.due_at else app.now() + interval '2 minutes' end
    where j.id = v_job.id;
    continue when v_job.status <> 'queued' or v_job.due_at > app.now();
    job_id := v_job.id;
    kind := v_job.kind;
    payment := (select app.payment_json(p) from public.payments p where p.id = v_job.payment_id);
    refund_id := v_job.refund_id;
    amount := round(v_job.amount, v_places)::text;
    attempts := v_job.attempts + 1;
    is_repeated := v_job.is_unsure;
    refunds_done := (select round(coalesce(sum(r.amount), 0), v_places)::text from public.refunds r
      where v_job.kind = 'refund' and r.payment_id = v_job.payment_id and r.status = 'done'
        and r.id <> v_job.refund_id);
    card := (select jsonb_build_object('token', f.token, 'customer', f.customer_ref) from app.removed_cards f
      where f.job_id = v_job.id);
    hold := case when v_job.kind = 'hold' then app.hold_options(v_job.booking_id) end;
    return next;
  end loop;
end $$;
comment on function public.take_payment_jobs is
  'Takes up to job_limit (at most 200) requests to providers that are due, for two minutes. kind: ask: the state of '
  'the payment; refund: `amount` of the payment, with refund_id; capture: `amount` of the hold; void: release the '
  'hold; forget: delete the saved card {token, customer}; hold: reserve a ride''s fare on a saved card (begin_hold), '
  'hold: {provider, off_session}, where off_session says that the card''s owner is away. payment: the payment view. '
  'is_repeated: an earlier attempt may have reached the provider; refunds_done: sum of the other refunds already '
  'made. The worker reports the provider''s response to record_payment_event and then calls finish_payment_job.';
grant execute on function public.take_payment_jobs(integer) to service_role;

-- Finishing jobs ------------------------------------------------------------------------------------------------------

-- Gives a job up after its last attempt. A question about a payment (kind ask) is marked as done, and the payment
-- expires if it is still undecided. A hold is given up for good: the ride is paid at its end. Other jobs become dead,
-- and the desk decides what to do (money/flows/5_stuck_payments.sql). If the job is a capture, its hold fails, too.
create function app.abandon_job(job app.payment_jobs) returns app.payment_jobs
language plpgsql security definer set search_path = '' as $$
begin
  if (job).kind = 'hold' then return app.end_hold_job(job); end if;
  job.status := 'dead';
  if (job).kind = 'ask' then
    job.status := 'done';
    update public.payments p set status = 'expired' where p.id = (job).payment_id and p.status = 'created';
  elsif (job).kind = 'capture' then
    perform app.fail_hold((job).payment_id);
  end if;
  return job;
end $$;

-- Ends the job of a request that the provider refused permanently. A refund goes to the wallet instead. For kind ask
-- the payment fails, for kind capture the hold. Other jobs become dead, and the desk decides what to do.
create function app.fail_job(job app.payment_jobs) returns app.payment_jobs
language plpgsql security definer set search_path = '' as $$
begin
  if (job).kind = 'hold' then return app.end_hold_job(job); end if;
  job.status := 'done';
  if (job).kind = 'refund' then
    if (public.confirm_refund((job).refund_id, false)).status = 'due' then job.status := 'dead'; end if;
  elsif (job).kind = 'ask' then
    update public.payments p set status = 'failed' where p.id = (job).payment_id and p.status = 'created';
  elsif (job).kind = 'capture' then
    perform app.fail_hold((job).payment_id);
  else
    job.status := 'dead';
  end if;
  return job;
end $$;

create function app.complete_job(job app.payment_jobs) returns app.payment_jobs
language plpgsql security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  if (job).kind = 'hold' then return app.end_hold_job(job); end if;
  job.status := 'done';
  if (job).kind = 'refund' then
    perform public.confirm_refund((job).refund_id, true);
  elsif (job).kind = 'void' then
    update public.payments p set status = 'voided' where p.id = (job).payment_id and p.status = 'authorized';
  else
    select p.* into v_payment from public.payments p where p.id = (job).payment_id;
    -- A capture succeeded, but the provider's event that confirms it has not arrived: asks the provider in a minute and
    -- keeps the job, so that the capture is repeated if the event does not come. A question about a payment that is
    -- still not decided is also repeated.
    if (job).kind = 'capture' and v_payment.status = 'authorized' then
      job.status := 'queued';
      perform app.queue_payment_job('ask', v_payment, wait => interval '1 minute');
    elsif (job).kind = 'ask' and v_payment.status = 'created' then job.status := 'queued';
    end if;
  end if;
  return job;
end $$;

create function public.finish_payment_job(job_id bigint, outcome text, note text default null,
  retry_after integer default null, ref text default null,
  nothing_sent boolean default false) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_job app.payment_jobs;
begin
  perform app.lock_payment(j.payment_id) from app.payment_jobs j where j.id = finish_payment_job.job_id;
  select j.* into v_job from app.payment_jobs j where j.id = finish_payment_job.job_id for no key update;
  if not found then return null; end if;
  if v_job.status <> 'queued' then return v_job.status; end if;
  if v_job.kind = 'refund' and finish_payment_job.ref <> '' then
    update public.refunds r set provider_ref = left(finish_payment_job.ref, 300) where r.id = v_job.refund_id;
  end if;
  v_job := case finish_payment_job.outcome when 'done' then app.complete_job(v_job)
    when 'failed' then app.fail_job(v_job) else v_job end;
  if v_job.status = 'queued' and v_job.attempts >= app.job_attempts(v_job.kind) then
    v_job := app.abandon_job(v_job);
  end if;
  update app.payment_jobs j set status = v_job.status, done_at = case when v_job.status <> 'queued' then app.now() end,
    due_at = app.now() + coalesce(make_interval(secs => least(greatest(finish_payment_job.retry_after, 1), 86400)),
      app.job_wait(v_job.kind, v_job.attempts)),
    note = nullif(left(app.plain_lines(finish_payment_job.note), 500), ''), is_unsure = j.is_unsure
      and not coalesce(finish_payment_job.nothing_sent, false)
  where j.id = v_job.id;
  if v_job.status = 'done' then delete from app.removed_cards f where f.job_id = v_job.id;
  elsif v_job.status = 'dead' then perform app.broadcast('admin', 'money');
  end if;
  return v_job.status;
end $$;
comment on function public.finish_payment_job is
  'Ends a worker''s use of a job. outcome: done (the provider did it, or its response is recorded), failed (it '
  'refuses permanently: a refund goes to the wallet, a hold is lost or not made), again (no response, or pending: '
  'retried after retry_after seconds, otherwise with growing pauses; dead after about three days, for the desk). '
  'note: the provider''s message; ref: the provider''s id of a refund; nothing_sent: no attempt has reached the '
  'provider. Returns queued, done or dead; null for an unknown job.';
grant execute on function public.finish_payment_job(bigint, text, text, integer, text, boolean) to service_role;

-- Calling the worker --------------------------------------------------------------------------------------------------

-- Expires checkouts that customers abandoned, and holds whose reservation ended.
create function app.expire_payments() returns integer language plpgsql security definer set search_path = '' as $$
declare v_count integer;
begin
  update public.payments p set status = 'expired' where p.id in (select o.id from public.payments o
    where o.status in ('created', 'authorized') and o.created_at < app.now() - interval '1 day'
      and (o.status = 'created' or o.expires_at < app.now() - interval '1 day')
      and not exists (select 1 from app.payment_jobs j where j.payment_id = o.id and j.status = 'queued')
    order by o.created_at limit 1000 for no key update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function app.expire_payments is
  'Expires payments without progress for a day, and holds whose reservation ended; returns their number. A later '
  'event may still pay one.';

create function app.payments_tick() returns void language plpgsql security definer set search_path = '' as $$
begin
  perform app.expire_payments();
  perform app.ask_for_holds();
  perform app.purge_checkouts();
  delete from app.payment_jobs j where j.id in (select d.id from app.payment_jobs d where d.status = 'done'
    and d.kind = 'ask'
    and d.done_at < app.now() - interval '7 days' order by d.done_at limit 10000);
  perform app.wake_payment_worker();
end $$;
comment on function app.payments_tick is
  'Scheduled: expires unpaid payments, asks riders to reserve fares, deletes old links, and starts the worker. '
  'Idempotent.';
