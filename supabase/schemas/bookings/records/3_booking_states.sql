-- Booking states: who may change a status, which changes are allowed, and the event that each change adds to the
-- history.

create trigger booking_events__append_only before update or delete or truncate on public.booking_events
  for each statement execute function app.tg_append_only();
