-- Second factor of staff: who may switch it on, and how somebody gets back in who has lost theirs.

-- Auth sets up and deletes factors without asking this database. So somebody who got hold of a sign-in could set up a
-- factor of their own, and the person would not know.
create function app.tg_mfa_factors__notify() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid := case tg_op when 'DELETE' then old.user_id else new.user_id end;
  v_what text := case tg_op when 'DELETE' then 'second_factor_dropped' else 'second_factor_added' end;
  v_usertype text := (select p.usertype from public.profiles p join auth.users u on u.id = p.id
    where p.id = v_user_id and app.is_staff(p.usertype) and p.deleted_at is null and (u.email <> '' or u.phone <> ''));
begin
  -- remove_second_factor says more, and who did it.
  if v_usertype is null or current_setting('app.removes_factors', true) = 'on' then return null; end if;
  -- Only the person can set up a factor. Deleting one, the operator can, too.
  insert into public.audit_log (actor_id, actor_role, action, target, target_id)
  select a.id, case when a.id = v_user_id then v_usertype
    else coalesce((select p.usertype from public.profiles p where p.id = a.id), 'system') end,
    v_what, 'profiles', v_user_id::text
  from (select case tg_op when 'DELETE' then auth.uid() else v_user_id end as id) a;
  perform app.announce(v_user_id, v_what, '{}');
  return null;
end $$;
comment on function app.tg_mfa_factors__notify is
  'Trigger: tells members of staff, by every channel, and the audit log that a second factor was set up or deleted.';

create trigger mfa_factors__notify_new after insert on auth.mfa_factors
  for each row when (new.status = 'verified') execute function app.tg_mfa_factors__notify();
create trigger mfa_factors__notify_verified after update on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status is distinct from new.status)
    execute function app.tg_mfa_factors__notify();
create trigger mfa_factors__notify_deleted after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function app.tg_mfa_factors__notify();
