-- Parcels: pictures at pickup and delivery, and the return of a parcel that cannot be delivered.
-- Access: the parcel's driver calls these functions; an admin may also order the return of a parcel
-- Tests:  tests/db/deliveries.sql

create function public.return_to_sender(booking_id uuid, reason text, accepted_at timestamptz default null,
  client_key uuid default null,
  at timestamptz default null) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := case when v_me.usertype = 'admin' then app.lock_booking(return_to_sender.booking_id)
    else app.lock_driver_booking(return_to_sender.booking_id, finishing => true) end;
  v_after public.bookings;
  v_reason text := left(nullif(btrim(return_to_sender.reason), ''), 500);
  v_time record;
begin
  perform app.check_permission(v_me, 'bookings');
  if (app.find_repeated_step(v_booking, 'returning', return_to_sender.client_key)).is_repeat then
    return v_booking;
  end if;
  perform app.check_acceptance(v_booking, return_to_sender.accepted_at);
  if v_booking.returning_at is not null then return v_booking; end if;
  if v_booking.category <> 'delivery' then
    perform app.refuse('not_a_delivery', 409, 'Only parcels can be returned');
  end if;
  if v_booking.status <> 'STARTED' then perform app.refuse_status(v_booking); end if;
  -- Only the driver may report that the step happened earlier, because an admin was not present.
  v_time := app.limit_reported_time(v_booking, case when v_me.usertype <> 'admin' then return_to_sender.at end);
  -- The driver must be within 500 m of the recipient's address before the parcel goes back, because the trip of such a
  -- parcel ends without the recipient's code. Otherwise a driver could fetch a parcel, declare its return at the pickup
  -- and end the trip there at once.
  if v_me.usertype <> 'admin' and not app.was_at(v_booking, v_time.reported_at, v_booking.drop_lat,
    v_booking.drop_lng) then
    perform app.refuse('not_at_drop', 409, 'Report a position within 500 m of the drop first, or ask the desk');
  end if;
  update public.bookings b set returning_at = v_time.counts_at, drop_lat = b.pickup_lat, drop_lng = b.pickup_lng,
    drop_address = b.pickup_address
  where b.id = v_booking.id returning b.* into v_after;
  insert into public.booking_revisions (booking_id, kind, status, actor_id, before, after)
  values (v_booking.id, 'return', v_booking.status, v_me.id, app.route_of(v_booking), app.route_of(v_after));
  if v_me.usertype = 'admin' then
    perform app.set_actor('admin', v_me.id);
    perform app.audit('return_to_sender', 'bookings', v_booking.id::text, null, jsonb_build_object('reason', v_reason));
  else
    perform app.flag_reported_time(v_booking.id, v_time.counts_at);
    perform app.set_driver_actor_at(v_booking, v_time.reported_at);
  end if;
  perform app.add_event(v_booking.id, v_booking.status, v_booking.status,
    coalesce('returning: ' || v_reason, 'returning'));
  perform app.record_step(v_booking, 'returning', return_to_sender.client_key);
  perform app.notify(v_booking.customer_id, 'trip_returning',
    jsonb_strip_nulls(jsonb_build_object('reference', v_booking.reference, 'reason', v_reason)), v_booking.id);
  return v_after;
end $$;
comment on function public.return_to_sender is
  'Starts the way back of an undeliverable parcel to its sender, at the same fare; reach_drop at the sender needs no '
  'code. For the driver at the drop, or an admin. Idempotent. accepted_at, client_key and at as in arrive_at_pickup. '
  'Errors: must_login, not_a_driver, require_approval, not_allowed, booking_not_found, job_changed, not_a_delivery, '
  'wrong_status, reported_time_invalid, not_at_drop.';
grant execute on function public.return_to_sender(uuid, text, timestamptz, uuid, timestamptz) to authenticated;

create function public.set_booking_image(booking_id uuid, kind text, path text) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings := app.lock_driver_booking(set_booking_image.booking_id, finishing => true);
begin
  perform app.check_image(v_booking, set_booking_image.kind, set_booking_image.path);
  update public.bookings b set
    pickup_image = case set_booking_image.kind when 'pickup' then set_booking_image.path else b.pickup_image end,
    deliver_image = case set_booking_image.kind when 'deliver' then set_booking_image.path else b.deliver_image end
  where b.id = v_booking.id returning b.* into v_booking;
  return v_booking;
end $$;
comment on function public.set_booking_image is
  'Sets the driver''s picture of a parcel, already uploaded to the bucket `bookings` as <booking id>/<kind>_image. '
  'kind is pickup (allowed from ARRIVED) or deliver (from STARTED), until PAID. '
  'Errors: not_a_driver, require_approval, booking_not_found, image_invalid, image_capture_off, wrong_status.';
grant execute on function public.set_booking_image(uuid, text, text) to authenticated;

-- Stores the recipient's name and signature. The signature is stored as a drawn path, not as a file, so it can contain
-- nothing but lines.
create function public.sign_delivery(booking_id uuid, received_by text, signature text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_driver_booking(sign_delivery.booking_id, finishing => true);
  v_name text := app.plain_name(left(sign_delivery.received_by, 1000));
begin
  if v_booking.category <> 'delivery' then
    perform app.refuse('not_a_delivery', 409, 'Only parcels have a recipient');
  end if;
  if v_booking.status not in ('STARTED', 'REACHED', 'PENDING', 'PAID') then
    perform app.refuse_status(v_booking);
  end if;
  if coalesce(btrim(v_name), '') = '' or length(v_name) > 200 or not app.is_name(v_name) then
    perform app.refuse('name_invalid', 422, 'Give the recipient''s name, at most 200 characters');
  end if;
  if length(sign_delivery.signature) > 20000 or sign_delivery.signature !~ '^M[0-9ML ]*$' then
    perform app.refuse('signature_invalid', 422,
      'The signature is a path of M and L with whole numbers, at most 20000 characters');
  end if;
  update public.booking_contacts c
    set received_by = btrim(v_name), signature = coalesce(sign_delivery.signature, c.signature)
  where c.booking_id = v_booking.id;
end $$;
comment on function public.sign_delivery is
  'Stores the recipient''s name and signature (SVG path: M and L, whole numbers). Idempotent. '
  'Errors: not_a_driver, require_approval, booking_not_found, not_a_delivery, wrong_status, name_invalid, '
  'signature_invalid.';
grant execute on function public.sign_delivery(uuid, text, text) to authenticated;
