-- People for staff: approving and editing them, and checking whether an account exists.
-- Needs:  profiles, drivers, audit
-- Access: admins approve and edit people; fleet admins edit vehicles of their own drivers; the service role checks whether
--   accounts and invitation codes exist
-- Tests:  tests/db/people.sql

-- Fleet admins get the same error for people outside their fleet as for ids that do not exist.
create function app.lock_person(user_id uuid, me public.profiles, suspends boolean default false) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare v_person public.profiles;
begin
  -- Locks the bookings that app.end_work takes from a suspended driver, or whose offers it withdraws, before the driver and the
  -- profile: app.booking_moved locks in this order, too, so that the two cannot deadlock.
  if suspends then
    perform 1 from public.bookings l where l.id in (
      select b.id from public.bookings b where b.driver_id = lock_person.user_id and b.status in ('ACCEPTED', 'ARRIVED')
      union all select o.booking_id from public.booking_offers o where o.driver_id = lock_person.user_id and o.status = 'open') order by l.id for no key update;
  end if;
  perform 1 from public.drivers d where d.id = lock_person.user_id for no key update;
  select p.* into v_person from public.profiles p where p.id = lock_person.user_id and p.deleted_at is null
    and (me.usertype = 'admin' or exists (select 1 from public.drivers d where d.id = p.id and d.fleet_id = me.id))
  for no key update;
  if not found or v_person.id <> me.id and not app.is_shown(v_person.id) then
    perform app.refuse('person_not_found', 404, 'No such person, not in your fleet, or no list has shown them');
  end if;
  -- Changing an admin requires the permission staff; otherwise an admin with the role support could suspend every owner.
  if v_person.usertype = 'admin' then perform app.check_permission(me, 'staff'); end if;
  return v_person;
end $$;
comment on function app.lock_person is 'Locks and returns the person if this admin or fleet admin may change them; only owners change admins. suspends: whether a driver''s coming bookings will be taken away. Errors: person_not_found, not_allowed.';

create function public.set_approved(user_id uuid, approved boolean, reason text default null) returns public.profiles
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_approved boolean := coalesce(set_approved.approved, false);
  v_person public.profiles := app.lock_person(set_approved.user_id, v_me, suspends => not v_approved);
  v_reason text := left(nullif(btrim(set_approved.reason), ''), 500);
begin
  if v_me.usertype = 'fleetadmin' and (app.settings()).driver_approval or v_person.id = v_me.id then
    perform app.refuse('not_allowed', 403, 'Admins approve others; fleet admins their drivers while driver_approval is off');
  end if;
  if v_person.approved is distinct from v_approved then
    perform app.audit(case when v_approved then 'approve' else 'disapprove' end, 'profiles', v_person.id::text,
      jsonb_build_object('approved', v_person.approved), jsonb_strip_nulls(jsonb_build_object('approved', v_approved, 'reason', v_reason)));
    update public.profiles p set approved = v_approved where p.id = v_person.id;
    if v_approved then perform app.notify(v_person.id, 'account_approved'); end if;
    -- A suspended driver can read this notice while they finish a trip under way, and after the suspension.
    if not v_approved and v_person.usertype = 'driver' then
      perform app.notify(v_person.id, 'account_suspended', jsonb_build_object('reason', coalesce(v_reason, '')));
    end if;
    update public.profiles p set suspended_reason = case when p.suspended_at is not null then v_reason end
    where p.id = v_person.id returning p.* into v_person;
  end if;
  return app.masked_person(v_person);
end $$;
comment on function public.set_approved is 'Approves a person, or suspends them with a reason that the person may read. When a person is suspended, their sessions end, with a trip to finish once that is paid; a driver''s offers and coming rides go to other drivers, but a started trip continues. The person gets a notice of an approval, a driver also of a suspension, which counts as read after an approval. Idempotent. Errors: must_login, account_suspended, not_allowed, person_not_found.';
grant execute on function public.set_approved(uuid, boolean, text) to authenticated;

create function public.approve_driver(driver_id uuid) returns public.profiles language plpgsql security definer set search_path = '' as $$
begin
  perform app.require_staff('people');
  if not exists (select 1 from public.profiles p where p.id = approve_driver.driver_id and p.usertype = 'driver') then
    perform app.refuse('person_not_found', 404, 'No such driver');
  end if;
  return public.set_approved(approve_driver.driver_id, true);
end $$;
comment on function public.approve_driver is 'Approves a driver, like set_approved. Errors: must_login, not_allowed, person_not_found.';
grant execute on function public.approve_driver(uuid) to authenticated;

-- Editing people ----------------------------------------------------------------------------------------------------

create function app.person_invalid(reason text) returns void language plpgsql set search_path = '' as $$
begin
  perform app.refuse('person_invalid', 422, reason);
end $$;

-- Checks a person's data for every function that writes it.
create function app.check_person_facts(facts jsonb) returns void language plpgsql stable security definer set search_path = '' as $$
declare e record;
begin
  for e in select x.key, x.value from jsonb_each(facts) x loop
    if e.key = 'approved' and jsonb_typeof(e.value) <> 'boolean' then perform app.person_invalid('approved is true or false'); end if;
    if jsonb_typeof(e.value) not in ('string', 'null', 'boolean') or length(e.value #>> '{}') > 500 then perform app.person_invalid(e.key || ' is a text'); end if;
  end loop;
  if exists (select 1 from jsonb_each_text(facts) x where x.key in ('first_name', 'last_name') and (app.is_blank(x.value) or length(x.value) > 80)) then
    perform app.person_invalid('Names have 1 to 80 letters');
  end if;
  if facts ->> 'car_type_id' is not null and not exists (select 1 from public.car_types c where c.id::text = facts ->> 'car_type_id') then
    perform app.person_invalid('There is no such car type');
  end if;
  if facts ->> 'fleet_id' is not null and not exists (select 1 from public.profiles p where p.id::text = facts ->> 'fleet_id'
      and p.usertype = 'fleetadmin' and p.deleted_at is null) then
    perform app.person_invalid('fleet_id names no fleet admin');
  end if;
end $$;

-- Checks the whole patch before anything is written: whether this caller may change each field, and whether its value is valid.
create function app.check_person_patch(person public.profiles, me public.profiles, patch jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_vehicle text[] := array['vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number', 'other_info', 'seats', 'luggage', 'child_seats', 'wheelchair'];
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
  if not (coalesce(jsonb_typeof(patch -> 'seats'), 'null') = 'null' or app.is_whole(patch -> 'seats', 20) and patch -> 'seats' <> '0')
    or not app.is_whole(coalesce(patch -> 'luggage', '0'), 20) or not app.is_whole(coalesce(patch -> 'child_seats', '0'), 4)
    or coalesce(jsonb_typeof(patch -> 'wheelchair'), 'boolean') <> 'boolean' then
    perform app.person_invalid('A car has 1 to 20 seats (null: as its car type), 0 to 20 pieces of luggage, 0 to 4 child seats; wheelchair is true or false');
  end if;
  if patch ? 'mobile' and app.mobile_of(patch ->> 'mobile') is null then
    perform app.refuse('mobile_no_blank_error', 422, 'Give a phone number in E.164 form, such as +4235550101');
  end if;
end $$;

-- Returns a person's data for the audit log. It leaves out `approved`, because set_approved logs it in an entry of its own.
create function app.person_row(user_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(to_jsonb(v) - 'driver_id', '{}') || coalesce(to_jsonb(d), '{}') || to_jsonb(p) - '{approved,driver_active_status,mobile_by_staff}'::text[]
  from public.profiles p left join public.drivers d on d.id = p.id left join public.vehicles v on v.driver_id = d.id where p.id = person_row.user_id
$$;

create function public.edit_person(user_id uuid, patch jsonb) returns public.profiles language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_patch jsonb := case when jsonb_typeof(edit_person.patch) = 'object' then edit_person.patch else '{}' end;
  v_person public.profiles := app.lock_person(edit_person.user_id, v_me, suspends => v_patch @> '{"approved": false}');
  v_before jsonb;
  v_what record;
begin
  perform app.check_version(v_patch, 'profiles', v_person.id::text, v_person.version);
  v_patch := v_patch - 'version';
  perform app.check_person_patch(v_person, v_me, v_patch);
  v_before := app.person_row(v_person.id);
  if v_patch ? 'approved' then
    v_person := public.set_approved(v_person.id, (v_patch ->> 'approved')::boolean);
  end if;
  update public.profiles p set
    first_name = coalesce(btrim(v_patch ->> 'first_name'), p.first_name),
    last_name = coalesce(btrim(v_patch ->> 'last_name'), p.last_name),
    mobile = coalesce(app.mobile_of(v_patch ->> 'mobile'), p.mobile),
    mobile_verified = p.mobile_verified and coalesce(app.mobile_of(v_patch ->> 'mobile'), p.mobile) = p.mobile,
    mobile_by_staff = p.mobile_by_staff or v_patch ? 'mobile'
  where p.id = v_person.id returning p.* into v_person;
  update public.drivers d set
    car_type_id = case when v_patch ? 'car_type_id' then (v_patch ->> 'car_type_id')::uuid else d.car_type_id end,
    fleet_id = case when v_patch ? 'fleet_id' then (v_patch ->> 'fleet_id')::uuid else d.fleet_id end,
    vehicle_make = case when v_patch ? 'vehicle_make' then btrim(v_patch ->> 'vehicle_make') else d.vehicle_make end,
    vehicle_model = case when v_patch ? 'vehicle_model' then btrim(v_patch ->> 'vehicle_model') else d.vehicle_model end,
    vehicle_color = case when v_patch ? 'vehicle_color' then btrim(v_patch ->> 'vehicle_color') else d.vehicle_color end,
    vehicle_number = case when v_patch ? 'vehicle_number' then btrim(v_patch ->> 'vehicle_number') else d.vehicle_number end,
    other_info = case when v_patch ? 'other_info' then btrim(v_patch ->> 'other_info') else d.other_info end
  where d.id = v_person.id and v_patch ?| array['car_type_id', 'fleet_id', 'vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number', 'other_info'];
  if v_patch ?| array['seats', 'luggage', 'child_seats', 'wheelchair'] then
    insert into public.vehicles as v (driver_id, seats, luggage, child_seats, wheelchair)
    values (v_person.id, (v_patch ->> 'seats')::integer, coalesce((v_patch ->> 'luggage')::integer, 2), coalesce((v_patch ->> 'child_seats')::integer, 0),
      coalesce((v_patch ->> 'wheelchair')::boolean, false))
    on conflict on constraint vehicles_pkey do update set
      seats = case when v_patch ? 'seats' then excluded.seats else v.seats end,
      luggage = case when v_patch ? 'luggage' then excluded.luggage else v.luggage end,
      child_seats = case when v_patch ? 'child_seats' then excluded.child_seats else v.child_seats end,
      wheelchair = case when v_patch ? 'wheelchair' then excluded.wheelchair else v.wheelchair end;
  end if;
  select c.before, c.after into v_what from app.changes(v_before, app.person_row(v_person.id)) c;
  select p.* into v_person from public.profiles p where p.id = v_person.id;
  if v_what.after <> '{}' then perform app.audit('edit', 'profiles', v_person.id::text, v_what.before, v_what.after); end if;
  return app.masked_person(v_person);
end $$;
comment on function public.edit_person is 'Applies a patch to a person''s data. Admins: first_name, last_name, mobile, approved, and for drivers car_type_id, fleet_id (null: none), vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info and what the car carries: seats (null: as its car type), luggage, child_seats, wheelchair. Fleet admins: vehicle and other_info of their own drivers. If the patch has a version, it is refused if the person or the car has changed since. Errors: must_login, not_allowed, version_conflict, person_not_found, person_invalid, name_invalid, mobile_no_blank_error.';
grant execute on function public.edit_person(uuid, jsonb) to authenticated;

-- Devices of a person -------------------------------------------------------------------------------------------------

create type public.person_device as (kind text, name text, channels text[], since timestamptz, seen_at timestamptz);
comment on type public.person_device is 'A device of a person: a phone that gets push messages (kind push; name is its platform, channels the kinds of messages wanted) or a signed-in browser (kind session; name is its user agent).';

create function public.person_devices(user_id uuid) returns setof public.person_device
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('people');
  -- The result contains no push tokens and network addresses: staff needs to know that a device exists, not how to reach it.
  return query
  select * from (
    select 'push', t.platform, t.channels, t.created_at, t.seen_at from public.push_tokens t where t.user_id = person_devices.user_id
    union all
    select 'session', left(s.user_agent, 300), null, app.outside_time(s.created_at), app.outside_time(coalesce(s.refreshed_at at time zone 'UTC', s.created_at))
    from auth.sessions s where s.user_id = person_devices.user_id) d (kind, name, channels, since, seen_at)
  order by d.seen_at desc limit 100;
end $$;
comment on function public.person_devices is 'For admins: the devices on which a person receives messages or is signed in, latest use first. Errors: must_login, not_allowed.';
grant execute on function public.person_devices(uuid) to authenticated;

create function public.sign_out_person(user_id uuid) returns void language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('people');
  v_person public.profiles;
begin
  v_person := app.lock_person(sign_out_person.user_id, v_me);
  perform app.audit('sign_out', 'profiles', v_person.id::text, null, null);
  perform app.end_sessions(v_person.id);
end $$;
comment on function public.sign_out_person is 'Signs a person out on all devices, for example after losing a phone. Errors: must_login, not_allowed, demo_mode, person_not_found.';
grant execute on function public.sign_out_person(uuid) to authenticated;

-- Existing accounts ---------------------------------------------------------------------------------------------------

create function app.require_contact(email text, mobile text) returns void language plpgsql stable set search_path = '' as $$
begin
  if app.is_blank(require_contact.email) and app.is_blank(require_contact.mobile)
    or app.email_of(require_contact.email) is null and not app.is_blank(require_contact.email)
    or app.mobile_of(require_contact.mobile) is null and not app.is_blank(require_contact.mobile) then
    perform app.refuse('email_or_mobile_issue', 422, 'Give a valid e-mail address, or a phone number in E.164 form such as +4235550101');
  end if;
end $$;

-- Anyone can write any number into their profile. That neither makes them the caller on the telephone nor keeps the number from
-- the person to whom it belongs.
create function app.claims_number(person public.profiles) returns boolean language sql immutable parallel safe set search_path = '' as $$
  select not (person).mobile_verified and not (person).mobile_by_staff
$$;
comment on function app.claims_number is 'Whether a person only says that the number in the profile is theirs: no code verified it, and staff did not write it.';

-- Checks auth.users and profiles, because the number that signs in (auth.users) may differ from the one in the profile.
create function app.is_contact_taken(email text, mobile text) returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  v_email text := app.email_of(is_contact_taken.email);
  v_mobile text := app.mobile_of(is_contact_taken.mobile);
begin
  return exists (select 1 from public.profiles p where lower(p.email) = v_email)
    or exists (select 1 from public.profiles p where p.mobile = v_mobile and not app.claims_number(p))
    or exists (select 1 from auth.users u where u.phone = substr(v_mobile, 2));
end $$;
comment on function app.is_contact_taken is 'Whether an account already has this e-mail address or number. A number that a person only claims is free.';

-- Logs a check whether an account exists. Fleet admins may make enough checks for drivers whom they want to add, but too few to
-- search for everyone.
create function app.limit_account_checks(me public.profiles, email text, mobile text, is_taken boolean, purpose text default 'account_check') returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- A request whose filter or cast fails after the check would undo the count and the line in the log.
  perform app.refuse_parts();
  if (me).usertype = 'fleetadmin' then perform app.take_limit(limit_account_checks.purpose, (me).id::text); end if;
  perform app.audit('check_user_exists', 'profiles', null, null, jsonb_strip_nulls(jsonb_build_object('email', app.email_of(limit_account_checks.email),
    'mobile', app.mobile_of(limit_account_checks.mobile), 'exists', limit_account_checks.is_taken)));
end $$;

create function public.check_user_exists(email text default null, mobile text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles;
  v_taken boolean;
begin
  -- People other than staff are refused, because they could find out who has an account.
  if app.is_person() then v_me := app.require_staff('people'); end if;
  perform app.require_contact(check_user_exists.email, check_user_exists.mobile);
  v_taken := app.is_contact_taken(check_user_exists.email, check_user_exists.mobile);
  if v_me.id is not null then
    perform app.limit_account_checks(v_me, check_user_exists.email, check_user_exists.mobile, v_taken);
    if v_taken then return app.answer_refusal('user_exists', 409, 'An account has this address or number'); end if;
  elsif v_taken then
    perform app.refuse('user_exists', 409, 'An account has this address or number');
  end if;
  return '{"users": []}'::jsonb;
end $$;
comment on function public.check_user_exists is 'Whether an e-mail address or number is free: returns {"users": []}, or the error user_exists if it is not. For the service role, admins, and fleet admins (20 times an hour); checks by staff are logged. Errors: must_login, not_allowed, email_or_mobile_issue, user_exists, too_many_requests.';
grant execute on function public.check_user_exists(text, text) to authenticated;

create function public.validate_referrer(referral_id text) returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.profiles p where p.referral_id = upper(btrim(validate_referrer.referral_id)) and p.deleted_at is null)
$$;
comment on function public.validate_referrer is 'Whether this invitation code exists. For the service role, which limits how often a client may check.';
grant execute on function public.validate_referrer(text) to service_role;
