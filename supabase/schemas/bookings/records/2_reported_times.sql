-- Told times: steps of a trip (arrival, start, end and so on) that a driver's phone recorded while it was offline and
-- sent later, each with the time that the phone reports for it (reported_at).

-- Detects repeated steps: phones send a step again if they get no response. When the driver presses a button, the phone
-- makes a client_key, which is stored here with the step. So a repeated step changes nothing, even if the driver has
-- meanwhile given the booking back and accepted it again.
create table app.reported_steps (
  booking_id uuid not null references public.bookings (id) on delete cascade,
  driver_id uuid not null references public.drivers (id) on delete cascade,
  step text not null check (length(step) between 1 and 40),
  client_key uuid not null,
  refusal jsonb,
  at timestamptz not null default app.now(),
  primary key (booking_id, driver_id, step, client_key)
);
call app.describe('app.reported_steps', $$
  Steps of trips that phones sent, by client_key; kept for 30 days.
  refusal: The response to a wrong start code. A retry gets it again, without counting as another try. Null if the
    step succeeded.
$$);

create index reported_steps_driver_id on app.reported_steps (driver_id);
create index reported_steps_at on app.reported_steps (at);

alter table app.reported_steps enable row level security;
