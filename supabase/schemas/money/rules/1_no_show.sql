-- No-shows: the driver waits in vain and leaves, the rider is charged a fee and may object, and the desk decides.

-- Returns whether the trail proves that the driver has waited at the pickup from the arrival until now. There must be
-- at least three points, all within 500 m of the pickup, without a gap of more than two minutes, also between the last
-- point and now. Points that the phone sent late (received_at) do not count.
create function app.waited_at_pickup(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= 3 and coalesce(bool_and(h.near), false) and max(h.at - h.before) <= interval '2 minutes'
    and max(h.at) >= app.now() - interval '2 minutes'
  from (select t.at, lag(t.at, 1, w.since) over (order by t.at, t.id) as before,
      app.distance_m((booking).pickup_lat, (booking).pickup_lng, t.lat, t.lng) <= 500 as near
    from (select greatest(app.at_pickup_since(booking), (booking).arrival_confirmed_at,
      app.arrival_received_at(booking),
      case when (booking).book_later then (booking).trip_at end) as since) w
    join public.tracking_points t on t.received_at is null and t.booking_id = (booking).id
      and t.driver_id = (booking).driver_id and t.at between w.since and app.now()) h
$$;
comment on function app.waited_at_pickup is
  'Whether the trail shows that the car stayed within 500 m of the pickup since it arrived.';

create function app.wait_ends(booking public.bookings) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select case when t.since is not null and (booking).arrival_confirmed_at is not null then greatest(t.since,
    (booking).arrival_confirmed_at,
    app.arrival_received_at(booking),
    case when (booking).book_later then (booking).trip_at end) + make_interval(mins => s.free_wait) end
  from public.settings s, (select app.at_pickup_since(booking) as since) t where s.id = 1
$$;
-- The waiting time starts when a position has proved that the car is at the pickup (bookings.arrival_confirmed_at). If
-- the phone reported the arrival later, it starts when the server received the report, because the phone's clock is no
-- proof.
comment on function app.wait_ends is
  'When the driver has waited long enough to report a no-show; null before a position has proved that the car is '
  'within 500 m of the pickup. For a later booking, waiting starts at its trip_at.';

create function app.no_show_fee(booking public.bookings) returns numeric
language sql stable security definer set search_path = '' as $$
  select round(app.slab_fee(c.cancel_slab, 'Infinity'), s."decimal") from public.car_types c, public.settings s
    where c.id = (booking).car_type_id and s.id = 1
$$;
comment on function app.no_show_fee is
  'What a no-show costs the rider of a booking now: the last step of the car type''s cancel_slab.';
