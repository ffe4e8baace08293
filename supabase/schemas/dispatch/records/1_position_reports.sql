-- Reports of positions: functions that read a report with several points, detect impossible jumps, and store the newest
-- position.

-- The table is unlogged. A crash may lose its rows, but then the drivers only have to report the new position three
-- more times.
create unlogged table app.position_jumps (
  driver_id uuid primary key references public.drivers (id) on delete cascade,
  lat double precision not null,
  lng double precision not null,
  at timestamptz not null,
  since timestamptz not null,
  points integer not null check (points >= 0),
  constraint position_jumps_place check (app.is_place(lat, lng))
);
call app.describe('app.position_jumps', $$
  New positions that a driver could reach from the stored position only at more than 200 km/h; kept until further
    reports confirm them.
  since: When the first point of the new position arrived, by the server's clock.
  points: Number of consecutive points at the new position, each within a minute of the previous one; 0 for a driver
    who went on duty at `at`.
$$);

alter table app.position_jumps enable row level security;
