-- Signing up: a profile for every account, and the claims of a token.
-- Needs:  profiles
-- Access: triggers on auth.users write profiles; only the auth server calls the hook for tokens
-- Tests:  tests/db/profiles.sql, tests/db/signing_up.sql, tests/db/signing_in.sql

-- An invalid name becomes empty, and the profile asks for it again: raising an error would make the auth server fail.
create function app.name_or_empty(input text) returns text language sql immutable set search_path = '' as $$
  select case when app.is_name(name_or_empty.input) then left(app.plain_name(name_or_empty.input), 80) else '' end
$$;

-- Reads the names from user metadata: our form sends first_name and last_name; social networks send full_name or keys of their
-- own.
create function app.names_of(metadata jsonb, out first_name text, out last_name text) language sql immutable set search_path = '' as $$
  select app.name_or_empty(coalesce(nullif(btrim(metadata ->> 'first_name'), ''), nullif(btrim(metadata ->> 'given_name'), ''),
      case when metadata ->> 'last_name' is null then split_part(w.name, ' ', 1) end, '')),
    app.name_or_empty(coalesce(nullif(btrim(metadata ->> 'last_name'), ''), nullif(btrim(metadata ->> 'family_name'), ''),
      case when metadata ->> 'first_name' is null then substr(w.name, length(split_part(w.name, ' ', 1)) + 2) end, ''))
  from (select btrim(regexp_replace(coalesce(metadata ->> 'full_name', metadata ->> 'name', ''), '[[:space:]]+', ' ', 'g')) as name) w
$$;

-- Removes user metadata that a stranger may have sent: anyone can request a code for any address and send a name, number and
-- referrer with the request. This data reaches the profile only after the account is verified, and only if it came with the
-- code that verified it.
create function app.auth_metadata(metadata jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(metadata) e
  where e.key in ('sub', 'email', 'phone', 'email_verified', 'phone_verified')
$$;
comment on function app.auth_metadata is 'The keys of user metadata that the auth server itself writes, without those that a person sent.';

create function app.sent_metadata(metadata jsonb) returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(metadata, '{}') - '{email_verified,phone_verified}'::text[]
$$;
comment on function app.sent_metadata is 'User metadata without the keys that a verification changes.';

-- Returns whether app metadata contains one of the keys that our server sets when it creates an account for a person. Only the
-- server writes app metadata.
create function app.is_made_by_server(set_by_server jsonb) returns boolean language sql immutable set search_path = '' as $$
  select coalesce(set_by_server ?| array['usertype', 'approved', 'reg_type', 'fleet_id', 'created_by'], false)
$$;
comment on function app.is_made_by_server is 'Whether the server created this account. Its metadata needs no verification.';

-- People who return after deleting an account, and people who have another account, get no referrer, because they are not new.
create function app.fill_profile(user_id uuid, metadata jsonb) returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set
    first_name = case when p.first_name = '' and p.last_name = '' then n.first_name else p.first_name end,
    last_name = case when p.first_name = '' and p.last_name = '' then n.last_name else p.last_name end,
    mobile = coalesce(p.mobile, app.mobile_of(fill_profile.metadata ->> 'mobile')),
    mobile_by_staff = p.mobile_by_staff and p.mobile is not null,
    signup_via_referral = coalesce(p.signup_via_referral, (select r.referral_id from public.profiles r
      where r.referral_id = upper(fill_profile.metadata ->> 'referral_id') and r.id <> p.id and r.deleted_at is null
        and not exists (select 1 from app.same_person_accounts(p.id))))
  from app.names_of(fill_profile.metadata) n where p.id = fill_profile.user_id;
end $$;
comment on function app.fill_profile is 'Fills empty profile fields with the data given at sign-up.';

-- Creates the row in drivers for a new driver, with the car's data from the metadata.
create function app.create_driver(user_id uuid, fleet_id uuid, metadata jsonb) returns void language sql security definer set search_path = '' as $$
  insert into public.drivers (id, fleet_id, car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info)
  select create_driver.user_id, create_driver.fleet_id, (select c.id from public.car_types c where c.id::text = create_driver.metadata ->> 'car_type_id'),
    v.texts[1], v.texts[2], v.texts[3], v.texts[4], v.texts[5]
  from (select array(select left(nullif(btrim(create_driver.metadata ->> k.key), ''), 500)
    from unnest(array['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number', 'other_info']) with ordinality k (key, nr) order by k.nr) as texts) v
$$;

-- Creates the profile of an account. User metadata never decides the role; only app metadata can set it, with the keys
-- usertype, staff_role, approved, reg_type, fleet_id and created_by. Drivers who registered or were added by a fleet wait for
-- approval while settings.driver_approval is on. People added by staff are logged under created_by.
create function app.create_profile(account auth.users) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_set jsonb := coalesce(account.raw_app_meta_data, '{}');
  v_metadata jsonb := coalesce(account.raw_user_meta_data, '{}');
  v_usertype text := coalesce(v_set ->> 'usertype', 'rider');
  v_fleet uuid := (select p.id from public.profiles p where p.id::text = v_set ->> 'fleet_id' and p.usertype = 'fleetadmin');
  v_maker uuid := (select p.id from public.profiles p where p.id = app.uuid_of(v_set ->> 'created_by'));
  v_waits boolean := v_usertype = 'driver' and (v_set ->> 'reg_type' = 'registration' or v_fleet is not null)
    and (app.settings()).driver_approval;
begin
  insert into public.profiles (id, mobile, mobile_verified, email, usertype, referral_id, approved, reg_type, staff_role, created_by, mobile_by_staff)
  values (account.id, app.verified_number(account.phone), account.phone_confirmed_at is not null, account.email, v_usertype, app.unused_letters(5, 'public.profiles', 'referral_id'),
    coalesce((v_set ->> 'approved')::boolean, not coalesce(v_waits, false)),
    coalesce(v_set ->> 'reg_type', case
      when coalesce(v_set ->> 'provider', 'email') not in ('email', 'phone') then 'social'
      when coalesce(account.email, '') = '' then 'mobile' else 'email' end),
    case when v_usertype = 'admin' then coalesce(v_set ->> 'staff_role', 'owner') end,
    -- The account's number is one that the server wrote; a number in the metadata may come from the person.
    v_maker, coalesce(account.phone, '') <> '' and exists (select 1 from public.profiles p where p.id = v_maker and p.usertype = 'admin'));
  if account.confirmed_at is not null or app.is_made_by_server(v_set) then
    perform app.fill_profile(account.id, v_metadata);
  end if;
  if v_usertype = 'driver' then perform app.create_driver(account.id, v_fleet, v_metadata); end if;
  insert into public.audit_log (actor_id, actor_role, action, target, target_id, after)
  select c.id, c.usertype, 'create', 'profiles', account.id::text, app.masked(jsonb_strip_nulls(jsonb_build_object('usertype', v_usertype,
    'email', nullif(account.email, ''), 'mobile', app.verified_number(account.phone), 'fleet_id', v_fleet)))
  from public.profiles c where c.id = app.uuid_of(v_set ->> 'created_by') and c.usertype in ('admin', 'fleetadmin');
end $$;

create function app.tg_users__create_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.create_profile(new);
  return new;
end $$;
create trigger users__create_profile after insert on auth.users for each row execute function app.tg_users__create_profile();

-- Creates the profile again when app metadata arrives after the account: hosted Auth inserts the account first and its app
-- metadata later in the same transaction. After that transaction app metadata is ignored, because the profile decides.
create function app.tg_users__made_by_server() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- This condition is part of the function, because the condition of a trigger would run as the auth server's role.
  if app.is_made_by_server(old.raw_app_meta_data) or not app.is_made_by_server(new.raw_app_meta_data) then return new; end if;
  delete from public.profiles p where p.id = new.id and p.xmin = pg_current_xact_id()::xid;
  if found then perform app.create_profile(new); end if;
  return new;
end $$;
create trigger users__made_by_server after update of raw_app_meta_data on auth.users for each row execute function app.tg_users__made_by_server();

-- Runs at the first verification of an account and discards data that a stranger may have sent. Hosted Auth keeps the password
-- and metadata of the first request, even if a stranger made it and the owner requested the code that verified it. A code sent
-- more than 5 s after the account was created belongs to a later request (Auth sends no second mail that soon), so password and
-- metadata of the first request are discarded. If the auth server writes a new password or new metadata in this same update,
-- they came with this code and are kept.
create function app.tg_users__forget_strangers() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if app.is_made_by_server(new.raw_app_meta_data)
    or coalesce(app.outside_time(greatest(old.confirmation_sent_at, old.recovery_sent_at)) <= app.outside_time(old.created_at) + interval '5 seconds', true) then
    return new;
  end if;
  if new.encrypted_password is not distinct from old.encrypted_password then new.encrypted_password := ''; end if;
  if app.sent_metadata(new.raw_user_meta_data) is not distinct from app.sent_metadata(old.raw_user_meta_data) then
    perform set_config('app.discarded_metadata', jsonb_build_object('user_id', new.id, 'sent', app.sent_metadata(old.raw_user_meta_data))::text, true);
    new.raw_user_meta_data := app.auth_metadata(new.raw_user_meta_data);
  end if;
  return new;
end $$;
create trigger users__forget_strangers before update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and old.phone_confirmed_at is null
    and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null))
  execute function app.tg_users__forget_strangers();

-- Hosted Auth confirms an address in two updates: the second writes the metadata that Auth read before the first, with
-- email_verified. So the discarded metadata is discarded again if the same transaction writes it back. Any other metadata is new
-- and is kept.
create function app.tg_users__keep_forgotten() returns trigger language plpgsql security definer set search_path = '' as $$
declare v_discarded jsonb := nullif(current_setting('app.discarded_metadata', true), '')::jsonb;
begin
  if v_discarded = jsonb_build_object('user_id', new.id, 'sent', app.sent_metadata(new.raw_user_meta_data)) then
    new.raw_user_meta_data := app.auth_metadata(new.raw_user_meta_data);
  end if;
  return new;
end $$;
create trigger users__keep_forgotten before update of raw_user_meta_data on auth.users
  for each row when (new.raw_user_meta_data is distinct from old.raw_user_meta_data)
  execute function app.tg_users__keep_forgotten();

create function app.tg_users__fill_profile() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.fill_profile(new.id, coalesce(new.raw_user_meta_data, '{}'));
  return new;
end $$;
create trigger users__fill_profile after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (old.confirmed_at is null and new.confirmed_at is not null)
  execute function app.tg_users__fill_profile();

create function app.tg_users__follow_contact() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set email = new.email, mobile = coalesce(app.verified_number(new.phone), p.mobile),
    mobile_verified = case when coalesce(new.phone, '') = '' then p.mobile_verified else new.phone_confirmed_at is not null end
  where p.id = new.id;
  if old.email is distinct from new.email or old.phone is distinct from new.phone then perform app.end_sessions(new.id); end if;
  return new;
end $$;
comment on function app.tg_users__follow_contact() is 'Copies verified contacts from Auth into the profile. A change of contact ends all sessions; the next sign-in uses the new contact.';
create trigger users__follow_contact after update of email, phone, phone_confirmed_at on auth.users
  for each row when (new.deleted_at is null and (old.email is distinct from new.email or old.phone is distinct from new.phone
    or old.phone_confirmed_at is null and new.phone_confirmed_at is not null))
  execute function app.tg_users__follow_contact();

-- A soft deletion by Auth's admin API replaces e-mail address and number by hashes, so that both can be registered again. The
-- hashes are no contacts: the profile loses its own instead.
create function app.tg_users__drop_contact() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set email = null, mobile = null, mobile_verified = false where p.id = new.id;
  perform app.end_sessions(new.id);
  return new;
end $$;
create trigger users__drop_contact after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function app.tg_users__drop_contact();

-- Claims of a token -------------------------------------------------------------------------------------------------

create function app.refusal_of(user_id uuid) returns text language plpgsql stable security definer set search_path = '' as $$
declare v_person public.profiles;
begin
  select p.* into v_person from public.profiles p where p.id = refusal_of.user_id;
  if v_person.suspended_at is not null then
    return case when not app.has_trip(v_person.id) then 'account_suspended' end;
  end if;
  return case when v_person.usertype <> 'rider' and not v_person.approved then 'require_approval' end;
end $$;
comment on function app.refusal_of is 'Why a person may not sign in: account_suspended for a suspended person without a trip to finish, require_approval for a driver or staff member who is not approved; null if they may.';

create function public.session_refusal() returns text language sql stable security definer set search_path = '' as $$
  select coalesce(app.refusal_of(auth.uid()), case when not app.has_session() then 'not_logged_in' end)
$$;
comment on function public.session_refusal is 'Why the caller must be signed out although the token is still valid: account_suspended, require_approval, or not_logged_in if only the session has ended; null if they may stay.';
grant execute on function public.session_refusal() to authenticated;

create function app.access_token_hook(event jsonb) returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  -- User metadata is removed from the token, because it would make every request longer, and no policy reads it.
  v_claims jsonb := coalesce(event -> 'claims', '{}') || case when event #> '{claims,user_metadata}' is null then '{}' else '{"user_metadata": {}}'::jsonb end;
  v_person record;
  v_refusal text := app.refusal_of((event ->> 'user_id')::uuid);
begin
  if app.is_silent_number((event ->> 'user_id')::uuid) then
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', 'number_silent'));
  end if;
  select p.usertype, case p.usertype when 'fleetadmin' then p.id else d.fleet_id end as fleet_id into v_person
  from public.profiles p left join public.drivers d on d.id = p.id
  where p.id = (event ->> 'user_id')::uuid;
  if not found then
    return jsonb_set(event, '{claims}', v_claims - 'user_role' - 'fleet_id');
  end if;
  if v_refusal is not null then
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', v_refusal));
  end if;
  return jsonb_set(event, '{claims}', v_claims - 'fleet_id'
    || jsonb_strip_nulls(jsonb_build_object('user_role', v_person.usertype, 'fleet_id', v_person.fleet_id)));
end $$;
comment on function app.access_token_hook is 'Adds user_role and fleet_id to the claims of a token and removes user metadata. Refuses a token for phone numbers that were not used for too long (number_silent), drivers and staff who are not approved (require_approval) and suspended people without a trip to finish (account_suspended).';
grant execute on function app.access_token_hook(jsonb) to supabase_auth_admin;
