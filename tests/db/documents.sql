-- Documents: handed in by the driver, verified by an admin, counted until they expire, warned of once.
select no_plan();
create function tests.doc(days integer, kind text default 'license') returns text language sql as $$
  select format('select public.submit_document(%L, %L, app.today() + %s)', kind, tests.id('driver2') || '/' || kind, days)
$$;
select tests.as_visitor();
select throws_ok($$ select public.submit_document('license', 'x', '2030-01-01') $$, '42501', null, 'a visitor hands in nothing');
select tests.act_as('rider');
select throws_ok($$ select public.submit_document('license', 'x', '2030-01-01') $$, 'PT403', 'not_a_driver', 'a rider hands in nothing');
select throws_ok($$ select public.verify_document(gen_random_uuid()) $$, 'PT403', 'not_allowed', 'who verifies nothing either');
select tests.act_as('driver2');
select throws_ok($$ select public.submit_document('diploma', tests.id('driver2') || '/diploma', '2030-01-01') $$, 'PT422', 'document_invalid', 'there are three kinds');
select throws_ok($$ select public.submit_document('license', tests.id('driver') || '/license', '2030-01-01') $$, 'PT422', 'document_invalid', 'the file is one''s own');
select throws_ok($$ select public.submit_document('license', tests.id('driver2') || '/license', '2001-01-01') $$, 'PT422', 'document_invalid', 'a document that is handed in has not expired');
select is((public.submit_document('license', tests.id('driver2') || '/license-1', '2100-01-01')).status, 'pending', 'it waits');
select is((public.submit_document('license', tests.id('driver2') || '/license-2', '2100-01-02')).status, 'pending', 'another replaces it');
select results_eq($$ select path from public.driver_documents $$, $$ values (tests.id('driver2') || '/license-2') $$, 'while it waits');
select is((select license_image from public.drivers), tests.id('driver2') || '/license-2', 'the newest file is the image of the licence');
select throws_ok($$ select public.verify_document((select id from public.driver_documents)) $$, 'PT403', 'not_allowed', 'a driver verifies nothing');
select tests.act_as('driver');
select is_empty($$ select 1 from public.driver_documents $$, 'another driver sees nothing');
select tests.act_as('fleet2');
select is_empty($$ select 1 from public.driver_documents $$, 'another fleet sees nothing');
select tests.act_as('fleet');
select is((select count(*) from public.driver_documents), 1::bigint, 'the fleet does');
select throws_ok($$ select public.verify_document((select id from public.driver_documents)) $$, 'PT403', 'not_allowed', 'a fleet admin does not verify');

-- Expiry
select tests.as_owner();
delete from public.driver_documents;
select tests.let('driver2', tests.doc(20));
select ok(not app.has_expired_document(tests.id('driver2')), 'what waits does not count');
select tests.act_as('admin');
select throws_ok($$ select public.verify_document(gen_random_uuid()) $$, 'PT404', 'document_not_found', 'only a document is verified');
select is((public.verify_document((select id from public.driver_documents))).status, 'verified', 'an admin verifies');
select is((public.verify_document((select id from public.driver_documents))).status, 'verified', 'twice if need be');
select is((select count(*) from public.audit_log where target = 'driver_documents'), 1::bigint, 'which is written down once');
select tests.as_owner();
select results_eq($$ select key, params from public.notices where user_id = tests.id('driver2') and key like 'document%' $$,
  $$ values ('document_verified', '{"kind": "license", "reason": ""}'::jsonb) $$, 'the driver is told of the verdict, once');
select app.check_documents();
select is_empty($$ select 1 from public.notices where key like 'document_expir%' and user_id = tests.id('driver2') $$, 'twenty days ahead nobody is warned');
select tests.turn('7 days');
select app.check_documents(), app.check_documents();
select results_eq($$ select key, params ->> 'document' from public.notices where key like 'document_expir%' and user_id = tests.id('driver2') $$,
  $$ values ('document_expiring', 'license') $$, 'within 14 days the driver is, once');
select tests.turn('13 days');
select ok(not app.has_expired_document(tests.id('driver2')), 'on its last day it is valid');
select tests.turn('1 day');
select ok(app.has_expired_document(tests.id('driver2')), 'then not');
select app.check_documents(), app.check_documents();
select is((select count(*) from public.notices where key = 'document_expired' and user_id = tests.id('driver2')), 1::bigint, 'which is told once');
select tests.let('driver2', tests.doc(300));
select ok(app.has_expired_document(tests.id('driver2')), 'a new one that waits changes nothing');
select tests.let('admin', format('select public.verify_document(%L)', (select id from public.driver_documents where status = 'pending')));
select ok(not app.has_expired_document(tests.id('driver2')), 'a verified one does');
select tests.let('driver2', tests.doc(1, 'insurance'));
select tests.let('admin', format('select public.verify_document(%L, false, ''Unreadable'')', (select id from public.driver_documents where status = 'pending')));
select tests.turn('5 days');
select ok(not app.has_expired_document(tests.id('driver2')), 'a rejected one never counted');

-- The picture: what was handed in is what is judged, and stays until then
select tests.as_owner();
insert into storage.objects (bucket_id, name, metadata) values ('users', tests.id('driver2') || '/license-7', '{"eTag": "\"one\""}');
select tests.act_as('driver2');
select is((public.submit_document('license', tests.id('driver2') || '/license-7', '2100-01-01')).version, 'one', 'the version of the picture is kept');
select is_empty($$ update storage.objects set metadata = '{}' where name like '%/license-7' returning 1 $$, 'a driver does not replace what waits for its verdict');
select is_empty($$ update storage.objects set name = replace(name, 'license-7', 'license-8') where name like '%/license-7' returning 1 $$, 'a driver does not move what waits for its verdict');
select set_config('storage.allow_delete_query', 'true', true);
select is_empty($$ delete from storage.objects where name like '%/license-7' returning 1 $$, 'a driver does not delete what waits for its verdict');
select set_config('storage.operation', 'storage.object.sign_upload_url', true);
select throws_ok(format('insert into storage.objects (bucket_id, name) values (''users'', %L)', tests.id('driver2') || '/license-9'), '42501', null, 'no address is given out by which others upload');
select set_config('storage.operation', '', true);
select tests.act_as('admin');
select is_empty($$ update storage.objects set metadata = '{}' where name like '%/license-7' returning 1 $$, 'an admin does not replace it either');
create temp table waiting as select d.id from public.driver_documents d where d.status = 'pending' and d.driver_id = tests.id('driver2') and d.kind = 'license';
select tests.as_owner();
update storage.objects set metadata = '{"eTag": "\"two\""}' where name like '%/license-7';
select tests.act_as('admin');
select throws_ok($$ select public.verify_document((select id from waiting)) $$, 'PT409', 'document_changed', 'a picture that was swapped is not verified');
select throws_ok($$ select public.verify_document((select id from waiting), version => 'one') $$, 'PT409', 'document_changed', 'a swapped picture is not verified as the one that was looked at');
select is((public.verify_document((select id from waiting), version => '"two"')).version, 'two', 'a picture is verified as the one that is there');

-- Number and registration
select tests.act_as('driver2');
select results_eq($$ select d.kind, d.number from public.submit_document('registration', tests.id('driver2') || '/registration-1', '2100-01-01', number => '  FL 12-345  ') d $$,
  $$ values ('registration', 'FL 12-345') $$, 'the registration of the car is handed in with its number');
select is((public.submit_document('registration', tests.id('driver2') || '/registration-1', '2100-01-01')).number, '', 'a paper may have no number');
select throws_ok($$ select public.submit_document('registration', tests.id('driver2') || '/license-1', '2100-01-01') $$, 'PT422', 'document_invalid', 'a registration is no licence');
select throws_ok($$ select public.submit_document('license', tests.id('driver2') || '/license-8', '2100-01-01', number => repeat('1', 61)) $$, 'PT422', 'document_invalid', 'a number has 60 characters at most');
select is((public.submit_document('license', tests.id('driver2') || '/license-8', '2100-01-01', number => repeat('1', 60))).number, repeat('1', 60), 'a number may have 60 characters');
select tests.act_as('admin');
select is((select d.number from public.driver_documents d where d.driver_id = tests.id('driver2') and d.path like '%/license-8'), repeat('1', 60), 'the office reads the number');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('driver2');
select ok((public.submit_document('license', tests.id('driver2') || '/license-9', '2100-01-01', number => 'LI 445566')).number not like '%4455%', 'a demo keeps no number that can be read');
select * from finish();
