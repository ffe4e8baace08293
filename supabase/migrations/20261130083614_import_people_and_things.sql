-- import_people_and_things: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

insert into app.limits (purpose, most, seconds, refusal) values ('import', 60, 3600, 'At most %s files an hour')
on conflict on constraint limits_pkey do nothing;

create table app.known_callers (
  id uuid primary key default app.uuid_v7(),
  first_name text not null default '' check (length(first_name) <= 80),
  last_name text not null default '' check (length(last_name) <= 80),
  mobile text check (mobile ~ '^[+][1-9][0-9]{5,14}$'),
  email text check (length(email) <= 255),
  lang_locale text check (length(lang_locale) <= 20),
  created_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default app.now(),
  constraint known_callers_contact check (num_nonnulls(mobile, email) > 0),
  constraint known_callers_named check (first_name <> '' or last_name <> '')
);

call app.describe('app.known_callers', $$
  People whom the office knows by their number or e-mail address and who have no account: no row in auth.users, no
    wallet. The first proved code of the contact gives name and places to the account and deletes the row.
  mobile: The person's number in E.164 form, as the office has it; nobody has proved it.
  email: The person's address in lower case; nobody has proved it.
  lang_locale: The language in which the person is written to.
  created_by: The admin who added the person.
$$);

create unique index known_callers_mobile on app.known_callers (mobile) where mobile is not null;

create unique index known_callers_email on app.known_callers (email) where email is not null;

create index known_callers_created_by on app.known_callers (created_by);

create table app.caller_places (
  id uuid primary key default app.uuid_v7(),
  caller_id uuid not null references app.known_callers (id) on delete cascade,
  label text not null check (btrim(label) <> '' and length(label) <= 40),
  description text not null check (btrim(description) <> '' and length(description) <= 500),
  lat double precision not null,
  lng double precision not null,
  constraint caller_places_place check (app.is_place(lat, lng))
);

call app.describe('app.caller_places', $$
  Places of known callers: they become saved_addresses of the account that claims the caller.
  label: The place's name, such as home.
  description: Address of the place, as text.
$$);

create unique index caller_places_label on app.caller_places (caller_id, lower(label));

alter table app.known_callers enable row level security;

alter table app.caller_places enable row level security;

create index known_callers_number_end on app.known_callers (reverse(app.number_core(mobile)) text_pattern_ops)
  where mobile is not null;

create type public.known_caller as (
  id uuid, first_name text, last_name text, mobile text, email text, places jsonb
);

comment on type public.known_caller is
  'A person without an account whom the office knows from a list of its own. places: [{label, lat, lng, add}].';

create function app.most_import_rows() returns integer language sql immutable parallel safe as $$ select 20000 $$;

comment on function app.most_import_rows is 'Maximum rows of a file that is imported, without its header.';

create function app.most_import_columns() returns integer language sql immutable parallel safe as $$ select 50 $$;

comment on function app.most_import_columns is 'Maximum columns of a file that is imported.';

create function app.most_import_text() returns integer language sql immutable parallel safe as $$ select 10000 $$;

comment on function app.most_import_text is 'Maximum characters of one cell of a file that is imported.';

create function app.import_batch() returns integer language sql immutable parallel safe as $$ select 500 $$;

comment on function app.import_batch is 'Rows of an import that one call takes, checks, writes or takes back.';

create domain public.import_kind as text
  check (value in ('drivers', 'fleets', 'staff', 'cars', 'callers', 'places', 'zones', 'promos'));

create table app.imports (
  id uuid primary key,
  kind public.import_kind not null,
  name text not null check (btrim(name) <> '' and length(name) <= 200),
  created_by uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default app.now(),
  began_at timestamptz,
  undone_at timestamptz
);

call app.describe('app.imports', $$
  Files that admins import. They are kept for 30 days, so that an import can be taken back.
  kind: What a row of the file is.
  name: Name of the file.
  created_by: The admin who imports it; nobody else reads its rows.
  began_at: When the first row was written; from then on no rows are added.
  undone_at: When the import was first taken back.
$$);

create index imports_created_by on app.imports (created_by, created_at desc);

create index imports_created_at on app.imports (created_at);

create table app.import_rows (
  import_id uuid not null references app.imports (id) on delete cascade,
  nr integer not null check (nr between 1 and 2000000),
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  state text not null default 'waiting'
    check (state in ('waiting', 'fresh', 'changed', 'same', 'wrong', 'done', 'undone', 'kept')),
  key_a text,
  key_b text,
  did text check (did in ('fresh', 'changed')),
  target_id uuid,
  before jsonb,
  changes text[],
  code text,
  field text,
  other_nr integer check (other_nr between 1 and 2000000),
  primary key (import_id, nr)
);

call app.describe('app.import_rows', $$
  Rows of an import. Each is checked and written in a subtransaction of its own.
  nr: Number of the row in the file; its header is row 1.
  facts: What the row says, by field (app.import_fields), as texts; empty cells are left out.
  state: waiting (not checked yet), fresh (a new thing), changed (of a thing that exists), same (nothing to do), wrong
    (code says why), done (did says what), undone, kept (something hangs on it by now).
  key_a: What makes the row unique in the file: the number of a person, the plate of a car, the name of others.
  key_b: The e-mail address of a person.
  target_id: The thing that the row is about.
  before: Earlier values of what the row changed.
  changes: The fields that the row changes.
  field: The field of which code complains.
  other_nr: The earlier row with the same key.
$$);

create index import_rows_key_a on app.import_rows (import_id, key_a) where key_a is not null;

create index import_rows_key_b on app.import_rows (import_id, key_b) where key_b is not null;

create index import_rows_state on app.import_rows (import_id, state, nr);

create index import_rows_target on app.import_rows (target_id) where target_id is not null;

alter table app.imports enable row level security;

alter table app.import_rows enable row level security;

create type public.import_state as (
  id uuid, kind text, name text, created_at timestamptz, by_name text, is_own boolean, began_at timestamptz,
  undone_at timestamptz, total integer, waiting integer, fresh integer, changed integer, same integer, wrong integer,
  done integer, undone integer, kept integer
);

comment on type public.import_state is
  'An import and how many of its rows are in which state. fresh, changed: rows that will be written so; done: written '
  'rows; kept: rows that could not be taken back, because something hangs on them.';

create type public.import_row as (
  nr integer, facts jsonb, state text, did text, changes text[], code text, field text, other_nr integer
);

comment on type public.import_row is
  'A row of an import. code: why it is wrong, as an error code; field: of which field; other_nr: the earlier row that '
  'says the same.';

create type public.import_plan as (users jsonb, import jsonb);

comment on type public.import_plan is
  'Accounts that an import needs. users: [{nr, user: the request to the auth server}]; import: import_state.';

create type app.import_field as (field text, read_as text, is_needed boolean);

create function app.import_fields(kind text) returns setof app.import_field
language sql immutable parallel safe set search_path = '' as $$
  select f.field, f.read_as, f.is_needed from (values
    ('drivers fleets staff', 'first_name', 'text', true), ('drivers fleets staff', 'last_name', 'text', true),
    ('callers', 'first_name', 'text', false), ('callers', 'last_name', 'text', false),
    ('drivers fleets staff callers places', 'mobile', 'phone', false),
    ('drivers fleets staff callers places', 'email', 'email', false),
    ('drivers fleets staff callers', 'lang_locale', 'choice', false),
    ('staff', 'staff_role', 'choice', true),
    ('cars', 'vehicle_number', 'text', true), ('drivers', 'vehicle_number', 'text', false),
    ('drivers cars', 'vehicle_make', 'text', false), ('drivers cars', 'vehicle_model', 'text', false),
    ('drivers cars', 'vehicle_color', 'text', false), ('cars', 'car_type', 'car_type', true),
    ('drivers zones', 'car_type', 'car_type', false), ('drivers cars', 'fleet', 'fleet', false),
    ('drivers cars', 'seats', 'whole', false), ('drivers cars', 'luggage', 'whole', false),
    ('drivers cars', 'child_seats', 'whole', false), ('drivers cars', 'wheelchair', 'flag', false),
    ('drivers', 'other_info', 'text', false), ('drivers fleets', 'approved', 'flag', false),
    ('cars', 'mileage', 'whole', false),
    ('places', 'label', 'text', true), ('places', 'description', 'text', true), ('places', 'lat', 'number', true),
    ('places', 'lng', 'number', true),
    ('zones', 'name', 'text', true), ('zones', 'kind', 'choice', true), ('zones', 'amount', 'number', false),
    ('zones', 'percent', 'number', false), ('zones', 'applies_to', 'choice', false),
    ('zones', 'active', 'flag', false), ('zones', 'area', 'area', true),
    ('promos', 'promo_name', 'text', true), ('promos', 'promo_description', 'text', false),
    ('promos', 'promo_discount_type', 'choice', false), ('promos', 'promo_discount_value', 'number', true),
    ('promos', 'max_promo_discount_value', 'number', false), ('promos', 'min_order', 'number', false),
    ('promos', 'promo_validity', 'day', true), ('promos', 'promo_usage_limit', 'whole', true),
    ('promos', 'listed', 'flag', false)) f (kinds, field, read_as, is_needed)
  where import_fields.kind = any (string_to_array(f.kinds, ' '))
$$;

comment on function app.import_fields is 'The fields that a row of a kind of import may have.';

create function app.accounts_with(email text, mobile text) returns setof uuid
rows 1 language plpgsql stable security definer set search_path = '' as $$
declare
  v_email text := app.email_of(accounts_with.email);
  v_mobile text := app.mobile_of(accounts_with.mobile);
begin
  return query select p.id from public.profiles p where lower(p.email) = v_email
    union select p.id from public.profiles p where p.mobile = v_mobile and not app.is_number_unproved(p)
    union select u.id from auth.users u where u.phone = substr(v_mobile, 2);
end $$;

comment on function app.accounts_with is
  'The accounts that have this e-mail address or number. A number that a person only claims does not count.';

create or replace function app.is_contact_taken(email text, mobile text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from app.accounts_with(is_contact_taken.email, is_contact_taken.mobile))
$$;

create function app.account_request(id uuid, facts jsonb, me public.profiles) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('id', account_request.id, 'email', app.email_of(facts ->> 'email'),
    'phone', app.mobile_of(facts ->> 'mobile'),
    'app_metadata', jsonb_build_object('usertype', facts ->> 'usertype', 'reg_type', 'admin', 'created_by', (me).id,
      'staff_role', facts ->> 'staff_role',
      'approved', case when (me).usertype = 'fleetadmin' then not (app.settings()).driver_approval
        else coalesce((facts ->> 'approved')::boolean, true) end,
      'fleet_id', case when (me).usertype = 'fleetadmin' then (me).id::text else facts ->> 'fleet_id' end),
    'user_metadata', facts - '{usertype,staff_role,approved,fleet_id,email,mobile}'::text[]))
$$;

comment on function app.account_request is 'The request to the auth server that creates an account with these facts.';

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

create function app.import_facts(kind text, facts jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_facts jsonb := '{}'::jsonb;
  v_field app.import_field;
  v_text text;
begin
  for v_field in select f.* from app.import_fields(import_facts.kind) f loop
    v_text := app.plain(import_facts.facts ->> v_field.field);
    if app.is_blank(v_text) then
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
language sql stable security definer set search_path = '' as $$
  select app.import_one_id(array(select c.id from app.known_callers c
    where c.mobile = import_caller.facts ->> 'mobile' or c.email = import_caller.facts ->> 'email'))
$$;

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

create function app.claim_caller(user_id uuid, email text, mobile text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_days integer := (app.settings()).phone_dormant_days;
  v_caller app.known_callers;
begin
  for v_caller in select c.* from app.known_callers c
    where c.mobile = claim_caller.mobile or c.email = lower(claim_caller.email) order by c.id for no key update
  loop
    if v_caller.email = lower(claim_caller.email) or v_days = 0
      or v_caller.created_at > app.now() - make_interval(days => v_days) then
      update public.profiles p set first_name = v_caller.first_name, last_name = v_caller.last_name
      where p.id = claim_caller.user_id and p.first_name = '' and p.last_name = '' and not exists (
        select 1 from app.sign_ups s where lower(s.facts ->> 'email') = lower(claim_caller.email)
          or s.facts ->> 'mobile' = claim_caller.mobile);
      update public.profiles p set lang_locale = v_caller.lang_locale
      where p.id = claim_caller.user_id and p.lang_locale is null and v_caller.lang_locale is not null;
      insert into public.saved_addresses (user_id, label, description, lat, lng, count)
      select claim_caller.user_id, c.label, c.description, c.lat, c.lng, 0 from app.caller_places c
      where c.caller_id = v_caller.id and not exists (select 1 from public.saved_addresses a
        where a.user_id = claim_caller.user_id and lower(a.label) = lower(c.label));
    end if;
    delete from app.known_callers c where c.id = v_caller.id;
    perform app.audit('claim', 'known_callers', v_caller.id::text, null,
      jsonb_build_object('user_id', claim_caller.user_id));
  end loop;
end $$;

comment on function app.claim_caller is
  'Gives what the office knows about the owner of this proved e-mail address or number to the account, and forgets the '
  'caller.';

create or replace function public.plan_account(facts jsonb, client_key uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_facts jsonb := (select coalesce(jsonb_object_agg(f.key, f.value), '{}')
    from jsonb_each(case when jsonb_typeof(plan_account.facts) = 'object' then plan_account.facts else '{}' end) f
      where not app.is_blank(f.value #>> '{}'));
  v_id uuid := md5(v_me.id || ':' || coalesce(plan_account.client_key, gen_random_uuid()))::uuid;
  v_taken boolean;
begin
  perform app.check_account_plan(v_facts, v_me);
  if exists (select 1 from public.profiles p where p.id = v_id and p.created_by = v_me.id) then
    return jsonb_build_object('id', v_id, 'made', true);
  end if;
  v_taken := app.is_contact_taken(v_facts ->> 'email', v_facts ->> 'mobile');
  perform app.limit_account_checks(v_me, v_facts ->> 'email', v_facts ->> 'mobile', v_taken, 'account_plan');
  if v_taken then return app.answer_refusal('user_exists', 409, 'An account has this address or number'); end if;
  return jsonb_build_object('id', v_id, 'made', false, 'user', app.account_request(v_id, v_facts, v_me));
end $$;

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

create function app.lock_import(import_id uuid) returns app.imports
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_import app.imports;
begin
  perform app.require_importer(i.kind) from app.imports i where i.id = lock_import.import_id;
  select i.* into v_import from app.imports i where i.id = lock_import.import_id and i.created_by = v_me.id
    for no key update;
  if not found then perform app.refuse('import_not_found', 404, 'No such import of the caller'); end if;
  return v_import;
end $$;

comment on function app.lock_import is
  'Locks and returns an import that the caller began and may still make. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found.';

create function public.start_import(kind text, name text, client_key uuid) returns public.import_state
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles;
  v_import app.imports;
  v_id uuid;
begin
  v_me := app.require_importer(coalesce(start_import.kind, ''));
  if not exists (select from app.import_fields(start_import.kind)) then
    perform app.refuse('import_kind', 422, 'kind is drivers, fleets, staff, cars, callers, places, zones or promos');
  end if;
  v_id := md5(v_me.id || ':' || coalesce(start_import.client_key, gen_random_uuid()))::uuid;
  select i.* into v_import from app.imports i where i.id = v_id;
  if not found then
    perform app.enforce_limit('import', v_me.id::text);
    insert into app.imports (id, kind, name, created_by)
    values (v_id, start_import.kind, coalesce(nullif(left(app.plain(start_import.name), 200), ''), start_import.kind),
      v_me.id)
    returning * into v_import;
    perform app.audit('start_import', 'imports', v_id::text, null,
      jsonb_build_object('kind', v_import.kind, 'file', v_import.name));
  end if;
  return app.import_view(v_import);
end $$;

comment on function public.start_import is
  'Begins the import of a file (its name) whose rows are drivers, fleets, staff, cars, callers, places, zones or '
  'promos. The same client_key answers with the same import. Admins need the permission of what they import: people, '
  'of staff staff, of zones prices, of promos promotions. 60 files an hour. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_kind, too_many_requests.';

grant execute on function public.start_import(text, text, uuid) to authenticated;

create function app.check_import_rows(kind text, rows jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if jsonb_typeof(check_import_rows.rows) is distinct from 'array'
    or jsonb_array_length(check_import_rows.rows) > app.import_batch()
    or exists (select 1 from jsonb_array_elements(check_import_rows.rows) r
      where jsonb_typeof(r -> 'nr') is distinct from 'number' or r ->> 'nr' !~ '^[0-9]{1,7}$'
        or (r ->> 'nr')::integer not between 1 and 2000000 or jsonb_typeof(r -> 'facts') is distinct from 'object') then
    perform app.refuse('import_rows', 422, format('rows are up to %s of {nr, facts}', app.import_batch()));
  end if;
  if exists (select 1 from jsonb_array_elements(check_import_rows.rows) r, jsonb_each(r -> 'facts') f
    where jsonb_typeof(f.value) <> 'string' or length(f.value #>> '{}') > app.most_import_text()
      or f.key not in (select k.field from app.import_fields(check_import_rows.kind) k)) then
    perform app.refuse('import_rows', 422, 'facts are texts of the fields of the kind');
  end if;
end $$;

create function public.add_import_rows(import_id uuid, rows jsonb) returns public.import_state
language plpgsql volatile security definer set search_path = '' as $$
declare v_import app.imports := app.lock_import(add_import_rows.import_id);
begin
  if v_import.began_at is not null then
    perform app.refuse('import_began', 409, 'The import has begun; import other rows as another file');
  end if;
  perform app.check_import_rows(v_import.kind, add_import_rows.rows);
  insert into app.import_rows as r (import_id, nr, facts)
  select distinct on ((e ->> 'nr')::integer) v_import.id, (e ->> 'nr')::integer, e -> 'facts'
  from jsonb_array_elements(add_import_rows.rows) e order by (e ->> 'nr')::integer
  on conflict on constraint import_rows_pkey do update set facts = excluded.facts, state = 'waiting', key_a = null,
    key_b = null, code = null, field = null, other_nr = null, changes = null;
  if (select count(*) from app.import_rows r where r.import_id = v_import.id) > app.most_import_rows() then
    perform app.refuse('import_too_long', 422, format('At most %s rows a file', app.most_import_rows()));
  end if;
  return app.import_view(v_import);
end $$;

comment on function public.add_import_rows is
  'Adds up to 500 rows to an import: [{nr: number of the row in the file, facts: {field: text}}]. A row with the same '
  'number replaces the earlier one, so a repeated call changes nothing. Texts as people mean them: numbers with a '
  'decimal point, days such as 2026-11-30, true or false, numbers of telephones in E.164 form, names of car types and '
  'fleets. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_began, import_rows, '
  'import_too_long.';

grant execute on function public.add_import_rows(uuid, jsonb) to authenticated;

create function public.delete_import(import_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_import app.imports := app.lock_import(delete_import.import_id);
begin
  perform app.audit('delete_import', 'imports', v_import.id::text, jsonb_build_object('kind', v_import.kind));
  delete from app.imports i where i.id = v_import.id;
end $$;

comment on function public.delete_import is
  'Forgets an import of the caller with its rows. What it has written stays, and can no longer be taken back. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found.';

grant execute on function public.delete_import(uuid) to authenticated;

create function app.import_into_callers(id uuid, facts jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_row app.known_callers;
  v_id uuid;
begin
  select c.* into v_row from app.known_callers c where c.id = import_into_callers.id
    for no key update;
  v_row := jsonb_populate_record(v_row, facts);
  -- The same rules as for a rider whom the desk adds.
  perform app.check_account_plan(jsonb_strip_nulls(jsonb_build_object('usertype', 'rider', 'email', v_row.email,
    'mobile', v_row.mobile, 'first_name', nullif(v_row.first_name, ''), 'last_name', nullif(v_row.last_name, ''))),
    app.me());
  insert into app.known_callers as c (id, first_name, last_name, mobile, email, lang_locale, created_by)
  values (coalesce(v_row.id, app.uuid_v7()), coalesce(app.plain_name(v_row.first_name), ''),
    coalesce(app.plain_name(v_row.last_name), ''), v_row.mobile, v_row.email, v_row.lang_locale, auth.uid())
  on conflict on constraint known_callers_pkey do update set first_name = excluded.first_name,
    last_name = excluded.last_name, mobile = excluded.mobile, email = excluded.email,
    lang_locale = excluded.lang_locale
  returning c.id into v_id;
  return v_id;
end $$;

create function app.import_into_places(id uuid, facts jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_label text := app.check_label(facts ->> 'label');
  v_lat double precision := (facts ->> 'lat')::double precision;
  v_lng double precision := (facts ->> 'lng')::double precision;
  v_person uuid := app.import_one_id(array(select a from app.accounts_with(facts ->> 'email', facts ->> 'mobile') a));
  v_caller uuid;
  v_id uuid := coalesce(import_into_places.id, app.uuid_v7());
begin
  if not app.is_place(v_lat, v_lng) then perform app.refuse_field('address_invalid', 'lat'); end if;
  if v_person is not null then
    perform 1 from public.profiles p where p.id = v_person for no key update;
    if import_into_places.id is null then
      perform app.check_limit('named_addresses', (select count(*) from public.saved_addresses a
        where a.user_id = v_person and a.label is not null));
    end if;
    insert into public.saved_addresses (id, user_id, label, description, lat, lng, count)
    values (v_id, v_person, v_label, left(facts ->> 'description', 500), v_lat, v_lng, 0)
    on conflict on constraint saved_addresses_pkey do update set description = excluded.description,
      lat = excluded.lat, lng = excluded.lng;
    return v_id;
  end if;
  v_caller := app.import_caller(facts);
  if v_caller is null then
    perform app.refuse('import_no_owner', 404, 'No account and no known caller has this number or address');
  end if;
  if import_into_places.id is null then
    perform app.check_limit('named_addresses', (select count(*) from app.caller_places a where a.caller_id = v_caller));
  end if;
  insert into app.caller_places (id, caller_id, label, description, lat, lng)
  values (v_id, v_caller, v_label, left(facts ->> 'description', 500), v_lat, v_lng)
  on conflict on constraint caller_places_pkey do update set description = excluded.description, lat = excluded.lat,
    lng = excluded.lng;
  return v_id;
end $$;

create function app.import_into_promos(id uuid, facts jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_row public.promos;
  v_id uuid := import_into_promos.id;
begin
  if v_id is null then
    v_row := jsonb_populate_record(null::public.promos, facts);
    insert into public.promos (promo_name, promo_description, promo_discount_type, promo_discount_value,
      max_promo_discount_value, min_order, promo_validity, promo_usage_limit, listed)
    values (v_row.promo_name, coalesce(v_row.promo_description, ''), coalesce(v_row.promo_discount_type, 'flat'),
      v_row.promo_discount_value, v_row.max_promo_discount_value, coalesce(v_row.min_order, 0), v_row.promo_validity,
      v_row.promo_usage_limit, coalesce(v_row.listed, true))
    returning promos.id into v_id;
  else
    update public.promos p set (promo_name, promo_description, promo_discount_type, promo_discount_value,
      max_promo_discount_value, min_order, promo_validity, promo_usage_limit, listed) = (select r.promo_name,
      r.promo_description, r.promo_discount_type, r.promo_discount_value, r.max_promo_discount_value, r.min_order,
      r.promo_validity, r.promo_usage_limit, r.listed from jsonb_populate_record(p, facts) r)
    where p.id = v_id;
  end if;
  perform app.audit('import', 'promos', v_id::text, null, facts);
  return v_id;
end $$;

create function app.import_into(kind text, id uuid, facts jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare v_known jsonb := jsonb_strip_nulls(jsonb_build_object('id', import_into.id));
begin
  return case import_into.kind
    when 'callers' then app.import_into_callers(import_into.id, facts)
    when 'places' then app.import_into_places(import_into.id, facts)
    when 'promos' then app.import_into_promos(import_into.id, facts)
    when 'cars' then (public.save_shared_vehicle(facts || v_known)).id
    when 'zones' then (public.save_zone(coalesce(app.import_current('zones', import_into.id), '{}') - 'version'
      || facts || v_known || jsonb_build_object('geojson', coalesce(facts -> 'area',
        app.import_current('zones', import_into.id) -> 'area')))).id end;
end $$;

comment on function app.import_into is
  'Adds the thing of a row, or changes the one with this id, by the same rules as its form; returns its id.';

create function app.import_out_of(kind text, id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_found boolean;
begin
  case import_out_of.kind
    when 'callers' then
      delete from app.known_callers c where c.id = import_out_of.id
        and not exists (select 1 from app.caller_places p where p.caller_id = c.id);
      v_found := found;
    when 'places' then
      delete from public.saved_addresses a where a.id = import_out_of.id and a.count = 0;
      v_found := found;
      delete from app.caller_places a where a.id = import_out_of.id;
      v_found := v_found or found;
    when 'promos' then
      delete from public.promos p where p.id = import_out_of.id and p.user_avail = 0 and p.version = 1
        and not exists (select 1 from public.fare_quotes q where q.promo_id = p.id);
      v_found := found;
    when 'cars' then
      delete from app.shared_vehicles v where v.id = import_out_of.id
        and not exists (select 1 from app.driver_shifts s where s.vehicle_id = v.id)
        and not exists (select 1 from app.shared_vehicle_drivers d where d.vehicle_id = v.id);
      v_found := found;
    when 'zones' then
      delete from public.zones z where z.id = import_out_of.id and z.version = 1;
      v_found := found;
  end case;
  return v_found;
end $$;

create function app.forget_imports() returns void language sql volatile security definer set search_path = '' as $$
  delete from app.imports i where i.id in (select o.id from app.imports o
    where o.created_at < app.now() - interval '30 days' order by o.created_at limit 20)
$$;

create or replace function app.purge() returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Skip: another run is deleting the same rows.
  if not pg_try_advisory_xact_lock(4842100) then return; end if;
  delete from public.fare_quotes q where q.used_at is null and q.expires_at < app.now() - interval '1 day';
  delete from app.rate_limits r where r.window_start < app.now() - interval '1 day';
  delete from app.shown_files f where f.at < app.now() - interval '1 day';
  delete from app.sign_ups s where s.created_at < app.now() - interval '7 days';
  delete from app.applications a where a.created_at < app.now() - interval '90 days';
  delete from app.known_contacts k using public.profiles p
  where p.id = k.user_id and p.deleted_at is not null and k.at < app.now() - interval '2 years';
  delete from app.known_devices d where d.at < app.now() - interval '1 year';
  delete from app.shown_rows r where r.at < app.now() - interval '1 day';
  delete from app.duty_periods d where d.ended_at < app.now() - interval '90 days';
  delete from app.approach_checks c where c.due_at < app.now() - interval '1 hour';
  delete from app.reported_steps t where t.at < app.now() - interval '30 days';
  perform app.clean_outbox();
  perform app.forget_imports();
  perform app.purge_cases();
  perform app.purge_desk_messages();
  -- The trail of a trip (its recorded positions) is kept as long as its fare may be disputed (app.trail_retention). The
  -- waves and offers of a search for a driver are kept for 90 days, as long as a driver may ask why they got no offer.
  delete from public.tracking_points t where t.at < app.now() - app.trail_retention()
    and t.id in (select o.id from public.tracking_points o order by o.id limit 100000);
  delete from app.trip_watch w using public.bookings b where b.id = w.booking_id
    and coalesce(b.reached_at, b.cancelled_at) < app.now() - interval '1 day';
  delete from public.dispatch_waves w where w.at < app.now() - interval '90 days'
    and w.id in (select o.id from public.dispatch_waves o order by o.id limit 20000);
  delete from public.booking_offers f where f.created_at < app.now() - interval '90 days' and f.status <> 'open'
    and f.id in (select o.id from public.booking_offers o order by o.id limit 50000);
  delete from public.driver_positions p where p.updated_at < app.now() - interval '30 days'
    and not exists (select 1 from public.bookings b where b.driver_id = p.driver_id and app.is_under_way(b.status));
end $$;

create or replace function app.anonymize_person(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from app.sign_ups s using public.profiles p where p.id = anonymize_person.user_id
    and (lower(s.facts ->> 'email') = lower(p.email) or s.facts ->> 'mobile' = p.mobile);
  delete from app.known_callers c using public.profiles p where p.id = anonymize_person.user_id
    and (c.email = lower(p.email) or c.mobile = p.mobile);
  delete from app.import_rows r where r.target_id = anonymize_person.user_id;
  perform app.empty_account(anonymize_person.user_id);
  perform app.delete_messages(anonymize_person.user_id);
  delete from public.driver_documents d where d.driver_id = anonymize_person.user_id;
  delete from public.saved_addresses a where a.user_id = anonymize_person.user_id;
  delete from public.desk_messages m where m.driver_id = anonymize_person.user_id;
  delete from public.push_tokens t where t.user_id = anonymize_person.user_id;
  update public.bookings b set customer_name = '', customer_contact = null, customer_image = null, guest_name = null
  where b.customer_id = anonymize_person.user_id;
  delete from public.booking_contacts k using public.bookings b where b.id = k.booking_id
    and b.customer_id = anonymize_person.user_id;
  update public.bookings b set driver_name = null, driver_image = null where b.driver_id = anonymize_person.user_id;
  update public.booking_contacts k set driver_contact = null from public.bookings b where b.id = k.booking_id
    and b.driver_id = anonymize_person.user_id;
  update public.drivers d set fleet_id = null where d.fleet_id = anonymize_person.user_id;
  update app.driver_shifts s set ended_at = coalesce(s.ended_at, greatest(s.began_at, app.now())), note = '',
    own_car = '{}' where s.driver_id = anonymize_person.user_id;
  update public.drivers d set driver_active_status = false, license_image = null, vehicle_number = null,
    other_info = null
  where d.id = anonymize_person.user_id;
  delete from public.driver_positions p where p.driver_id = anonymize_person.user_id;
  delete from app.alarms a where a.person_id = anonymize_person.user_id;
  delete from app.position_jumps j where j.driver_id = anonymize_person.user_id;
  update public.cash_reports r set objection = 'deleted' where r.customer_id = anonymize_person.user_id
    and r.objection is not null;
  update public.no_show_fees f set objection = 'deleted' where f.customer_id = anonymize_person.user_id
    and f.objection is not null;
  update public.cases c set (message, reach, closed_at) = ('deleted', null, coalesce(c.closed_at, app.now()))
    where anonymize_person.user_id in (c.customer_id, c.driver_id);
  -- Removes the person's pictures in the bucket `users`. Pictures of a booking are kept as long as the booking.
  perform app.queue_file_removals('users', array(select o.name from storage.objects o
    where o.bucket_id = 'users' and o.name like anonymize_person.user_id || '/%'));
  update public.profiles p set first_name = '', last_name = '', email = null, mobile = null, mobile_verified = false,
    mobile_by_staff = false, profile_image = null, approved = false, suspended_reason = null,
    referral_id = app.unused_letters(5, 'public.profiles', 'referral_id'), deleted_at = app.now()
      where p.id = anonymize_person.user_id;
  -- Bank details are deleted after the profile is marked as deleted, so that no notice of the change is sent.
  delete from public.bank_details b where b.user_id = anonymize_person.user_id;
  delete from public.tax_details t where t.user_id = anonymize_person.user_id;
  delete from app.payout_changes c where c.user_id = anonymize_person.user_id;
  -- Deletes the saved cards; a trigger also queues their deletion at the payment providers.
  delete from public.payment_methods m where m.user_id = anonymize_person.user_id;
end $$;

create function app.tg_users__take_caller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.claim_caller(new.id, case when new.email_confirmed_at is not null then nullif(new.email, '') end,
    case when new.phone_confirmed_at is not null
      or exists (select 1 from public.profiles p where p.id = new.id and p.mobile_by_staff)
      then app.verified_number(new.phone) end);
  return null;
end $$;

create trigger users__take_caller after insert or update of email, phone, email_confirmed_at, phone_confirmed_at,
  raw_app_meta_data on auth.users
  for each row when (new.deleted_at is null) execute function app.tg_users__take_caller();

create function app.import_account_id(import_id uuid, nr integer) returns uuid
language sql immutable set search_path = '' as $$
  select md5(import_account_id.import_id || ':' || import_account_id.nr)::uuid
$$;

create function app.import_account(kind text, facts jsonb, id uuid, me public.profiles) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare v_plan jsonb := facts - '{seats,luggage,child_seats,wheelchair,lang_locale}'::text[]
  || jsonb_build_object('usertype', app.import_usertype(import_account.kind));
begin
  perform app.check_account_plan(v_plan, me);
  perform app.check_capacity(facts);
  return app.account_request(import_account.id, v_plan, me);
end $$;

create function app.import_patch(kind text, patch jsonb, id uuid) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not app.is_account_import(import_patch.kind) then
    return app.import_into(import_patch.kind, import_patch.id, patch);
  end if;
  if patch ?| array['email', 'staff_role'] then
    perform app.refuse_field('import_fixed', case when patch ? 'email' then 'email' else 'staff_role' end);
  end if;
  if app.count_shown_rows('people', import_patch.id, array[import_patch.id]) is not null then
    perform app.refuse('needs_approval', 409, 'The read limit is reached');
  end if;
  perform public.edit_person(import_patch.id, patch);
  return import_patch.id;
end $$;

create function app.import_step(import app.imports, nr integer, facts jsonb, me public.profiles) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_kind text := (import).kind;
  v_id uuid;
  v_current jsonb;
  v_changes text[];
begin
  if v_kind = 'callers' and app.is_contact_taken(facts ->> 'email', facts ->> 'mobile') then
    return '{"did": "same"}'::jsonb;
  end if;
  v_id := app.import_found(v_kind, facts);
  if v_id is null and app.is_account_import(v_kind) then
    v_id := app.import_account_id((import).id, import_step.nr);
    return jsonb_build_object('did', 'fresh', 'id', v_id, 'user', app.import_account(v_kind, facts, v_id, me));
  elsif v_id is null then
    return jsonb_build_object('did', 'fresh', 'id', app.import_into(v_kind, null, facts));
  end if;
  -- Made by this row, and the answer was lost.
  if app.is_account_import(v_kind) and v_id = app.import_account_id((import).id, import_step.nr) then
    return jsonb_build_object('did', 'fresh', 'id', v_id, 'user', null);
  end if;
  v_current := app.import_current(v_kind, v_id);
  v_changes := app.import_changes(v_kind, facts, v_current);
  if v_changes is null then return jsonb_build_object('did', 'same', 'id', v_id); end if;
  perform app.import_patch(v_kind, case when v_kind = 'places' then facts else (select jsonb_object_agg(f.key, f.value)
    from jsonb_each(facts) f where f.key = any (v_changes)) end, v_id);
  return jsonb_build_object('did', 'changed', 'id', v_id, 'changes', to_jsonb(v_changes), 'before',
    (select jsonb_object_agg(k, coalesce(v_current -> k, 'null')) from unnest(v_changes) k));
end $$;

create function app.import_fault(state text, message text, detail text, constraint_name text, column_name text,
  out code text, out field text)
language plpgsql immutable set search_path = '' as $$
begin
  code := case when import_fault.state like 'PT%' then import_fault.message
    when import_fault.state like '23%' or import_fault.state like '22%' then 'import_value' end;
  field := case when import_fault.state like 'PT%' then nullif(left(import_fault.detail, 60), '')
    else coalesce(nullif(import_fault.column_name, ''),
      regexp_replace(import_fault.constraint_name, '^[a-z]+_|_check$', '', 'g')) end;
end $$;

create function app.store_import_result(import app.imports, nr integer, result jsonb, is_dry boolean) returns void
language sql volatile security definer set search_path = '' as $$
  update app.import_rows r set
    state = case when result ->> 'code' is not null then 'wrong' when result ->> 'did' = 'same' then 'same'
      when is_dry or result -> 'user' <> 'null' then result ->> 'did' else 'done' end,
    did = case when not is_dry and result ->> 'did' <> 'same' then result ->> 'did' end,
    target_id = case when not is_dry then (result ->> 'id')::uuid end,
    before = case when not is_dry then result -> 'before' end,
    changes = array(select jsonb_array_elements_text(coalesce(result -> 'changes', '[]'))),
    key_a = result ->> 'key_a', key_b = result ->> 'key_b', code = result ->> 'code', field = result ->> 'field',
    other_nr = (result ->> 'other_nr')::integer
  where r.import_id = (import).id and r.nr = store_import_result.nr
$$;

create function app.run_import_row(import app.imports, line app.import_rows, me public.profiles, is_dry boolean)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_facts jsonb;
  v_keys record;
  v_result jsonb := '{}'::jsonb;
  v_error record;
begin
  begin
    v_facts := app.import_facts((import).kind, (line).facts);
    select k.key_a, k.key_b into v_keys from app.import_keys((import).kind, v_facts) k;
    v_result := jsonb_build_object('key_a', v_keys.key_a, 'key_b', v_keys.key_b, 'other_nr', (select o.nr
      from app.import_rows o where o.import_id = (import).id and o.nr < (line).nr and o.state <> 'wrong'
        and (o.key_a = v_keys.key_a or o.key_b = v_keys.key_b) order by o.nr limit 1));
    if v_result ->> 'other_nr' is not null then
      perform app.refuse('import_twice', 409, 'An earlier row says the same');
    end if;
    v_result := v_result || app.import_step(import, (line).nr, v_facts, me);
    if is_dry then raise exception using errcode = 'HK001'; end if;
  exception
    when sqlstate 'HK001' then null;
    when others then
      declare
        v_state text; v_message text; v_detail text; v_constraint text; v_column text;
      begin
        get stacked diagnostics v_state = returned_sqlstate, v_message = message_text, v_detail = pg_exception_detail,
          v_constraint = constraint_name, v_column = column_name;
        select f.code, f.field into v_error from app.import_fault(v_state, v_message, v_detail, v_constraint,
          v_column) f;
        -- What is no fault of the row ends the call: a lock that waited too long, a full disk.
        if v_error.code is null then raise; end if;
        v_result := v_result - '{did,id,user}'::text[]
          || jsonb_build_object('code', v_error.code, 'field', v_error.field);
      end;
  end;
  return v_result;
end $$;

create function app.count_import_people(import app.imports, nrs integer[], ids uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if ids is null or app.count_shown_rows('people', null, ids) is null then return; end if;
  update app.import_rows r set state = 'wrong', code = 'needs_approval', field = null, changes = null
  where r.import_id = (import).id and r.nr = any (nrs);
end $$;

create function public.check_import(import_id uuid, again boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(check_import.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
  v_result jsonb;
  v_nrs integer[];
  v_ids uuid[];
begin
  if again then
    update app.import_rows r set state = 'waiting' where r.import_id = v_import.id and r.state = 'wrong';
  end if;
  for v_row in select r.* from app.import_rows r where r.import_id = v_import.id and r.state = 'waiting'
    order by r.nr limit app.import_batch()
  loop
    v_result := app.run_import_row(v_import, v_row, v_me, true);
    perform app.store_import_result(v_import, v_row.nr, v_result, true);
    if app.is_account_import(v_import.kind) and v_result ->> 'did' in ('same', 'changed') then
      v_nrs := v_nrs || v_row.nr;
      v_ids := v_ids || (v_result ->> 'id')::uuid;
    end if;
  end loop;
  perform app.count_import_people(v_import, v_nrs, v_ids);
  return to_jsonb(app.import_view(v_import));
end $$;

comment on function public.check_import is
  'Checks the next 500 rows of an import that wait for it, in a dry run: afterwards each is fresh, changed, same or '
  'wrong. Call it until none waits. again: checks those that are wrong once more, after what they need was added. '
  '@returns import_state. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found.';

grant execute on function public.check_import(uuid, boolean) to authenticated;

create function app.begin_import(import app.imports) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (import).undone_at is not null then
    perform app.refuse('import_undone', 409, 'The import was taken back; import the file again');
  end if;
  if (import).began_at is null then
    update app.imports i set began_at = app.now() where i.id = (import).id;
    perform app.audit('import', 'imports', (import).id::text, null, jsonb_build_object('kind', (import).kind, 'rows',
      (select count(*) from app.import_rows r where r.import_id = (import).id)));
  end if;
end $$;

create function public.apply_import(import_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(apply_import.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
begin
  if app.is_account_import(v_import.kind) then
    perform app.refuse('import_kind', 422, 'Accounts are made by accounts/import');
  end if;
  perform app.begin_import(v_import);
  for v_row in select r.* from app.import_rows r where r.import_id = v_import.id
    and r.state in ('waiting', 'fresh', 'changed') order by r.nr limit app.import_batch()
  loop
    perform app.store_import_result(v_import, v_row.nr, app.run_import_row(v_import, v_row, v_me, false), false);
  end loop;
  return to_jsonb(app.import_view((select i from app.imports i where i.id = v_import.id)));
end $$;

comment on function public.apply_import is
  'Writes the next 500 rows of an import that are fresh or changed. Call it until none is left; a repeated call, or '
  'one after a breakdown, writes nothing twice. Rows that became wrong since the check are left out and say why. Not '
  'for drivers, fleets and staff, whose accounts accounts/import makes. @returns import_state. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_kind, import_undone.';

grant execute on function public.apply_import(uuid) to authenticated;

create function app.finish_import_account(import app.imports, line app.import_rows) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := app.import_account_id((import).id, (line).nr);
  v_facts jsonb := app.import_facts((import).kind, (line).facts);
begin
  update public.profiles p set lang_locale = v_facts ->> 'lang_locale'
  where p.id = v_id and p.lang_locale is null and v_facts ? 'lang_locale';
  insert into public.vehicles (driver_id, seats, luggage, child_seats, wheelchair)
  select v_id, (v_facts ->> 'seats')::integer, coalesce((v_facts ->> 'luggage')::integer, 2),
    coalesce((v_facts ->> 'child_seats')::integer, 0), coalesce((v_facts ->> 'wheelchair')::boolean, false)
  where v_facts ?| array['seats', 'luggage', 'child_seats', 'wheelchair']
  on conflict on constraint vehicles_pkey do nothing;
  perform app.store_import_result(import, (line).nr, jsonb_build_object('did', 'fresh', 'id', v_id,
    'key_a', (line).key_a,
    'key_b', (line).key_b), false);
end $$;

create function public.plan_import_accounts(import_id uuid, failed integer[] default '{}', most integer default 50)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(plan_import_accounts.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
  v_result jsonb;
  v_users jsonb := '[]'::jsonb;
begin
  if not app.is_account_import(v_import.kind) then
    perform app.refuse('import_kind', 422, 'Only drivers, fleets and staff become accounts');
  end if;
  perform app.begin_import(v_import);
  for v_row in select r.* from app.import_rows r where r.import_id = v_import.id
    and r.state in ('waiting', 'fresh', 'changed') order by r.nr limit least(greatest(most, 1), 200)
  loop
    v_result := app.run_import_row(v_import, v_row, v_me, false);
    if exists (select 1 from public.profiles p where p.id = app.import_account_id(v_import.id, v_row.nr)
      and p.created_by = v_me.id) then
      perform app.finish_import_account(v_import, v_row);
    elsif v_row.nr = any (failed) and v_result ->> 'code' is null then
      perform app.store_import_result(v_import, v_row.nr, '{"code": "server_busy"}', false);
    else
      perform app.store_import_result(v_import, v_row.nr, v_result, false);
      if v_result -> 'user' <> 'null' then
        v_users := v_users || jsonb_build_object('nr', v_row.nr, 'user', v_result -> 'user');
      end if;
    end if;
  end loop;
  return jsonb_build_object('users', v_users, 'import', to_jsonb(app.import_view((select i from app.imports i
    where i.id = v_import.id))));
end $$;

comment on function public.plan_import_accounts is
  'The next accounts of an import, for the route accounts/import: {users: [{nr, user: the request to the auth '
  'server}], import: import_state}. Rows of people who have an account are written at once; rows whose account was '
  'made since the last call are finished. failed: numbers of rows for which the auth server made no account. @returns '
  'import_plan. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_kind, import_undone.';

grant execute on function public.plan_import_accounts(uuid, integer[], integer) to authenticated;

create function app.undo_import_account(id uuid, me public.profiles) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.profiles p join auth.users u on u.id = p.id where p.id = undo_import_account.id
      and p.deleted_at is null and u.last_sign_in_at is null)
    or exists (select 1 from public.bookings b
      where undo_import_account.id in (b.customer_id, b.driver_id, b.fleet_id))
    or exists (select 1 from public.drivers d where d.fleet_id = undo_import_account.id)
    or exists (select 1 from app.shared_vehicles v where v.fleet_id = undo_import_account.id)
    or exists (select 1 from public.driver_documents o where o.driver_id = undo_import_account.id) then
    return false;
  end if;
  perform app.check_permission(me, 'delete_people');
  -- Forgets the row's target first: deleting a person deletes the rows of imports about them.
  update app.import_rows r set target_id = null where r.target_id = undo_import_account.id;
  perform app.delete_profile(undo_import_account.id);
  return true;
end $$;

create function app.undo_import_row(import app.imports, line app.import_rows, me public.profiles) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (line).did = 'fresh' and app.is_account_import((import).kind) then
    return app.undo_import_account((line).target_id, me);
  elsif (line).did = 'fresh' then
    return app.import_out_of((import).kind, (line).target_id);
  end if;
  -- Somebody has changed it again since.
  if app.import_changes((import).kind, app.import_facts((import).kind, (line).facts),
    app.import_current((import).kind, (line).target_id)) is not null then
    return false;
  end if;
  perform app.import_patch((import).kind, (line).before || case when (import).kind = 'places'
    then (line).facts - array(select jsonb_object_keys((line).before)) else '{}' end, (line).target_id);
  return true;
exception when others then
  if sqlstate not like 'PT%' and sqlstate not like '23%' then raise; end if;
  return false;
end $$;

create function public.undo_import(import_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(undo_import.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
  v_is_undone boolean;
begin
  if v_import.undone_at is null then
    update app.imports i set undone_at = app.now() where i.id = v_import.id returning i.* into v_import;
    perform app.audit('undo_import', 'imports', v_import.id::text, null, jsonb_build_object('kind', v_import.kind));
  end if;
  for v_row in select r.* from app.import_rows r where r.import_id = v_import.id and r.state = 'done'
    order by r.nr desc limit case when app.is_account_import(v_import.kind) then 50 else app.import_batch() end
  loop
    v_is_undone := app.undo_import_row(v_import, v_row, v_me);
    update app.import_rows r set state = case when v_is_undone then 'undone' else 'kept' end
    where r.import_id = v_import.id and r.nr = v_row.nr;
  end loop;
  return to_jsonb(app.import_view(v_import));
end $$;

comment on function public.undo_import is
  'Takes back the next rows of an import, the last first: removes what nobody uses by now, and restores what nobody '
  'has changed since; the others are kept. Accounts need the permission delete_people, and only those of people who '
  'never signed in are taken back. Call it until no row is done. @returns import_state. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found.';

grant execute on function public.undo_import(uuid) to authenticated;

-- Sources of this migration, for the next one to compare with:
--   4a2ba1db804d rows of app.limits
--   | insert into app.limits (purpose, most, seconds, refusal) values
--   |   ('account_check', 20, 3600, 'At most %s addresses an hour'),
--   |   ('account_plan', 20, 3600, 'At most %s addresses an hour'),
--   |   ('alarm', 20, 60, 'At most %s a minute; the desk already has the alarm'),
--   |   ('application_file', 20, 3600, 'At most %s files an hour'),
--   |   ('cancelled_bookings', 20, 600, '%s bookings cancelled within ten minutes; try again later'),
--   |   ('case', 10, 3600, 'At most %s cases an hour'),
--   |   ('desk_message', 20, 60, 'At most %s messages a minute'),
--   |   ('guest_text', 10, 3600, 'At most %s guests an hour'),
--   |   ('import', 60, 3600, 'At most %s files an hour'),
--   |   ('message_desk', 20, 60, 'At most %s messages a minute'),
--   |   ('nearby', 60, 60, 'At most %s calls a minute'),
--   |   ('nearby_of_visitors', 1200, 60, 'At most %s calls of all visitors a minute'),
--   |   ('receipt', 5, 3600, 'At most %s receipts an hour'),
--   |   ('street_receipt', 3, 86400, 'At most %s texts per trip'),
--   |   ('street_receipt_of_driver', 40, 86400, 'At most %s texts a day'),
--   |   ('unpaid_payments', 20, 3600, '%s payments within an hour were not paid; try again later')
--   a35b15496ccd table app.known_callers
--   6d7f4920b24a description of app.known_callers
--   9971db8b9986 index app.known_callers_mobile
--   d33608e9ee34 index app.known_callers_email
--   d29c01dc8de6 index app.known_callers_created_by
--   a8ebcf207021 table app.caller_places
--   04a791299a58 description of app.caller_places
--   1c9343414704 index app.caller_places_label
--   32145c55942d alter table app.known_callers enable row level security
--   e69b720ba626 alter table app.caller_places enable row level security
--   7d668c450cc8 index app.known_callers_number_end
--   9c3d8482bec7 type public.known_caller
--   95255ba39022 comment on type public.known_caller
--   9c56d435550e function app.most_import_rows()
--   5e0ed62210ed comment on function app.most_import_rows
--   ea4dc976d807 function app.most_import_columns()
--   55691485551f comment on function app.most_import_columns
--   5cf6598ce189 function app.most_import_text()
--   cfa2b609e0f6 comment on function app.most_import_text
--   ef3458021e03 function app.import_batch()
--   02bb3fbb86c2 comment on function app.import_batch
--   2b18f2f6be38 domain public.import_kind
--   5c0ee51cb187 table app.imports
--   1ac603fa1e78 description of app.imports
--   496ce040af0f index app.imports_created_by
--   04ba6ee52cb7 index app.imports_created_at
--   49845f12c556 table app.import_rows
--   5668b64d1028 description of app.import_rows
--   1d4538b7b938 index app.import_rows_key_a
--   73a78f997de2 index app.import_rows_key_b
--   576942769345 index app.import_rows_state
--   23f15aa05630 index app.import_rows_target
--   12f0e4b7cbc8 alter table app.imports enable row level security
--   aa62c8be42de alter table app.import_rows enable row level security
--   078c45c15fec type public.import_state
--   b5beea16af06 comment on type public.import_state
--   6ec1f1e79b37 type public.import_row
--   4c3c52a2f70b comment on type public.import_row
--   277a7db46785 type public.import_plan
--   64b1bfc75009 comment on type public.import_plan
--   1ab518e92188 type app.import_field
--   369b09fc1b49 function app.import_fields(text)
--   47e951cde7ab comment on function app.import_fields
--   362a394e2c04 function app.accounts_with(text, text)
--   e596e619e69f comment on function app.accounts_with
--   ac110622946c function app.is_contact_taken(text, text)
--   0ee5ff8327ab function app.account_request(uuid, jsonb, public.profiles)
--   723e6d0714d4 comment on function app.account_request
--   3256dc167438 function app.is_account_import(text)
--   c89d6fea6122 comment on function app.is_account_import
--   afed37e44c9a function app.import_usertype(text)
--   cf956bc5c548 function app.require_importer(text)
--   3102f629f17e function app.refuse_field(text, text, text)
--   2b1a31453d93 comment on function app.refuse_field
--   7cf59364c04e function app.import_car_type(text)
--   22b23fc5e055 function app.import_fleet(text)
--   ce66fa7c9322 function app.import_value(app.import_field, text)
--   3525ea6a8abc function app.import_area(text)
--   40261af901fa function app.import_facts(text, jsonb)
--   6f6fe8e83ec7 comment on function app.import_facts
--   919afd57b261 function app.import_keys(text, jsonb)
--   291d03a3ecc0 function app.import_one_id(uuid[])
--   bbbf4adc1958 function app.import_person(text, jsonb)
--   13b7fe11d91d function app.import_caller(jsonb)
--   e1d7840b26d5 function app.import_found(text, jsonb)
--   547e0c8bd68b comment on function app.import_found
--   59d0d0ad9033 function app.import_current(text, uuid)
--   d58c6bbe962b comment on function app.import_current
--   3fc797af4776 function app.import_changes(text, jsonb, jsonb)
--   ceb6158c50cf function app.import_view(app.imports)
--   eca638826f25 function public.list_imports()
--   6f0f92fc8e44 comment on function public.list_imports
--   7e0648e6f308 grant execute on function public.list_imports() to authenticated
--   5beb440e7afe function public.import_rows(uuid, text, integer, integer)
--   da9f377fdb17 comment on function public.import_rows
--   f33b2e675b54 grant execute on function public.import_rows(uuid, text, integer, integer) to authenticated
--   ddd7b09d0344 function app.claim_caller(uuid, text, text)
--   a111c891a8d6 comment on function app.claim_caller
--   ff1274cb7173 function public.plan_account(jsonb, uuid)
--   8228c4f1c118 function public.known_callers(text)
--   670e1255f73c comment on function public.known_callers
--   584276931818 grant execute on function public.known_callers(text) to authenticated
--   970e2d25445f function public.delete_known_caller(uuid)
--   237087c44b7e comment on function public.delete_known_caller
--   fd16c1eaa4f6 grant execute on function public.delete_known_caller(uuid) to authenticated
--   014fff2dd0c8 function app.lock_import(uuid)
--   912222232d94 comment on function app.lock_import
--   49a0b0d9c8aa function public.start_import(text, text, uuid)
--   78a89d8441ff comment on function public.start_import
--   9cb9878b04e5 grant execute on function public.start_import(text, text, uuid) to authenticated
--   cc6698ccfd2e function app.check_import_rows(text, jsonb)
--   54dec70df757 function public.add_import_rows(uuid, jsonb)
--   aa2e6344305d comment on function public.add_import_rows
--   8b4e188a1e8c grant execute on function public.add_import_rows(uuid, jsonb) to authenticated
--   3752da8acdad function public.delete_import(uuid)
--   21152acadda9 comment on function public.delete_import
--   5f46d40bc851 grant execute on function public.delete_import(uuid) to authenticated
--   3b95d70e8ee3 function app.import_into_callers(uuid, jsonb)
--   67ff5dce081d function app.import_into_places(uuid, jsonb)
--   9776c4d0acd9 function app.import_into_promos(uuid, jsonb)
--   e864006a668f function app.import_into(text, uuid, jsonb)
--   6898e12be719 comment on function app.import_into
--   1f78ce2550e0 function app.import_out_of(text, uuid)
--   66d7e1757cd6 function app.forget_imports()
--   2e45632054f9 function app.purge()
--   9652fe394b61 function app.anonymize_person(uuid)
--   aab7aed8e834 function app.tg_users__take_caller()
--   f9c8b8eb3233 trigger users__take_caller on auth.users
--   2ae827c4d9b2 function app.import_account_id(uuid, integer)
--   8ad351158b08 function app.import_account(text, jsonb, uuid, public.profiles)
--   9339b76c8670 function app.import_patch(text, jsonb, uuid)
--   946730f7801c function app.import_step(app.imports, integer, jsonb, public.profiles)
--   93bcecc81f86 function app.import_fault(text, text, text, text, text)
--   aee5126fc554 function app.store_import_result(app.imports, integer, jsonb, boolean)
--   0cbe56c28116 function app.run_import_row(app.imports, app.import_rows, public.profiles, boolean)
--   7241dbeb66c1 function app.count_import_people(app.imports, integer[], uuid[])
--   7f74c373ccd3 function public.check_import(uuid, boolean)
--   37ca7242f958 comment on function public.check_import
--   29e7c4f4fce4 grant execute on function public.check_import(uuid, boolean) to authenticated
--   9bc6d18e6645 function app.begin_import(app.imports)
--   4ff3248bbdce function public.apply_import(uuid)
--   0d2eab96bd2c comment on function public.apply_import
--   8f81052bf51d grant execute on function public.apply_import(uuid) to authenticated
--   edfe47b02af1 function app.finish_import_account(app.imports, app.import_rows)
--   18d212fb356d function public.plan_import_accounts(uuid, integer[], integer)
--   0139ef65482b comment on function public.plan_import_accounts
--   9ccf417bbc85 grant execute on function public.plan_import_accounts(uuid, integer[], integer) to authenticated
--   03396728634f function app.undo_import_account(uuid, public.profiles)
--   ba248b69d78f function app.undo_import_row(app.imports, app.import_rows, public.profiles)
--   bb3b12464c79 function public.undo_import(uuid)
--   4b8f30d1e5b4 comment on function public.undo_import
--   87dad50ded2d grant execute on function public.undo_import(uuid) to authenticated
