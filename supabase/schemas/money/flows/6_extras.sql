-- Extras: additional costs such as tolls and parking, entered during a trip and paid with it.
-- Access: the driver adds extras during the trip; admins add and remove them; people who can read the booking read its
--         extras
-- Tests:  tests/db/extras.sql

create function public.add_extra(booking_id uuid, key text, amount numeric, note text default null,
  client_key uuid default gen_random_uuid())
returns public.booking_extras
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_admin boolean := v_me.usertype = 'admin';
  v_booking public.bookings := case when v_admin then app.lock_booking(add_extra.booking_id)
    else app.lock_driver_booking(add_extra.booking_id) end;
  v_key uuid := coalesce(add_extra.client_key, gen_random_uuid());
  v_amount numeric;
  v_extra public.booking_extras;
begin
  perform app.check_permission(v_me, 'fares');
  select x.* into v_extra from public.booking_extras x where x.added_by = v_me.id and x.client_key = v_key;
  if v_extra.booking_id = v_booking.id then return v_extra; end if;
  if found then perform app.refuse('extra_invalid', 422, 'This client_key belongs to an extra of another trip'); end if;
  if v_admin then perform app.require_edits(); end if;
  if not app.is_with_rider(v_booking.status) then perform app.refuse_status(v_booking); end if;
  if v_booking.category <> 'taxi' or v_booking.prepaid then
    perform app.refuse('extra_refused', 409, 'Parcels and prepaid bookings cost the quoted price');
  end if;
  v_amount := app.extra_amount(add_extra.amount);
  if coalesce(add_extra.key, '') not in ('toll', 'parking', 'other') or length(add_extra.note) > 200 then
    perform app.refuse('extra_invalid', 422, 'key is toll, parking or other; a note has at most 200 characters');
  end if;
  if (select count(*) from public.booking_extras x where x.booking_id = v_booking.id
    and x.removed_at is null) >= 10 then
    perform app.refuse('extra_invalid', 422, 'A trip has at most ten extras');
  end if;
  insert into public.booking_extras (booking_id, key, amount, note, by_role, added_by, client_key)
  values (v_booking.id, add_extra.key, v_amount, nullif(btrim(add_extra.note), ''),
    case when v_admin then 'admin' else 'driver' end, v_me.id, v_key)
  returning * into v_extra;
  if not v_admin and v_booking.source <> 'street' then
    update public.booking_extras x set countable_amount = app.extra_allowance(v_booking, x) where x.id = v_extra.id
      returning x.* into v_extra;
  end if;
  if v_admin then perform app.audit('add_extra', 'bookings', v_booking.id::text, null, to_jsonb(v_extra)); end if;
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  perform app.notify(v_booking.customer_id, 'extra_added',
    jsonb_build_object('reference', v_booking.reference, 'kind', v_extra.key, 'amount',
      coalesce(v_extra.countable_amount, v_amount), 'note', coalesce(v_extra.note, '')), v_booking.id)
  where coalesce(v_extra.countable_amount, v_amount) > 0;
  return v_extra;
end $$;
comment on function public.add_extra is
  'Adds a toll, parking fee or other cost of a ride (key toll, parking or other; at most settings.extra_limit each, '
  'ten in total). For the driver, between arrival and end of the trip, and for admins. The rider is notified. Returns '
  'the extra; counts is what counts of it at most, and what is above it waits for the desk at the end of the ride. A '
  'repeated client_key returns the first extra. '
  'Errors: must_login, not_a_driver, require_approval, booking_not_found, wrong_status, extra_refused, extra_invalid, '
  'demo_mode.';
grant execute on function public.add_extra(uuid, text, numeric, text, uuid) to authenticated;

-- The path follows from the key that the phone chose, so that a phone without a signal can name it before the extra is
-- stored.
create function public.add_extra_photo(booking_id uuid, client_key uuid) returns public.booking_extras
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_driver_booking(add_extra_photo.booking_id, finishing => true);
  v_path text := format('%s/extra-%s', v_booking.id, add_extra_photo.client_key);
  v_extra public.booking_extras;
begin
  select x.* into v_extra from public.booking_extras x where x.booking_id = v_booking.id
    and x.added_by = v_booking.driver_id and x.client_key = add_extra_photo.client_key;
  if not found then perform app.refuse('extra_not_found', 404, 'No such extra of the caller'); end if;
  if v_extra.photo = v_path then return v_extra; end if;
  if not exists (select 1 from storage.objects o where o.bucket_id = 'bookings' and o.name = v_path) then
    perform app.refuse('image_invalid', 422,
      'Upload the picture to the bucket bookings first: <booking>/extra-<client_key>');
  end if;
  update public.booking_extras x set photo = v_path where x.id = v_extra.id returning x.* into v_extra;
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  return v_extra;
end $$;
comment on function public.add_extra_photo is
  'The driver adds the picture of a receipt to an extra, already uploaded to the bucket `bookings` as '
  '<booking>/extra-<client_key of the extra>. It can be replaced only until it is added. Idempotent. Returns the '
  'extra. '
  'Errors: must_login, not_a_driver, require_approval, booking_not_found, extra_not_found, image_invalid, '
  'file_not_found, file_too_large, file_type_refused.';
grant execute on function public.add_extra_photo(uuid, uuid) to authenticated;

create function public.remove_extra(id uuid, reason text) returns public.bookings
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('fares');
  v_reason text := left(nullif(btrim(remove_extra.reason), ''), 500);
  v_booking public.bookings;
  v_extra public.booking_extras;
begin
  select b.* into v_booking from public.booking_extras x join public.bookings b on b.id = x.booking_id
    where x.id = remove_extra.id;
  if not found then perform app.refuse('extra_not_found', 404, 'No such extra'); end if;
  v_booking := app.lock_booking(v_booking.id);
  select x.* into v_extra from public.booking_extras x where x.id = remove_extra.id;
  if v_extra.removed_at is not null or v_extra.decided_at is not null then return v_booking; end if;
  if v_booking.status not in ('ARRIVED', 'STARTED', 'PENDING') then perform app.refuse_status(v_booking); end if;
  if v_reason is null then perform app.refuse('reason_required', 422, 'Give a reason for removing the extra'); end if;
  update public.booking_extras x set removed_at = app.now(), removed_by = v_me.id, undecided_amount = 0
    where x.id = v_extra.id;
  perform app.audit('remove_extra', 'bookings', v_booking.id::text, to_jsonb(v_extra),
    jsonb_build_object('reason', v_reason));
  perform app.notify(p.id, 'extra_removed', jsonb_build_object('reference', v_booking.reference, 'kind', v_extra.key,
    'amount', v_extra.amount), v_booking.id)
  from unnest(array[v_booking.customer_id, v_booking.driver_id]) p (id);
  if v_booking.status <> 'PENDING' then return v_booking; end if;
  perform app.set_actor('admin', v_me.id, note => 'extra_removed');
  return app.store_fare(v_booking);
end $$;
comment on function public.remove_extra is
  'An admin removes an extra before the ride is paid; if the final fare is already stored, it is recomputed without '
  'the extra. Audited; driver and rider are notified. Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, extra_not_found, wrong_status, reason_required.';
grant execute on function public.remove_extra(uuid, text) to authenticated;
