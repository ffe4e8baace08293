-- Staff roles: what an admin of each role may do, stored as rows.
-- Needs:  profiles
-- Access: admins read; owners assign roles with set_staff_role; only the service role changes the permissions of a role
-- Tests:  tests/db/staff.sql, tests/db/functions.test.ts (every function and table that admins write with)

create table public.staff_permissions (
  staff_role public.staff_role not null,
  permission text not null check (permission ~ '^[a-z_]{2,40}$'),
  primary key (staff_role, permission)
);
call app.describe('public.staff_permissions', $$
  Permissions of each staff role. An admin whose role lacks the required row is refused with not_allowed.
  staff_role: The role, as in profiles.staff_role.
  permission: Name of the permission, which functions check; docs/use/staff.md explains each.
$$);
alter table public.staff_permissions enable row level security;
grant select on public.staff_permissions to authenticated;
create policy "admins read what roles may do" on public.staff_permissions for select to authenticated using ((select app.has_current_role('admin')));

insert into public.staff_permissions (staff_role, permission)
select r.staff_role, p.permission from (values
  ('owner', '{desk,people,delete_people,bookings,fares,cash,credit,refund,payouts,bank_release,money,reports,export,settings,prices,promotions,broadcast,read_chats,read_bank,staff}'::text[]),
  ('finance', '{desk,fares,cash,credit,refund,payouts,bank_release,money,reports,export,read_bank}'),
  ('support', '{desk,people,bookings,fares,cash,read_chats}'),
  ('dispatcher', '{desk,bookings}')) r (staff_role, held) cross join unnest(r.held) p (permission);

-- A new admin gets the role owner unless another role is given.
create function app.tg_profiles__staff_role() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.staff_role := case when new.usertype = 'admin' then coalesce(new.staff_role, 'owner') end;
  return new;
end $$;
create trigger profiles__staff_role before insert or update of usertype, staff_role on public.profiles
  for each row execute function app.tg_profiles__staff_role();

-- Fleet admins have no row in staff_permissions: each function decides their rights.
create function app.role_has_permission(staff_role public.staff_role, permission text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.staff_permissions s where s.staff_role = role_has_permission.staff_role and s.permission = role_has_permission.permission)
$$;

create function app.check_permission(me public.profiles, permission text) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (me).usertype = 'admin' and not app.role_has_permission((me).staff_role, check_permission.permission) then
    perform app.refuse('not_allowed', 403, format('The role %s does not have the permission %s', (me).staff_role, check_permission.permission));
  end if;
end $$;
comment on function app.check_permission is 'Refuses an admin whose staff role lacks the permission: not_allowed. People who are not admins pass.';

create function app.require_permission(permission text) returns public.profiles language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.me();
begin
  if v_me.usertype <> 'admin' then perform app.refuse('not_allowed', 403, 'Only an admin can do this'); end if;
  perform app.check_permission(v_me, require_permission.permission);
  return v_me;
end $$;
comment on function app.require_permission is 'Returns the caller''s profile, and refuses callers who are not admins or whose role lacks the permission. Errors: must_login, account_suspended, not_allowed.';

create function app.require_editor(permission text) returns public.profiles language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.require_permission(require_editor.permission);
begin
  perform app.require_edits();
  return v_me;
end $$;
comment on function app.require_editor is 'Like app.require_permission, but also refuses in a demo. Errors: must_login, account_suspended, not_allowed, demo_mode.';

create function app.require_staff(permission text) returns public.profiles language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.me();
begin
  if v_me.usertype not in ('admin', 'fleetadmin') then
    perform app.refuse('not_allowed', 403, 'Only admins and fleet admins can do this');
  end if;
  perform app.check_permission(v_me, require_staff.permission);
  return v_me;
end $$;
comment on function app.require_staff is 'Returns the caller''s profile. Admits fleet admins, and admins whose role has the permission. Errors: must_login, account_suspended, not_allowed.';

-- Staff members must never decide about their own money.
create function app.refuse_own(me public.profiles, user_id uuid) returns void language plpgsql stable set search_path = '' as $$
begin
  if (me).id = refuse_own.user_id then perform app.refuse('not_allowed', 403, 'Another admin has to do this for you'); end if;
end $$;

create function public.set_staff_role(user_id uuid, staff_role text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('staff');
  v_person public.profiles;
begin
  perform app.refuse_own(v_me, set_staff_role.user_id);
  select p.* into v_person from public.profiles p where p.id = set_staff_role.user_id and p.usertype = 'admin' and p.deleted_at is null for no key update;
  if not found or not app.is_shown(v_person.id) then perform app.refuse('person_not_found', 404, 'There is no such admin'); end if;
  if set_staff_role.staff_role is null or set_staff_role.staff_role not in ('owner', 'finance', 'support', 'dispatcher') then
    perform app.refuse('person_invalid', 422, 'staff_role is owner, finance, support or dispatcher');
  end if;
  if v_person.staff_role <> set_staff_role.staff_role then
    perform app.audit('set_staff_role', 'profiles', v_person.id::text, jsonb_build_object('staff_role', v_person.staff_role),
      jsonb_build_object('staff_role', set_staff_role.staff_role));
    update public.profiles p set staff_role = set_staff_role.staff_role where p.id = v_person.id returning p.* into v_person;
  end if;
  return app.masked_person(v_person);
end $$;
comment on function public.set_staff_role is 'Assigns another admin a role: owner, finance, support or dispatcher (docs/use/staff.md). Idempotent. Errors: must_login, not_allowed, demo_mode, person_not_found, person_invalid.';
grant execute on function public.set_staff_role(uuid, text) to authenticated;
