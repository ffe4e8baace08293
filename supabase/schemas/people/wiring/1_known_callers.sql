-- Known callers: people whom the office knows from a list of its own, and who have no account yet.

-- Counts only contacts that a code proved, and numbers with which the office made the account, as while somebody calls.
-- By its name the trigger runs after those that create and fill the profile. Hosted Auth inserts an account first and
-- writes its app metadata and its confirmation later in the same transaction, so these updates count, too.
create function app.tg_users__take_caller() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.claim_caller(new.id, case when new.email_confirmed_at is not null then nullif(new.email, '') end,
    case when new.phone_confirmed_at is not null
      or exists (select 1 from public.profiles p where p.id = new.id and p.mobile_by_staff
        and p.mobile = app.verified_number(new.phone))
      then app.verified_number(new.phone) end);
  return null;
end $$;

create trigger users__take_caller after insert or update of email, phone, email_confirmed_at, phone_confirmed_at,
  raw_app_meta_data on auth.users
  for each row when (new.deleted_at is null) execute function app.tg_users__take_caller();
