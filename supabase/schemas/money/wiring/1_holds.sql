-- Holds: before a card ride starts, a maximum amount that the rider sees is reserved on the card (a hold); at the end
-- the fare is taken from it (captured).

create function app.tg_booking_revisions__raise_hold() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.raise_hold(b) from public.bookings b where b.id = new.booking_id;
  return null;
end $$;

create trigger booking_revisions__raise_hold after insert on public.booking_revisions
  for each row when (new.kind = 'route') execute function app.tg_booking_revisions__raise_hold();
