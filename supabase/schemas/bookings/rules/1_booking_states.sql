-- Booking states: who may change a status, which changes are allowed, and the event that each change adds to the
-- history.

create function app.is_closed_to(booking public.bookings, me public.profiles) returns boolean
language sql stable set search_path = '' as $$
  select (me).suspended_at is not null and (me).usertype = 'driver'
    and not coalesce((booking).driver_id = (me).id and app.is_finishable((booking).status), false)
$$;
comment on function app.is_closed_to is
  'Whether a booking is closed to a person because it is not a trip that a suspended driver finishes.';

create function app.is_finishing_only() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles p where p.id = auth.uid() and p.suspended_at is not null
    and p.usertype = 'driver');
end $$;
comment on function app.is_finishing_only is
  'Whether the caller is a suspended driver, who reads only the trips that still have to be finished.';
grant execute on function app.is_finishing_only() to authenticated;

create function app.trips_to_finish() returns uuid[] language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select b.id from public.bookings b where b.driver_id = auth.uid() and app.is_finishable(b.status));
end $$;
comment on function app.trips_to_finish is 'The started trips of the calling driver that are not paid.';
grant execute on function app.trips_to_finish() to authenticated;

-- Returns whether the caller may read a booking. The policies of Realtime topics and storage paths have the booking's
-- id only as text, so the text is compared and never cast. The function runs with the owner's rights, because a query
-- under the policies of bookings would scan the table: comparing texts is not leakproof, so the comparison may not run
-- before row-level security and cannot use the index.
create function app.can_read_booking(id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.id::text = can_read_booking.id
    and (auth.uid() in (b.customer_id, b.driver_id) and app.is_signed_in()
      and (app.is_finishable(b.status) or not app.is_finishing_only()) or app.has_current_role('admin')
      or (auth.uid() = b.fleet_id and app.has_current_role('fleetadmin'))))
$$;
comment on function app.can_read_booking is
  'Whether the caller may currently read the booking with this id: as its rider, driver, fleet admin, or as an admin.';
grant execute on function app.can_read_booking(text) to authenticated;

-- A driver may report the arrival from anywhere. Everything that others see and that counts waits until a position
-- shows the car near the pickup.
create function app.is_approaching(booking public.bookings) returns boolean
language sql immutable set search_path = '' as $$
  select (booking).status = 'ACCEPTED' or (booking).status = 'ARRIVED' and (booking).arrival_confirmed_at is null
$$;
comment on function app.is_approaching is
  'Whether the car is still on its way to the pickup: accepted, or reported as arrived while no position has shown it '
  'within 500 m of the pickup.';

create function app.is_driving_booking(id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.id::text = is_driving_booking.id
    and b.driver_id = auth.uid() and app.is_on_the_road(b.status)) and app.has_current_role('driver')
$$;
comment on function app.is_driving_booking is
  'Whether the caller is the driver of this booking and the trip is under way.';
grant execute on function app.is_driving_booking(text) to authenticated;

-- A picture that a phone kept while it was offline may arrive after the trip, but must not replace an existing one.
create function app.can_add_image(name text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.id::text = split_part(can_add_image.name, '/', 1)
    and b.driver_id = auth.uid()
    and (app.is_on_the_road(b.status) or b.status in ('REACHED', 'PENDING', 'PAID')
      and case split_part(can_add_image.name, '/', 2) when 'pickup_image' then b.pickup_image
        else b.deliver_image end is null)) and app.has_current_role('driver')
$$;
comment on function app.can_add_image is
  'Whether the caller may add this image: as the booking''s driver, while the trip is under way or, if the image is '
  'missing, afterwards.';
grant execute on function app.can_add_image(text) to authenticated;

-- Leaves out the cash rounding, because wallets and cards pay exact amounts.
create function app.open_amount(booking public.bookings) returns numeric
language plpgsql immutable set search_path = '' as $$
begin
  return (booking).payable_amount - (booking).cash_rounding;
end $$;
comment on function app.open_amount is 'The amount left to pay, before cash rounding.';

create function app.cash_to_collect(booking_id uuid, open numeric) returns numeric
language sql stable security definer set search_path = '' as $$
  select cash_to_collect.open + app.cash_rounding(cash_to_collect.open, app.amount_in(f.rule -> 'cash_unit'))
  from public.booking_finances f where f.booking_id = cash_to_collect.booking_id
$$;
comment on function app.cash_to_collect is
  'An amount rounded for cash, to the cash_unit that applied when the booking was priced.';

create function app.actor() returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return coalesce(nullif(current_setting('app.actor', true), '')::jsonb, '{"role": "system"}');
end $$;

create function app.event_hash(e public.booking_events) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return encode(sha256(convert_to(jsonb_build_array(e.booking_id, e.from_status, e.to_status, e.actor_id, e.actor_role,
    e.lat, e.lng, extract(epoch from e.at), e.note,
      e.prev_hash)::text || coalesce(extract(epoch from e.reported_at)::text,
      ''), 'UTF8')), 'hex');
end $$;
comment on function app.event_hash is
  'The hash of an event. The chain of events is intact if every hash is correct and every prev_hash equals the hash '
  'of the previous event.';

create function app.readable_booking(booking_id uuid) returns public.bookings
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = readable_booking.booking_id and (v_me.usertype = 'admin'
    or v_me.id in (b.customer_id, b.driver_id) or (v_me.usertype = 'fleetadmin' and v_me.id = b.fleet_id));
  if not found or not app.is_shown(v_booking.id) or app.is_closed_to(v_booking, v_me) then
    perform app.refuse('booking_not_found', 404, 'No such booking of the caller');
  end if;
  return v_booking;
end $$;
comment on function app.readable_booking is
  'Returns a booking to its rider, its driver, and with a read limit only what a list has shown to its fleet admin or '
  'an admin. '
  'Errors: must_login, booking_not_found.';

create function app.refuse_status(booking public.bookings) returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('wrong_status', 409, format('The booking is %s', booking.status));
end $$;
comment on function app.refuse_status is 'Refuses with wrong_status; the hint contains the current status.';
