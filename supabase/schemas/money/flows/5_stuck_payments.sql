-- Stuck payments: requests that payment providers refused or did not answer in time, so that the worker gave them up.
-- The desk retries them or settles them in another way.
-- Access: admins with the permission refund
-- Tests:  tests/db/payment_jobs.sql, tests/db/refund_jobs.sql

create function public.retry_payment(job_id bigint) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_job app.payment_jobs;
begin
  perform app.require_editor('refund');
  update app.payment_jobs j set status = 'queued', attempts = 0, due_at = app.now(), done_at = null
  where j.id = retry_payment.job_id and j.status = 'dead' and j.kind <> 'capture' returning j.* into v_job;
  if not found then return false; end if;
  perform app.audit('retry_payment', 'payments', v_job.payment_id::text, null,
    jsonb_build_object('kind', v_job.kind, 'amount', v_job.amount));
  perform app.broadcast('admin', 'money'), app.wake_payment_worker();
  return true;
end $$;
comment on function public.retry_payment is
  'An admin retries a request of stuck_payments, with the same idempotency key at the provider. False if the request '
  'is not stuck, or its hold is lost. '
  'Errors: must_login, not_allowed, demo_mode.';
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
  select p.* into v_payment from app.payment_jobs j join public.payments p on p.id = j.payment_id
    where j.id = close_stuck_payment.job_id;
  if not found then perform app.refuse('payment_not_found', 404, 'No such request'); end if;
  if coalesce(v_reason, '') = '' then perform app.refuse('no_details_error', 422, 'Give a reason'); end if;
  perform app.refuse_own(v_me, v_payment.customer_id);
  v_payment := app.lock_payment(v_payment.id);
  select j.* into v_job from app.payment_jobs j where j.id = close_stuck_payment.job_id for no key update;
  if not coalesce(close_stuck_payment.outcome
    = any (array_remove(app.stuck_choices(v_job, v_payment), 'retry')), false) then
    perform app.refuse('decision_not_possible', 409,
      format('Possible outcomes: %s', app.stuck_choices(v_job, v_payment)));
  end if;
  if close_stuck_payment.outcome = 'wallet' then perform public.confirm_refund(v_job.refund_id, false);
  else perform app.complete_job(v_job);
  end if;
  update app.payment_jobs j set status = 'done', done_at = app.now() where j.id = v_job.id;
  delete from app.removed_cards f where f.job_id = v_job.id;
  perform app.audit('close_stuck_payment', 'payments', v_payment.id::text,
    jsonb_build_object('kind', v_job.kind, 'note', v_job.note),
    jsonb_build_object('user_id', v_payment.customer_id, 'amount', v_job.amount, 'outcome',
      close_stuck_payment.outcome, 'reason', v_reason));
  perform app.broadcast('admin', 'money');
  return true;
end $$;
comment on function public.close_stuck_payment is
  'An admin settles a request of stuck_payments without the provider''s API, with one of its choices: sent (a refund '
  'was sent in the provider''s dashboard), wallet (the rider''s wallet gets the refund) or settle (other requests: '
  'released or removed at the provider). The reason is stored in the audit log. '
  'Errors: must_login, not_allowed (also for one''s own payment), demo_mode, payment_not_found, no_details_error, '
  'decision_not_possible (not stuck, or the outcome does not fit).';
grant execute on function public.close_stuck_payment(bigint, text, text) to authenticated;
