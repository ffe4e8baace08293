-- Promotions: codes that reduce a fare. Owns: promos, the promo columns of fare_quotes
-- Needs:  settings, profiles, fare_quotes
-- Access: riders read the listed promotions and apply any promotion to a quote; admins edit the table, except the use count
-- Tests:  tests/db/promos.sql, tests/db/attacks_money.sql

create table public.promos (
  id uuid primary key default app.uuid_v7(),
  promo_name text not null check (length(promo_name) <= 40 and promo_name ~ '^\S(.{0,38}\S)?$'),
  promo_description text not null default '' check (length(promo_description) <= 500),
  promo_discount_type text not null default 'flat' check (promo_discount_type in ('flat', 'percentage')),
  promo_discount_value numeric not null check (promo_discount_value > 0 and promo_discount_value <= 1000000),
  max_promo_discount_value numeric check (max_promo_discount_value between 0 and 1000000),
  min_order numeric not null default 0 check (min_order between 0 and 1000000),
  promo_validity date not null check (promo_validity between '2000-01-01' and '9999-12-31'),
  promo_usage_limit integer not null check (promo_usage_limit between 0 and 1000000000),
  user_avail integer not null default 0 check (user_avail >= 0),
  listed boolean not null default true,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default app.now(),
  constraint promos_percentage check (promo_discount_type = 'flat' or promo_discount_value <= 100)
);
call app.describe('public.promos', $$
  Codes that reduce a fare. Each can be used once per rider, verified number and e-mail address.
  version: Number of the row's changes. An update with an outdated version is refused with version_conflict.
  promo_name: The code that riders type; upper and lower case are the same.
  promo_discount_value: The discount, as an amount or as percent of the fare (promo_discount_type).
  max_promo_discount_value: Maximum discount as an amount; null or 0: no maximum.
  min_order: Minimum quoted fare. The final fare must reach it, too, or be at least 80 percent of the quote.
  promo_validity: The last day on which the promotion is valid, until midnight in settings.time_zone.
  promo_usage_limit: Maximum number of bookings that may use the promotion.
  user_avail: Number of bookings that use the promotion (reserved or consumed). Written only by functions.
  listed: Whether riders see the promotion in their list. An unlisted promotion works for riders who know the code.
  promo_description: The description that riders read.
  promo_discount_type: Whether promo_discount_value is an amount (flat) or a percentage (percentage).
$$);
create unique index promos_promo_name on public.promos (upper(promo_name));
create index promos_created_at on public.promos (created_at desc, id);
create index promos_promo_validity on public.promos (promo_validity, id);
create index promos_words on public.promos using gin (lower(promo_name || ' ' || promo_description) extensions.gin_trgm_ops);

alter table public.promos enable row level security;
-- Admins get grants by column, without user_avail: only functions write the use count.
grant select, delete on public.promos to authenticated;
grant insert (id, promo_name, promo_description, promo_discount_type, promo_discount_value, max_promo_discount_value, min_order, promo_validity, promo_usage_limit, listed),
  update (promo_name, promo_description, promo_discount_type, promo_discount_value, max_promo_discount_value, min_order, promo_validity, promo_usage_limit, listed, version)
  on public.promos to authenticated;
create policy "riders read the promotions that are listed" on public.promos for select to authenticated using (listed and (select app.has_current_role('rider')));
create policy "admins read promotions" on public.promos for select to authenticated using ((select app.has_current_role('admin')));
create policy "admins add promotions" on public.promos for insert to authenticated with check ((select app.has_current_role('admin')));
create policy "admins change promotions" on public.promos for update to authenticated
  using ((select app.has_current_role('admin'))) with check ((select app.has_current_role('admin')));
create policy "admins delete promotions" on public.promos for delete to authenticated using ((select app.has_current_role('admin')));

create trigger promos__audit after insert or update or delete on public.promos
  for each row when (pg_trigger_depth() = 0) execute function app.tg_audit();
-- The version ignores user_avail, the use count, because riders use promotions while staff edits them.
create trigger promos__version before insert or update on public.promos for each row execute function app.tg_version('user_avail');
create trigger promos__require_true_admin before insert or update on public.promos for each row execute function app.tg_require_true_admin();
-- Only deleting is refused in demo mode: a demo allows promotions to be added and changed.
create trigger promos__require_edits before delete on public.promos for each row execute function app.tg_require_edits();

alter table public.fare_quotes
  add column promo_id uuid references public.promos (id) on delete set null,
  add column promo_code text,
  add column discount_amount numeric not null default 0,
  add column payable_amount numeric not null generated always as (trip_cost - discount_amount) stored,
  add column cash_amount numeric not null generated always as (trip_cost - discount_amount + app.cash_rounding(trip_cost - discount_amount, cash_unit)) stored,
  add column price_parts jsonb not null generated always as
    (app.price_parts(trip_cost, tax_amount, discount_amount, promo_code, app.cash_rounding(trip_cost - discount_amount, cash_unit), true)) stored,
  add constraint fare_quotes_discount check (discount_amount between 0 and trip_cost and (discount_amount = 0 or promo_code is not null));
create index fare_quotes_promo_id on public.fare_quotes (promo_id);
comment on column public.fare_quotes.promo_id is 'The applied promotion. Null although promo_code is set: the promotion was deleted since.';
comment on column public.fare_quotes.promo_code is 'Name (code) of the applied promotion.';
comment on column public.fare_quotes.payable_amount is 'Fare to pay: trip_cost less discount_amount.';
comment on column public.fare_quotes.cash_amount is 'payable_amount, rounded for payment in cash.';
comment on column public.fare_quotes.price_parts is 'What a booking of the quote costs, part by part, as bookings.price_parts; cash_rounding applies only if it is paid in cash.';
comment on column public.fare_quotes.discount_amount is 'The promotion''s discount on trip_cost; recomputed for the final fare.';

-- Computing the discount --------------------------------------------------------------------------------------------

create function app.promo_facts(promo public.promos) returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_object('promo_id', promo.id, 'code', promo.promo_name, 'type', promo.promo_discount_type,
    'value', promo.promo_discount_value, 'max', nullif(promo.max_promo_discount_value, 0), 'min_order', promo.min_order)
$$;
comment on function app.promo_facts is 'The data of a promotion that a booking stores: {promo_id, code, type, value, max, min_order}.';

create function app.promo_amount(facts jsonb, trip_cost numeric, places integer) returns numeric language sql immutable set search_path = '' as $$
  -- A missing maximum is null, which least() ignores. A missing promotion must be checked separately, because least() would
  -- return the fare.
  select case when facts is null then 0 else greatest(0, least(trip_cost, trunc((facts ->> 'max')::numeric, places), round(case facts ->> 'type'
    when 'percentage' then trip_cost * (facts ->> 'value')::numeric / 100 else (facts ->> 'value')::numeric end, places))) end
$$;
comment on function app.promo_amount is 'A promotion''s discount on a fare: its amount or percentage, rounded half up, but at most its maximum (in whole units of money) and at most the fare.';

-- Refuses a promotion that the rider may not use for this fare. A caller that also reserves a use locks the promotion's row
-- before this call, so that the result stays true until its transaction ends.
create function app.check_promo(promo public.promos, rider_id uuid, trip_cost numeric) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (app.now() at time zone (app.settings()).time_zone)::date > promo.promo_validity then
    perform app.refuse('promo_expired', 410, format('The promotion ended on %s', promo.promo_validity));
  end if;
  if trip_cost < promo.min_order then
    perform app.refuse('promo_min_order', 422, format('The fare has to be at least %s', promo.min_order), promo.min_order::text);
  end if;
  if exists (select 1 from public.promo_uses u where u.promo_id = promo.id and u.status <> 'released'
      and (u.user_id = rider_id or u.user_id in (select app.same_person_accounts(rider_id)))) then
    perform app.refuse('promo_used', 409, 'Each person can use a promotion once');
  end if;
  if promo.user_avail >= promo.promo_usage_limit then perform app.refuse('promo_used_up', 409, 'No uses are left'); end if;
end $$;
comment on function app.check_promo is 'Refuses a promotion that this rider may not use now: promo_expired, promo_min_order, promo_used, promo_used_up.';

create type public.previewed_promo as (trip_cost numeric, applies boolean, discount_amount numeric, payable_amount numeric);
comment on type public.previewed_promo is 'Result of preview_promo: whether the fare reaches the promotion''s minimum, and the discount on it.';

-- Previews a promotion's unsaved values for its form, with the same function that computes the discount later.
create function public.preview_promo(discount_type text, discount_value numeric, max_discount numeric default null, min_order numeric default 0,
  trip_cost numeric default 20) returns public.previewed_promo
language plpgsql stable security definer set search_path = '' as $$
declare
  v_cost numeric := app.to_money(preview_promo.trip_cost);
  v_applies boolean;
  v_discount numeric;
begin
  perform app.require_permission('promotions');
  if v_cost is null or coalesce(preview_promo.discount_type, '') not in ('flat', 'percentage') or not coalesce(preview_promo.discount_value between 0 and 1000000, false)
    or not coalesce(preview_promo.max_discount, 0) between 0 and 1000000 or not coalesce(preview_promo.min_order, 0) between 0 and 1000000 then
    perform app.refuse_amount();
  end if;
  v_applies := v_cost >= coalesce(preview_promo.min_order, 0);
  v_discount := case when v_applies then app.promo_amount(jsonb_build_object('type', preview_promo.discount_type, 'value', preview_promo.discount_value,
    'max', nullif(preview_promo.max_discount, 0)), v_cost, (select s."decimal" from public.settings s where s.id = 1)) else 0 end;
  return row(v_cost, v_applies, v_discount, v_cost - v_discount)::public.previewed_promo;
end $$;
comment on function public.preview_promo is 'The discount that a promotion with these values would give on a fare, for its form: {trip_cost, applies (the fare reaches min_order), discount_amount, payable_amount}. Saves nothing. Errors: must_login, not_allowed, amount_invalid.';
grant execute on function public.preview_promo(text, numeric, numeric, numeric, numeric) to authenticated;

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
comment on function public.apply_promo is 'Applies a promotion to a quote and replaces any previous one; without a code it removes the promotion. Reserves nothing: a use is counted when the quote is booked. Returns the quote with promo_code, discount_amount, payable_amount, cash_amount and price_parts. Errors: must_login, quote_not_found, quote_used, quote_expired, promo_not_found, promo_expired, promo_min_order, promo_used, promo_used_up.';
grant execute on function public.apply_promo(uuid, text) to authenticated;

-- Locks and returns a quote if the caller is its rider or an admin, who may book for the rider.
create function app.lock_quote(quote_id uuid, me public.profiles) returns public.fare_quotes
language plpgsql security definer set search_path = '' as $$
declare v_quote public.fare_quotes;
begin
  select q.* into v_quote from public.fare_quotes q where q.id = lock_quote.quote_id
    and (q.customer_id = (me).id or (me).usertype = 'admin') for no key update;
  if not found then perform app.refuse('quote_not_found', 404, 'No such quote; request the fare again'); end if;
  if v_quote.used_at is not null then perform app.refuse('quote_used', 409, 'This quote was already booked'); end if;
  if v_quote.expires_at <= app.now() then perform app.refuse('quote_expired', 410, 'The quote has expired; request the fare again'); end if;
  return v_quote;
end $$;
comment on function app.lock_quote is 'Locks and returns a quote that can still be booked. Errors: quote_not_found, quote_used, quote_expired.';
