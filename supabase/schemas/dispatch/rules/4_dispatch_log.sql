-- The log of a search for a driver: which drivers were asked in which wave, and why others were not.
-- Access: admins and the booking's rider read the log; drivers read only the entries about themselves; admins and the
--         driver's fleet admin read why a driver was not asked
-- Tests:  tests/db/dispatch.sql

-- Adds the driver's name to an entry of the log, for the desk only.
create function app.with_driver_name(line jsonb, outcome text default null) returns jsonb
language sql stable security definer set search_path = '' as $$
  select line || jsonb_build_object('outcome', outcome, 'driver_name', btrim(p.first_name || ' ' || p.last_name),
    'vehicle_number', d.vehicle_number)
  from public.profiles p left join public.drivers d on d.id = p.id where p.id = app.uuid_of(line ->> 'driver_id')
$$;

create function public.dispatch_log(booking_id uuid) returns setof public.dispatch_log_wave
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = dispatch_log.booking_id;
  -- Drivers can read the log of a booking only if the log mentions them.
  if v_booking.id is null or not (v_me.usertype = 'admin' or v_booking.customer_id = v_me.id
      or (v_me.usertype = 'driver' and exists (select 1 from public.dispatch_waves w where w.booking_id = v_booking.id
        and (w.candidates || w.exclusions) @> jsonb_build_array(jsonb_build_object('driver_id', v_me.id))))) then
    perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
  end if;
  return query select w.wave::integer, w.at, w.mode::text, w.radius_km::numeric,
    case when v_me.usertype <> 'driver' then jsonb_array_length(w.candidates) end,
    case when v_me.usertype <> 'driver' then coalesce((select sum(n.value::integer) from jsonb_each_text(w.reasons) n),
      0)::integer end,
    case when v_me.usertype <> 'rider' then jsonb_strip_nulls(c.list) end,
      case when v_me.usertype <> 'rider' then jsonb_strip_nulls(x.list) end,
    case when v_me.usertype <> 'driver' then w.reasons end,
    case when v_me.usertype = 'driver' then coalesce(c.outcome::text, x.reason, 'not_available_nearby') end
  from public.dispatch_waves w
  cross join lateral (
    -- A driver gets no distances, because distances from three places would reveal the address.
    select coalesce(jsonb_agg(case v_me.usertype when 'driver' then e - 'distance_km' || jsonb_build_object('outcome',
      o.status) else app.with_driver_name(e, o.status) end), '[]') as list,
      max(o.status) as outcome
    from jsonb_array_elements(w.candidates) e
    left join public.booking_offers o on o.booking_id = w.booking_id and o.driver_id::text = e ->> 'driver_id'
      and o.wave = w.wave
      and o.created_at = w.at
    where v_me.usertype = 'admin' or e ->> 'driver_id' = v_me.id::text) c
  cross join lateral (
    select coalesce(jsonb_agg(case v_me.usertype when 'driver' then e - 'distance_km' else app.with_driver_name(e) end),
      '[]') as list, max(e ->> 'reason') as reason from jsonb_array_elements(w.exclusions) e
    where v_me.usertype = 'admin' or e ->> 'driver_id' = v_me.id::text) x
  where w.booking_id = v_booking.id order by w.id;
end $$;
comment on function public.dispatch_log is
  'Why no driver came, and why a driver was not asked: [{wave, at, mode, radius_km, asked, not_asked, candidates, '
  'exclusions, reasons, you}]. Admins see all drivers by name; a driver sees their own entries without distances, and '
  'in `you` the result for themselves; a rider sees counts and reasons. '
  'Errors: must_login, booking_not_found.';
grant execute on function public.dispatch_log(uuid) to authenticated;

create function public.why_not_asked(driver_id uuid, hours integer default 24) returns setof public.dispatch_answer
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_is_admin boolean := v_me.usertype = 'admin';
  v_since timestamptz := app.now() - make_interval(hours => least(greatest(coalesce(why_not_asked.hours, 24), 1), 168));
begin
  if not exists (select 1 from public.drivers d where d.id = why_not_asked.driver_id
    and (v_is_admin or d.fleet_id = v_me.id)) then
    perform app.refuse('person_not_found', 404, 'No such driver, or not in your fleet');
  end if;
  return query
  with passed as (
    select distinct on (w.booking_id) w.booking_id, w.at, x.reason, x.distance_km,
      count(*) over (partition by w.booking_id) as n
    from public.dispatch_waves w
    cross join lateral jsonb_to_recordset(w.exclusions) x (driver_id uuid, distance_km numeric, reason text)
    where w.at > v_since and jsonb_path_query_array(w.exclusions, '$[*].driver_id') ? why_not_asked.driver_id::text
      and x.driver_id = why_not_asked.driver_id
    order by w.booking_id, w.id desc
  ), asked as (
    select distinct on (o.booking_id) o.booking_id, o.created_at as at, o.status, o.distance_km,
      count(*) over (partition by o.booking_id) as n
    from public.booking_offers o where o.driver_id = why_not_asked.driver_id and o.created_at > v_since
    order by o.booking_id, o.created_at desc
  )
  -- Fleet admins see the ids of only those bookings that their own fleet carried. They see no distances, because
  -- distances from three places would reveal an address.
  select case when v_is_admin or b.fleet_id = v_me.id then b.id end,
    case when v_is_admin or b.fleet_id = v_me.id then b.reference end,
    a.at, a.is_asked, a.reason, case when v_is_admin then a.km end, a.n::integer
  from (
    select q.booking_id, q.at, true as is_asked,
      case when q.status = 'open' and not exists (select 1 from public.requested_drivers r
        where r.booking_id = q.booking_id and r.driver_id = why_not_asked.driver_id)
        then 'lapsed' else q.status::text end as reason, q.distance_km as km, q.n from asked q
    union all
    select p.booking_id, p.at, false, p.reason, p.distance_km, p.n from passed p
      where not exists (select 1 from asked q where q.booking_id = p.booking_id)) a
  join public.bookings b on b.id = a.booking_id
  order by a.at desc, b.id limit 200;
end $$;
comment on function public.why_not_asked is
  'Why a driver was not asked for nearby bookings within the last hours (24; at most 168), newest first, at most 200. '
  'For admins; for the driver''s fleet admin without distances and without bookings of other fleets. '
  'Errors: must_login, not_allowed, person_not_found.';
grant execute on function public.why_not_asked(uuid, integer) to authenticated;
