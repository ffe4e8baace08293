-- Payment events: messages of providers about a payment, compared with the stored payment before they have an effect.

-- An amount without a currency is of no known value, so it is not in the payment's currency. An event without an amount
-- may name no currency, except one that pays.
create function app.is_in_currency(event public.payment_events, payment public.payments) returns boolean
language sql immutable set search_path = '' as $$
  select upper((event).currency) is not distinct from (payment).currency
    or (event).amount is null and nullif((event).currency, '') is null and not app.is_secured((event).status)
$$;

-- Returns the payment that the office created for a second charge of the same customer
-- (money/flows/6_payment_flags.sql); null without one. Events about this charge belong to that payment.
create function app.charged_again(payment_id uuid, charge_ref text) returns public.payments
language plpgsql stable security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  select p.* into v_payment from public.payment_events e join public.payment_flags f on f.event_id = e.id
    join public.payments p on p.id = f.payment_id
  where e.payment_id = charged_again.payment_id and p.charge_ref = charged_again.charge_ref limit 1;
  return case when found then v_payment end;
end $$;

-- Locks a charge, so that it cannot pay two payments at the same time.
create function app.lock_charge(provider text, charge_ref text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if lock_charge.charge_ref is not null then
    perform pg_advisory_xact_lock(hashtextextended(format('charge:%s:%s', lock_charge.provider,
      lock_charge.charge_ref), 0));
  end if;
end $$;

-- Finds the payment of an event: by our id if the provider returns it, otherwise by the provider's references.
create function app.find_payment(provider text, payment_id uuid, provider_ref text, charge_ref text)
  returns public.payments
language plpgsql stable security definer set search_path = '' as $$
declare v_payment public.payments;
begin
  if find_payment.payment_id is not null then
    select p.* into v_payment from public.payments p where p.id = find_payment.payment_id;
    if find_payment.charge_ref is distinct from v_payment.charge_ref then
      v_payment := coalesce(app.charged_again(v_payment.id, find_payment.charge_ref), v_payment);
    end if;
    return v_payment;
  end if;
  select p.* into v_payment from public.payments p
  where p.provider = find_payment.provider and p.provider_ref = find_payment.provider_ref
    order by p.created_at desc limit 1;
  if found and find_payment.charge_ref is distinct from v_payment.charge_ref then
    v_payment := coalesce(app.charged_again(v_payment.id, find_payment.charge_ref), v_payment);
  elsif v_payment.id is null then
    select p.* into v_payment from public.payments p
    where p.provider = find_payment.provider and p.charge_ref = find_payment.charge_ref
      order by p.created_at desc limit 1;
  end if;
  return v_payment;
end $$;
