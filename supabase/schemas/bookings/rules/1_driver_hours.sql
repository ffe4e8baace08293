-- Hours: how long drivers have been on duty, and when they need a break.
-- Access: each driver reads only their own hours; a trigger writes them
-- Tests:  tests/db/driver_hours.sql

create function public.driver_hours()
returns table (on_duty boolean, on_duty_since timestamptz, duty_secs_today integer, busy_secs_today integer,
  worked_secs integer, break_due_at timestamptz,
  break_minutes integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_settings public.settings;
  v_midnight timestamptz;
begin
  v_settings := app.settings();
  v_midnight := date_trunc('day', app.now() at time zone v_settings.time_zone) at time zone v_settings.time_zone;
  return query
  with periods as (
    select p.began_at, coalesce(p.ended_at, app.now()) as until, p.ended_at is null as is_open,
      lag(p.ended_at) over (order by p.began_at, p.id) as before
    from app.duty_periods p where p.driver_id = v_driver.id and p.began_at > app.now() - interval '7 days'
  ), block as (
    -- Finds when the current stretch of work began: at the first duty period after the last break of at least
    -- settings.break_minutes. is_rested: the driver is on such a break now.
    select max(p.began_at) filter (where p.before is null
      or p.began_at - p.before >= make_interval(mins => v_settings.break_minutes)) as since,
      coalesce(max(p.until) <= app.now() - make_interval(mins => v_settings.break_minutes) and not bool_or(p.is_open),
        true) as is_rested from periods p
  ), sums as (
    select coalesce(bool_or(p.is_open), false) as open, max(p.began_at) filter (where p.is_open) as since,
      coalesce(sum(extract(epoch from p.until - greatest(p.began_at, v_midnight))) filter (where p.until > v_midnight),
        0)::integer as today,
      coalesce(sum(extract(epoch from p.until - p.began_at)) filter (where p.began_at >= k.since and not k.is_rested),
        0)::integer as worked
    from block k left join periods p on true
  )
  select s.open, s.since, s.today,
    -- range_agg merges overlapping periods, so that the time of parcels carried together counts once.
    (select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0)::integer from unnest((
      select range_agg(tstzrange(greatest(b.engaged_at, v_midnight), greatest(w.until, b.engaged_at, v_midnight)))
      from public.bookings b cross join lateral (select coalesce(b.reached_at, b.cancelled_at, app.now()) as until) w
      where b.driver_id = v_driver.id and b.engaged_at is not null
        and b.created_at > app.now() - make_interval(days => v_settings.later_days + 1)
        and w.until > v_midnight)) r),
    s.worked, case when s.open and v_settings.break_after_minutes > 0 then app.now()
      + make_interval(mins => v_settings.break_after_minutes) - make_interval(secs => s.worked) end,
    v_settings.break_minutes
  from sums s;
end $$;
comment on function public.driver_hours is
  'The calling driver''s hours: seconds on duty and on trips since midnight in settings.time_zone, seconds on duty '
  'since the last break of at least settings.break_minutes, and the time at which the driver reaches '
  'settings.break_after_minutes (null off duty, or if no break is required; may be in the past). '
  'Errors: must_login, account_suspended, require_approval, not_a_driver.';
grant execute on function public.driver_hours() to authenticated;
