-- People: one profile per account, driver facts beside it, the claims of a token.
-- Needs:  auth.users, car_types
-- Access: oneself, admins, and a fleet admin for the fleet's drivers; people change only names, mobile and language
-- Tests:  tests/db/profiles.sql

create domain public.user_type as text check (value in ('rider', 'driver', 'admin', 'fleetadmin'));

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default app.now(),
  first_name text not null default '',
  last_name text not null default '',
  mobile text,
  email text,
  usertype public.user_type not null default 'rider',
  referral_id text not null unique check (referral_id ~ '^[A-Z]{5}$'),
  signup_via_referral text,
  approved boolean not null default true,
  wallet_balance numeric not null default 0,
  reg_type text not null default 'email' check (reg_type in ('email', 'mobile', 'social', 'admin', 'registration')),
  profile_image text,
  rating numeric(2, 1),
  rating_count integer not null default 0,
  lang_locale text,
  date_locale text
);
comment on table public.profiles is 'One row per account. usertype, approved and ratings are never written by their owner.';
comment on column public.profiles.referral_id is 'Five letters that invite others.';
comment on column public.profiles.wallet_balance is 'Kept by the ledger alone; equals the sum of the wallet''s entries.';
comment on column public.profiles.rating is 'Average of the stars received, to one decimal; null before the first.';
create index profiles_usertype on public.profiles (usertype, created_at desc, id);

create table public.drivers (
  id uuid primary key references public.profiles (id) on delete cascade,
  car_type_id uuid references public.car_types (id),
  vehicle_make text,
  vehicle_model text,
  vehicle_color text,
  vehicle_number text,
  other_info text,
  fleet_id uuid references public.profiles (id),
  driver_active_status boolean not null default false,
  license_image text,
  created_at timestamptz not null default app.now()
);
comment on table public.drivers is 'What is true of drivers alone: vehicle, fleet, on duty or not.';
comment on column public.drivers.fleet_id is 'The fleet admin the driver belongs to.';
comment on column public.drivers.driver_active_status is 'On duty. Busy is not stored: it follows from engaged bookings.';
create index drivers_car_type_id on public.drivers (car_type_id);
create index drivers_fleet_id on public.drivers (fleet_id);

alter table public.profiles enable row level security;
alter table public.drivers enable row level security;
grant select on public.profiles, public.drivers to authenticated;

create policy "people read their own profile" on public.profiles for select to authenticated
  using (id = (select auth.uid()));
create policy "admins read every profile" on public.profiles for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'admin');
create policy "fleet admins read their drivers' profiles" on public.profiles for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'fleetadmin'
    and exists (select 1 from public.drivers d where d.id = profiles.id and d.fleet_id = (select auth.uid())));
create policy "drivers read their own row" on public.drivers for select to authenticated
  using (id = (select auth.uid()));
create policy "admins read every driver" on public.drivers for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'admin');
create policy "fleet admins read their drivers" on public.drivers for select to authenticated
  using (((select auth.jwt()) ->> 'user_role') = 'fleetadmin' and fleet_id = (select auth.uid()));

-- Who is calling ------------------------------------------------------------------------------------------------

create function app.me() returns public.profiles
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles;
begin
  if auth.uid() is null then
    raise sqlstate 'PT401' using message = 'must_login', hint = 'Sign in first';
  end if;
  select p.* into v_me from public.profiles p where p.id = auth.uid();
  if not found then
    raise sqlstate 'PT403' using message = 'user_issue_contact_admin', hint = 'This account has no profile';
  end if;
  return v_me;
end $$;
comment on function app.me() is 'The caller''s profile as the database knows it. Errors: must_login, user_issue_contact_admin.';

create function app.me_as_driver() returns public.drivers
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_driver public.drivers;
begin
  select d.* into v_driver from public.drivers d where d.id = v_me.id;
  if v_me.usertype <> 'driver' or v_driver.id is null then
    raise sqlstate 'PT403' using message = 'not_a_driver', hint = 'Only drivers can do this';
  end if;
  if not v_me.approved then
    raise sqlstate 'PT403' using message = 'require_approval', hint = 'An admin has to approve this driver first';
  end if;
  return v_driver;
end $$;
comment on function app.me_as_driver() is 'The caller''s driver row. Errors: must_login, not_a_driver, require_approval.';

create function app.require_admin() returns public.profiles
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.me();
begin
  if v_me.usertype <> 'admin' then
    raise sqlstate 'PT403' using message = 'not_allowed', hint = 'Only an admin can do this';
  end if;
  return v_me;
end $$;
comment on function app.require_admin() is 'The caller''s profile if it is an admin''s. Errors: must_login, not_allowed.';

-- Signing up ----------------------------------------------------------------------------------------------------

create function app.unused_referral_id() returns text
language plpgsql volatile security definer set search_path = '' as $$
declare v_code text;
begin
  loop
    v_code := app.random_letters(5);
    exit when not exists (select 1 from public.profiles p where p.referral_id = v_code);
  end loop;
  return v_code;
end $$;

create function app.mobile_of(said text) returns text
language sql immutable set search_path = '' as $$
  select m.number from (select btrim(regexp_replace(translate(said, '()/.', '    '), ' +', ' ', 'g')) as number) m
  where m.number ~ '^[+]?[0-9][0-9 -]*$' and length(m.number) <= 20 and length(regexp_replace(m.number, '[^0-9]', '', 'g')) > 6
$$;
comment on function app.mobile_of is 'A phone number of digits, spaces, hyphens and a leading plus, at most 20 long; null where it is none.';

-- What a person says of themselves (user metadata) never decides a role; app metadata, which only the server writes, may.
create function app.tg_users__create_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_said jsonb := coalesce(new.raw_user_meta_data, '{}');
  v_set jsonb := coalesce(new.raw_app_meta_data, '{}');
  v_usertype text := coalesce(v_set ->> 'usertype', 'rider');
begin
  insert into public.profiles
    (id, first_name, last_name, mobile, email, usertype, referral_id, signup_via_referral, approved, reg_type)
  values (
    new.id, left(coalesce(v_said ->> 'first_name', ''), 80), left(coalesce(v_said ->> 'last_name', ''), 80),
    coalesce(nullif(new.phone, ''), app.mobile_of(v_said ->> 'mobile')), new.email, v_usertype, app.unused_referral_id(),
    (select p.referral_id from public.profiles p where p.referral_id = upper(v_said ->> 'referral_id')),
    coalesce((v_set ->> 'approved')::boolean, true),
    coalesce(v_set ->> 'reg_type', case
      when coalesce(v_set ->> 'provider', 'email') not in ('email', 'phone') then 'social'
      when coalesce(new.email, '') = '' then 'mobile' else 'email' end));
  if v_usertype = 'driver' then
    insert into public.drivers (id) values (new.id);
  end if;
  return new;
end $$;
create trigger users__create_profile after insert on auth.users
  for each row execute function app.tg_users__create_profile();

create function app.tg_users__follow_contact() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set email = new.email, mobile = coalesce(nullif(new.phone, ''), p.mobile) where p.id = new.id;
  return new;
end $$;
create trigger users__follow_contact after update of email, phone on auth.users
  for each row when (old.email is distinct from new.email or old.phone is distinct from new.phone)
  execute function app.tg_users__follow_contact();

-- Tokens --------------------------------------------------------------------------------------------------------

create function app.access_token_hook(event jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_claims jsonb := coalesce(event -> 'claims', '{}');
  v_person record;
begin
  select p.usertype, p.approved, case p.usertype when 'fleetadmin' then p.id else d.fleet_id end as fleet_id
    into v_person
  from public.profiles p left join public.drivers d on d.id = p.id
  where p.id = (event ->> 'user_id')::uuid;
  if not found then
    return jsonb_set(event, '{claims}', v_claims - 'user_role' - 'fleet_id');
  end if;
  if v_person.usertype = 'driver' and not v_person.approved then
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', 'require_approval'));
  end if;
  return jsonb_set(event, '{claims}', v_claims - 'fleet_id'
    || jsonb_strip_nulls(jsonb_build_object('user_role', v_person.usertype, 'fleet_id', v_person.fleet_id)));
end $$;
comment on function app.access_token_hook is
  'Adds user_role and fleet_id to the claims of a token; refuses a driver who waits for approval (require_approval).';
grant execute on function app.access_token_hook(jsonb) to supabase_auth_admin;

-- Changing oneself ----------------------------------------------------------------------------------------------

create function public.update_profile(
  first_name text default null, last_name text default null, mobile text default null,
  lang_locale text default null, date_locale text default null
) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_mobile text := app.mobile_of(update_profile.mobile);
begin
  if btrim(update_profile.first_name) = '' or btrim(update_profile.last_name) = ''
    or length(update_profile.first_name) > 80 or length(update_profile.last_name) > 80 then
    raise sqlstate 'PT422' using message = 'profile_incomplete', hint = 'Give a first and a last name of up to 80 letters';
  end if;
  if btrim(update_profile.mobile) <> coalesce(v_me.mobile, '-') and v_mobile is distinct from v_me.mobile then
    if v_me.reg_type in ('mobile', 'admin', 'registration') then
      raise sqlstate 'PT403' using message = 'mobile_locked', hint = 'This number was given at sign-up; ask an admin';
    end if;
    if v_mobile is null then
      raise sqlstate 'PT422' using message = 'mobile_no_blank_error', hint = 'Give a phone number of more than 6 digits, 20 characters at most';
    end if;
  end if;
  update public.profiles p set
    first_name = coalesce(btrim(update_profile.first_name), p.first_name),
    last_name = coalesce(btrim(update_profile.last_name), p.last_name),
    mobile = coalesce(v_mobile, p.mobile),
    lang_locale = coalesce(left(update_profile.lang_locale, 20), p.lang_locale),
    date_locale = coalesce(left(update_profile.date_locale, 20), p.date_locale)
  where p.id = v_me.id returning p.* into v_me;
  return v_me;
end $$;
comment on function public.update_profile is
  'Changes the caller''s own names, mobile and language; null keeps. Errors: profile_incomplete, mobile_locked, mobile_no_blank_error.';
revoke execute on function public.update_profile(text, text, text, text, text) from public, anon;
grant execute on function public.update_profile(text, text, text, text, text) to authenticated;
