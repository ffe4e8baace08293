-- Parcels: pictures at pickup and delivery, and the return of a parcel that cannot be delivered.

create function app.check_image(booking public.bookings, kind text, path text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if kind is null or kind not in ('pickup', 'deliver') or path is distinct from (booking).id || '/' || kind
    || '_image' then
    perform app.refuse('image_invalid', 422,
      'kind is pickup or deliver; path is <booking id>/<kind>_image in the bucket bookings');
  end if;
  if (booking).category <> 'delivery' or not (select case kind when 'pickup' then s.allow_delivery_pickup_image_capture
      else s.allow_final_delivery_image_capture end from public.settings s where s.id = 1) then
    perform app.refuse('image_capture_off', 409, 'The settings do not ask for this picture');
  end if;
  -- A picture of the pickup is also accepted after the trip, because the phone may be offline for longer than the trip
  -- takes.
  if (kind = 'pickup' and (booking).status not in ('ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID'))
    or (kind = 'deliver' and (booking).status not in ('STARTED', 'REACHED', 'PENDING', 'PAID')) then
    perform app.refuse_status(booking);
  end if;
end $$;
comment on function app.check_image is
  'Refuses a picture that this booking does not allow now: image_invalid, image_capture_off, wrong_status.';
