-- Accounts that staff makes for others: the plan of one, and what becomes of it.
select no_plan();

create function pg_temp.plan(facts jsonb, key uuid default gen_random_uuid()) returns jsonb language sql as $$ select public.plan_account(facts, key) $$;
-- As the auth server of a hosted project does it: the row first, its app metadata afterwards.
create function pg_temp.make(plan jsonb) returns uuid language plpgsql security definer as $$
begin
  insert into auth.users (id, email, phone, raw_user_meta_data, raw_app_meta_data)
  values ((plan ->> 'id')::uuid, plan #>> '{user,email}', ltrim(plan #>> '{user,phone}', '+'), plan #> '{user,user_metadata}', '{"provider": "email"}');
  update auth.users set raw_app_meta_data = raw_app_meta_data || (plan #> '{user,app_metadata}') where id = (plan ->> 'id')::uuid;
  return (plan ->> 'id')::uuid;
end $$;
grant execute on all functions in schema pg_temp to authenticated;

-- Who may
select tests.as_visitor();
select throws_ok($$ select public.plan_account('{}', null) $$, '42501', null, 'a visitor makes nobody');
select tests.act_as('rider');
select throws_ok($$ select public.plan_account('{"usertype": "rider", "first_name": "A", "mobile": "+423 790 00 00"}', null) $$, 'PT403', 'not_allowed', 'a rider makes nobody');
select tests.act_as('fleet');
select throws_ok($$ select pg_temp.plan('{"usertype": "rider", "first_name": "A", "mobile": "+423 790 00 00"}') $$, 'PT403', 'not_allowed', 'a fleet admin adds no riders');
select throws_ok($$ select pg_temp.plan(jsonb_build_object('usertype', 'driver', 'first_name', 'A', 'last_name', 'B', 'email', 'a@new.test', 'fleet_id', tests.id('fleet2'))) $$, 'PT403', 'not_allowed', 'no drivers of another fleet');
select throws_ok($$ select pg_temp.plan('{"usertype": "driver", "first_name": "A", "last_name": "B", "email": "a@new.test", "approved": true}') $$, 'PT403', 'not_allowed', 'approves nobody by the way');
select throws_ok($$ select pg_temp.plan('{"usertype": "driver", "first_name": "A", "last_name": "B", "email": "a@new.test", "wallet_balance": "9"}') $$, 'PT403', 'not_allowed', 'gives no money');

-- What is said
select tests.act_as('admin');
select throws_ok($$ select pg_temp.plan('{"usertype": "root", "first_name": "A", "last_name": "B", "email": "a@new.test"}') $$, 'PT422', 'person_invalid', 'a usertype is one');
select throws_ok($$ select pg_temp.plan('{"usertype": "driver", "first_name": "A", "email": "a@new.test"}') $$, 'PT422', 'person_invalid', 'a driver has two names');
select throws_ok($$ select pg_temp.plan('{"usertype": "admin", "first_name": "A", "last_name": "B", "email": "a@new.test"}') $$, 'PT422', 'person_invalid', 'an admin has a staff role');
select throws_ok($$ select pg_temp.plan('{"usertype": "rider", "first_name": "A", "staff_role": "owner", "email": "a@new.test"}') $$, 'PT403', 'not_allowed', 'a rider has none');
select throws_ok($$ select pg_temp.plan('{"usertype": "rider", "first_name": "A"}') $$, 'PT422', 'email_or_mobile_issue', 'nobody is made without a contact');
select throws_ok($$ select pg_temp.plan('{"usertype": "rider", "first_name": "A", "mobile": "790 00 00"}') $$, 'PT422', 'email_or_mobile_issue', 'a number has its country');
select throws_ok($$ select pg_temp.plan('{"usertype": "rider", "first_name": "Аna", "mobile": "+423 790 00 00"}') $$, 'PT422', 'name_invalid', 'a name is of one script');
select is(pg_temp.plan('{"usertype": "rider", "first_name": "A", "mobile": "+423 790 00 00", "email": "RIDER@hackney.test"}') ->> 'message', 'user_exists', 'an address has one account');
select is(current_setting('response.status', true), '409', 'which is an error that is not taken back');

-- By telephone: a name and a number, no address
select is(pg_temp.plan('{"usertype": "rider", "last_name": " Ospelt ", "mobile": "+423 (790) 00-01", "email": " "}', '00000000-0000-4000-8000-0000000000a1')
  #- '{user,app_metadata}' #- '{user,id}' #- '{id}', '{"made": false, "user": {"phone": "+4237900001", "user_metadata": {"last_name": " Ospelt "}}}', 'is what the auth server is told');
select pg_temp.make(pg_temp.plan('{"usertype": "rider", "last_name": " Ospelt ", "mobile": "+423 (790) 00-01"}', '00000000-0000-4000-8000-0000000000a1'));
select is(pg_temp.plan('{"usertype": "rider", "last_name": "Ospelt", "mobile": "+423 790 00 01"}', '00000000-0000-4000-8000-0000000000a1') ->> 'made', 'true', 'once: the same key is the same account');
select is(pg_temp.plan('{"usertype": "rider", "last_name": "Ospelt", "mobile": "+423 790 00 01"}') ->> 'message', 'user_exists', 'another key is another one');
select results_eq($$ select last_name, mobile, email, approved, reg_type, created_by, mobile_verified from public.profiles where mobile = '4237900001' $$,
  $$ values ('Ospelt', '4237900001', null, true, 'admin', tests.id('admin'), false) $$, 'the profile says who made it');
select results_eq($$ select actor_id, after ->> 'usertype' from public.audit_log where action = 'create' and target_id = (select id::text from public.profiles where mobile = '4237900001') $$,
  $$ values (tests.id('admin'), 'rider') $$, 'so does the log, once');

-- A driver
select pg_temp.make(pg_temp.plan(jsonb_build_object('usertype', 'driver', 'first_name', 'Ida', 'last_name', 'Frick', 'email', 'ida@new.test', 'mobile', '+423 790 00 02',
  'fleet_id', tests.id('fleet'), 'car_type_id', tests.car('Van'), 'vehicle_make', 'VW', 'vehicle_number', 'FL 7')));
select results_eq($$ select p.usertype::text, p.approved, p.mobile, d.fleet_id, d.car_type_id, d.vehicle_make, d.vehicle_number, d.vehicle_model from public.profiles p join public.drivers d using (id) where p.email = 'ida@new.test' $$,
  $$ values ('driver', true, '4237900002', tests.id('fleet'), tests.car('Van'), 'VW', 'FL 7', null) $$, 'a driver is made with the car and the fleet');
select tests.as_owner();
update auth.users set raw_app_meta_data = raw_app_meta_data - '{usertype,approved,reg_type,fleet_id,created_by}'::text[] where email = 'ida@new.test';
select is((select count(*) from public.profiles where email = 'ida@new.test' and usertype = 'driver'), 1::bigint, 'app metadata taken away changes nothing');

-- A fleet admin's driver
select tests.act_as('fleet');
select pg_temp.make(pg_temp.plan('{"usertype": "driver", "first_name": "Uwe", "last_name": "Beck", "email": "uwe@new.test"}'));
select tests.set('driver_approval', 'false');
select pg_temp.make(pg_temp.plan('{"usertype": "driver", "first_name": "Eva", "last_name": "Beck", "email": "eva@new.test"}'));
select tests.as_owner();
select results_eq($$ select p.email, p.approved, d.fleet_id, p.created_by from public.profiles p join public.drivers d using (id) where p.email in ('uwe@new.test', 'eva@new.test') order by 1 desc $$,
  $$ values ('uwe@new.test', false, tests.id('fleet'), tests.id('fleet')), ('eva@new.test', true, tests.id('fleet'), tests.id('fleet')) $$,
  'is of that fleet, and waits unless nobody has to');
select tests.act_as('fleet');
select is((select count(*) from generate_series(1, 18) n where pg_temp.plan(jsonb_build_object('usertype', 'driver', 'first_name', 'A', 'last_name', 'B', 'email', 'free' || n || '@new.test')) is not null), 18::bigint, 'a fleet admin plans twenty an hour');
select throws_ok($$ select pg_temp.plan('{"usertype": "driver", "first_name": "A", "last_name": "B", "email": "rider@hackney.test"}') $$, 'PT429', 'too_many_requests', 'not a twenty-first');

-- Staff
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin3');
select tests.act_as('admin3');
select throws_ok($$ select pg_temp.plan('{"usertype": "admin", "staff_role": "dispatcher", "first_name": "A", "last_name": "B", "email": "a@new.test"}') $$, 'PT403', 'not_allowed', 'support makes no admins');
select ok(pg_temp.plan('{"usertype": "fleetadmin", "first_name": "A", "last_name": "B", "email": "a@new.test"}') ? 'user', 'support makes fleet admins');
select tests.act_as('admin');
select is(pg_temp.plan('{"usertype": "admin", "staff_role": "dispatcher", "first_name": "A", "last_name": "B", "email": "a@new.test"}') #>> '{user,app_metadata,staff_role}', 'dispatcher', 'owners make them');
select tests.set('allow_critical_edits_admin', 'false');
select ok(pg_temp.plan('{"usertype": "rider", "first_name": "A", "mobile": "+423 790 00 09"}') ? 'user', 'a demo lets people be added');
select * from finish();
