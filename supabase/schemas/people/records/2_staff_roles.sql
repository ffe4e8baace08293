-- Staff roles: what an admin of each role may do, stored as rows.
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
grant select on public.staff_permissions to authenticated;

alter table public.staff_permissions enable row level security;

insert into public.staff_permissions (staff_role, permission)
select r.staff_role, p.permission from (values
  ('owner',
    '{desk,people,delete_people,bookings,fares,cash,credit,refund,payouts,bank_release,money,reports,export,settings,prices,promotions,broadcast,read_chats,read_bank,staff}'::text[]),
  ('finance', '{desk,fares,cash,credit,refund,payouts,bank_release,money,reports,export,read_bank}'),
  ('support', '{desk,people,bookings,fares,cash,read_chats}'),
  ('dispatcher', '{desk,bookings}')) r (staff_role, held) cross join unnest(r.held) p (permission);

-- A new admin gets the role owner unless another role is given.
create function app.tg_profiles__staff_role() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.staff_role := case when new.usertype = 'admin' then coalesce(new.staff_role, 'owner') end;
  return new;
end $$;

create trigger profiles__staff_role before insert or update of usertype, staff_role on public.profiles
  for each row execute function app.tg_profiles__staff_role();

-- Fleet admins have no row in staff_permissions: each function decides their rights.
create function app.role_has_permission(staff_role public.staff_role, permission text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.staff_permissions s where s.staff_role = role_has_permission.staff_role
    and s.permission = role_has_permission.permission)
$$;
