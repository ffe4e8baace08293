-- The promise by road: the promised arrival is first estimated by the straight line, at once.

create table app.approach_checks (
  booking_id uuid primary key references public.bookings (id) on delete cascade,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  accepted_at timestamptz not null,
  points jsonb not null check (jsonb_typeof(points) = 'array'),
  status text not null default 'queued' check (status = 'queued'),
  due_at timestamptz not null default app.now()
);
call app.describe('app.approach_checks', $$
  Accepted bookings whose way to the pickup is measured by road. A row lives until a worker takes it, and is too old
    after five seconds.
  points: The way as [{lat, lng}]: the car, the drop of the trip under way if the booking waits for its end, and the
    pickup.
  accepted_at: When the driver accepted; a measurement for an earlier acceptance is ignored.
$$);

create index approach_checks_driver_id on app.approach_checks (driver_id);
create index approach_checks_due on app.approach_checks (due_at);

alter table app.approach_checks enable row level security;

create trigger approach_checks__wake after insert on app.approach_checks for each statement
  execute function app.tg_wake('wake_approaches');

create type public.approach as (booking_id uuid, driver_id uuid, accepted_at timestamptz, points jsonb);
comment on type public.approach is 'A way to measure by road: the points from the car to the pickup, [{lat, lng}].';
