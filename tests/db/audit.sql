-- Audit: what an admin edits is written down, masked, and stays; nobody else reads it.
select no_plan();

-- Acting as an admin
select tests.act_as('admin');
update public.settings set company_name = 'Hackney Triesen', driver_radius = 12;
select results_eq($$ select actor_id, actor_role, action, target, target_id, before - 'version', after - 'version' from public.audit_log order by id desc limit 1 $$,
  $$ values (tests.id('admin'), 'admin', 'update', 'settings', '1', '{"company_name": "Hackney Vaduz", "driver_radius": 10}'::jsonb,
    '{"company_name": "Hackney Triesen", "driver_radius": 12}'::jsonb) $$, 'a change of settings is written down with what it changed');
update public.settings set company_name = 'Hackney Triesen';
select is((select count(*) from public.audit_log), 1::bigint, 'a save that changes nothing is not');
insert into public.languages (lang_name, lang_locale, key_value_pairs) values ('Français', 'fr', '{"a": "un", "b": "deux"}');
update public.languages set key_value_pairs = key_value_pairs || '{"b": "trois"}' where lang_locale = 'fr';
select results_eq($$ select before, after from public.audit_log order by id desc limit 1 $$,
  $$ values ('{"version": 1, "key_value_pairs": {"b": "deux"}}'::jsonb, '{"version": 2, "key_value_pairs": {"b": "trois"}}'::jsonb) $$, 'of a language the texts that changed, and which version they made');
delete from public.languages where lang_locale = 'fr';
select is((select before ->> 'lang_name' from public.audit_log where action = 'delete'), 'Français', 'what is deleted is there in full');
insert into public.car_types (name, base_fare) values ('Limousine', 20);
update public.car_types set base_fare = 21 where name = 'Limousine';
insert into public.cancel_reasons (label, value) values ('Snow', 9);
select set_has($$ select action || ' ' || target from public.audit_log $$,
  $$ values ('insert car_types'), ('update car_types'), ('insert cancel_reasons') $$, 'car types and cancel reasons likewise');
select throws_ok($$ insert into public.audit_log (actor_role, action, target) values ('admin', 'x', 'y') $$, '42501', null, 'an admin writes nothing into it');
select throws_ok($$ delete from public.audit_log $$, '42501', null, 'an admin takes nothing out of the log');

-- Whom staff adds, by the auth server in their name
select tests.as_owner();
insert into auth.users (id, email, raw_app_meta_data) values (gen_random_uuid(), 'bruno@example.com',
  jsonb_build_object('usertype', 'driver', 'reg_type', 'admin', 'created_by', tests.id('admin')));
select results_eq($$ select actor_id, actor_role, action, target, after from public.audit_log order by id desc limit 1 $$,
  $$ values (tests.id('admin'), 'admin', 'create', 'profiles', '{"usertype": "driver", "email": "b***@***"}'::jsonb) $$, 'who adds somebody is written down');
insert into auth.users (id, email, raw_app_meta_data) values (gen_random_uuid(), 'mallory@example.com', jsonb_build_object('created_by', tests.id('rider')));
select is((select count(*) from public.audit_log where action = 'create'), 1::bigint, 'riders add nobody');

-- Acting as others
select tests.act_as('fleet');
select is_empty($$ select 1 from public.audit_log $$, 'a fleet admin reads none of it');
select tests.act_as('driver');
select is_empty($$ select 1 from public.audit_log $$, 'a driver reads none of the log');
select tests.act_as('rider');
select is_empty($$ select 1 from public.audit_log $$, 'a rider reads none of the log');
select tests.as_visitor();
select throws_ok($$ select 1 from public.audit_log $$, '42501', null, 'a visitor reads none of the log');
select tests.as_service();
select throws_ok($$ update public.audit_log set action = 'x' $$, '42501', null, 'the service role changes nothing either');
update public.settings set company_name = 'Hackney';
select results_eq($$ select actor_id, actor_role from public.audit_log order by id desc limit 1 $$, $$ values (null::uuid, 'service_role') $$,
  'what it changes elsewhere is written down as its own');

-- Acting as the owner
select tests.as_owner();
select throws_ok($$ update public.audit_log set action = 'x' $$, 'PT409', 'append_only', 'not even the owner rewrites it');
select throws_ok($$ delete from public.audit_log $$, 'PT409', 'append_only', 'not even the owner empties the log');
select throws_ok($$ truncate public.audit_log $$, 'PT409', 'append_only', 'in any way');
select is((select count(*) from public.audit_log), (select count(*) from public.audit_log where actor_role <> 'system'), 'seeds and migrations are nobody''s edit');
select app.audit('edit', 'profiles', 'x', '{"mobile": "+423 555 03 01", "email": "anna@example.com", "first_name": "Anna", "approved": true, "company_name": "X"}',
  '{"bank": {"bank_account": "LI21 0881 0000 2324 013A A", "bank_code": "08810"}, "otp": "12345", "list": [{"mobile": null}]}');
select results_eq($$ select actor_role, before, after from public.audit_log order by id desc limit 1 $$, $$ values ('system',
  '{"mobile": "***01", "email": "a***@***", "first_name": "A***", "approved": true, "company_name": "X"}'::jsonb,
  '{"bank": {"bank_account": "*** A", "bank_code": "***"}, "otp": "***", "list": [{"mobile": null}]}'::jsonb) $$,
  'no person, no bank number and no code stands in it');
select * from finish();
