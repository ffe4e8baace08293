-- Earnings of each driver, each fleet and the operator, by month and by day.

create function app.day_of(at timestamptz) returns date
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select (day_of.at at time zone s.time_zone)::date from public.settings s where s.id = 1);
end $$;
comment on function app.day_of is 'The date of a time in settings.time_zone.';

create function app.empty_earnings(booking public.bookings, at timestamptz) returns public.earnings_months
language plpgsql stable security definer set search_path = '' as $$
begin
  return row(date_trunc('month', app.day_of(empty_earnings.at))::date, (booking).driver_id, (booking).fleet_id,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0)::public.earnings_months;
end $$;
