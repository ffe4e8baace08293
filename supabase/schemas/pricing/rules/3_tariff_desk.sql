-- Tariffs for staff: previews of unsaved tariffs, the number of uses of a car type, and the order of lists.
-- Access: admins whose role may change prices
-- Tests:  tests/db/tariff_desk.sql

create function public.preview_fares(tariff jsonb, rides jsonb) returns setof public.previewed_fare
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rule jsonb;
  v_km numeric;
begin
  perform app.require_permission('prices');
  if jsonb_typeof(tariff) is distinct from 'object' or jsonb_typeof(rides) is distinct from 'array'
    or jsonb_typeof(coalesce(tariff -> 'parcel_types', '[]')) <> 'array'
      or jsonb_typeof(coalesce(tariff -> 'options', '[]')) <> 'array' then
    perform app.refuse('tariff_invalid', 422, 'Pass tariff as a car type object and rides as a list');
  end if;
  if jsonb_array_length(rides) > 50 then perform app.refuse('tariff_invalid', 422, 'At most 50 rides at once'); end if;
  v_rule := app.tariff_rule(tariff);
  v_km := case when v_rule -> 'convert_to_mile' = 'true' then 1.609344 else 1 end;
  return query
    select f.* from jsonb_array_elements(rides) with ordinality r (ride, place)
    cross join lateral jsonb_populate_record(null::public.previewed_fare,
      app.compute_fare(v_rule, jsonb_strip_nulls(jsonb_build_object(
      'distance_km', app.amount_in(r.ride -> 'distance') * v_km, 'secs', round(app.amount_in(r.ride -> 'minutes') * 60),
      'parcel_type', app.choice_at(coalesce(tariff -> 'parcel_types', '[]'), r.ride -> 'parcel_type_index'),
      'option', app.choice_at(coalesce(tariff -> 'options', '[]'), r.ride -> 'option_index'))))) f
    order by r.place;
end $$;
comment on function public.preview_fares is
  'The price of rides under a car type, saved or not. tariff is a car_types row as JSON; rides is [{distance (km, or '
  'miles with settings.convert_to_mile), minutes, parcel_type_index?, option_index?}], at most 50. Returns one row '
  'per ride in the same order, computed like a quote but without zones and tariff windows. '
  'Errors: must_login, not_allowed, tariff_invalid, select_proper.';
grant execute on function public.preview_fares(jsonb, jsonb) to authenticated;

create function public.car_type_uses(car_type_id uuid) returns public.counted_uses
language plpgsql stable security definer set search_path = '' as $$
declare
  v_month timestamptz := (select date_trunc('month', app.now() at time zone s.time_zone) at time zone s.time_zone
    from public.settings s where s.id = 1);
begin
  perform app.require_permission('prices');
  return row(
    (select count(*) from public.drivers d where d.car_type_id = car_type_uses.car_type_id),
    -- Counting stops at 1000 bookings: the form needs no larger number, and counting the bookings of a year is slow.
    (select count(*) from (select 1 from public.bookings b where b.car_type_id = car_type_uses.car_type_id
      limit 1000) n),
    (select count(*) from (select 1 from public.bookings b where b.car_type_id = car_type_uses.car_type_id
      and b.created_at >= v_month limit 1000) n),
    (select count(*) from public.zones z where z.car_type_id = car_type_uses.car_type_id),
    (select count(*) from public.tariff_windows w
      where w.car_type_id = car_type_uses.car_type_id))::public.counted_uses;
end $$;
comment on function public.car_type_uses is
  'How many rows use a car type; bookings are counted up to 1000. A car type with drivers or bookings cannot be '
  'deleted; deleting one also deletes its zones and tariff windows. '
  'Errors: must_login, not_allowed.';
grant execute on function public.car_type_uses(uuid) to authenticated;
