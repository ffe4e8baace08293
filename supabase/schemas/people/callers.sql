-- Callers on the telephone: who is calling, their earlier trips, and whether staff can book for them.
-- Needs:  profiles, bookings, saved addresses, create_booking (its refusals), read limit
-- Access: admins with the permission bookings
-- Tests:  tests/db/callers.sql, tests/db/read_limit.sql

-- Drops leading zeros, so that +41 79 …, 0041 79 … and 079 … have the same ending.
create function app.number_core(number text) returns text language sql immutable parallel safe set search_path = '' as $$
  select nullif(ltrim(regexp_replace(replace(number_core.number, '(0)', ''), '[^0-9]', '', 'g'), '0'), '')
$$;
comment on function app.number_core is 'The digits of a phone number without leading zeros; null without digits.';
-- The service role needs this grant, because a role that writes profiles also computes the values of the indexes below.
grant execute on function app.number_core(text) to service_role;
create index profiles_number on public.profiles (app.number_core(mobile) text_pattern_ops);
create index profiles_number_end on public.profiles (reverse(app.number_core(mobile)) text_pattern_ops);

-- Finds people whose phone number begins or ends with the text, or is the end of the text. is_whole is true if the number and
-- the text have the same last seven digits or more, because seven digits identify a number within a region. A short text
-- matches many people, so each of the three searches returns at most 20. The upper bound of a range ends with a colon, the
-- character after 9.
create function app.people_called(typed text) returns table (id uuid, is_whole boolean)
rows 10 language plpgsql stable security definer set search_path = '' as $$
declare
  v_core text := app.number_core(left(people_called.typed, 60));
  v_end text := reverse(v_core);
begin
  if v_core is null or length(v_core) < 4 then return; end if;
  return query with called as (
    (select p.id, length(v_core) >= 7 as is_whole, p.mobile, p.mobile_verified from public.profiles p where p.usertype <> 'admin'
      and reverse(app.number_core(p.mobile)) ~>=~ v_end and reverse(app.number_core(p.mobile)) ~<~ (v_end || ':')
      order by reverse(app.number_core(p.mobile)) using ~<~ limit 20)
    union all (select p.id, true, p.mobile, p.mobile_verified from public.profiles p where p.usertype <> 'admin'
      and app.number_core(p.mobile) = any (array(select right(v_core, n) from generate_series(7, length(v_core)) n)) limit 20)
    union all (select p.id, false, p.mobile, p.mobile_verified from public.profiles p where p.usertype <> 'admin'
      and app.number_core(p.mobile) ~>=~ v_core and app.number_core(p.mobile) ~<~ (v_core || ':')
      order by app.number_core(p.mobile) using ~<~ limit 20))
  -- An unverified number does not match if another person verified the same number.
  select c.id, bool_or(c.is_whole) from called c
  where c.mobile_verified or not exists (select 1 from public.profiles o where o.mobile_verified and o.id <> c.id
    and app.number_core(o.mobile) = app.number_core(c.mobile))
  group by c.id;
end $$;
comment on function app.people_called is 'People whose number may match a text: the whole number, with or without country code, or its beginning or end from four digits on.';

create function app.booking_refusal(customer public.profiles) returns text language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.check_customer(customer, false, true);
  return null;
exception when others then
  if sqlstate not like 'PT4__' then raise; end if;
  return sqlerrm;
end $$;
comment on function app.booking_refusal is 'The error with which create_booking would refuse an admin''s booking for this person now; null if it would accept it.';

-- Returns the last five different trips of a person, latest first: one row per route and car type, with the number of times.
create function app.earlier_trips(user_id uuid) returns table (booking public.bookings, times bigint)
rows 5 language sql stable security definer set search_path = '' as $$
  select l.booking, l.times from (
    select b.booking, count(*) over alike as times, row_number() over (alike order by b.created_at desc, b.id) as place
    from (select o as booking, o.id, o.created_at, o.status, o.pickup_lat, o.pickup_lng, o.drop_lat, o.drop_lng, o.car_type_id, o.waypoints
      from public.bookings o where o.customer_id = earlier_trips.user_id order by o.created_at desc, o.id limit 100) b
    where b.status <> 'CANCELLED'
    window alike as (partition by round(b.pickup_lat::numeric, 3), round(b.pickup_lng::numeric, 3), round(b.drop_lat::numeric, 3),
      round(b.drop_lng::numeric, 3), b.car_type_id, b.waypoints)) l
  where l.place = 1 order by (l.booking).created_at desc, (l.booking).id limit 5
$$;

create function app.trip_facts(booking public.bookings, times bigint) returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', booking.id, 'at', booking.created_at, 'category', booking.category, 'car_type_id', booking.car_type_id, 'car_type', booking.car_type,
    'pickup', jsonb_build_object('lat', booking.pickup_lat, 'lng', booking.pickup_lng, 'add', booking.pickup_address),
    'drop', jsonb_build_object('lat', booking.drop_lat, 'lng', booking.drop_lng, 'add', booking.drop_address),
    'waypoints', booking.waypoints, 'parcel_type_index', booking.parcel_type_index, 'option_index', booking.option_index,
    'payment_mode', booking.payment_mode, 'guest_name', booking.guest_name, 'times', trip_facts.times)
    || case when app.is_demo() then '{}' else coalesce((select to_jsonb(c) from (select k.guest_phone, k.delivery_person, k.delivery_person_phone,
      k.pick_up_instructions, k.delivery_instructions from public.booking_contacts k where k.booking_id = booking.id) c), '{}') end
$$;
comment on function app.trip_facts is 'Data of an earlier booking as a template for a new one, and how often it occurs among the last 100.';

create function app.open_trips(user_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'reference', b.reference, 'status', b.status, 'trip_at', b.trip_at, 'book_later', b.book_later,
    'pickup_address', b.pickup_address, 'driver_name', b.driver_name, 'promised_at', b.promised_at) order by b.trip_at, b.id), '[]')
  from (select o.* from public.bookings o where o.customer_id = open_trips.user_id order by o.created_at desc, o.id limit 100) b
  where b.status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
$$;

-- Returns the earlier trips, saved addresses and open trips of a person on the telephone. Call it only if it is certain who the
-- person is: people_called returned is_whole, or returned only this person, or staff chose the person by id.
create function app.caller_facts(person public.profiles, out trips jsonb, out places jsonb, out open_trips jsonb, out refusal jsonb)
language plpgsql volatile security definer set search_path = '' as $$
declare v_ids uuid[];
begin
  select coalesce(jsonb_agg(app.trip_facts(t.booking, t.times) order by (t.booking).created_at desc, (t.booking).id), '[]'), array_agg((t.booking).id)
  into caller_facts.trips, v_ids
  from app.earlier_trips(person.id) t;
  caller_facts.open_trips := app.open_trips(person.id);
  v_ids := v_ids || array(select (o ->> 'id')::uuid from jsonb_array_elements(caller_facts.open_trips) o);
  select coalesce(jsonb_agg(jsonb_build_object('label', a.label, 'lat', a.lat, 'lng', a.lng, 'add', a.description)
    order by a.label is null, a.count desc, a.id), '[]') into caller_facts.places
  from (select s.* from public.saved_addresses s where s.user_id = person.id order by s.label is null, s.count desc, s.id limit 6) a;
  caller_facts.refusal := app.count_shown_rows('addresses', person.id, (select array_agg(distinct i) from unnest(v_ids) i));
  if jsonb_array_length(caller_facts.places) > 0 then
    perform app.log_list('saved_addresses', person.id, jsonb_array_length(caller_facts.places));
  end if;
end $$;

create type public.found_caller as (
  id uuid, first_name text, last_name text, mobile text, usertype text, is_whole boolean, is_known boolean, refusal text,
  wallet_balance numeric, open_trips jsonb, trips jsonb, places jsonb, is_claimed boolean
);
comment on type public.found_caller is 'A row of find_caller: a person who may be calling. is_whole: the number is the whole number of this person; is_known: it is certain who is calling, so that trips and places are included; refusal: why create_booking would refuse this person now; is_claimed: the person wrote the number into the profile and no code verified it, so the caller may be somebody else.';

create function public.find_caller(phone text default null, person_id uuid default null) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_whole boolean[];
  v_person public.profiles;
  v_is_known boolean;
  v_facts record;
  v_rows json[];
  v_refusal jsonb;
begin
  perform app.require_permission('bookings');
  v_refusal := app.read_refusal('people', find_caller.person_id);
  if v_refusal is not null then return v_refusal; end if;
  if find_caller.person_id is null then
    -- A demo refuses the search by number, because it would reveal the numbers that the demo masks.
    perform app.require_edits();
    select array_agg(l.id order by l.place), array_agg(l.is_whole order by l.place) into v_ids, v_whole from (
      select c.id, c.is_whole, row_number() over (order by c.is_whole desc, app.claims_number(p), p.usertype = 'rider' desc,
        p.mobile_verified desc, p.created_at desc, c.id) as place
      from app.people_called(find_caller.phone) c join public.profiles p on p.id = c.id order by place limit 4) l;
  else
    select array_agg(p.id), array_agg(true) into v_ids, v_whole from public.profiles p
    where p.id = find_caller.person_id and p.deleted_at is null and p.usertype <> 'admin';
  end if;
  v_refusal := app.count_shown_rows('people', find_caller.person_id, v_ids);
  if v_refusal is not null then return v_refusal; end if;
  for i in 1 .. coalesce(cardinality(v_ids), 0) loop
    select p.* into v_person from public.profiles p where p.id = v_ids[i];
    v_is_known := v_whole[i] or cardinality(v_ids) = 1;
    select f.* into v_facts from app.caller_facts(v_person) f where v_is_known;
    if v_facts.refusal is not null then return v_facts.refusal; end if;
    v_rows := v_rows || (select to_json(row(m.id, m.first_name, m.last_name, m.mobile, m.usertype, v_whole[i], v_is_known, app.booking_refusal(v_person),
        m.wallet_balance, coalesce(v_facts.open_trips, '[]'), coalesce(v_facts.trips, '[]'), coalesce(v_facts.places, '[]'), app.claims_number(v_person))::public.found_caller)
      from app.masked_person(v_person) m);
  end loop;
  return app.page(to_json(v_rows));
end $$;
comment on function public.find_caller is 'Finds a caller on the telephone for admins: up to four people by number (from four digits on, with or without country code), or one person by id. refusal: why create_booking would refuse this person now. is_known: the person is identified by the whole number or as the only match; only then are current trips, recent trips and saved places included. Numbers that a code verified or staff wrote come first; is_claimed: the person only says that it is theirs. Contacts are masked in demo mode. The access log records who read how much. @returns page of found_caller. Errors: must_login, not_allowed, demo_mode (a search by number), needs_approval (above settings.export_limit).';
grant execute on function public.find_caller(text, uuid) to authenticated;
