-- Documents: submitted by the driver, verified by an admin, valid until they expire, with one warning before.
select no_plan();
create function tests.doc(days integer, kind text default 'license') returns text language sql as $$
  select format('select public.submit_document(%L, %L, app.today() + %s)', kind, tests.id('driver2') || '/' || kind, days)
$$;
select tests.as_visitor();
select throws_ok($$ select public.submit_document('license', 'x', '2030-01-01') $$, '42501', null, 'a visitor cannot submit a document');
select tests.act_as('rider');
select throws_ok($$ select public.submit_document('license', 'x', '2030-01-01') $$, 'PT403', 'not_a_driver', 'a rider cannot submit a document');
select throws_ok($$ select public.verify_document(gen_random_uuid()) $$, 'PT403', 'not_allowed',
  'a rider cannot verify a document');
select tests.act_as('driver2');
select throws_ok($$ select public.submit_document('diploma', tests.id('driver2') || '/diploma', '2030-01-01') $$, 'PT422', 'document_invalid', 'a document of an unknown kind is refused');
select throws_ok($$ select public.submit_document('license', tests.id('driver') || '/license', '2030-01-01') $$, 'PT422', 'document_invalid', 'a document with another driver''s file is refused');
select throws_ok($$ select public.submit_document('license', tests.id('driver2') || '/license', '2001-01-01') $$, 'PT422', 'document_invalid', 'a document that has expired is refused');
select is((public.submit_document('license', tests.id('driver2') || '/license-1', '2100-01-01')).status, 'pending',
  'a submitted document is pending');
select is((public.submit_document('license', tests.id('driver2') || '/license-2', '2100-01-02')).status, 'pending', 'a driver can replace a pending document');
select results_eq($$ select path from public.driver_documents $$, $$ values (tests.id('driver2') || '/license-2') $$, 'a replaced pending document is removed');
-- Spec 3.9, 7.21, 7.61
select is((select license_image from public.drivers), tests.id('driver2') || '/license-2', 'the newest licence file becomes the driver''s licence image');
select throws_ok($$ select public.verify_document((select id from public.driver_documents)) $$, 'PT403', 'not_allowed', 'a driver cannot verify the own document');
select tests.act_as('driver');
select is_empty($$ select 1 from public.driver_documents $$, 'another driver cannot read the document');
select tests.act_as('fleet2');
select is_empty($$ select 1 from public.driver_documents $$, 'an admin of another fleet cannot read the document');
select tests.act_as('fleet');
select is((select count(*) from public.driver_documents), 1::bigint, 'a fleet admin can read the fleet driver''s document');
select throws_ok($$ select public.verify_document((select id from public.driver_documents)) $$, 'PT403', 'not_allowed', 'a fleet admin cannot verify a document');

-- Expiry
select tests.as_owner();
delete from public.driver_documents;
select tests.let('driver2', tests.doc(20));
select ok(not app.has_expired_document(tests.id('driver2')), 'a pending document does not count as expired');
select tests.act_as('admin');
select throws_ok($$ select public.verify_document(gen_random_uuid()) $$, 'PT404', 'document_not_found', 'a document that does not exist cannot be verified');
select is((public.verify_document((select id from public.driver_documents))).status, 'verified',
  'an admin can verify a document');
select is((public.verify_document((select id from public.driver_documents))).status, 'verified',
  'verifying a document twice succeeds both times');
select is((select count(*) from public.audit_log where target = 'driver_documents'), 1::bigint,
  'verifying a document twice is recorded once in the audit log');
select tests.as_owner();
select results_eq($$ select key, params from public.notices where user_id = tests.id('driver2') and key like 'document%' $$,
  $$ values ('document_verified', '{"kind": "license", "reason": ""}'::jsonb) $$,
    'the driver gets one notice of the verified document');
select app.check_documents();
select is_empty($$ select 1 from public.notices where key like 'document_expir%' and user_id = tests.id('driver2') $$, 'a driver is not warned 20 days before a document expires');
select tests.turn('7 days');
select app.check_documents(), app.check_documents();
select results_eq($$ select key, params ->> 'document' from public.notices where key like 'document_expir%' and user_id = tests.id('driver2') $$,
  $$ values ('document_expiring', 'license') $$, 'a driver is warned once within 14 days before a document expires');
select tests.turn('13 days');
select ok(not app.has_expired_document(tests.id('driver2')), 'a document is valid on its last day');
select tests.turn('1 day');
select ok(app.has_expired_document(tests.id('driver2')), 'a document is expired on the day after its last day');
select app.check_documents(), app.check_documents();
select is((select count(*) from public.notices where key = 'document_expired' and user_id = tests.id('driver2')), 1::bigint, 'the driver gets one notice of an expired document');
select tests.let('driver2', tests.doc(300));
select ok(app.has_expired_document(tests.id('driver2')), 'a pending replacement does not lift the expiry');
select tests.let('admin', format('select public.verify_document(%L)', (select id from public.driver_documents where status = 'pending')));
select ok(not app.has_expired_document(tests.id('driver2')), 'a verified replacement lifts the expiry');
select tests.let('driver2', tests.doc(1, 'insurance'));
select tests.let('admin', format('select public.verify_document(%L, false, ''Unreadable'')', (select id from public.driver_documents where status = 'pending')));
select tests.turn('5 days');
select ok(not app.has_expired_document(tests.id('driver2')), 'a rejected document never counts as expired');

-- The file: the submitted version is the one that is reviewed, and it stays until the verdict
select tests.as_owner();
insert into storage.objects (bucket_id, name, metadata) values ('users', tests.id('driver2') || '/license-7', '{"eTag": "\"one\""}');
select tests.act_as('driver2');
select is((public.submit_document('license', tests.id('driver2') || '/license-7', '2100-01-01')).version, 'one', 'submitting stores the version of the file');
select is_empty($$ update storage.objects set metadata = '{}' where name like '%/license-7' returning 1 $$, 'a driver cannot replace the file of a pending document');
select is_empty($$ update storage.objects set name = replace(name, 'license-7', 'license-8') where name like '%/license-7' returning 1 $$, 'a driver cannot move the file of a pending document');
select set_config('storage.allow_delete_query', 'true', true);
select is_empty($$ delete from storage.objects where name like '%/license-7' returning 1 $$, 'a driver cannot delete the file of a pending document');
select set_config('storage.operation', 'storage.object.sign_upload_url', true);
select throws_ok(format('insert into storage.objects (bucket_id, name) values (''users'', %L)', tests.id('driver2') || '/license-9'), '42501', null, 'a driver cannot get a signed upload address for a document');
select set_config('storage.operation', '', true);
select tests.act_as('admin');
select is_empty($$ update storage.objects set metadata = '{}' where name like '%/license-7' returning 1 $$, 'an admin cannot replace the file of a pending document');
create temp table waiting as select d.id from public.driver_documents d where d.status = 'pending' and d.driver_id = tests.id('driver2') and d.kind = 'license';
select tests.as_owner();
update storage.objects set metadata = '{"eTag": "\"two\""}' where name like '%/license-7';
select tests.act_as('admin');
select throws_ok($$ select public.verify_document((select id from waiting), version => 'two') $$, 'PT409', 'file_being_checked', 'a document whose file is not checked yet cannot be verified');
select tests.pass_files();
select throws_ok($$ select public.verify_document((select id from waiting)) $$, 'PT409', 'document_changed', 'a document whose file was swapped cannot be verified');
select throws_ok($$ select public.verify_document((select id from waiting), version => 'one') $$, 'PT409', 'document_changed', 'a document whose file was swapped cannot be verified with the old version');
select is((public.verify_document((select id from waiting), version => '"two"')).version, 'two', 'an admin can verify a document with the version of the current file');

-- Number and registration
select tests.act_as('driver2');
select results_eq($$ select d.kind, d.number from public.submit_document('registration', tests.id('driver2') || '/registration-1', '2100-01-01', number => '  FL 12-345  ') d $$,
  $$ values ('registration', 'FL 12-345') $$, 'a driver can submit the car''s registration with its trimmed number');
select is((public.submit_document('registration', tests.id('driver2') || '/registration-1', '2100-01-01')).number, '', 'a document can be submitted without a number');
select throws_ok($$ select public.submit_document('registration', tests.id('driver2') || '/license-1', '2100-01-01') $$, 'PT422', 'document_invalid', 'a registration with the file of a licence is refused');
select throws_ok($$ select public.submit_document('license', tests.id('driver2') || '/license-8', '2100-01-01', number => repeat('1', 61)) $$, 'PT422', 'document_invalid', 'a document number of 61 characters is refused');
select is((public.submit_document('license', tests.id('driver2') || '/license-8', '2100-01-01', number => repeat('1', 60))).number, repeat('1', 60), 'a document number of 60 characters is accepted');
select tests.act_as('admin');
select is((select d.number from public.driver_documents d where d.driver_id = tests.id('driver2') and d.path like '%/license-8'), repeat('1', 60), 'an admin can read the number of a document');
select tests.as_owner(), tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('driver2');
select ok((public.submit_document('license', tests.id('driver2') || '/license-9', '2100-01-01', number => 'LI 445566')).number not like '%4455%', 'a demo masks the number of a document');
select * from finish();
