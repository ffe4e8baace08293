-- The promise by road: the promised arrival is first estimated by the straight line, at once. A worker then measures
-- the way by road and moves the promise, once and within five seconds, before anybody relies on it.
-- Access: the service role takes and reports measurements
-- Tests:  tests/db/approach.sql, tests/api/approach.test.ts

create function app.queue_approach(booking public.bookings) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into app.approach_checks as c (booking_id, driver_id, accepted_at, points)
  select (booking).id, p.driver_id, (booking).accepted_at,
    jsonb_build_array(jsonb_build_object('lat', p.lat, 'lng', p.lng))
    || coalesce((select jsonb_build_array(jsonb_build_object('lat', t.drop_lat, 'lng', t.drop_lng))
      from public.bookings t
      where (booking).engaged_at is null and t.driver_id = p.driver_id and t.engaged_at is not null
        and t.drop_lat is not null
        and app.is_under_way(t.status) order by t.is_along, t.id limit 1), '[]')
    || jsonb_build_array(jsonb_build_object('lat', (booking).pickup_lat, 'lng', (booking).pickup_lng))
  from public.driver_positions p where p.driver_id = (booking).driver_id
    and p.updated_at > app.now() - interval '60 seconds'
  on conflict on constraint approach_checks_pkey do update set driver_id = excluded.driver_id,
    accepted_at = excluded.accepted_at,
    points = excluded.points, due_at = excluded.due_at;
end $$;
comment on function app.queue_approach is
  'Queues the way of a driver who has just accepted for its measurement by road, if the position is known.';

create function public.take_approaches(most integer default 20) returns setof public.approach
language plpgsql volatile security definer set search_path = '' as $$
begin
  return query
  with taken as (
    delete from app.approach_checks c where c.booking_id in (select q.booking_id from app.approach_checks q
      where q.due_at <= app.now()
      order by q.due_at desc limit least(greatest(coalesce(take_approaches.most, 20), 0), 200)
        for no key update skip locked)
    returning c.*)
  select t.booking_id, t.driver_id, t.accepted_at, t.points from taken t
    where t.accepted_at > app.now() - app.approach_window();
end $$;
comment on function public.take_approaches is
  'Takes ways of drivers who accepted within five seconds, each once. A worker reports each with promise_by_road; '
  'without a report the promise by the straight line stays.';
grant execute on function public.take_approaches(integer) to service_role;

create function public.promise_by_road(booking_id uuid, driver_id uuid, accepted_at timestamptz, secs integer)
  returns timestamptz
language plpgsql volatile security definer set search_path = '' as $$
declare v_promised_at timestamptz;
begin
  if not coalesce(promise_by_road.secs between 0 and 86400, false)
    or promise_by_road.accepted_at <= app.now() - app.approach_window() then
    return null;
  end if;
  -- Five minutes of grace, and five more for the passenger of the trip under way, as in app.promised_arrival.
  update public.bookings b
    set promised_at = greatest(case when b.book_later then b.trip_at end, b.accepted_at + interval '5 minutes'
      + greatest(60, promise_by_road.secs) * interval '1 second'
        + case when b.engaged_at is null then interval '5 minutes' else interval '0' end)
  where b.id = promise_by_road.booking_id and b.driver_id = promise_by_road.driver_id
    and b.accepted_at = promise_by_road.accepted_at and b.status = 'ACCEPTED'
  returning b.promised_at into v_promised_at;
  return v_promised_at;
end $$;
comment on function public.promise_by_road is
  'Moves the promised arrival (bookings.promised_at) to the measured seconds of the way by road plus the grace. '
  'Returns it; null, and changes nothing, more than five seconds after the acceptance, or if the driver no longer has '
  'the booking.';
grant execute on function public.promise_by_road(uuid, uuid, timestamptz, integer) to service_role;
