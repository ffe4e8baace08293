-- Signing in: the size limit of user metadata, and phone numbers that were not used for so long that they may have a
-- new owner.

create function public.readmit_number(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('people');
  v_person public.profiles := app.lock_person(readmit_number.user_id, v_me);
begin
  insert into app.dormant_numbers as n (user_id, admitted_until) values (v_person.id, app.now() + interval '1 day')
  on conflict on constraint dormant_numbers_pkey do update set admitted_until = excluded.admitted_until;
  perform app.audit('readmit_number', 'profiles', v_person.id::text, null, null);
end $$;
comment on function public.readmit_number is
  'Confirms that a number still belongs to this person: for one day a code sent to it signs in, however long it was '
  'dormant. '
  'Errors: must_login, not_allowed, person_not_found.';
grant execute on function public.readmit_number(uuid) to authenticated;
