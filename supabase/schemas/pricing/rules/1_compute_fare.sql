-- The fare: one formula that computes quotes, final fares and explanations.
-- Access: internal; only functions call it
-- Tests:  tests/db/fares.sql

-- Reads an amount from a stored rule or input, which may contain anything. Invalid amounts count as 0, so that a fare
-- can always be computed and no line is negative.
create function app.amount_in(value jsonb) returns numeric language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(value) in ('number', 'string') and (value #>> '{}') ~ '^[0-9]{1,9}(\.[0-9]+)?$'
    then (value #>> '{}')::numeric else 0 end
$$;
comment on function app.amount_in is
  'The number in a JSON value; 0 if the value is not a number, negative, or a billion or more.';

create function app.fare_line(key text, amount numeric, quantity numeric default null, unit text default null,
  rate numeric default null,
  name text default null, percent numeric default null)
returns jsonb language sql immutable as $$
  select jsonb_strip_nulls(jsonb_build_object('key', key, 'amount', amount, 'quantity', quantity, 'unit',
    unit, 'rate', rate,
    'name', name, 'percent', percent))
$$;

create function app.sum_lines(lines jsonb) returns numeric language sql immutable set search_path = '' as $$
  select coalesce(sum((l ->> 'amount')::numeric), 0) from jsonb_array_elements(lines) l
$$;

-- Returns the fare lines of the route: base fare, distance and time, or one fixed price instead of all three.
create function app.route_lines(rule jsonb, inputs jsonb, places integer) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_mile boolean := rule -> 'convert_to_mile' = 'true';
  v_km numeric := app.amount_in(inputs -> 'distance_km');
  v_km_per_unit numeric := case when v_mile then 1.609344 else 1 end;
  v_secs numeric := app.amount_in(inputs -> 'secs');
  v_base numeric := round(app.amount_in(rule -> 'base_fare'), places);
  v_distance_rate numeric := app.amount_in(rule -> 'rate_per_unit_distance');
  v_hour_rate numeric := app.amount_in(rule -> 'rate_per_hour');
begin
  if jsonb_typeof(rule -> 'zone_fixed') = 'object' then
    return jsonb_build_array(app.fare_line('zone_fixed', round(app.amount_in(rule #> '{zone_fixed,amount}'), places),
      name => rule #>> '{zone_fixed,name}'));
  end if;
  -- Divides last: a conversion to miles has endless decimals, and cutting them before the multiplication would change
  -- how half units are rounded.
  return case when v_base > 0 then jsonb_build_array(app.fare_line('base_fare', v_base)) else '[]' end
    || case when v_distance_rate
      > 0 then jsonb_build_array(app.fare_line('distance', round(v_distance_rate * v_km / v_km_per_unit, places),
      round(v_km / v_km_per_unit, 3), case when v_mile then 'mi' else 'km' end, v_distance_rate)) else '[]' end
    || case when v_hour_rate
      > 0 then jsonb_build_array(app.fare_line('time', round(v_hour_rate * v_secs / 3600, places),
      round(v_secs / 60, 2), 'min', round(v_hour_rate / 60, 4))) else '[]' end;
end $$;

-- Returns the fare lines that follow the lines of the route, in their order. `way` is the sum of the route lines.
-- Percentages are computed from this sum, so that one surcharge never increases another. wait_secs includes the free
-- minutes (free_wait), which are subtracted in this function. stop_wait_secs does not include them
-- (app.stop_wait_secs).
create function app.added_lines(rule jsonb, inputs jsonb, way numeric, places integer) returns jsonb
language sql immutable set search_path = '' as $$
  with waited as (
    select w.secs, w.rate from (select app.amount_in(rule -> 'waiting_rate_per_hour') as rate,
      app.amount_in(inputs -> 'stop_wait_secs')
      + greatest(0, app.amount_in(inputs -> 'wait_secs') - app.amount_in(rule -> 'free_wait') * 60) as secs) w),
  lines (part, place, line) as (
    select 1, 1, app.fare_line('parcel_type', round(app.amount_in(inputs #> '{parcel_type,amount}'), places),
      name => inputs #>> '{parcel_type,description}')
    union all select 2, 1, app.fare_line('option', round(app.amount_in(inputs #> '{option,amount}'), places),
      name => inputs #>> '{option,description}')
    union all
    select s.part, e.place, app.fare_line(s.key,
      round(case when e.item ? 'percent' then way * app.amount_in(e.item -> 'percent') / 100
      else app.amount_in(e.item -> 'amount') end, places), name => e.item ->> 'name',
      percent => case when e.item ? 'percent' then app.amount_in(e.item -> 'percent') end)
    from (values (3, 'zone_surcharge', rule -> 'zones'), (4, 'tariff_window', rule -> 'windows')) s (part, key, list),
      jsonb_array_elements(case when jsonb_typeof(s.list) = 'array' then s.list
        else '[]' end) with ordinality e (item, place)
    union all select 5, 1, app.fare_line('waiting', round(w.rate * w.secs / 3600, places), round(w.secs / 60, 2),
      'min', round(w.rate / 60, 4))
    from waited w
    union all
    select 6, e.place, app.fare_line(case when e.item ->> 'key' in ('toll', 'parking', 'route_change') then e.item
      ->> 'key' else 'extra' end,
      round(app.amount_in(e.item -> 'amount'), places), name => e.item ->> 'note')
    from jsonb_array_elements(case when jsonb_typeof(inputs -> 'extras') = 'array' then inputs
      -> 'extras' else '[]' end)
      with ordinality e (item, place))
  select coalesce(jsonb_agg(l.line order by l.part, l.place), '[]') from lines l
    where (l.line ->> 'amount')::numeric > 0
$$;

-- Returns the fare lines that riders see: the operator's fee is distributed over the lines, so that their sum is the
-- total. Lines whose price riders know (options, tolls) keep their price. A flat fee is added to the first line if that
-- is the base fare or a fixed price; otherwise it becomes a base fare of its own. The same is done with a percentage if
-- there are no other lines. Otherwise a percentage raises the other lines: each is cut to the smallest unit of the
-- currency, and the units that remain go to the lines with the largest remainders. Rounding each line and then
-- correcting one of them could make that line negative. (10 ^ 4 of integers is a float, hence 10::numeric.)
create function app.fold_fee(lines jsonb, fee numeric, fee_type text, places integer) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_priced constant text[] := array['parcel_type', 'option', 'toll', 'parking', 'extra', 'route_change'];
  v_ride numeric := (select coalesce(sum((l ->> 'amount')::numeric), 0) from jsonb_array_elements(lines) l
    where l ->> 'key' <> all (v_priced));
begin
  if fee = 0 then return lines; end if;
  if fee_type is distinct from 'percentage' or v_ride = 0 then
    if lines -> 0 ->> 'key' in ('base_fare', 'zone_fixed') then
      return jsonb_set(lines, '{0,amount}', to_jsonb((lines -> 0 ->> 'amount')::numeric + fee));
    end if;
    return jsonb_build_array(app.fare_line('base_fare', fee)) || lines;
  end if;
  return (
    with scaled as (
      select e.line, e.place, (e.line ->> 'amount')::numeric * (v_ride + fee) / v_ride as exact
      from jsonb_array_elements(lines) with ordinality e (line, place) where e.line ->> 'key' <> all (v_priced)),
    cut as (
      select s.*, trunc(s.exact, places) as amount,
        row_number() over (order by s.exact - trunc(s.exact, places) desc, s.exact desc, s.place) as turn from scaled s)
    select jsonb_agg(e.line || case when c.place is null then '{}'
      else jsonb_build_object('amount',
        round(c.amount + case when c.turn <= (v_ride + fee - l.sum) * 10::numeric ^ places then 10::numeric ^ -places
        else 0 end, places))
        || case when e.line ? 'rate' then jsonb_build_object('rate',
          round((e.line ->> 'rate')::numeric * (v_ride + fee) / v_ride, 4)) else '{}' end end
      order by e.place)
    from jsonb_array_elements(lines) with ordinality e (line, place) left join cut c on c.place = e.place,
      (select sum(k.amount) as sum from cut k) l);
end $$;

-- Removes the rate from a line if quantity times rate, rounded, is not the line's amount: rounding or the operator's
-- fee can make the two differ.
create function app.checked_rates(lines jsonb, places integer) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(case when round((l.line ->> 'quantity')::numeric * (l.line ->> 'rate')::numeric, places)
    <> (l.line ->> 'amount')::numeric
    then l.line - 'rate' else l.line end order by l.place), '[]')
  from jsonb_array_elements(lines) with ordinality l (line, place)
$$;

-- Sets the price of a computed fare to what the desk decided. The operator's fee follows the tariff, a line
-- `correction` of either sign makes up the difference, and the driver's share is the rest.
create function app.corrected_fare(rule jsonb, fare jsonb, price numeric, places integer) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_price numeric := round(corrected_fare.price, places);
  v_fees numeric := app.amount_in(rule -> 'convenience_fees');
  v_tax numeric := app.amount_in(rule -> 'tax_percent');
  v_ride numeric := greatest(0,
    case rule ->> 'convenience_fee_type' when 'percentage' then round(v_price * 100 / (100 + v_fees), places)
    else v_price - round(v_fees, places) end);
  v_lines jsonb := (select coalesce(jsonb_agg(e.line order by e.place)
    filter (where e.line ->> 'key' <> 'convenience_fee'), '[]')
    from jsonb_array_elements(fare -> 'lines') with ordinality e (line, place));
begin
  return fare || jsonb_build_object(
    'lines', v_lines
      || case when v_ride <> (fare ->> 'ride_cost')::numeric then jsonb_build_array(app.fare_line('correction',
        v_ride - (fare ->> 'ride_cost')::numeric)) else '[]' end
      || case when v_price > v_ride then jsonb_build_array(app.fare_line('convenience_fee',
        v_price - v_ride)) else '[]' end,
    'rider_lines', (fare -> 'rider_lines')
      || case when v_price <> (fare ->> 'trip_cost')::numeric then jsonb_build_array(app.fare_line('correction',
        v_price - (fare ->> 'trip_cost')::numeric)) else '[]' end,
    'ride_cost', v_ride, 'driver_share', v_ride, 'convenience_fees', v_price - v_ride, 'trip_cost', v_price,
    'tax', round(v_price * v_tax / (100 + v_tax), places));
end $$;

create function app.is_employed(rule jsonb) returns boolean language sql immutable set search_path = '' as $$
  select coalesce((is_employed.rule ->> 'employed')::boolean, false)
$$;
comment on function app.is_employed is
  'Whether the driver of a booking with this rule is an employee of the operator, whose whole price it is.';

create function app.compute_fare(rule jsonb, inputs jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_places integer := least(4, app.amount_in(rule -> 'decimal'))::integer;
  v_percent numeric := app.amount_in(rule -> 'convenience_fees');
  v_tax numeric := app.amount_in(rule -> 'tax_percent');
  v_lines jsonb := app.route_lines(rule, inputs, v_places);
  v_min numeric := round(app.amount_in(rule -> 'min_fare'), v_places);
  v_ride numeric;
  v_fee numeric;
  v_fare jsonb;
begin
  v_lines := v_lines || app.added_lines(rule, inputs, app.sum_lines(v_lines), v_places);
  v_ride := app.sum_lines(v_lines);
  if v_ride < v_min then
    v_lines := v_lines || app.fare_line('minimum_fare', v_min - v_ride);
    v_ride := v_min;
  end if;
  v_fee := round(case rule ->> 'convenience_fee_type' when 'percentage' then v_ride * v_percent / 100
    else v_percent end, v_places);
  v_fare := jsonb_build_object(
    'version', 1,
    'lines', app.checked_rates(v_lines, v_places)
      || case when v_fee > 0 then jsonb_build_array(app.fare_line('convenience_fee', v_fee)) else '[]' end,
    'rider_lines', app.checked_rates(app.fold_fee(v_lines, v_fee, rule ->> 'convenience_fee_type', v_places), v_places),
    'ride_cost', v_ride, 'driver_share', v_ride, 'convenience_fees', v_fee, 'trip_cost', v_ride + v_fee,
    'tax', round((v_ride + v_fee) * v_tax / (100 + v_tax), v_places));
  if inputs ? 'corrected_to' then
    v_fare := app.corrected_fare(rule, v_fare, app.amount_in(inputs -> 'corrected_to'), v_places);
  end if;
  return v_fare || case when app.is_employed(rule) then jsonb_build_object('ride_cost', 0, 'driver_share', 0,
    'convenience_fees', v_fare -> 'trip_cost') else '{}' end;
end $$;
comment on function app.compute_fare is
  'The fare, a pure function of two JSON objects. Source: docs/reference/fares.md.
rule: {decimal, convert_to_mile, base_fare, rate_per_unit_distance, rate_per_hour, min_fare, free_wait (minutes), '
  'waiting_rate_per_hour, convenience_fees, convenience_fee_type: flat|percentage, tax_percent, zone_fixed?: {name, '
  'amount}, zones?: [{name, amount|percent}], windows?: [{name, amount|percent}], employed? (the driver is an '
  'employee)}.
inputs: {distance_km, secs, wait_secs?, stop_wait_secs?, parcel_type?: {amount, description?}, option?: likewise, '
  'extras?: [{key: toll|parking|other|route_change, amount, note?}], corrected_to? (the price that the desk '
  'decided)}; other keys are ignored.
Returns {version, lines, rider_lines, ride_cost, driver_share, convenience_fees, trip_cost, tax}; a line is {key, '
  'amount, quantity?, unit?, rate?, name?, percent?}. A line with a rate is quantity x rate, rounded; if that product '
  'would differ, the rate is omitted.
Lines in order: base_fare, distance, time (or zone_fixed instead of the three), parcel_type, option, '
  'zone_surcharge each, tariff_window each (a percentage is one of the lines before parcel_type), waiting, toll | '
  'parking | route_change | extra each, minimum_fare; then convenience_fee, only in lines. Lines of 0 are omitted, '
  'except distance and time with a rate, and zone_fixed.
With corrected_to the lines end with correction, of either sign, before the fee, and trip_cost is that price; '
  'neither min_fare nor a line''s sign holds then.
Holds for every other input: no line is negative; each is rounded half up to decimal (0 to 4); ride_cost = sum of '
  'the lines before the fee >= min_fare rounded; trip_cost = ride_cost + convenience_fees = sum of lines = sum of '
  'rider_lines; driver_share = ride_cost. For an employee both are 0, and convenience_fees is trip_cost. tax is the '
  'tax of tax_percent percent that trip_cost already includes. Values that are no number, negative, or a billion or '
  'more count as 0.';

-- Returns the largest extra with which a fare stays within a cap: what the cap leaves without the operator's fee, less
-- the lines of the ride. A minimum fare takes up extras, so its line does not count. Rounding the fee may exceed the
-- cap by a unit.
create function app.extra_room(rule jsonb, inputs jsonb, cap numeric) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  v_places integer := (rule ->> 'decimal')::integer;
  v_fare jsonb := app.compute_fare(rule, inputs);
  v_fee numeric := app.amount_in(rule -> 'convenience_fees');
  v_lines numeric := (select coalesce(sum((l ->> 'amount')::numeric), 0) from jsonb_array_elements(v_fare -> 'lines') l
    where l ->> 'key' not in ('minimum_fare', 'convenience_fee'));
  v_room numeric := trunc(case rule ->> 'convenience_fee_type' when 'percentage' then extra_room.cap / (1 + v_fee / 100)
    else extra_room.cap - (v_fare ->> 'convenience_fees')::numeric end, v_places) - v_lines;
begin
  if v_room > 0 and (app.compute_fare(rule, inputs || jsonb_build_object('extras', coalesce(inputs -> 'extras', '[]')
      || jsonb_build_object('key', 'toll', 'amount', v_room))) ->> 'trip_cost')::numeric > extra_room.cap then
    v_room := v_room - 10::numeric ^ -v_places;
  end if;
  return greatest(0, v_room);
end $$;
comment on function app.extra_room is 'How much another extra may cost until the fare reaches a cap.';

create function app.to_money(amount numeric) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare v_amount numeric;
begin
  -- The upper limit excludes NaN, because PostgreSQL sorts NaN above every number.
  if not coalesce(to_money.amount > 0 and to_money.amount < 1000000, false) then return null; end if;
  v_amount := round(to_money.amount, (app.settings())."decimal");
  return case when v_amount > 0 then v_amount end;
end $$;
comment on function app.to_money is
  'An amount that a person entered, rounded half up to settings.decimal; null if missing, NaN, infinite, a million or '
  'more, or not positive.';
