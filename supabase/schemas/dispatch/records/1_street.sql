-- Street trips: metered rides of passengers who hail a cab in the street without booking.

create type public.street_meter as (distance_km numeric, secs integer, trip_cost numeric, lines jsonb);
comment on type public.street_meter is 'Result of street_fare: what the meter of a street trip shows.';

create table app.street_checks (
  booking_id uuid primary key references public.bookings (id),
  status text not null default 'queued' check (status in ('queued', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default app.now()
);
call app.describe('app.street_checks', $$
  Street trips that have ended and whose route is not yet compared with the roads. The comparison deletes the row.
  status: State of the comparison. dead: given up, because no road matches the trail, or no provider responded for
    almost three days; the desk sees the flag route_unchecked.
$$);

create index street_checks_due on app.street_checks (due_at) where status = 'queued';

alter table app.street_checks enable row level security;

create trigger street_checks__wake after insert on app.street_checks for each statement
  execute function app.tg_wake('wake_street_checker');
