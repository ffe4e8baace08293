-- Second person: which two admins count as two people.

create function app.tg_staff_changes__broadcast() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.broadcast('admin', 'attention');
  return null;
end $$;

create trigger staff_changes__broadcast after insert or update or delete on app.staff_changes
  for each statement execute function app.tg_staff_changes__broadcast();

create function app.tg_profiles__owner_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.usertype = 'admin' and new.staff_role = 'owner' and new.approved and new.deleted_at is null then
    delete from app.owner_removals r where r.person_id = new.id;
  elsif auth.uid() <> new.id and old.usertype = 'admin' and old.staff_role = 'owner' and old.approved
    and old.deleted_at is null then
    insert into app.owner_removals as r (person_id, removed_by) values (new.id, auth.uid())
    on conflict on constraint owner_removals_pkey do update set removed_by = excluded.removed_by, at = excluded.at;
    perform app.notify_owners('owner_removed', jsonb_build_object('person_id', new.id, 'name', app.staff_name(old)),
      array[auth.uid()], new.id);
  end if;
  return null;
end $$;
comment on function app.tg_profiles__owner_removed is
  'Trigger: records who took the rights of an owner away, and tells the owners and that person.';

create trigger profiles__owner_removed after update of usertype, staff_role, approved, deleted_at on public.profiles
  for each row when (old.usertype = 'admin' or new.usertype = 'admin')
    execute function app.tg_profiles__owner_removed();

-- Tells the other owners of a new admin, of one with more permissions, and of one who is admitted again, for example
-- after having left. After 14 days without an objection the admin counts.
create function app.tg_profiles__staff_probation() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_by uuid := coalesce(auth.uid(), case when tg_op = 'INSERT' then new.created_by end);
  v_params jsonb := jsonb_build_object('name', app.staff_name(new),
    'until', app.now() + app.probation_time(), 'person_id', new.id);
begin
  if v_by is null or tg_op = 'UPDATE' and old.usertype = 'admin' and old.approved
    and not exists (select 1 from public.staff_permissions s where s.staff_role = new.staff_role
    and not app.role_has_permission(old.staff_role, s.permission)) then
    return null;
  end if;
  perform app.start_probation(new.id, v_by);
  perform app.notify_owners('staff_changed', v_params, array[new.id, v_by]);
  return null;
end $$;

create trigger profiles__staff_probation_new after insert on public.profiles
  for each row when (new.usertype = 'admin') execute function app.tg_profiles__staff_probation();
create trigger profiles__staff_probation after update of usertype, staff_role, approved on public.profiles
  for each row when (new.usertype = 'admin' and new.approved
    and (old.usertype, old.staff_role, old.approved) is distinct from (new.usertype, new.staff_role, new.approved))
  execute function app.tg_profiles__staff_probation();
