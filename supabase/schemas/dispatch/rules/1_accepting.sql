-- Accepting and declining offers: several drivers may try to accept the same booking at once.

-- Refuses a driver who has no open offer for the booking.
create function app.check_offer(booking public.bookings, driver_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_offer public.booking_offers;
begin
  select o.* into v_offer from public.booking_offers o
  where o.booking_id = (booking).id and o.driver_id = check_offer.driver_id
    order by o.created_at desc, o.id desc limit 1;
  if not found or v_offer.status = 'declined' then
    perform app.refuse('offer_not_found', 404, 'The caller has no offer for this booking');
  end if;
  if (booking).status <> 'NEW' or v_offer.status in ('withdrawn', 'accepted') then
    perform app.refuse('booking_taken', 409, 'This booking is no longer open');
  end if;
  if v_offer.status in ('lapsed', 'left_duty') or v_offer.expires_at <= app.now() then
    perform app.refuse('offer_expired', 410, 'The offer has expired');
  end if;
end $$;
comment on function app.check_offer is
  'Refuses a driver without an open offer: offer_not_found, booking_taken, offer_expired.';

create function app.is_due(booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return not (booking).book_later or (booking).trip_at - (select make_interval(mins => s.lead_minutes)
    from public.settings s where s.id = 1) <= app.now();
end $$;
comment on function app.is_due is
  'Whether a driver who accepts must set out now: the booking is for now, or its time is within '
  'settings.lead_minutes.';
