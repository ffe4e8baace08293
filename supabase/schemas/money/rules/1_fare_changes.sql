-- What changed in the price of a ride after it was paid.

-- Returns how the price of a paid booking is divided now: as settled, plus all later changes.
create function app.current_fare(booking public.bookings) returns app.fare_sums
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select row(f.driver_share + c.driver_share, f.convenience_fees + c.convenience_fees,
    least((booking).discount_amount, (booking).trip_cost) + c.discount_amount,
      (booking).tax_amount + c.tax, c.tax_booked + (select coalesce(sum(e.amount), 0) from public.ledger_transactions t
        join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
        where t.idempotency_key = 'settlement:' || (booking).id and a.kind = 'tax'),
          f.fleet_share + c.fleet_share)::app.fare_sums
    from public.booking_finances f cross join (select coalesce(sum(c.driver_share), 0) as driver_share,
      coalesce(sum(c.convenience_fees), 0) as convenience_fees,
      coalesce(sum(c.discount_amount), 0) as discount_amount, coalesce(sum(c.tax), 0) as tax,
        coalesce(sum(c.tax_booked), 0) as tax_booked,
      coalesce(sum(c.fleet_share), 0) as fleet_share from app.fare_changes c where c.booking_id = (booking).id) c
    where f.booking_id = (booking).id);
end $$;
comment on function app.current_fare is
  'How the price of a paid booking is divided now. driver_share plus convenience_fees is the price; less '
  'discount_amount it is what the rider owes for it.';

-- What refunds have taken back from those who shared the price: tax, fleet, driver and, of an employee's ride, the
-- operator, as positive amounts.
create function app.reclaimed_shares(booking public.bookings) returns numeric[]
language sql stable security definer set search_path = '' as $$
  select array[coalesce(-sum(e.amount) filter (where a.kind = 'tax'), 0),
    coalesce(-sum(e.amount) filter (where a.user_id = (booking).fleet_id), 0),
    coalesce(-sum(e.amount) filter (where a.user_id = (booking).driver_id), 0),
    coalesce(-sum(e.amount) filter (where a.kind = 'revenue.convenience'), 0)]
  from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
    join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = (booking).id and t.kind = 'refund'
$$;

create function app.refuse_correction() returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('correction_too_late', 409, format('Possible for %s days after the end of the trip',
    extract(days from app.correction_time())));
end $$;
