-- Callers on the telephone: who is calling, their earlier trips, and whether staff can book for them.
-- Access: admins with the permission bookings
-- Tests:  tests/db/callers.sql, tests/db/read_limit.sql

-- Finds people whose phone number begins or ends with the text, or is the end of the text. is_whole is true if the
-- number and the text have the same last seven digits or more, because seven digits identify a number within a region.
-- A short text matches many people, so each of the three searches returns at most 20. The upper bound of a range ends
-- with a colon, the character after 9.
create function app.find_people_by_number(typed text) returns table (id uuid, is_whole boolean)
rows 10 language plpgsql stable security definer set search_path = '' as $$
declare
  v_core text := app.number_core(left(find_people_by_number.typed, 60));
  v_end text := reverse(v_core);
begin
  if v_core is null or length(v_core) < 4 then return; end if;
  return query with called as (
    (select p.id, length(v_core) >= 7 as is_whole, p.mobile, p.mobile_verified from public.profiles p
      where p.usertype <> 'admin'
      and reverse(app.number_core(p.mobile)) ~>=~ v_end and reverse(app.number_core(p.mobile)) ~<~ (v_end || ':')
      order by reverse(app.number_core(p.mobile)) using ~<~ limit 20)
    union all (select p.id, true, p.mobile, p.mobile_verified from public.profiles p where p.usertype <> 'admin'
      and app.number_core(p.mobile) = any (array(select right(v_core, n) from generate_series(7, length(v_core)) n))
        limit 20)
    union all (select p.id, false, p.mobile, p.mobile_verified from public.profiles p where p.usertype <> 'admin'
      and app.number_core(p.mobile) ~>=~ v_core and app.number_core(p.mobile) ~<~ (v_core || ':')
      order by app.number_core(p.mobile) using ~<~ limit 20))
  -- An unverified number does not match if another person verified the same number.
  select c.id, bool_or(c.is_whole) from called c
  where c.mobile_verified or not exists (select 1 from public.profiles o where o.mobile_verified and o.id <> c.id
    and app.number_core(o.mobile) = app.number_core(c.mobile))
  group by c.id;
end $$;
comment on function app.find_people_by_number is
  'People whose number may match a text: the whole number, with or without country code, or its beginning or end from '
  'four digits on.';

create function app.booking_refusal(customer public.profiles) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.check_customer(customer, false, true);
  return null;
exception when others then
  if sqlstate not like 'PT4__' then raise; end if;
  return sqlerrm;
end $$;
comment on function app.booking_refusal is
  'The error with which create_booking would refuse an admin''s booking for this person now; null if it would accept '
  'it.';

-- Returns the last five different trips of a person, latest first: one row per route and car type, with the number of
-- times.
create function app.earlier_trips(user_id uuid) returns table (booking public.bookings, times bigint)
rows 5 language sql stable security definer set search_path = '' as $$
  select l.booking, l.times from (
    select b.booking, count(*) over alike as times, row_number() over (alike order by b.created_at desc, b.id) as place
    from (select o as booking, o.id, o.created_at, o.status, o.pickup_lat, o.pickup_lng, o.drop_lat, o.drop_lng,
      o.car_type_id, o.waypoints
      from public.bookings o where o.customer_id = earlier_trips.user_id order by o.created_at desc, o.id limit 100) b
    where b.status <> 'CANCELLED'
    window alike as (partition by round(b.pickup_lat::numeric, 3), round(b.pickup_lng::numeric, 3),
      round(b.drop_lat::numeric, 3),
      round(b.drop_lng::numeric, 3), b.car_type_id, b.waypoints)) l
  where l.place = 1 order by (l.booking).created_at desc, (l.booking).id limit 5
$$;

create function app.trip_facts(booking public.bookings, times bigint) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', booking.id, 'at', booking.created_at, 'category', booking.category, 'car_type_id',
    booking.car_type_id, 'car_type', booking.car_type,
    'pickup', jsonb_build_object('lat', booking.pickup_lat, 'lng', booking.pickup_lng, 'add', booking.pickup_address),
    'drop', jsonb_build_object('lat', booking.drop_lat, 'lng', booking.drop_lng, 'add', booking.drop_address),
    'waypoints', booking.waypoints, 'parcel_type_index', booking.parcel_type_index, 'option_index',
      booking.option_index,
    'payment_mode', booking.payment_mode, 'guest_name', booking.guest_name, 'times', trip_facts.times)
    || case when app.is_demo() then '{}'
      else coalesce((select to_jsonb(c) from (select k.guest_phone, k.delivery_person, k.delivery_person_phone,
      k.pick_up_instructions, k.delivery_instructions from public.booking_contacts k
        where k.booking_id = booking.id) c), '{}') end
$$;
comment on function app.trip_facts is
  'Data of an earlier booking as a template for a new one, and how often it occurs among the last 100.';

create function app.open_trips(user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'reference', b.reference, 'status', b.status, 'trip_at',
    b.trip_at, 'book_later', b.book_later,
    'pickup_address', b.pickup_address, 'driver_name', b.driver_name, 'promised_at', b.promised_at)
      order by b.trip_at, b.id), '[]')
  from (select o.* from public.bookings o where o.customer_id = open_trips.user_id
    order by o.created_at desc, o.id limit 100) b
  where b.status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
$$;
