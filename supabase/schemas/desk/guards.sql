-- Guards: the settings that make it take two people, or two factors. Once set, lowering one waits for a day or for a second person;
-- otherwise one owner could empty a limit, use that, and set it again.
-- Needs:  settings, second person, approvals
-- Access: a trigger on settings holds a lowering back; admins who may change settings read, confirm and cancel it
-- Tests:  tests/db/guards.sql

create function app.guards() returns text[] language sql immutable set search_path = '' as $$
  select array['credit_limit', 'payout_limit', 'export_limit', 'two_people_bank', 'bank_change_hours', 'staff_second_factor']
$$;

create table app.guard_changes (
  name text primary key check (name = any (app.guards())),
  value text,
  asked_by uuid not null references public.profiles (id) on delete cascade,
  asked_at timestamptz not null default app.now()
);
call app.describe('app.guard_changes', $$
  Lowered guards that wait. At most one per setting: a later one replaces it and waits anew.
  name: Name of the setting.
  value: The value that was asked for; null for no limit.
  asked_by: The admin who lowered the setting.
$$);
create index guard_changes_asked_by on app.guard_changes (asked_by);
alter table app.guard_changes enable row level security;

create function app.guard_wait() returns interval language sql immutable set search_path = '' as $$ select interval '1 day' $$;

-- The strength of a guard: a higher number permits less without a second person. An empty limit, and an export limit of 0, is none.
create function app.guard_strength(name text, settings public.settings) returns numeric language sql immutable set search_path = '' as $$
  select case guard_strength.name
    when 'credit_limit' then -coalesce((settings).credit_limit, 'Infinity')
    when 'payout_limit' then -coalesce((settings).payout_limit, 'Infinity')
    when 'export_limit' then -coalesce(nullif((settings).export_limit, 0)::numeric, 'Infinity')
    when 'two_people_bank' then (settings).two_people_bank::integer
    when 'bank_change_hours' then (settings).bank_change_hours
    when 'staff_second_factor' then (settings).staff_second_factor::integer end
$$;

-- Applies a value and takes that back, so that the constraints of the settings judge it before it waits.
create function app.check_guard(name text, value text) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('app.guard', 'on', true);
  begin
    execute format('update public.settings set %I = %L where id = 1', check_guard.name, check_guard.value);
    raise sqlstate 'RB000';
  exception when sqlstate 'RB000' then null;
  end;
  perform set_config('app.guard', '', true);
end $$;

-- Whether the person who lowered a guard may still do so. The request of a dismissed owner ends with the rights.
create function app.may_lower(change app.guard_changes) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.profiles p where p.id = (change).asked_by and p.usertype = 'admin' and p.approved and p.deleted_at is null
    and app.role_has_permission(p.staff_role, 'settings'))
$$;

-- When a lowered guard is applied: after a day, but only 14 days after its owner, or anyone in one chain with them, took another
-- owner's rights away, or since then signed out somebody who could stop it. Otherwise nobody might be able to object.
create function app.guard_due(change app.guard_changes) returns timestamptz language sql stable security definer set search_path = '' as $$
  select greatest((change).asked_at + app.guard_wait(), app.last_removal((change).asked_by) + app.settling_time(),
    (select max(o.at) + app.settling_time() from app.signed_out_staff o join public.profiles p on p.id = o.person_id
      where o.at >= (change).asked_at and app.role_has_permission(p.staff_role, 'settings')
        and (o.signed_out_by = (change).asked_by or app.in_one_chain(o.signed_out_by, (change).asked_by))))
$$;

-- Holds back what a signed-in person lowers, and tells the owners. The owner of the database and apply_guard pass.
create function app.tg_settings__hold_guards() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_name text;
  v_is_lowered boolean := false;
  v_params jsonb;
begin
  if auth.uid() is null or current_setting('app.guard', true) = 'on' then return new; end if;
  foreach v_name in array app.guards() loop
    if app.guard_strength(v_name, new) < app.guard_strength(v_name, old) then
      perform app.check_guard(v_name, to_jsonb(new) ->> v_name);
      insert into app.guard_changes as g (name, value, asked_by) values (v_name, to_jsonb(new) ->> v_name, auth.uid())
      on conflict on constraint guard_changes_pkey do update set value = excluded.value, asked_by = excluded.asked_by, asked_at = excluded.asked_at
      where (g.value, g.asked_by) is distinct from (excluded.value, excluded.asked_by);
      v_is_lowered := v_is_lowered or found;
      if found then
        perform app.audit('lower_guard', 'settings', '1', jsonb_build_object(v_name, to_jsonb(old) -> v_name), jsonb_build_object(v_name, to_jsonb(new) -> v_name));
      end if;
      new := jsonb_populate_record(new, jsonb_build_object(v_name, to_jsonb(old) -> v_name));
    elsif app.guard_strength(v_name, new) > app.guard_strength(v_name, old) then
      delete from app.guard_changes g where g.name = v_name;
    end if;
  end loop;
  if v_is_lowered then
    select jsonb_build_object('person_id', p.id, 'name', app.staff_name(p), 'until', (select max(app.guard_due(g)) from app.guard_changes g))
      into v_params from public.profiles p where p.id = auth.uid();
    perform app.tell_owners('guard_lowered', v_params);
  end if;
  return new;
end $$;
create trigger settings__hold_guards before update of credit_limit, payout_limit, export_limit, two_people_bank, bank_change_hours, staff_second_factor on public.settings
  for each row execute function app.tg_settings__hold_guards();

create function app.apply_guard(change app.guard_changes) returns void language plpgsql security definer set search_path = '' as $$
declare v_before jsonb := (select to_jsonb(s) -> (change).name from public.settings s where s.id = 1);
begin
  perform set_config('app.guard', 'on', true);
  execute format('update public.settings set %I = %L where id = 1', (change).name, (change).value);
  perform set_config('app.guard', '', true);
  delete from app.guard_changes g where g.name = (change).name;
  perform app.audit('apply_guard', 'settings', '1', jsonb_build_object((change).name, v_before),
    jsonb_build_object((change).name, (change).value, 'asked_by', (change).asked_by));
end $$;

create function app.apply_guard_changes() returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_change app.guard_changes;
  v_count integer := 0;
begin
  if not exists (select 1 from app.guard_changes g where g.asked_at <= app.now() - app.guard_wait()) then return 0; end if;
  -- Locks the settings before the change, as update_settings does, so that the two cannot deadlock.
  perform 1 from public.settings s where s.id = 1 for no key update;
  for v_change in select g.* from app.guard_changes g where app.guard_due(g) <= app.now() order by g.name for no key update loop
    if app.may_lower(v_change) then
      perform app.apply_guard(v_change);
      v_count := v_count + 1;
    else
      delete from app.guard_changes g where g.name = v_change.name;
    end if;
  end loop;
  return v_count;
end $$;
comment on function app.apply_guard_changes is 'Scheduled: applies lowered guards that have waited for a day, and drops those of people who may no longer lower them. Returns the number of applied ones.';

create type public.guard_change as (name text, value text, asked_by text, applies_at timestamptz, may_confirm boolean);
comment on type public.guard_change is 'Result of guard_changes: a setting that was lowered and is not applied yet. value: null for no limit; asked_by: name of the admin; may_confirm: whether the caller counts as the second person.';

create function public.guard_changes() returns setof public.guard_change language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.require_permission('settings');
begin
  return query select g.name, g.value, app.staff_name(p), app.guard_due(g),
    app.may_lower(g) and app.are_two_people(v_me.id, g.asked_by) from app.guard_changes g join public.profiles p on p.id = g.asked_by order by g.name;
end $$;
comment on function public.guard_changes is 'Lowered guards of the settings that wait for a day or for a second person. Errors: must_login, not_allowed.';
grant execute on function public.guard_changes() to authenticated;

create function app.lock_guard(name text) returns app.guard_changes language plpgsql security definer set search_path = '' as $$
declare v_change app.guard_changes;
begin
  perform 1 from public.settings s where s.id = 1 for no key update;
  select g.* into v_change from app.guard_changes g where g.name = lock_guard.name for no key update;
  if not found then perform app.refuse('approval_not_found', 404, 'No such change waits'); end if;
  return v_change;
end $$;

create function public.confirm_guard(name text, value text) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('settings');
  v_change app.guard_changes := app.lock_guard(confirm_guard.name);
begin
  -- Whoever lowered the setting may have asked for another value since the page was opened.
  if v_change.value is distinct from confirm_guard.value then
    perform app.refuse('version_conflict', 409, 'Another value was asked for meanwhile');
  end if;
  if not app.may_lower(v_change) or not app.are_two_people(v_me.id, v_change.asked_by) then
    perform app.refuse('second_person_needed', 403, 'Needs an admin who counts as a second person beside the one who lowered the setting');
  end if;
  perform app.apply_guard(v_change);
end $$;
comment on function public.confirm_guard is 'A second person applies a lowered guard of the settings at once. value: the value that the page showed (guard_changes). Errors: must_login, not_allowed, demo_mode, approval_not_found, version_conflict, second_person_needed.';
grant execute on function public.confirm_guard(text, text) to authenticated;

create function public.cancel_guard(name text) returns void language plpgsql security definer set search_path = '' as $$
declare v_change app.guard_changes;
begin
  perform app.require_editor('settings');
  v_change := app.lock_guard(cancel_guard.name);
  delete from app.guard_changes g where g.name = v_change.name;
  perform app.audit('cancel_guard', 'settings', '1', jsonb_build_object(v_change.name, v_change.value, 'asked_by', v_change.asked_by));
end $$;
comment on function public.cancel_guard is 'Stops a lowered guard of the settings before it is applied. Errors: must_login, not_allowed, demo_mode, approval_not_found.';
grant execute on function public.cancel_guard(text) to authenticated;
