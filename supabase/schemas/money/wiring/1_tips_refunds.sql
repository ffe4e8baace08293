-- Tips for drivers, and refunds to riders.

create function app.tg_refunds__queue_job() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.queue_payment_job('refund', p, new.amount, new.id) from public.payments p where p.id = new.payment_id;
  return null;
end $$;

create trigger refunds__queue_job after insert on public.refunds for each row when (new.status = 'due')
  execute function app.tg_refunds__queue_job();
