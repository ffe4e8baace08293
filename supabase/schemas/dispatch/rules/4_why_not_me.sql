-- Why a driver was not asked: shows drivers the results of the searches near them within one hour.
-- Access: each driver reads only their own results, which contain areas and minutes, but no booking, address or other
--         person
-- Tests:  tests/db/why_not_me.sql

-- Returns bookings for which a driver was searched in this hour, one row each. The log of a search lists the drivers
-- who were asked and the 50 nearest others. A booking is returned if its log lists the calling driver. It is also
-- returned if its pickup is within the search radius of the driver's last position; then the reason is
-- not_available_nearby.
create function public.why_was_i_not_asked(hour timestamptz)
returns table (at timestamptz, area_lat double precision, area_lng double precision, category text, asked boolean,
  reason text, times integer)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_here public.driver_positions;
  v_radius_m double precision := app.radius_m();
begin
  if not coalesce(why_was_i_not_asked.hour between app.now() - interval '25 hours' and app.now(), false) then
    perform app.refuse('hour_invalid', 422, 'Give the start of an hour within the last day');
  end if;
  select p.* into v_here from public.driver_positions p where p.driver_id = v_driver.id;
  return query
  with waves as (
    select w.id, w.booking_id, w.wave, w.at, w.candidates, w.exclusions from public.dispatch_waves w
    where w.at >= why_was_i_not_asked.hour and w.at < why_was_i_not_asked.hour + interval '1 hour'
      and w.mode <> 'assigned'
  ), told as (
    select distinct on (w.booking_id) w.booking_id, w.at, x.is_asked,
      case when x.is_asked then case when o.status = 'open' and o.expires_at <= app.now() then 'lapsed'
        else coalesce(o.status::text, 'lapsed') end
        else coalesce(x.reason, 'not_available_nearby') end as reason,
      count(*) over (partition by w.booking_id) as n
    from waves w
    join public.bookings b on b.id = w.booking_id
    cross join lateral (select w.candidates @> jsonb_build_array(jsonb_build_object('driver_id',
      v_driver.id)) as is_asked,
      (select e ->> 'reason' from jsonb_array_elements(w.exclusions) e where e ->> 'driver_id' = v_driver.id::text
        limit 1) as reason) x
    left join lateral (select f.status, f.expires_at from public.booking_offers f where f.booking_id = w.booking_id
      and f.driver_id = v_driver.id and f.wave = w.wave
      order by f.created_at desc limit 1) o on true
    where x.is_asked or x.reason is not null
      or (v_here.driver_id is not null
        and app.distance_m(v_here.lat, v_here.lng, b.pickup_lat, b.pickup_lng) <= v_radius_m)
    order by w.booking_id, x.is_asked desc, w.id desc
  )
  select date_trunc('minute', t.at), a.area_lat, a.area_lng, b.category, t.is_asked, t.reason, t.n::integer
  from told t join public.bookings b on b.id = t.booking_id cross join app.area_of(b.pickup_lat, b.pickup_lng) a
  order by 1 desc, 2, 3 limit 200;
end $$;
comment on function public.why_was_i_not_asked is
  'One row for each booking near the calling driver for which a driver was searched in this hour (of the last day), '
  'newest first: time to the minute, the pickup''s area (300 m), and whether the driver was asked: if so, with the '
  'answer (open, accepted, declined, lapsed, left_duty, withdrawn), otherwise why not (as in '
  'dispatch_waves.exclusions, or not_available_nearby). times: number of searches. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, hour_invalid.';
grant execute on function public.why_was_i_not_asked(timestamptz) to authenticated;
