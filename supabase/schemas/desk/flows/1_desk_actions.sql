-- The desk's actions on a booking: choosing a driver from a list that contains the reasons against each driver,
-- withdrawing an offer, and sending a message to the driver.
-- Access: admins with the permission bookings
-- Tests:  tests/db/desk_actions.sql

-- Choosing a driver ---------------------------------------------------------------------------------------------------

create function public.assignable_drivers(booking_id uuid, search text default null) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_search text := nullif(btrim(assignable_drivers.search), '');
  v_booking public.bookings;
  v_rows public.assignable_driver[];
  v_refusal jsonb;
begin
  perform app.require_permission('bookings');
  -- A booking that was shown says nothing about drivers.
  if v_search is not null then v_refusal := app.read_refusal('people'); end if;
  if v_refusal is not null then return v_refusal; end if;
  select b.* into v_booking from public.bookings b where b.id = assignable_drivers.booking_id;
  if not found then perform app.refuse('booking_not_found', 404, 'No such booking'); end if;
  if v_booking.status <> 'NEW' then perform app.refuse_status(v_booking); end if;
  select array_agg(row(j.id, j.name, j.vehicle_number, j.vehicle, j.car_type, j.lat, j.lng, j.km, j.seen_at,
    j.state, j.bar is null,
      coalesce(j.bar, j.note))::public.assignable_driver order by j.bar is not null, j.km nulls last, j.name,
        j.id) into v_rows
  from (
    select i.* from (
      select d.id, btrim(p.first_name || ' ' || p.last_name) as name, d.vehicle_number,
        nullif(concat_ws(' ', d.vehicle_make, d.vehicle_model), '') as vehicle,
        c.name as car_type, n.lat, n.lng, n.seen_at,
        case when n.lat is not null
          and app.is_position_current(n.seen_at) then
          round((app.distance_m(v_booking.pickup_lat, v_booking.pickup_lng, n.lat, n.lng)
          / 1000)::numeric, 2) end as km,
        case when not d.driver_active_status then 'off_duty' when app.is_busy(d.id) then 'busy'
          when not coalesce(app.is_position_current(n.seen_at), false) then 'silent' else 'free' end as state,
        app.assign_refusal(v_booking, d.id) as bar, app.driver_warning(v_booking, d.id, d.driver_active_status,
          n.seen_at) as note
      from (select f.* from app.drivers_near(v_booking) f where v_search is null
        union all select f.* from app.find_drivers_by_name(v_search) f where v_search is not null) n
      join public.drivers d on d.id = n.driver_id
      join public.profiles p on p.id = d.id
      left join public.car_types c on c.id = d.car_type_id) i
    order by i.bar is not null, i.km nulls last, i.name, i.id limit 50) j;
  -- Only a search by name counts towards the read limit, because it reaches all drivers. Drivers on duty are on the
  -- desk's map anyway.
  if v_search is not null then
    v_refusal := app.count_shown_rows('people', v_booking.id, (select array_agg(r.driver_id) from unnest(v_rows) r));
  end if;
  return coalesce(v_refusal::json, app.page(to_json(v_rows)));
end $$;
comment on function public.assignable_drivers is
  'Drivers whom the desk may ask for a NEW booking, at most 50: those on duty, or those matching part of a name or '
  'plate, on duty or not. Assignable drivers first, each group nearest first by straight line, then those whose '
  'position is older than a minute (distance_km is null): {driver_id, driver_name, vehicle_number, vehicle, car_type, '
  'lat, lng, distance_km, seen_at, state (free, busy, silent, off_duty), assignable, reason}. reason if not '
  'assignable: not_approved, other_car_type, vehicle_unsuitable, document_expired, cannot_afford, bonus_refused, '
  'busy, asked (has an open offer); as a warning: declined, off_duty, busy, stale_position, lapsed. A search is '
  'logged and counts towards the read limit. @returns page of assignable_driver. '
  'Errors: must_login, not_allowed, booking_not_found, wrong_status, needs_approval.';
grant execute on function public.assignable_drivers(uuid, text) to authenticated;

-- Withdrawing an offer ------------------------------------------------------------------------------------------------

create function public.withdraw_offer(booking_id uuid, driver_id uuid default null) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings;
  v_driver_id uuid;
begin
  perform app.require_permission('bookings');
  v_booking := app.lock_booking(withdraw_offer.booking_id);
  -- If the driver has accepted meanwhile, the offer cannot be withdrawn; the desk can only cancel the booking.
  if v_booking.status <> 'NEW' then perform app.refuse_status(v_booking); end if;
  for v_driver_id in
    update public.booking_offers o set status = 'withdrawn', answered_at = app.now()
    where o.booking_id = v_booking.id and o.status = 'open' and o.wave = 0 and o.expires_at > app.now()
      and (withdraw_offer.driver_id is null or o.driver_id = withdraw_offer.driver_id)
    returning o.driver_id
  loop
    perform app.notify(v_driver_id, 'trip_withdrawn',
      jsonb_build_object('reference', v_booking.reference), v_booking.id);
    perform app.audit('withdraw_offer', 'bookings', v_booking.id::text,
      jsonb_build_object('driver_id', v_driver_id), null);
  end loop;
  if v_driver_id is null then return v_booking; end if;
  perform app.broadcast('admin', 'booking', v_booking.id);
  -- Continues the search for a driver, which was paused by the desk's offer.
  if not app.has_open_offer(v_booking.id) then
    update app.dispatch_queue q set due_at = case when v_booking.book_later
      then greatest(app.now(), v_booking.trip_at - make_interval(mins => (select s.lead_minutes from public.settings s
        where s.id = 1))) else app.now() end
    where q.booking_id = v_booking.id;
  end if;
  return v_booking;
end $$;
comment on function public.withdraw_offer is
  'An admin withdraws the open offer that the desk made to one driver, or to all. The driver is notified and the '
  'search continues. Idempotent. Returns the booking. '
  'Errors: must_login, not_allowed, booking_not_found, wrong_status (the offer was accepted).';
grant execute on function public.withdraw_offer(uuid, uuid) to authenticated;

-- Messaging the driver ------------------------------------------------------------------------------------------------

create function public.message_driver(booking_id uuid, message text,
  client_key uuid default gen_random_uuid()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('bookings');
  v_booking public.bookings := app.lock_booking(message_driver.booking_id);
  v_message text := btrim(app.plain_lines(message_driver.message));
  v_key text := coalesce(message_driver.client_key, gen_random_uuid());
begin
  -- A call whose client_key is already in the audit log is a retry and sends nothing. The search uses the log's index,
  -- which starts with the target.
  if exists (select 1 from public.audit_log l where l.target = 'bookings' and l.target_id = v_booking.id::text
    and l.action = 'message_driver' and l.actor_id = v_me.id and l.after ->> 'client_key' = v_key) then return; end if;
  if not app.can_message_driver(v_booking) then perform app.refuse_status(v_booking); end if;
  if app.is_blank(v_message) or length(v_message) > app.short_message_length() then
    perform app.refuse('message_invalid', 422, format('Write 1 to %s characters', app.short_message_length()));
  end if;
  perform app.enforce_limit('desk_message', v_me.id::text);
  perform app.notify(v_booking.driver_id, 'desk_message', jsonb_build_object('reference', v_booking.reference,
    'message', v_message), v_booking.id);
  insert into public.desk_messages (driver_id, booking_id, author_id, is_from_desk, message, client_key)
  values (v_booking.driver_id, v_booking.id, v_me.id, true, v_message, v_key::uuid) on conflict
    on constraint desk_messages_key do nothing;
  perform app.audit('message_driver', 'bookings', v_booking.id::text, null,
    jsonb_build_object('driver_id', v_booking.driver_id, 'message', v_message, 'client_key', v_key));
end $$;
comment on function public.message_driver is
  'An admin sends up to 500 characters to the driver of a booking under way, as a notice and a push message. Audited, '
  'at most 20 a minute; a repeated client_key sends once. '
  'Errors: must_login, not_allowed, demo_mode, booking_not_found, wrong_status, message_invalid, too_many_requests.';
grant execute on function public.message_driver(uuid, text, uuid) to authenticated;
