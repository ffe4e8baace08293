-- Signing in: the size limit of user metadata, and phone numbers that were not used for so long that they may have a
-- new owner.
-- Access: triggers on auth.users apply the rules; admins admit a number that was not used for long
-- Tests:  tests/db/signing_in.sql, tests/api/auth/bounds.test.ts

-- Drops user metadata that is too large: every response about an account contains it, and hosted Auth accepts
-- megabytes. It is dropped without an error, because Auth would turn an error into HTTP status 500. The embedded server
-- (npm start) refuses such metadata earlier.
create function app.tg_users__bound_metadata() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and octet_length(old.raw_user_meta_data::text) <= 16384 then
    new.raw_user_meta_data := old.raw_user_meta_data;
  else
    new.raw_user_meta_data := app.auth_metadata(new.raw_user_meta_data);
  end if;
  return new;
end $$;

create trigger users__bound_metadata before insert or update of raw_user_meta_data on auth.users
  for each row when (octet_length(new.raw_user_meta_data::text) > 16384)
  execute function app.tg_users__bound_metadata();

-- Mobile operators reassign numbers after some months. So a code that was sent to a number does not sign in if the
-- account has not been used for settings.phone_dormant_days. The person can sign in with a code to the account's e-mail
-- address, or the desk admits the number.
create table app.dormant_numbers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  refused_in xid8,
  admitted_until timestamptz
);
call app.describe('app.dormant_numbers', $$
  Accounts whose phone number was used again after a long silence, and until when the desk admits the number.
  refused_in: Id of the transaction that verified a code sent to the number. This transaction must not issue a token.
$$);

alter table app.dormant_numbers enable row level security;
