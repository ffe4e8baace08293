-- Start codes: the rider's code that a driver enters to start a ride or to deliver a parcel, the limit of tries, and
-- the desk's permission to continue without a code.
-- Access: the rider reads the code; the booking's driver enters it; an admin may let the driver continue without it
-- Tests:  tests/db/trip.sql

create function app.add_tries_slot() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare v_slot integer;
begin
  insert into app.code_tries default values returning slot into v_slot;
  execute format('create sequence app.code_tries_%s', v_slot);
  return v_slot;
end $$;

-- Takes a slot for a booking on arrival, and frees it once no code is left to check. If the slot were taken in the
-- transaction of the first check, a rollback of the check would also undo it.
create function app.allot_code_tries(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_slot integer;
begin
  -- Each new driver has five tries. When drivers return a booking for the third time, it is cancelled (see
  -- return_booking), so drivers cannot guess a code of five digits by passing the booking on.
  if (was).driver_id is distinct from (booking).driver_id then
    update app.start_codes c set attempts = 0 where c.booking_id = (booking).id and c.attempts > 0;
    -- The desk has let the former driver go on without the code, not the next one.
    update public.bookings b set otp_secure = true where b.id = (booking).id and not b.otp_secure
      and exists (select 1 from app.start_codes c where c.booking_id = b.id);
  end if;
  -- Frees the slot once no code is left to check: when a ride starts, when a parcel is delivered, or when the booking
  -- is cancelled or the driver returns it. The slot of a parcel is kept during the trip, because its code is checked at
  -- the drop.
  if app.is_with_rider((was).status) and not ((booking).status = 'STARTED' and (booking).category = 'delivery') then
    update app.code_tries t set booking_id = null, driver_id = null where t.booking_id = (booking).id;
  end if;
  if (booking).status <> 'ARRIVED' or not exists (select 1 from app.start_codes c
    where c.booking_id = (booking).id) then
    return;
  end if;
  select t.slot into v_slot from app.code_tries t where t.booking_id is null order by t.slot limit 1
    for no key update skip locked;
  v_slot := coalesce(v_slot, app.add_tries_slot());
  update app.code_tries t set booking_id = (booking).id, driver_id = (booking).driver_id, kept = app.tries_made(t.slot),
    server_start = pg_postmaster_start_time() where t.slot = v_slot;
end $$;
comment on function app.allot_code_tries is
  'Gives each driver of a booking a slot that counts the tries of the start code: taken on arrival, and freed when '
  'there is no code left to check.';

-- Counts a code check. Returns false if the driver has no slot or if too many checks were rolled back: a client can
-- make the response fail after the check (by a cast or a filter), which rolls back the count in `kept`. The value of a
-- sequence is never rolled back. So the value of the slot's sequence less `kept` is the number of checks that were
-- rolled back.
create function app.count_try(booking_id uuid, driver_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_slot app.code_tries;
  v_most integer;
begin
  update app.code_tries t set kept = t.kept + 1 where t.booking_id = count_try.booking_id
    and t.driver_id = count_try.driver_id
  returning t.* into v_slot;
  if not found then return false; end if;
  -- A crash may advance a sequence by up to 32. So up to 32 more values are allowed until reset_tries runs after the
  -- restart; otherwise no ride could start.
  v_most := case when v_slot.server_start is distinct from pg_postmaster_start_time() then 20 + 32 else 20 end;
  return nextval(format('app.code_tries_%s', v_slot.slot)::regclass) - v_slot.kept < v_most;
end $$;
comment on function app.count_try is
  'Counts a code check of a driver for a booking; false after 20 checks that were rolled back.';

create function app.reset_tries() returns void language sql volatile security definer set search_path = '' as $$
  update app.code_tries t set server_start = pg_postmaster_start_time(), kept = app.tries_made(t.slot)
  where t.server_start is distinct from pg_postmaster_start_time()
$$;
comment on function app.reset_tries is
  'After a restart of the server: ignores the sequence values that the restart skipped.';

-- Checks the code. Returns null if the code is right, if none is needed, or if the desk has let the driver continue
-- without it (once). Otherwise returns the refusal as JSON and sets the HTTP status, because raising an error would
-- roll back the count of tries.
create function app.check_code(booking_id uuid, otp text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare v_code app.start_codes;
begin
  update app.code_overrides o set used_at = app.now()
  where o.booking_id = check_code.booking_id and o.driver_id = auth.uid() and o.used_at is null;
  if found then return null; end if;
  select c.* into v_code from app.start_codes c where c.booking_id = check_code.booking_id for no key update;
  if not found then return null; end if;
  if v_code.is_locked or not app.count_try(v_code.booking_id, auth.uid()) then
    perform set_config('response.status', '403', true);
    return jsonb_build_object('code', 'PT403', 'message', 'start_code_locked', 'hint',
      'Too many wrong codes; ask the desk');
  end if;
  if v_code.code = btrim(check_code.otp) then return null; end if;
  perform set_config('response.status', '403', true);
  if coalesce(btrim(check_code.otp), '') = '' then
    return jsonb_build_object('code', 'PT403', 'message', 'start_code_required', 'hint', 'Ask the rider for the code');
  end if;
  update app.start_codes c set attempts = c.attempts + 1 where c.booking_id = check_code.booking_id;
  return jsonb_build_object('code', 'PT403', 'message', 'start_code_wrong',
    'hint', format('%s attempts left', 4 - v_code.attempts));
end $$;
comment on function app.check_code is
  'Checks the code. Refusals, returned as JSON: start_code_wrong (counted, at most five), start_code_required, '
  'start_code_locked.';

-- Raises attention at once if the desk should look at how often a person was involved in an override.
create function app.record_override(booking public.bookings, admin_id uuid, reason text,
  used_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.code_overrides (booking_id, driver_id, admin_id, reason, used_at)
  values ((booking).id, (booking).driver_id, record_override.admin_id, record_override.reason, record_override.used_at)
  on conflict on constraint code_overrides_pkey do update
    set (admin_id, reason, at, used_at) = (excluded.admin_id, excluded.reason, excluded.at, excluded.used_at);
  if exists (select from app.frequent_overrides() f
    where f.person_id in ((booking).driver_id, record_override.admin_id)) then
    perform app.broadcast('admin', 'attention');
  end if;
end $$;

-- A booking of the desk on the customer's wallet or card whose customer reads no code counts as an override: the desk
-- can book it and a driver can drive it without the customer. The code of a parcel goes to the recipient, whom the desk
-- names, too.
create function app.record_start_without_code(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (booking).booking_type_admin and (booking).payment_mode <> 'cash' and (booking).created_by is not null
    and (app.settings()).otp_secure
    and (case (booking).category when 'delivery' then not app.is_in_session((booking).customer_id)
      else not (booking).otp_secure end) then
    perform app.record_override(booking, (booking).created_by, 'booked_without_code', app.now());
  end if;
end $$;

create function public.override_start_code(booking_id uuid, reason text) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('bookings');
  v_booking public.bookings := app.lock_booking(override_start_code.booking_id);
  v_reason text := left(nullif(btrim(override_start_code.reason), ''), 500);
begin
  if not app.is_code_due(v_booking) then
    perform app.refuse_status(v_booking);
  end if;
  if v_reason is null then
    perform app.refuse('reason_required', 422, 'Give the reason why the right people met');
  end if;
  if not v_booking.otp_secure then return v_booking; end if;
  perform app.record_override(v_booking, v_me.id, v_reason);
  -- The driver's page stops asking for the code. The code stays stored for another driver.
  update public.bookings b set otp_secure = false where b.id = v_booking.id returning b.* into v_booking;
  perform app.broadcast('driver:' || v_booking.driver_id, 'booking', v_booking.id);
  perform app.audit('override_start_code', 'bookings', v_booking.id::text, null,
    jsonb_build_object('driver_id', v_booking.driver_id, 'reason', v_reason));
  perform app.notify(v_booking.driver_id, 'start_code_overridden',
    jsonb_build_object('reference', v_booking.reference), v_booking.id);
  return v_booking;
end $$;
comment on function public.override_start_code is
  'An admin lets the driver of a booking continue without the code, for example because the rider''s phone is empty: '
  'to start a ride, or to deliver a parcel. Works at once and for this driver only; otp_secure of the booking becomes '
  'false. Audited, and recorded in the history when used. More than three of one driver or one admin within a day '
  'raise attention. Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, reason_required.';
grant execute on function public.override_start_code(uuid, text) to authenticated;
