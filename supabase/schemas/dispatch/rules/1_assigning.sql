-- Assigning: the desk offers one or several bookings to drivers that it chooses.

-- Refuses a driver whose current car, documents or money prevent them from taking this booking.
create function app.check_driver(booking public.bookings, driver_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if not app.driver_can_carry((booking).requirements, check_driver.driver_id) then
    perform app.refuse('vehicle_unsuitable', 422, 'The car does not meet the booking''s requirements');
  end if;
  if app.has_expired_document(check_driver.driver_id) then
    perform app.refuse('document_expired', 409, 'Renew the document first');
  end if;
  if not app.can_afford(check_driver.driver_id, (booking).id) then
    perform app.refuse('cannot_afford', 409, 'The driver''s wallet would fall below zero; settle it first');
  end if;
  if app.is_bonus_refused(booking, check_driver.driver_id) then
    perform app.refuse('driver_unsuitable', 422, 'The booking was paid with a bonus that may not pay this driver');
  end if;
end $$;
comment on function app.check_driver is
  'Refuses a driver with vehicle_unsuitable, document_expired, cannot_afford or driver_unsuitable.';

-- Returns whether an open offer prevents staff from offering the booking to this driver. While auto-dispatch is on, an
-- offer to any driver does. While it is off, only an offer to the same driver does, so staff may ask several drivers at
-- once.
create function app.is_being_asked(booking public.bookings, driver_id uuid default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.booking_offers o, public.settings s
    where s.id = 1 and o.booking_id = (booking).id and o.status = 'open'
    and o.expires_at > app.now() and (s.auto_dispatch or o.driver_id = is_being_asked.driver_id))
$$;
comment on function app.is_being_asked is
  'Whether an open offer prevents the desk from asking this driver (with auto-dispatch: an open offer to any driver).';
