-- Broadcasts: messages on private topics that tell clients what changed.

create function app.broadcast_booking(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (was).id is not null then perform app.broadcast('booking:' || (booking).id, 'status', (booking).id); end if;
  perform app.broadcast_lists(was, booking);
end $$;
comment on function app.broadcast_booking is 'Broadcasts a new booking or a new status to its topic and its lists.';
