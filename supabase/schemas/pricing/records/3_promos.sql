-- Promotions: codes that reduce a fare. Owns: promos, the promo columns of fare_quotes
-- Access: riders read the listed promotions and apply any promotion to a quote; admins edit the table, except the use
--         count
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
-- Admins get grants by column, without user_avail: only functions write the use count.
grant select, delete on public.promos to authenticated;
grant insert (id, promo_name, promo_description, promo_discount_type, promo_discount_value, max_promo_discount_value,
  min_order, promo_validity, promo_usage_limit, listed),
  update (promo_name, promo_description, promo_discount_type, promo_discount_value, max_promo_discount_value,
    min_order, promo_validity, promo_usage_limit, listed, version)
  on public.promos to authenticated;

create unique index promos_promo_name on public.promos (upper(promo_name));
create index promos_created_at on public.promos (created_at desc, id);
create index promos_promo_validity on public.promos (promo_validity, id);
create index promos_words on public.promos
  using gin (lower(promo_name || ' ' || promo_description) extensions.gin_trgm_ops);

alter table public.promos enable row level security;

create policy "riders read the promotions that are listed" on public.promos for select to authenticated
  using (listed and (select app.has_current_role('rider')));
create policy "admins read promotions" on public.promos for select to authenticated
  using ((select app.has_current_role('admin')));
create policy "admins add promotions" on public.promos
  for insert to authenticated with check ((select app.has_current_role('admin')));
create policy "admins change promotions" on public.promos for update to authenticated
  using ((select app.has_current_role('admin'))) with check ((select app.has_current_role('admin')));
create policy "admins delete promotions" on public.promos for delete to authenticated
  using ((select app.has_current_role('admin')));

-- The version ignores user_avail, the use count, because riders use promotions while staff edits them.
create trigger promos__version before insert or update on public.promos for each row
  execute function app.tg_version('user_avail');
create trigger promos__require_true_admin before insert or update on public.promos for each row
  execute function app.tg_require_true_admin();

-- Refuses a last day that is over already, which nobody means. A promotion that has ended keeps its day while its other
-- fields change. Imports may contain ended promotions, so only what people write is checked.
create function app.tg_promos__coming_end() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if app.is_person() and new.promo_validity < (app.now() at time zone (app.settings()).time_zone)::date then
    perform app.refuse('promo_ends_past', 422, format('The last day %s is over', new.promo_validity));
  end if;
  return new;
end $$;

create trigger promos__coming_end_new before insert on public.promos for each row
  execute function app.tg_promos__coming_end();
create trigger promos__coming_end before update on public.promos
  for each row when (old.promo_validity is distinct from new.promo_validity)
    execute function app.tg_promos__coming_end();

-- Only deleting is refused in demo mode: a demo allows promotions to be added and changed.
create trigger promos__require_edits before delete on public.promos for each row
  execute function app.tg_require_edits();

alter table public.fare_quotes
  add column promo_id uuid references public.promos (id) on delete set null,
  add column promo_code text,
  add column discount_amount numeric not null default 0,
  add column payable_amount numeric not null generated always as (trip_cost - discount_amount) stored,
  add column cash_amount numeric not null generated always as (trip_cost - discount_amount
    + app.cash_rounding(trip_cost - discount_amount, cash_unit)) stored,
  add column price_parts jsonb not null generated always as
    (app.price_parts(trip_cost, tax_amount, discount_amount, promo_code, app.cash_rounding(trip_cost - discount_amount,
      cash_unit), true)) stored,
  add constraint fare_quotes_discount check (discount_amount between 0 and trip_cost
    and (discount_amount = 0 or promo_code is not null));
comment on column public.fare_quotes.promo_id is
  'The applied promotion. Null although promo_code is set: the promotion was deleted since.';
comment on column public.fare_quotes.promo_code is 'Name (code) of the applied promotion.';
comment on column public.fare_quotes.payable_amount is 'Fare to pay: trip_cost less discount_amount.';
comment on column public.fare_quotes.cash_amount is 'payable_amount, rounded for payment in cash.';
comment on column public.fare_quotes.price_parts is
  'What a booking of the quote costs, part by part, as bookings.price_parts; cash_rounding applies only if it is paid '
  'in cash.';
comment on column public.fare_quotes.discount_amount is
  'The promotion''s discount on trip_cost; recomputed for the final fare.';

create index fare_quotes_promo_id on public.fare_quotes (promo_id);

create type public.previewed_promo as (trip_cost numeric, applies boolean, discount_amount numeric,
  payable_amount numeric);
comment on type public.previewed_promo is
  'Result of preview_promo: whether the fare reaches the promotion''s minimum, and the discount on it.';
