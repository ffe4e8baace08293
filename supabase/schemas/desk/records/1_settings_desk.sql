-- Effects of settings: counts what a change of settings would affect.

create type public.counted_facts as (
  currency_locked boolean, drivers_waiting bigint, drivers_below_zero bigint, searching bigint, upcoming bigint,
  open_quotes bigint, rider_withdrawals bigint
);
comment on type public.counted_facts is
  'Result of settings_facts: numbers of people and bookings that a change of settings affects.';
