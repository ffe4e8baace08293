-- Earnings of each driver, each fleet and the operator, by month and by day.

-- Each driver has a row per month, so that payments of different drivers do not wait for each other: with a single row
-- for the operator's total, 60 % fewer payments per second were possible. The table's disk pages are filled by half, so
-- that an updated row stays on its page (heap-only updates).
create table public.earnings_months (
  month date not null check (month = date_trunc('month', month)),
  driver_id uuid references public.drivers (id),
  fleet_id uuid references public.profiles (id),
  rides integer not null default 0,
  trip_cost numeric not null default 0,
  ride_cost numeric not null default 0,
  driver_share numeric not null default 0,
  convenience_fees numeric not null default 0,
  discount_amount numeric not null default 0,
  cancellations integer not null default 0,
  cancellation_fee numeric not null default 0,
  free_ride_discounts numeric not null default 0,
  cancellation_share numeric not null default 0,
  unique nulls not distinct (month, driver_id, fleet_id)
) with (fillfactor = 50);
call app.describe('public.earnings_months', $$
  Earnings of a month in settings.time_zone, per driver and fleet of the booking; a driver who changes fleet has one
    row for each.
  rides: Number of bookings paid in the month whose convenience fee is above 0; the amounts are of the same bookings.
  cancellations: Number of bookings cancelled in the month with a fee; not included in `rides`.
  free_ride_discounts: Promotions on rides without a convenience fee, which `rides` does not count. The ledger account
    expense.promotions includes these and discount_amount.
  cancellation_share: The drivers' share of cancellation_fee (settings.cancellation_driver_percent), as booked in the
    ledger.
  month: First day of the month.
  trip_cost: Sum of the fares of `rides`.
  ride_cost: Sum of the fares of `rides` without convenience fees.
  driver_share: The driver's earnings from `rides`.
  convenience_fees: Gross earnings of the operator from `rides`.
  discount_amount: Sum of the promotions on `rides`.
  cancellation_fee: Sum of the fees of `cancellations`.
$$);

create index earnings_months_driver_id on public.earnings_months (driver_id, month);
create index earnings_months_fleet_id on public.earnings_months (fleet_id, month);

create table public.earnings_days (
  day date not null,
  driver_id uuid references public.drivers (id),
  fleet_id uuid references public.profiles (id),
  rides integer not null default 0,
  convenience_fees numeric not null default 0,
  unique nulls not distinct (day, driver_id, fleet_id)
) with (fillfactor = 70);
call app.describe('public.earnings_days', $$
  Number of rides and the operator's gross earnings of a day in settings.time_zone, as in earnings_months; kept for
    400 days.
  day: Date of the day, in settings.time_zone.
  rides: Number of bookings paid on the day whose convenience fee is above 0.
  convenience_fees: Gross earnings of the operator on the day.
$$);
grant select on public.earnings_months, public.earnings_days to authenticated;
revoke insert, update, delete, truncate on public.earnings_months, public.earnings_days from service_role;

create index earnings_days_driver_id on public.earnings_days (driver_id, day);
create index earnings_days_fleet_id on public.earnings_days (fleet_id, day);

create table app.fleet_days (
  fleet_id uuid references public.profiles (id),
  day date not null,
  share numeric not null,
  primary key (fleet_id, day)
) with (fillfactor = 70);
comment on table app.fleet_days is
  'What a fleet''s wallet got from its drivers'' fares on a day in settings.time_zone (settings.fleet_percent), less '
  'what refunds and corrections took back.';

create table app.earnings_totals (
  month date primary key,
  rides integer not null, trip_cost numeric not null, ride_cost numeric not null, driver_share numeric not null,
  convenience_fees numeric not null, discount_amount numeric not null,
  cancellations integer not null, cancellation_fee numeric not null, free_ride_discounts numeric not null,
    cancellation_share numeric not null
);
comment on table app.earnings_totals is
  'Sums of earnings_months, stored for every finished month. Later months are summed when requested.';

create table app.earnings_entries (
  id bigint generated always as identity primary key,
  day date not null,
  driver_id uuid references public.drivers (id),
  fleet_id uuid references public.profiles (id),
  booking_id uuid not null references public.bookings (id),
  rides integer not null, trip_cost numeric not null, ride_cost numeric not null, driver_share numeric not null,
  convenience_fees numeric not null, discount_amount numeric not null,
  cancellations integer not null, cancellation_fee numeric not null, free_ride_discounts numeric not null,
    cancellation_share numeric not null
);
comment on table app.earnings_entries is
  'What each booking and each later correction added to its month and day: the entries from which earnings_months is '
  'summed.';

create index earnings_entries_day on app.earnings_entries (day, id);
create index earnings_entries_driver_id on app.earnings_entries (driver_id, day, id);
create index earnings_entries_fleet_id on app.earnings_entries (fleet_id, day, id);
create index earnings_entries_booking_id on app.earnings_entries (booking_id);

alter table public.earnings_months enable row level security;
alter table public.earnings_days enable row level security;
alter table app.fleet_days enable row level security;
alter table app.earnings_totals enable row level security;
alter table app.earnings_entries enable row level security;

create policy "drivers read their own months" on public.earnings_months for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "fleet admins read their fleet's months" on public.earnings_months for select to authenticated
  using (fleet_id = (select auth.uid()) and (select app.has_current_role('fleetadmin')));
create policy "admins with reports read every month" on public.earnings_months for select to authenticated
  using ((select app.has_permission('reports')));
create policy "drivers read their own days" on public.earnings_days for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "fleet admins read their fleet's days" on public.earnings_days for select to authenticated
  using (fleet_id = (select auth.uid()) and (select app.has_current_role('fleetadmin')));
create policy "admins with reports read every day" on public.earnings_days for select to authenticated
  using ((select app.has_permission('reports')));
