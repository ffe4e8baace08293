-- Staff roles: what an admin of each role may do, stored as rows.

create function public.set_staff_role(user_id uuid, staff_role text) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('staff');
  v_person public.profiles;
begin
  perform app.refuse_own(v_me, set_staff_role.user_id);
  select p.* into v_person from public.profiles p where p.id = set_staff_role.user_id and p.usertype = 'admin'
    and p.deleted_at is null for no key update;
  if not found or not app.is_shown(v_person.id) then
    perform app.refuse('person_not_found', 404, 'There is no such admin');
  end if;
  if set_staff_role.staff_role is null or set_staff_role.staff_role not in ('owner', 'finance', 'support',
    'dispatcher') then
    perform app.refuse('person_invalid', 422, 'staff_role is owner, finance, support or dispatcher');
  end if;
  if v_person.staff_role <> set_staff_role.staff_role then
    perform app.audit('set_staff_role', 'profiles', v_person.id::text,
      jsonb_build_object('staff_role', v_person.staff_role),
      jsonb_build_object('staff_role', set_staff_role.staff_role));
    update public.profiles p set staff_role = set_staff_role.staff_role where p.id = v_person.id
      returning p.* into v_person;
  end if;
  return app.masked_person(v_person);
end $$;
comment on function public.set_staff_role is
  'Assigns another admin a role: owner, finance, support or dispatcher (docs/use/staff.md). Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, person_not_found, person_invalid.';
grant execute on function public.set_staff_role(uuid, text) to authenticated;
