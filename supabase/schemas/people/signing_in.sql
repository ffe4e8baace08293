-- Signing in: the size limit of user metadata, and phone numbers that were not used for so long that they may have a new owner.
-- Needs:  profiles, settings, audit
-- Access: triggers on auth.users apply the rules; admins admit a number that was not used for long
-- Tests:  tests/db/signing_in.sql, tests/api/auth/bounds.test.ts

-- Drops user metadata that is too large: every response about an account contains it, and hosted Auth accepts megabytes. It is
-- dropped without an error, because Auth would turn an error into HTTP status 500. The embedded server (npm start) refuses such
-- metadata earlier.
create function app.tg_users__bound_metadata() returns trigger language plpgsql security definer set search_path = '' as $$
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

-- Silent numbers: not used for long ---------------------------------------------------------------------------------

-- Mobile operators reassign numbers after some months. So a code that was sent to a number does not sign in if the account has
-- not been used for settings.phone_silence_days. The person can sign in with a code to the account's e-mail address, or the
-- desk admits the number.
create table app.silent_numbers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  refused_in xid8,
  admitted_until timestamptz
);
call app.describe('app.silent_numbers', $$
  Accounts whose phone number was used again after a long silence, and until when the desk admits the number.
  refused_in: Id of the transaction that verified a code sent to the number. This transaction must not issue a token.
$$);
alter table app.silent_numbers enable row level security;

-- Records an account as silent if its last sign-in is older than settings.phone_silence_days. If Auth has stored no sign-in,
-- the verification of the number counts. A person whose session is in use is not silent. Nothing changes while the desk admits
-- the number.
create function app.tg_users__note_silence() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_since timestamptz := app.now() - make_interval(days => (app.settings()).phone_silence_days);
begin
  if v_since < app.now() and app.outside_time(coalesce(old.last_sign_in_at, old.phone_confirmed_at)) < v_since
    and not exists (select 1 from auth.sessions s where s.user_id = new.id and app.outside_time(coalesce(s.refreshed_at at time zone 'UTC', s.created_at)) > v_since) then
    insert into app.silent_numbers as n (user_id, refused_in) values (new.id, pg_current_xact_id())
    on conflict on constraint silent_numbers_pkey do update set refused_in = excluded.refused_in
      where n.admitted_until is null or n.admitted_until < app.now();
  end if;
  return new;
end $$;
create trigger users__note_silence after update of phone_confirmed_at on auth.users
  for each row when (old.phone_confirmed_at is not null and new.phone_confirmed_at is distinct from old.phone_confirmed_at
    and new.phone is not distinct from old.phone)
  execute function app.tg_users__note_silence();

create function app.is_silent_number(user_id uuid) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from app.silent_numbers n where n.user_id = is_silent_number.user_id and n.refused_in = pg_current_xact_id_if_assigned())
$$;
comment on function app.is_silent_number is 'Whether this transaction verified a code sent to a number that was silent for too long.';

create function public.admit_number(user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('people');
  v_person public.profiles := app.lock_person(admit_number.user_id, v_me);
begin
  insert into app.silent_numbers as n (user_id, admitted_until) values (v_person.id, app.now() + interval '1 day')
  on conflict on constraint silent_numbers_pkey do update set admitted_until = excluded.admitted_until;
  perform app.audit('admit_number', 'profiles', v_person.id::text, null, null);
end $$;
comment on function public.admit_number is 'Confirms that a number still belongs to this person: for one day a code sent to it signs in, however long it was silent. Errors: must_login, not_allowed, person_not_found.';
grant execute on function public.admit_number(uuid) to authenticated;
