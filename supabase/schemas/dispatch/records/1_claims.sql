-- Claims and next jobs: drivers accept later bookings ahead of time (claim them), and get their next job shortly before
-- a trip ends.

create index bookings_waiting on public.bookings (driver_id) where status = 'ACCEPTED' and engaged_at is null;
