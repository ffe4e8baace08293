-- Stuck payments: requests that payment providers refused or did not answer in time, so that the worker gave them up. The desk
-- retries them or settles them in another way.
-- Needs:  payment_jobs, refunds, audit
-- Access: admins with the permission refund
-- Tests:  tests/db/payment_jobs.sql, tests/db/refund_jobs.sql

-- A hold whose capture failed for three days is lost. So a stuck capture cannot be retried; its only choice is settle.
create function app.stuck_choices(job app.payment_jobs, payment public.payments) returns text[]
language sql stable security definer set search_path = '' as $$
  select case when (job).status <> 'dead' then '{}' when (job).kind = 'capture' then array['settle'] when (job).kind <> 'refund' then array['retry', 'settle']
    when app.has_no_account((payment).customer_id) then array['retry', 'sent'] else array['retry', 'sent', 'wallet'] end
$$;
comment on function app.stuck_choices is 'What the desk can do with a stuck request: retry, or an outcome for close_stuck_payment.';

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
comment on function public.stuck_payments is 'For the desk: requests that a provider refused, or did not answer for three days, newest first: refunds still due, holds not captured or released, cards not deleted. created_at: since when the request is open; note: the provider''s last message; choices: retry (retry_payment), or an outcome for close_stuck_payment. Pass the last row''s created_at and job_id as after_at and after_id for the next page. Errors: must_login, not_allowed.';
grant execute on function public.stuck_payments(timestamptz, bigint, integer) to authenticated;

create function public.retry_payment(job_id bigint) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_job app.payment_jobs;
begin
  perform app.require_editor('refund');
  update app.payment_jobs j set status = 'queued', attempts = 0, due_at = app.now(), done_at = null
  where j.id = retry_payment.job_id and j.status = 'dead' and j.kind <> 'capture' returning j.* into v_job;
  if not found then return false; end if;
  perform app.audit('retry_payment', 'payments', v_job.payment_id::text, null, jsonb_build_object('kind', v_job.kind, 'amount', v_job.amount));
  perform app.broadcast('admin', 'money'), app.wake_payment_worker();
  return true;
end $$;
comment on function public.retry_payment is 'An admin retries a request of stuck_payments, with the same idempotency key at the provider. False if the request is not stuck, or its hold is lost. Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.retry_payment(bigint) to authenticated;

-- Settles a request that the provider cannot or can no longer execute.
create function public.close_stuck_payment(job_id bigint, outcome text, reason text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('refund');
  v_reason text := btrim(left(app.plain_lines(close_stuck_payment.reason), 500));
  v_payment public.payments;
  v_job app.payment_jobs;
begin
  select p.* into v_payment from app.payment_jobs j join public.payments p on p.id = j.payment_id where j.id = close_stuck_payment.job_id;
  if not found then perform app.refuse('payment_not_found', 404, 'No such request'); end if;
  if coalesce(v_reason, '') = '' then perform app.refuse('no_details_error', 422, 'Give a reason'); end if;
  perform app.refuse_own(v_me, v_payment.customer_id);
  v_payment := app.lock_payment(v_payment.id);
  select j.* into v_job from app.payment_jobs j where j.id = close_stuck_payment.job_id for no key update;
  if not coalesce(close_stuck_payment.outcome = any (array_remove(app.stuck_choices(v_job, v_payment), 'retry')), false) then
    perform app.refuse('decision_not_possible', 409, format('Possible outcomes: %s', app.stuck_choices(v_job, v_payment)));
  end if;
  if close_stuck_payment.outcome = 'wallet' then perform public.confirm_refund(v_job.refund_id, false);
  else perform app.complete_job(v_job);
  end if;
  update app.payment_jobs j set status = 'done', done_at = app.now() where j.id = v_job.id;
  delete from app.forgotten_cards f where f.job_id = v_job.id;
  perform app.audit('close_stuck_payment', 'payments', v_payment.id::text, jsonb_build_object('kind', v_job.kind, 'note', v_job.note),
    jsonb_build_object('user_id', v_payment.customer_id, 'amount', v_job.amount, 'outcome', close_stuck_payment.outcome, 'reason', v_reason));
  perform app.broadcast('admin', 'money');
  return true;
end $$;
comment on function public.close_stuck_payment is 'An admin settles a request of stuck_payments without the provider''s API, with one of its choices: sent (a refund was sent in the provider''s dashboard), wallet (the rider''s wallet gets the refund) or settle (other requests: released or removed at the provider). The reason is stored in the audit log. Errors: must_login, not_allowed (also for one''s own payment), demo_mode, payment_not_found, no_details_error, decision_not_possible (not stuck, or the outcome does not fit).';
grant execute on function public.close_stuck_payment(bigint, text, text) to authenticated;
