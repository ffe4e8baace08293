-- Parcels: pictures at pickup and delivery, and the way back when nobody takes one in.
-- Needs:  bookings, trip, stops
-- Access: the driver who carries the parcel; an admin may send one back
-- Tests:  tests/db/deliveries.sql

create function public.return_to_sender(booking_id uuid, reason text) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_booking public.bookings := case when v_me.usertype = 'admin' then app.lock_booking(return_to_sender.booking_id)
    else app.lock_carried(return_to_sender.booking_id, finishing => true) end;
  v_after public.bookings;
  v_reason text := left(nullif(btrim(return_to_sender.reason), ''), 500);
begin
  perform app.check_permission(v_me, 'bookings');
  if v_booking.returning_at is not null then return v_booking; end if;
  if v_booking.category <> 'delivery' then
    raise sqlstate 'PT409' using message = 'not_a_delivery', hint = 'Only parcels go back';
  end if;
  if v_booking.status <> 'STARTED' then perform app.refuse_status(v_booking); end if;
  -- Else a driver could fetch a parcel, turn around and end the trip without ever having needed the code.
  if v_me.usertype <> 'admin' and not app.is_at(v_booking.driver_id, v_booking.drop_lat, v_booking.drop_lng) then
    raise sqlstate 'PT409' using message = 'not_at_drop', hint = 'Report a position within 500 m of the drop first, or ask the desk';
  end if;
  update public.bookings b set returning_at = app.now(), drop_lat = b.pickup_lat, drop_lng = b.pickup_lng, drop_address = b.pickup_address
  where b.id = v_booking.id returning b.* into v_after;
  insert into public.booking_revisions (booking_id, kind, status, actor_id, before, after)
  values (v_booking.id, 'return', v_booking.status, v_me.id, app.route_of(v_booking), app.route_of(v_after));
  if v_me.usertype = 'admin' then
    perform app.act('admin', v_me.id);
    perform app.audit('return_to_sender', 'bookings', v_booking.id::text, null, jsonb_build_object('reason', v_reason));
  else
    perform app.act_as_driver(v_booking.driver_id);
  end if;
  perform app.add_event(v_booking.id, v_booking.status, v_booking.status, coalesce('returning: ' || v_reason, 'returning'));
  perform app.notify(v_booking.customer_id, 'trip_returning',
    jsonb_strip_nulls(jsonb_build_object('reference', v_booking.reference, 'reason', v_reason)), v_booking.id);
  return v_after;
end $$;
comment on function public.return_to_sender is
  'A parcel nobody took in goes back to its pickup, for the fare that stands; reach_drop there needs no code. By the driver at the drop, or an admin. Safe to call twice. Errors: must_login, not_a_driver, require_approval, booking_not_found, not_a_delivery, wrong_status, not_at_drop.';
revoke execute on function public.return_to_sender(uuid, text) from public, anon;
grant execute on function public.return_to_sender(uuid, text) to authenticated;

create function app.check_image(booking public.bookings, kind text, path text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if kind is null or kind not in ('pickup', 'deliver') or path is distinct from (booking).id || '/' || kind || '_image' then
    raise sqlstate 'PT422' using message = 'image_invalid', hint = 'kind is pickup or deliver; path is <booking id>/<kind>_image in the bucket bookings';
  end if;
  if (booking).category <> 'delivery' or not (select case kind when 'pickup' then s.allow_delivery_pickup_image_capture
      else s.allow_final_delivery_image_capture end from public.settings s where s.id = 1) then
    raise sqlstate 'PT409' using message = 'image_capture_off', hint = 'The settings ask for no such picture';
  end if;
  if (kind = 'pickup' and (booking).status not in ('ARRIVED', 'STARTED'))
    or (kind = 'deliver' and (booking).status not in ('STARTED', 'REACHED', 'PENDING', 'PAID')) then
    perform app.refuse_status(booking);
  end if;
end $$;
comment on function app.check_image is 'Refuses a picture that does not belong: image_invalid, image_capture_off, wrong_status.';

create function public.set_booking_image(booking_id uuid, kind text, path text) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare v_booking public.bookings := app.lock_carried(set_booking_image.booking_id, finishing => true);
begin
  perform app.check_image(v_booking, set_booking_image.kind, set_booking_image.path);
  update public.bookings b set
    pickup_image = case set_booking_image.kind when 'pickup' then set_booking_image.path else b.pickup_image end,
    deliver_image = case set_booking_image.kind when 'deliver' then set_booking_image.path else b.deliver_image end
  where b.id = v_booking.id returning b.* into v_booking;
  return v_booking;
end $$;
comment on function public.set_booking_image is
  'The driver''s picture of a parcel, uploaded to the bucket bookings before: kind pickup (ARRIVED, STARTED) or deliver (from STARTED), path <booking id>/<kind>_image. Errors: not_a_driver, require_approval, booking_not_found, image_invalid, image_capture_off, wrong_status.';
revoke execute on function public.set_booking_image(uuid, text, text) from public, anon;
grant execute on function public.set_booking_image(uuid, text, text) to authenticated;
