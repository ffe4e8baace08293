-- Hours: how long drivers have been on duty, and when they need a break.

create table app.duty_periods (
  id bigint generated always as identity primary key,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at)
);
comment on table app.duty_periods is 'Periods during which drivers were on duty; kept for 90 days.';

create unique index duty_periods_open on app.duty_periods (driver_id) where ended_at is null;
create index duty_periods_driver_id on app.duty_periods (driver_id, began_at);

alter table app.duty_periods enable row level security;
