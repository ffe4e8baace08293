-- Booking states: who may change a status, which changes are allowed, and the event that each change adds to the
-- history.
-- Access: internal; every function that changes a status calls app.move_booking
-- Tests:  tests/db/bookings_state.sql

-- Changes of status ---------------------------------------------------------------------------------------------------

-- Stores who makes the changes of status that follow in this transaction; the event of each change records it. If this
-- function was not called in the transaction, the actor is the system.
create function app.set_actor(role text, actor uuid default null, lat double precision default null,
  lng double precision default null, note text default null)
returns void language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('app.actor', jsonb_build_object('role', role, 'actor', actor, 'lat', lat, 'lng', lng, 'note',
    app.plain_lines(note))::text, true);
end $$;
comment on function app.set_actor is
  'Sets who makes the changes of status that follow in this transaction, with a position and a note.';

-- Rows of bookings are written as columns by name: a column stands beside its value, once. app.tg_bookings__guard sets
-- them, because it sees the row before any constraint does, and refuses what the list of columns lacks. It accepts
-- app.writing once.

-- This is the only function that changes a booking's status. `patch` sets other columns in the same statement, because
-- constraints require times, driver and money that match the status. Then a trigger runs the steps that follow from the
-- new status (app.booking_moved).
create function app.move_booking(booking_id uuid, to_status public.booking_status, patch jsonb default '{}')
  returns public.bookings
language plpgsql volatile security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  perform set_config('app.writing', jsonb_build_object('id', move_booking.booking_id, 'columns',
    coalesce(patch, '{}'))::text, true);
  -- Names reason, whose text bookings__plain_texts cleans after the guard has set it.
  update public.bookings b set status = move_booking.to_status, reason = b.reason
  where b.id = move_booking.booking_id returning b.* into v_booking;
  return v_booking;
end $$;
comment on function app.move_booking is
  'Moves a booking to a status in the name of the actor from app.set_actor, and sets the columns of patch (only those '
  'of app.booking_move_columns). The caller has locked the row. Returns the row. '
  'Errors: transition_refused.';

create function app.add_booking(facts jsonb) returns public.bookings
language plpgsql volatile security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  perform set_config('app.writing', jsonb_build_object('columns', facts)::text, true);
  insert into public.bookings default values returning * into v_booking;
  return v_booking;
end $$;
comment on function app.add_booking is
  'Inserts a booking in the name of the actor from app.set_actor: the columns of facts by name, and the default of '
  'every other column. '
  'Errors: transition_refused.';

create function app.add_event(booking_id uuid, from_status public.booking_status, to_status public.booking_status,
  note text) returns void
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
  e.reported_at := (v_actor ->> 'reported_at')::timestamptz;
  e.note := add_event.note;
  e.prev_hash := coalesce(
    (select p.hash from public.booking_events p where p.booking_id = e.booking_id order by p.id desc limit 1), '');
  insert into public.booking_events (booking_id, from_status, to_status, actor_id, actor_role, lat, lng,
    at, reported_at,
    note, prev_hash, hash)
  values (e.booking_id, e.from_status, e.to_status, e.actor_id, e.actor_role, e.lat, e.lng, e.at, e.reported_at, e.note,
    e.prev_hash, app.event_hash(e));
end $$;
comment on function app.add_event is
  'Adds an event to a booking, whose row the caller has locked, in the name of the actor from app.set_actor.';

create function app.copy_driver_contact(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.booking_contacts c set driver_contact = (select p.mobile from public.profiles p
    where p.id = (booking).driver_id)
  where c.booking_id = (booking).id;
end $$;
comment on function app.copy_driver_contact is
  'Copies a new driver''s phone number to the booking''s contacts, or removes that of a former driver.';

-- Reading a booking inside functions ----------------------------------------------------------------------------------

-- Locks the row, so that a cancellation and an acceptance cannot run at the same time.
create function app.lock_booking(booking_id uuid) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings;
begin
  -- Finds the row only for callers who may lock it: otherwise any client that knows the id could lock the row and block
  -- the rider and the driver.
  select b.* into v_booking from public.bookings b where b.id = lock_booking.booking_id and (not app.is_person()
    or auth.uid() in (b.customer_id, b.driver_id) or exists (select 1 from public.profiles p where p.id = auth.uid()
      and p.usertype = 'admin'))
  for no key update;
  if not found then perform app.refuse('booking_not_found', 404, 'No such booking'); end if;
  -- An approved request acts for two admins, and returns no booking.
  if app.is_person() and not coalesce(auth.uid() in (v_booking.customer_id, v_booking.driver_id), false)
    and coalesce(current_setting('app.approval', true), '') = '' then
    perform app.count_acted_booking(v_booking.id);
  end if;
  return v_booking;
end $$;
comment on function app.lock_booking is
  'Locks and returns the booking, for its rider, its driver and admins; with a read limit the booking counts for an '
  'admin as one that a list has shown. '
  'Errors: booking_not_found, needs_approval (admins above settings.export_limit).';

-- Drivers of other bookings get the same error as for an id that does not exist.
create function app.lock_driver_booking(booking_id uuid, finishing boolean default false) returns public.bookings
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
comment on function app.lock_driver_booking is
  'Locks and returns the booking, if the caller is its driver. With finishing, a suspended driver also passes, '
  'because they must be able to end a trip. '
  'Errors: account_suspended, not_a_driver, require_approval, booking_not_found.';
