-- Accounts that staff creates for other people: who may create which account, and the request to the auth server that
-- creates it.
-- Access: admins with the permission people create accounts (of admins: with the permission staff); fleet admins create
--   accounts of their own drivers
-- Tests:  tests/db/accounts.sql, tests/api/accounts.test.ts
-- How an account is created: the edge function `accounts` asks the auth server to create it (admin API with
-- app_metadata {usertype, approved, reg_type, fleet_id, created_by, staff_role}). A trigger then creates the profile
-- and logs the staff member in created_by.

-- Checks the data of a new person, no matter whether staff or the person entered the data.
create function app.check_new_person(facts jsonb) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.check_person_facts(facts);
  if not app.is_name(facts ->> 'first_name') or not app.is_name(facts ->> 'last_name') then
    perform app.refuse_name();
  end if;
  perform app.require_contact(facts ->> 'email', facts ->> 'mobile');
end $$;

create function app.check_account_plan_keys(facts jsonb, me public.profiles) returns void
language plpgsql stable set search_path = '' as $$
declare
  v_usertype text := facts ->> 'usertype';
  v_keys text[] := array['usertype', 'first_name', 'last_name', 'email', 'mobile']
    || case when me.usertype = 'admin' then array['approved'] else '{}' end
    || case v_usertype when 'admin' then array['staff_role']
      when 'driver' then array['fleet_id', 'car_type_id', 'vehicle_make', 'vehicle_model', 'vehicle_color',
        'vehicle_number', 'other_info'] else '{}' end;
  v_key text := (select k.key from jsonb_object_keys(facts) k (key) where k.key <> all (v_keys) limit 1);
begin
  if v_usertype is null or v_usertype not in ('rider', 'driver', 'fleetadmin', 'admin') then
    perform app.person_invalid('usertype is rider, driver, fleetadmin or admin');
  elsif me.usertype = 'fleetadmin'
    and (v_usertype <> 'driver' or coalesce(facts ->> 'fleet_id', me.id::text) <> me.id::text) then
    perform app.refuse('not_allowed', 403, 'Fleet admins add only their own drivers');
  elsif v_key is not null then
    perform app.refuse('not_allowed', 403, format('%s of a %s cannot be set by this caller',
      left(v_key, 40), v_usertype));
  end if;
end $$;

create function app.check_account_plan(facts jsonb, me public.profiles) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.check_account_plan_keys(facts, me);
  if facts ->> 'usertype' = 'admin' then
    perform app.check_permission(me, 'staff');
    if coalesce(facts ->> 'staff_role', '') not in ('owner', 'finance', 'support', 'dispatcher') then
      perform app.person_invalid('staff_role is owner, finance, support or dispatcher');
    end if;
  end if;
  -- Riders who order by telephone may have only one of the two names.
  if app.is_blank(facts ->> 'first_name') and (facts ->> 'usertype' <> 'rider' or app.is_blank(facts ->> 'last_name'))
    or app.is_blank(facts ->> 'last_name') and facts ->> 'usertype' <> 'rider' then
    perform app.person_invalid('Give a first and a last name');
  end if;
  perform app.check_new_person(facts);
end $$;
comment on function app.check_account_plan is
  'Refuses an account that this admin or fleet admin may not create: not_allowed, person_invalid, name_invalid, '
  'email_or_mobile_issue.';

create function app.account_request(id uuid, facts jsonb, me public.profiles) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('id', account_request.id, 'email', app.email_of(facts ->> 'email'),
    'phone', app.mobile_of(facts ->> 'mobile'),
    'app_metadata', jsonb_build_object('usertype', facts ->> 'usertype', 'reg_type', 'admin', 'created_by', (me).id,
      'staff_role', facts ->> 'staff_role',
      'approved', case when (me).usertype = 'fleetadmin' then not (app.settings()).driver_approval
        else coalesce((facts ->> 'approved')::boolean, true) end,
      'fleet_id', case when (me).usertype = 'fleetadmin' then (me).id::text else facts ->> 'fleet_id' end),
    'user_metadata', facts - '{usertype,staff_role,approved,fleet_id,email,mobile}'::text[]))
$$;
comment on function app.account_request is 'The request to the auth server that creates an account with these facts.';
