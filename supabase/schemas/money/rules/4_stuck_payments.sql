-- Stuck payments: requests that payment providers refused or did not answer in time, so that the worker gave them up.

-- A hold whose capture failed for three days is lost. So a stuck capture cannot be retried; its only choice is settle.
create function app.stuck_choices(job app.payment_jobs, payment public.payments) returns text[]
language sql stable security definer set search_path = '' as $$
  select case when (job).status <> 'dead' then '{}' when (job).kind = 'capture' then array['settle']
    when (job).kind <> 'refund' then array['retry', 'settle']
    when app.has_no_account((payment).customer_id) then array['retry', 'sent'] else array['retry', 'sent', 'wallet'] end
$$;
comment on function app.stuck_choices is
  'What the desk can do with a stuck request: retry, or an outcome for close_stuck_payment.';

create function public.stuck_payments(after_at timestamptz default null, after_id bigint default null,
  page_size integer default 50)
returns table (job_id bigint, kind text, payment_id uuid, refund_id uuid, booking_id uuid, reference text,
  customer_id uuid, name text, provider text, charge_ref text,
  amount numeric, currency text, attempts integer, note text, created_at timestamptz, abandoned_at timestamptz,
    choices text[])
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('refund');
  return query
  select j.id, j.kind, p.id, j.refund_id, p.booking_id, b.reference, p.customer_id,
    nullif(btrim(c.first_name || ' ' || c.last_name), ''), p.provider::text,
    p.charge_ref, case when j.kind <> 'forget' then coalesce(j.amount, p.authorized_amount) end, p.currency,
      j.attempts, j.note, j.created_at, j.done_at,
    app.stuck_choices(j, p)
  from app.payment_jobs j join public.payments p on p.id = j.payment_id
  left join public.bookings b on b.id = p.booking_id left join public.profiles c on c.id = p.customer_id
  where j.status = 'dead'
    and (stuck_payments.after_at is null
      or (j.created_at, j.id) < (stuck_payments.after_at, coalesce(stuck_payments.after_id, j.id)))
  order by j.created_at desc, j.id desc limit least(greatest(coalesce(stuck_payments.page_size, 50), 1), 1000);
end $$;
comment on function public.stuck_payments is
  'For the desk: requests that a provider refused, or did not answer for three days, newest first: refunds still due, '
  'holds not captured or released, cards not deleted. created_at: since when the request is open; note: the '
  'provider''s last message; choices: retry (retry_payment), or an outcome for close_stuck_payment. Pass the last '
  'row''s created_at and job_id as after_at and after_id for the next page. '
  'Errors: must_login, not_allowed.';
grant execute on function public.stuck_payments(timestamptz, bigint, integer) to authenticated;
