-- Imports: people, cars, callers, places, zones and promotions from a file of the office.

create function app.is_account_import(kind text) returns boolean language sql immutable parallel safe as $$
  select kind in ('drivers', 'fleets', 'staff')
$$;
comment on function app.is_account_import is 'Whether the rows of an import become accounts of the auth server.';

create function app.import_usertype(kind text) returns text language sql immutable parallel safe as $$
  select case kind when 'drivers' then 'driver' when 'fleets' then 'fleetadmin' when 'staff' then 'admin' end
$$;

create function app.require_importer(kind text) returns public.profiles
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.require_editor(case require_importer.kind when 'staff' then 'staff' when 'zones' then 'prices'
    when 'promos' then 'promotions' else 'people' end);
end $$;

create function app.refuse_field(key text, field text, hint text default 'See the field in detail')
returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.refuse(refuse_field.key, 422, refuse_field.hint, refuse_field.field);
end $$;
comment on function app.refuse_field is 'Refuses a row of an import because of one field, which the detail names.';

-- People write the names of car types and fleets, so case and accents do not count.
create function app.import_car_type(input text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare v_ids uuid[];
begin
  select array_agg(c.id) into v_ids from public.car_types c
  where c.id::text = import_car_type.input or app.folded(c.name) = app.folded(import_car_type.input);
  if cardinality(v_ids) = 1 then return v_ids[1]; end if;
  perform app.refuse_field('import_car_type', 'car_type');
  return null;
end $$;

create function app.import_fleet(input text) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare v_ids uuid[];
begin
  select array_agg(p.id) into v_ids from public.profiles p
  where p.usertype = 'fleetadmin' and p.deleted_at is null and (p.id::text = import_fleet.input
    or lower(p.email) = lower(import_fleet.input) or p.mobile = import_fleet.input
    or app.folded(btrim(p.first_name || ' ' || p.last_name)) = app.folded(import_fleet.input));
  if cardinality(v_ids) = 1 then return v_ids[1]; end if;
  perform app.refuse_field('import_fleet', 'fleet');
  return null;
end $$;

create function app.import_value(field app.import_field, input text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  case (field).read_as
    when 'number' then
      if input ~ '^-?[0-9]{1,15}([.][0-9]{1,15})?$' then return to_jsonb(input::numeric); end if;
    when 'whole' then
      if input ~ '^[0-9]{1,9}$' then return to_jsonb(input::integer); end if;
    when 'flag' then
      if input in ('true', 'false') then return to_jsonb(input::boolean); end if;
    when 'day' then
      if app.date_of(input) is not null then return to_jsonb(input); end if;
    when 'email' then
      if app.email_of(input) is not null then return to_jsonb(app.email_of(input)); end if;
      perform app.refuse_field('proper_email', (field).field);
    when 'phone' then
      if app.mobile_of(input) is not null then return to_jsonb(input); end if;
      perform app.refuse_field('mobile_no_blank_error', (field).field);
    when 'car_type' then return to_jsonb(app.import_car_type(input));
    when 'fleet' then return to_jsonb(app.import_fleet(input));
    when 'area' then return app.import_area(input);
    else return to_jsonb(input);
  end case;
  perform app.refuse_field('import_value', (field).field);
  return null;
end $$;

create function app.import_area(input text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_area extensions.geometry;
begin
  begin
    v_area := app.read_area(input::jsonb);
  exception when invalid_text_representation then v_area := null;
  end;
  if v_area is null then perform app.refuse_field('zone_invalid', 'area'); end if;
  return extensions.st_asgeojson(v_area, 6, 0)::jsonb;
end $$;

-- Reads a row's texts: numbers and yes or no become JSON of that type, names of car types and fleets become ids. An
-- empty cell says nothing: it neither sets nor clears a value.
create function app.import_facts(kind text, facts jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_facts jsonb := '{}'::jsonb;
  v_field app.import_field;
  v_text text;
begin
  for v_field in select f.* from app.import_fields(import_facts.kind) f loop
    v_text := import_facts.facts ->> v_field.field;
    if v_text <> '' then v_text := app.plain(v_text); end if;
    if coalesce(v_text, '') = '' or app.is_blank(v_text) then
      if v_field.is_needed then perform app.refuse_field('import_needed', v_field.field); end if;
    else
      v_facts := v_facts || jsonb_build_object(case when v_field.read_as in ('car_type', 'fleet')
        then v_field.field || '_id' else v_field.field end, app.import_value(v_field, v_text));
    end if;
  end loop;
  if v_facts ? 'lang_locale' and not exists (select 1 from public.languages l
    where l.lang_locale = v_facts ->> 'lang_locale') then
    perform app.refuse_field('import_value', 'lang_locale');
  end if;
  if import_facts.kind in ('places', 'callers') or app.is_account_import(import_facts.kind) then
    perform app.require_contact(v_facts ->> 'email', v_facts ->> 'mobile');
  end if;
  return v_facts;
end $$;
comment on function app.import_facts is
  'The facts of a row in the form that the rules of its kind take. '
  'Errors: import_needed, import_value, import_car_type, import_fleet, proper_email, mobile_no_blank_error, '
  'zone_invalid, email_or_mobile_issue; the detail names the field.';

-- What may stand only once in a file.
create function app.import_keys(kind text, facts jsonb, out key_a text, out key_b text)
language plpgsql immutable set search_path = '' as $$
begin
  key_a := case import_keys.kind
    when 'cars' then concat(facts ->> 'fleet_id', ' ', lower(facts ->> 'vehicle_number'))
    when 'zones' then lower(facts ->> 'name') when 'promos' then upper(facts ->> 'promo_name')
    when 'places' then concat(coalesce(facts ->> 'mobile', facts ->> 'email'), ' ', lower(facts ->> 'label'))
    else facts ->> 'mobile' end;
  if import_keys.kind not in ('cars', 'zones', 'promos', 'places') then key_b := facts ->> 'email'; end if;
end $$;

create function app.import_one_id(ids uuid[]) returns uuid language plpgsql stable set search_path = '' as $$
begin
  if cardinality(ids) > 1 then
    perform app.refuse('import_ambiguous', 409, 'The row names two things that exist');
  end if;
  return ids[1];
end $$;

create function app.import_person(kind text, facts jsonb) returns uuid
language plpgsql stable security definer set search_path = '' as $$
declare v_id uuid := app.import_one_id(array(select a from app.accounts_with(facts ->> 'email', facts ->> 'mobile') a));
begin
  if v_id is not null and not exists (select 1 from public.profiles p where p.id = v_id and p.deleted_at is null
    and p.usertype = app.import_usertype(import_person.kind)) then
    perform app.refuse('user_exists', 409, 'An account of another kind has this address or number');
  end if;
  return v_id;
end $$;

create function app.import_caller(facts jsonb) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.import_one_id(array(select c.id from app.known_callers c where c.mobile = import_caller.facts ->> 'mobile'
    union select c.id from app.known_callers c where c.email = import_caller.facts ->> 'email'));
end $$;

create function app.import_found(kind text, facts jsonb) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return case import_found.kind
    when 'callers' then app.import_caller(facts)
    when 'places' then coalesce(
      (select a.id from public.saved_addresses a where lower(a.label) = lower(facts ->> 'label')
        and a.user_id = app.import_one_id(array(select w
          from app.accounts_with(facts ->> 'email', facts ->> 'mobile') w))),
      (select a.id from app.caller_places a where lower(a.label) = lower(facts ->> 'label')
        and a.caller_id = app.import_caller(facts)))
    when 'cars' then (select v.id from app.shared_vehicles v
      where coalesce(v.fleet_id::text, '') = coalesce(facts ->> 'fleet_id', '')
        and lower(v.vehicle_number) = lower(facts ->> 'vehicle_number') and v.retired_at is null)
    when 'zones' then app.import_one_id(array(select z.id from public.zones z
      where lower(z.name) = lower(facts ->> 'name')))
    when 'promos' then (select p.id from public.promos p where upper(p.promo_name) = upper(facts ->> 'promo_name'))
    else app.import_person(import_found.kind, facts) end;
end $$;
comment on function app.import_found is
  'The thing that a row of an import is about, found by what people know it by; null if it does not exist yet. '
  'Errors: import_ambiguous, user_exists.';

create function app.import_current(kind text, id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return case import_current.kind
    when 'callers' then (select to_jsonb(c) from app.known_callers c where c.id = import_current.id)
    when 'places' then coalesce((select to_jsonb(a) from public.saved_addresses a where a.id = import_current.id),
      (select to_jsonb(a) from app.caller_places a where a.id = import_current.id))
    when 'cars' then (select to_jsonb(v) from app.shared_vehicles v where v.id = import_current.id)
    when 'zones' then (select to_jsonb(z) || jsonb_build_object('area', z.geojson) from public.zones z
      where z.id = import_current.id)
    when 'promos' then (select to_jsonb(p) from public.promos p where p.id = import_current.id)
    else (select coalesce(to_jsonb(v), '{}') || coalesce(to_jsonb(d), '{}') || to_jsonb(p) from public.profiles p
      left join public.drivers d on d.id = p.id left join public.vehicles v on v.driver_id = p.id
      where p.id = import_current.id) end;
end $$;
comment on function app.import_current is 'The present values of a thing, by the fields of its kind of import.';

-- A contact that a row of a place or caller names is how the owner is found, not a value of it.
create function app.import_changes(kind text, facts jsonb, current jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array_agg(f.key order by f.key) from jsonb_each(import_changes.facts) f
  where import_changes.current -> f.key is distinct from f.value
    and (import_changes.kind <> 'places' or f.key not in ('mobile', 'email', 'label'))
    -- What the person has chosen counts more than the file, and a file does not suspend anybody.
    and not (f.key in ('lang_locale', 'approved') and app.is_account_import(import_changes.kind))
$$;

create function app.import_view(import app.imports) returns public.import_state
language sql stable security definer set search_path = '' as $$
  select row((import).id, (import).kind, (import).name, (import).created_at,
    (select btrim(p.first_name || ' ' || p.last_name) from public.profiles p where p.id = (import).created_by),
    (import).created_by = auth.uid(), (import).began_at, (import).undone_at, count(*)::integer,
    (count(*) filter (where r.state = 'waiting'))::integer, (count(*) filter (where r.state = 'fresh'))::integer,
    (count(*) filter (where r.state = 'changed'))::integer, (count(*) filter (where r.state = 'same'))::integer,
    (count(*) filter (where r.state = 'wrong'))::integer, (count(*) filter (where r.state = 'done'))::integer,
    (count(*) filter (where r.state = 'undone'))::integer,
    (count(*) filter (where r.state = 'kept'))::integer)::public.import_state
  from app.import_rows r where r.import_id = (import).id
$$;

create function public.list_imports() returns setof public.import_state
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.require_permission('desk');
begin
  return query select v.* from app.imports i cross join lateral app.import_view(i) v
  where app.role_has_permission(v_me.staff_role, case i.kind when 'staff' then 'staff' when 'zones' then 'prices'
    when 'promos' then 'promotions' else 'people' end)
  order by i.created_at desc, i.id limit 50;
end $$;
comment on function public.list_imports is
  'The latest 50 imports of kinds that the caller may import, newest first. '
  'Errors: must_login, account_suspended, not_allowed.';
grant execute on function public.list_imports() to authenticated;

create function public.import_rows(import_id uuid, state text default null, after_nr integer default 0,
  page_size integer default 100) returns setof public.import_row
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_import app.imports;
begin
  perform app.require_importer(i.kind) from app.imports i where i.id = import_rows.import_id;
  select i.* into v_import from app.imports i where i.id = import_rows.import_id and i.created_by = v_me.id;
  if not found then perform app.refuse('import_not_found', 404, 'No such import of the caller'); end if;
  return query select r.nr, r.facts, r.state, r.did, r.changes, r.code, r.field, r.other_nr from app.import_rows r
  where r.import_id = v_import.id and (import_rows.state is null or r.state = import_rows.state)
    and r.nr > coalesce(import_rows.after_nr, 0)
  order by r.nr limit least(greatest(coalesce(import_rows.page_size, 100), 1), 1000);
end $$;
comment on function public.import_rows is
  'Rows of an import that the caller began, by their number in the file; of one state, or all. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found.';
grant execute on function public.import_rows(uuid, text, integer, integer) to authenticated;
