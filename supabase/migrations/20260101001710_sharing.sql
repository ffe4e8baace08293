-- Sharing a trip: a link by which somebody at home sees how it goes.
-- Needs:  bookings, positions
-- Access: the rider makes and ends the link; whoever has it, signed in or not, sees where the car is, and nobody's contacts
-- Tests:  tests/db/sharing.sql

create table app.trip_shares (
  booking_id uuid primary key references public.bookings (id),
  token text not null unique check (token ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null default app.now()
);
comment on table app.trip_shares is 'The secret in the link of a trip that its rider shares.';
alter table app.trip_shares enable row level security;

create function public.share_trip(booking_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
  v_token text;
begin
  select b.* into v_booking from public.bookings b where b.id = share_trip.booking_id and b.customer_id = v_me.id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  if v_booking.status not in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED') then perform app.refuse_status(v_booking); end if;
  insert into app.trip_shares as s (booking_id, token) values (v_booking.id, replace(gen_random_uuid()::text, '-', ''))
  on conflict on constraint trip_shares_pkey do update set token = s.token returning s.token into v_token;
  return v_token;
end $$;
comment on function public.share_trip is
  'The rider''s secret for a link to a trip that is not over, for shared_trip; the same one each time until unshare_trip. Errors: must_login, booking_not_found, wrong_status.';
revoke execute on function public.share_trip(uuid) from public, anon;
grant execute on function public.share_trip(uuid) to authenticated;

create function public.unshare_trip(booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  if not exists (select 1 from public.bookings b where b.id = unshare_trip.booking_id and b.customer_id = v_me.id) then
    raise sqlstate 'PT404' using message = 'booking_not_found', hint = 'There is no such booking of yours';
  end if;
  delete from app.trip_shares s where s.booking_id = unshare_trip.booking_id;
end $$;
comment on function public.unshare_trip is 'The rider''s link stops working; silent where there is none. Errors: must_login, booking_not_found.';
revoke execute on function public.unshare_trip(uuid) from public, anon;
grant execute on function public.unshare_trip(uuid) to authenticated;

-- The position is that of a car under way, and an hour after the end there is nothing to see any more.
create type public.shared_place as (
  lat double precision,
  lng double precision,
  add text
);
comment on type public.shared_place is 'An end of a shared trip.';

create type public.shared_driver as (
  name text,
  vehicle_make text,
  vehicle_model text,
  vehicle_color text,
  vehicle_number text
);
comment on type public.shared_driver is 'Who drives a shared trip, by the first name, and in what.';

create type public.shared_position as (
  lat double precision,
  lng double precision,
  heading double precision,
  at timestamptz
);
comment on type public.shared_position is 'Where the car of a shared trip is.';

create type public.shared_journey as (
  status public.booking_status,
  category text,
  trip_at timestamptz,
  started_at timestamptz,
  reached_at timestamptz,
  pickup public.shared_place,
  "drop" public.shared_place,
  polyline text,
  driver public.shared_driver,
  position public.shared_position,
  progress public.trip_outlook
);
comment on type public.shared_journey is 'What shared_trip answers.';

create function public.shared_trip(token text) returns public.shared_journey
language plpgsql stable security definer set search_path = '' as $$
declare
  b public.bookings;
  v_position public.shared_position;
  v_driver public.shared_driver;
begin
  select k.* into b from app.trip_shares s join public.bookings k on k.id = s.booking_id where s.token = shared_trip.token;
  if not found or coalesce(b.reached_at, b.cancelled_at) < app.now() - interval '1 hour' then
    raise sqlstate 'PT404' using message = 'share_not_found', hint = 'The link is wrong, ended, or its trip is over';
  end if;
  select p.lat, p.lng, p.heading, p.updated_at into v_position
  from public.driver_positions p
  where p.driver_id = b.driver_id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED');
  -- Null, not a position of nulls.
  if not found then v_position := null; end if;
  if b.driver_id is not null then
    v_driver := row(split_part(b.driver_name, ' ', 1), b.vehicle_make, b.vehicle_model, b.vehicle_color, b.vehicle_number);
  end if;
  return row(b.status, b.category, b.trip_at, b.started_at, b.reached_at,
    row(b.pickup_lat, b.pickup_lng, b.pickup_address)::public.shared_place, row(b.drop_lat, b.drop_lng, b.drop_address)::public.shared_place,
    b.polyline, v_driver, v_position, jsonb_populate_record(null::public.trip_outlook, app.progress(b)))::public.shared_journey;
end $$;
comment on function public.shared_trip is
  'A shared trip for whoever has its secret, until an hour after its end: {status, category, trip_at, started_at, reached_at, pickup, drop, polyline, driver {name, vehicle_make, vehicle_model, vehicle_color, vehicle_number}, position {lat, lng, heading, at}, progress (as trip_progress)}; position and progress while the car is under way. Nobody''s contacts, surname or price. Errors: share_not_found.';
revoke execute on function public.shared_trip(text) from public;
grant execute on function public.shared_trip(text) to anon, authenticated;
