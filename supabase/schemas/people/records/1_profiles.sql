-- People: one profile per account, an additional row for drivers, and the functions that identify the caller.
-- Access: each person reads their own row, admins all rows, a fleet admin the rows of the fleet's drivers; only
--         functions write
-- Tests:  tests/db/profiles.sql, tests/db/demo_mode.sql, tests/db/attacks_access.sql

create domain public.staff_role as text check (value in ('owner', 'finance', 'support', 'dispatcher'));
create domain public.user_type as text check (value in ('rider', 'driver', 'admin', 'fleetadmin'));

-- Without search_path, so that PostgreSQL inlines them, as all functions that name a set of values.
create function app.is_staff(usertype text) returns boolean language sql immutable parallel safe as $$
  select usertype in ('admin', 'fleetadmin')
$$;
comment on function app.is_staff is 'Whether a role belongs to the office: admins and fleet admins.';

create function app.is_party(usertype text) returns boolean language sql immutable parallel safe as $$
  select usertype in ('rider', 'driver')
$$;
comment on function app.is_party is 'Whether a role is one of the two parties of a trip: riders and drivers.';

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
  constraint profiles_suspended check ((suspended_at is null or not approved)
    and (suspended_reason is null or suspended_at is not null)),
  constraint profiles_rated check ((rating is null) = (rating_count = 0)),
  constraint profiles_gone check (deleted_at is null
    or (first_name = '' and last_name = '' and num_nonnulls(email, mobile, profile_image) = 0 and not approved))
);
call app.describe('public.profiles', $$
  One row per account. The person cannot change usertype, approved or ratings.
  version: Number of changes of name, number, role, approval and car. An update with an outdated version is refused
    with version_conflict.
  referral_id: The person's invitation code: five letters.
  wallet_balance: Balance of the person's wallet including bonus_balance. Written only by the ledger; equals the sum
    of the ledger entries of both.
  bonus_balance: The part of wallet_balance that can only pay fares, not tips or withdrawals. Written only by the
    ledger.
  rating: Average of the stars received, rounded to one decimal; null before the first rating.
  reg_type: How the account was created; it decides which contact the person may change.
  email_locked: Whether the e-mail address was given at sign-up; then only an admin can change it.
  mobile_locked: Whether the number was given at sign-up; then only an admin can change it.
  email: The account's e-mail address, copied from Auth. Its owner verified it with a code, or staff entered it.
  mobile_verified: Whether a code verified the number. An unverified number is only a contact and proves no identity.
  mobile_by_staff: Whether an admin wrote the number that the profile has now. Otherwise, if no code verified it, the
    person only claims it.
  deleted_at: When the account was deleted. Personal data is removed then; rides and money stay.
  first_name: The person's first name; empty until given.
  last_name: The person's last name; empty until given.
  mobile: The person's phone number in E.164 form (+4235550101). In an account created with a phone number, this
    number signs in.
  usertype: Role of the person: rider, driver, admin or fleetadmin.
  signup_via_referral: Invitation code (referral_id) of the person who invited this one.
  approved: Whether the person may use the app. Without approval a person can only submit documents and edit the
    profile. false means not approved yet, or suspended (suspended_at).
  staff_role: Role of an admin, which decides what they may do (staff_permissions); owner by default. Null for
    everyone else.
  created_by: The staff member who added this person. Of the two people who request and approve a payment, neither may
    have added the other, directly or through others.
  suspended_at: When the person's approval was taken away; null for people who were never approved. A trigger sets it
    whenever approved changes.
  suspended_reason: The reason for the suspension that staff gave; the person may read it.
  profile_image: Path of the person's picture in the bucket `users`: <id>/profileImage.
  rating_count: Number of ratings received.
  lang_locale: The language in which this person uses the app.
  date_locale: The format in which dates are written for this person.
$$);

create index profiles_created on public.profiles (created_at desc, id);
create index profiles_created_by on public.profiles (created_by);
create index profiles_signup_via_referral on public.profiles (signup_via_referral)
  where signup_via_referral is not null;
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
  constraint drivers_texts check (greatest(length(vehicle_make), length(vehicle_model), length(vehicle_color),
    length(vehicle_number), length(other_info)) <= 500)
);
call app.describe('public.drivers', $$
  Data that only drivers have: vehicle, fleet, on duty or not.
  fleet_id: The fleet admin to whose fleet the driver belongs.
  driver_active_status: Whether the driver is on duty. Whether the driver is busy is not stored: it follows from
    engaged bookings.
  last_ride: Whether the driver gets no offers any more in this time on duty: the trip under way is the last one.
    Going off duty ends it.
  vehicle_make: Make of the car. Bookings copy it when the driver accepts, like the other vehicle columns.
  vehicle_model: Model of the car. Bookings copy it when the driver accepts.
  vehicle_color: Colour of the car. Bookings copy it when the driver accepts.
  vehicle_number: Number plate of the car.
  other_info: Notes of the desk about the driver.
  license_image: Copy of the path of the latest submitted licence.
$$);
grant select on public.profiles, public.drivers to authenticated;

create index drivers_car_type_id on public.drivers (car_type_id);
create index drivers_fleet_id on public.drivers (fleet_id);

alter table public.profiles enable row level security;
alter table public.drivers enable row level security;

create function app.refuse_suspended(person public.profiles) returns void
language plpgsql stable set search_path = '' as $$
begin
  if (person).suspended_at is not null then
    perform app.refuse('account_suspended', 403, 'This account is suspended; contact the desk');
  end if;
end $$;

create function app.require_active(person public.profiles) returns void
language plpgsql stable set search_path = '' as $$
begin
  perform app.refuse_suspended(person);
  if not (person).approved and app.is_staff((person).usertype) then
    perform app.refuse('not_allowed', 403, 'This account is not approved');
  elsif not (person).approved then
    perform app.refuse('require_approval', 403, 'An admin has to approve this account first');
  end if;
end $$;
comment on function app.require_active is
  'Refuses a person without approval: account_suspended if the approval was taken away, require_approval (staff: '
  'not_allowed) if it was never given.';

create function app.is_suspended() returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.profiles p where p.id = auth.uid() and p.suspended_at is not null)
$$;
comment on function app.is_suspended() is 'Whether the caller is suspended. Policies use it to refuse every write.';
grant execute on function app.is_suspended() to authenticated;
