-- Earnings of each driver, each fleet and the operator, by month and by day.
-- Access: drivers read their own rows, fleet admins the rows of their fleet, admins all rows; only triggers and
--         corrections write
-- Tests:  tests/db/earnings.sql

-- Writing earnings ----------------------------------------------------------------------------------------------------

-- Transactions that add earnings share an advisory lock. close_month takes it exclusively, for milliseconds.
create function app.add_earnings(booking_id uuid, at timestamptz, e public.earnings_months) returns void
language plpgsql security definer set search_path = '' as $$
declare v_day date := app.day_of(add_earnings.at);
begin
  perform pg_advisory_xact_lock_shared(4841550);
  insert into app.earnings_entries (day, driver_id, fleet_id, booking_id, rides, trip_cost, ride_cost, driver_share,
    convenience_fees,
    discount_amount, cancellations, cancellation_fee, free_ride_discounts, cancellation_share)
  values (v_day, e.driver_id, e.fleet_id, add_earnings.booking_id, e.rides, e.trip_cost, e.ride_cost, e.driver_share,
    e.convenience_fees,
    e.discount_amount, e.cancellations, e.cancellation_fee, e.free_ride_discounts, e.cancellation_share);
  insert into public.earnings_months as m select e.*
  on conflict (month, driver_id, fleet_id) do update set
    rides = m.rides + excluded.rides, trip_cost = m.trip_cost + excluded.trip_cost,
      ride_cost = m.ride_cost + excluded.ride_cost,
    driver_share = m.driver_share + excluded.driver_share, convenience_fees = m.convenience_fees
      + excluded.convenience_fees,
    discount_amount = m.discount_amount + excluded.discount_amount,
      cancellations = m.cancellations + excluded.cancellations,
    cancellation_fee = m.cancellation_fee + excluded.cancellation_fee,
    free_ride_discounts = m.free_ride_discounts + excluded.free_ride_discounts,
    cancellation_share = m.cancellation_share + excluded.cancellation_share;
  if e.rides <> 0 or e.convenience_fees <> 0 then
    insert into public.earnings_days as d (day, driver_id, fleet_id, rides, convenience_fees)
    values (v_day, e.driver_id, e.fleet_id, e.rides, e.convenience_fees)
    on conflict (day, driver_id, fleet_id) do update set
      rides = d.rides + excluded.rides, convenience_fees = d.convenience_fees + excluded.convenience_fees;
  end if;
  -- A transaction that began before midnight may write earnings of a month whose sums are already stored. Such earnings
  -- are added to the stored sums as well.
  if e.month <= (select max(t.month) from app.earnings_totals t) then
    insert into app.earnings_totals as t select e.month, e.rides, e.trip_cost, e.ride_cost, e.driver_share,
      e.convenience_fees,
      e.discount_amount, e.cancellations, e.cancellation_fee, e.free_ride_discounts, e.cancellation_share
    on conflict (month) do update set
      rides = t.rides + excluded.rides, trip_cost = t.trip_cost + excluded.trip_cost,
        ride_cost = t.ride_cost + excluded.ride_cost,
      driver_share = t.driver_share + excluded.driver_share, convenience_fees = t.convenience_fees
        + excluded.convenience_fees,
      discount_amount = t.discount_amount + excluded.discount_amount,
        cancellations = t.cancellations + excluded.cancellations,
      cancellation_fee = t.cancellation_fee + excluded.cancellation_fee,
      free_ride_discounts = t.free_ride_discounts + excluded.free_ride_discounts,
      cancellation_share = t.cancellation_share + excluded.cancellation_share;
  end if;
end $$;
comment on function app.add_earnings is
  'Adds a booking''s amounts to the driver''s month and day, and stores them as an entry.';

-- Uses the driver and the fleet stored in the booking, because the driver may have changed to another fleet since.
create function app.report_booking(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_at timestamptz := coalesce(case (booking).status when 'PAID' then (booking).paid_at
    else (booking).cancelled_at end, app.now());
  v_discount numeric := least((booking).discount_amount, (booking).trip_cost);
  e public.earnings_months := app.empty_earnings(booking, v_at);
begin
  if (booking).status <> 'PAID' and ((booking).status <> 'CANCELLED' or (booking).cancellation_fee = 0) then
    return;
  end if;
  if (booking).status = 'CANCELLED' then
    e.cancellations := 1;
    e.cancellation_fee := (booking).cancellation_fee;
    select coalesce(sum(l.amount), 0) into e.cancellation_share from public.ledger_transactions t
    join public.ledger_entries l on l.transaction_id = t.id join public.ledger_accounts a on a.id = l.account_id
    where t.idempotency_key = 'cancellation:' || (booking).id and a.user_id = (booking).driver_id;
  else
    select f.ride_cost, f.driver_share, f.convenience_fees
      - case when app.is_employed(f.rule) then (booking).tax_amount else 0 end
    into e.ride_cost, e.driver_share, e.convenience_fees
    from public.booking_finances f where f.booking_id = (booking).id;
    -- Of an employee's ride the tax is what the firm does not keep.
    if e.driver_share = 0 then e.ride_cost := (booking).trip_cost - e.convenience_fees; end if;
    if e.convenience_fees > 0 then
      e.rides := 1;
      e.trip_cost := (booking).trip_cost;
      e.discount_amount := v_discount;
    elsif v_discount > 0 then
      e := app.empty_earnings(booking, v_at);
      e.free_ride_discounts := v_discount;
    else
      return;
    end if;
  end if;
  perform app.add_earnings((booking).id, v_at, e);
end $$;
comment on function app.report_booking is
  'Adds a paid ride or a cancellation fee to the earnings of its month and day.';

-- Adds the correction to the current month, because months already reported never change. The number and the price of
-- rides do not change.
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
    and (select f.convenience_fees from public.booking_finances f where f.booking_id = v_booking.id) <= 0 then
      return; end if;
  e := app.empty_earnings(v_booking, app.now());
  e.driver_share := correct_earnings.driver_share;
  e.convenience_fees := correct_earnings.convenience_fees;
  e.cancellation_fee := correct_earnings.cancellation_fee;
  perform app.add_earnings(v_booking.id, app.now(), e);
end $$;
comment on function app.correct_earnings is
  'Adds a correction of a paid or cancelled booking to the current month; negative for a reversal. Number and price '
  'of rides stay.';

-- The caller has locked the fleet's wallet, so the row of the day adds no wait.
create function app.add_fleet_share(booking public.bookings, transaction_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.fleet_days as d (fleet_id, day, share)
  select (booking).fleet_id, app.day_of(app.now()), sum(e.amount) from public.ledger_entries e
    join public.ledger_accounts a on a.id = e.account_id
  where e.transaction_id = add_fleet_share.transaction_id and a.name = 'wallet:' || (booking).fleet_id
  having sum(e.amount) <> 0
  on conflict on constraint fleet_days_pkey do update set share = d.share + excluded.share;
end $$;
comment on function app.add_fleet_share is
  'Adds to the fleet''s day what a new ledger transaction moved on its wallet.';

-- Summing finished months ---------------------------------------------------------------------------------------------

create function app.close_month() returns date language plpgsql security definer set search_path = '' as $$
declare v_month date;
begin
  select min(m.month) into v_month from public.earnings_months m
  where m.month > coalesce((select max(t.month) from app.earnings_totals t), '-infinity')
    and m.month < date_trunc('month', app.day_of(app.now()));
  if v_month is null then return null; end if;
  -- Waits for transactions that are adding earnings now, so that the sum includes them. Later transactions see the
  -- stored sum and add to it.
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
comment on function app.close_month is
  'Sums the oldest finished month that is not summed yet and returns its first day; null if there is none.';
