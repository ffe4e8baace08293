-- Audit log and demo mode: the log of changes by admins, and the triggers that refuse changes while demo mode is on.
-- Owns: audit_log, and the demo-mode triggers of settings and languages (other tables attach the same triggers in their
-- own files)
-- Access: admins read the log; functions and triggers write it; no role changes it
-- Tests:  tests/db/audit.sql, tests/db/demo_mode.sql, tests/db/functions.test.ts (every function and table that admins
--         use), tests/db/attacks_access.sql

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default app.now(),
  actor_id uuid,
  actor_role text not null check (actor_role <> ''),
  action text not null check (action <> ''),
  target text not null check (target <> ''),
  target_id text,
  before jsonb,
  after jsonb
);
call app.describe('public.audit_log', $$
  One row per change by an admin: who, what was done, and the values before and after. Append-only.
  actor_id: The person who made the change; no foreign key, because the log outlives accounts. Null: the service role
    or the system.
  actor_role: The role of that person at that time: admin, fleetadmin, driver, rider, service_role or system.
  target: What was changed, usually the name of a table.
  before: Values before the change. Names, contacts, bank numbers and codes are masked, because the log must not
    contain secrets or personal data.
  action: What was done: insert, update or delete for a table, or the verb of a function: assign_driver, approve, …
  after: Values after the change, masked in the same way as the values before it.
$$);
grant select on public.audit_log to authenticated;
revoke insert, update, delete, truncate on public.audit_log from service_role;

create index audit_log_at on public.audit_log (at desc, id desc);
create index audit_log_target on public.audit_log (target, target_id, id);
create index audit_log_actor_id on public.audit_log (actor_id, id);

alter table public.audit_log enable row level security;

create policy "admins read the log" on public.audit_log for select to authenticated
  using ((select app.has_current_role('admin')));

create trigger audit_log__append_only before update or delete or truncate on public.audit_log
  for each statement execute function app.tg_append_only();

-- Versions of rows ----------------------------------------------------------------------------------------------------

-- Always refuses with version_conflict; the caller has compared the versions. `version` is the current version of the
-- row. If the audit log contains the change that made this version, the error says when and by whom it was made. Only
-- admins see the name of another person. Changes that people make to their own data are not in the log.
create function app.refuse_version(table_name text, row_id text, version integer) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_detail jsonb := jsonb_build_object('version', refuse_version.version);
begin
  select v_detail || jsonb_strip_nulls(jsonb_build_object('at', a.at, 'by',
    (select btrim(p.first_name || ' ' || p.last_name) from public.profiles p
    where p.id = a.actor_id and (p.id = auth.uid() or exists (select 1 from public.profiles m where m.id = auth.uid()
      and m.usertype = 'admin')))))
  into v_detail from public.audit_log a
  where a.target = refuse_version.table_name and a.target_id = refuse_version.row_id
    and a.after -> 'version' = to_jsonb(refuse_version.version)
  order by a.id desc limit 1;
  perform app.refuse('version_conflict', 409, 'The row has changed since it was read; read it again',
    coalesce(v_detail, jsonb_build_object('version', refuse_version.version))::text);
end $$;
comment on function app.refuse_version is
  'Refuses with version_conflict; the detail is JSON: {version, at?, by?}. Only admins get another person''s name in '
  '`by`.';

-- Counts the changes of a row in its column `version`, and refuses an update that sets `version` to another value than
-- the current one. Clients send the version that they have read, so another value means that the client edited an
-- outdated row. Updates that do not set `version`, and updates by other triggers, are not checked. The row is already
-- locked when this runs, so of two concurrent updates the second sees the version of the first.
create function app.tg_version() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.version := 1;
  elsif pg_trigger_depth() = 1 and new.version is distinct from old.version then
    perform app.refuse_version(tg_table_name, to_jsonb(old) ->> 'id', old.version);
  elsif to_jsonb(new) - coalesce(tg_argv, '{}') is distinct from to_jsonb(old) - coalesce(tg_argv, '{}') then
    new.version := old.version + 1;
  end if;
  return new;
end $$;
comment on function app.tg_version is
  'Trigger that counts a row''s changes in `version` and refuses an update based on an outdated version. Attach: '
  'create trigger <table>__version before insert or update on <table> for each row execute function '
  'app.tg_version(columns whose changes do not count).';

-- Demo mode -----------------------------------------------------------------------------------------------------------

create function app.is_demo() returns boolean language sql stable security definer set search_path = '' as $$
  select not s.allow_critical_edits_admin from public.settings s where s.id = 1
$$;
comment on function app.is_demo is 'Whether demo mode is on (settings.allow_critical_edits_admin off).';

-- Returns whether the caller is a person: signed in, or a visitor. The service role and the database's owner are not
-- persons, so demo mode does not refuse their changes: payments must settle and rides must end in a demo as well.
create function app.is_person() returns boolean language plpgsql stable set search_path = '' as $$
begin
  return coalesce(auth.jwt() ->> 'role', '') in ('authenticated', 'anon');
end $$;
comment on function app.is_person is
  'Whether the caller is a signed-in person or a visitor, not the service role or the owner.';

create function app.require_edits() returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if app.is_person() and app.is_demo() then
    perform app.refuse('demo_mode', 403,
      'settings.allow_critical_edits_admin is off; only the service role turns it on');
  end if;
end $$;
comment on function app.require_edits is
  'Refuses with demo_mode if demo mode is on. Call it first in admin functions that a demo does not allow.';

-- Refuses an admin whose staff role may not change this table. Callers who are not admins now pass: the policies refuse
-- them.
create function app.require_true_admin(table_name text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if app.is_person() and app.has_current_role('admin') then
    perform app.require_permission(case table_name when 'promos' then 'promotions' when 'notifications' then 'broadcast'
      when 'settings' then 'settings' when 'languages' then 'settings' when 'paper_kinds' then 'settings'
      else 'prices' end);
  end if;
end $$;
comment on function app.require_true_admin is 'Refuses an admin whose role may not change this table: not_allowed.';

create function app.tg_require_edits() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.require_true_admin(tg_table_name);
  perform app.require_edits();
  return coalesce(new, old);
end $$;
comment on function app.tg_require_edits is
  'Trigger that refuses changes in demo mode. Attach before insert, update or delete to tables that admins cannot '
  'edit in a demo.';

create function app.tg_require_true_admin() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.require_true_admin(tg_table_name);
  return new;
end $$;
comment on function app.tg_require_true_admin is
  'Trigger that checks the admin''s current role. Attach before insert or update to tables that admins can also edit '
  'in a demo.';

create trigger settings__require_edits before update on public.settings for each row
  execute function app.tg_require_edits();
create trigger languages__require_edits before insert or update or delete on public.languages for each row
  execute function app.tg_require_edits();

-- Only the service role may switch demo mode on or off: otherwise an admin of a demo could switch it off.
create function app.tg_settings__service_switch() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_person() then
    perform app.refuse('not_allowed', 403, 'Only the service role changes allow_critical_edits_admin');
  end if;
  return new;
end $$;

create trigger settings__service_switch before update on public.settings
  for each row when (old.allow_critical_edits_admin is distinct from new.allow_critical_edits_admin)
  execute function app.tg_settings__service_switch();
create trigger settings__version before update on public.settings for each row
  execute function app.tg_version('updated_at');
create trigger languages__version before insert or update on public.languages for each row
  execute function app.tg_version();
