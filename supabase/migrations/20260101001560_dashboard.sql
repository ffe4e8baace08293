-- Reports: earnings of the platform, of drivers, and the dashboard's figures.
-- Needs:  earnings
-- Access: the platform's for admins; drivers' for admins, their fleet and themselves; the dashboard for admins and fleet admins
-- Tests:  tests/db/earnings.sql, tests/db/dashboard.sql

-- Exact at any moment: closed months are summed once, the open ones now.
create function app.platform_months() returns setof app.earnings_totals
language sql stable security definer set search_path = '' as $$
  select t.* from app.earnings_totals t
  union all
  select m.month, sum(m.rides)::integer, sum(m.trip_cost), sum(m.ride_cost), sum(m.driver_share), sum(m.convenience_fees),
    sum(m.discount_amount), sum(m.cancellations)::integer, sum(m.cancellation_fee), sum(m.free_ride_discounts),
    sum(m.cancellation_share)
  from public.earnings_months m
  where m.month > coalesce((select max(t.month) from app.earnings_totals t), '-infinity')
  group by m.month
$$;
comment on function app.platform_months is 'Earnings of the platform by month.';

create function public.earnings_report() returns table (year integer, months_name text, month date, total_rides integer, trip_cost numeric,
  ride_cost numeric, cancellation_fee numeric, convenience_fee numeric, discount_amount numeric, gross numeric, profit numeric,
  free_ride_discounts numeric, cancellation_share numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('reports');
  return query select extract(year from t.month)::integer, to_char(t.month, 'FMMonth'), t.month, t.rides, t.trip_cost,
    t.ride_cost, t.cancellation_fee, t.convenience_fees, t.discount_amount, t.trip_cost + t.cancellation_fee,
    t.convenience_fees + t.cancellation_fee - t.cancellation_share - t.discount_amount, t.free_ride_discounts, t.cancellation_share
  from app.platform_months() t order by t.month desc;
end $$;
comment on function public.earnings_report is
  'The platform''s months, newest first. Rides and their amounts count what was paid in the month with a convenience fee, cancellation_fee what was cancelled in it. gross = trip_cost + cancellation_fee; profit = convenience_fee + cancellation_fee - discount_amount, less cancellation_share, the drivers'' part of cancellation_fee (0 as settings.cancellation_driver_percent stands at first). free_ride_discounts are promotions on rides without a fee, which no other column counts. months_name is English. For admins. Errors: must_login, not_allowed.';
revoke execute on function public.earnings_report() from public, anon;
grant execute on function public.earnings_report() to authenticated;

-- One plan for everybody: planning anew took longer than reading a driver's months.
create function public.driver_earnings(from_month date default null, to_month date default null) returns table (year integer,
  months_name text, month date, driver_id uuid, driver_name text, driver_vehicle_no text, total_rides integer, driver_share numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_me public.profiles := app.me();
  v_from date := coalesce(from_month, '-infinity');
  v_to date := coalesce(to_month, 'infinity');
  v_vehicle text;
begin
  -- By itself: 25 rows would wait for the machinery that puts a platform's in order.
  if v_me.usertype = 'driver' then
    select d.vehicle_number into v_vehicle from public.drivers d where d.id = v_me.id;
    return query select extract(year from m.month)::integer, to_char(m.month, 'FMMonth'), m.month, v_me.id,
      btrim(v_me.first_name || ' ' || v_me.last_name), v_vehicle, sum(m.rides)::integer, sum(m.driver_share + m.cancellation_share)
    from public.earnings_months m
    where m.driver_id = v_me.id and m.month between v_from and v_to
    group by m.month having sum(m.rides) <> 0 or sum(m.driver_share + m.cancellation_share) <> 0
    order by m.month desc;
    return;
  elsif v_me.usertype not in ('admin', 'fleetadmin') then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Earnings are for drivers, fleet admins and admins';
  end if;
  -- Each with an index of its own; one condition with "or" would read the whole table for everybody. Names are looked up
  -- once per driver and put in order once: joined, they cost a scan of all profiles, and comparing names half the time.
  return query with chosen as (
    select m.* from public.earnings_months m where v_me.usertype = 'admin' and m.month between v_from and v_to
    union all
    select m.* from public.earnings_months m where v_me.usertype = 'fleetadmin' and m.fleet_id = v_me.id and m.month between v_from and v_to),
  named as (select w.id, (select btrim(p.first_name || ' ' || p.last_name) from public.profiles p where p.id = w.id) as name,
    (select d.vehicle_number from public.drivers d where d.id = w.id) as vehicle from (select distinct h.driver_id as id from chosen h) w),
  people as materialized (select n.*, row_number() over (order by n.name, n.id) as place from named n)
  select extract(year from c.month)::integer, to_char(c.month, 'FMMonth'), c.month, c.driver_id, p.name, p.vehicle, c.rides, c.driver_share
  from (select h.month, h.driver_id, sum(h.rides)::integer as rides, sum(h.driver_share + h.cancellation_share) as driver_share from chosen h
    group by h.month, h.driver_id having sum(h.rides) <> 0 or sum(h.driver_share + h.cancellation_share) <> 0) c
  left join people p on p.id = c.driver_id
  order by c.month desc, p.place;
end $$;
comment on function public.driver_earnings is
  'Months of drivers, newest first, by the rule of earnings_report: admins see all, fleet admins what was driven for their fleet, drivers their own. driver_share includes the driver''s part of cancellation fees. months_name is English; from_month and to_month bound the months. Errors: must_login, not_allowed.';
revoke execute on function public.driver_earnings(date, date) from public, anon;
grant execute on function public.driver_earnings(date, date) to authenticated;

-- The lines behind a figure. Sums of them are the reports' figures to the cent, as both are written at once.
create function public.list_earnings(from_day date default null, to_day date default null, of_driver uuid default null, after_day date default null, after_id bigint default null,
  page_size integer default 50) returns table (id bigint, day date, booking_id uuid, reference text, driver_id uuid, driver_name text, rides integer,
  trip_cost numeric, ride_cost numeric, driver_share numeric, convenience_fee numeric, discount_amount numeric, cancellation_fee numeric,
  cancellation_share numeric, free_ride_discounts numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
#variable_conflict use_column
declare v_me public.profiles := app.require_staff('reports');
begin
  return query
  select e.id, e.day, e.booking_id, b.reference, e.driver_id, b.driver_name, e.rides, e.trip_cost, e.ride_cost, e.driver_share + e.cancellation_share,
    e.convenience_fees, e.discount_amount, e.cancellation_fee, e.cancellation_share, e.free_ride_discounts
  from app.earnings_entries e join public.bookings b on b.id = e.booking_id
  where e.day between coalesce(list_earnings.from_day, '-infinity') and coalesce(list_earnings.to_day, 'infinity')
    and (v_me.usertype = 'admin' or e.fleet_id = v_me.id)
    and (list_earnings.of_driver is null or e.driver_id = list_earnings.of_driver)
    and (list_earnings.after_day is null or (e.day <= list_earnings.after_day
      and (e.day < list_earnings.after_day or e.id < list_earnings.after_id)))
  order by e.day desc, e.id desc
  limit least(greatest(coalesce(list_earnings.page_size, 50), 1), 1000);
end $$;
comment on function public.list_earnings is
  'What each booking added to the earnings of the days from_day to to_day (in settings.time_zone, both included), newest first, of all or of_driver only: their sums are the figures of earnings_report and driver_earnings (driver_share with the driver''s part of cancellation fees). A correction is a line of its own on the day of the correction. Fleet admins see their fleet''s. The last row''s day and id as after_day and after_id give the next page. Errors: must_login, not_allowed.';
revoke execute on function public.list_earnings(date, date, uuid, date, bigint, integer) from public, anon;
grant execute on function public.list_earnings(date, date, uuid, date, bigint, integer) to authenticated;

create type public.gross_earnings as (
  today numeric,
  this_month numeric,
  total numeric
);
comment on type public.gross_earnings is 'What dashboard_totals answers: convenience fees of the day, the month and all times.';

create function public.dashboard_totals() returns public.gross_earnings
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_day date := app.day_of(app.now());
  v_month date := date_trunc('month', v_day);
begin
  if v_me.usertype = 'admin' then
    return row(
      (select coalesce(sum(d.convenience_fees), 0) from public.earnings_days d where d.day = v_day),
      (select coalesce(sum(m.convenience_fees), 0) from public.earnings_months m where m.month = v_month),
      (select coalesce(sum(t.convenience_fees), 0) from app.platform_months() t))::public.gross_earnings;
  elsif v_me.usertype = 'fleetadmin' then
    return row(
      (select coalesce(sum(d.convenience_fees), 0) from public.earnings_days d where d.fleet_id = v_me.id and d.day = v_day),
      (select coalesce(sum(m.convenience_fees), 0) from public.earnings_months m where m.fleet_id = v_me.id and m.month = v_month),
      (select coalesce(sum(m.convenience_fees), 0) from public.earnings_months m where m.fleet_id = v_me.id))::public.gross_earnings;
  end if;
  raise sqlstate 'PT403' using message = 'not_allowed', hint = 'The dashboard is for admins and fleet admins';
end $$;
comment on function public.dashboard_totals is
  'Gross earnings, that is convenience fees, in settings.time_zone: {today, this_month, total}; fleet admins count what was driven for their fleet. Errors: must_login, not_allowed.';
revoke execute on function public.dashboard_totals() from public, anon;
grant execute on function public.dashboard_totals() to authenticated;

-- Within three months, as it reads the bookings themselves.
create function public.dashboard_days(from_day date default null, to_day date default null) returns table (day date, bookings integer, accepted integer, finished integer,
  cancelled integer, cancelled_by_rider integer, cancelled_by_driver integer, unserved integer, in_progress integer, pickup_seconds numeric, revenue numeric, rides integer)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_zone text := (select s.time_zone from public.settings s where s.id = 1);
  v_last date := coalesce(dashboard_days.to_day, app.day_of(app.now()));
  v_first date := coalesce(dashboard_days.from_day, v_last - 29);
  v_from timestamptz;
  v_to timestamptz;
begin
  if not isfinite(v_first) or not isfinite(v_last) or v_last < v_first or v_last > v_first + 92 then
    perform app.refuse_sort('from_day is at most 92 days before to_day');
  end if;
  v_from := v_first::timestamp at time zone v_zone;
  v_to := (v_last + 1)::timestamp at time zone v_zone;
  return query
  with made as (
    select (b.created_at at time zone v_zone)::date as on_day, count(*)::integer as made, count(b.accepted_at)::integer as accepted,
      count(*) filter (where b.status in ('PAID', 'COMPLETE'))::integer as finished,
      count(*) filter (where b.status = 'CANCELLED')::integer as cancelled,
      count(*) filter (where b.cancelled_by = 'rider')::integer as by_rider,
      count(*) filter (where b.cancelled_by = 'driver')::integer as by_driver,
      count(*) filter (where b.cancelled_by = 'system' and b.reason = 'no_driver_available')::integer as unserved,
      percentile_cont(0.5) within group (order by extract(epoch from b.arrived_at - b.created_at)) filter (where not b.book_later and b.arrived_at is not null) as pickup
    from public.bookings b
    where b.created_at >= v_from and b.created_at < v_to and (v_fleet is null or b.fleet_id = v_fleet)
    group by 1),
  earned as (
    select d.day as on_day, sum(d.convenience_fees) as revenue, sum(d.rides)::integer as rides from public.earnings_days d
    where d.day between v_first and v_last and (v_fleet is null or d.fleet_id = v_fleet)
    group by 1)
  select g.on_day::date, coalesce(m.made, 0), coalesce(m.accepted, 0), coalesce(m.finished, 0), coalesce(m.cancelled, 0), coalesce(m.by_rider, 0),
    coalesce(m.by_driver, 0), coalesce(m.unserved, 0), coalesce(m.made - m.finished - m.cancelled, 0), round(m.pickup::numeric), coalesce(e.revenue, 0), coalesce(e.rides, 0)
  from generate_series(v_first::timestamp, v_last::timestamp, '1 day') g (on_day)
  left join made m on m.on_day = g.on_day::date left join earned e on e.on_day = g.on_day::date
  order by 1;
end $$;
comment on function public.dashboard_days is
  'A row for each day from from_day to to_day (settings.time_zone, both included, 93 at most; the last 30 without them): the bookings made then, how many of them a driver carries or carried (accepted), which ended paid (finished) or cancelled, by rider or driver, which nobody came to (unserved), the rest (in_progress), the median seconds from booking to arrival of rides for now (pickup_seconds; null without), and by day of payment the convenience fees (revenue) and their rides. Fleet admins see their fleet''s. Errors: must_login, not_allowed, list_invalid.';
revoke execute on function public.dashboard_days(date, date) from public, anon;
grant execute on function public.dashboard_days(date, date) to authenticated;
