-- Uses of promotions: reserved when a booking is created, consumed when it is paid, released when it is cancelled.
-- Access: riders read their own uses, admins all uses; only functions write
-- Tests:  tests/db/promos.sql

-- Reserves a use of the booking's promotion, and refuses if the rider may not use it. Locks the promotion's row: if two
-- riders redeem its last use at once, the second waits for the lock and then counts the first.
create function app.reserve_promo(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_promo public.promos;
begin
  select p.* into v_promo from public.promos p where p.id = ((booking).promo_details ->> 'promo_id')::uuid
    for no key update;
  if not found then
    perform app.refuse('promo_not_found', 404, 'The promotion was withdrawn; request the fare again');
  end if;
  perform app.check_promo(v_promo, (booking).customer_id, (booking).estimate);
  insert into public.promo_uses (booking_id, promo_id, user_id, shared_device)
    values ((booking).id, v_promo.id, (booking).customer_id,
    exists (select 1 from app.known_devices d join app.known_devices o on o.hash = d.hash and o.user_id <> d.user_id
      join public.promo_uses u on u.user_id = o.user_id and u.promo_id = v_promo.id and u.status <> 'released'
        where d.user_id = (booking).customer_id));
  update public.promos p set user_avail = p.user_avail + 1 where p.id = v_promo.id;
end $$;
comment on function app.reserve_promo is
  'Reserves a use of the booking''s promotion. '
  'Errors: promo_not_found and those of check_promo.';

create function app.release_promo(booking_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v_promo_id uuid;
begin
  update public.promo_uses u set status = 'released', settled_at = app.now()
  where u.booking_id = release_promo.booking_id and u.status <> 'released' returning u.promo_id into v_promo_id;
  update public.promos p set user_avail = p.user_avail - 1 where p.id = v_promo_id;
end $$;
comment on function app.release_promo is 'Releases the booking''s use of its promotion.';

create function app.settle_promo(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (booking).status = 'CANCELLED' then
    perform app.release_promo((booking).id);
  elsif (booking).status = 'PAID' or (booking).prepaid then
    update public.promo_uses u set status = 'consumed', settled_at = app.now()
    where u.booking_id = (booking).id and u.status = 'reserved';
  end if;
end $$;
comment on function app.settle_promo is
  'Releases the promotion of a cancelled booking, and marks that of a paid booking as consumed.';

-- Pass as `booking` the row as it was before its final fare was stored, because this row still contains the promotion.
create function app.drop_promo(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.release_promo((booking).id);
  perform app.notify((booking).customer_id, 'promo_dropped', jsonb_build_object('reference', (booking).reference,
    'code', (booking).promo_code,
    'min_order', (booking).promo_details -> 'min_order'), (booking).id);
end $$;
comment on function app.drop_promo is
  'Releases the booking''s promotion, because the final fare is below its minimum, and notifies the rider.';
