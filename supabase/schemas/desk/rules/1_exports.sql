-- Exports of the books: drivers' yearly earnings for tax offices (DAC7), and invoices.

-- Adds up a driver's figures for each quarter of a year. Reads only the wallet of this driver, so that the cost of a
-- page of the report depends only on the rides of the drivers on that page.
create function app.driver_quarters(driver_id uuid, year integer)
returns table (quarter integer, activities integer, consideration numeric, fees numeric, taxes numeric,
  fleet_share numeric, charges numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (app.settings()).time_zone;
begin
  return query
  with moved as (
    select extract(quarter from t.created_at at time zone v_zone)::integer as in_quarter, t.id, t.kind,
      sum(e.amount) as net, sum(e.amount) filter (where e.amount > 0) as credit
    from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id join public.ledger_transactions t
      on t.id = e.transaction_id
    left join public.bookings b on b.id = t.booking_id
    left join public.booking_finances f on f.booking_id = b.id
    where a.name = 'wallet:' || driver_quarters.driver_id
      and t.created_at >= make_date(driver_quarters.year, 1, 1)::timestamp at time zone v_zone
      and t.created_at < make_date(driver_quarters.year + 1, 1, 1)::timestamp at time zone v_zone
      and (app.is_driver_charge(t.kind) or b.driver_id = driver_quarters.driver_id and not app.is_employed(f.rule)
        and t.kind in ('settlement', 'tip', 'cancellation', 'cancellation_share', 'no_show_waived', 'fee_reversed',
        'refund', 'fare_change', 'extra'))
    group by 1, t.id, t.kind),
  -- Sums what the tax account, the fleet and the operator got from each ride.
  beside as (
    select m.id, coalesce(sum(e.amount) filter (where a.kind = 'tax'), 0) as tax,
      coalesce(sum(e.amount) filter (where a.kind = 'revenue.convenience'), 0) as fee,
      coalesce(sum(e.amount) filter (where a.kind = 'wallet' and a.user_id = b.fleet_id), 0) as fleet
    from moved m join public.ledger_transactions t on t.id = m.id join public.bookings b on b.id = t.booking_id
    join public.ledger_entries e on e.transaction_id = m.id join public.ledger_accounts a on a.id = e.account_id
    where m.kind in ('settlement', 'refund', 'fare_change') group by m.id)
  select q.n, (count(*) filter (where m.kind = 'settlement'))::integer,
    coalesce(sum(case when m.kind = 'settlement' then m.credit when app.is_driver_charge(m.kind) then 0
      when m.kind in ('refund', 'fare_change') then m.net + x.tax + x.fleet else m.net end), 0),
    coalesce(sum(x.fee), 0), coalesce(sum(x.tax), 0), coalesce(sum(x.fleet), 0),
      coalesce(-sum(m.net) filter (where app.is_driver_charge(m.kind)), 0)
  from generate_series(1, 4) q (n) left join moved m on m.in_quarter = q.n left join beside x on x.id = m.id
  group by q.n order by q.n;
end $$;
