-- Waves: the search for a driver asks a few drivers at a time (a wave), then the next ones.

create index bookings_to_engage on public.bookings (trip_at) where status = 'ACCEPTED' and engaged_at is null;
create index bookings_to_remind on public.bookings (trip_at) where book_later and reminded_at is null
  and status in ('NEW', 'ACCEPTED');
