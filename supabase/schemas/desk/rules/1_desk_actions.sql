-- The desk's actions on a booking: choosing a driver from a list that contains the reasons against each driver,
-- withdrawing an offer, and sending a message to the driver.

-- assign_refusal returns why assign_driver would refuse a driver. driver_warning returns a warning that does not
-- prevent the desk from asking the driver. Both ignore offers to other drivers, because trip_options says whether the
-- desk may ask at all.
create function app.assign_refusal(booking public.bookings, driver_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not p.approved or p.usertype <> 'driver' then 'not_approved'
    when d.car_type_id is distinct from (booking).car_type_id then 'other_car_type'
    when not app.driver_can_carry((booking).requirements, d.id) then 'vehicle_unsuitable'
    when app.has_expired_document(d.id) then 'document_expired'
    when not app.can_afford(d.id, (booking).id) then 'cannot_afford'
    when app.is_bonus_refused(booking, d.id) then 'bonus_refused'
    when app.is_busy(d.id) and (booking).trip_at - make_interval(mins => s.lead_minutes) <= app.now() then 'busy'
    when exists (select 1 from public.booking_offers o where o.booking_id = (booking).id and o.driver_id = d.id
      and o.status = 'open' and o.expires_at > app.now()) then 'asked' end
  from public.drivers d join public.profiles p on p.id = d.id cross join public.settings s
  where d.id = assign_refusal.driver_id and s.id = 1
$$;
comment on function app.assign_refusal is
  'The error with which assign_driver would refuse this driver; null if it would not.';

create function app.driver_warning(booking public.bookings, driver_id uuid, is_on_duty boolean,
  seen_at timestamptz) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select 1 from public.booking_offers o where o.booking_id = (booking).id
      and o.driver_id = driver_warning.driver_id
      and app.is_answered(o.status)) then 'declined'
    when not is_on_duty then 'off_duty'
    when app.is_busy(driver_warning.driver_id) then 'busy'
    when not coalesce(app.is_position_current(seen_at), false) then 'stale_position'
    when exists (select 1 from public.booking_offers o where o.booking_id = (booking).id
      and o.driver_id = driver_warning.driver_id
      and o.status = 'lapsed' and o.expires_at > app.now() - interval '2 minutes') then 'lapsed'
    when exists (select 1 from public.booking_offers o where o.booking_id = (booking).id
      and o.driver_id = driver_warning.driver_id
      and o.status = 'left_duty' and o.answered_at > app.now() - interval '2 minutes') then 'left_duty' end
$$;
comment on function app.driver_warning is
  'A warning about a driver whom the desk may still ask; null if there is none.';

-- Returns drivers on duty, nearest first, read from the indexes on positions (app.positions_near). A few drivers of
-- other car types are included, so that the desk sees why they are not asked. The desk sees no positions of drivers off
-- duty, so it finds these drivers only by name or plate (app.find_drivers_by_name).
create function app.drivers_near(booking public.bookings)
returns table (driver_id uuid, lat double precision, lng double precision, seen_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.driver_id, p.lat, p.lng, p.updated_at from app.positions_near(booking, 100000, 40, 5) p
    join public.drivers d on d.id = p.driver_id
  where d.driver_active_status
$$;

create function app.find_drivers_by_name(search text)
returns table (driver_id uuid, lat double precision, lng double precision, seen_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select p.id, o.lat, o.lng, o.updated_at from public.profiles p
  join public.drivers d on d.id = p.id
  left join public.driver_positions o on o.driver_id = p.id and d.driver_active_status
  where p.deleted_at is null and p.usertype = 'driver'
    and (lower(p.first_name || ' ' || p.last_name) like app.containing(search)
    or p.id = any (array(select n.id from public.drivers n
      where lower(n.vehicle_number) like app.containing(search) limit 1000)))
  order by lower(p.first_name || ' ' || p.last_name), p.id limit 50
$$;
comment on function app.find_drivers_by_name is
  'Drivers found by a part of their name or plate, on duty or not; with a position only if on duty.';

create function app.desk_offer_open(booking_id uuid, driver_id uuid default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.booking_offers o where o.booking_id = desk_offer_open.booking_id
    and o.status = 'open' and o.wave = 0
    and o.expires_at > app.now() and (desk_offer_open.driver_id is null or o.driver_id = desk_offer_open.driver_id))
$$;
comment on function app.desk_offer_open is 'Whether a driver to whom the desk offered the booking can still answer.';

create function app.can_message_driver(booking public.bookings) returns boolean
language sql immutable set search_path = '' as $$
  select (booking).driver_id is not null and app.is_at_work((booking).status)
$$;
