-- The parts of a price: what a rider owes for a quote or a booking.
-- Access: internal; generated columns of fare_quotes and bookings call it
-- Tests:  tests/db/money_parts.sql, tests/db/money_parts.test.ts

create function app.money_part(side text, kind text, amount numeric, name text default null, tax numeric default null)
returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('side', side, 'kind', kind, 'amount', amount, 'name', name, 'tax',
    nullif(tax, 0)))
$$;
comment on function app.money_part is
  'A part of what a booking costs, as app.money_parts returns it, without the keys that have no value.';
grant execute on function app.money_part(text, text, numeric, text, numeric) to service_role;

-- Written in plpgsql, which caches its plan: generated columns compute it with every change of a row. The rounding is
-- that of the smallest coin if cash is paid, otherwise that of the card's provider.
create function app.price_parts(trip_cost numeric, tax numeric, discount numeric, promo_code text, rounding numeric,
  in_cash boolean)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  return jsonb_build_array(app.money_part('price', 'fare', trip_cost, null, tax))
    || case when discount <> 0 then jsonb_build_array(app.money_part('price', 'promotion', -discount,
      promo_code)) else '[]' end
    || case when rounding <> 0 then jsonb_build_array(app.money_part('price',
      case when in_cash then 'cash_rounding' else 'card_rounding' end, rounding)) else '[]' end;
end $$;
comment on function app.price_parts is
  'The parts of the price of a ride or parcel: fare (with the tax that it includes), promotion (negative, named by '
  'its code), cash_rounding or card_rounding. Parts of 0 are omitted, except the fare.';
grant execute on function app.price_parts(numeric, numeric, numeric, text, numeric, boolean) to service_role;

create function app.fee_parts(fee numeric, is_no_show boolean) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  return case when fee > 0 then jsonb_build_array(app.money_part('price',
    case when is_no_show then 'no_show_fee' else 'cancellation_fee' end, fee)) else '[]' end;
end $$;
comment on function app.fee_parts is 'The parts of the price of a cancelled booking: its fee, if there is one.';
-- Generated columns call these functions with the rights of the role that writes the row.
grant execute on function app.fee_parts(numeric, boolean) to service_role;
