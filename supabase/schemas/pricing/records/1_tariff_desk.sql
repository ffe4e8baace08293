-- Tariffs for staff: previews of unsaved tariffs, the number of uses of a car type, and the order of lists.

-- Previews use the same functions as a quote. So they show what riders will pay outside zones and tariff windows, which
-- depend on a place and an hour.
create type public.previewed_fare as (lines jsonb, ride_cost numeric, driver_share numeric, convenience_fees numeric,
  trip_cost numeric, tax numeric);
comment on type public.previewed_fare is
  'Result of preview_fares for one ride; its lines are those of compute_fare, with the operator''s fee as a separate '
  'line.';

create type public.counted_uses as (drivers bigint, bookings bigint, bookings_this_month bigint, zones bigint,
  tariff_windows bigint);
comment on type public.counted_uses is 'Result of car_type_uses: how many rows use a car type.';
