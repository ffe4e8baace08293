-- Second factor of staff: who may switch it on, and how somebody gets back in who has lost theirs. The rule that asks
-- for it is app.lacks_second_factor (people/records/1_profiles.sql).
-- Access: owners read and remove the factors of other staff, the operator with the secret key those of any staff
-- Tests:  tests/db/second_factor.sql, tests/api/second-factor.test.ts

create function public.remove_second_factor(user_id uuid, reason text) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles;
  v_person public.profiles;
  v_reason text := left(nullif(btrim(remove_second_factor.reason), ''), 500);
  v_count integer;
begin
  if app.is_person() then
    v_me := app.require_editor('staff');
    perform app.refuse_own(v_me, remove_second_factor.user_id);
    v_person := app.lock_person(remove_second_factor.user_id, v_me);
  else
    select p.* into v_person from public.profiles p where p.id = remove_second_factor.user_id and p.deleted_at is null
      for no key update;
  end if;
  if v_person.usertype is null or not app.is_staff(v_person.usertype) then
    perform app.refuse('person_not_found', 404, 'There is no such admin or fleet admin');
  end if;
  if v_reason is null then perform app.refuse('no_details_error', 422, 'Give a reason'); end if;
  -- Deletes those as well that were not set up to the end.
  perform set_config('app.removes_factors', 'on', true);
  delete from auth.mfa_factors f where f.user_id = v_person.id;
  get diagnostics v_count = row_count;
  perform set_config('app.removes_factors', '', true);
  if v_count = 0 then return 0; end if;
  perform app.end_sessions(v_person.id);
  -- Somebody who reads the person's mail could sign in as that person now, and then approve their own requests. So the
  -- person has to settle again, like an admin who is new, whoever removed the factor.
  if v_person.usertype = 'admin' then
    perform app.start_probation(v_person.id, coalesce(v_me.id, v_person.id), is_reset => true);
  end if;
  perform app.audit('remove_second_factor', 'profiles', v_person.id::text, null,
    jsonb_build_object('reason', v_reason));
  perform app.announce(v_person.id, 'second_factor_removed',
    jsonb_build_object('person_id', v_me.id, 'reason', v_reason,
    'name', case when v_me.id is null then (app.settings()).app_name else app.staff_name(v_me) end));
  perform app.notify_owners('staff_factor_removed', jsonb_build_object('person_id', v_person.id, 'reason', v_reason,
    'name', app.staff_name(v_person)),
    array_remove(array[v_person.id, v_me.id], null));
  return v_count;
end $$;
comment on function public.remove_second_factor is
  'Removes all second factors of another admin or fleet admin, for example after they lost their phone. Signs them '
  'out on all devices; the next sign-in asks them to set up a new one. They and the owners are told. An admin then '
  'counts as a second person like a new one: after 14 days, or once another owner has confirmed them, but not beside '
  'that owner. For owners; with the secret key for anyone of the staff. Returns the number of removed factors. '
  'Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, person_not_found, no_details_error.';
grant execute on function public.remove_second_factor(uuid, text) to authenticated, service_role;
