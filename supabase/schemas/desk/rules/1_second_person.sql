-- Second person: which two admins count as two people. An owner could otherwise add an admin and approve their own
-- requests as that admin, or add two admins who approve each other's.
-- Access: triggers write; owners confirm admins whom others added; approvals read
-- Tests:  tests/db/second_person.sql, tests/db/insiders.sql

-- The name by which owners know a member of staff; a new account has only its address or number.
create function app.staff_name(person public.profiles) returns text language sql immutable set search_path = '' as $$
  select coalesce(nullif(btrim((person).first_name || ' ' || (person).last_name), ''), (person).email,
    (person).mobile, '')
$$;

create function app.creators_of(person_id uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with recursive chain as (
    select p.created_by as id from public.profiles p where p.id = creators_of.person_id and p.created_by is not null
    union select p.created_by from chain c join public.profiles p on p.id = c.id where p.created_by is not null)
  select c.id from chain c
$$;

create function app.are_in_one_chain(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select are_in_one_chain.one in (select app.creators_of(are_in_one_chain.other))
    or are_in_one_chain.other in (select app.creators_of(are_in_one_chain.one))
$$;
comment on function app.are_in_one_chain is
  'Whether one of the two people has added the other, directly or through people whom they added.';

-- When a person, or anyone in one chain with them, last took an owner's rights away; null if never.
create function app.last_removal(person_id uuid) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select max(r.at) from app.owner_removals r where r.removed_by = last_removal.person_id
    or app.are_in_one_chain(r.removed_by, last_removal.person_id)
$$;

-- When an admin who was changed counts without a confirmation.
create function app.probation_ends_at(change app.staff_changes) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select greatest((change).at, (select max(app.last_removal(u.id)) from unnest((change).changed_by) u (id)))
    + app.probation_time()
$$;

-- Returns whether an admin counts for a decision that is made together with another one. The owner who confirmed the
-- admin must be the other one, or be outside the other's chain, too. Nobody vouches for an admin without the second
-- factor to count beside that admin themselves: they may have signed in as that admin.
create function app.is_past_probation(person_id uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (select 1 from app.staff_changes c where c.person_id = is_past_probation.person_id
    and app.probation_ends_at(c) > app.now()
    and (c.confirmed_by is null
      or case when c.confirmed_by = is_past_probation.other then c.is_reset
      else app.are_in_one_chain(c.confirmed_by, is_past_probation.other) end))
$$;

create function app.are_two_people(one uuid, other uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select are_two_people.one <> are_two_people.other
    and not app.are_in_one_chain(are_two_people.one, are_two_people.other)
    and app.is_past_probation(are_two_people.one, are_two_people.other)
      and app.is_past_probation(are_two_people.other, are_two_people.one)
$$;
comment on function app.are_two_people is
  'Whether two admins count as two people: neither has added the other, directly or through others, and both are '
  'settled (made by the operator, confirmed by an owner, or admins for 14 days).';

create type public.staff_standing as (probation_ends_at timestamptz, confirmed boolean, can_confirm boolean);
comment on type public.staff_standing is
  'Result of staff_standing. probation_ends_at: when the admin counts as a second person without a confirmation; null '
  'if the admin counts already, for the caller. confirmed: whether an owner has confirmed the admin. can_confirm: '
  'whether the caller may.';

-- Returns whether an owner may confirm an admin: owners outside the admin's chain who count themselves and did not lose
-- their own second factor lately.
create function app.can_confirm_staff(me public.profiles, person_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select (me).id <> can_confirm_staff.person_id and app.role_has_permission((me).staff_role, 'staff')
    and not app.are_in_one_chain((me).id, can_confirm_staff.person_id)
      and app.is_past_probation((me).id, can_confirm_staff.person_id)
    and not exists (select 1 from app.staff_changes c where c.person_id = (me).id and c.is_reset
      and app.probation_ends_at(c) > app.now())
    and not exists (select 1 from app.staff_changes c, unnest(c.changed_by) u (id)
      where c.person_id = can_confirm_staff.person_id
      and (u.id = (me).id or app.are_in_one_chain(u.id, (me).id)))
$$;

create function public.staff_standing(user_id uuid) returns public.staff_standing
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('desk');
  v_change app.staff_changes;
begin
  select c.* into v_change from app.staff_changes c where c.person_id = staff_standing.user_id
    and app.probation_ends_at(c) > app.now();
  return row(case when v_change.confirmed_by is null or v_change.is_reset
    and v_change.confirmed_by = v_me.id then app.probation_ends_at(v_change) end, v_change.confirmed_by is not null,
    v_change.person_id is not null and v_change.confirmed_by is null
      and app.can_confirm_staff(v_me, v_change.person_id))::public.staff_standing;
end $$;
comment on function public.staff_standing is
  'Whether an admin counts as a second person for approvals, for admins. '
  'Errors: must_login, not_allowed.';
grant execute on function public.staff_standing(uuid) to authenticated;
