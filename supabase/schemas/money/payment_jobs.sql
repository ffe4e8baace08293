-- Payment jobs: what providers have to be told or asked: refunds, captures and releases of holds, what became of a payment, cards to forget.
-- Needs:  payment; checkout, holds, refunds and chargebacks queue
-- Access: the service role takes and finishes them, for payments/work; admins see what is stuck, have it tried again or settle it by hand
-- Tests:  tests/db/payment_jobs.sql, tests/db/refund_jobs.sql, tests/db/crash.test.ts

create table app.payment_jobs (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('ask', 'refund', 'capture', 'void', 'forget')),
  payment_id uuid not null references public.payments (id),
  refund_id uuid,
  amount numeric check (amount > 0),
  status text not null default 'queued' check (status in ('queued', 'done', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  is_unsure boolean not null default false,
  due_at timestamptz not null default app.now(),
  created_at timestamptz not null default app.now(),
  done_at timestamptz check ((status = 'queued') = (done_at is null)),
  note text check (length(note) <= 500),
  check ((kind = 'refund') = (refund_id is not null))
) with (fillfactor = 80);
comment on table app.payment_jobs is
  'Requests to providers, made at least once: adapters repeat them under the same name. Taking one leases it: due_at moves on, and a worker that dies frees it by that.';
comment on column app.payment_jobs.amount is 'Of a refund and of a capture; a capture after the ride gets it when it is first taken, and keeps it.';
comment on column app.payment_jobs.status is 'dead: given up, for the desk.';
comment on column app.payment_jobs.is_unsure is 'An earlier try may have reached the provider: a worker took it, and did not say that it sent nothing.';
comment on column app.payment_jobs.note is 'What the provider said last.';
create index payment_jobs_due on app.payment_jobs (due_at, id) where status = 'queued';
create index payment_jobs_dead on app.payment_jobs (created_at, id) where status = 'dead';
create index payment_jobs_payment_id on app.payment_jobs (payment_id, kind);
create unique index payment_jobs_one on app.payment_jobs (payment_id, kind) where status = 'queued' and kind not in ('refund', 'forget');
create unique index payment_jobs_refund_id on app.payment_jobs (refund_id);
create index payment_jobs_done on app.payment_jobs (done_at) where status = 'done';
alter table app.payment_jobs enable row level security;

create table app.payment_worker (
  id integer primary key default 1 check (id = 1),
  seen_at timestamptz not null default '-infinity'
);
comment on table app.payment_worker is 'When a worker last asked for jobs: one that is at work need not be woken.';
alter table app.payment_worker enable row level security;
insert into app.payment_worker default values;

create function app.queue_payment_job(kind text, payment public.payments, amount numeric default null, refund_id uuid default null, wait interval default '0') returns void
language sql volatile security definer set search_path = '' as $$
  insert into app.payment_jobs (kind, payment_id, amount, refund_id, due_at)
  values (queue_payment_job.kind, (payment).id, queue_payment_job.amount, queue_payment_job.refund_id, app.now() + queue_payment_job.wait)
  on conflict do nothing
$$;
comment on function app.queue_payment_job is 'Queues a request to a provider, once while one of its kind is queued for the payment, and once per refund.';

-- Taking --------------------------------------------------------------------------------------------------------------------

-- 2, 4, 8 minutes … for questions, 30 s, 1, 2 minutes … for the rest, six hours at most: about three days in all.
create function app.job_wait(kind text, attempts integer) returns interval
language sql immutable set search_path = '' as $$
  select least(interval '6 hours', case when kind = 'ask' then interval '2 minutes' else interval '30 seconds' end * 2 ^ least(greatest(attempts, 1) - 1, 12))
$$;
create function app.job_attempts(kind text) returns integer
language sql immutable set search_path = '' as $$ select case when kind = 'ask' then 18 else 20 end $$;

-- Whether a request still makes sense when it is due; a capture learns its amount here.
create function app.ready_job(job app.payment_jobs) returns app.payment_jobs
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_disputed boolean;
begin
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
    -- What the customer's bank has taken back is not given a second time; the sum waits for the decision.
    select v_payment.captured_amount - v_payment.disputed_amount < coalesce(sum(r.amount), 0) into v_disputed
    from public.refunds r where r.payment_id = v_payment.id and (r.status = 'done' or r.id = (job).refund_id);
    if not exists (select 1 from public.refunds r where r.id = (job).refund_id and r.status = 'due') then job.status := 'done';
    elsif v_disputed then job.due_at := app.now() + interval '6 hours';
    end if;
  end if;
  return job;
end $$;

create function public.take_payment_jobs(job_limit integer default 20)
returns table (job_id bigint, kind text, payment jsonb, refund_id uuid, amount text, attempts integer, is_repeated boolean, refunds_done text, card jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  v_job app.payment_jobs;
  v_places integer := (app.settings())."decimal";
begin
  update app.payment_worker w set seen_at = app.now() where w.seen_at < app.now() - interval '2 seconds';
  for v_job in select j.* from app.payment_jobs j where j.status = 'queued' and j.due_at <= app.now()
    order by j.due_at, j.id limit least(greatest(coalesce(take_payment_jobs.job_limit, 20), 0), 200) for update skip locked
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
    return next;
  end loop;
end $$;
comment on function public.take_payment_jobs is
  'Leases up to job_limit (200 at most) due requests to providers for two minutes. ask: what became of the payment; refund: amount of it, under refund_id; capture: amount of its hold; void: release its hold; forget: the saved card {token, customer}. payment: the payment view. is_repeated: an earlier try may have reached the provider; refunds_done: what it gave back of the payment by other refunds. What the provider says goes to record_payment_event, then finish_payment_job ends the lease.';
grant execute on function public.take_payment_jobs(integer) to service_role;

-- Finishing -----------------------------------------------------------------------------------------------------------------

-- Nothing more is tried. What is owed stays where it is, for the desk.
create function app.give_up_job(job app.payment_jobs) returns app.payment_jobs
language plpgsql security definer set search_path = '' as $$
begin
  job.status := 'dead';
  if (job).kind = 'ask' then
    job.status := 'done';
    update public.payments p set status = 'expired' where p.id = (job).payment_id and p.status = 'created';
  elsif (job).kind = 'capture' then
    perform app.lose_hold((job).payment_id);
  end if;
  return job;
end $$;

-- A provider refuses for good.
create function app.fail_job(job app.payment_jobs) returns app.payment_jobs
language plpgsql security definer set search_path = '' as $$
begin
  job.status := 'done';
  if (job).kind = 'refund' then
    -- Money stays away from the wallet of a person who left: the desk decides.
    if exists (select 1 from public.refunds r where r.id = (job).refund_id and r.status = 'due' and app.has_left(r.customer_id)) then job.status := 'dead';
    else perform public.confirm_refund((job).refund_id, false);
    end if;
  elsif (job).kind = 'ask' then
    update public.payments p set status = 'failed' where p.id = (job).payment_id and p.status = 'created';
  elsif (job).kind = 'capture' then
    perform app.lose_hold((job).payment_id);
  else
    job.status := 'dead';
  end if;
  return job;
end $$;

create function app.complete_job(job app.payment_jobs) returns app.payment_jobs
language plpgsql security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  job.status := 'done';
  if (job).kind = 'refund' then
    perform public.confirm_refund((job).refund_id, true);
  elsif (job).kind = 'void' then
    update public.payments p set status = 'voided' where p.id = (job).payment_id and p.status = 'authorized';
  else
    select p.* into v_payment from public.payments p where p.id = (job).payment_id;
    -- Captured, and the event is on its way: asked for in a minute, captured again if nothing comes. Or nothing is decided yet.
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
  v_payment public.payments;
begin
  -- A booking is locked before its payments, a payment before its jobs and refunds, here as in record_payment_event.
  select p.* into v_payment from app.payment_jobs j join public.payments p on p.id = j.payment_id where j.id = finish_payment_job.job_id;
  if v_payment.booking_id is not null then perform app.lock_booking(v_payment.booking_id); end if;
  perform 1 from public.payments p where p.id = v_payment.id for update;
  select j.* into v_job from app.payment_jobs j where j.id = finish_payment_job.job_id for update;
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
  elsif v_job.status = 'dead' then perform app.tell('admin', 'money');
  end if;
  return v_job.status;
end $$;
comment on function public.finish_payment_job is
  'Ends the lease of a request. outcome: done (the provider did it, or what it said is recorded), failed (it refuses for good: the wallet gets a refund, a hold is lost), again (it did not answer, or says pending: tried again after retry_after seconds, else later each time; after about three days it is dead, for the desk). note: what it said; ref: its name of a refund; nothing_sent: no try reached the provider so far. Answers queued, done or dead; null where there is no such job.';
grant execute on function public.finish_payment_job(bigint, text, text, integer, text, boolean) to service_role;

-- The desk ------------------------------------------------------------------------------------------------------------------

-- A hold that could not be taken is lost by now: asking again takes nothing.
create function app.stuck_choices(job app.payment_jobs, payment public.payments) returns text[]
language sql stable security definer set search_path = '' as $$
  select case when (job).status <> 'dead' then '{}' when (job).kind = 'capture' then array['settle'] when (job).kind <> 'refund' then array['retry', 'settle']
    when app.has_left((payment).customer_id) then array['retry', 'sent'] else array['retry', 'sent', 'wallet'] end
$$;
comment on function app.stuck_choices is 'What can become of a request that is stuck: retry, or an outcome of close_stuck_payment.';

create function public.stuck_payments(after_at timestamptz default null, after_id bigint default null, page_size integer default 50)
returns table (job_id bigint, kind text, payment_id uuid, refund_id uuid, booking_id uuid, reference text, customer_id uuid, name text, provider text, charge_ref text,
  amount numeric, currency text, attempts integer, note text, created_at timestamptz, gave_up_at timestamptz, choices text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('refund');
  return query
  select j.id, j.kind, p.id, j.refund_id, p.booking_id, b.reference, p.customer_id, nullif(btrim(c.first_name || ' ' || c.last_name), ''), p.provider::text,
    p.charge_ref, case when j.kind <> 'forget' then coalesce(j.amount, p.authorized_amount) end, p.currency, j.attempts, j.note, j.created_at, j.done_at,
    app.stuck_choices(j, p)
  from app.payment_jobs j join public.payments p on p.id = j.payment_id
  left join public.bookings b on b.id = p.booking_id left join public.profiles c on c.id = p.customer_id
  where j.status = 'dead'
    and (stuck_payments.after_at is null or (j.created_at, j.id) < (stuck_payments.after_at, coalesce(stuck_payments.after_id, j.id)))
  order by j.created_at desc, j.id desc limit least(greatest(coalesce(stuck_payments.page_size, 50), 1), 1000);
end $$;
comment on function public.stuck_payments is
  'For the desk: requests that a provider refused, or did not answer for three days, newest first: refunds that stay due, holds that were not captured or released, cards that were not forgotten. created_at: since when it is owed; note: what the provider said last; choices: retry (retry_payment), or an outcome of close_stuck_payment. The last row''s created_at and job_id as after_at and after_id give the next page. Errors: must_login, not_allowed.';
grant execute on function public.stuck_payments(timestamptz, bigint, integer) to authenticated;

create function public.retry_payment(job_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_job app.payment_jobs;
begin
  perform app.require_permission('refund');
  perform app.require_edits();
  update app.payment_jobs j set status = 'queued', attempts = 0, due_at = app.now(), done_at = null
  where j.id = retry_payment.job_id and j.status = 'dead' and j.kind <> 'capture' returning j.* into v_job;
  if not found then return false; end if;
  perform app.audit('retry_payment', 'payments', v_job.payment_id::text, null, jsonb_build_object('kind', v_job.kind, 'amount', v_job.amount));
  perform app.tell('admin', 'money'), app.wake_payment_worker();
  return true;
end $$;
comment on function public.retry_payment is
  'An admin has a request of stuck_payments made again, under the same name at the provider. False where it is not stuck, or a hold that is lost. Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.retry_payment(bigint) to authenticated;

-- A provider that does not do it, or not any more, is settled by hand.
create function public.close_stuck_payment(job_id bigint, outcome text, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('refund');
  v_reason text := btrim(left(app.plain_lines(close_stuck_payment.reason), 500));
  v_payment public.payments;
  v_job app.payment_jobs;
begin
  perform app.require_edits();
  select p.* into v_payment from app.payment_jobs j join public.payments p on p.id = j.payment_id where j.id = close_stuck_payment.job_id;
  if not found then perform app.refuse('payment_not_found', 404, 'There is no such request'); end if;
  if coalesce(v_reason, '') = '' then perform app.refuse('no_details_error', 422, 'A reason, for those who look at it later'); end if;
  perform app.refuse_own(v_me, v_payment.customer_id);
  -- Locked in the order of finish_payment_job.
  if v_payment.booking_id is not null then perform app.lock_booking(v_payment.booking_id); end if;
  select p.* into v_payment from public.payments p where p.id = v_payment.id for update;
  select j.* into v_job from app.payment_jobs j where j.id = close_stuck_payment.job_id for update;
  if not coalesce(close_stuck_payment.outcome = any (array_remove(app.stuck_choices(v_job, v_payment), 'retry')), false) then
    perform app.refuse('decision_not_possible', 409, format('What fits it now: %s', app.stuck_choices(v_job, v_payment)));
  end if;
  if close_stuck_payment.outcome = 'wallet' then perform public.confirm_refund(v_job.refund_id, false);
  else perform app.complete_job(v_job);
  end if;
  update app.payment_jobs j set status = 'done', done_at = app.now() where j.id = v_job.id;
  delete from app.forgotten_cards f where f.job_id = v_job.id;
  perform app.audit('close_stuck_payment', 'payments', v_payment.id::text, jsonb_build_object('kind', v_job.kind, 'note', v_job.note),
    jsonb_build_object('user_id', v_payment.customer_id, 'amount', v_job.amount, 'outcome', close_stuck_payment.outcome, 'reason', v_reason));
  perform app.tell('admin', 'money');
  return true;
end $$;
comment on function public.close_stuck_payment is
  'An admin settles a request of stuck_payments by hand, outcome one of its choices: sent (a refund that was sent at the provider''s own desk), wallet (the rider''s wallet gets the refund) or settle (anything else: released or removed at the provider). The reason goes to the audit log. Errors: must_login, not_allowed (also for one''s own payment), demo_mode, payment_not_found, no_details_error, decision_not_possible (it is not stuck, or the outcome does not fit).';
grant execute on function public.close_stuck_payment(bigint, text, text) to authenticated;

-- Waking the worker -------------------------------------------------------------------------------------------------------------

create function app.wake_payment_worker() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  return exists (select 1 from app.payment_jobs j where j.status = 'queued' and j.due_at <= app.now())
    and not exists (select 1 from app.payment_worker w where w.seen_at > app.now() - interval '6 seconds')
    and app.call_worker('payments/work');
end $$;
comment on function app.wake_payment_worker is 'Calls payments/work where a job is due and no worker is at work.';

create trigger payment_jobs__wake_worker after insert on app.payment_jobs
  for each statement execute function app.tg_wake('wake_payment_worker');

-- What nobody decided: a checkout that was left, a hold that ended.
create function app.expire_payments() returns integer
language plpgsql security definer set search_path = '' as $$
declare v_count integer;
begin
  update public.payments p set status = 'expired' where p.id in (select o.id from public.payments o
    where o.status in ('created', 'authorized') and o.created_at < app.now() - interval '1 day'
      and (o.status = 'created' or o.expires_at < app.now() - interval '1 day')
      and not exists (select 1 from app.payment_jobs j where j.payment_id = o.id and j.status = 'queued')
    order by o.created_at limit 1000 for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function app.expire_payments is 'Ends payments that nobody went on with for a day, and holds that have ended; answers how many. A later event may still pay one.';

create function app.payments_tick() returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.expire_payments();
  perform app.ask_for_holds();
  perform app.purge_checkouts();
  delete from app.payment_jobs j where j.id in (select d.id from app.payment_jobs d where d.status = 'done' and d.kind = 'ask'
    and d.done_at < app.now() - interval '7 days' order by d.done_at limit 10000);
  perform app.wake_payment_worker();
end $$;
comment on function app.payments_tick is 'Expires what nobody paid, asks riders for holds, forgets old links, and wakes the worker. Cron; doing it twice does nothing more.';
