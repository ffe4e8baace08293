-- Booking states: who may change a status, which changes are allowed, and the event that each change adds to the history.
-- Needs:  bookings, booking_records
-- Access: internal; every function that changes a status calls app.move_booking
-- Tests:  tests/db/bookings_state.sql

-- A suspended driver with a passenger aboard keeps the session until that trip is paid (people/suspending.sql), and does and reads
-- only what ends it.
create function app.is_to_finish(status public.booking_status) returns boolean language sql immutable set search_path = '' as $$
  select is_to_finish.status in ('STARTED', 'REACHED', 'PENDING')
$$;
comment on function app.is_to_finish is 'Whether a driver who is suspended still finishes a trip in this status.';

create function app.is_closed_to(booking public.bookings, me public.profiles) returns boolean language sql stable set search_path = '' as $$
  select (me).suspended_at is not null and (me).usertype = 'driver'
    and not coalesce((booking).driver_id = (me).id and app.is_to_finish((booking).status), false)
$$;
comment on function app.is_closed_to is 'Whether a booking is closed to a person because it is not a trip that a suspended driver finishes.';

create function app.only_finishes() returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles p where p.id = auth.uid() and p.suspended_at is not null and p.usertype = 'driver');
end $$;
comment on function app.only_finishes is 'Whether the caller is a suspended driver, who reads only the trips that still have to be finished.';
grant execute on function app.only_finishes() to authenticated;

create function app.trips_to_finish() returns uuid[] language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select b.id from public.bookings b where b.driver_id = auth.uid() and app.is_to_finish(b.status));
end $$;
comment on function app.trips_to_finish is 'The started trips of the calling driver that are not paid.';
grant execute on function app.trips_to_finish() to authenticated;

-- Returns whether the caller may read a booking. The policies of Realtime topics and storage paths have the booking's id only
-- as text, so the text is compared and never cast. The function runs with the owner's rights, because a query under the
-- policies of bookings would scan the table: comparing texts is not leakproof, so the comparison may not run before row-level
-- security and cannot use the index.
create function app.can_read_booking(id text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.id::text = can_read_booking.id
    and (auth.uid() in (b.customer_id, b.driver_id) and app.is_signed_in() and (app.is_to_finish(b.status) or not app.only_finishes()) or app.has_current_role('admin')
      or (auth.uid() = b.fleet_id and app.has_current_role('fleetadmin'))))
$$;
comment on function app.can_read_booking is 'Whether the caller may currently read the booking with this id: as its rider, driver, fleet admin, or as an admin.';
grant execute on function app.can_read_booking(text) to authenticated;

-- A driver may report the arrival from anywhere. Everything that others see and that counts waits until a position shows the car
-- near the pickup.
create function app.is_approaching(booking public.bookings) returns boolean language sql immutable set search_path = '' as $$
  select (booking).status = 'ACCEPTED' or (booking).status = 'ARRIVED' and (booking).there_at is null
$$;
comment on function app.is_approaching is 'Whether the car is still on its way to the pickup: accepted, or reported as arrived while no position has shown it within 500 m of the pickup.';

create function app.carries_booking(id text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.id::text = carries_booking.id
    and b.driver_id = auth.uid() and b.status in ('ACCEPTED', 'ARRIVED', 'STARTED')) and app.has_current_role('driver')
$$;
comment on function app.carries_booking is 'Whether the caller is the driver of this booking and the trip is under way.';
grant execute on function app.carries_booking(text) to authenticated;

-- A picture that a phone kept while it was offline may arrive after the trip, but must not replace an existing one.
create function app.adds_image(name text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.id::text = split_part(adds_image.name, '/', 1) and b.driver_id = auth.uid()
    and (b.status in ('ACCEPTED', 'ARRIVED', 'STARTED') or b.status in ('REACHED', 'PENDING', 'PAID')
      and case split_part(adds_image.name, '/', 2) when 'pickup_image' then b.pickup_image else b.deliver_image end is null)) and app.has_current_role('driver')
$$;
comment on function app.adds_image is 'Whether the caller may add this image: as the booking''s driver, while the trip is under way or, if the image is missing, afterwards.';
grant execute on function app.adds_image(text) to authenticated;

-- Changes of status -------------------------------------------------------------------------------------------------

-- Stores who makes the changes of status that follow in this transaction; the event of each change records it. If this function
-- was not called in the transaction, the actor is the system.
create function app.set_actor(role text, actor uuid default null, lat double precision default null, lng double precision default null, note text default null)
returns void language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('app.actor', jsonb_build_object('role', role, 'actor', actor, 'lat', lat, 'lng', lng, 'note', app.plain_lines(note))::text, true);
end $$;
comment on function app.set_actor is 'Sets who makes the changes of status that follow in this transaction, with a position and a note.';

-- Leaves out the cash rounding, because wallets and cards pay exact amounts.
create function app.open_amount(booking public.bookings) returns numeric language plpgsql immutable set search_path = '' as $$
begin
  return (booking).payable_amount - (booking).cash_rounding;
end $$;
comment on function app.open_amount is 'The amount left to pay, before cash rounding.';

create function app.cash_to_collect(booking_id uuid, open numeric) returns numeric language sql stable security definer set search_path = '' as $$
  select cash_to_collect.open + app.cash_rounding(cash_to_collect.open, app.amount_in(f.rule -> 'cash_unit'))
  from public.booking_finances f where f.booking_id = cash_to_collect.booking_id
$$;
comment on function app.cash_to_collect is 'An amount rounded for cash, to the cash_unit that applied when the booking was priced.';

create function app.actor() returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return coalesce(nullif(current_setting('app.actor', true), '')::jsonb, '{"role": "system"}');
end $$;

-- This is the only function that changes a booking's status. `patch` sets other columns in the same statement, because
-- constraints require times, driver and money that match the status. Then a trigger runs the steps that follow from the new
-- status (app.booking_moved).
create function app.move_booking(booking_id uuid, to_status public.booking_status, patch jsonb default '{}') returns public.bookings
language plpgsql volatile security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  perform set_config('app.moving', move_booking.booking_id::text, true);
  update public.bookings b set status = move_booking.to_status,
    (driver_id, driver_name, driver_image, driver_rating, vehicle_number, vehicle_make, vehicle_model, vehicle_color, fleet_id, accepted_at, engaged_at,
    is_along, arrived_at, there_at, started_at, reached_at, total_trip_time, drop_lat, drop_lng, drop_address, distance, trip_cost, fare_lines, tax_amount, promo_applied, promo_code,
    promo_details, discount_amount, cash_rounding, payment_mode, prepaid, payable_amount, used_wallet_money, card_payment_amount, cash_payment_amount, customer_paid,
    gateway, paid_at, completed_at, cancelled_at, cancelled_by, reason, cancellation_fee, driver_cancel_count, dispatch_note) = (select
    p.driver_id, p.driver_name, p.driver_image, p.driver_rating, p.vehicle_number, p.vehicle_make, p.vehicle_model, p.vehicle_color, p.fleet_id,
    p.accepted_at, p.engaged_at, p.is_along, p.arrived_at, p.there_at, p.started_at, p.reached_at, p.total_trip_time, p.drop_lat, p.drop_lng, p.drop_address, p.distance, p.trip_cost,
    p.fare_lines, p.tax_amount, p.promo_applied, p.promo_code, p.promo_details, p.discount_amount, p.cash_rounding, p.payment_mode, p.prepaid, p.payable_amount,
    p.used_wallet_money, p.card_payment_amount, p.cash_payment_amount, p.customer_paid, p.gateway, p.paid_at, p.completed_at, p.cancelled_at,
    p.cancelled_by, p.reason, p.cancellation_fee, p.driver_cancel_count, p.dispatch_note
    from jsonb_populate_record(b, move_booking.patch) p)
  where b.id = move_booking.booking_id returning b.* into v_booking;
  perform set_config('app.moving', '', true);
  return v_booking;
end $$;
comment on function app.move_booking is 'Moves a booking to a status in the name of the actor from app.set_actor, and sets the columns of patch (only those that such a change may set). The caller has locked the row. Returns the row. Errors: transition_refused.';

-- Refuses a change of status or driver that app.move_booking did not make, or that booking_transitions does not allow for the
-- actor's role. Computes promised_at, and the payment columns of a booking that becomes PAID or CANCELLED.
create function app.tg_bookings__guard() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_from text := case when tg_op = 'UPDATE' then old.status end;
begin
  if tg_op = 'UPDATE' and old.status = new.status and old.driver_id is not distinct from new.driver_id then return new; end if;
  if tg_op = 'UPDATE' and current_setting('app.moving', true) is distinct from new.id::text then
    perform app.refuse('transition_refused', 409, 'Only app.move_booking changes a status or a driver');
  end if;
  if not exists (select 1 from public.booking_transitions t where t.from_status is not distinct from v_from
      and t.to_status = new.status and t.actor = app.actor() ->> 'role') or tg_op = 'INSERT' and (new.source = 'street') <> (new.status = 'STARTED') then
    perform app.refuse('transition_refused', 409, format('%s to %s is not allowed for %s', coalesce(v_from, 'nothing'), new.status, app.actor() ->> 'role'));
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if new.status in ('NEW', 'ACCEPTED') then new.promised_at := app.promised_arrival(new); end if;
  if new.status = 'PAID' then new := app.with_payment(new); end if;
  -- Nothing is left to pay of a cancelled booking: its fee is charged to the wallet.
  if new.status = 'CANCELLED' then
    new.payable_amount := 0;
    new.cash_rounding := 0;
    new.cash_payment_amount := 0;
  end if;
  return new;
end $$;
create trigger bookings__guard before insert or update of status, driver_id on public.bookings for each row execute function app.tg_bookings__guard();

create function app.event_hash(e public.booking_events) returns text language plpgsql immutable set search_path = '' as $$
begin
  return encode(sha256(convert_to(jsonb_build_array(e.booking_id, e.from_status, e.to_status, e.actor_id, e.actor_role,
    e.lat, e.lng, extract(epoch from e.at), e.note, e.prev_hash)::text || coalesce(extract(epoch from e.told_at)::text, ''), 'UTF8')), 'hex');
end $$;
comment on function app.event_hash is 'The hash of an event. The chain of events is intact if every hash is correct and every prev_hash equals the hash of the previous event.';

create function app.add_event(booking_id uuid, from_status public.booking_status, to_status public.booking_status, note text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_actor jsonb := app.actor();
  e public.booking_events;
begin
  e.booking_id := add_event.booking_id;
  e.from_status := add_event.from_status;
  e.to_status := add_event.to_status;
  e.actor_id := (v_actor ->> 'actor')::uuid;
  e.actor_role := v_actor ->> 'role';
  e.lat := (v_actor ->> 'lat')::double precision;
  e.lng := (v_actor ->> 'lng')::double precision;
  e.at := app.now();
  e.told_at := (v_actor ->> 'told_at')::timestamptz;
  e.note := add_event.note;
  e.prev_hash := coalesce(
    (select p.hash from public.booking_events p where p.booking_id = e.booking_id order by p.id desc limit 1), '');
  insert into public.booking_events (booking_id, from_status, to_status, actor_id, actor_role, lat, lng, at, told_at, note, prev_hash, hash)
  values (e.booking_id, e.from_status, e.to_status, e.actor_id, e.actor_role, e.lat, e.lng, e.at, e.told_at, e.note, e.prev_hash, app.event_hash(e));
end $$;
comment on function app.add_event is 'Adds an event to a booking, whose row the caller has locked, in the name of the actor from app.set_actor.';

create trigger booking_events__append_only before update or delete or truncate on public.booking_events
  for each statement execute function app.tg_append_only();

create function app.copy_driver_contact(booking public.bookings) returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.booking_contacts c set driver_contact = (select p.mobile from public.profiles p where p.id = (booking).driver_id)
  where c.booking_id = (booking).id;
end $$;
comment on function app.copy_driver_contact is 'Copies a new driver''s phone number to the booking''s contacts, or removes that of a former driver.';

-- Reading a booking inside functions ------------------------------------------------------------------------------

create function app.booking_of_mine(booking_id uuid) returns public.bookings language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings;
begin
  select b.* into v_booking from public.bookings b where b.id = booking_of_mine.booking_id and (v_me.usertype = 'admin'
    or v_me.id in (b.customer_id, b.driver_id) or (v_me.usertype = 'fleetadmin' and v_me.id = b.fleet_id));
  if not found or not app.is_shown(v_booking.id) or app.is_closed_to(v_booking, v_me) then perform app.refuse('booking_not_found', 404, 'No such booking of the caller'); end if;
  return v_booking;
end $$;
comment on function app.booking_of_mine is 'Returns a booking to its rider, its driver, and with a read limit only what a list has shown to its fleet admin or an admin. Errors: must_login, booking_not_found.';

-- Locks the row, so that a cancellation and an acceptance cannot run at the same time.
create function app.lock_booking(booking_id uuid) returns public.bookings language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  -- Finds the row only for callers who may lock it: otherwise any client that knows the id could lock the row and block the
  -- rider and the driver.
  select b.* into v_booking from public.bookings b where b.id = lock_booking.booking_id and (not app.is_person()
    or auth.uid() in (b.customer_id, b.driver_id) or exists (select 1 from public.profiles p where p.id = auth.uid() and p.usertype = 'admin'))
  for no key update;
  if not found then perform app.refuse('booking_not_found', 404, 'No such booking'); end if;
  -- An approved request acts for two admins, and returns no booking.
  if app.is_person() and not coalesce(auth.uid() in (v_booking.customer_id, v_booking.driver_id), false)
    and coalesce(current_setting('app.approval', true), '') = '' then
    perform app.count_acted(v_booking.id);
  end if;
  return v_booking;
end $$;
comment on function app.lock_booking is 'Locks and returns the booking, for its rider, its driver and admins; with a read limit the booking counts for an admin as one that a list has shown. Errors: booking_not_found, needs_approval (admins above settings.export_limit).';

-- Drivers of other bookings get the same error as for an id that does not exist.
create function app.lock_carried(booking_id uuid, finishing boolean default false) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.driver_row(case when finishing then app.caller() else app.me() end);
  v_booking public.bookings := app.lock_booking(booking_id);
begin
  if v_booking.driver_id is distinct from v_driver.id then
    perform app.refuse('booking_not_found', 404, 'The caller does not carry this booking');
  end if;
  return v_booking;
end $$;
comment on function app.lock_carried is 'Locks and returns the booking, if the caller is its driver. With finishing, a suspended driver also passes, because they must be able to end a trip. Errors: account_suspended, not_a_driver, require_approval, booking_not_found.';

create function app.refuse_status(booking public.bookings) returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('wrong_status', 409, format('The booking is %s', booking.status));
end $$;
comment on function app.refuse_status is 'Refuses with wrong_status; the hint contains the current status.';
