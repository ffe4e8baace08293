-- Promotions: codes that reduce a fare.

create function public.apply_promo(quote_id uuid, code text default null) returns public.fare_quotes
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_quote public.fare_quotes := app.lock_quote(quote_id, v_me);
  v_code text := upper(btrim(coalesce(code, '')));
  v_promo public.promos;
begin
  if v_code <> '' then
    select p.* into v_promo from public.promos p where upper(p.promo_name) = v_code;
    if not found then perform app.refuse('promo_not_found', 404, 'No such promotion'); end if;
    perform app.check_promo(v_promo, v_quote.customer_id, v_quote.trip_cost);
  end if;
  update public.fare_quotes q set promo_id = v_promo.id, promo_code = v_promo.promo_name,
    discount_amount = app.promo_amount(case when v_promo.id is not null then app.promo_facts(v_promo) end, q.trip_cost,
      (select s."decimal" from public.settings s where s.id = 1))
  where q.id = v_quote.id returning q.* into v_quote;
  return v_quote;
end $$;
comment on function public.apply_promo is
  'Applies a promotion to a quote and replaces any previous one; without a code it removes the promotion. Reserves '
  'nothing: a use is counted when the quote is booked. Returns the quote with promo_code, discount_amount, '
  'payable_amount, cash_amount and price_parts. '
  'Errors: must_login, quote_not_found, quote_used, quote_expired, promo_not_found, promo_expired, promo_min_order, '
  'promo_used, promo_used_up.';
grant execute on function public.apply_promo(uuid, text) to authenticated;
