-- Callers on the telephone: who is calling, their earlier trips, and whether staff can book for them.

-- Returns the earlier trips, saved addresses and open trips of a person on the telephone. Call it only if it is certain
-- who the person is: find_people_by_number returned is_whole, or returned only this person, or staff chose the person
-- by id.
create function app.caller_facts(person public.profiles, out trips jsonb, out places jsonb, out open_trips jsonb,
  out refusal jsonb)
language plpgsql volatile security definer set search_path = '' as $$
declare v_ids uuid[];
begin
  select coalesce(jsonb_agg(app.trip_facts(t.booking, t.times) order by (t.booking).created_at desc, (t.booking).id),
    '[]'), array_agg((t.booking).id)
  into caller_facts.trips, v_ids
  from app.earlier_trips(person.id) t;
  caller_facts.open_trips := app.open_trips(person.id);
  v_ids := v_ids || array(select (o ->> 'id')::uuid from jsonb_array_elements(caller_facts.open_trips) o);
  select coalesce(jsonb_agg(jsonb_build_object('label', a.label, 'lat', a.lat, 'lng', a.lng, 'add', a.description)
    order by a.label is null, a.count desc, a.id), '[]') into caller_facts.places
  from (select s.* from public.saved_addresses s where s.user_id = person.id order by s.label is null, s.count desc,
    s.id limit 6) a;
  caller_facts.refusal := app.count_shown_rows('addresses', person.id, (select array_agg(distinct i)
    from unnest(v_ids) i));
  if jsonb_array_length(caller_facts.places) > 0 then
    perform app.log_list('saved_addresses', person.id, jsonb_array_length(caller_facts.places));
  end if;
end $$;

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
      select c.id, c.is_whole, row_number() over (order by c.is_whole desc, app.is_number_unproved(p),
        p.usertype = 'rider' desc,
        p.mobile_verified desc, p.created_at desc, c.id) as place
      from app.find_people_by_number(find_caller.phone) c join public.profiles p on p.id = c.id
        order by place limit 4) l;
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
    v_rows := v_rows || (select to_json(row(m.id, m.first_name, m.last_name, m.mobile, m.usertype, v_whole[i],
      v_is_known, app.booking_refusal(v_person),
        m.wallet_balance, coalesce(v_facts.open_trips, '[]'), coalesce(v_facts.trips, '[]'),
          coalesce(v_facts.places, '[]'), app.is_number_unproved(v_person))::public.found_caller)
      from app.masked_person(v_person) m);
  end loop;
  return app.page(to_json(v_rows));
end $$;
comment on function public.find_caller is
  'Finds a caller on the telephone for admins: up to four people by number (from four digits on, with or without '
  'country code), or one person by id. refusal: why create_booking would refuse this person now. is_known: the person '
  'is identified by the whole number or as the only match; only then are current trips, recent trips and saved places '
  'included. Numbers that a code verified or staff wrote come first; is_claimed: the person only says that it is '
  'theirs. Contacts are masked in demo mode. The access log records who read how much. @returns page of '
  'found_caller. '
  'Errors: must_login, not_allowed, demo_mode (a search by number), needs_approval (above settings.export_limit).';
grant execute on function public.find_caller(text, uuid) to authenticated;

create function public.known_callers(phone text) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_end text := reverse(app.number_core(left(known_callers.phone, 60)));
  v_rows json;
  v_ids uuid[];
  v_refusal jsonb;
begin
  perform app.require_editor('bookings');
  v_refusal := app.read_refusal('people');
  if v_refusal is not null then return v_refusal; end if;
  -- Seven digits identify a number within a region, as in find_caller.
  select json_agg(row(c.id, c.first_name, c.last_name, c.mobile, c.email, (select coalesce(jsonb_agg(
    jsonb_build_object('label', a.label, 'lat', a.lat, 'lng', a.lng, 'add', a.description) order by a.label), '[]')
    from app.caller_places a where a.caller_id = c.id))::public.known_caller), array_agg(c.id) into v_rows, v_ids
  from (select k.* from app.known_callers k where length(v_end) >= 7 and k.mobile is not null
    and reverse(app.number_core(k.mobile)) ~>=~ v_end and reverse(app.number_core(k.mobile)) ~<~ (v_end || ':')
    and not app.is_contact_taken(null, k.mobile) order by k.id limit 4) c;
  return coalesce(app.count_shown_rows('people', null, v_ids)::json, app.page(v_rows));
end $$;
comment on function public.known_callers is
  'People without an account whom the office knows by this number (seven digits or more, with or without country '
  'code), up to four, with their places. An account that the desk makes with the number gets their name and places. '
  'The access log records the read. @returns page of known_caller. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, needs_approval.';
grant execute on function public.known_callers(text) to authenticated;

create function public.delete_known_caller(id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.require_editor('people');
  delete from app.known_callers c where c.id = delete_known_caller.id;
  if found then perform app.audit('delete', 'known_callers', delete_known_caller.id::text); end if;
end $$;
comment on function public.delete_known_caller is
  'Forgets a person without an account, for example because they ask for it. Idempotent. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode.';
grant execute on function public.delete_known_caller(uuid) to authenticated;
