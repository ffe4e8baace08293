-- The fare: one formula that computes quotes, final fares and explanations.

-- Rounds half up to a multiple of the smallest coin. Only an amount paid in cash is rounded, after the fare is
-- computed, so no fare line includes the rounding.
create function app.cash_rounding(amount numeric, unit numeric) returns numeric
language sql immutable set search_path = '' as $$
  select case when unit > 0 then round(amount / unit) * unit - amount else 0 end
$$;
comment on function app.cash_rounding is
  'The difference that must be added to an amount to make it a multiple of unit; 0 if unit is 0.';
-- The service role needs this grant, because a generated column of fare_quotes calls app.cash_rounding with the rights
-- of the service role, which writes the row.
grant execute on function app.cash_rounding(numeric, numeric) to service_role;
