-- Sharing a trip: links with which friends, family or a guest can follow a trip.
-- Needs:  bookings, positions, progress, outbox
-- Access: the rider creates and ends the link; a guest for whom a ride is booked gets another link, which the rider or the desk
--   ends; any client with a link sees the car's position, but no contacts
-- Tests:  tests/db/sharing.sql

create table app.trip_shares (
  booking_id uuid primary key references public.bookings (id),
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default app.now(),
  ended_at timestamptz
);
call app.describe('app.trip_shares', $$
  The links to shared trips: the secret token in each.
  ended_at: When the rider ended the link; since then shared_trip refuses it with share_ended.
$$);
alter table app.trip_shares enable row level security;

-- Links for guests have a table of their own, apart from the links that riders share, because a guest's link also shows the
-- start code.
create table app.guest_links (
  booking_id uuid primary key references public.bookings (id),
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default app.now(),
  ended_at timestamptz
);
call app.describe('app.guest_links', $$
  The links that are texted to guests: the secret token in each. A link expires together with the page of the shared trip.
  ended_at: When the rider or the desk ended the link, for example because it was sent to a wrong number; since then shared_trip refuses it with share_ended.
$$);
alter table app.guest_links enable row level security;

create function app.invite_guest(booking public.bookings) returns void language plpgsql security definer set search_path = '' as $$
declare v_token text := replace(gen_random_uuid()::text, '-', '');
begin
  if (booking).guest_name is null or (booking).category <> 'taxi' then return; end if;
  -- The owner of the number did not ask for the text message, so riders can cause only some of them. The desk has no limit.
  if (booking).created_by = (booking).customer_id then perform app.take_limit('guest_text', (booking).customer_id::text); end if;
  insert into app.guest_links (booking_id, token) values ((booking).id, v_token);
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'sms', null, jsonb_strip_nulls(jsonb_build_object('phone', app.text_number(k.guest_phone), 'msg', 'guest_ride', 'link_token', v_token, 'code', c.code,
    'params', jsonb_build_object('rider', p.first_name, 'trip_at', case when (booking).book_later then (booking).trip_at end),
    'lang', p.lang_locale, 'booking_id', (booking).id)), greatest((booking).trip_at, app.now()) + interval '6 hours'
  from public.booking_contacts k join public.profiles p on p.id = (booking).customer_id left join app.start_codes c on c.booking_id = k.booking_id
  where k.booking_id = (booking).id and coalesce(current_setting('app.quiet', true), '') = '';
end $$;
comment on function app.invite_guest is 'Texts the guest of a ride a link to the trip with the start code; does nothing if the booking has no guest. Errors: too_many_requests.';

create function app.delete_links(user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from app.trip_shares s using public.bookings b where b.id = s.booking_id and b.customer_id = delete_links.user_id;
  delete from app.guest_links g using public.bookings b where b.id = g.booking_id and b.customer_id = delete_links.user_id;
end $$;
comment on function app.delete_links is 'Deletes the links to the trips of a rider who leaves.';

create function app.can_share(booking public.bookings) returns boolean
language sql immutable set search_path = '' as $$ select (booking).status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED') $$;

-- Returns whether the page of a shared trip has expired, one hour after the end of the trip.
create function app.is_share_over(booking public.bookings) returns boolean language sql stable set search_path = '' as $$
  select coalesce(coalesce((booking).reached_at, (booking).cancelled_at) < app.now() - interval '1 hour', false)
$$;

create function app.is_shared(booking public.bookings) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.trip_shares s where s.booking_id = (booking).id and s.ended_at is null) and not app.is_share_over(booking)
$$;
comment on function app.is_shared is 'Whether a client with the rider''s link can see the trip now.';

create function public.share_trip(booking_id uuid) returns text language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  v_token text;
begin
  select b.* into v_booking from public.bookings b where b.id = share_trip.booking_id and b.customer_id = v_me.id for no key update;
  if not found then perform app.refuse('booking_not_found', 404, 'No such booking of the caller'); end if;
  if not app.can_share(v_booking) then perform app.refuse_status(v_booking); end if;
  insert into app.trip_shares as s (booking_id, token) values (v_booking.id, replace(gen_random_uuid()::text, '-', ''))
  on conflict on constraint trip_shares_pkey do update
    set token = case when s.ended_at is null then s.token else excluded.token end, ended_at = null
  returning s.token into v_token;
  return v_token;
end $$;
comment on function public.share_trip is 'Returns the rider''s secret token for a link to a current trip (shared_trip). It stays the same until unshare_trip; then a new one is made. Errors: must_login, booking_not_found, wrong_status.';
grant execute on function public.share_trip(uuid) to authenticated;

create function public.unshare_trip(booking_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  if not exists (select 1 from public.bookings b where b.id = unshare_trip.booking_id and b.customer_id = v_me.id) then
    perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
  end if;
  update app.trip_shares s set ended_at = app.now() where s.booking_id = unshare_trip.booking_id and s.ended_at is null;
end $$;
comment on function public.unshare_trip is 'Ends the rider''s link to the trip; does nothing if there is none. Errors: must_login, booking_not_found.';
grant execute on function public.unshare_trip(uuid) to authenticated;

create function app.has_guest_link(booking public.bookings) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.guest_links g where g.booking_id = (booking).id and g.ended_at is null) and not app.is_share_over(booking)
$$;
comment on function app.has_guest_link is 'Whether a guest with the texted link can see the trip now.';

create function public.end_guest_link(booking_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = end_guest_link.booking_id;
  if app.role_in(v_booking, v_me) = 'driver' then
    perform app.refuse('not_allowed', 403, 'Only the rider or the desk ends a guest''s link');
  end if;
  update app.guest_links g set ended_at = app.now() where g.booking_id = v_booking.id and g.ended_at is null;
  if found and v_me.usertype = 'admin' then perform app.audit('end_guest_link', 'bookings', v_booking.id::text); end if;
end $$;
comment on function public.end_guest_link is 'Ends the link that was texted to a guest, with its start code, at once. For the rider or the desk; does nothing if there is none. Errors: must_login, booking_not_found, not_allowed.';
grant execute on function public.end_guest_link(uuid) to authenticated;

-- Types of the result of shared_trip. The result contains the car's position only while the car is under way.
create type public.shared_place as (lat double precision, lng double precision, add text);
comment on type public.shared_place is 'A place of a shared trip: its pickup or drop.';

create type public.shared_driver as (name text, vehicle_make text, vehicle_model text, vehicle_color text, vehicle_number text);
comment on type public.shared_driver is 'First name of the driver of a shared trip, and the car.';

create type public.shared_position as (lat double precision, lng double precision, heading double precision, at timestamptz);
comment on type public.shared_position is 'The position of the car of a shared trip.';

create type public.shared_journey as (
  status public.booking_status, category text, trip_at timestamptz, started_at timestamptz, reached_at timestamptz,
  pickup public.shared_place, "drop" public.shared_place, polyline text, driver public.shared_driver,
  position public.shared_position, progress public.trip_outlook, pickup_eta timestamptz, drop_eta timestamptz, start_code text,
  requirements jsonb
);
comment on type public.shared_journey is 'Result of shared_trip: what a client with the link sees of a trip.';

-- Returns when the car is expected at pickup and drop, computed from the car's current progress, or from trip_at for a later
-- booking without a driver.
create function app.shared_times(booking public.bookings, progress public.trip_outlook, out pickup_eta timestamptz, out drop_eta timestamptz)
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
comment on function app.shared_times is 'When the car of a shared trip is expected at pickup and drop; null if unknown.';

-- Returns JSON, because a composite value inside another one would reach clients as text.
create function public.shared_trip(token text) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b public.bookings;
  v_link record;
  v_code text;
  v_position public.shared_position;
  v_driver public.shared_driver;
  v_progress public.trip_outlook;
  v_times record;
begin
  select s.booking_id, s.ended_at, false as is_guest into v_link from app.trip_shares s where s.token = shared_trip.token;
  if not found then
    select g.booking_id, g.ended_at, true as is_guest into v_link from app.guest_links g where g.token = shared_trip.token;
  end if;
  if not found then
    perform app.refuse('share_not_found', 404, 'Unknown link');
  elsif v_link.ended_at is not null then
    perform app.refuse('share_ended', 410, 'The link was ended');
  end if;
  select k.* into b from public.bookings k where k.id = v_link.booking_id;
  if app.is_share_over(b) then perform app.refuse('share_over', 410, 'The link expired an hour after the end of the trip'); end if;
  select p.lat, p.lng, p.heading, p.updated_at into v_position
  from public.driver_positions p
  where p.driver_id = b.driver_id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED');
  -- Without a position the result is null instead of an object whose values are all null.
  if not found then v_position := null; end if;
  if b.driver_id is not null then
    v_driver := row(split_part(b.driver_name, ' ', 1), b.vehicle_make, b.vehicle_model, b.vehicle_color, b.vehicle_number);
  end if;
  if v_link.is_guest and b.guest_name is not null and b.status in ('NEW', 'ACCEPTED', 'ARRIVED') then
    select c.code into v_code from app.start_codes c where c.booking_id = b.id;
  end if;
  v_progress := jsonb_populate_record(null::public.trip_outlook, app.progress(b));
  v_times := app.shared_times(b, v_progress);
  return to_jsonb(row(case when app.is_approaching(b) then 'ACCEPTED' else b.status end::public.booking_status, b.category, b.trip_at, b.started_at, b.reached_at,
    row(b.pickup_lat, b.pickup_lng, b.pickup_address)::public.shared_place, row(b.drop_lat, b.drop_lng, b.drop_address)::public.shared_place,
    b.polyline, v_driver, v_position, v_progress, v_times.pickup_eta, v_times.drop_eta, v_code,
    case when v_link.is_guest then b.requirements end)::public.shared_journey);
end $$;
comment on function public.shared_trip is 'A shared trip, for any client that has its token, until an hour after its end: {status (ACCEPTED until the car was near the pickup), category, trip_at, started_at, reached_at, pickup, drop, polyline, driver {name, vehicle_make, vehicle_model, vehicle_color, vehicle_number}, position {lat, lng, heading, at}, progress (as trip_progress), pickup_eta, drop_eta, start_code, requirements}. Position and progress only while the car is under way; start code and requirements only with the guest''s link, the code until the start. No contacts, surnames or prices. Errors: share_not_found, share_ended, share_over. @returns shared_journey';
grant execute on function public.shared_trip(text) to anon, authenticated;
