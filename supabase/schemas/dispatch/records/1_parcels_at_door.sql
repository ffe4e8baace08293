-- Several parcels from one door: a driver who fetches a parcel takes along further parcels from the same pickup, and
-- confirms steps of several bookings at once.

create type public.step_result as (booking_id text, client_key text, done boolean, message text, hint text);
comment on type public.step_result is
  'Result of confirm_steps for one step; message and hint tell why the step was refused.';
