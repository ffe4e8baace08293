-- The log of a search for a driver: which drivers were asked in which wave, and why others were not.

create type public.dispatch_log_wave as (
  wave integer, at timestamptz, mode text, radius_km numeric, asked integer, not_asked integer, candidates jsonb,
  exclusions jsonb, reasons jsonb, you text
);
comment on type public.dispatch_log_wave is
  'One wave in the result of dispatch_log; null for values that the caller may not see.';

-- why_not_asked returns one such row per booking. If the driver was asked, the row contains the answer to the last
-- offer, otherwise the reason from the last search.
create type public.dispatch_answer as (
  booking_id uuid, reference text, at timestamptz, asked boolean, reason text, distance_km numeric, times integer
);
comment on type public.dispatch_answer is
  'A booking near a driver: whether the driver was asked, and reason: the answer (open, accepted, declined, lapsed, '
  'left_duty, withdrawn) or why the driver was not asked (as in dispatch_waves.exclusions). times: number of searches '
  'with this result.';
