-- People for staff: approving and editing them, and checking whether an account exists.
-- Access: admins approve and edit people; fleet admins edit vehicles of their own drivers; the service role checks
--         whether accounts and invitation codes exist
-- Tests:  tests/db/people.sql

-- Fleet admins get the same error for people outside their fleet as for ids that do not exist.
create function app.lock_person(user_id uuid, me public.profiles, suspends boolean default false)
  returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare v_person public.profiles;
begin
  -- Locks the bookings that app.end_work takes from a suspended driver, or whose offers it withdraws, before the driver
  -- and the
  -- profile: app.booking_moved locks in this order, too, so that the two cannot deadlock.
  if suspends then
    perform 1 from public.bookings l where l.id in (
      select b.id from public.bookings b where b.driver_id = lock_person.user_id and app.is_awaiting_pickup(b.status)
      union all select o.booking_id from public.booking_offers o where o.driver_id = lock_person.user_id
        and o.status = 'open') order by l.id for no key update;
  end if;
  perform 1 from public.drivers d where d.id = lock_person.user_id for no key update;
  select p.* into v_person from public.profiles p where p.id = lock_person.user_id and p.deleted_at is null
    and (me.usertype = 'admin' or exists (select 1 from public.drivers d where d.id = p.id and d.fleet_id = me.id))
  for no key update;
  if not found or v_person.id <> me.id and not app.is_shown(v_person.id) then
    perform app.refuse('person_not_found', 404, 'No such person, not in your fleet, or no list has shown them');
  end if;
  -- Changing an admin requires the permission staff; otherwise an admin with the role support could suspend every
  -- owner.
  if v_person.usertype = 'admin' then perform app.check_permission(me, 'staff'); end if;
  return v_person;
end $$;
comment on function app.lock_person is
  'Locks and returns the person if this admin or fleet admin may change them; only owners change admins. suspends: '
  'whether a driver''s coming bookings will be taken away. '
  'Errors: person_not_found, not_allowed.';

-- Editing people ------------------------------------------------------------------------------------------------------

create function app.person_invalid(reason text) returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('person_invalid', 422, reason);
end $$;

-- Checks a person's data for every function that writes it.
create function app.check_person_facts(facts jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare e record;
begin
  for e in select x.key, x.value from jsonb_each(facts) x loop
    if e.key = 'approved' and jsonb_typeof(e.value) <> 'boolean' then
      perform app.person_invalid('approved is true or false');
    end if;
    if jsonb_typeof(e.value) not in ('string', 'null', 'boolean') or length(e.value #>> '{}') > 500 then
      perform app.person_invalid(e.key || ' is a text');
    end if;
  end loop;
  if exists (select 1 from jsonb_each_text(facts) x where x.key in ('first_name', 'last_name')
    and (app.is_blank(x.value) or length(x.value) > 80)) then
    perform app.person_invalid('Names have 1 to 80 letters');
  end if;
  if facts ->> 'car_type_id' is not null and not exists (select 1 from public.car_types c
    where c.id::text = facts ->> 'car_type_id') then
    perform app.person_invalid('There is no such car type');
  end if;
  if facts ->> 'fleet_id' is not null and not exists (select 1 from public.profiles p
    where p.id::text = facts ->> 'fleet_id'
      and p.usertype = 'fleetadmin' and p.deleted_at is null) then
    perform app.person_invalid('fleet_id names no fleet admin');
  end if;
end $$;

-- Checks the whole patch before anything is written: whether this caller may change each field, and whether its value
-- is valid.
create function app.check_person_patch(person public.profiles, me public.profiles, patch jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_vehicle text[] := array['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number', 'other_info', 'seats',
    'luggage', 'child_seats', 'wheelchair'];
  k text;
begin
  for k in select jsonb_object_keys(patch) loop
    if not (k = any (v_vehicle) and person.usertype = 'driver'
        or me.usertype = 'admin' and (k in ('first_name', 'last_name', 'mobile', 'approved')
          or k in ('car_type_id', 'fleet_id') and person.usertype = 'driver')) then
      perform app.refuse('not_allowed', 403, format('%s of a %s cannot be changed by this caller', k, person.usertype));
    end if;
  end loop;
  perform app.check_person_facts(patch - '{seats,luggage,child_seats,wheelchair}'::text[]);
  if not (coalesce(jsonb_typeof(patch -> 'seats'), 'null') = 'null' or app.is_whole_number(patch -> 'seats', 20)
    and patch -> 'seats' <> '0')
    or not app.is_whole_number(coalesce(patch -> 'luggage', '0'), 20)
      or not app.is_whole_number(coalesce(patch -> 'child_seats', '0'), 4)
    or coalesce(jsonb_typeof(patch -> 'wheelchair'), 'boolean') <> 'boolean' then
    perform app.person_invalid('A car has 1 to 20 seats (null: as its car type), 0 to 20 pieces of luggage, 0 to 4 child seats; wheelchair is true or false');
  end if;
  if patch ? 'mobile' and app.mobile_of(patch ->> 'mobile') is null then
    perform app.refuse('mobile_no_blank_error', 422, 'Give a phone number in E.164 form, such as +4235550101');
  end if;
end $$;

-- Returns a person's data for the audit log. It leaves out `approved`, because set_approved logs it in an entry of its
-- own.
create function app.person_row(user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(to_jsonb(v) - 'driver_id', '{}') || coalesce(to_jsonb(d), '{}') || to_jsonb(p)
    - '{approved,driver_active_status,mobile_by_staff}'::text[]
  from public.profiles p left join public.drivers d on d.id = p.id left join public.vehicles v on v.driver_id = d.id
    where p.id = person_row.user_id
$$;

-- Devices of a person -------------------------------------------------------------------------------------------------

create function public.person_devices(user_id uuid) returns setof public.person_device
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('people');
  -- The result contains no push tokens and network addresses: staff needs to know that a device exists, not how to
  -- reach it.
  return query
  select * from (
    select 'push', coalesce(t.name, t.platform), t.channels, t.created_at, t.seen_at from public.push_tokens t
      where t.user_id = person_devices.user_id
    union all
    select 'session', left(s.user_agent, 300), null, app.outside_time(s.created_at),
      app.outside_time(coalesce(s.refreshed_at at time zone 'UTC', s.created_at))
    from auth.sessions s where s.user_id = person_devices.user_id) d (kind, name, channels, since, seen_at)
  order by d.seen_at desc limit 100;
end $$;
comment on function public.person_devices is
  'For admins: the devices on which a person receives messages or is signed in, latest use first. '
  'Errors: must_login, not_allowed.';
grant execute on function public.person_devices(uuid) to authenticated;

-- Existing accounts ---------------------------------------------------------------------------------------------------

create function app.require_contact(email text, mobile text) returns void
language plpgsql stable set search_path = '' as $$
begin
  if app.is_blank(require_contact.email) and app.is_blank(require_contact.mobile)
    or app.email_of(require_contact.email) is null and not app.is_blank(require_contact.email)
    or app.mobile_of(require_contact.mobile) is null and not app.is_blank(require_contact.mobile) then
    perform app.refuse('email_or_mobile_issue', 422,
      'Give a valid e-mail address, or a phone number in E.164 form such as +4235550101');
  end if;
end $$;

-- Anyone can write any number into their profile. That neither makes them the caller on the telephone nor keeps the
-- number from the person to whom it belongs.
create function app.is_number_unproved(person public.profiles) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not (person).mobile_verified and not (person).mobile_by_staff
$$;
comment on function app.is_number_unproved is
  'Whether a person only says that the number in the profile is theirs: no code verified it, and staff did not write '
  'it.';

create function app.proved_email(user_id uuid, out email text)
language sql stable security definer set search_path = '' as $$
  select (select lower(u.email) from auth.users u where u.id = proved_email.user_id
    and u.email_confirmed_at is not null)
$$;
comment on function app.proved_email is
  'The e-mail address of an account in lower case, if a code or a link proved it; else null.';

-- Checks auth.users and profiles, because the number that signs in (auth.users) may differ from the one in the profile.
create function app.accounts_with(email text, mobile text) returns setof uuid
rows 1 language plpgsql stable security definer set search_path = '' as $$
declare
  v_email text := app.email_of(accounts_with.email);
  v_mobile text := app.mobile_of(accounts_with.mobile);
begin
  return query select p.id from public.profiles p where lower(p.email) = v_email
    union select p.id from public.profiles p where p.mobile = v_mobile and not app.is_number_unproved(p)
    union select u.id from auth.users u where u.phone = substr(v_mobile, 2);
end $$;
comment on function app.accounts_with is
  'The accounts that have this e-mail address or number. A number that a person only claims does not count.';

create function app.is_contact_taken(email text, mobile text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from app.accounts_with(is_contact_taken.email, is_contact_taken.mobile));
end $$;
comment on function app.is_contact_taken is
  'Whether an account already has this e-mail address or number. A number that a person only claims is free.';

create function public.validate_referrer(referral_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.profiles p where p.referral_id = upper(btrim(validate_referrer.referral_id))
    and p.deleted_at is null)
$$;
comment on function public.validate_referrer is
  'Whether this invitation code exists. For the service role, which limits how often a client may check.';
grant execute on function public.validate_referrer(text) to service_role;
