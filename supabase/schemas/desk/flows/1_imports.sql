-- Imports: people, cars, callers, places, zones and promotions from a file of the office.

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

-- Rows of a file that lost its connection while it was stored would else be missing in silence.
create function app.require_whole_import(import app.imports) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (import).row_count is not null then
    perform app.refuse('import_incomplete', 409, 'Not all rows of the file are stored; import it again');
  end if;
end $$;

create function public.start_import(kind text, name text, client_key uuid, row_count integer default null)
  returns public.import_state
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
  if start_import.row_count > app.most_import_rows() then
    perform app.refuse('import_too_long', 422, format('At most %s rows a file', app.most_import_rows()));
  end if;
  v_id := md5(v_me.id || ':' || coalesce(start_import.client_key, gen_random_uuid()))::uuid;
  select i.* into v_import from app.imports i where i.id = v_id;
  if not found then
    perform app.enforce_limit('import', v_me.id::text);
    insert into app.imports (id, kind, name, created_by, row_count)
    values (v_id, start_import.kind, coalesce(nullif(left(app.plain(start_import.name), 200), ''), start_import.kind),
      v_me.id, case when start_import.row_count > 0 then start_import.row_count end)
    on conflict on constraint imports_pkey do nothing
    returning * into v_import;
    if found then
      perform app.audit('start_import', 'imports', v_id::text, null,
        jsonb_build_object('kind', v_import.kind, 'file', v_import.name));
    else
      -- A second request with the same key was faster.
      select i.* into v_import from app.imports i where i.id = v_id;
    end if;
  end if;
  return app.import_view(v_import);
end $$;
comment on function public.start_import is
  'Begins the import of a file (its name) whose rows are drivers, fleets, staff, cars, callers, places, zones or '
  'promos. The same client_key answers with the same import. row_count: number of rows that will be added; if given, '
  'none is checked or written before all are stored. Admins need the permission of what they import: people, of staff '
  'staff, of zones prices, of promos promotions. 60 files an hour. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_kind, import_too_long, too_many_requests.';
grant execute on function public.start_import(text, text, uuid, integer) to authenticated;

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
declare
  v_import app.imports := app.lock_import(add_import_rows.import_id);
  v_count integer;
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
  select count(*) into v_count from app.import_rows r where r.import_id = v_import.id;
  if v_count > app.most_import_rows() then
    perform app.refuse('import_too_long', 422, format('At most %s rows a file', app.most_import_rows()));
  end if;
  if v_count >= v_import.row_count then
    update app.imports i set row_count = null where i.id = v_import.id;
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

-- What a row writes, by the functions that the forms of its kind use. Each answers with the id of the thing
-- ------------

create function app.import_into_callers(id uuid, facts jsonb, me public.profiles) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_known app.known_callers;
  v_row app.known_callers;
begin
  select c.* into v_known from app.known_callers c where c.id = import_into_callers.id
    for no key update;
  v_row := jsonb_populate_record(v_known, facts);
  -- Whoever proves the number or the address gets the name and the places of the caller, so a file does not change
  -- them.
  if v_known.id is not null and (v_row.mobile, v_row.email) is distinct from (v_known.mobile, v_known.email) then
    perform app.refuse_field('import_fixed', case when v_row.mobile is distinct from v_known.mobile then 'mobile'
      else 'email' end);
  end if;
  -- The same rules as for a rider whom the desk adds.
  perform app.check_account_plan(jsonb_strip_nulls(jsonb_build_object('usertype', 'rider', 'email', v_row.email,
    'mobile', v_row.mobile, 'first_name', nullif(v_row.first_name, ''), 'last_name', nullif(v_row.last_name, ''))),
    me);
  insert into app.known_callers as c (id, first_name, last_name, mobile, email, lang_locale, created_by)
  values (coalesce(v_row.id, app.uuid_v7()), coalesce(app.plain_name(v_row.first_name), ''),
    coalesce(app.plain_name(v_row.last_name), ''), v_row.mobile, v_row.email, v_row.lang_locale, auth.uid())
  on conflict on constraint known_callers_pkey do update set first_name = excluded.first_name,
    last_name = excluded.last_name, lang_locale = excluded.lang_locale
  returning c.* into v_row;
  if v_known.id is not null then
    perform app.audit('edit', 'known_callers', v_row.id::text, null, jsonb_build_object('changed',
      array(select jsonb_object_keys(facts) order by 1)));
  end if;
  return v_row.id;
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
    -- What the person has saved counts more than the file.
    insert into public.saved_addresses (id, user_id, label, description, lat, lng, count)
    values (v_id, v_person, v_label, left(facts ->> 'description', 500), v_lat, v_lng, 0)
    on conflict do nothing returning saved_addresses.id into v_id;
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

create function app.import_into(kind text, id uuid, facts jsonb, me public.profiles) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare v_known jsonb := jsonb_strip_nulls(jsonb_build_object('id', import_into.id));
begin
  return case import_into.kind
    when 'callers' then app.import_into_callers(import_into.id, facts, me)
    when 'places' then app.import_into_places(import_into.id, facts)
    when 'promos' then app.import_into_promos(import_into.id, facts)
    when 'cars' then (public.save_shared_vehicle(facts || v_known)).id
    when 'zones' then (public.save_zone(coalesce(app.import_current('zones', import_into.id), '{}') - 'version'
      || facts || v_known || jsonb_build_object('geojson', coalesce(facts -> 'area',
        app.import_current('zones', import_into.id) -> 'area')))).id end;
end $$;
comment on function app.import_into is
  'Adds the thing of a row, or changes the one with this id, by the same rules as its form. Returns its id; null if '
  'it was left as it is.';

-- Takes back what a row added, if nothing hangs on it: a car that nobody has driven, a promotion that nobody has used,
-- a place where nobody has been, a caller without places. A caller who has an account by now is gone already.
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

-- Rows hold contacts of people, so they are not kept longer than somebody would take an import back.
create function app.forget_imports() returns void language sql volatile security definer set search_path = '' as $$
  delete from app.imports i where i.id in (select o.id from app.imports o
    where o.created_at < app.now() - interval '30 days' order by o.created_at limit 20)
$$;
