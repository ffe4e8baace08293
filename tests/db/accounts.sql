-- Accounts that staff create for others: planning an account and creating it.
select no_plan();

create function pg_temp.plan(facts jsonb, key uuid default gen_random_uuid()) returns jsonb language sql as $$ select public.plan_account(facts, key) $$;
-- As the auth server of a hosted project does it: first the row, then its app metadata.
create function pg_temp.make(plan jsonb) returns uuid language plpgsql security definer as $$
begin
  insert into auth.users (id, email, phone, raw_user_meta_data, raw_app_meta_data)
  values ((plan ->> 'id')::uuid, plan #>> '{user,email}', ltrim(plan #>> '{user,phone}', '+'), plan #> '{user,user_metadata}', '{"provider": "email"}');
  update auth.users set raw_app_meta_data = raw_app_meta_data || (plan #> '{user,app_metadata}') where id = (plan ->> 'id')::uuid;
  return (plan ->> 'id')::uuid;
end $$;
grant execute on all functions in schema pg_temp to authenticated;

-- Permissions
select tests.as_visitor();
select throws_ok($$ select public.plan_account('{}', null) $$, '42501', null, 'a visitor cannot plan an account');
select tests.act_as('rider');
select throws_ok($$ select public.plan_account('{"usertype": "rider", "first_name": "A", "mobile": "+4237900000"}', null) $$, 'PT403', 'not_allowed', 'a rider cannot plan an account');
select tests.act_as('fleet');
select throws_ok($$ select pg_temp.plan('{"usertype": "rider", "first_name": "A", "mobile": "+4237900000"}') $$, 'PT403', 'not_allowed', 'a fleet admin cannot plan a rider''s account');
select throws_ok($$ select pg_temp.plan(jsonb_build_object('usertype', 'driver', 'first_name', 'A', 'last_name', 'B', 'email', 'a@new.test', 'fleet_id', tests.id('fleet2'))) $$, 'PT403', 'not_allowed', 'a fleet admin cannot plan a driver''s account in another fleet');
select throws_ok($$ select pg_temp.plan('{"usertype": "driver", "first_name": "A", "last_name": "B", "email": "a@new.test", "approved": true}') $$, 'PT403', 'not_allowed', 'a fleet admin cannot approve a driver while planning the account');
select throws_ok($$ select pg_temp.plan('{"usertype": "driver", "first_name": "A", "last_name": "B", "email": "a@new.test", "wallet_balance": "9"}') $$, 'PT403', 'not_allowed', 'a fleet admin cannot set a wallet balance while planning an account');

-- Validation
select tests.act_as('admin');
select throws_ok($$ select pg_temp.plan('{"usertype": "root", "first_name": "A", "last_name": "B", "email": "a@new.test"}') $$, 'PT422', 'person_invalid', 'an account with an unknown usertype is refused');
select throws_ok($$ select pg_temp.plan('{"usertype": "driver", "first_name": "A", "email": "a@new.test"}') $$, 'PT422', 'person_invalid', 'a driver''s account without a last name is refused');
select throws_ok($$ select pg_temp.plan('{"usertype": "admin", "first_name": "A", "last_name": "B", "email": "a@new.test"}') $$, 'PT422', 'person_invalid', 'an admin''s account without a staff role is refused');
select throws_ok($$ select pg_temp.plan('{"usertype": "rider", "first_name": "A", "staff_role": "owner", "email": "a@new.test"}') $$, 'PT403', 'not_allowed', 'a rider''s account cannot have a staff role');
select throws_ok($$ select pg_temp.plan('{"usertype": "rider", "first_name": "A"}') $$, 'PT422', 'email_or_mobile_issue', 'an account without email and mobile number is refused');
select throws_ok($$ select pg_temp.plan('{"usertype": "rider", "first_name": "A", "mobile": "790 00 00"}') $$, 'PT422', 'email_or_mobile_issue', 'a mobile number without a country code is refused: only the edge function knows how to read it');
select throws_ok($$ select pg_temp.plan('{"usertype": "rider", "first_name": "Аna", "mobile": "+4237900000"}') $$, 'PT422', 'name_invalid', 'a name that mixes two scripts is refused');
select is(pg_temp.plan('{"usertype": "rider", "first_name": "A", "mobile": "+4237900000", "email": "RIDER@hackney.test"}') ->> 'message', 'user_exists', 'an address that already has an account answers user_exists');
select is(current_setting('response.status', true), '409', 'user_exists is answered with status 409 without a rollback');

-- Booked by telephone: a name and a number, no email address
select is(pg_temp.plan('{"usertype": "rider", "last_name": " Ospelt ", "mobile": "+4237900001", "email": " "}', '00000000-0000-4000-8000-0000000000a1')
  #- '{user,app_metadata}' #- '{user,id}' #- '{id}', '{"made": false, "user": {"phone": "+4237900001", "user_metadata": {"last_name": " Ospelt "}}}', 'the plan tells the auth server the phone number and no email');
select pg_temp.make(pg_temp.plan('{"usertype": "rider", "last_name": " Ospelt ", "mobile": "+4237900001"}', '00000000-0000-4000-8000-0000000000a1'));
select is(pg_temp.plan('{"usertype": "rider", "last_name": "Ospelt", "mobile": "+4237900001"}', '00000000-0000-4000-8000-0000000000a1') ->> 'made', 'true', 'planning again with the same key answers that the account was made');
select is(pg_temp.plan('{"usertype": "rider", "last_name": "Ospelt", "mobile": "+4237900001"}') ->> 'message', 'user_exists', 'planning the same number with another key answers user_exists');
select results_eq($$ select last_name, mobile, email, approved, reg_type, created_by, mobile_verified from public.profiles where mobile = '+4237900001' $$,
  $$ values ('Ospelt', '+4237900001', null, true, 'admin', tests.id('admin'), false) $$,
    'the profile records the admin who created the account');
select results_eq($$ select actor_id, after ->> 'usertype' from public.audit_log where action = 'create' and target_id = (select id::text from public.profiles where mobile = '+4237900001') $$,
  $$ values (tests.id('admin'), 'rider') $$, 'the audit log records once who created the account');

-- A driver
select pg_temp.make(pg_temp.plan(jsonb_build_object('usertype', 'driver', 'first_name', 'Ida', 'last_name', 'Frick', 'email', 'ida@new.test', 'mobile', '+4237900002',
  'fleet_id', tests.id('fleet'), 'car_type_id', tests.car('Van'), 'vehicle_make', 'VW', 'vehicle_number', 'FL 7')));
select results_eq($$ select p.usertype::text, p.approved, p.mobile, d.fleet_id, d.car_type_id, d.vehicle_make, d.vehicle_number, d.vehicle_model from public.profiles p join public.drivers d using (id) where p.email = 'ida@new.test' $$,
  -- Spec 7.17
  $$ values ('driver', true, '+4237900002', tests.id('fleet'), tests.car('Van'), 'VW', 'FL 7', null) $$, 'a driver''s account is created with the planned car and fleet');
select tests.as_owner();
update auth.users set raw_app_meta_data = raw_app_meta_data - '{usertype,approved,reg_type,fleet_id,created_by}'::text[] where email = 'ida@new.test';
select is((select count(*) from public.profiles where email = 'ida@new.test' and usertype = 'driver'), 1::bigint, 'removing app metadata later does not change the driver''s profile');

-- A fleet admin's driver
select tests.act_as('fleet');
select pg_temp.make(pg_temp.plan('{"usertype": "driver", "first_name": "Uwe", "last_name": "Beck", "email": "uwe@new.test"}'));
select tests.set('driver_approval', 'false');
select pg_temp.make(pg_temp.plan('{"usertype": "driver", "first_name": "Eva", "last_name": "Beck", "email": "eva@new.test"}'));
select tests.as_owner();
select results_eq($$ select p.email, p.approved, d.fleet_id, p.created_by from public.profiles p join public.drivers d using (id) where p.email in ('uwe@new.test', 'eva@new.test') order by 1 desc $$,
  $$ values ('uwe@new.test', false, tests.id('fleet'), tests.id('fleet')), ('eva@new.test', true, tests.id('fleet'), tests.id('fleet')) $$,
  'a fleet admin''s new driver joins the fleet and needs approval only with driver_approval on');
select tests.act_as('fleet');
select is((select count(*) from generate_series(1, 18) n where pg_temp.plan(jsonb_build_object('usertype', 'driver', 'first_name', 'A', 'last_name', 'B', 'email', 'free' || n || '@new.test')) is not null), 18::bigint, 'a fleet admin can plan twenty accounts an hour');
select throws_ok($$ select pg_temp.plan('{"usertype": "driver", "first_name": "A", "last_name": "B", "email": "rider@hackney.test"}') $$, 'PT429', 'too_many_requests', 'a fleet admin''s twenty-first account within an hour is refused');

-- Staff
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin3');
select tests.act_as('admin3');
select throws_ok($$ select pg_temp.plan('{"usertype": "admin", "staff_role": "dispatcher", "first_name": "A", "last_name": "B", "email": "a@new.test"}') $$, 'PT403', 'not_allowed', 'an admin with the support role cannot plan an admin''s account');
select ok(pg_temp.plan('{"usertype": "fleetadmin", "first_name": "A", "last_name": "B", "email": "a@new.test"}') ? 'user', 'an admin with the support role can plan a fleet admin''s account');
select tests.act_as('admin');
select is(pg_temp.plan('{"usertype": "admin", "staff_role": "dispatcher", "first_name": "A", "last_name": "B", "email": "a@new.test"}') #>> '{user,app_metadata,staff_role}', 'dispatcher', 'an owner can plan an admin''s account');
select tests.set('allow_critical_edits_admin', 'false');
select ok(pg_temp.plan('{"usertype": "rider", "first_name": "A", "mobile": "+4237900009"}') ? 'user', 'accounts can be planned in a demo');
select * from finish();
