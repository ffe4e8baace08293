-- Payment jobs: a queue of requests to payment providers. The requests are holds by a saved card, captures and releases of holds,
-- refunds, questions about the state of a payment, and deletions of cards.
-- Needs:  payment; checkout, holds, refunds and chargebacks enqueue jobs
-- Access: the service role takes and finishes jobs, for the route payments/work; admins decide about failed jobs
--   (stuck_payments.sql)
-- Tests:  tests/db/payment_jobs.sql, tests/db/refund_jobs.sql, tests/db/crash.test.ts

create table app.payment_jobs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ask', 'refund', 'capture', 'void', 'forget', 'hold')),
  payment_id uuid references public.payments (id),
  refund_id uuid,
  amount numeric check (amount > 0),
  status text not null default 'queued' check (status in ('queued', 'done', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  is_unsure boolean not null default false,
  due_at timestamptz not null default app.now(),
  created_at timestamptz not null default app.now(),
  done_at timestamptz check ((status = 'queued') = (done_at is null)),
  note text check (length(note) <= 500),
  booking_id uuid references public.bookings (id),
  check ((kind = 'refund') = (refund_id is not null)),
  check ((kind = 'hold') = (booking_id is not null)),
  check (kind = 'hold' or payment_id is not null)
) with (fillfactor = 80);
call app.describe('app.payment_jobs', $$
  Requests to payment providers, sent at least once: adapters repeat a request with the same idempotency key. To take a job, a worker moves due_at two minutes ahead, so the job is due again if the worker crashes.
  amount: Amount of a refund or a capture. For a capture after the ride it is set when the job is first taken, and then stays.
  status: State of the job. dead: given up; the desk decides.
  is_unsure: Whether an earlier attempt may have reached the provider: a worker took the job and did not report that nothing was sent.
  note: The last message of the provider.
  payment_id: The payment; null for a hold until a worker begins it.
  booking_id: For a hold: the ride whose fare is to be reserved on a saved card, once per ride.
$$);
create index payment_jobs_due on app.payment_jobs (due_at, id) where status = 'queued';
create index payment_jobs_dead on app.payment_jobs (created_at, id) where status = 'dead';
create index payment_jobs_payment_id on app.payment_jobs (payment_id, kind);
create unique index payment_jobs_one on app.payment_jobs (payment_id, kind) where status = 'queued' and kind not in ('refund', 'forget');
create unique index payment_jobs_refund_id on app.payment_jobs (refund_id);
create unique index payment_jobs_booking_id on app.payment_jobs (booking_id);
create index payment_jobs_done on app.payment_jobs (done_at) where status = 'done';
alter table app.payment_jobs enable row level security;

create table app.payment_worker (
  id integer primary key default 1 check (id = 1),
  seen_at timestamptz not null default '-infinity'
);
comment on table app.payment_worker is 'One row: when a worker last took jobs. While a worker is active, no other one is started.';
alter table app.payment_worker enable row level security;
insert into app.payment_worker default values;

create function app.queue_payment_job(kind text, payment public.payments, amount numeric default null, refund_id uuid default null, wait interval default '0') returns void
language sql volatile security definer set search_path = '' as $$
  insert into app.payment_jobs (kind, payment_id, amount, refund_id, due_at)
  values (queue_payment_job.kind, (payment).id, queue_payment_job.amount, queue_payment_job.refund_id, app.now() + queue_payment_job.wait)
  on conflict do nothing
$$;
comment on function app.queue_payment_job is 'Queues a request to a provider, unless a job of the same kind is queued for the payment; each refund is queued once.';

-- Taking jobs -------------------------------------------------------------------------------------------------------

-- Returns the pause before the next attempt, at most six hours: 2, 4, 8 minutes and so on for a question about a payment (kind
-- ask); 30 s, 1, 2 minutes and so on for other requests. All attempts take about three days; those of a hold a few minutes,
-- because the rider of a ride that has begun should know whether the fare is reserved.
create function app.job_wait(kind text, attempts integer) returns interval language sql immutable set search_path = '' as $$
  select least(interval '6 hours', case when kind = 'ask' then interval '2 minutes' else interval '30 seconds' end * 2 ^ least(greatest(attempts, 1) - 1, 12))
$$;
create function app.job_attempts(kind text) returns integer
language sql immutable set search_path = '' as $$ select case kind when 'ask' then 18 when 'hold' then 4 else 20 end $$;

-- Checks a due job before it is sent. A job that is no longer needed is marked as done, and a refund is postponed during a
-- chargeback. The amount of a capture is set at its first attempt; if there is nothing to capture, the release of the hold is
-- queued instead.
create function app.ready_job(job app.payment_jobs) returns app.payment_jobs language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_disputed boolean;
begin
  if (job).kind = 'hold' then return app.ready_hold(job); end if;
  select p.* into v_payment from public.payments p where p.id = (job).payment_id;
  if (job).kind = 'ask' and v_payment.status not in ('created', 'authorized', 'failed') or (job).kind in ('capture', 'void') and v_payment.status <> 'authorized' then
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
    if not exists (select 1 from public.refunds r where r.id = (job).refund_id and r.status = 'due') then job.status := 'done';
    elsif v_disputed then job.due_at := app.now() + interval '6 hours';
    end if;
  end if;
  return job;
end $$;

create function public.take_payment_jobs(job_limit integer default 20)
returns table (job_id bigint, kind text, payment jsonb, refund_id uuid, amount text, attempts integer, is_repeated boolean, refunds_done text, card jsonb,
  hold jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  v_job app.payment_jobs;
  v_places integer := (app.settings())."decimal";
begin
  update app.payment_worker w set seen_at = app.now() where w.seen_at < app.now() - interval '2 seconds';
  for v_job in select j.* from app.payment_jobs j where j.status = 'queued' and j.due_at <= app.now()
    order by j.due_at, j.id limit least(greatest(coalesce(take_payment_jobs.job_limit, 20), 0), 200) for no key update skip locked
  loop
    v_job := app.ready_job(v_job);
    update app.payment_jobs j set status = v_job.status, amount = v_job.amount, done_at = case when v_job.status <> 'queued' then app.now() end,
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
      where v_job.kind = 'refund' and r.payment_id = v_job.payment_id and r.status = 'done' and r.id <> v_job.refund_id);
    card := (select jsonb_build_object('token', f.token, 'customer', f.customer_ref) from app.forgotten_cards f where f.job_id = v_job.id);
    hold := case when v_job.kind = 'hold' then app.hold_wish(v_job.booking_id) end;
    return next;
  end loop;
end $$;
comment on function public.take_payment_jobs is 'Takes up to job_limit (at most 200) requests to providers that are due, for two minutes. kind: ask: the state of the payment; refund: `amount` of the payment, with refund_id; capture: `amount` of the hold; void: release the hold; forget: delete the saved card {token, customer}; hold: reserve a ride''s fare on a saved card (begin_hold), hold: {provider, off_session}, where off_session says that the card''s owner is away. payment: the payment view. is_repeated: an earlier attempt may have reached the provider; refunds_done: sum of the other refunds already made. The worker reports the provider''s response to record_payment_event and then calls finish_payment_job.';
grant execute on function public.take_payment_jobs(integer) to service_role;

-- Finishing jobs ----------------------------------------------------------------------------------------------------

-- Gives a job up after its last attempt. A question about a payment (kind ask) is marked as done, and the payment expires if it
-- is still undecided. A hold is given up for good: the ride is paid at its end. Other jobs become dead, and the desk decides what
-- to do (stuck_payments.sql). If the job is a capture, its hold fails, too.
create function app.give_up_job(job app.payment_jobs) returns app.payment_jobs language plpgsql security definer set search_path = '' as $$
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

-- Ends the job of a request that the provider refused permanently. A refund goes to the wallet instead. For kind ask the
-- payment fails, for kind capture the hold. Other jobs become dead, and the desk decides what to do.
create function app.fail_job(job app.payment_jobs) returns app.payment_jobs language plpgsql security definer set search_path = '' as $$
begin
  if (job).kind = 'hold' then return app.end_hold_job(job); end if;
  job.status := 'done';
  if (job).kind = 'refund' then
    -- A deleted account cannot use its wallet, so the refund does not go to the wallet: the job becomes dead, and the desk
    -- decides.
    if exists (select 1 from public.refunds r where r.id = (job).refund_id and r.status = 'due' and app.has_no_account(r.customer_id)) then job.status := 'dead';
    else perform public.confirm_refund((job).refund_id, false);
    end if;
  elsif (job).kind = 'ask' then
    update public.payments p set status = 'failed' where p.id = (job).payment_id and p.status = 'created';
  elsif (job).kind = 'capture' then
    perform app.fail_hold((job).payment_id);
  else
    job.status := 'dead';
  end if;
  return job;
end $$;

create function app.complete_job(job app.payment_jobs) returns app.payment_jobs language plpgsql security definer set search_path = '' as $$
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
    -- A capture succeeded, but the provider's event that confirms it has not arrived: asks the provider in a minute and keeps
    -- the job, so that the capture is repeated if the event does not come. A question about a payment that is still not decided
    -- is also repeated.
    if (job).kind = 'capture' and v_payment.status = 'authorized' then
      job.status := 'queued';
      perform app.queue_payment_job('ask', v_payment, wait => interval '1 minute');
    elsif (job).kind = 'ask' and v_payment.status = 'created' then job.status := 'queued';
    end if;
  end if;
  return job;
end $$;

create function public.finish_payment_job(job_id bigint, outcome text, note text default null, retry_after integer default null, ref text default null,
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
  v_job := case finish_payment_job.outcome when 'done' then app.complete_job(v_job) when 'failed' then app.fail_job(v_job) else v_job end;
  if v_job.status = 'queued' and v_job.attempts >= app.job_attempts(v_job.kind) then v_job := app.give_up_job(v_job); end if;
  update app.payment_jobs j set status = v_job.status, done_at = case when v_job.status <> 'queued' then app.now() end,
    due_at = app.now() + coalesce(make_interval(secs => least(greatest(finish_payment_job.retry_after, 1), 86400)), app.job_wait(v_job.kind, v_job.attempts)),
    note = nullif(left(app.plain_lines(finish_payment_job.note), 500), ''), is_unsure = j.is_unsure and not coalesce(finish_payment_job.nothing_sent, false)
  where j.id = v_job.id;
  if v_job.status = 'done' then delete from app.forgotten_cards f where f.job_id = v_job.id;
  elsif v_job.status = 'dead' then perform app.broadcast('admin', 'money');
  end if;
  return v_job.status;
end $$;
comment on function public.finish_payment_job is 'Ends a worker''s use of a job. outcome: done (the provider did it, or its response is recorded), failed (it refuses permanently: a refund goes to the wallet, a hold is lost or not made), again (no response, or pending: retried after retry_after seconds, otherwise with growing pauses; dead after about three days, for the desk). note: the provider''s message; ref: the provider''s id of a refund; nothing_sent: no attempt has reached the provider. Returns queued, done or dead; null for an unknown job.';
grant execute on function public.finish_payment_job(bigint, text, text, integer, text, boolean) to service_role;

-- Calling the worker ------------------------------------------------------------------------------------------------

create function app.wake_payment_worker() returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return exists (select 1 from app.payment_jobs j where j.status = 'queued' and j.due_at <= app.now())
    and app.call_worker('payments/work', (select w.seen_at from app.payment_worker w));
end $$;
comment on function app.wake_payment_worker is 'Calls the route payments/work if a job is due and no worker is active.';

create trigger payment_jobs__wake_worker after insert on app.payment_jobs for each statement execute function app.tg_wake('wake_payment_worker');

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
comment on function app.expire_payments is 'Expires payments without progress for a day, and holds whose reservation ended; returns their number. A later event may still pay one.';

create function app.payments_tick() returns void language plpgsql security definer set search_path = '' as $$
begin
  perform app.expire_payments();
  perform app.ask_for_holds();
  perform app.purge_checkouts();
  delete from app.payment_jobs j where j.id in (select d.id from app.payment_jobs d where d.status = 'done' and d.kind = 'ask'
    and d.done_at < app.now() - interval '7 days' order by d.done_at limit 10000);
  perform app.wake_payment_worker();
end $$;
comment on function app.payments_tick is 'Scheduled: expires unpaid payments, asks riders to reserve fares, deletes old links, and starts the worker. Idempotent.';
