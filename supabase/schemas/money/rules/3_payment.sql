-- Payments requested from providers, and paying by cash and wallet.

-- Returns whether a person has no usable wallet: the account was deleted, or there is none (the passenger of a street
-- trip).
create function app.has_no_account(user_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select has_no_account.user_id is null or exists (select 1 from public.profiles p where p.id = has_no_account.user_id
    and p.deleted_at is not null)
$$;

-- Reads the amount that a driver's phone reports, in the currency's decimals; without one it is the amount due.
create function app.read_reported_cash(amount numeric, due numeric) returns numeric
language plpgsql stable security definer set search_path = '' as $$
begin
  -- The upper limit excludes NaN, because PostgreSQL sorts NaN above every number.
  if not coalesce(read_reported_cash.amount >= 0 and read_reported_cash.amount < 1000000,
    read_reported_cash.amount is null) then
    perform app.refuse('amount_invalid', 422, 'The cash is 0 or more and below a million');
  end if;
  return coalesce(round(read_reported_cash.amount, (app.settings())."decimal"), read_reported_cash.due);
end $$;

-- Locks the wallets of a booking, and returns what the rider's wallet can pay of it and how much of that may be bonus
-- money.
create function app.spendable(booking public.bookings, out balance numeric, out bonus numeric)
language plpgsql security definer set search_path = '' as $$
begin
  perform app.lock_booking_wallets(booking);
  bonus := app.usable_bonus(booking);
  balance := least(app.wallet_balance((booking).customer_id), app.real_balance((booking).customer_id) + bonus);
end $$;

-- Returns whether the driver of a ride that has ended is known to be elsewhere, so that nobody can take cash: with the
-- next passenger, more than 500 m from where the ride ended, or silent since a quarter of an hour after it.
create function app.driver_has_left(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings o where o.driver_id = (booking).driver_id and o.id <> (booking).id
      and (o.status in ('ARRIVED', 'STARTED', 'REACHED') or o.started_at > (booking).reached_at))
    or coalesce((select case when p.updated_at > app.now() - interval '2 minutes'
      and p.updated_at > (booking).reached_at
          then app.distance_m(e.lat, e.lng, p.lat, p.lng) > 500
        else (booking).reached_at < app.now() - interval '15 minutes' end
      from (select coalesce(r.lat, (booking).drop_lat) as lat, coalesce(r.lng, (booking).drop_lng) as lng
        from (select 1) one left join lateral (select v.lat, v.lng
        from public.booking_events v where v.booking_id = (booking).id and v.to_status = 'REACHED' order by v.id desc
          limit 1) r on true) e
      left join public.driver_positions p on p.driver_id = (booking).driver_id), false)
$$;

create function public.quote_payment(quote_id uuid)
returns table (wallet_balance numeric, from_wallet numeric, cash_left numeric, card_hold numeric,
  open_amount_left numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_quote public.fare_quotes;
  v_part numeric;
  v_rest numeric;
begin
  select q.* into v_quote from public.fare_quotes q where q.id = quote_payment.quote_id and q.customer_id = v_me.id;
  if not found then perform app.refuse('quote_not_found', 404, 'No such quote; request the fare again'); end if;
  v_part := greatest(0, least(v_me.wallet_balance, v_quote.payable_amount));
  v_rest := v_quote.payable_amount - v_part;
  return query select v_me.wallet_balance, v_part, v_rest + app.cash_rounding(v_rest, v_quote.cash_unit),
    app.hold_ceiling(v_quote.payable_amount), v_rest;
end $$;
comment on function public.quote_payment is
  'How a quote could be paid now: what the caller''s wallet would pay, the rest (open_amount_left) and what it would '
  'be in cash, and the maximum that would be reserved on a card. Moves no money: pay_with_wallet pays the final '
  'fare. '
  'Errors: must_login, account_suspended, quote_not_found.';
grant execute on function public.quote_payment(uuid) to authenticated;
