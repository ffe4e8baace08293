-- Positions: where drivers are, in a narrow hot table, and the trail of each trip.
-- Needs:  drivers, bookings
-- Access: a driver writes the own position by function; parties of a trip read its trail
-- Tests:  tests/db/positions.sql

-- pt is the anchor of the radius search: set only while the driver may be asked, and moved only when the driver moved
-- more than 50 m, so that most reports are heap-only updates. A partial index on "available" instead would make each
-- report an index update (a column of an index predicate breaks HOT), hence the null.
create table public.driver_positions (
  driver_id uuid primary key references public.drivers (id) on delete cascade,
  car_type uuid,
  lat double precision not null,
  lng double precision not null,
  heading double precision,
  accuracy double precision,
  updated_at timestamptz not null default app.now(),
  available boolean not null default false,
  pt point
) with (fillfactor = 60);
comment on table public.driver_positions is 'The latest position of each driver, and whether the driver may be asked.';
comment on column public.driver_positions.updated_at is 'When the position was true, not when it arrived. Older than 60 s makes nobody a candidate.';
comment on column public.driver_positions.available is 'On duty, approved and not busy; kept by app.refresh_driver.';
create index driver_positions_near on public.driver_positions using gist (car_type, pt) where pt is not null;

create table public.tracking_points (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id),
  driver_id uuid not null references public.drivers (id),
  status public.booking_status not null,
  lat double precision not null,
  lng double precision not null,
  heading double precision,
  accuracy double precision,
  at timestamptz not null
);
comment on table public.tracking_points is 'The trail of a trip, as its driver reported it; implausible points are not kept.';
create index tracking_points_booking_id on public.tracking_points (booking_id, at);
create index tracking_points_driver_id on public.tracking_points (driver_id);

alter table public.driver_positions enable row level security;
alter table public.tracking_points enable row level security;
grant select on public.driver_positions, public.tracking_points to authenticated;

create policy "drivers read their own position" on public.driver_positions for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "admins read every position" on public.driver_positions for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'admin');
create policy "fleet admins read their drivers' positions" on public.driver_positions for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'fleetadmin'
    and exists (select 1 from public.drivers d where d.id = driver_positions.driver_id and d.fleet_id = (select auth.uid())));
create policy "riders read the position of the driver who is coming" on public.driver_positions for select to authenticated
  using (exists (select 1 from public.bookings b where b.driver_id = driver_positions.driver_id
    and b.customer_id = (select auth.uid()) and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED')));
create policy "drivers read their own trails" on public.tracking_points for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "people read the trails of bookings they see" on public.tracking_points for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = tracking_points.booking_id
    and (b.driver_id is null or b.driver_id <> (select auth.uid()))));

-- Availability ----------------------------------------------------------------------------------------------------

create function app.is_busy(driver_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.driver_id = is_busy.driver_id and b.engaged_at is not null
    and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED'))
$$;
comment on function app.is_busy is 'Whether a booking engages the driver now. Derived, so that no flag can drift.';

create function app.refresh_driver(driver_id uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.driver_positions p
  set car_type = d.car_type_id, available = f.free, pt = case when f.free then app.anchor(p.lat, p.lng) end
  from public.drivers d
  join public.profiles pr on pr.id = d.id
  cross join lateral (select d.driver_active_status and pr.approved and pr.usertype = 'driver' and not app.is_busy(d.id) as free) f
  where d.id = refresh_driver.driver_id and p.driver_id = d.id
    and (p.available is distinct from f.free or p.car_type is distinct from d.car_type_id)
$$;
comment on function app.refresh_driver is 'Makes a driver findable or not, after anything that decides it.';

create function app.tg_bookings__refresh_driver() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.driver_id is not null then perform app.refresh_driver(old.driver_id); end if;
  if new.driver_id is not null and new.driver_id is distinct from old.driver_id then perform app.refresh_driver(new.driver_id); end if;
  return null;
end $$;
create trigger bookings__refresh_driver after update of status, driver_id, engaged_at on public.bookings
  for each row when (old.status is distinct from new.status or old.driver_id is distinct from new.driver_id
    or old.engaged_at is distinct from new.engaged_at)
  execute function app.tg_bookings__refresh_driver();

create function app.tg_drivers__refresh() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.refresh_driver(new.id);
  return null;
end $$;
create trigger drivers__refresh after update of driver_active_status, car_type_id on public.drivers
  for each row execute function app.tg_drivers__refresh();
create trigger profiles__refresh after update of approved, usertype on public.profiles
  for each row when (old.approved is distinct from new.approved or old.usertype is distinct from new.usertype)
  execute function app.tg_drivers__refresh();

create function public.set_driver_active(active boolean) returns public.drivers
language plpgsql security definer set search_path = '' as $$
declare v_driver public.drivers := app.me_as_driver();
begin
  if set_driver_active.active and v_driver.car_type_id is null then
    raise sqlstate 'PT409' using message = 'no_car', hint = 'An admin has to set the car type first';
  end if;
  update public.drivers d set driver_active_status = coalesce(set_driver_active.active, false)
  where d.id = v_driver.id returning d.* into v_driver;
  return v_driver;
end $$;
comment on function public.set_driver_active is 'Goes on or off duty. Errors: not_a_driver, require_approval, no_car.';
revoke execute on function public.set_driver_active(boolean) from public, anon;
grant execute on function public.set_driver_active(boolean) to authenticated;

-- Reporting -------------------------------------------------------------------------------------------------------

-- The points of a report that can be true: numbers on the globe, not from the future, in order of time. Phones tell
-- the wall clock, so the turned clock's offset applies to them as it does to now().
create function app.read_points(points jsonb)
returns table (lat double precision, lng double precision, heading double precision, accuracy double precision, at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select p.lat, p.lng, p.heading, p.accuracy, t.at
  from (
    select (e.point ->> 'lat')::double precision as lat, (e.point ->> 'lng')::double precision as lng,
      case when jsonb_typeof(e.point -> 'heading') = 'number' then (e.point ->> 'heading')::double precision end as heading,
      case when jsonb_typeof(e.point -> 'accuracy') = 'number' then (e.point ->> 'accuracy')::double precision end as accuracy,
      app.time_of(e.point -> 'at') as told, coalesce(jsonb_typeof(e.point -> 'at'), 'null') = 'null' as untold
    from jsonb_array_elements(case when jsonb_typeof(points) = 'array' then points else '[]' end) with ordinality e (point, place)
    where jsonb_typeof(e.point -> 'lat') = 'number' and jsonb_typeof(e.point -> 'lng') = 'number' and e.place <= 1000
  ) p
  cross join app.clock c
  cross join lateral (select case
    when p.untold then app.now()
    when p.told + c."offset" <= app.now() + interval '30 seconds' then least(p.told + c."offset", app.now())
    when p.told <= app.now() + interval '30 seconds' then least(p.told, app.now())
  end as at) t
  where app.is_place(p.lat, p.lng) and t.at is not null and coalesce(p.accuracy, 0) between 0 and 500
  order by t.at;
end $$;

create function app.store_position(driver public.drivers, lat double precision, lng double precision,
  heading double precision, accuracy double precision, at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.driver_positions p set lat = store_position.lat, lng = store_position.lng, heading = store_position.heading,
    accuracy = store_position.accuracy, updated_at = store_position.at,
    pt = case
      when not p.available then null
      when p.pt is not null and (p.pt operator(pg_catalog.<->) app.anchor(store_position.lat, store_position.lng))
        * 0.99888 * cos(radians(store_position.lat)) <= 50 then p.pt
      else app.anchor(store_position.lat, store_position.lng) end
  where p.driver_id = (driver).id and p.updated_at <= store_position.at;
  if found then return true; end if;
  insert into public.driver_positions as p (driver_id, car_type, lat, lng, heading, accuracy, updated_at)
  values ((driver).id, (driver).car_type_id, store_position.lat, store_position.lng, store_position.heading,
    store_position.accuracy, store_position.at)
  on conflict on constraint driver_positions_pkey do nothing;
  if not found then return false; end if;
  perform app.refresh_driver((driver).id);
  return true;
end $$;

create function public.report_positions(points jsonb) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_trip record;
  v_last record;
  v_kept integer := 0;
  p record;
begin
  -- A report lost in a crash is repeated by the next one; waiting for the disk on each is not worth it.
  perform set_config('synchronous_commit', 'off', true);
  select b.id, b.status, b.accepted_at into v_trip from public.bookings b
  where b.driver_id = v_driver.id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED');
  if v_trip.id is not null then
    select t.lat, t.lng, t.at into v_last from public.tracking_points t where t.booking_id = v_trip.id
      and t.driver_id = v_driver.id order by t.at desc limit 1;
  end if;
  for p in select r.* from app.read_points(report_positions.points) r loop
    if v_trip.id is not null and p.at >= v_trip.accepted_at then
      -- 60 m/s is faster than any road allows. Points closer in time than a second or so add nothing but their number,
      -- and many small steps between them would add up to a longer way.
      continue when v_last.at is not null and (p.at < v_last.at + interval '900 milliseconds'
        or app.distance_m(v_last.lat, v_last.lng, p.lat, p.lng) > 60 * extract(epoch from p.at - v_last.at));
      insert into public.tracking_points (booking_id, driver_id, status, lat, lng, heading, accuracy, at)
      values (v_trip.id, v_driver.id, v_trip.status, p.lat, p.lng, p.heading, p.accuracy, p.at);
      v_last := p;
      perform app.store_position(v_driver, p.lat, p.lng, p.heading, p.accuracy, p.at);
      v_kept := v_kept + 1;
    elsif app.store_position(v_driver, p.lat, p.lng, p.heading, p.accuracy, p.at) then
      v_kept := v_kept + 1;
    end if;
  end loop;
  return v_kept;
end $$;
comment on function public.report_positions is
  'Stores the caller''s positions [{lat, lng, heading, accuracy, at}] (degrees, metres, time or ms). Implausible or out-of-trip points are dropped. Answers how many were kept. Errors: not_a_driver, require_approval.';
revoke execute on function public.report_positions(jsonb) from public, anon;
grant execute on function public.report_positions(jsonb) to authenticated;

create function public.report_position(lat double precision, lng double precision, heading double precision default null,
  accuracy double precision default null, at timestamptz default null) returns integer
language plpgsql security definer set search_path = '' as $$
begin
  return public.report_positions(jsonb_build_array(jsonb_build_object('lat', report_position.lat, 'lng', report_position.lng,
    'heading', report_position.heading, 'accuracy', report_position.accuracy, 'at', report_position.at)));
end $$;
comment on function public.report_position is 'report_positions for one point; without "at" it is true now.';
revoke execute on function public.report_position(double precision, double precision, double precision, double precision, timestamptz) from public, anon;
grant execute on function public.report_position(double precision, double precision, double precision, double precision, timestamptz) to authenticated;

-- Finding ---------------------------------------------------------------------------------------------------------

create function app.radius_m() returns double precision
language sql stable security definer set search_path = '' as $$
  select s.driver_radius::double precision * case when s.convert_to_mile then 1609.344 else 1000 end from public.settings s where s.id = 1
$$;

-- Everyone available around a point. The circle lies on the anchors, which trail their driver by up to 50 m and are
-- stretched unevenly over the circle, hence the margin; the distance that counts is exact.
create function app.drivers_near(lat double precision, lng double precision, radius_m double precision)
returns table (driver_id uuid, car_type uuid, lat double precision, lng double precision, heading double precision,
  updated_at timestamptz, distance_m double precision)
language sql stable security definer set search_path = '' as $$
  select p.driver_id, p.car_type, p.lat, p.lng, p.heading, p.updated_at, d.m
  from public.car_types c
  join public.driver_positions p on p.car_type = c.id and p.pt is not null
    and p.pt operator(pg_catalog.<@) circle(app.anchor(drivers_near.lat, drivers_near.lng),
      (drivers_near.radius_m * 1.01 + 100) / (0.99888 * cos(radians(drivers_near.lat))))
  cross join lateral (select app.distance_m(drivers_near.lat, drivers_near.lng, p.lat, p.lng) as m) d
  where d.m <= drivers_near.radius_m
$$;

create function public.nearby_drivers(lat double precision, lng double precision)
returns table (car_type_id uuid, lat double precision, lng double precision, heading double precision, distance_km double precision)
language sql stable security definer set search_path = '' as $$
  -- Distance, order and cut follow from the place that is shown: exact distances from three points would give the exact
  -- place away. Rounding moves a place by up to 80 m, hence the wider search.
  select n.car_type, s.lat, s.lng, round(n.heading)::double precision, round((d.m / 1000)::numeric, 1)::double precision
  from app.drivers_near(nearby_drivers.lat, nearby_drivers.lng, app.radius_m() + 100) n
  cross join lateral (select round(n.lat::numeric, 3)::double precision as lat, round(n.lng::numeric, 3)::double precision as lng) s
  cross join lateral (select app.distance_m(nearby_drivers.lat, nearby_drivers.lng, s.lat, s.lng) as m) d
  where app.is_place(nearby_drivers.lat, nearby_drivers.lng) and n.updated_at > app.now() - interval '60 seconds'
    and d.m <= app.radius_m()
  order by d.m, s.lat, s.lng, n.car_type limit 20
$$;
comment on function public.nearby_drivers is
  'Up to 20 free drivers around a point: car type, position to about 100 m, heading, kilometres. Never who they are.';
revoke execute on function public.nearby_drivers(double precision, double precision) from public;
grant execute on function public.nearby_drivers(double precision, double precision) to anon, authenticated;
