-- Extras: additional costs such as tolls and parking, entered during a trip and paid with it.
-- Needs:  bookings, settings, audit, notices, final_fare
-- Access: the driver adds extras during the trip; admins add and remove them; people who can read the booking read its extras
-- Tests:  tests/db/extras.sql

create table public.booking_extras (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  key text not null check (key in ('toll', 'parking', 'other', 'route_change')),
  amount numeric not null check (amount > 0 and amount < 1000000),
  note text check (length(note) <= 200),
  by_role text not null check (by_role in ('driver', 'admin', 'system') and (by_role = 'system') = (key = 'route_change')),
  added_by uuid not null references public.profiles (id),
  client_key uuid not null,
  created_at timestamptz not null default app.now(),
  removed_at timestamptz,
  removed_by uuid references public.profiles (id),
  counts numeric check (counts between 0 and amount),
  photo text check (photo ~ '^[0-9a-f-]{36}/extra-[0-9a-f-]{36}$'),
  waits numeric not null default 0 check (waits between 0 and amount),
  approved numeric check (approved between 0 and amount),
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  decision text check (btrim(decision) <> '' and length(decision) <= 500),
  request_id uuid,
  unique (added_by, client_key),
  check ((removed_at is null) = (removed_by is null)),
  constraint booking_extras_decided check ((decided_at is null) = (decided_by is null) and (decided_at is null) = (approved is null)
    and (decided_at is not null or decision is null))
);
call app.describe('public.booking_extras', $$
  Additional costs of a trip. Those that the driver entered count as long as the fare stays within 1.5 times the quote (flag extras_capped); others count in full.
  key: Kind of cost: toll, parking, other, or route_change (the driver's compensation for a cheaper route).
  amount: The amount as entered, rounded to settings.decimal. The part that counts is in the inputs of the fare.
  note: A note by the driver or the desk.
  by_role: Role of the person who entered the extra: driver or admin; system for route_change.
  added_by: The person who entered the extra; for route_change the person who changed the route.
  removed_by: The admin who removed the extra.
  counts: What counts of a driver's extra at most, as the driver was told at entry: what the quote leaves below 1.5 times itself. Null: all of it; of a street trip the meter decides.
  photo: Path of the picture of the receipt in the bucket `bookings`: <booking>/extra-<client_key>.
  waits: What did not count when the ride ended; the desk decides about it.
  approved: What the operator paid the driver of it; null before the decision.
  decided_by: The admin who decided.
  decision: The reason that the admin gave.
  request_id: The payment request by which the rider was asked for what the operator paid the driver of it.
$$);
create index booking_extras_booking_id on public.booking_extras (booking_id);
create index booking_extras_removed_by on public.booking_extras (removed_by);
create index booking_extras_decided_by on public.booking_extras (decided_by);
create index booking_extras_waiting on public.booking_extras (booking_id) where waits > 0 and decided_at is null;
create trigger booking_extras__attach_file after insert or update of photo on public.booking_extras
  for each row when (new.photo is not null) execute function app.tg_attach_file('photo', 'bookings');

alter table public.booking_extras enable row level security;
grant select on public.booking_extras to authenticated;
-- The query on bookings inside the policy obeys the policies of bookings, so it finds only bookings that the caller may read.
create policy "people read the extras of bookings they see" on public.booking_extras for select to authenticated
  using (exists (select 1 from public.bookings b where b.id = booking_extras.booking_id));

create function app.extra_amount(amount numeric) returns numeric language plpgsql stable security definer set search_path = '' as $$
declare v_settings public.settings;
begin
  v_settings := app.settings();
  -- The upper limit excludes NaN, because PostgreSQL sorts NaN above every number.
  if not coalesce(extra_amount.amount > 0 and extra_amount.amount <= v_settings.extra_limit, false)
    or round(extra_amount.amount, v_settings."decimal") <= 0 then
    perform app.refuse('extra_invalid', 422, format('The amount must be above 0 and at most %s', v_settings.extra_limit));
  end if;
  return round(extra_amount.amount, v_settings."decimal");
end $$;
comment on function app.extra_amount is 'The amount of a new extra, rounded to settings.decimal. Errors: extra_invalid.';

create function app.extras_room(booking public.bookings) returns numeric language sql stable security definer set search_path = '' as $$
  select app.extra_room(f.rule, f.quote_inputs, trunc(1.5 * (booking).estimate, (f.rule ->> 'decimal')::integer))
  from public.booking_finances f where f.booking_id = (booking).id
$$;
comment on function app.extras_room is 'How much of a driver''s extras counts in all if the ride costs what was quoted.';

create function app.counts_at_entry(booking public.bookings, extra public.booking_extras) returns numeric
language sql stable security definer set search_path = '' as $$
  select least((extra).amount, greatest(0, app.extras_room(booking) - (select coalesce(sum(coalesce(x.counts, x.amount)), 0) from public.booking_extras x
    where x.booking_id = (booking).id and x.removed_at is null and x.by_role = 'driver' and x.id <> (extra).id)))
$$;
comment on function app.counts_at_entry is 'What counts of a new extra of a driver if the ride costs what was quoted.';

create function public.add_extra(booking_id uuid, key text, amount numeric, note text default null, client_key uuid default gen_random_uuid())
returns public.booking_extras
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_admin boolean := v_me.usertype = 'admin';
  v_booking public.bookings := case when v_admin then app.lock_booking(add_extra.booking_id) else app.lock_carried(add_extra.booking_id) end;
  v_key uuid := coalesce(add_extra.client_key, gen_random_uuid());
  v_amount numeric;
  v_extra public.booking_extras;
begin
  perform app.check_permission(v_me, 'fares');
  select x.* into v_extra from public.booking_extras x where x.added_by = v_me.id and x.client_key = v_key;
  if v_extra.booking_id = v_booking.id then return v_extra; end if;
  if found then perform app.refuse('extra_invalid', 422, 'This client_key belongs to an extra of another trip'); end if;
  if v_admin then perform app.require_edits(); end if;
  if v_booking.status not in ('ARRIVED', 'STARTED') then perform app.refuse_status(v_booking); end if;
  if v_booking.category <> 'taxi' or v_booking.prepaid then
    perform app.refuse('extra_refused', 409, 'Parcels and prepaid bookings cost the quoted price');
  end if;
  v_amount := app.extra_amount(add_extra.amount);
  if coalesce(add_extra.key, '') not in ('toll', 'parking', 'other') or length(add_extra.note) > 200 then
    perform app.refuse('extra_invalid', 422, 'key is toll, parking or other; a note has at most 200 characters');
  end if;
  if (select count(*) from public.booking_extras x where x.booking_id = v_booking.id and x.removed_at is null) >= 10 then
    perform app.refuse('extra_invalid', 422, 'A trip has at most ten extras');
  end if;
  insert into public.booking_extras (booking_id, key, amount, note, by_role, added_by, client_key)
  values (v_booking.id, add_extra.key, v_amount, nullif(btrim(add_extra.note), ''), case when v_admin then 'admin' else 'driver' end, v_me.id, v_key)
  returning * into v_extra;
  if not v_admin and v_booking.source <> 'street' then
    update public.booking_extras x set counts = app.counts_at_entry(v_booking, x) where x.id = v_extra.id returning x.* into v_extra;
  end if;
  if v_admin then perform app.audit('add_extra', 'bookings', v_booking.id::text, null, to_jsonb(v_extra)); end if;
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  perform app.notify(v_booking.customer_id, 'extra_added',
    jsonb_build_object('reference', v_booking.reference, 'kind', v_extra.key, 'amount', coalesce(v_extra.counts, v_amount), 'note', coalesce(v_extra.note, '')), v_booking.id)
  where coalesce(v_extra.counts, v_amount) > 0;
  return v_extra;
end $$;
comment on function public.add_extra is 'Adds a toll, parking fee or other cost of a ride (key toll, parking or other; at most settings.extra_limit each, ten in total). For the driver, between arrival and end of the trip, and for admins. The rider is notified. Returns the extra; counts is what counts of it at most, and what is above it waits for the desk at the end of the ride. A repeated client_key returns the first extra. Errors: must_login, not_a_driver, require_approval, booking_not_found, wrong_status, extra_refused, extra_invalid, demo_mode.';
grant execute on function public.add_extra(uuid, text, numeric, text, uuid) to authenticated;

-- The picture of a receipt ----------------------------------------------------------------------------------------------------

create function app.adds_extra_photo(name text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b join public.booking_extras x on x.booking_id = b.id and x.added_by = b.driver_id
    where b.id::text = split_part(adds_extra_photo.name, '/', 1) and b.driver_id = auth.uid() and coalesce(b.reached_at, app.now()) > app.now() - interval '7 days'
      and adds_extra_photo.name = b.id || '/extra-' || x.client_key and x.photo is null) and app.has_current_role('driver')
$$;
comment on function app.adds_extra_photo is 'Whether the caller may upload this picture of a receipt: as the driver who entered the extra, within 7 days of the ride, until the picture is added.';
grant execute on function app.adds_extra_photo(text) to authenticated;

-- The path follows from the key that the phone chose, so that a phone without a signal can name it before the extra is stored.
create function public.add_extra_photo(booking_id uuid, client_key uuid) returns public.booking_extras
language plpgsql security definer set search_path = '' as $$
declare
  v_booking public.bookings := app.lock_carried(add_extra_photo.booking_id, finishing => true);
  v_path text := format('%s/extra-%s', v_booking.id, add_extra_photo.client_key);
  v_extra public.booking_extras;
begin
  select x.* into v_extra from public.booking_extras x where x.booking_id = v_booking.id and x.added_by = v_booking.driver_id and x.client_key = add_extra_photo.client_key;
  if not found then perform app.refuse('extra_not_found', 404, 'No such extra of the caller'); end if;
  if v_extra.photo = v_path then return v_extra; end if;
  if not exists (select 1 from storage.objects o where o.bucket_id = 'bookings' and o.name = v_path) then
    perform app.refuse('image_invalid', 422, 'Upload the picture to the bucket bookings first: <booking>/extra-<client_key>');
  end if;
  update public.booking_extras x set photo = v_path where x.id = v_extra.id returning x.* into v_extra;
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  return v_extra;
end $$;
comment on function public.add_extra_photo is 'The driver adds the picture of a receipt to an extra, already uploaded to the bucket `bookings` as <booking>/extra-<client_key of the extra>. It can be replaced only until it is added. Idempotent. Returns the extra. Errors: must_login, not_a_driver, require_approval, booking_not_found, extra_not_found, image_invalid, file_not_found, file_too_large, file_type_refused.';
grant execute on function public.add_extra_photo(uuid, uuid) to authenticated;

create function public.remove_extra(id uuid, reason text) returns public.bookings language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('fares');
  v_reason text := left(nullif(btrim(remove_extra.reason), ''), 500);
  v_booking public.bookings;
  v_extra public.booking_extras;
begin
  select b.* into v_booking from public.booking_extras x join public.bookings b on b.id = x.booking_id where x.id = remove_extra.id;
  if not found then perform app.refuse('extra_not_found', 404, 'No such extra'); end if;
  v_booking := app.lock_booking(v_booking.id);
  select x.* into v_extra from public.booking_extras x where x.id = remove_extra.id;
  if v_extra.removed_at is not null or v_extra.decided_at is not null then return v_booking; end if;
  if v_booking.status not in ('ARRIVED', 'STARTED', 'PENDING') then perform app.refuse_status(v_booking); end if;
  if v_reason is null then perform app.refuse('reason_required', 422, 'Give a reason for removing the extra'); end if;
  update public.booking_extras x set removed_at = app.now(), removed_by = v_me.id, waits = 0 where x.id = v_extra.id;
  perform app.audit('remove_extra', 'bookings', v_booking.id::text, to_jsonb(v_extra), jsonb_build_object('reason', v_reason));
  perform app.notify(p.id, 'extra_removed', jsonb_build_object('reference', v_booking.reference, 'kind', v_extra.key, 'amount', v_extra.amount), v_booking.id)
  from unnest(array[v_booking.customer_id, v_booking.driver_id]) p (id);
  if v_booking.status <> 'PENDING' then return v_booking; end if;
  perform app.set_actor('admin', v_me.id, note => 'extra_removed');
  return app.store_fare(v_booking);
end $$;
comment on function public.remove_extra is 'An admin removes an extra before the ride is paid; if the final fare is already stored, it is recomputed without the extra. Audited; driver and rider are notified. Idempotent. Errors: must_login, not_allowed, demo_mode, extra_not_found, wrong_status, reason_required.';
grant execute on function public.remove_extra(uuid, text) to authenticated;
