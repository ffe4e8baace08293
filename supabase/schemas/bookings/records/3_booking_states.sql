-- Booking states: who may change a status, which changes are allowed, and the event that each change adds to the
-- history.

-- A suspended driver with a passenger aboard keeps the session until that trip is paid (people/flows/2_suspending.sql), and does and reads
-- only what ends it.
create function app.is_to_finish(status public.booking_status) returns boolean language sql immutable set search_path = '' as $$
  select is_to_finish.status in ('STARTED', 'REACHED', 'PENDING')
$$;
comment on function app.is_to_finish is 'Whether a driver who is suspended still finishes a trip in this status.';

create trigger booking_events__append_only before update or delete or truncate on public.booking_events
  for each statement execute function app.tg_append_only();
