-- Requests to payment providers: queueing one, and locking its payment.

-- Locks a payment, and its booking before it, and returns the payment as it is then; null without one. Functions that
-- change payments lock in one order, so that they cannot deadlock: booking, payment, job, refund, wallets.
create function app.lock_payment(payment_id uuid) returns public.payments
language plpgsql security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_booking_id uuid := (select coalesce(p.booking_id, q.booking_id) from public.payments p
    left join public.payment_requests q on q.id = p.request_id where p.id = lock_payment.payment_id);
begin
  if v_booking_id is not null then perform app.lock_booking(v_booking_id); end if;
  select p.* into v_payment from public.payments p where p.id = lock_payment.payment_id for no key update;
  return v_payment;
end $$;

create function app.queue_payment_job(kind text, payment public.payments, amount numeric default null,
  refund_id uuid default null, wait interval default '0') returns void
language sql volatile security definer set search_path = '' as $$
  insert into app.payment_jobs (kind, payment_id, amount, refund_id, due_at)
  values (queue_payment_job.kind, (payment).id, queue_payment_job.amount, queue_payment_job.refund_id,
    app.now() + queue_payment_job.wait)
  on conflict do nothing
$$;
comment on function app.queue_payment_job is
  'Queues a request to a provider, unless a job of the same kind is queued for the payment; each refund is queued '
  'once.';
