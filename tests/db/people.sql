-- What staff does with people, and what everybody else does not.
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
  'who registers as a driver waits; whom a fleet adds is stamped and waits; nobody else''s id is a fleet');
select results_eq($$ select first_name, last_name from public.profiles where email = 'social@hackney.test' $$, $$ values ('Maria', 'del Mar Ruiz') $$, 'a network''s whole name is split');
select throws_ok($$ select tests.book('blank') $$, 'PT422', 'profile_incomplete', 'blanks of any width are no name');
select tests.act_as('blank');
select throws_ok($$ select public.update_profile(first_name => E'\u200b\u3000') $$, 'PT422', 'profile_incomplete', 'blanks of any width cannot be given as a name');
select throws_ok($$ select public.update_profile(email => 'other@example.com') $$, 'PT403', 'email_locked', 'the address of an e-mail account is locked');
select tests.as_owner();
update public.profiles set reg_type = 'mobile', email = null where email = 'blank@hackney.test';
select tests.act_as('blank');
select throws_ok($$ select public.update_profile(mobile => '+423 777 88 99') $$, 'PT403', 'mobile_locked', 'the number of a phone account is');
select throws_ok($$ select public.update_profile(email => 'nobody') $$, 'PT422', 'proper_email', 'which gives an address that is one');
select throws_ok($$ select public.update_profile('Bo', 'Ng', email => ' Bo.Ng@Example.co.uk ') $$, 'PT403', 'email_unproved', 'a phone account proves an address to the auth server first');

-- Refused
select tests.as_visitor();
select throws_ok($$ select public.edit_person(gen_random_uuid(), '{}') $$, '42501', null, 'a visitor edits nobody');
select throws_ok($$ select public.list_people() $$, '42501', null, 'lists nobody');
select throws_ok($$ select public.check_user_exists('rider@hackney.test') $$, '42501', null, 'a visitor learns of nobody');
select tests.act_as('rider');
select throws_ok($$ select public.set_approved(tests.id('rider'), true) $$, 'PT403', 'not_allowed', 'a rider approves nobody');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"approved": true}') $$, 'PT403', 'not_allowed', 'edits nobody');
select throws_ok($$ select public.list_people() $$, 'PT403', 'not_allowed', 'a rider lists nobody');
select throws_ok($$ select public.list_bookings() $$, 'PT403', 'not_allowed', 'lists no bookings as staff');
select throws_ok($$ select public.check_user_exists('rider@hackney.test') $$, 'PT403', 'not_allowed', 'learns of nobody');
select throws_ok($$ select public.validate_referrer('AAAAA') $$, '42501', null, 'a rider tries no referral codes');
select throws_ok($$ select public.delete_person(tests.id('rider2')) $$, 'PT403', 'not_allowed', 'deletes nobody else');
select tests.act_as('driver');
select throws_ok($$ select public.approve_driver(tests.id('driver')) $$, 'PT403', 'not_allowed', 'a driver approves nobody');
select throws_ok($$ select public.edit_person(tests.id('driver'), '{"vehicle_number": "X"}') $$, 'PT403', 'not_allowed', 'a driver edits nobody');

-- Acting as a fleet admin
select tests.act_as('fleet');
select is((public.edit_person(tests.id('driver2'), '{"vehicle_number": "FL 1", "other_info": "Child seat"}')).id, tests.id('driver2'), 'a fleet admin edits the vehicle of a driver');
select is((select vehicle_number from public.drivers where id = tests.id('driver2')), 'FL 1', 'which stands');
select throws_ok($$ select public.edit_person(tests.id('driver2'), '{"first_name": "X"}') $$, 'PT403', 'not_allowed', 'not the name');
select throws_ok($$ select public.edit_person(tests.id('driver2'), jsonb_build_object('fleet_id', tests.id('fleet2'))) $$, 'PT403', 'not_allowed', 'not the fleet');
select throws_ok($$ select public.edit_person(tests.id('driver2'), '{"approved": true}') $$, 'PT403', 'not_allowed', 'not the approval');
select throws_ok($$ select public.edit_person(tests.id('driver2'), '{"wallet_balance": "9"}') $$, 'PT403', 'not_allowed', 'a fleet admin does not edit what nobody edits');
select throws_ok($$ select public.edit_person(tests.id('driver4'), '{"vehicle_number": "FL 1"}') $$, 'PT404', 'person_not_found', 'another fleet''s driver does not exist');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"first_name": "X"}') $$, 'PT404', 'person_not_found', 'a rider does not exist for a fleet admin');
select throws_ok($$ select public.approve_driver(tests.id('own')) $$, 'PT403', 'not_allowed', 'admins approve while settings say so');
select ok((select bool_and(d.fleet_id = tests.id('fleet')) and count(*) >= 3 from public.list_people() l join public.drivers d using (id)), 'the list has the fleet''s drivers alone');
select is_empty($$ select 1 from public.list_people('rider') $$, 'the list of a fleet admin has no riders');
select is(public.check_user_exists('rider@hackney.test') - 'hint', '{"code": "PT409", "message": "user_exists"}', 'before adding somebody, a fleet admin asks whether they are there');
select is(current_setting('response.status', true), '409', 'yes is an error that is not taken back, so that the question counts');
select is(public.check_user_exists('free@hackney.test'), '{"users": []}', 'no is an empty list');
select is((select count(*) from generate_series(1, 18) n where public.check_user_exists('free' || n || '@hackney.test') is not null), 18::bigint, 'a fleet admin asks twenty times an hour');
select throws_ok($$ select public.check_user_exists('rider@hackney.test') $$, 'PT429', 'too_many_requests', 'a fleet admin does not ask a twenty-first time');
select tests.as_owner();
select results_eq($$ select count(*), bool_and(actor_role = 'fleetadmin'), min(after ->> 'email') from public.audit_log where action = 'check_user_exists' and actor_id = tests.id('fleet') $$,
  $$ values (20::bigint, true, 'f***@***') $$, 'each question is in the log, with the address masked');
select tests.turn('1 hour');
select tests.act_as('fleet');
select is(public.check_user_exists('free@hackney.test'), '{"users": []}', 'an hour later a fleet admin may ask again');
select tests.set('driver_approval', 'false');
select ok((public.approve_driver(tests.id('own'))).approved, 'without driver_approval a fleet admin approves the own drivers');
select throws_ok($$ select public.approve_driver(tests.id('reg')) $$, 'PT404', 'person_not_found', 'not others');
select tests.set('driver_approval', 'true');

-- Acting as an admin
select tests.act_as('admin');
select ok((public.approve_driver(tests.id('reg'))).approved, 'an admin approves a driver');
select ok((public.set_approved(tests.id('reg'), true)).approved, 'twice if need be');
select is((select count(*) from public.audit_log where action = 'approve' and target_id = tests.id('reg')::text), 1::bigint, 'which is written down once');
select throws_ok($$ select public.set_approved(tests.id('admin'), false) $$, 'PT403', 'not_allowed', 'not oneself');
select throws_ok($$ select public.approve_driver(tests.id('rider')) $$, 'PT404', 'person_not_found', 'approve_driver is for drivers');
select results_eq($$ select first_name, mobile from public.edit_person(tests.id('rider'), '{"first_name": " Anne ", "mobile": "+423 (777) 88 99"}') $$,
  $$ values ('Anne', '+423 777 88 99') $$, 'names and mobile are edited');
select results_eq($$ select before - 'version', after - 'version' from public.audit_log order by id desc limit 1 $$,
  $$ values ('{"first_name": "A***", "mobile": "***01"}'::jsonb, '{"first_name": "A***", "mobile": "***99"}'::jsonb) $$, 'edited names and numbers are written down, masked');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"first_name": " "}') $$, 'PT422', 'person_invalid', 'a blank name is none');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"mobile": "12"}') $$, 'PT422', 'mobile_no_blank_error', 'a number is one');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"usertype": "admin"}') $$, 'PT403', 'not_allowed', 'a usertype stays');
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"vehicle_number": "FL 1"}') $$, 'PT403', 'not_allowed', 'a rider has no vehicle');
select throws_ok($$ select public.edit_person(tests.id('driver2'), '{"car_type_id": "nothing"}') $$, 'PT422', 'person_invalid', 'a car type exists');
select lives_ok($$ select public.edit_person(tests.id('driver2'), jsonb_build_object('car_type_id', tests.car('Van'))) $$, 'a driver gets another car');
select is((select car_type_id from public.drivers where id = tests.id('driver2')), tests.car('Van'), 'which is theirs from then on');
select throws_ok($$ select public.edit_person(tests.id('driver2'), jsonb_build_object('fleet_id', tests.id('rider'))) $$, 'PT422', 'person_invalid', 'a fleet is a fleet admin');
select throws_ok($$ select public.edit_person(gen_random_uuid(), '{}') $$, 'PT404', 'person_not_found', 'nobody is nobody');
select lives_ok($$ select public.edit_person(tests.id('driver2'), jsonb_build_object('fleet_id', tests.id('fleet2'), 'approved', false)) $$, 'a driver changes fleet and loses approval');
select results_eq($$ select fleet_id, driver_active_status from public.drivers where id = tests.id('driver2') $$, $$ values (tests.id('fleet2'), false) $$, 'a driver who changes fleet goes off duty');
select ok((select bool_and(usertype <> 'admin') and count(*) > 3 from public.list_people()), 'the list of users leaves admins out');
select ok((select bool_and(usertype = 'admin') and count(*) >= 5 from public.list_people('admin')), 'admins have a list of their own');
select results_eq($$ select email from public.list_people(search => 'RIDER2@') $$, $$ values ('rider2@hackney.test') $$, 'people are found by contact');
select is((select count(*) from public.list_people(page_size => 2)), 2::bigint, 'in pages');
select is((select count(*) from public.list_people(page_size => 1000)), (with first as (select * from public.list_people(page_size => 3)),
  last as (select created_at, id from first order by created_at, id desc limit 1)
  select 3 + count(*) from last, public.list_people(after_value => last.created_at::text, after_id => last.id, page_size => 1000)), 'that follow one another');
select is(public.check_user_exists(mobile => '423 777 88 99') ->> 'message', 'user_exists', 'a number is found in any spelling');
select throws_ok($$ select public.check_user_exists('nonsense') $$, 'PT422', 'email_or_mobile_issue', 'what is no address is told so');
select throws_ok($$ select public.check_user_exists() $$, 'PT422', 'email_or_mobile_issue', 'nothing too');
select is(public.check_user_exists('free@hackney.test', '+423 999 99 99'), '{"users": []}', 'free is free');
select is(public.queue((select d from public.drivers d where d.id = tests.id('driver2'))), false, 'queue says who is busy');
select tests.act_as('rider');
select is(public.queue(row(tests.id('driver2'), null, null, null, null, null, null, null, false, null, now())::public.drivers), null, 'to those who see the driver');
select tests.as_service();
select is(public.validate_referrer(lower((select referral_id from public.profiles where email = 'rider@hackney.test'))), true, 'the service asks for a referrer');
select is(public.validate_referrer('?'), false, 'who may not be there');

-- A disapproved admin
select tests.as_owner();
update public.profiles set approved = false where id = tests.id('admin2');
select is(app.access_token_hook(jsonb_build_object('user_id', tests.id('admin2'), 'claims', '{}'::jsonb)) #>> '{error,message}', 'account_suspended', 'gets no token');
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('admin2'), 'role', 'authenticated', 'user_role', 'admin')::text, true), set_config('role', 'authenticated', true);
select throws_ok($$ select public.edit_person(tests.id('rider'), '{"first_name": "X"}') $$, 'PT403', 'account_suspended', 'a disapproved admin does nothing with an old token');
select * from finish();
