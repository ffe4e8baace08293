-- Signing up: a profile for every account, and the claims of a token.
-- Access: triggers on auth.users write profiles; only the auth server calls the hook for tokens
-- Tests:  tests/db/profiles.sql, tests/db/signing_up.sql, tests/db/signing_in.sql

create function app.tg_users__create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.create_profile(new);
  return new;
end $$;

create trigger users__create_profile after insert on auth.users for each row
  execute function app.tg_users__create_profile();

-- Creates the profile again when app metadata arrives after the account: hosted Auth inserts the account first and its
-- app metadata later in the same transaction. After that transaction app metadata is ignored, because the profile
-- decides.
create function app.tg_users__made_by_server() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- This condition is part of the function, because the condition of a trigger would run as the auth server's role.
  if app.is_made_by_server(old.raw_app_meta_data) or not app.is_made_by_server(new.raw_app_meta_data) then
    return new;
  end if;
  delete from public.profiles p where p.id = new.id and p.xmin = pg_current_xact_id()::xid;
  if found then perform app.create_profile(new); end if;
  return new;
end $$;

create trigger users__made_by_server after update of raw_app_meta_data on auth.users for each row
  execute function app.tg_users__made_by_server();

-- Runs at the first verification of an account and discards data that a stranger may have sent. Hosted Auth keeps the
-- password and metadata of the first request, even if a stranger made it and the owner requested the code that verified
-- it. A code sent more than 5 s after the account was created belongs to a later request (Auth sends no second mail
-- that soon), so password and metadata of the first request are discarded. If the auth server writes a new password or
-- new metadata in this same update, they came with this code and are kept.
create function app.tg_users__forget_strangers() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_made_by_server(new.raw_app_meta_data)
    or coalesce(app.outside_time(greatest(old.confirmation_sent_at, old.recovery_sent_at))
      <= app.outside_time(old.created_at) + interval '5 seconds', true) then
    return new;
  end if;
  if new.encrypted_password is not distinct from old.encrypted_password then new.encrypted_password := ''; end if;
  if app.sent_metadata(new.raw_user_meta_data) is not distinct from app.sent_metadata(old.raw_user_meta_data) then
    perform set_config('app.discarded_metadata',
      jsonb_build_object('user_id', new.id, 'sent', app.sent_metadata(old.raw_user_meta_data))::text, true);
    new.raw_user_meta_data := app.auth_metadata(new.raw_user_meta_data);
  end if;
  return new;
end $$;

create trigger users__forget_strangers before update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and old.phone_confirmed_at is null
    and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null))
  execute function app.tg_users__forget_strangers();

create function app.tg_users__fill_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.fill_profile(new.id, coalesce(new.raw_user_meta_data, '{}'));
  return new;
end $$;

create trigger users__fill_profile after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (old.confirmed_at is null and new.confirmed_at is not null)
  execute function app.tg_users__fill_profile();

create function app.tg_users__follow_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set email = new.email, mobile = coalesce(app.verified_number(new.phone), p.mobile),
    mobile_verified = case when coalesce(new.phone, '') = '' then p.mobile_verified
      else new.phone_confirmed_at is not null and app.verified_number(new.phone) is not null end
  where p.id = new.id;
  if old.email is distinct from new.email or old.phone is distinct from new.phone then
    perform app.end_sessions(new.id);
  end if;
  return new;
end $$;
comment on function app.tg_users__follow_contact() is
  'Copies verified contacts from Auth into the profile. A change of contact ends all sessions; the next sign-in uses '
  'the new contact.';

create trigger users__follow_contact after update of email, phone, phone_confirmed_at on auth.users
  for each row when (new.deleted_at is null
    and (old.email is distinct from new.email or old.phone is distinct from new.phone
    or old.phone_confirmed_at is null and new.phone_confirmed_at is not null))
  execute function app.tg_users__follow_contact();

-- A soft deletion by Auth's admin API replaces e-mail address and number by hashes, so that both can be registered
-- again. The hashes are no contacts: the profile loses its own instead.
create function app.tg_users__drop_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set email = null, mobile = null, mobile_verified = false where p.id = new.id;
  perform app.end_sessions(new.id);
  return new;
end $$;

create trigger users__drop_contact after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function app.tg_users__drop_contact();
