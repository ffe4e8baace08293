-- Second person: which two admins count as two people.

-- Tells every owner, and the given person, by notice and mail. Only verified addresses get mail.
create function app.notify_owners(key text, params jsonb, but uuid[] default '{}', also uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare v_owner record;
begin
  for v_owner in select p.id, case when u.email_confirmed_at is not null then u.email end as email
    from public.profiles p join auth.users u on u.id = p.id
    where (p.id = notify_owners.also or p.usertype = 'admin' and p.staff_role = 'owner' and p.approved)
      and p.deleted_at is null and p.id <> all (but) order by p.id
  loop
    perform app.notify(v_owner.id, notify_owners.key, notify_owners.params);
    perform app.announce_to(v_owner.id, v_owner.email, null, notify_owners.key, notify_owners.params);
  end loop;
end $$;

-- A later change hides no earlier one: until both have settled, everyone who made one of them is kept.
create function app.start_probation(person_id uuid, by uuid, is_reset boolean default false) returns void
language sql security definer set search_path = '' as $$
  insert into app.staff_changes as c (person_id, changed_by, is_reset)
    values (start_probation.person_id, array[start_probation.by], start_probation.is_reset)
  on conflict on constraint staff_changes_pkey do update set at = excluded.at, confirmed_by = null,
    changed_by = case when app.probation_ends_at(c) > app.now() then array(select distinct u.id
      from unnest(c.changed_by || excluded.changed_by) u (id)) else excluded.changed_by end,
    is_reset = excluded.is_reset or c.is_reset and app.probation_ends_at(c) > app.now()
$$;

create function public.confirm_staff(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.require_editor('staff');
begin
  perform 1 from app.staff_changes c where c.person_id = confirm_staff.user_id for no key update;
  if not found then
    if exists (select 1 from public.profiles p where p.id = confirm_staff.user_id and p.usertype = 'admin'
      and p.deleted_at is null) then
      return;
    end if;
    perform app.refuse('person_not_found', 404, 'There is no such admin');
  end if;
  if not app.can_confirm_staff(v_me, confirm_staff.user_id) then
    perform app.refuse('second_person_needed', 403,
      'Needs an owner who neither added this admin, directly or through others, nor was added by them');
  end if;
  update app.staff_changes c set confirmed_by = v_me.id where c.person_id = confirm_staff.user_id
    and c.confirmed_by is null;
  if found then perform app.audit('confirm_staff', 'profiles', confirm_staff.user_id::text); end if;
end $$;
comment on function public.confirm_staff is
  'An owner confirms that an admin whom others added, or who got a role with more permissions or lost the second '
  'factor, is a person of the firm. From then on the admin counts as a second person; otherwise after 14 days. An '
  'admin who lost the second factor does not count beside the owner who confirmed. Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, person_not_found, second_person_needed.';
grant execute on function public.confirm_staff(uuid) to authenticated;
