-- Checkout: the link that takes a customer to the provider of a payment, and the state of the payment afterwards.

create function app.payment_of(payment_id uuid, customer_id uuid) returns public.payments
language plpgsql stable security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  select p.* into v_payment from public.payments p where p.id = payment_of.payment_id
    and (payment_of.customer_id is null or p.customer_id = payment_of.customer_id);
  if not found then perform app.refuse('payment_not_found', 404, 'No such payment of this customer'); end if;
  return v_payment;
end $$;

create function public.payment_view(payment_id uuid, customer_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_payment public.payments := app.payment_of(payment_view.payment_id, payment_view.customer_id);
begin
  return app.payment_json(v_payment) || jsonb_build_object('next', case when app.is_undecided(v_payment.status)
    then (select n.next from app.payment_steps n where n.payment_id = v_payment.id) end);
end $$;
comment on function public.payment_view is
  'The payment view with `next`, the customer''s next step while the payment is not decided. With customer_id only '
  'for that customer. '
  'Errors: payment_not_found.';
grant execute on function public.payment_view(uuid, uuid) to service_role;

create function public.street_payment_view(pay_token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_id uuid;
begin
  select p.id into v_id from app.street_pay_links l join public.payments p on p.booking_id = l.booking_id
  where l.token = street_payment_view.pay_token order by p.status = 'paid' desc, p.created_at desc limit 1;
  if v_id is null then
    perform app.refuse('payment_not_found', 404, 'No payment was started with this pay link');
  end if;
  return public.payment_view(v_id);
end $$;
comment on function public.street_payment_view is
  'The payment view (payment_view) of the last payment started with a booking''s link for paying, or of the one '
  'that paid it. '
  'Errors: payment_not_found.';
grant execute on function public.street_payment_view(text) to service_role;
