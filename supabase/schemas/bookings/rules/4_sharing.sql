-- Sharing a trip: links with which friends, family or a guest can follow a trip.
-- Access: the rider creates and ends the link; a guest for whom a ride is booked gets another link, which the rider or
--         the desk ends; any client with a link sees the car's position, but no contacts
-- Tests:  tests/db/sharing.sql

create function app.can_share(booking public.bookings) returns boolean
language sql immutable set search_path = '' as $$ select (booking).status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED',
  'ARRIVED', 'STARTED') $$;

-- Returns whether the page of a shared trip has expired, one hour after the end of the trip.
create function app.is_share_over(booking public.bookings) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(coalesce((booking).reached_at, (booking).cancelled_at) < app.now() - interval '1 hour', false)
$$;

create function app.is_shared(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.trip_shares s where s.booking_id = (booking).id and s.ended_at is null)
    and not app.is_share_over(booking)
$$;
comment on function app.is_shared is 'Whether a client with the rider''s link can see the trip now.';

create function app.has_guest_link(booking public.bookings) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.guest_links g where g.booking_id = (booking).id and g.ended_at is null)
    and not app.is_share_over(booking)
$$;
comment on function app.has_guest_link is 'Whether a guest with the texted link can see the trip now.';

-- Returns when the car is expected at pickup and drop, computed from the car's current progress, or from trip_at for a
-- later booking without a driver.
create function app.shared_times(booking public.bookings, progress public.trip_outlook, out pickup_eta timestamptz,
  out drop_eta timestamptz)
language plpgsql immutable set search_path = '' as $$
declare v_way interval := (booking).estimate_time * interval '1 second';
begin
  case
    when (booking).status = 'NEW' and (booking).book_later then pickup_eta := (booking).trip_at;
    when app.is_approaching(booking) then pickup_eta := (progress).eta;
    else drop_eta := (progress).eta;
  end case;
  drop_eta := coalesce(drop_eta, pickup_eta + v_way);
end $$;
comment on function app.shared_times is
  'When the car of a shared trip is expected at pickup and drop; null if unknown.';

-- Returns JSON, because a composite value inside another one would reach clients as text.
create function public.shared_trip(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  b public.bookings;
  v_link record;
  v_code text;
  v_position public.shared_position;
  v_driver public.shared_driver;
  v_progress public.trip_outlook;
  v_times record;
begin
  select s.booking_id, s.ended_at, false as is_guest into v_link from app.trip_shares s
    where s.token = shared_trip.token;
  if not found then
    select g.booking_id, g.ended_at, true as is_guest into v_link from app.guest_links g
      where g.token = shared_trip.token;
  end if;
  if not found then
    perform app.refuse('share_not_found', 404, 'Unknown link');
  elsif v_link.ended_at is not null then
    perform app.refuse('share_ended', 410, 'The link was ended');
  end if;
  select k.* into b from public.bookings k where k.id = v_link.booking_id;
  if app.is_share_over(b) then
    perform app.refuse('share_over', 410, 'The link expired an hour after the end of the trip');
  end if;
  select p.lat, p.lng, p.heading, p.updated_at into v_position
  from public.driver_positions p
  where p.driver_id = b.driver_id and b.engaged_at is not null and app.is_on_the_road(b.status);
  -- Without a position the result is null instead of an object whose values are all null.
  if not found then v_position := null; end if;
  if b.driver_id is not null then
    v_driver := row(split_part(b.driver_name, ' ', 1), b.vehicle_make, b.vehicle_model, b.vehicle_color,
      b.vehicle_number);
  end if;
  if v_link.is_guest and b.guest_name is not null and app.is_code_for_guest(b.booking_type_admin, b.payment_mode)
    and app.is_before_start(b.status) then
    select c.code into v_code from app.start_codes c where c.booking_id = b.id;
  end if;
  v_progress := jsonb_populate_record(null::public.trip_outlook, app.progress(b));
  v_times := app.shared_times(b, v_progress);
  return to_jsonb(row(case when app.is_approaching(b) then 'ACCEPTED' else b.status end::public.booking_status,
    b.category, b.trip_at, b.started_at, b.reached_at,
    row(b.pickup_lat, b.pickup_lng, b.pickup_address)::public.shared_place,
      row(b.drop_lat, b.drop_lng, b.drop_address)::public.shared_place,
    b.polyline, v_driver, v_position, v_progress, v_times.pickup_eta, v_times.drop_eta, v_code,
    case when v_link.is_guest then b.requirements end)::public.shared_journey);
end $$;
comment on function public.shared_trip is
  'A shared trip, for any client that has its token, until an hour after its end: {status (ACCEPTED until the car was '
  'near the pickup), category, trip_at, started_at, reached_at, pickup, drop, polyline, driver {name, vehicle_make, '
  'vehicle_model, vehicle_color, vehicle_number}, position {lat, lng, heading, at}, progress (as trip_progress), '
  'pickup_eta, drop_eta, start_code, requirements}. Position and progress only while the car is under way; start code '
  'and requirements only with the guest''s link, the code until the start. No contacts, surnames or prices. '
  'Errors: share_not_found, share_ended, share_over. @returns shared_journey';
grant execute on function public.shared_trip(text) to anon, authenticated;
