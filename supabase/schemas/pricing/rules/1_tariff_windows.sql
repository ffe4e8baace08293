-- Tariff windows: surcharges at certain times, such as nights, weekends and holidays.

create function app.begins_on(w public.tariff_windows, day date) returns boolean
language sql immutable set search_path = '' as $$
  select (extract(isodow from begins_on.day)::smallint = any (w.days) and begins_on.day <> all (w.except_dates))
    or begins_on.day = any (w.dates)
$$;

-- Returns whether a window includes a time. A window belongs to the day on which it begins: Friday night includes early
-- Saturday.
create function app.is_in_window(w public.tariff_windows, local timestamp) returns boolean
language sql immutable set search_path = '' as $$
  select case
    when w.from_time < w.to_time then local::time >= w.from_time and local::time < w.to_time
      and app.begins_on(w, local::date)
    else (local::time >= w.from_time and app.begins_on(w, local::date))
      or (local::time < w.to_time and app.begins_on(w, local::date - 1)) end
$$;

create function app.window_rule(car_type_id uuid, at timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case when count(*) = 0 then '{}'
    else jsonb_build_object('windows', jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'id', w.id, 'name', w.name, 'amount', w.amount, 'percent', w.percent)) order by w.created_at, w.id)) end
  from public.tariff_windows w join public.settings s on s.id = 1
  where w.active and (w.car_type_id is null or w.car_type_id = window_rule.car_type_id)
    and app.is_in_window(w, window_rule.at at time zone s.time_zone)
$$;
comment on function app.window_rule is
  'The surcharges of tariff windows for a trip at this time, as part of a rule for compute_fare: {windows} or {}.';
