-- Assigning: the desk offers one or several bookings to drivers that it chooses.

create type public.assignment_result as (booking_id text, driver_id text, assigned boolean, message text, hint text);
comment on type public.assignment_result is
  'Result of assign_drivers for one booking; message and hint tell why no offer was made.';
