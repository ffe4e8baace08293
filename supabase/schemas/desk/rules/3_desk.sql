-- The dispatch desk. For bookings under way staff sees the number of drivers with an offer, the expected arrival, and
-- the lateness.
-- Access: admins read all bookings, fleet admins the bookings of their fleet; list_bookings sorts by lateness
-- Tests:  tests/db/desk.sql, tests/db/list_plans.test.ts

-- Returns how long a rider usually waits for a car: the median of the newest 200 bookings for now that were created in
-- the last 24 hours and that a car has reached; 8 minutes if there are fewer than five. This is the estimate for a
-- booking until a driver is on the way.
create function app.pickup_median() returns interval language sql stable security definer set search_path = '' as $$
  select interval '1 second' * case when count(*) < 5 then 480 else percentile_cont(0.5) within
    group (order by extract(epoch from r.arrived_at - r.created_at)) end
  from (select greatest(b.arrived_at, b.arrival_confirmed_at) as arrived_at, b.created_at from public.bookings b
    where b.created_at > app.now() - interval '24 hours' and b.arrived_at is not null and not b.book_later
      order by b.created_at desc limit 200) r
$$;
comment on function app.pickup_median is
  'Median wait for the car of recent Book Now rides; 8 minutes if there are fewer than five.';

-- Computes the lateness of all bookings under way in one statement, because at any time few bookings are under way.
create function app.lateness() returns table (booking_id uuid, due timestamptz, eta timestamptz, late_secs integer)
language sql stable security definer set search_path = '' as $$
  with median as materialized (select app.pickup_median() as wait)
  select b.id, d.due, e.eta, case
    -- A car without a current position may come at any time, so only the delay that has already happened is known.
    when p.updated_at is not null and e.eta is null then
      case when d.due < app.now() then extract(epoch from app.now() - d.due)::integer end
    when b.status = 'NEW' or app.is_approaching(b)
    then extract(epoch from case when e.eta is null then app.now() + m.wait else greatest(e.eta, app.now()) end
      - d.due)::integer end
  from public.bookings b cross join median m
  left join public.driver_positions p on p.driver_id = b.driver_id and app.is_approaching(b)
    and b.engaged_at is not null
  left join lateral (select o.distance_km from public.booking_offers o where app.is_approaching(b)
    and o.booking_id = b.id and o.driver_id = b.driver_id
    and o.status = 'accepted' order by o.created_at desc limit 1) o on true
  cross join lateral (select app.pickup_deadline(b.book_later, b.trip_at, b.created_at, b.accepted_at,
    o.distance_km) as due) d
  cross join lateral (select case when app.is_position_current(p.updated_at) then p.updated_at
    + interval '1 second' * 1.3
    * app.distance_m(p.lat, p.lng, b.pickup_lat, b.pickup_lng)
    / app.quoted_mps(b.estimate_distance, b.estimate_time) end as eta) e
  where app.is_running(b.status)
$$;
comment on function app.lateness is
  'Lateness of bookings under way: when the car should be at the pickup, when it will be there (null while no driver '
  'is on the way, or if the position is older than a minute), and the lateness in seconds (without a driver computed '
  'with the median wait, without a current position only what has already passed); negative if in time, null once the '
  'car is at the pickup.';

create function public.desk_facts(booking_ids uuid[])
  returns table (booking_id uuid, asked integer, asked_until timestamptz, wave integer,
  due timestamptz, eta timestamptz, wait_secs integer, seen_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_wait integer := extract(epoch from app.pickup_median());
begin
  return query
  with b as materialized (
    select k.* from public.bookings k where k.id = any (booking_ids[1:200]) and app.is_before_end(k.status)
      and (v_me.usertype = 'admin' or k.fleet_id = v_me.id)
  ), asked as (
    select o.booking_id, count(*)::integer as n, max(o.expires_at) as until from public.booking_offers o
    where o.booking_id = any (array(select b.id from b where b.status = 'NEW')) and o.status = 'open'
      and o.expires_at > app.now() group by 1
  )
  select b.id, coalesce(a.n, 0), a.until, coalesce(q.wave - q.waves_before, 0),
    case when b.status = 'NEW' or app.is_approaching(b::public.bookings) then d.due end, e.eta, v_wait, p.updated_at
  from b left join asked a on a.booking_id = b.id
  left join app.dispatch_queue q on q.booking_id = b.id
  left join public.driver_positions p on p.driver_id = b.driver_id and b.engaged_at is not null
  left join lateral (select o.distance_km from public.booking_offers o where app.is_approaching(b::public.bookings)
    and o.booking_id = b.id and o.driver_id = b.driver_id
    and o.status = 'accepted' order by o.created_at desc limit 1) o on true
  cross join lateral (select app.pickup_deadline(b.book_later, b.trip_at, b.created_at, b.accepted_at,
    o.distance_km) as due) d
  cross join lateral (select case when app.is_position_current(p.updated_at) then p.updated_at
    + interval '1 second' * case
      when app.is_approaching(b::public.bookings) then 1.3 * app.distance_m(p.lat, p.lng, b.pickup_lat, b.pickup_lng)
      when b.status = 'STARTED' then
        app.beeline_m(b::public.bookings, p.lat, p.lng, 'drop') end / app.quoted_mps(b.estimate_distance,
        b.estimate_time) end as eta) e;
end $$;
comment on function public.desk_facts is
  'Data about bookings under way for the desk''s list, at most 200: number of drivers with an open offer and until '
  'when, number of the search''s wave, when the car should be at the pickup (due), when it will be there, or at the '
  'drop once it drives there (eta, computed from the straight line and the quote''s average speed; null while no '
  'driver is on the way, or if the position is older than a minute), the usual wait if there is no driver '
  '(wait_secs), and when the car''s position was measured (seen_at). Bookings that the caller may not see are left '
  'out. '
  'Errors: must_login, not_allowed.';
grant execute on function public.desk_facts(uuid[]) to authenticated;
