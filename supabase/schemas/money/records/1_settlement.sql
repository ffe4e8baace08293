-- Settlement: how money is distributed when a booking is PAID, and returned when it is CANCELLED.

alter table public.booking_finances add column fleet_share numeric not null default 0
  check (fleet_share between 0 and driver_share);
comment on column public.booking_finances.fleet_share is
  'The part of driver_share that went to the fleet when the booking was PAID.';
