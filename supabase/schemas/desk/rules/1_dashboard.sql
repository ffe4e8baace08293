-- Reports: earnings of the operator and of drivers, and the figures of the dashboard.
-- Access: admins with the permission reports read the operator's earnings; these admins, the driver's fleet admin and
--         the driver read a driver's earnings; admins with the permission desk and fleet admins read the dashboard
-- Tests:  tests/db/earnings.sql, tests/db/dashboard.sql

-- Returns the operator's sums of each month: the stored sums of closed months, and the sums of open months, which are
-- computed on each call.
create function app.platform_months() returns setof app.earnings_totals
language sql stable security definer set search_path = '' as $$
  select t.* from app.earnings_totals t
  union all
  select m.month, sum(m.rides)::integer, sum(m.trip_cost), sum(m.ride_cost), sum(m.driver_share),
    sum(m.convenience_fees),
    sum(m.discount_amount), sum(m.cancellations)::integer, sum(m.cancellation_fee), sum(m.free_ride_discounts),
    sum(m.cancellation_share)
  from public.earnings_months m
  where m.month > coalesce((select max(t.month) from app.earnings_totals t), '-infinity')
  group by m.month
$$;
comment on function app.platform_months is 'Earnings of the operator by month.';

create function public.earnings_report()
  returns table (year integer, months_name text, month date, total_rides integer, trip_cost numeric,
  ride_cost numeric, cancellation_fee numeric, convenience_fee numeric, discount_amount numeric, gross numeric,
    profit numeric,
  free_ride_discounts numeric, cancellation_share numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('reports');
  return query select extract(year from t.month)::integer, to_char(t.month, 'FMMonth'), t.month, t.rides, t.trip_cost,
    t.ride_cost, t.cancellation_fee, t.convenience_fees, t.discount_amount, t.trip_cost + t.cancellation_fee,
    t.convenience_fees + t.cancellation_fee - t.cancellation_share - t.discount_amount, t.free_ride_discounts,
      t.cancellation_share
  from app.platform_months() t order by t.month desc;
end $$;
comment on function public.earnings_report is
  'Earnings of the operator by month, newest first. Rides and amounts include only rides with a convenience fee, in '
  'the month of their payment; cancellation_fee is in the month of the cancellation. gross = trip_cost + '
  'cancellation_fee; profit = convenience_fee + cancellation_fee - discount_amount, less cancellation_share, the '
  'drivers'' share of cancellation_fee (0 with the default settings.cancellation_driver_percent). free_ride_discounts '
  'are promotions on rides without a fee, which no other column includes. months_name is English. For admins. '
  'Errors: must_login, not_allowed.';
grant execute on function public.earnings_report() to authenticated;

-- Returns the earnings of drivers by month. force_generic_plan makes a database session plan each query once and reuse
-- the plan for all callers: planning each call took longer than reading a driver's months.
create function public.driver_earnings(from_month date default null, to_month date default null)
  returns table (year integer,
  months_name text, month date, driver_id uuid, driver_name text, driver_vehicle_no text, total_rides integer,
    driver_share numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
  v_me public.profiles := app.me();
  v_from date := coalesce(from_month, '-infinity');
  v_to date := coalesce(to_month, 'infinity');
  v_vehicle text;
begin
  -- Drivers have a separate query: one driver has few rows, so a simple query is fast. The query below is made for the
  -- many rows of all drivers.
  if v_me.usertype = 'driver' then
    select d.vehicle_number into v_vehicle from public.drivers d where d.id = v_me.id;
    return query select extract(year from m.month)::integer, to_char(m.month, 'FMMonth'), m.month, v_me.id,
      btrim(v_me.first_name || ' ' || v_me.last_name), v_vehicle, sum(m.rides)::integer,
        sum(m.driver_share + m.cancellation_share)
    from public.earnings_months m
    where m.driver_id = v_me.id and m.month between v_from and v_to
    group by m.month having sum(m.rides) <> 0 or sum(m.driver_share + m.cancellation_share) <> 0
    order by m.month desc;
    return;
  elsif not app.is_staff(v_me.usertype) then
    perform app.refuse('not_allowed', 403, 'Only drivers, fleet admins and admins have earnings');
  end if;
  perform app.check_permission(v_me, 'reports');
  -- The union has a branch for admins and one for fleet admins, so that each uses its own index; one condition with
  -- "or" would read the whole table. Names are looked up and sorted once per driver: a join would scan all profiles,
  -- and comparing the names in each row took half of the time.
  return query with chosen as (
    select m.* from public.earnings_months m where v_me.usertype = 'admin' and m.month between v_from and v_to
    union all
    select m.* from public.earnings_months m where v_me.usertype = 'fleetadmin' and m.fleet_id = v_me.id
      and m.month between v_from and v_to),
  named as (select w.id, (select btrim(p.first_name || ' ' || p.last_name) from public.profiles p
    where p.id = w.id) as name,
    (select d.vehicle_number from public.drivers d where d.id = w.id) as vehicle
      from (select distinct h.driver_id as id from chosen h) w),
  people as materialized (select n.*, row_number() over (order by n.name, n.id) as place from named n)
  select extract(year from c.month)::integer, to_char(c.month, 'FMMonth'), c.month, c.driver_id, p.name, p.vehicle,
    c.rides, c.driver_share
  from (select h.month, h.driver_id, sum(h.rides)::integer as rides,
    sum(h.driver_share + h.cancellation_share) as driver_share from chosen h
    group by h.month, h.driver_id having sum(h.rides) <> 0 or sum(h.driver_share + h.cancellation_share) <> 0) c
  left join people p on p.id = c.driver_id
  order by c.month desc, p.place;
end $$;
comment on function public.driver_earnings is
  'Earnings of drivers by month, newest first, counted as in earnings_report: admins see all, fleet admins what was '
  'driven for their fleet, drivers their own. driver_share includes the driver''s share of cancellation fees. '
  'months_name is English; from_month and to_month limit the months. '
  'Errors: must_login, not_allowed.';
grant execute on function public.driver_earnings(date, date) to authenticated;

create function public.driver_earnings_sums(per text default 'month', from_month date default null,
  to_month date default null, of_driver uuid default null)
returns table (month date, driver_id uuid, driver_name text, driver_vehicle_no text, lines integer,
  total_rides integer, driver_share numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
#variable_conflict use_column
declare
  v_me public.profiles := app.require_staff('reports');
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_by_month boolean := driver_earnings_sums.per = 'month';
begin
  if driver_earnings_sums.per is null or driver_earnings_sums.per not in ('month', 'driver') then
    perform app.refuse_sort('per is month or driver');
  end if;
  return query
  with lines as (
    select m.month, m.driver_id, sum(m.rides) as rides, sum(m.driver_share + m.cancellation_share) as share
    from public.earnings_months m
    where m.month between coalesce(driver_earnings_sums.from_month,
      '-infinity') and coalesce(driver_earnings_sums.to_month, 'infinity')
      and (v_fleet is null or m.fleet_id = v_fleet)
        and (driver_earnings_sums.of_driver is null or m.driver_id = driver_earnings_sums.of_driver)
    group by m.month, m.driver_id having sum(m.rides) <> 0 or sum(m.driver_share + m.cancellation_share) <> 0),
  sums as (
    select case when v_by_month then l.month end as month,
      case when v_by_month then null else l.driver_id end as driver_id,
      count(*)::integer as lines, sum(l.rides)::integer as rides, sum(l.share) as share
    from lines l group by 1, 2)
  select s.month, s.driver_id, btrim(p.first_name || ' ' || p.last_name) as name, d.vehicle_number, s.lines,
    s.rides, s.share
  from sums s left join public.profiles p on p.id = s.driver_id left join public.drivers d on d.id = s.driver_id
  order by s.month desc, name, s.driver_id;
end $$;
comment on function public.driver_earnings_sums is
  'Sums of driver_earnings per month (newest first; driver_id is null) or per driver (by name; month is null), of all '
  'drivers or only of_driver: number of rows, rides and shares. Fleet admins get what was driven for their fleet. '
  'Errors: must_login, not_allowed, list_invalid.';
grant execute on function public.driver_earnings_sums(text, date, date, uuid) to authenticated;

-- Returns the entries behind a figure of the reports. They add up to the figure exactly, because app.add_earnings
-- writes entries and sums together.
create function public.list_earnings(from_day date default null, to_day date default null, of_driver uuid default null,
  after_day date default null, after_id bigint default null,
  page_size integer default 50) returns table (id bigint, day date, booking_id uuid, reference text, driver_id uuid,
    driver_name text, rides integer,
  trip_cost numeric, ride_cost numeric, driver_share numeric, convenience_fee numeric, discount_amount numeric,
    cancellation_fee numeric,
  cancellation_share numeric, free_ride_discounts numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
#variable_conflict use_column
declare v_me public.profiles := app.require_staff('reports');
begin
  return query
  select e.id, e.day, e.booking_id, b.reference, e.driver_id, b.driver_name, e.rides, e.trip_cost, e.ride_cost,
    e.driver_share + e.cancellation_share,
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
  'Earnings entries of bookings on the days from_day to to_day (in settings.time_zone, both included), newest first, '
  'of all drivers or only of_driver. They add up to the figures of earnings_report and driver_earnings (driver_share '
  'includes the driver''s share of cancellation fees). A correction is a separate entry on its own day. Fleet admins '
  'see those of their fleet. Pass the last row''s day and id as after_day and after_id for the next page. '
  'Errors: must_login, not_allowed.';
grant execute on function public.list_earnings(date, date, uuid, date, bigint, integer) to authenticated;

create function public.dashboard_totals() returns public.gross_earnings
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('reports');
  v_day date := app.day_of(app.now());
  v_month date := date_trunc('month', v_day);
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_total numeric;
  v_sums public.gross_earnings;
begin
  if v_fleet is null then
    select coalesce(sum(t.convenience_fees), 0) into v_total from app.platform_months() t;
  else
    select coalesce(sum(m.convenience_fees), 0) into v_total from public.earnings_months m where m.fleet_id = v_fleet;
  end if;
  with days as (
    select d.day, sum(d.convenience_fees) as fees from public.earnings_days d
    where d.day between least((v_month - interval '1 month')::date, v_day - 59) and v_day
      and (v_fleet is null or d.fleet_id = v_fleet)
    group by d.day)
  select coalesce(sum(d.fees) filter (where d.day = v_day), 0),
    coalesce(sum(d.fees) filter (where d.day >= v_month), 0), v_total,
    coalesce(sum(d.fees) filter (where d.day = v_day - 1), 0),
    -- Sums the previous month up to the same day, or up to its last day if that month is shorter.
    coalesce(sum(d.fees) filter (where d.day >= v_month - interval '1 month'
      and d.day <= v_day - interval '1 month'), 0),
    coalesce(sum(d.fees) filter (where d.day > v_day - 30), 0),
    coalesce(sum(d.fees) filter (where d.day > v_day - 60 and d.day <= v_day - 30), 0)
  into v_sums from days d;
  return v_sums;
end $$;
comment on function public.dashboard_totals is
  'Gross earnings, that is convenience fees, in settings.time_zone: {today, this_month, total}, and for comparison '
  '{yesterday, last_month (up to the same day), thirty_days (including today), previous_thirty_days (the 30 days '
  'before)}. For admins with the permission reports, and for fleet admins those of what was driven for their fleet, '
  'of which fleet_totals is their share. '
  'Errors: must_login, not_allowed.';
grant execute on function public.dashboard_totals() to authenticated;

create function public.fleet_totals() returns public.gross_earnings
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_day date := app.day_of(app.now());
  v_month date := date_trunc('month', v_day);
  v_sums public.gross_earnings;
begin
  if v_me.usertype <> 'fleetadmin' then
    perform app.refuse('not_allowed', 403, 'Only fleet admins have a share');
  end if;
  select coalesce(sum(d.share) filter (where d.day = v_day), 0), coalesce(sum(d.share) filter (where d.day >= v_month),
    0), coalesce(sum(d.share), 0),
    coalesce(sum(d.share) filter (where d.day = v_day - 1), 0),
    coalesce(sum(d.share) filter (where d.day >= v_month - interval '1 month'
      and d.day <= v_day - interval '1 month'), 0),
    coalesce(sum(d.share) filter (where d.day > v_day - 30), 0),
    coalesce(sum(d.share) filter (where d.day > v_day - 60 and d.day <= v_day - 30), 0)
  into v_sums from app.fleet_days d where d.fleet_id = v_me.id;
  return v_sums;
end $$;
comment on function public.fleet_totals is
  'What the calling fleet admin''s wallet got from the fares of the fleet''s drivers (settings.fleet_percent), less '
  'what refunds and corrections took back, for the same periods as dashboard_totals. '
  'Errors: must_login, account_suspended, not_allowed.';
grant execute on function public.fleet_totals() to authenticated;

-- A period has at most about three months, because the function reads the bookings themselves, once for each day and
-- once for the total. It gets more memory than the default: sorting for the medians of a large operator's month takes 5
-- MB, which would otherwise be written to disk.
create function public.dashboard_days(from_day date default null, to_day date default null)
  returns table (day date, bookings integer, accepted integer,
  finished integer, cancelled integer, cancelled_by_rider integer, cancelled_by_driver integer, unserved integer,
    in_progress integer, statuses jsonb,
  pickup_seconds numeric, arrived integer, revenue numeric, rides integer, earned integer, fleet_share numeric)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
  set work_mem = '32MB' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_fleet uuid := case when v_me.usertype = 'fleetadmin' then v_me.id end;
  v_reads boolean := v_me.usertype = 'fleetadmin' or app.has_permission('reports');
  v_zone text := (app.settings()).time_zone;
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
  with made as materialized (
    select (b.created_at at time zone v_zone)::date as on_day, b.status, b.accepted_at is not null as accepted,
      b.cancelled_by,
      b.reason = 'no_driver_available' as nobody,
        case when not b.book_later then extract(epoch from greatest(b.arrived_at, b.arrival_confirmed_at)
        - b.created_at)::float8 end as waited
    from public.bookings b
    where b.created_at >= v_from and b.created_at < v_to and (v_fleet is null or b.fleet_id = v_fleet)),
  kinds as (select m.on_day, m.status, m.accepted, m.cancelled_by, m.nobody, count(*) as n from made m
    group by 1, 2, 3, 4, 5),
  counts as (
    select k.on_day, sum(k.n) as made, sum(k.n) filter (where k.accepted) as accepted,
      sum(k.n) filter (where app.is_paid(k.status)) as finished,
      sum(k.n) filter (where k.status = 'CANCELLED') as cancelled,
        sum(k.n) filter (where k.cancelled_by = 'rider') as by_rider,
      sum(k.n) filter (where k.cancelled_by = 'driver') as by_driver, sum(k.n) filter (where k.cancelled_by = 'system'
        and k.nobody) as unserved
    from kinds k group by grouping sets ((k.on_day), ())),
  stands as (
    select x.on_day, jsonb_object_agg(x.status, x.n) as statuses
    from (select k.on_day, k.status, sum(k.n) as n from kinds k
      group by grouping sets ((k.on_day, k.status), (k.status))) x group by 1),
  waits as (
    select m.on_day, percentile_cont(0.5) within group (order by m.waited) as pickup, count(*) as n from made m
      where m.waited is not null
    group by grouping sets ((m.on_day), ())),
  fees as (
    select d.day as on_day, sum(d.convenience_fees) as revenue, sum(d.rides) as rides from public.earnings_days d
    where d.day between v_first and v_last and (v_fleet is null or d.fleet_id = v_fleet)
    group by grouping sets ((d.day), ())),
  shares as (
    select f.day as on_day, sum(f.share) as share from app.fleet_days f where f.fleet_id = v_fleet
      and f.day between v_first and v_last
    group by grouping sets ((f.day), ())),
  earners as (
    select e.day as on_day, count(distinct e.booking_id) as n from app.earnings_entries e
    where e.day between v_first and v_last and (v_fleet is null or e.fleet_id = v_fleet)
    group by grouping sets ((e.day), ()))
  select g.on_day, coalesce(c.made, 0)::integer, coalesce(c.accepted, 0)::integer, coalesce(c.finished, 0)::integer,
    coalesce(c.cancelled, 0)::integer,
    coalesce(c.by_rider, 0)::integer, coalesce(c.by_driver, 0)::integer, coalesce(c.unserved, 0)::integer,
    coalesce(c.made - coalesce(c.finished, 0) - coalesce(c.cancelled, 0), 0)::integer, coalesce(s.statuses, '{}'),
      round(w.pickup::numeric),
    coalesce(w.n, 0)::integer, case when v_reads then coalesce(f.revenue, 0) end,
    coalesce(f.rides, 0)::integer, coalesce(e.n, 0)::integer,
      case when v_fleet is not null then coalesce(h.share, 0) end
  from (select d::date as on_day from generate_series(v_first::timestamp, v_last::timestamp, '1 day') d
    union all select null) g
  left join counts c on c.on_day is not distinct from g.on_day
    left join stands s on s.on_day is not distinct from g.on_day
  left join waits w on w.on_day is not distinct from g.on_day left join fees f on f.on_day is not distinct from g.on_day
  left join earners e on e.on_day is not distinct from g.on_day
    left join shares h on h.on_day is not distinct from g.on_day
  order by 1;
end $$;
comment on function public.dashboard_days is
  'A row per day from from_day to to_day (settings.time_zone, both included, at most 93; default: the last 30), and '
  'one row with the total, whose day is null. Of the bookings created that day: those that have or had a driver '
  '(accepted), those that ended paid (finished) or cancelled, also by rider or driver, those for which no driver was '
  'found (unserved), the rest (in_progress), the number per status (statuses), the median seconds from booking to '
  'arrival of Book Now rides (pickup_seconds; null if there are none) and their number (arrived). By day of payment: '
  'the convenience fees (revenue; null without the permission reports), their rides, the number of bookings in the '
  'day''s earnings (earned), and for fleet admins their own share (fleet_share, as fleet_totals; else null). Each '
  'count equals that of list_bookings with the filter of the same name. Fleet admins see their fleet''s. '
  'Errors: must_login, not_allowed, list_invalid.';
grant execute on function public.dashboard_days(date, date) to authenticated;
