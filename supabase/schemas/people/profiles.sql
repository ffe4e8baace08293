-- People: one profile per account, an additional row for drivers, and the functions that identify the caller.
-- Needs:  auth.users, settings, car_types
-- Access: each person reads their own row, admins all rows, a fleet admin the rows of the fleet's drivers; only functions write
-- Tests:  tests/db/profiles.sql, tests/db/demo_mode.sql, tests/db/attacks_access.sql

create domain public.staff_role as text check (value in ('owner', 'finance', 'support', 'dispatcher'));
create domain public.user_type as text check (value in ('rider', 'driver', 'admin', 'fleetadmin'));

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default app.now(),
  first_name text not null default '' check (length(first_name) <= 80),
  last_name text not null default '' check (length(last_name) <= 80),
  mobile text check (mobile ~ '^[+][1-9][0-9]{5,14}$'),
  mobile_verified boolean not null default false,
  email text check (length(email) <= 255),
  usertype public.user_type not null default 'rider',
  referral_id text not null unique check (referral_id ~ '^[A-Z]{5}$'),
  signup_via_referral text check (signup_via_referral ~ '^[A-Z]{5}$'),
  approved boolean not null default true,
  wallet_balance numeric not null default 0 check (wallet_balance > -1e12 and wallet_balance < 1e12),
  bonus_balance numeric not null default 0 check (bonus_balance >= 0 and bonus_balance < 1e12),
  reg_type text not null default 'email' check (reg_type in ('email', 'mobile', 'social', 'admin', 'registration')),
  email_locked boolean not null generated always as (reg_type in ('email', 'admin', 'registration')) stored,
  mobile_locked boolean not null generated always as (reg_type in ('mobile', 'admin', 'registration')) stored,
  profile_image text,
  rating numeric(2, 1) check (rating between 1 and 5),
  rating_count integer not null default 0 check (rating_count >= 0),
  lang_locale text check (length(lang_locale) <= 20),
  date_locale text check (length(date_locale) <= 20),
  staff_role public.staff_role,
  created_by uuid references public.profiles (id) on delete set null,
  suspended_at timestamptz,
  suspended_reason text check (length(suspended_reason) <= 500),
  deleted_at timestamptz,
  version integer not null default 1 check (version > 0),
  mobile_by_staff boolean not null default false,
  constraint profiles_staff check ((staff_role is not null) = (usertype = 'admin')),
  constraint profiles_suspended check ((suspended_at is null or not approved) and (suspended_reason is null or suspended_at is not null)),
  constraint profiles_rated check ((rating is null) = (rating_count = 0)),
  constraint profiles_gone check (deleted_at is null
    or (first_name = '' and last_name = '' and num_nonnulls(email, mobile, profile_image) = 0 and not approved))
);
call app.describe('public.profiles', $$
  One row per account. The person cannot change usertype, approved or ratings.
  version: Number of changes of name, number, role, approval and car. An update with an outdated version is refused with version_conflict.
  referral_id: The person's invitation code: five letters.
  wallet_balance: Balance of the person's wallet including bonus_balance. Written only by the ledger; equals the sum of the ledger entries of both.
  bonus_balance: The part of wallet_balance that can only pay fares, not tips or withdrawals. Written only by the ledger.
  rating: Average of the stars received, rounded to one decimal; null before the first rating.
  reg_type: How the account was created; it decides which contact the person may change.
  email_locked: Whether the e-mail address was given at sign-up; then only an admin can change it.
  mobile_locked: Whether the number was given at sign-up; then only an admin can change it.
  email: The account's e-mail address, copied from Auth. Its owner verified it with a code, or staff entered it.
  mobile_verified: Whether a code verified the number. An unverified number is only a contact and proves no identity.
  mobile_by_staff: Whether an admin wrote the number that the profile has now. Otherwise, if no code verified it, the person only claims it.
  deleted_at: When the account was deleted. Personal data is removed then; rides and money stay.
  first_name: The person's first name; empty until given.
  last_name: The person's last name; empty until given.
  mobile: The person's phone number in E.164 form (+4235550101). In an account created with a phone number, this number signs in.
  usertype: Role of the person: rider, driver, admin or fleetadmin.
  signup_via_referral: Invitation code (referral_id) of the person who invited this one.
  approved: Whether the person may use the app. Without approval a person can only submit documents and edit the profile. false means not approved yet, or suspended (suspended_at).
  staff_role: Role of an admin, which decides what they may do (staff_permissions); owner by default. Null for everyone else.
  created_by: The staff member who added this person. Of the two people who request and approve a payment, neither may have added the other, directly or through others.
  suspended_at: When the person's approval was taken away; null for people who were never approved. A trigger sets it whenever approved changes.
  suspended_reason: The reason for the suspension that staff gave; the person may read it.
  profile_image: Path of the person's picture in the bucket `users`: <id>/profileImage.
  rating_count: Number of ratings received.
  lang_locale: The language in which this person uses the app.
  date_locale: The format in which dates are written for this person.
$$);
create index profiles_created on public.profiles (created_at desc, id);
create index profiles_created_by on public.profiles (created_by);
create index profiles_signup_via_referral on public.profiles (signup_via_referral) where signup_via_referral is not null;
create index profiles_email on public.profiles (lower(email));
create index profiles_mobile on public.profiles (mobile);
create index profiles_usertype on public.profiles (usertype, created_at desc, id);

create table public.drivers (
  id uuid primary key references public.profiles (id) on delete cascade,
  car_type_id uuid,
  vehicle_make text,
  vehicle_model text,
  vehicle_color text,
  vehicle_number text,
  other_info text,
  fleet_id uuid references public.profiles (id),
  driver_active_status boolean not null default false,
  license_image text,
  created_at timestamptz not null default app.now(),
  last_ride boolean not null default false,
  constraint drivers_texts check (greatest(length(vehicle_make), length(vehicle_model), length(vehicle_color), length(vehicle_number), length(other_info)) <= 500)
);
call app.describe('public.drivers', $$
  Data that only drivers have: vehicle, fleet, on duty or not.
  fleet_id: The fleet admin to whose fleet the driver belongs.
  driver_active_status: Whether the driver is on duty. Whether the driver is busy is not stored: it follows from engaged bookings.
  last_ride: Whether the driver gets no offers any more in this time on duty: the trip under way is the last one. Going off duty ends it.
  vehicle_make: Make of the car. Bookings copy it when the driver accepts, like the other vehicle columns.
  vehicle_model: Model of the car. Bookings copy it when the driver accepts.
  vehicle_color: Colour of the car. Bookings copy it when the driver accepts.
  vehicle_number: Number plate of the car.
  other_info: Notes of the desk about the driver.
  license_image: Copy of the path of the latest submitted licence.
$$);
alter table public.drivers add foreign key (car_type_id) references public.car_types (id);
create index drivers_car_type_id on public.drivers (car_type_id);
create index drivers_fleet_id on public.drivers (fleet_id);

create function app.tg_profiles__plain_names() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.first_name := app.plain_name(new.first_name);
  new.last_name := app.plain_name(new.last_name);
  if not app.is_name(new.first_name) or not app.is_name(new.last_name) then perform app.refuse_name(); end if;
  return new;
end $$;
create trigger profiles__plain_names before insert or update of first_name, last_name on public.profiles
  for each row execute function app.tg_profiles__plain_names();

-- A driver's fleet_id must be the id of a fleet admin, because policies let the person with this id see the driver.
create function app.tg_drivers__check_fleet() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.profiles p where p.id = new.fleet_id and p.usertype = 'fleetadmin' and p.deleted_at is null) then
    raise check_violation using message = format('%s is no fleet admin', new.fleet_id);
  end if;
  return new;
end $$;
create trigger drivers__check_fleet before insert or update of fleet_id on public.drivers
  for each row when (new.fleet_id is not null) execute function app.tg_drivers__check_fleet();

-- Records a suspension, because `approved` is false both for a person who waits for approval and for a suspended one. A person
-- who waits may submit documents; a suspended one may finish a trip under way.
create function app.tg_profiles__suspend() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.suspended_at := case when not new.approved and new.deleted_at is null then app.now() end;
  if new.suspended_at is null then new.suspended_reason := null; end if;
  return new;
end $$;
create trigger profiles__suspend before update of approved on public.profiles
  for each row when (old.approved is distinct from new.approved) execute function app.tg_profiles__suspend();

-- The version increases only when a column changes that staff edits in the form of a person (columns of profiles, drivers and
-- vehicles). Balances, ratings and shifts do not count, because they change while a form is open.
create trigger profiles__version before update of first_name, last_name, mobile, usertype, staff_role, approved, version on public.profiles
  for each row execute function app.tg_version('email_locked', 'mobile_locked', 'wallet_balance', 'bonus_balance', 'rating', 'rating_count');

create function app.tg_drivers__version() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set version = p.version + 1 where p.id = new.id;
  return null;
end $$;
create trigger drivers__version after update of car_type_id, fleet_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info on public.drivers
  for each row when (row(old.car_type_id, old.fleet_id, old.vehicle_make, old.vehicle_model, old.vehicle_color, old.vehicle_number, old.other_info)
    is distinct from row(new.car_type_id, new.fleet_id, new.vehicle_make, new.vehicle_model, new.vehicle_color, new.vehicle_number, new.other_info))
  execute function app.tg_drivers__version();

alter table public.profiles enable row level security;
alter table public.drivers enable row level security;
grant select on public.profiles, public.drivers to authenticated;

create policy "people read their own profile" on public.profiles for select to authenticated using (id = (select auth.uid()));
-- Admins read every profile, but in demo mode only their own: a policy cannot hide a column, so they read other people through
-- list_people, which masks contacts.
create policy "admins read every profile" on public.profiles for select to authenticated
  using ((select app.has_current_role('admin'))
    and (app.settings()).allow_critical_edits_admin);
create policy "fleet admins read their drivers' profiles" on public.profiles for select to authenticated
  using ((select app.has_current_role('fleetadmin'))
    and (app.settings()).allow_critical_edits_admin
    and exists (select 1 from public.drivers d where d.id = profiles.id and d.fleet_id = (select auth.uid())));
create policy "drivers read their own row" on public.drivers for select to authenticated using (id = (select auth.uid()));
create policy "admins read every driver" on public.drivers for select to authenticated using ((select app.has_current_role('admin')));
create policy "fleet admins read their drivers" on public.drivers for select to authenticated
  using ((select app.has_current_role('fleetadmin')) and fleet_id = (select auth.uid()));

-- Identifying the caller --------------------------------------------------------------------------------------------
-- A function that acts for a person identifies its caller with one of four functions. app.me() is the usual one: it admits
-- approved people. app.newcomer() also admits people who wait for approval. app.caller() admits suspended people as well
-- (tests/db/functions.txt lists the functions that use it). app.me_as_driver() admits only approved drivers.

-- Reads the role from the profile, because a token contains the role at the time of its issue.
create function app.lacks_second_factor() returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return not app.has_second_factor() and exists (select 1 from public.settings s join public.profiles p on p.id = auth.uid()
    where s.id = 1 and s.staff_second_factor and p.usertype in ('admin', 'fleetadmin'));
end $$;
comment on function app.lacks_second_factor is 'Whether the caller is an admin or fleet admin who has to confirm the sign-in with a second factor first (settings.staff_second_factor). Riders and drivers never have to.';

create function app.caller() returns public.profiles language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles;
begin
  perform app.refuse_casts();
  if auth.uid() is null then perform app.refuse('must_login', 401, 'Sign in first'); end if;
  select p.* into v_me from public.profiles p where p.id = auth.uid() and p.deleted_at is null;
  if not found then perform app.refuse('user_issue_contact_admin', 403, 'This account has no profile'); end if;
  -- A token stays valid until it expires, even if its session has ended. A suspension also ends the sessions; then it is the
  -- reason that the person should read.
  if not app.has_session() then
    perform app.refuse_suspended(v_me);
    perform app.refuse('not_logged_in', 401, 'The session of this token has ended; sign in again');
  end if;
  -- Refuses staff without approval. They get no new token, but their last token stays valid until it expires.
  if not v_me.approved and v_me.usertype in ('admin', 'fleetadmin') then perform app.require_active(v_me); end if;
  if app.lacks_second_factor() then
    perform app.refuse('second_factor_needed', 403, 'Staff has to confirm the sign-in with a second factor; then repeat the call with the new token');
  end if;
  return v_me;
end $$;
comment on function app.caller() is 'The caller''s profile, even if a rider or driver waits for approval or is suspended: they must be able to finish a ride and to pay a debt. Errors: must_login for visitors, not_logged_in if the session has ended, user_issue_contact_admin; account_suspended if a suspension ended the session, and for staff; not_allowed and second_factor_needed for staff.';

create function app.refuse_suspended(person public.profiles) returns void language plpgsql stable set search_path = '' as $$
begin
  if (person).suspended_at is not null then
    perform app.refuse('account_suspended', 403, 'This account is suspended; contact the desk');
  end if;
end $$;

create function app.require_active(person public.profiles) returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.refuse_suspended(person);
  if not (person).approved and (person).usertype in ('admin', 'fleetadmin') then
    perform app.refuse('not_allowed', 403, 'This account is not approved');
  elsif not (person).approved then
    perform app.refuse('require_approval', 403, 'An admin has to approve this account first');
  end if;
end $$;
comment on function app.require_active is 'Refuses a person without approval: account_suspended if the approval was taken away, require_approval (staff: not_allowed) if it was never given.';

create function app.newcomer() returns public.profiles language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  if not v_me.approved then perform app.refuse_suspended(v_me); end if;
  return v_me;
end $$;
comment on function app.newcomer() is 'The caller''s profile, even if approval is pending: for editing the profile, submitting documents and deleting the account. Errors: as caller(), account_suspended.';

create function app.me() returns public.profiles language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  -- Only people without approval are checked further: an approved person is never suspended, and each call costs 10 us.
  if not v_me.approved then perform app.require_active(v_me); end if;
  return v_me;
end $$;
comment on function app.me() is 'The profile of an approved caller. Errors: must_login, not_logged_in, user_issue_contact_admin, account_suspended, require_approval; for staff not_allowed (not approved) and second_factor_needed.';

create function app.is_suspended() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.profiles p where p.id = auth.uid() and p.suspended_at is not null)
$$;
comment on function app.is_suspended() is 'Whether the caller is suspended. Policies use it to refuse every write.';
grant execute on function app.is_suspended() to authenticated;

create function app.driver_row(me public.profiles) returns public.drivers language plpgsql stable security definer set search_path = '' as $$
declare v_driver public.drivers;
begin
  select d.* into v_driver from public.drivers d where d.id = (me).id;
  if (me).usertype <> 'driver' or v_driver.id is null then perform app.refuse('not_a_driver', 403, 'Only drivers can do this'); end if;
  return v_driver;
end $$;

-- Returns the calling driver. One query checks everything, to be fast when many drivers compete for an offer. Only if this
-- query finds no driver, separate checks run to find which error to return.
create function app.me_as_driver() returns public.drivers language plpgsql stable security definer set search_path = '' as $$
declare v_driver public.drivers;
begin
  perform app.refuse_casts();
  select d.* into v_driver from public.drivers d join public.profiles p on p.id = d.id
  where d.id = auth.uid() and p.usertype = 'driver' and p.approved and p.deleted_at is null and app.has_session();
  if found then return v_driver; end if;
  return app.driver_row(app.me());
end $$;
comment on function app.me_as_driver() is 'The caller''s driver row. Errors: must_login, not_logged_in, account_suspended, require_approval, not_a_driver.';
