-- Reports: earnings of the operator and of drivers, and the figures of the dashboard.

create type public.gross_earnings as (
  today numeric, this_month numeric, total numeric, yesterday numeric, last_month numeric, thirty_days numeric,
  previous_thirty_days numeric
);
comment on type public.gross_earnings is
  'Result of dashboard_totals and fleet_totals: convenience fees, or a fleet''s share, of today, of this month and in '
  'total, and of earlier periods for comparison.';
