-- Second factor of staff: who may switch it on, and how somebody gets back in who has lost theirs.

create function public.second_factors(user_id uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('staff');
  return (select count(*) from auth.mfa_factors f join public.profiles p on p.id = f.user_id
    where p.id = second_factors.user_id and app.is_staff(p.usertype) and f.status = 'verified');
end $$;
comment on function public.second_factors is
  'How many second factors an admin or fleet admin has set up, for owners. '
  'Errors: must_login, not_allowed.';
grant execute on function public.second_factors(uuid) to authenticated;
