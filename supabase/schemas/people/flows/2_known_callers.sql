-- Known callers: people whom the office knows from a list of its own, and who have no account yet.
-- Access: imports add them (desk/flows/1_imports.sql), the desk finds them by their number; triggers on auth.users let
--         accounts claim them
-- Tests:  tests/db/known_callers.sql

-- What the person wrote in the sign-up form counts more than the office's list. A number that the office wrote down
-- longer ago than settings.phone_dormant_days may have a new owner, who must not get the former owner's name and home.
create function app.claim_caller(user_id uuid, email text, mobile text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_days integer := (app.settings()).phone_dormant_days;
  v_caller app.known_callers;
begin
  for v_caller in select c.* from app.known_callers c
    where c.mobile = claim_caller.mobile or c.email = lower(claim_caller.email) order by c.id for no key update
  loop
    if v_caller.email = lower(claim_caller.email) or v_days = 0
      or v_caller.created_at > app.now() - make_interval(days => v_days) then
      update public.profiles p set first_name = v_caller.first_name, last_name = v_caller.last_name
      where p.id = claim_caller.user_id and p.first_name = '' and p.last_name = '' and not exists (
        select 1 from app.sign_ups s where lower(s.facts ->> 'email') = lower(claim_caller.email)
          or s.facts ->> 'mobile' = claim_caller.mobile);
      update public.profiles p set lang_locale = v_caller.lang_locale
      where p.id = claim_caller.user_id and p.lang_locale is null and v_caller.lang_locale is not null;
      insert into public.saved_addresses (user_id, label, description, lat, lng, count)
      select claim_caller.user_id, c.label, c.description, c.lat, c.lng, 0 from app.caller_places c
      where c.caller_id = v_caller.id and not exists (select 1 from public.saved_addresses a
        where a.user_id = claim_caller.user_id and lower(a.label) = lower(c.label));
    end if;
    delete from app.known_callers c where c.id = v_caller.id;
    perform app.audit('claim', 'known_callers', v_caller.id::text, null,
      jsonb_build_object('user_id', claim_caller.user_id));
  end loop;
end $$;
comment on function app.claim_caller is
  'Gives what the office knows about the owner of this proved e-mail address or number to the account, and forgets the '
  'caller.';
