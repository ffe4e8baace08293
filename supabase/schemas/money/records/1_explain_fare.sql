-- Explains a fare: recomputes it from the stored rule and inputs, line by line.

create type public.fare_explanation as (
  booking_id uuid, version integer, code text, flags text[], tax jsonb, quote jsonb, final jsonb, promo jsonb,
  cash_rounding jsonb, tip jsonb, total numeric, trail jsonb, rule jsonb, replays boolean,
  corrections jsonb, now jsonb
);
comment on type public.fare_explanation is 'Result of explain_fare.';
