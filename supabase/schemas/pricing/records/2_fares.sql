-- Fares: current tariffs, and the quotes from which bookings are created.

create table public.fare_quotes (
  id uuid primary key default app.uuid_v7(),
  customer_id uuid not null references public.profiles (id) on delete cascade,
  car_type_id uuid not null references public.car_types (id) on delete cascade,
  category text not null check (category in ('taxi', 'delivery')),
  pickup_lat double precision not null,
  pickup_lng double precision not null,
  pickup_address text not null,
  drop_lat double precision not null,
  drop_lng double precision not null,
  drop_address text not null,
  waypoints jsonb not null default '[]',
  distance_in_km numeric not null,
  time_in_secs integer not null,
  polyline text not null default '',
  lines jsonb not null,
  trip_cost numeric not null,
  tax_amount numeric not null default 0,
  trip_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default app.now(),
  used_at timestamptz,
  pickup_point_name text,
  drop_point_name text,
  cash_unit numeric not null default 0 check (cash_unit >= 0 and cash_unit < 1000000),
  constraint fare_quotes_places check (app.is_place(pickup_lat, pickup_lng) and app.is_place(drop_lat, drop_lng)),
  -- The upper bounds exclude NaN, because PostgreSQL sorts NaN above every number.
  constraint fare_quotes_amounts check (distance_in_km between 0 and 100000 and time_in_secs between 0 and 10000000
    and trip_cost >= 0 and trip_cost < 1e12 and tax_amount between 0 and trip_cost),
  constraint fare_quotes_lists check (jsonb_typeof(lines) = 'array' and jsonb_typeof(waypoints) = 'array'
    and jsonb_array_length(waypoints) <= 23),
  constraint fare_quotes_times check (expires_at > created_at)
);
call app.describe('public.fare_quotes', $$
  A price guaranteed to one rider for ten minutes, for a route that the server measured.
  lines: Fare lines that the rider sees: [{key, amount, quantity?, unit?, rate?, name?, percent?}]. The operator's fee
    is distributed over them; their sum is trip_cost.
  tax_amount: Tax included in trip_cost.
  trip_at: The time of the trip for which the price is valid; null means now.
  waypoints: Stops between pickup and drop: [{lat, lng, add, point_name?}], in their order; point_name is a name as in
    pickup_point_name.
  pickup_point_name: Name of the pickup point on the server's own map; null without a name or if the maps provider is
    not a free one. pickup_address contains the address that a person entered.
  cash_unit: Value of settings.cash_unit at the time of the quote.
  drop_point_name: Name of the drop point on the server's own map; null as for pickup_point_name.
  category: taxi or delivery, copied from the car type.
  distance_in_km: Kilometres of the route, measured by the route service.
  time_in_secs: Seconds of the drive, measured by the route service.
  polyline: The route, as an encoded polyline.
  trip_cost: The guaranteed fare, before a promotion.
$$);
grant select on public.fare_quotes to authenticated;

create index fare_quotes_customer_id on public.fare_quotes (customer_id, created_at desc);
create index fare_quotes_car_type_id on public.fare_quotes (car_type_id);
create index fare_quotes_unused on public.fare_quotes (expires_at) where used_at is null;

create table app.fare_quote_rules (
  quote_id uuid primary key references public.fare_quotes (id) on delete cascade,
  rule jsonb not null check (jsonb_typeof(rule) = 'object'),
  inputs jsonb not null check (jsonb_typeof(inputs) = 'object'),
  fare jsonb not null check (jsonb_typeof(fare) = 'object')
);
comment on table app.fare_quote_rules is
  'Tariff, inputs and full result of a quote. Riders may not see these; explain_fare recomputes fares from them.';

alter table public.fare_quotes enable row level security;
alter table app.fare_quote_rules enable row level security;

create policy "riders read their own quotes" on public.fare_quotes for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "admins read every quote" on public.fare_quotes for select to authenticated
  using ((select app.has_current_role('admin')));

create type public.quoted_fare as (
  quote_id uuid, trip_cost numeric, cash_amount numeric, lines jsonb, tax numeric, currency text,
    expires_at timestamptz, price_parts jsonb
);
comment on type public.quoted_fare is 'Result of quote_fare.';
