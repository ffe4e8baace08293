-- Promotions: codes that reduce a fare.

create function app.promo_facts(promo public.promos) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('promo_id', promo.id, 'code', promo.promo_name, 'type', promo.promo_discount_type,
    'value', promo.promo_discount_value, 'max', nullif(promo.max_promo_discount_value, 0), 'min_order', promo.min_order)
$$;
comment on function app.promo_facts is
  'The data of a promotion that a booking stores: {promo_id, code, type, value, max, min_order}.';

create function app.promo_amount(facts jsonb, trip_cost numeric, places integer) returns numeric
language sql immutable set search_path = '' as $$
  -- A missing maximum is null, which least() ignores. A missing promotion must be checked separately, because least()
  -- would return the fare.
  select case when facts is null then 0
    else greatest(0, least(trip_cost, trunc((facts ->> 'max')::numeric, places), round(case facts ->> 'type'
    when 'percentage' then trip_cost * (facts ->> 'value')::numeric / 100
      else (facts ->> 'value')::numeric end, places))) end
$$;
comment on function app.promo_amount is
  'A promotion''s discount on a fare: its amount or percentage, rounded half up, but at most its maximum (in whole '
  'units of money) and at most the fare.';

-- Refuses a promotion that the rider may not use for this fare. A caller that also reserves a use locks the promotion's
-- row before this call, so that the result stays true until its transaction ends.
create function app.check_promo(promo public.promos, rider_id uuid, trip_cost numeric) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (app.now() at time zone (app.settings()).time_zone)::date > promo.promo_validity then
    perform app.refuse('promo_expired', 410, format('The promotion ended on %s', promo.promo_validity));
  end if;
  if trip_cost < promo.min_order then
    perform app.refuse('promo_min_order', 422, format('The fare has to be at least %s', promo.min_order),
      promo.min_order::text);
  end if;
  if exists (select 1 from public.promo_uses u where u.promo_id = promo.id and u.status <> 'released'
      and (u.user_id = rider_id or u.user_id in (select app.same_person_accounts(rider_id)))) then
    perform app.refuse('promo_used', 409, 'Each person can use a promotion once');
  end if;
  if promo.user_avail >= promo.promo_usage_limit then
    perform app.refuse('promo_used_up', 409, 'No uses are left');
  end if;
end $$;
comment on function app.check_promo is
  'Refuses a promotion that this rider may not use now: promo_expired, promo_min_order, promo_used, promo_used_up.';

-- Previews a promotion's unsaved values for its form, with the same function that computes the discount later.
create function public.preview_promo(discount_type text, discount_value numeric, max_discount numeric default null,
  min_order numeric default 0,
  trip_cost numeric default 20) returns public.previewed_promo
language plpgsql stable security definer set search_path = '' as $$
declare
  v_cost numeric := app.to_money(preview_promo.trip_cost);
  v_applies boolean;
  v_discount numeric;
begin
  perform app.require_permission('promotions');
  if v_cost is null or coalesce(preview_promo.discount_type, '') not in ('flat', 'percentage')
    or not coalesce(preview_promo.discount_value between 0 and 1000000, false)
    or not coalesce(preview_promo.max_discount, 0) between 0 and 1000000
      or not coalesce(preview_promo.min_order, 0) between 0 and 1000000 then
    perform app.refuse_amount();
  end if;
  v_applies := v_cost >= coalesce(preview_promo.min_order, 0);
  v_discount := case when v_applies then app.promo_amount(jsonb_build_object('type', preview_promo.discount_type,
    'value', preview_promo.discount_value,
    'max', nullif(preview_promo.max_discount, 0)), v_cost, (select s."decimal" from public.settings s
      where s.id = 1)) else 0 end;
  return row(v_cost, v_applies, v_discount, v_cost - v_discount)::public.previewed_promo;
end $$;
comment on function public.preview_promo is
  'The discount that a promotion with these values would give on a fare, for its form: {trip_cost, applies (the fare '
  'reaches min_order), discount_amount, payable_amount}. Saves nothing. '
  'Errors: must_login, not_allowed, amount_invalid.';
grant execute on function public.preview_promo(text, numeric, numeric, numeric, numeric) to authenticated;

-- Locks and returns a quote if the caller is its rider or an admin, who may book for the rider.
create function app.lock_quote(quote_id uuid, me public.profiles) returns public.fare_quotes
language plpgsql security definer set search_path = '' as $$
declare v_quote public.fare_quotes;
begin
  select q.* into v_quote from public.fare_quotes q where q.id = lock_quote.quote_id
    and (q.customer_id = (me).id or (me).usertype = 'admin') for no key update;
  if not found then perform app.refuse('quote_not_found', 404, 'No such quote; request the fare again'); end if;
  if v_quote.used_at is not null then perform app.refuse('quote_used', 409, 'This quote was already booked'); end if;
  if v_quote.expires_at <= app.now() then
    perform app.refuse('quote_expired', 410, 'The quote has expired; request the fare again');
  end if;
  return v_quote;
end $$;
comment on function app.lock_quote is
  'Locks and returns a quote that can still be booked. '
  'Errors: quote_not_found, quote_used, quote_expired.';
