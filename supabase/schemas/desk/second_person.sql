-- Second person: which two admins count as two people. An owner could otherwise add an admin and approve their own requests as that
-- admin, or add two admins who approve each other's.
-- Needs:  staff roles, notices, bank changes (the mail of a notice)
-- Access: triggers write; owners confirm admins whom others added; approvals read
-- Tests:  tests/db/second_person.sql, tests/db/insiders.sql

create table app.staff_changes (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  at timestamptz not null default app.now(),
  changed_by uuid[] not null,
  confirmed_by uuid references public.profiles (id) on delete set null,
  is_reset boolean not null default false
);
call app.describe('app.staff_changes', $$
  When a person was last made an admin, got a role with more permissions, was admitted again or lost the second factor through somebody else, and who did it. No row for admins whom the operator made with the service key or in SQL, such as the firm's first owner.
  changed_by: The admins who did it, also those of earlier changes that had not settled yet. The person's own id stands for the operator with the secret key.
  confirmed_by: The owner who has confirmed since then that this is a person of the firm.
  is_reset: Whether the person lost the second factor, so that whoever reads the person's mail could sign in as that person.
$$);
create function app.tg_staff_changes__broadcast() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('admin', 'attention');
  return null;
end $$;
create index staff_changes_confirmed_by on app.staff_changes (confirmed_by);
alter table app.staff_changes enable row level security;

create trigger staff_changes__broadcast after insert or update or delete on app.staff_changes
  for each statement execute function app.tg_staff_changes__broadcast();

-- Days after which an admin counts without a confirmation, because every owner was told and had time to object.
create function app.settling_time() returns interval language sql immutable set search_path = '' as $$ select interval '14 days' $$;

-- Returns everyone who added this person, who added those, and so on.
-- An owner whose rights another owner took away, by a role, a suspension or a deletion. Such an owner can no longer object to what
-- the other one does next, so that waits.
create table app.owner_removals (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  removed_by uuid not null,
  at timestamptz not null default app.now()
);
comment on table app.owner_removals is 'Owners who lost their rights through another admin, until they are owners again.';
create index owner_removals_removed_by on app.owner_removals (removed_by, at);
alter table app.owner_removals enable row level security;

-- The name by which owners know a member of staff; a new account has only its address or number.
create function app.staff_name(person public.profiles) returns text language sql immutable set search_path = '' as $$
  select coalesce(nullif(btrim((person).first_name || ' ' || (person).last_name), ''), (person).email, (person).mobile, '')
$$;

-- Tells every owner, and the given person, by notice and mail. Only verified addresses get mail.
create function app.tell_owners(key text, params jsonb, but uuid[] default '{}', also uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare v_owner record;
begin
  for v_owner in select p.id, case when u.email_confirmed_at is not null then u.email end as email from public.profiles p join auth.users u on u.id = p.id
    where (p.id = tell_owners.also or p.usertype = 'admin' and p.staff_role = 'owner' and p.approved) and p.deleted_at is null and p.id <> all (but) order by p.id
  loop
    perform app.notify(v_owner.id, tell_owners.key, tell_owners.params);
    perform app.announce_to(v_owner.id, v_owner.email, null, tell_owners.key, tell_owners.params);
  end loop;
end $$;

create function app.added_by(person_id uuid) returns setof uuid language sql stable security definer set search_path = '' as $$
  with recursive chain as (
    select p.created_by as id from public.profiles p where p.id = added_by.person_id and p.created_by is not null
    union select p.created_by from chain c join public.profiles p on p.id = c.id where p.created_by is not null)
  select c.id from chain c
$$;

create function app.in_one_chain(one uuid, other uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select in_one_chain.one in (select app.added_by(in_one_chain.other)) or in_one_chain.other in (select app.added_by(in_one_chain.one))
$$;
comment on function app.in_one_chain is 'Whether one of the two people has added the other, directly or through people whom they added.';

-- When a person, or anyone in one chain with them, last took an owner's rights away; null if never.
create function app.last_removal(person_id uuid) returns timestamptz language sql stable security definer set search_path = '' as $$
  select max(r.at) from app.owner_removals r where r.removed_by = last_removal.person_id or app.in_one_chain(r.removed_by, last_removal.person_id)
$$;

-- When an admin who was changed counts without a confirmation.
create function app.settles_at(change app.staff_changes) returns timestamptz language sql stable security definer set search_path = '' as $$
  select greatest((change).at, (select max(app.last_removal(u.id)) from unnest((change).changed_by) u (id))) + app.settling_time()
$$;

-- A later change hides no earlier one: until both have settled, everyone who made one of them is kept.
create function app.unsettle(person_id uuid, by uuid, is_reset boolean default false) returns void language sql security definer set search_path = '' as $$
  insert into app.staff_changes as c (person_id, changed_by, is_reset) values (unsettle.person_id, array[unsettle.by], unsettle.is_reset)
  on conflict on constraint staff_changes_pkey do update set at = excluded.at, confirmed_by = null,
    changed_by = case when app.settles_at(c) > app.now() then array(select distinct u.id from unnest(c.changed_by || excluded.changed_by) u (id)) else excluded.changed_by end,
    is_reset = excluded.is_reset or c.is_reset and app.settles_at(c) > app.now()
$$;

-- Returns whether an admin counts for a decision that is made together with another one. The owner who confirmed the admin must
-- be the other one, or be outside the other's chain, too. Nobody vouches for an admin without the second factor to count beside
-- that admin themselves: they may have signed in as that admin.
create function app.is_settled(person_id uuid, other uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select not exists (select 1 from app.staff_changes c where c.person_id = is_settled.person_id and app.settles_at(c) > app.now()
    and (c.confirmed_by is null or case when c.confirmed_by = is_settled.other then c.is_reset else app.in_one_chain(c.confirmed_by, is_settled.other) end))
$$;

-- Admins who do not count as people of their own yet, with those who made each. Fleet admins read what their fleet drives, not what
-- the admin who added them may read.
create function app.unsettled_accounts() returns table (person_id uuid, changed_by uuid) language sql stable security definer set search_path = '' as $$
  select c.person_id, u.id from app.staff_changes c, unnest(c.changed_by) u (id) where c.at > app.now() - app.settling_time() and c.confirmed_by is null and u.id <> c.person_id
$$;

create function app.are_two_people(one uuid, other uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select are_two_people.one <> are_two_people.other and not app.in_one_chain(are_two_people.one, are_two_people.other)
    and app.is_settled(are_two_people.one, are_two_people.other) and app.is_settled(are_two_people.other, are_two_people.one)
$$;
comment on function app.are_two_people is 'Whether two admins count as two people: neither has added the other, directly or through others, and both are settled (made by the operator, confirmed by an owner, or admins for 14 days).';

create function app.tg_profiles__owner_removed() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.usertype = 'admin' and new.staff_role = 'owner' and new.approved and new.deleted_at is null then
    delete from app.owner_removals r where r.person_id = new.id;
  elsif auth.uid() <> new.id and old.usertype = 'admin' and old.staff_role = 'owner' and old.approved and old.deleted_at is null then
    insert into app.owner_removals as r (person_id, removed_by) values (new.id, auth.uid())
    on conflict on constraint owner_removals_pkey do update set removed_by = excluded.removed_by, at = excluded.at;
    perform app.tell_owners('owner_removed', jsonb_build_object('person_id', new.id, 'name', app.staff_name(old)),
      array[auth.uid()], new.id);
  end if;
  return null;
end $$;
comment on function app.tg_profiles__owner_removed is 'Trigger: records who took the rights of an owner away, and tells the owners and that person.';
create trigger profiles__owner_removed after update of usertype, staff_role, approved, deleted_at on public.profiles
  for each row when (old.usertype = 'admin' or new.usertype = 'admin') execute function app.tg_profiles__owner_removed();

-- Tells the other owners of a new admin, of one with more permissions, and of one who is admitted again, for example after having
-- left. After 14 days without an objection the admin counts.
create function app.tg_profiles__settle_staff() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_by uuid := coalesce(auth.uid(), case when tg_op = 'INSERT' then new.created_by end);
  v_params jsonb := jsonb_build_object('name', app.staff_name(new),
    'until', app.now() + app.settling_time(), 'person_id', new.id);
begin
  if v_by is null or tg_op = 'UPDATE' and old.usertype = 'admin' and old.approved and not exists (select 1 from public.staff_permissions s where s.staff_role = new.staff_role and not app.role_has_permission(old.staff_role, s.permission)) then
    return null;
  end if;
  perform app.unsettle(new.id, v_by);
  perform app.tell_owners('staff_changed', v_params, array[new.id, v_by]);
  return null;
end $$;
create trigger profiles__settle_staff_new after insert on public.profiles
  for each row when (new.usertype = 'admin') execute function app.tg_profiles__settle_staff();
create trigger profiles__settle_staff after update of usertype, staff_role, approved on public.profiles
  for each row when (new.usertype = 'admin' and new.approved
    and (old.usertype, old.staff_role, old.approved) is distinct from (new.usertype, new.staff_role, new.approved))
  execute function app.tg_profiles__settle_staff();

create type public.staff_standing as (settles_at timestamptz, confirmed boolean, may_confirm boolean);
comment on type public.staff_standing is 'Result of staff_standing. settles_at: when the admin counts as a second person without a confirmation; null if the admin counts already, for the caller. confirmed: whether an owner has confirmed the admin. may_confirm: whether the caller may.';

-- Returns whether an owner may confirm an admin: owners outside the admin's chain who count themselves and did not lose their own
-- second factor lately.
create function app.may_confirm_staff(me public.profiles, person_id uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select (me).id <> may_confirm_staff.person_id and app.role_has_permission((me).staff_role, 'staff')
    and not app.in_one_chain((me).id, may_confirm_staff.person_id) and app.is_settled((me).id, may_confirm_staff.person_id)
    and not exists (select 1 from app.staff_changes c where c.person_id = (me).id and c.is_reset and app.settles_at(c) > app.now())
    and not exists (select 1 from app.staff_changes c, unnest(c.changed_by) u (id) where c.person_id = may_confirm_staff.person_id
      and (u.id = (me).id or app.in_one_chain(u.id, (me).id)))
$$;

create function public.staff_standing(user_id uuid) returns public.staff_standing language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('desk');
  v_change app.staff_changes;
begin
  select c.* into v_change from app.staff_changes c where c.person_id = staff_standing.user_id and app.settles_at(c) > app.now();
  return row(case when v_change.confirmed_by is null or v_change.is_reset and v_change.confirmed_by = v_me.id then app.settles_at(v_change) end, v_change.confirmed_by is not null,
    v_change.person_id is not null and v_change.confirmed_by is null and app.may_confirm_staff(v_me, v_change.person_id))::public.staff_standing;
end $$;
comment on function public.staff_standing is 'Whether an admin counts as a second person for approvals, for admins. Errors: must_login, not_allowed.';
grant execute on function public.staff_standing(uuid) to authenticated;

create function public.confirm_staff(user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.require_editor('staff');
begin
  perform 1 from app.staff_changes c where c.person_id = confirm_staff.user_id for no key update;
  if not found then
    if exists (select 1 from public.profiles p where p.id = confirm_staff.user_id and p.usertype = 'admin' and p.deleted_at is null) then return; end if;
    perform app.refuse('person_not_found', 404, 'There is no such admin');
  end if;
  if not app.may_confirm_staff(v_me, confirm_staff.user_id) then
    perform app.refuse('second_person_needed', 403, 'Needs an owner who neither added this admin, directly or through others, nor was added by them');
  end if;
  update app.staff_changes c set confirmed_by = v_me.id where c.person_id = confirm_staff.user_id and c.confirmed_by is null;
  if found then perform app.audit('confirm_staff', 'profiles', confirm_staff.user_id::text); end if;
end $$;
comment on function public.confirm_staff is 'An owner confirms that an admin whom others added, or who got a role with more permissions or lost the second factor, is a person of the firm. From then on the admin counts as a second person; otherwise after 14 days. An admin who lost the second factor does not count beside the owner who confirmed. Idempotent. Errors: must_login, not_allowed, demo_mode, person_not_found, second_person_needed.';
grant execute on function public.confirm_staff(uuid) to authenticated;
