-- Taking a payment: booking a card payment for its purpose, the provider's fee, and card money in wallets.

-- Returns the amount that a provider's event with the status paid must have. If the payment is already paid, it is the
-- amount that was taken. For a hold it is the amount of the requested capture, or the whole hold if no capture was
-- requested. For other payments it is their amount.
create function app.expected_amount(payment public.payments) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  if (payment).status = 'paid' then return (payment).captured_amount; end if;
  if not (payment).is_hold then return (payment).amount; end if;
  return coalesce((select j.amount from app.payment_jobs j where j.payment_id = (payment).id and j.kind = 'capture'
    and j.amount is not null order by j.id desc limit 1), (payment).amount);
end $$;

create function app.is_fee_payment(payment public.payments) returns boolean
language sql stable security definer set search_path = '' as $$
  select (payment).is_hold and exists (select 1 from app.payment_jobs j where j.payment_id = (payment).id
    and j.kind = 'capture' and j.amount is not null)
    and not app.has_no_account((payment).customer_id)
$$;
comment on function app.is_fee_payment is 'Whether a captured hold of a cancelled booking pays its cancellation fee.';

-- Returns whether the purpose of a payment still needs its money. Written in plpgsql, which caches plans; a SQL
-- function would be planned at every call.
create function app.is_payment_due(payment public.payments, booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case (payment).purpose
    when 'booking' then app.is_awaiting_payment((booking).status) or (booking).status = 'CANCELLED'
      and app.is_fee_payment(payment)
    when 'tip' then not app.has_no_account((booking).driver_id)
    else not app.has_no_account((payment).customer_id) end;
end $$;
