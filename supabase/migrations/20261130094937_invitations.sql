-- invitations: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function app.import_patch(text, jsonb, uuid);
drop function app.import_into(text, uuid, jsonb);
drop function app.import_into_callers(uuid, jsonb);
drop function public.list_people(text, text, uuid, boolean, boolean, uuid, uuid, boolean, boolean, text, boolean, text, uuid, integer);

comment on function app.most_import_rows is 'Maximum rows of a file that is imported, without its header. @shared';

comment on function app.most_import_columns is 'Maximum columns of a file that is imported. @shared';

comment on function app.most_import_text is 'Maximum characters of one cell of a file that is imported. @shared';

comment on function app.import_batch is 'Rows of an import that one call takes, checks, writes or takes back. @shared';

create or replace function app.import_fields(kind text) returns setof app.import_field
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return query select f.field, f.read_as, f.is_needed from (values
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
  where import_fields.kind = any (string_to_array(f.kinds, ' '));
end $$;

create table app.invitations (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  sent_at timestamptz not null default app.now(),
  sent_count integer not null default 1 check (sent_count between 1 and 1000)
);

call app.describe('app.invitations', $$
  When a person was last invited to sign in, and how often.
$$);

alter table app.invitations enable row level security;

create or replace function app.is_contact_taken(email text, mobile text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from app.accounts_with(is_contact_taken.email, is_contact_taken.mobile));
end $$;

create or replace function app.import_facts(kind text, facts jsonb) returns jsonb
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

create or replace function app.import_caller(facts jsonb) returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return app.import_one_id(array(select c.id from app.known_callers c where c.mobile = import_caller.facts ->> 'mobile'
    union select c.id from app.known_callers c where c.email = import_caller.facts ->> 'email'));
end $$;

create function app.import_into_callers(id uuid, facts jsonb, me public.profiles) returns uuid
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
    me);
  insert into app.known_callers as c (id, first_name, last_name, mobile, email, lang_locale, created_by)
  values (coalesce(v_row.id, app.uuid_v7()), coalesce(app.plain_name(v_row.first_name), ''),
    coalesce(app.plain_name(v_row.last_name), ''), v_row.mobile, v_row.email, v_row.lang_locale, auth.uid())
  on conflict on constraint known_callers_pkey do update set first_name = excluded.first_name,
    last_name = excluded.last_name, mobile = excluded.mobile, email = excluded.email,
    lang_locale = excluded.lang_locale
  returning c.id into v_id;
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
  'Adds the thing of a row, or changes the one with this id, by the same rules as its form; returns its id.';

create function public.list_people(usertype text default null, search text default null, person_id uuid default null,
  is_approved boolean default null,
  is_suspended boolean default null, fleet_id uuid default null, car_type_id uuid default null,
    is_active boolean default null, has_papers_waiting boolean default null,
  sort text default 'created', ascending boolean default false, after_value text default null,
    after_id uuid default null, page_size integer default 50, never_came boolean default null) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('desk');
  v_search text := nullif(btrim(list_people.search), '');
  v_words text[] := coalesce((string_to_array(btrim(regexp_replace(app.folded(left(v_search, 100)), '[[:space:]]+',
    ' ', 'g')), ' '))[1:6], array[]::text[]);
  v_digits text := ltrim(regexp_replace(replace(app.folded(left(v_search, 100)), '(0)', ''), '[^0-9]', '', 'g'), '0');
  v_name text := 'lower(p.first_name || '' '' || p.last_name)';
  v_by text := case coalesce(list_people.sort, 'created') when 'created' then 'p.created_at'
    when 'name' then v_name end;
  v_ascending boolean := coalesce(list_people.ascending, false);
  v_open boolean := not app.is_demo();
  v_size constant integer := least(greatest(coalesce(list_people.page_size, 50), 1), 1000);
  v_found text;
  v_where text;
  v_rows json;
  v_ids uuid[];
  v_next json;
  v_refusal jsonb := app.read_refusal('people', list_people.person_id);
begin
  if v_refusal is not null then return v_refusal; end if;
  if v_by is null then perform app.refuse_sort('sort is created or name'); end if;
  -- In a demo the search ignores contacts, because it would reveal the contacts that the demo masks. An unverified
  -- number does not match if another person verified the same number.
  v_found := concat_ws(' or ',
    (select format('(%s)', string_agg(format('app.folded(p.first_name || '' '' || p.last_name) like ($2)[%s]', n),
      ' and ')) from generate_series(1, cardinality(v_words)) n having count(*) > 0),
    case when app.compact(left(v_search, 100))
      <> '' then
      'p.id = any (array(select d.id from public.drivers d where app.compact(d.vehicle_number) like $13 limit 1000))' end,
    case when v_open then 'lower(p.email) like $14 or p.referral_id = upper($3)' end,
    case when v_open and length(v_digits) >= 3 then $q$regexp_replace(p.mobile, '[^0-9]', '', 'g') like '%' || $4 || '%'
      and (p.mobile_verified or not exists (select 1 from public.profiles o where o.mobile_verified
        and o.mobile = p.mobile))$q$ end);
  v_where := concat_ws(' and ', 'p.deleted_at is null',
    case when list_people.usertype is not null then 'p.usertype = $1'
      when list_people.person_id is null then 'p.usertype <> ''admin''' end,
    case when list_people.person_id is not null then 'p.id = $5' end,
    case when v_me.usertype <> 'admin' then 'p.id in (select d.id from public.drivers d where d.fleet_id = $6)' end,
    case
      when list_people.fleet_id is not null then
      'p.id in (select d.id from public.drivers d where d.fleet_id = $7)' end,
    case
      when list_people.car_type_id is not null then
      'p.id in (select d.id from public.drivers d where d.car_type_id = $11)' end,
    case
      when list_people.is_active is not null then
      'p.id in (select d.id from public.drivers d where d.driver_active_status = $12)' end,
    case
      when list_people.has_papers_waiting is not null then
      format('%s (select from public.driver_documents w where w.driver_id = p.id and w.status = ''pending'')',
      case when list_people.has_papers_waiting then 'exists' else 'not exists' end) end,
    case when list_people.never_came then
      'p.created_by is not null and exists (select from auth.users u where u.id = p.id and u.last_sign_in_at is null)'
      when not list_people.never_came then
      'exists (select from auth.users u where u.id = p.id and u.last_sign_in_at is not null)' end,
    case when list_people.is_approved then 'p.approved' when not list_people.is_approved then 'not p.approved' end,
    case when list_people.is_suspended then 'not p.approved and p.suspended_at is not null'
      when not list_people.is_suspended then 'p.suspended_at is null' end,
    case when v_search is not null then '(' || coalesce(nullif(v_found, ''), 'false') || ')' end,
    case when list_people.after_value is not null then
      app.after_sql(v_by, 'p.id', v_ascending, v_by = 'p.created_at',
        case when list_people.sort = 'name' then 'lower($8)' else '$8::timestamptz' end, '$9') end);
  execute format('select json_agg(r), array_agg(r.id),
        case when count(*) = $10 then json_build_object(''after_id'', (array_agg(r.id))[$10], ''after_value'', (array_agg(%3$s))[$10]) end
      from (select p.*, app.driver_facts(p) as driver_facts from (select p as person from public.profiles p where %1$s order by %2$s limit $10) l
        cross join lateral app.masked_person(l.person) p order by %2$s) r',
      v_where, app.order_sql(v_by, 'p.id', v_ascending, v_by = 'p.created_at'),
      case v_by when 'p.created_at' then 'r.created_at' else 'r.first_name || '' '' || r.last_name' end)
    into v_rows, v_ids, v_next
    using list_people.usertype, array(select app.containing(w) from unnest(v_words) w), left(v_search, 100), v_digits,
      list_people.person_id, v_me.id, list_people.fleet_id,
      list_people.after_value, list_people.after_id, v_size, list_people.car_type_id, list_people.is_active,
      app.containing(app.compact(left(v_search, 100))), app.containing(v_search);
  return coalesce(app.count_shown_rows('people', list_people.person_id, v_ids)::json, app.page(v_rows, v_next));
end $$;

comment on function public.list_people is
  'Lists people for staff: everyone except admins, or one usertype (also admin), or one person; fleet admins see '
  'their drivers. Filters: is_approved, is_suspended (approval taken away), fleet_id (its drivers), car_type_id and '
  'is_active (drivers with it; on duty or not), has_papers_waiting (documents without a decision), never_came (added '
  'by staff, and never signed in). search matches names (all words, whatever their case and accents) and plates; '
  'outside demo mode also e-mail addresses, referral codes and, from three digits on, numbers in any spelling. sort: '
  'created (newest first) or name (last first), or ascending. Contacts are masked in demo mode. Each person has '
  'driver_facts: null if the person does not drive, otherwise {car_type_id, car_type, vehicle_make, vehicle_model, '
  'vehicle_color, vehicle_number, other_info, fleet_id, seats (null: as its car type, type_seats), luggage, '
  'child_seats, wheelchair, fleet, is_active, is_busy, seen_at, papers, papers_until}; papers is missing, pending '
  '(needs a decision), expired, rejected, expiring (within 14 days) or verified. The access log records who read how '
  'many. @returns page of profiles. '
  'Errors: must_login, not_allowed, list_invalid, needs_approval (above settings.export_limit).';

grant execute on function public.list_people(text, text, uuid, boolean, boolean, uuid, uuid, boolean, boolean, text,
  boolean, text, uuid, integer, boolean) to authenticated;

create function app.invite(person_id uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_user auth.users;
  v_contact text;
  v_kind text;
begin
  select u.* into v_user from auth.users u join public.profiles p on p.id = u.id
  where u.id = invite.person_id and u.last_sign_in_at is null and p.created_by is not null and p.deleted_at is null
    and p.suspended_at is null;
  if not found then return null; end if;
  v_kind := case when coalesce(v_user.email, '') <> '' then 'mail' else 'sms' end;
  v_contact := case v_kind when 'mail' then v_user.email else app.verified_number(v_user.phone) end;
  if v_contact is null then return null; end if;
  -- A second press or a second admin within an hour sends no second message.
  insert into app.invitations as i (person_id) values (v_user.id)
  on conflict on constraint invitations_pkey do update set sent_at = excluded.sent_at,
    sent_count = least(i.sent_count + 1, 1000) where i.sent_at < app.now() - interval '1 hour';
  if not found then return null; end if;
  insert into app.outbox (kind, user_id, payload)
  select v_kind, v_user.id, jsonb_build_object(case v_kind when 'mail' then 'email' else 'phone' end, v_contact,
    'lang', coalesce(p.lang_locale, (select l.lang_locale from public.languages l where l.is_default)),
    'title', 'invitation.title', 'msg', 'invitation.text',
    'params', jsonb_build_object('firm', (app.settings()).app_name, 'name', p.first_name),
    'path', '/login#to=' || replace(replace(v_contact, '%', '%25'), '+', '%2B'))
  from public.profiles p where p.id = v_user.id;
  return v_kind;
end $$;

comment on function app.invite is
  'Queues an invitation to a person who has not signed in yet, at most one an hour. Returns mail or sms; null if none '
  'was sent.';

create function public.invite_person(user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_person public.profiles;
  v_kind text;
begin
  perform app.require_edits();
  v_person := app.lock_person(invite_person.user_id, v_me);
  v_kind := app.invite(v_person.id);
  if v_kind is not null then perform app.audit('invite', 'profiles', v_person.id::text); end if;
  return v_kind is not null;
end $$;

comment on function public.invite_person is
  'Sends a person whom staff added, and who has never signed in, a message with a link to the sign-in; false if none '
  'was sent: they have come already, were invited within the hour, or have no address. For admins, and fleet admins '
  'for their drivers. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, person_not_found.';

grant execute on function public.invite_person(uuid) to authenticated;

create function public.invite_imported(import_id uuid) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(invite_imported.import_id);
  v_count integer := 0;
begin
  if not app.is_account_import(v_import.kind) then
    perform app.refuse('import_kind', 422, 'Only drivers, fleets and staff have accounts');
  end if;
  select count(app.invite(r.target_id)) into v_count from app.import_rows r
  where r.import_id = v_import.id and r.state = 'done' and r.did = 'fresh';
  if v_count > 0 then
    perform app.audit('invite', 'imports', v_import.id::text, null, jsonb_build_object('people', v_count));
  end if;
  return v_count;
end $$;

comment on function public.invite_imported is
  'Invites everyone for whom an import of the caller made an account and who has never signed in; returns how many '
  'messages were queued. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_kind.';

grant execute on function public.invite_imported(uuid) to authenticated;

create function app.import_patch(kind text, patch jsonb, id uuid, me public.profiles) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not app.is_account_import(import_patch.kind) then
    return app.import_into(import_patch.kind, import_patch.id, patch, me);
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

create or replace function app.import_step(import app.imports, nr integer, facts jsonb, me public.profiles) returns jsonb
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
    return jsonb_build_object('did', 'fresh', 'id', app.import_into(v_kind, null, facts, me));
  end if;
  -- Made by this row, and the answer was lost.
  if app.is_account_import(v_kind) and v_id = app.import_account_id((import).id, import_step.nr) then
    return jsonb_build_object('did', 'fresh', 'id', v_id, 'user', null);
  end if;
  v_current := app.import_current(v_kind, v_id);
  v_changes := app.import_changes(v_kind, facts, v_current);
  if v_changes is null then return jsonb_build_object('did', 'same', 'id', v_id); end if;
  perform app.import_patch(v_kind, case when v_kind = 'places' then facts else (select jsonb_object_agg(f.key, f.value)
    from jsonb_each(facts) f where f.key = any (v_changes)) end, v_id, me);
  return jsonb_build_object('did', 'changed', 'id', v_id, 'changes', to_jsonb(v_changes), 'before',
    (select jsonb_object_agg(k, coalesce(v_current -> k, 'null')) from unnest(v_changes) k));
end $$;

create or replace function app.store_import_result(import app.imports, nr integer, result jsonb, is_dry boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update app.import_rows r set
    state = case when result ->> 'code' is not null then 'wrong' when result ->> 'did' = 'same' then 'same'
      when is_dry or result -> 'user' <> 'null' then result ->> 'did' else 'done' end,
    did = case when not is_dry and result ->> 'did' <> 'same' then result ->> 'did' end,
    target_id = case when not is_dry then (result ->> 'id')::uuid end,
    before = case when not is_dry then result -> 'before' end,
    changes = array(select jsonb_array_elements_text(coalesce(result -> 'changes', '[]'))),
    key_a = result ->> 'key_a', key_b = result ->> 'key_b', code = result ->> 'code', field = result ->> 'field',
    other_nr = (result ->> 'other_nr')::integer
  where r.import_id = (import).id and r.nr = store_import_result.nr;
end $$;

create function app.import_earlier(import_id uuid, nr integer, key_a text, key_b text) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return least((select o.nr from app.import_rows o where o.import_id = import_earlier.import_id
    and o.key_a = import_earlier.key_a and o.nr < import_earlier.nr and o.state <> 'wrong' order by o.nr + 0 limit 1),
    (select o.nr from app.import_rows o where o.import_id = import_earlier.import_id
    and o.key_b = import_earlier.key_b and o.nr < import_earlier.nr and o.state <> 'wrong' order by o.nr + 0 limit 1));
end $$;

create or replace function app.run_import_row(import app.imports, line app.import_rows, me public.profiles, is_dry boolean)
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
    v_result := jsonb_build_object('key_a', v_keys.key_a, 'key_b', v_keys.key_b, 'other_nr', app.import_earlier(
      (import).id, (line).nr, v_keys.key_a, v_keys.key_b));
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

create or replace function public.check_import(import_id uuid, again boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(check_import.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
  v_result jsonb;
  v_nrs integer[];
  v_ids uuid[];
begin
  -- A preview tells of people: the access log has it, and nobody asks for a part of the answer.
  perform app.log_list('people', v_import.id, 0);
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

create or replace function public.apply_import(import_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(apply_import.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
begin
  perform app.log_list('people', v_import.id, 0);
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

create or replace function public.plan_import_accounts(import_id uuid, failed integer[] default '{}', most integer default 50)
  returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(plan_import_accounts.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
  v_result jsonb;
  v_users jsonb := '[]'::jsonb;
begin
  perform app.log_list('people', v_import.id, 0);
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

create or replace function app.undo_import_row(import app.imports, line app.import_rows, me public.profiles) returns boolean
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
    then (line).facts - array(select jsonb_object_keys((line).before)) else '{}' end, (line).target_id, me);
  return true;
exception when others then
  if sqlstate not like 'PT%' and sqlstate not like '23%' then raise; end if;
  return false;
end $$;

create or replace function public.undo_import(import_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(undo_import.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
  v_is_undone boolean;
begin
  perform app.log_list('people', v_import.id, 0);
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

-- Sources of this migration, for the next one to compare with:
--   gone function app.import_patch(text, jsonb, uuid)
--   gone function app.import_into(text, uuid, jsonb)
--   gone function app.import_into_callers(uuid, jsonb)
--   gone grant execute on function public.list_people(text, text, uuid, boolean, boolean, 54233389
--   gone function public.list_people(text, text, uuid, boolean, boolean, uuid, uuid, boolean, boolean, text, boolean, text, uuid, integer)
--   ac47f5b1d4eb comment on function app.most_import_rows
--   61331d95b9c7 comment on function app.most_import_columns
--   475100cbacfc comment on function app.most_import_text
--   7b8388a2473b comment on function app.import_batch
--   fc47ef771953 function app.import_fields(text)
--   f5200303ec3c table app.invitations
--   fb038f9925b4 description of app.invitations
--   7a0aea14d35e alter table app.invitations enable row level security
--   3eb3ff29e3ce function app.is_contact_taken(text, text)
--   71df32581813 function app.import_facts(text, jsonb)
--   6977f6c37a99 function app.import_caller(jsonb)
--   6e3d33d33018 function app.import_into_callers(uuid, jsonb, public.profiles)
--   3b5d96a17f20 function app.import_into(text, uuid, jsonb, public.profiles)
--   6898e12be719 comment on function app.import_into
--   f5744ef1fec7 function public.list_people(text, text, uuid, boolean, boolean, uuid, uuid, boolean, boolean, text, boolean, text, uuid, integer, boolean)
--   a93c557a4aff comment on function public.list_people
--   d0ff42ce9ca6 grant execute on function public.list_people(text, text, uuid, boolean, boolean, d0ff42ce
--   6f0774bbaa78 function app.invite(uuid)
--   6c95c1e8158c comment on function app.invite
--   6da3f396d6fc function public.invite_person(uuid)
--   6dde3138dc75 comment on function public.invite_person
--   b9f9b4aa15e9 grant execute on function public.invite_person(uuid) to authenticated
--   1d187c403ec2 function public.invite_imported(uuid)
--   943cf63e591e comment on function public.invite_imported
--   0c2561bf070b grant execute on function public.invite_imported(uuid) to authenticated
--   72a9fdf0acab function app.import_patch(text, jsonb, uuid, public.profiles)
--   f8310d083906 function app.import_step(app.imports, integer, jsonb, public.profiles)
--   99e40dd43318 function app.store_import_result(app.imports, integer, jsonb, boolean)
--   ca07f05e6cba function app.import_earlier(uuid, integer, text, text)
--   aa20e68d1236 function app.run_import_row(app.imports, app.import_rows, public.profiles, boolean)
--   dfcdb7aa6772 function public.check_import(uuid, boolean)
--   634fbfc7c004 function public.apply_import(uuid)
--   740bf81c5610 function public.plan_import_accounts(uuid, integer[], integer)
--   d279dd3fc34a function app.undo_import_row(app.imports, app.import_rows, public.profiles)
--   6cb7503328d0 function public.undo_import(uuid)
