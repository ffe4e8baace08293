-- Corrections of a fare that the meter got wrong, by the desk.

-- The price of a booking as it is now, which a correction changes.
create function app.current_price(booking public.bookings) returns numeric
language sql stable security definer set search_path = '' as $$
  select case when app.is_paid((booking).status) then (n.sums).driver_share + (n.sums).convenience_fees
    else (booking).trip_cost end
  from (select app.current_fare(booking) as sums) n
$$;

-- Returns how the shares of a paid booking change if its price becomes `price`. The promotion was used and stays,
-- computed from the new price; the fleet keeps its percentage of the driver's share.
create function app.price_change(booking public.bookings, price numeric) returns app.fare_sums
language plpgsql stable security definer set search_path = '' as $$
declare
  v_money public.booking_finances;
  v_now app.fare_sums := app.current_fare(booking);
  v_fare jsonb;
  v_change app.fare_sums;
begin
  select f.* into v_money from public.booking_finances f where f.booking_id = (booking).id;
  v_fare := app.compute_fare(v_money.rule, v_money.final_inputs || jsonb_build_object('corrected_to',
    price_change.price));
  v_change.driver_share := (v_fare ->> 'driver_share')::numeric - v_now.driver_share;
  v_change.convenience_fees := (v_fare ->> 'convenience_fees')::numeric - v_now.convenience_fees;
  v_change.discount_amount := case when (booking).discount_amount > 0
    then least(price_change.price, greatest(0, app.promo_discount((booking).id, price_change.price)))
      else 0 end - v_now.discount_amount;
  v_change.fleet_share := coalesce(round(v_money.fleet_share * (v_fare ->> 'driver_share')::numeric
    / nullif(v_money.driver_share, 0),
    least(4, app.amount_in(v_money.rule -> 'decimal'))::integer), 0) - v_now.fleet_share;
  return v_change;
end $$;
