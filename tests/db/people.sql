-- What staff can do with people, and what everyone else is refused.
select no_plan();

-- Signing up
select tests.as_owner();
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, raw_app_meta_data) values
  ('10000000-0000-4000-8000-000000000021', 'reg@hackney.test', now(), '{"first_name": "Rea", "last_name": "Gut"}', '{"usertype": "driver", "reg_type": "registration"}'),
  ('10000000-0000-4000-8000-000000000022', 'own@hackney.test', now(), '{"first_name": "Ovo", "last_name": "Wn"}', jsonb_build_object('usertype', 'driver', 'reg_type', 'admin', 'fleet_id', tests.id('fleet'))),
  ('10000000-0000-4000-8000-000000000023', 'forged@hackney.test', now(), jsonb_build_object('fleet_id', tests.id('fleet')), jsonb_build_object('usertype', 'driver', 'fleet_id', tests.id('rider'))),
  ('10000000-0000-4000-8000-000000000024', 'social@hackney.test', now(), '{"full_name": "Maria  del Mar Ruiz"}', '{"provider": "google"}'),
  ('10000000-0000-4000-8000-000000000025', 'blank@hackney.test', now(), '{"first_name": "\u00a0", "last_name": "\t"}', '{}');
select results_eq($$ select p.email, p.approved, d.fleet_id from public.profiles p join public.drivers d using (id) where p.id::text like '10000000-%' order by p.id $$,
  $$ values ('reg@hackney.test', false, null::uuid), ('own@hackney.test', false, tests.id('fleet')), ('forged@hackney.test', true, null) $$,
  -- Spec 3.4, 6.18
  'new drivers wait for approval, and only a fleet admin''s id makes a fleet');
select results_eq($$ select first_name, last_name from public.profiles where email = 'social@hackney.test' $$, $$ values ('Maria', 'del Mar Ruiz') $$, 'a whole name from a social network is split into first and last name');
-- Spec 5.3
select throws_ok($$ select tests.book('blank') $$, 'PT422', 'profile_incomplete', 'a rider whose names are only spaces of any width cannot book');
select tests.act_as('blank');
select throws_ok($$ select public.update_profile(first_name => E'\u200b\u3000') $$, 'PT422', 'profile_incomplete', 'a rider cannot set a name of only spaces of any width');
select throws_ok($$ select public.update_profile(email => 'other@example.com') $$, 'PT403', 'email_locked', 'the email address of an email account cannot be changed');
select tests.as_owner();
update public.profiles set reg_type = 'mobile', email = null where email = 'blank@hackney.test';
select tests.act_as('blank');
select throws_ok($$ select public.update_profile(mobile => '+4237778899') $$, 'PT403', 'mobile_locked', 'the phone number of a phone account cannot be changed');
-- Spec 5.19, 8.10
select throws_ok($$ select public.update_profile(email => 'nobody') $$, 'PT422', 'proper_email', 'a phone account cannot set an invalid email address');
select throws_ok($$ select public.update_profile('Bo', 'Ng', email => ' Bo.Ng@Example.co.uk ') $$, 'PT403', 'email_unproved', 'a phone account cannot set an email address that is not verified');

-- Refused
select tests.as_visitor();
select throws_ok($$ select public.edit_person(gen_random_uuid(), '{}') $$, '42501', null, 'a visitor cannot edit people');
select throws_ok($$ select tests.list_people() $$, '42501', null, 'a visitor cannot list people');
select throws_ok($$ select public.check_user_exists('rider@hackney.test') $$, '42501', null, 'a visitor cannot check whether a user exists');
select tests.act_as('rider');
select throws_ok($$ select public.set_approved(tests.id('rider'), true) $$, 'PT403', 'not_allowed', 'a rider cannot approve people');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"approved": true}') $$, 'PT403', 'not_allowed', 'a rider cannot edit people');
select throws_ok($$ select tests.list_people() $$, 'PT403', 'not_allowed', 'a rider cannot list people');
select throws_ok($$ select tests.list_bookings() $$, 'PT403', 'not_allowed', 'a rider cannot list bookings as staff');
select throws_ok($$ select public.check_user_exists('rider@hackney.test') $$, 'PT403', 'not_allowed', 'a rider cannot check whether a user exists');
select throws_ok($$ select public.validate_referrer('AAAAA') $$, '42501', null, 'a rider cannot try referral codes');
select throws_ok($$ select public.delete_person(tests.id('rider2')) $$, 'PT403', 'not_allowed', 'a rider cannot delete another person');
select tests.act_as('driver');
-- Spec 6.21
select throws_ok($$ select public.approve_driver(tests.id('driver')) $$, 'PT403', 'not_allowed', 'a driver cannot approve drivers');
select throws_ok($$ select public.edit_person(tests.id('driver'), '{"vehicle_number": "X"}') $$, 'PT403', 'not_allowed', 'a driver cannot edit people');

-- Acting as a fleet admin
select tests.act_as('fleet');
-- Spec 3.16
select is((public.edit_person(tests.id('driver2'), '{"vehicle_number": "FL 1", "other_info": "Child seat"}')).id, tests.id('driver2'), 'a fleet admin edits the vehicle of the own driver');
select is((select vehicle_number from public.drivers where id = tests.id('driver2')), 'FL 1', 'the vehicle number that a fleet admin set is stored');
select throws_ok($$ select public.edit_person(tests.id('driver2'), '{"first_name": "X"}') $$, 'PT403', 'not_allowed', 'a fleet admin cannot edit the name of a driver');
select throws_ok($$ select public.edit_person(tests.id('driver2'), jsonb_build_object('fleet_id', tests.id('fleet2'))) $$, 'PT403', 'not_allowed', 'a fleet admin cannot move a driver to another fleet');
select throws_ok($$ select public.edit_person(tests.id('driver2'), '{"approved": true}') $$, 'PT403', 'not_allowed', 'a fleet admin cannot approve a driver by editing');
select throws_ok($$ select public.edit_person(tests.id('driver2'), '{"wallet_balance": "9"}') $$, 'PT403', 'not_allowed', 'a fleet admin cannot edit a driver''s balance');
-- Spec 1.13, 6.17
select throws_ok($$ select public.edit_person(tests.id('driver4'), '{"vehicle_number": "FL 1"}') $$, 'PT404', 'person_not_found', 'a fleet admin cannot find another fleet''s driver');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"first_name": "X"}') $$, 'PT404', 'person_not_found', 'a fleet admin cannot find a rider to edit');
select throws_ok($$ select public.approve_driver(tests.id('own')) $$, 'PT403', 'not_allowed', 'a fleet admin cannot approve drivers while driver_approval is on');
-- Spec 6.17
select ok((select bool_and(d.fleet_id = tests.id('fleet')) and count(*) >= 3 from tests.list_people() l join public.drivers d using (id)), 'a fleet admin lists only the own fleet''s drivers');
select is_empty($$ select 1 from tests.list_people('rider') $$, 'a fleet admin''s list has no riders');
-- Spec 7.20
select is(public.check_user_exists('rider@hackney.test') - 'hint', '{"code": "PT409", "message": "user_exists"}', 'a fleet admin can check whether a user exists');
select throws_ok($$ with pgrst_source as (select pgrst_call.pgrst_scalar from (select public.check_user_exists('rider@hackney.test') pgrst_scalar) pgrst_call)
  select json_agg(_postgrest_t) from (select cast("check_user_exists"."concat" as int4) from "pgrst_source" as "check_user_exists") _postgrest_t $$,
  'PT403', 'not_allowed', 'a fleet admin cannot undo the count of a check by a cast that fails');
select is(current_setting('response.status', true), '409', 'an existing user is answered with status 409, which does not roll back the count of checks');
select is(public.check_user_exists('free@hackney.test'), '{"users": []}', 'a free email address is answered with an empty list');
select is((select count(*) from generate_series(1, 18) n where public.check_user_exists('free' || n || '@hackney.test') is not null), 18::bigint, 'a fleet admin can check twenty contacts an hour');
select throws_ok($$ select public.check_user_exists('rider@hackney.test') $$, 'PT429', 'too_many_requests', 'a fleet admin cannot check a twenty-first contact within the hour');
select tests.as_owner();
select results_eq($$ select count(*), bool_and(actor_role = 'fleetadmin'), min(after ->> 'email') from public.audit_log where action = 'check_user_exists' and actor_id = tests.id('fleet') $$,
  $$ values (20::bigint, true, 'f***@***') $$, 'each check of a contact is audited, with the address masked');
select tests.turn('1 hour');
select tests.act_as('fleet');
select is(public.check_user_exists('free@hackney.test'), '{"users": []}', 'a fleet admin can check contacts again after an hour');
select tests.set('driver_approval', 'false');
select ok((public.approve_driver(tests.id('own'))).approved, 'without driver_approval a fleet admin approves the own drivers');
select throws_ok($$ select public.approve_driver(tests.id('reg')) $$, 'PT404', 'person_not_found', 'without driver_approval a fleet admin cannot approve other drivers');
select tests.set('driver_approval', 'true');

-- Acting as an admin
select tests.act_as('admin');
-- Spec 1.14, 6.15
select ok((public.approve_driver(tests.id('reg'))).approved, 'an admin approves a driver');
select ok((public.set_approved(tests.id('reg'), true)).approved, 'an admin can approve a driver twice');
select is((select count(*) from public.audit_log where action = 'approve' and target_id = tests.id('reg')::text), 1::bigint, 'approving a driver twice is audited once');
select throws_ok($$ select public.set_approved(tests.id('admin'), false) $$, 'PT403', 'not_allowed', 'an admin cannot withdraw their own approval');
select throws_ok($$ select public.approve_driver(tests.id('rider')) $$, 'PT404', 'person_not_found', 'approve_driver cannot approve a rider');
select results_eq($$ select first_name, mobile from public.edit_person(tests.id('rider'), '{"first_name": " Anne ", "mobile": "+4237778899"}') $$,
  -- Spec 6.15, 7.18
  $$ values ('Anne', '+4237778899') $$, 'an admin edits a rider''s first name and mobile number');
select results_eq($$ select before - 'version', after - 'version' from public.audit_log order by id desc limit 1 $$,
  $$ values ('{"first_name": "A***", "mobile": "***01"}'::jsonb, '{"first_name": "A***", "mobile": "***99"}'::jsonb) $$, 'edited names and numbers are audited, masked');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"first_name": " "}') $$, 'PT422', 'person_invalid', 'an admin cannot set a blank name');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"mobile": "12"}') $$, 'PT422', 'mobile_no_blank_error', 'an admin cannot set an invalid mobile number');
-- Spec 5.22
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"usertype": "admin"}') $$, 'PT403', 'not_allowed', 'an admin cannot change a rider''s user type');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"vehicle_number": "FL 1"}') $$, 'PT403', 'not_allowed', 'an admin cannot set a vehicle number for a rider');
select throws_ok($$ select public.edit_person(tests.id('driver2'), '{"car_type_id": "nothing"}') $$, 'PT422', 'person_invalid', 'an admin cannot set an unknown car type');
select lives_ok($$ select public.edit_person(tests.id('driver2'), jsonb_build_object('car_type_id', tests.car('Van'))) $$, 'an admin sets another car type for a driver');
-- Spec 3.10
select is((select car_type_id from public.drivers where id = tests.id('driver2')), tests.car('Van'), 'the car type that an admin set is stored');
select throws_ok($$ select public.edit_person(tests.id('driver2'), jsonb_build_object('fleet_id', tests.id('rider'))) $$, 'PT422', 'person_invalid', 'an admin cannot set a rider as a driver''s fleet');
select throws_ok($$ select public.edit_person(gen_random_uuid(), '{}') $$, 'PT404', 'person_not_found', 'an admin cannot edit a person who does not exist');
-- Spec 3.16
select lives_ok($$ select public.edit_person(tests.id('driver2'), jsonb_build_object('fleet_id', tests.id('fleet2'), 'approved', false)) $$, 'an admin moves a driver to another fleet and withdraws the approval');
select results_eq($$ select fleet_id, driver_active_status from public.drivers where id = tests.id('driver2') $$, $$ values (tests.id('fleet2'), false) $$, 'a driver who changes fleet goes off duty');
-- Spec 6.6
select ok((select bool_and(usertype <> 'admin') and count(*) > 3 from tests.list_people()), 'the list of users does not contain admins');
select ok((select bool_and(usertype = 'admin') and count(*) >= 5 from tests.list_people('admin')), 'admins can be listed on their own');
select results_eq($$ select email from tests.list_people(search => 'RIDER2@') $$, $$ values ('rider2@hackney.test') $$, 'people are found by their email address');
-- Spec 7.16
select is((select count(*) from tests.list_people(page_size => 2)), 2::bigint, 'the list of people has the requested page size');
select is((select count(*) from tests.list_people(page_size => 1000)), (with first as (select * from tests.list_people(page_size => 3)),
  last as (select created_at, id from first order by created_at, id desc limit 1)
  select 3 + count(*) from last, tests.list_people(after_value => last.created_at::text, after_id => last.id, page_size => 1000)), 'the next page of people begins after the last row');
-- Spec 5.23, 8.20
select is(public.check_user_exists(mobile => '+4237778899') ->> 'message', 'user_exists', 'an existing mobile number is found');
-- Spec 5.23, 7.7, 8.20
select throws_ok($$ select public.check_user_exists('nonsense') $$, 'PT422', 'email_or_mobile_issue', 'a check of an invalid contact is refused');
select throws_ok($$ select public.check_user_exists() $$, 'PT422', 'email_or_mobile_issue', 'a check without a contact is refused');
-- Spec 7.7
select is(public.check_user_exists('free@hackney.test', '+4239999999'), '{"users": []}', 'a free email address and number are answered with an empty list');
-- Spec 3.6
select is(public.queue((select d from public.drivers d where d.id = tests.id('driver2'))), false, 'the column queue is false for a driver who is not busy');
select tests.act_as('rider');
select is(public.queue(row(tests.id('driver2'), null, null, null, null, null, null, null, false, null, now(), false)::public.drivers), null, 'the column queue is null for a rider who cannot see the driver');
select tests.as_service();
-- Spec 7.6
select is(public.validate_referrer(lower((select referral_id from public.profiles where email = 'rider@hackney.test'))), true, 'the service finds a referrer by code in lower case');
select is(public.validate_referrer('?'), false, 'the service does not find a referrer by an unknown code');

-- An admin without approval
select tests.as_owner();
update public.profiles set approved = false where id = tests.id('admin2');
select is(app.access_token_hook(jsonb_build_object('user_id', tests.id('admin2'), 'claims', '{}'::jsonb)) #>> '{error,message}', 'account_suspended', 'a disapproved admin gets no access token');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('admin2'), 'role', 'authenticated', 'user_role', 'admin')::text, true), set_config('role', 'authenticated', true);
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"first_name": "X"}') $$, 'PT403', 'account_suspended', 'a disapproved admin cannot edit people with an old token');
select * from finish();
