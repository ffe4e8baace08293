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
create function public.shared_trip(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  b public.bookings;
  v_position jsonb;
begin
  select k.* into b from app.trip_shares s join public.bookings k on k.id = s.booking_id where s.token = shared_trip.token;
  if not found or coalesce(b.reached_at, b.cancelled_at) < app.now() - interval '1 hour' then
    raise sqlstate 'PT404' using message = 'share_not_found', hint = 'The link is wrong, ended, or its trip is over';
  end if;
  select jsonb_build_object('lat', p.lat, 'lng', p.lng, 'heading', p.heading, 'at', p.updated_at) into v_position
  from public.driver_positions p
  where p.driver_id = b.driver_id and b.engaged_at is not null and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED');
  return jsonb_build_object('status', b.status, 'category', b.category, 'trip_at', b.trip_at, 'started_at', b.started_at, 'reached_at', b.reached_at,
    'pickup', jsonb_build_object('lat', b.pickup_lat, 'lng', b.pickup_lng, 'add', b.pickup_address),
    'drop', jsonb_build_object('lat', b.drop_lat, 'lng', b.drop_lng, 'add', b.drop_address), 'polyline', b.polyline,
    'driver', case when b.driver_id is not null then jsonb_build_object('name', split_part(b.driver_name, ' ', 1), 'vehicle_make', b.vehicle_make,
      'vehicle_model', b.vehicle_model, 'vehicle_color', b.vehicle_color, 'vehicle_number', b.vehicle_number) end,
    'position', v_position, 'progress', app.progress(b));
end $$;
comment on function public.shared_trip is
  'A shared trip for whoever has its secret, until an hour after its end: {status, category, trip_at, started_at, reached_at, pickup, drop, polyline, driver {name, vehicle_make, vehicle_model, vehicle_color, vehicle_number}, position {lat, lng, heading, at}, progress (as trip_progress)}; position and progress while the car is under way. Nobody''s contacts, surname or price. Errors: share_not_found.';
revoke execute on function public.shared_trip(text) from public;
grant execute on function public.shared_trip(text) to anon, authenticated;
