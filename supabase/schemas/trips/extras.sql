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
  unique (added_by, client_key),
  check ((removed_at is null) = (removed_by is null))
);
call app.describe('public.booking_extras', $$
  Additional costs of a trip. Those that the driver entered count as long as the fare stays within 1.5 times the quote (flag extras_capped); others count in full.
  key: Kind of cost: toll, parking, other, or route_change (the driver's compensation for a cheaper route).
  amount: The amount as entered, rounded to settings.decimal. The part that counts is in the inputs of the fare.
  note: A note by the driver or the desk.
  by_role: Role of the person who entered the extra: driver or admin; system for route_change.
  added_by: The person who entered the extra; for route_change the person who changed the route.
  removed_by: The admin who removed the extra.
$$);
create index booking_extras_booking_id on public.booking_extras (booking_id);
create index booking_extras_removed_by on public.booking_extras (removed_by);

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
  if v_admin then perform app.audit('add_extra', 'bookings', v_booking.id::text, null, to_jsonb(v_extra)); end if;
  perform app.broadcast('booking:' || v_booking.id, 'booking', v_booking.id);
  perform app.notify(v_booking.customer_id, 'extra_added',
    jsonb_build_object('reference', v_booking.reference, 'kind', v_extra.key, 'amount', v_amount, 'note', coalesce(v_extra.note, '')), v_booking.id);
  return v_extra;
end $$;
comment on function public.add_extra is 'Adds a toll, parking fee or other cost of a ride (key toll, parking or other; at most settings.extra_limit each, ten in total). For the driver, between arrival and end of the trip, and for admins. The rider is notified. A repeated client_key returns the first extra. Errors: must_login, not_a_driver, require_approval, booking_not_found, wrong_status, extra_refused, extra_invalid, demo_mode.';
grant execute on function public.add_extra(uuid, text, numeric, text, uuid) to authenticated;

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
  if v_extra.removed_at is not null then return v_booking; end if;
  if v_booking.status not in ('ARRIVED', 'STARTED', 'PENDING') then perform app.refuse_status(v_booking); end if;
  if v_reason is null then perform app.refuse('reason_required', 422, 'Give a reason for removing the extra'); end if;
  update public.booking_extras x set removed_at = app.now(), removed_by = v_me.id where x.id = v_extra.id;
  perform app.audit('remove_extra', 'bookings', v_booking.id::text, to_jsonb(v_extra), jsonb_build_object('reason', v_reason));
  perform app.notify(p.id, 'extra_removed', jsonb_build_object('reference', v_booking.reference, 'kind', v_extra.key, 'amount', v_extra.amount), v_booking.id)
  from unnest(array[v_booking.customer_id, v_booking.driver_id]) p (id);
  if v_booking.status <> 'PENDING' then return v_booking; end if;
  perform app.set_actor('admin', v_me.id, note => 'extra_removed');
  return app.store_fare(v_booking);
end $$;
comment on function public.remove_extra is 'An admin removes an extra before the ride is paid; if the final fare is already stored, it is recomputed without the extra. Audited; driver and rider are notified. Idempotent. Errors: must_login, not_allowed, demo_mode, extra_not_found, wrong_status, reason_required.';
grant execute on function public.remove_extra(uuid, text) to authenticated;
