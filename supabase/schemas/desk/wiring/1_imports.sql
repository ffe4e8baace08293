-- Imports: people, cars, callers, places, zones and promotions from a file of the office.
-- Access: admins import what they may also add by a form, by the same rules; accounts are made by the edge function
--         `accounts`, with the plan that this file gives it; only the admin who began an import reads its rows
-- Tests:  tests/db/imports.sql, tests/db/import_kills.test.ts, tests/api/imports.test.ts

-- The id of an account follows from import and row, so that a repeated request to the auth server makes no second one.
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

-- A file changes no address for signing in and no staff role: both have a confirmation of their own.
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

-- Works out what a row does, and does it, except that accounts are only planned. The answer is {did, id, before,
-- changes,
-- user: the request for a new account}.
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
    v_id := app.import_into(v_kind, null, facts, me);
    return jsonb_build_object('did', case when v_id is null then 'same' else 'fresh' end, 'id', v_id);
  end if;
  -- Made by this row, and the answer was lost.
  if app.is_account_import(v_kind) and v_id = app.import_account_id((import).id, import_step.nr) then
    return jsonb_build_object('did', 'fresh', 'id', v_id, 'user', null);
  end if;
  -- A place that the account has already, whoever saved it.
  if v_kind = 'places' and exists (select from public.saved_addresses a where a.id = v_id) then
    return jsonb_build_object('did', 'same', 'id', v_id);
  end if;
  v_current := app.import_current(v_kind, v_id);
  v_changes := app.import_changes(v_kind, facts, v_current);
  if v_changes is null then return jsonb_build_object('did', 'same', 'id', v_id); end if;
  perform app.import_patch(v_kind, case when v_kind = 'places' then facts else (select jsonb_object_agg(f.key, f.value)
    from jsonb_each(facts) f where f.key = any (v_changes)) end, v_id, me);
  return jsonb_build_object('did', 'changed', 'id', v_id, 'changes', to_jsonb(v_changes), 'before',
    (select jsonb_object_agg(k, coalesce(v_current -> k, 'null')) from unnest(v_changes) k));
end $$;

-- A refusal of a row, or a value that a constraint of its table refuses: then the name of the constraint says the
-- column.
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

-- Two questions, so that each is answered by its own index; + 0, so that none is answered by walking through the rows.
create function app.import_earlier(import_id uuid, nr integer, key_a text, key_b text) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return least((select o.nr from app.import_rows o where o.import_id = import_earlier.import_id
    and o.key_a = import_earlier.key_a and o.nr < import_earlier.nr and o.state <> 'wrong' order by o.nr + 0 limit 1),
    (select o.nr from app.import_rows o where o.import_id = import_earlier.import_id
    and o.key_b = import_earlier.key_b and o.nr < import_earlier.nr and o.state <> 'wrong' order by o.nr + 0 limit 1));
end $$;

-- One row in a subtransaction of its own. A dry run does everything and takes it back, so preview and import cannot
-- differ.
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

-- What becomes of a row says who has an account, so it is a read of the accounts that its contacts lead to, whatever
-- the row does. Those that the import has made itself do not count.
create function app.count_import_people(import app.imports, nrs integer[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_met record;
begin
  select array_agg(distinct r.nr) as nrs, array_agg(distinct a.id) as ids into v_met from app.import_rows r
  cross join lateral app.accounts_with(app.plain(r.facts ->> 'email'), app.plain(r.facts ->> 'mobile')) a (id)
  where r.import_id = (import).id and r.nr = any (count_import_people.nrs)
    and a.id <> app.import_account_id((import).id, r.nr);
  if v_met.ids is null or app.count_shown_rows('people', null, v_met.ids) is null then return; end if;
  update app.import_rows r set state = 'wrong', code = 'needs_approval', field = null, changes = null
  where r.import_id = (import).id and r.nr = any (v_met.nrs);
end $$;
comment on function app.count_import_people is
  'Counts the accounts that rows of an import lead to as read. Above the read limit, the rows that lead to one become '
  'wrong with needs_approval; call it before the rows are run.';

create function app.next_import_rows(import app.imports, states text[], most integer) returns setof app.import_rows
language plpgsql volatile security definer set search_path = '' as $$
declare v_nrs integer[] := array(select r.nr from app.import_rows r where r.import_id = (import).id
  and r.state = any (states) order by r.nr limit most);
begin
  perform app.count_import_people(import, v_nrs);
  return query select r.* from app.import_rows r where r.import_id = (import).id and r.nr = any (v_nrs)
    and r.state = any (states) order by r.nr;
end $$;
comment on function app.next_import_rows is
  'The next rows of an import in these states that the caller may still run.';

create function public.check_import(import_id uuid, again boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_import app.imports := app.lock_import(check_import.import_id);
  v_me public.profiles := app.me();
  v_row app.import_rows;
begin
  perform app.require_whole_import(v_import);
  -- A preview tells of people: the access log has it, and nobody asks for a part of the answer.
  perform app.log_list('people', v_import.id, 0);
  if again then
    update app.import_rows r set state = 'waiting' where r.import_id = v_import.id and r.state = 'wrong';
  end if;
  for v_row in select r.* from app.next_import_rows(v_import, '{waiting}', app.import_batch()) r loop
    perform app.store_import_result(v_import, v_row.nr, app.run_import_row(v_import, v_row, v_me, true), true);
  end loop;
  return to_jsonb(app.import_view(v_import));
end $$;
comment on function public.check_import is
  'Checks the next 500 rows of an import that wait for it, in a dry run: afterwards each is fresh, changed, same or '
  'wrong. Call it until none waits. again: checks those that are wrong once more, after what they need was added. Rows '
  'about people who have an account count towards the read limit; above it they are wrong with needs_approval. '
  '@returns import_state. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_incomplete.';
grant execute on function public.check_import(uuid, boolean) to authenticated;

create function app.begin_import(import app.imports) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (import).undone_at is not null then
    perform app.refuse('import_undone', 409, 'The import was taken back; import the file again');
  end if;
  if (import).began_at is null then
    perform app.require_whole_import(import);
    if exists (select from app.import_rows r where r.import_id = (import).id and r.state = 'waiting') then
      perform app.refuse('import_unchecked', 409, 'Some rows are not checked; call check_import until none waits');
    end if;
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
  perform app.log_list('people', v_import.id, 0);
  if app.is_account_import(v_import.kind) then
    perform app.refuse('import_kind', 422, 'Accounts are made by accounts/import');
  end if;
  perform app.begin_import(v_import);
  for v_row in select r.* from app.next_import_rows(v_import, '{waiting,fresh,changed}', app.import_batch()) r loop
    perform app.store_import_result(v_import, v_row.nr, app.run_import_row(v_import, v_row, v_me, false), false);
  end loop;
  return to_jsonb(app.import_view((select i from app.imports i where i.id = v_import.id)));
end $$;
comment on function public.apply_import is
  'Writes the next 500 rows of an import that are fresh or changed, once all are checked. Call it until none is left; '
  'a repeated call, or one after a breakdown, writes nothing twice. Rows that became wrong since the check are left '
  'out and say why. Not for drivers, fleets and staff, whose accounts accounts/import makes. @returns import_state. '
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_kind, import_undone, '
  'import_incomplete, import_unchecked.';
grant execute on function public.apply_import(uuid) to authenticated;

-- An account that was made gets what its request could not say: what the car carries, and the language.
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
  perform app.log_list('people', v_import.id, 0);
  if not app.is_account_import(v_import.kind) then
    perform app.refuse('import_kind', 422, 'Only drivers, fleets and staff become accounts');
  end if;
  perform app.begin_import(v_import);
  for v_row in select r.* from app.next_import_rows(v_import, '{waiting,fresh,changed}',
    least(greatest(most, 1), 200)) r
  loop
    v_result := app.run_import_row(v_import, v_row, v_me, false);
    if v_result ->> 'code' is not null then
      perform app.store_import_result(v_import, v_row.nr, v_result, false);
    elsif exists (select 1 from public.profiles p where p.id = app.import_account_id(v_import.id, v_row.nr)
      and p.created_by = v_me.id) then
      perform app.finish_import_account(v_import, v_row);
    elsif v_row.nr = any (failed) then
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
  'Errors: must_login, account_suspended, not_allowed, demo_mode, import_not_found, import_kind, import_undone, '
  'import_incomplete, import_unchecked.';
grant execute on function public.plan_import_accounts(uuid, integer[], integer) to authenticated;

-- Only somebody who never came is taken back: nobody loses an account in use by the press of a button.
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
  perform app.delete_profile(undo_import_account.id, keeps_imports => true);
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
  return app.import_patch((import).kind, (line).before || case when (import).kind = 'places'
    then (line).facts - array(select jsonb_object_keys((line).before)) else '{}' end, (line).target_id, me) is not null;
exception when others then
  if sqlstate not like 'PT%' and sqlstate not like '23%' then raise; end if;
  return false;
end $$;

-- A call that broke off may have made accounts that no later call finished.
create function app.find_made_accounts(import app.imports) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update app.import_rows r set state = 'done', did = 'fresh', code = null, field = null,
    target_id = app.import_account_id((import).id, r.nr)
  where r.import_id = (import).id and r.state in ('waiting', 'fresh', 'wrong') and exists (select from public.profiles p
    where p.id = app.import_account_id((import).id, r.nr) and p.created_by = (import).created_by
      and p.deleted_at is null);
end $$;

create function public.undo_import(import_id uuid) returns jsonb
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
  if app.is_account_import(v_import.kind) then perform app.find_made_accounts(v_import); end if;
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
