-- Audit log: records what an admin edits, masked and append-only; only admins read it.
select no_plan();

-- Acting as an admin
select tests.act_as('admin');
update public.settings set company_name = 'Hackney Triesen', driver_radius = 12;
select results_eq($$ select actor_id, actor_role, action, target, target_id, before - 'version', after - 'version' from public.audit_log order by id desc limit 1 $$,
  $$ values (tests.id('admin'), 'admin', 'update', 'settings', '1', '{"company_name": "Hackney Vaduz", "driver_radius": 10}'::jsonb,
    '{"company_name": "Hackney Triesen", "driver_radius": 12}'::jsonb) $$, 'a change of settings is recorded with its values before and after');
update public.settings set company_name = 'Hackney Triesen';
select is((select count(*) from public.audit_log), 1::bigint, 'a save that changes nothing is not recorded');
insert into public.languages (lang_name, lang_locale, key_value_pairs) values ('Français', 'fr', '{"a": "un", "b": "deux"}');
update public.languages set key_value_pairs = key_value_pairs || '{"b": "trois"}' where lang_locale = 'fr';
select results_eq($$ select before, after from public.audit_log order by id desc limit 1 $$,
  $$ values ('{"version": 1, "key_value_pairs": {"b": "deux"}}'::jsonb, '{"version": 2, "key_value_pairs": {"b": "trois"}}'::jsonb) $$, 'a change of a language records only the changed texts and the version');
delete from public.languages where lang_locale = 'fr';
select is((select before ->> 'lang_name' from public.audit_log where action = 'delete'), 'Français', 'a deletion is recorded with the full row');
insert into public.car_types (name, base_fare) values ('Limousine', 20);
update public.car_types set base_fare = 21 where name = 'Limousine';
insert into public.cancel_reasons (label, value) values ('Snow', 9);
select set_has($$ select action || ' ' || target from public.audit_log $$,
  $$ values ('insert car_types'), ('update car_types'), ('insert cancel_reasons') $$,
    'changes of car types and cancel reasons are recorded');
select throws_ok($$ insert into public.audit_log (actor_role, action, target) values ('admin', 'x', 'y') $$, '42501', null, 'an admin cannot insert into the audit log');
select throws_ok($$ delete from public.audit_log $$, '42501', null, 'an admin cannot delete from the audit log');

-- Accounts that the auth server creates on behalf of staff
select tests.as_owner();
insert into auth.users (id, email, raw_app_meta_data) values (gen_random_uuid(), 'bruno@example.com',
  jsonb_build_object('usertype', 'driver', 'reg_type', 'admin', 'created_by', tests.id('admin')));
select results_eq($$ select actor_id, actor_role, action, target, after from public.audit_log order by id desc limit 1 $$,
  $$ values (tests.id('admin'), 'admin', 'create', 'profiles', '{"usertype": "driver", "email": "b***@***"}'::jsonb) $$, 'creating an account is recorded with the admin who created it');
insert into auth.users (id, email, raw_app_meta_data) values (gen_random_uuid(), 'mallory@example.com', jsonb_build_object('created_by', tests.id('rider')));
select is((select count(*) from public.audit_log where action = 'create'), 1::bigint,
  'an account with a rider as its creator is not recorded as created by staff');

-- Acting as others
select tests.act_as('fleet');
select is_empty($$ select 1 from public.audit_log $$, 'a fleet admin cannot read the audit log');
select tests.act_as('driver');
select is_empty($$ select 1 from public.audit_log $$, 'a driver cannot read the audit log');
select tests.act_as('rider');
select is_empty($$ select 1 from public.audit_log $$, 'a rider cannot read the audit log');
select tests.as_visitor();
select throws_ok($$ select 1 from public.audit_log $$, '42501', null, 'a visitor cannot read the audit log');
select tests.as_service();
select throws_ok($$ update public.audit_log set action = 'x' $$, '42501', null, 'the service role cannot change the audit log');
update public.settings set company_name = 'Hackney';
select results_eq($$ select actor_id, actor_role from public.audit_log order by id desc limit 1 $$, $$ values (null::uuid, 'service_role') $$,
  'a change of settings by the service role is recorded as service_role');

-- Acting as the owner
select tests.as_owner();
select throws_ok($$ update public.audit_log set action = 'x' $$, 'PT409', 'append_only',
  'the database owner cannot update the audit log');
select throws_ok($$ delete from public.audit_log $$, 'PT409', 'append_only',
  'the database owner cannot delete from the audit log');
select throws_ok($$ truncate public.audit_log $$, 'PT409', 'append_only', 'the database owner cannot truncate the audit log');
select is((select count(*) from public.audit_log), (select count(*) from public.audit_log where actor_role <> 'system'), 'seeds and migrations are not recorded in the audit log');
select app.audit('edit', 'profiles', 'x', '{"mobile": "+4235550301", "email": "anna@example.com", "first_name": "Anna", "approved": true, "company_name": "X"}',
  '{"bank": {"bank_account": "LI21 0881 0000 2324 013A A", "bank_code": "08810"}, "otp": "12345", "list": [{"mobile": null}]}');
select results_eq($$ select actor_role, before, after from public.audit_log order by id desc limit 1 $$, $$ values ('system',
  '{"mobile": "***01", "email": "a***@***", "first_name": "A***", "approved": true, "company_name": "X"}'::jsonb,
  '{"bank": {"bank_account": "*** A", "bank_code": "***"}, "otp": "***", "list": [{"mobile": null}]}'::jsonb) $$,
  'the audit log masks personal data, bank numbers and codes');
select * from finish();
