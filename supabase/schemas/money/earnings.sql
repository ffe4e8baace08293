-- Earnings of each driver, each fleet and the operator, by month and by day.
-- Needs:  bookings, profiles
-- Access: drivers read their own rows, fleet admins the rows of their fleet, admins all rows; only triggers and corrections
--   write
-- Tests:  tests/db/earnings.sql

-- Each driver has a row per month, so that payments of different drivers do not wait for each other: with a single row for the
-- operator's total, 60 % fewer payments per second were possible. The table's disk pages are filled by half, so that an updated
-- row stays on its page (heap-only updates).
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
  Earnings of a month in settings.time_zone, per driver and fleet of the booking; a driver who changes fleet has one row for each.
  rides: Number of bookings paid in the month whose convenience fee is above 0; the amounts are of the same bookings.
  cancellations: Number of bookings cancelled in the month with a fee; not included in `rides`.
  free_ride_discounts: Promotions on rides without a convenience fee, which `rides` does not count. The ledger account expense.promotions includes these and discount_amount.
  cancellation_share: The drivers' share of cancellation_fee (settings.cancellation_driver_percent), as booked in the ledger.
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
  Number of rides and the operator's gross earnings of a day in settings.time_zone, as in earnings_months; kept for 400 days.
  day: Date of the day, in settings.time_zone.
  rides: Number of bookings paid on the day whose convenience fee is above 0.
  convenience_fees: Gross earnings of the operator on the day.
$$);
create index earnings_days_driver_id on public.earnings_days (driver_id, day);
create index earnings_days_fleet_id on public.earnings_days (fleet_id, day);

create table app.earnings_totals (
  month date primary key,
  rides integer not null, trip_cost numeric not null, ride_cost numeric not null, driver_share numeric not null,
  convenience_fees numeric not null, discount_amount numeric not null,
  cancellations integer not null, cancellation_fee numeric not null, free_ride_discounts numeric not null, cancellation_share numeric not null
);
comment on table app.earnings_totals is 'Sums of earnings_months, stored for every finished month. Later months are summed when requested.';

create table app.earnings_entries (
  id bigint generated always as identity primary key,
  day date not null,
  driver_id uuid references public.drivers (id),
  fleet_id uuid references public.profiles (id),
  booking_id uuid not null references public.bookings (id),
  rides integer not null, trip_cost numeric not null, ride_cost numeric not null, driver_share numeric not null,
  convenience_fees numeric not null, discount_amount numeric not null,
  cancellations integer not null, cancellation_fee numeric not null, free_ride_discounts numeric not null, cancellation_share numeric not null
);
comment on table app.earnings_entries is 'What each booking and each later correction added to its month and day: the entries from which earnings_months is summed.';
create index earnings_entries_day on app.earnings_entries (day, id);
create index earnings_entries_driver_id on app.earnings_entries (driver_id, day, id);
create index earnings_entries_fleet_id on app.earnings_entries (fleet_id, day, id);
create index earnings_entries_booking_id on app.earnings_entries (booking_id);

alter table public.earnings_months enable row level security;
alter table public.earnings_days enable row level security;
alter table app.earnings_totals enable row level security;
alter table app.earnings_entries enable row level security;
grant select on public.earnings_months, public.earnings_days to authenticated;
revoke insert, update, delete, truncate on public.earnings_months, public.earnings_days from service_role;

create policy "drivers read their own months" on public.earnings_months for select to authenticated using (driver_id = (select auth.uid()));
create policy "fleet admins read their fleet's months" on public.earnings_months for select to authenticated
  using (fleet_id = (select auth.uid()) and (select app.has_current_role('fleetadmin')));
create policy "admins with reports read every month" on public.earnings_months for select to authenticated
  using ((select app.has_permission('reports')));
create policy "drivers read their own days" on public.earnings_days for select to authenticated using (driver_id = (select auth.uid()));
create policy "fleet admins read their fleet's days" on public.earnings_days for select to authenticated
  using (fleet_id = (select auth.uid()) and (select app.has_current_role('fleetadmin')));
create policy "admins with reports read every day" on public.earnings_days for select to authenticated
  using ((select app.has_permission('reports')));

-- Writing earnings --------------------------------------------------------------------------------------------------

create function app.day_of(at timestamptz) returns date language plpgsql stable security definer set search_path = '' as $$
begin
  return (select (day_of.at at time zone s.time_zone)::date from public.settings s where s.id = 1);
end $$;
comment on function app.day_of is 'The date of a time in settings.time_zone.';

-- Transactions that add earnings share an advisory lock. close_month takes it exclusively, for milliseconds.
create function app.add_earnings(booking_id uuid, at timestamptz, e public.earnings_months) returns void
language plpgsql security definer set search_path = '' as $$
declare v_day date := app.day_of(add_earnings.at);
begin
  perform pg_advisory_xact_lock_shared(4841550);
  insert into app.earnings_entries (day, driver_id, fleet_id, booking_id, rides, trip_cost, ride_cost, driver_share, convenience_fees,
    discount_amount, cancellations, cancellation_fee, free_ride_discounts, cancellation_share)
  values (v_day, e.driver_id, e.fleet_id, add_earnings.booking_id, e.rides, e.trip_cost, e.ride_cost, e.driver_share, e.convenience_fees,
    e.discount_amount, e.cancellations, e.cancellation_fee, e.free_ride_discounts, e.cancellation_share);
  insert into public.earnings_months as m select e.*
  on conflict (month, driver_id, fleet_id) do update set
    rides = m.rides + excluded.rides, trip_cost = m.trip_cost + excluded.trip_cost, ride_cost = m.ride_cost + excluded.ride_cost,
    driver_share = m.driver_share + excluded.driver_share, convenience_fees = m.convenience_fees + excluded.convenience_fees,
    discount_amount = m.discount_amount + excluded.discount_amount, cancellations = m.cancellations + excluded.cancellations,
    cancellation_fee = m.cancellation_fee + excluded.cancellation_fee,
    free_ride_discounts = m.free_ride_discounts + excluded.free_ride_discounts,
    cancellation_share = m.cancellation_share + excluded.cancellation_share;
  if e.rides <> 0 or e.convenience_fees <> 0 then
    insert into public.earnings_days as d (day, driver_id, fleet_id, rides, convenience_fees)
    values (v_day, e.driver_id, e.fleet_id, e.rides, e.convenience_fees)
    on conflict (day, driver_id, fleet_id) do update set
      rides = d.rides + excluded.rides, convenience_fees = d.convenience_fees + excluded.convenience_fees;
  end if;
  -- A transaction that began before midnight may write earnings of a month whose sums are already stored. Such earnings are
  -- added to the stored sums as well.
  if e.month <= (select max(t.month) from app.earnings_totals t) then
    insert into app.earnings_totals as t select e.month, e.rides, e.trip_cost, e.ride_cost, e.driver_share, e.convenience_fees,
      e.discount_amount, e.cancellations, e.cancellation_fee, e.free_ride_discounts, e.cancellation_share
    on conflict (month) do update set
      rides = t.rides + excluded.rides, trip_cost = t.trip_cost + excluded.trip_cost, ride_cost = t.ride_cost + excluded.ride_cost,
      driver_share = t.driver_share + excluded.driver_share, convenience_fees = t.convenience_fees + excluded.convenience_fees,
      discount_amount = t.discount_amount + excluded.discount_amount, cancellations = t.cancellations + excluded.cancellations,
      cancellation_fee = t.cancellation_fee + excluded.cancellation_fee,
      free_ride_discounts = t.free_ride_discounts + excluded.free_ride_discounts,
      cancellation_share = t.cancellation_share + excluded.cancellation_share;
  end if;
end $$;
comment on function app.add_earnings is 'Adds a booking''s amounts to the driver''s month and day, and stores them as an entry.';

create function app.no_earnings(booking public.bookings, at timestamptz) returns public.earnings_months
language plpgsql stable security definer set search_path = '' as $$
begin
  return row(date_trunc('month', app.day_of(no_earnings.at))::date, (booking).driver_id, (booking).fleet_id,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::public.earnings_months;
end $$;

-- Uses the driver and the fleet stored in the booking, because the driver may have changed to another fleet since.
create function app.report_booking(booking public.bookings) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_at timestamptz := coalesce(case (booking).status when 'PAID' then (booking).paid_at else (booking).cancelled_at end, app.now());
  v_discount numeric := least((booking).discount_amount, (booking).trip_cost);
  e public.earnings_months := app.no_earnings(booking, v_at);
begin
  if (booking).status <> 'PAID' and ((booking).status <> 'CANCELLED' or (booking).cancellation_fee = 0) then return; end if;
  if (booking).status = 'CANCELLED' then
    e.cancellations := 1;
    e.cancellation_fee := (booking).cancellation_fee;
    select coalesce(sum(l.amount), 0) into e.cancellation_share from public.ledger_transactions t
    join public.ledger_entries l on l.transaction_id = t.id join public.ledger_accounts a on a.id = l.account_id
    where t.idempotency_key = 'cancellation:' || (booking).id and a.user_id = (booking).driver_id;
  else
    select f.ride_cost, f.driver_share, f.convenience_fees into e.ride_cost, e.driver_share, e.convenience_fees
    from public.booking_finances f where f.booking_id = (booking).id;
    if e.convenience_fees > 0 then
      e.rides := 1;
      e.trip_cost := (booking).trip_cost;
      e.discount_amount := v_discount;
    elsif v_discount > 0 then
      e := app.no_earnings(booking, v_at);
      e.free_ride_discounts := v_discount;
    else
      return;
    end if;
  end if;
  perform app.add_earnings((booking).id, v_at, e);
end $$;
comment on function app.report_booking is 'Adds a paid ride or a cancellation fee to the earnings of its month and day.';

-- Adds the correction to the current month, because months already reported never change. The number and the price of rides do
-- not change.
create function app.correct_earnings(booking_id uuid, driver_share numeric, convenience_fees numeric default 0,
  cancellation_fee numeric default 0) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  e public.earnings_months;
begin
  select b.* into v_booking from public.bookings b where b.id = correct_earnings.booking_id;
  -- Skips rides without an operator's fee, because report_booking has not counted them.
  if v_booking.status <> 'CANCELLED'
    and (select f.convenience_fees from public.booking_finances f where f.booking_id = v_booking.id) <= 0 then return; end if;
  e := app.no_earnings(v_booking, app.now());
  e.driver_share := correct_earnings.driver_share;
  e.convenience_fees := correct_earnings.convenience_fees;
  e.cancellation_fee := correct_earnings.cancellation_fee;
  perform app.add_earnings(v_booking.id, app.now(), e);
end $$;
comment on function app.correct_earnings is 'Adds a correction of a paid or cancelled booking to the current month; negative for a reversal. Number and price of rides stay.';

-- Summing finished months -------------------------------------------------------------------------------------------

create function app.close_month() returns date language plpgsql security definer set search_path = '' as $$
declare v_month date;
begin
  select min(m.month) into v_month from public.earnings_months m
  where m.month > coalesce((select max(t.month) from app.earnings_totals t), '-infinity')
    and m.month < date_trunc('month', app.day_of(app.now()));
  if v_month is null then return null; end if;
  -- Waits for transactions that are adding earnings now, so that the sum includes them. Later transactions see the stored sum
  -- and add to it.
  perform pg_advisory_xact_lock(4841550);
  insert into app.earnings_totals
  select v_month, sum(m.rides), sum(m.trip_cost), sum(m.ride_cost), sum(m.driver_share), sum(m.convenience_fees),
    sum(m.discount_amount), sum(m.cancellations), sum(m.cancellation_fee), sum(m.free_ride_discounts),
    sum(m.cancellation_share)
  from public.earnings_months m where m.month = v_month
  on conflict do nothing;
  delete from public.earnings_days d where d.day < app.day_of(app.now()) - 400;
  return v_month;
end $$;
comment on function app.close_month is 'Sums the oldest finished month that is not summed yet and returns its first day; null if there is none.';
