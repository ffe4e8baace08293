-- Accounts that staff creates for other people: who may create which account, and the request to the auth server that creates
-- it.
-- Needs:  profiles, drivers, staff roles, people_admin
-- Access: admins with the permission people create accounts (of admins: with the permission staff); fleet admins create
--   accounts of their own drivers
-- Tests:  tests/db/accounts.sql, tests/api/accounts.test.ts
-- How an account is created: the edge function `accounts` asks the auth server to create it (admin API with app_metadata
-- {usertype, approved, reg_type, fleet_id, created_by, staff_role}). A trigger then creates the profile and logs the staff
-- member in created_by.

-- Checks the data of a new person, no matter whether staff or the person entered the data.
create function app.check_newcomer(facts jsonb) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.check_person_facts(facts);
  if not app.is_name(facts ->> 'first_name') or not app.is_name(facts ->> 'last_name') then perform app.refuse_name(); end if;
  perform app.require_contact(facts ->> 'email', facts ->> 'mobile');
end $$;

create function app.check_planned_keys(facts jsonb, me public.profiles) returns void language plpgsql stable set search_path = '' as $$
declare
  v_usertype text := facts ->> 'usertype';
  v_keys text[] := array['usertype', 'first_name', 'last_name', 'email', 'mobile']
    || case when me.usertype = 'admin' then array['approved'] else '{}' end
    || case v_usertype when 'admin' then array['staff_role']
      when 'driver' then array['fleet_id', 'car_type_id', 'vehicle_make', 'vehicle_model', 'vehicle_color', 'vehicle_number', 'other_info'] else '{}' end;
  v_key text := (select k.key from jsonb_object_keys(facts) k (key) where k.key <> all (v_keys) limit 1);
begin
  if v_usertype is null or v_usertype not in ('rider', 'driver', 'fleetadmin', 'admin') then
    perform app.person_invalid('usertype is rider, driver, fleetadmin or admin');
  elsif me.usertype = 'fleetadmin' and (v_usertype <> 'driver' or coalesce(facts ->> 'fleet_id', me.id::text) <> me.id::text) then
    perform app.refuse('not_allowed', 403, 'Fleet admins add only their own drivers');
  elsif v_key is not null then
    perform app.refuse('not_allowed', 403, format('%s of a %s cannot be set by this caller', left(v_key, 40), v_usertype));
  end if;
end $$;

create function app.check_planned(facts jsonb, me public.profiles) returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.check_planned_keys(facts, me);
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
  perform app.check_newcomer(facts);
end $$;
comment on function app.check_planned is 'Refuses an account that this admin or fleet admin may not create: not_allowed, person_invalid, name_invalid, email_or_mobile_issue.';

-- A retry with the same client_key finds the account of the first call, because the account's id is derived from client_key.
create function public.plan_account(facts jsonb, client_key uuid) returns jsonb language plpgsql volatile security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_staff('people');
  v_facts jsonb := (select coalesce(jsonb_object_agg(f.key, f.value), '{}')
    from jsonb_each(case when jsonb_typeof(plan_account.facts) = 'object' then plan_account.facts else '{}' end) f where not app.is_blank(f.value #>> '{}'));
  v_id uuid := md5(v_me.id || ':' || coalesce(plan_account.client_key, gen_random_uuid()))::uuid;
  v_own boolean := v_me.usertype = 'fleetadmin';
  v_taken boolean;
begin
  perform app.check_planned(v_facts, v_me);
  if exists (select 1 from public.profiles p where p.id = v_id and p.created_by = v_me.id) then
    return jsonb_build_object('id', v_id, 'made', true);
  end if;
  v_taken := app.is_contact_taken(v_facts ->> 'email', v_facts ->> 'mobile');
  perform app.limit_account_checks(v_me, v_facts ->> 'email', v_facts ->> 'mobile', v_taken, 'account_plan');
  if v_taken then return app.answer_refusal('user_exists', 409, 'An account has this address or number'); end if;
  return jsonb_build_object('id', v_id, 'made', false, 'user', jsonb_strip_nulls(jsonb_build_object('id', v_id,
    'email', app.email_of(v_facts ->> 'email'), 'phone', app.mobile_of(v_facts ->> 'mobile'),
    'app_metadata', jsonb_build_object('usertype', v_facts ->> 'usertype', 'reg_type', 'admin', 'created_by', v_me.id, 'staff_role', v_facts ->> 'staff_role',
      'approved', case when v_own then not (select s.driver_approval from public.settings s where s.id = 1) else coalesce((v_facts ->> 'approved')::boolean, true) end,
      'fleet_id', case when v_own then v_me.id::text else v_facts ->> 'fleet_id' end),
    'user_metadata', v_facts - '{usertype,staff_role,approved,fleet_id,email,mobile}'::text[])));
end $$;
comment on function public.plan_account is 'Checks that the caller may create this account and that its e-mail address or number is free; called for the route accounts/users. Returns {id, made, user: the request to the auth server}; made: whether an account created with this client_key exists already. facts: {usertype, first_name, last_name, email, mobile, approved (admins), staff_role (of admins), fleet_id, car_type_id, vehicle_make, vehicle_model, vehicle_color, vehicle_number, other_info (of drivers)}. Fleet admins: 20 times an hour, only their own drivers, approved only while driver_approval is off. Calls are logged. Errors: must_login, account_suspended, not_allowed, person_invalid, name_invalid, email_or_mobile_issue, user_exists, too_many_requests.';
grant execute on function public.plan_account(jsonb, uuid) to authenticated;
