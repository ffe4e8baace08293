-- The trail of a trip: which of the recorded points count for the distance, and the line that pages draw.

create type public.trail_gap as (since timestamptz, until timestamptz, secs integer);
comment on type public.trail_gap is
  'A gap between the positions that a phone reported; the distance in it was estimated.';

create type public.trail_point as (lat double precision, lng double precision, at timestamptz);
comment on type public.trail_point is 'A point of a trail that counted for the distance.';

create type public.recorded_trail as (
  distance_km numeric, silent_km numeric, flags text[], points integer, left_out jsonb, polyline text,
    gaps public.trail_gap[],
  sample public.trail_point[], expired boolean
);
comment on type public.recorded_trail is
  'Result of trip_trail: the recorded route of a trip. It is returned as jsonb, because the API may send an array of '
  'rows within a row as text.';
