-- Waiting applications of drivers: what their page reads and submits without a session, and its topic.
select no_plan();

create temp table kept (name text primary key, id uuid);
grant all on kept to public;
create function pg_temp.id(name text) returns uuid language sql as $$ select k.id from kept k where k.name = id.name $$;
-- Signs a driver up, proves the address by a code and finishes the application without documents.
create function pg_temp.apply(name text, car jsonb default '{}') returns void language plpgsql as $$
begin
  perform tests.as_service();
  insert into kept select apply.name, public.sign_up(jsonb_build_object('usertype', 'driver', 'first_name', 'Dora', 'last_name', 'Frick', 'email', apply.name || '@hackney.test', 'mobile', '+4237901112') || apply.car);
  perform tests.as_owner();
  insert into auth.users (id, email) values (gen_random_uuid(), apply.name || '@hackney.test');
  update auth.users set email_confirmed_at = app.now() where email = apply.name || '@hackney.test';
  perform tests.act_as(apply.name);
  perform public.finish_sign_up(pg_temp.id(apply.name));
  perform tests.as_owner();
end $$;
-- A file that was uploaded to an address signed by storage.
create function pg_temp.upload(path text) returns text language plpgsql security definer as $$
begin
  insert into storage.objects (bucket_id, name, metadata) values ('users', upload.path, jsonb_build_object('eTag', '"' || md5(upload.path) || '"')) on conflict do nothing;
  return upload.path;
end $$;
create function pg_temp.may_listen(topic text) returns boolean language plpgsql as $$
begin
  perform set_config('realtime.topic', may_listen.topic, true);
  return exists (select 1 from realtime.messages m where m.topic = may_listen.topic);
end $$;
create function pg_temp.may_send(topic text) returns boolean language plpgsql as $$
begin
  perform set_config('realtime.topic', may_send.topic, true);
  insert into realtime.messages (topic, extension, event, private, payload) values (may_send.topic, 'broadcast', 'sent', true, '{}');
  return true;
exception when insufficient_privilege then return false;
end $$;
create function pg_temp.told(topic text) returns bigint language sql security definer as $$ select count(*) from realtime.messages m where m.topic = told.topic $$;

select pg_temp.apply('dora', '{"vehicle_make": "VW", "vehicle_number": "FL 9"}'), pg_temp.apply('dino');

-- What is missing
select tests.as_visitor();
select is(to_jsonb(public.application(pg_temp.id('dora'))), '{"state": "waiting", "papers": [], "car_missing": ["vehicle_model"]}'::jsonb, 'a waiting applicant''s page reads which details of the car are missing, but not its colour, which is optional');
select is(public.application(gen_random_uuid()), null, 'reading an application with a guessed id answers null');
select throws_ok($$ select public.application_upload(pg_temp.id('dora'), 'license') $$, '42501', null, 'a visitor cannot call application_upload directly, only through the rate-limited endpoint');

-- Uploading a document
select tests.as_service();
select matches(public.application_upload(pg_temp.id('dora'), 'license'), '^' || tests.id('dora') || '/license-[0-9a-f-]{36}$', 'an uploaded file gets a unique name in the applicant''s own folder');
select isnt(public.application_upload(pg_temp.id('dora'), 'license'), public.application_upload(pg_temp.id('dora'), 'license'), 'each upload of the same kind gets a different name');
select throws_ok($$ select public.application_upload(pg_temp.id('dora'), 'profileImage') $$, 'PT422', 'document_invalid', 'an applicant cannot upload a profile picture, only documents');
select throws_ok($$ select public.application_upload(gen_random_uuid(), 'license') $$, 'PT404', 'application_not_found', 'a guessed application id gets no upload address');
select throws_ok($$ select public.application_upload(pg_temp.id('dino'), 'license') from generate_series(1, 21) $$, 'PT429', 'too_many_requests', 'an application gets at most twenty upload addresses an hour');
select tests.as_owner();
select pg_temp.upload(tests.id(n) || '/license-1'), pg_temp.upload(tests.id(n) || '/insurance-1') from unnest('{dora,dino}'::text[]) n;
select tests.as_visitor();
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dino') || '/license-1', '2099-01-01'), 'PT422', 'document_invalid', 'an applicant cannot submit the file of another applicant');
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dora') || '/license-2', '2099-01-01'), 'PT422', 'document_invalid', 'an applicant cannot submit a file that was not uploaded');
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dora') || '/license-1', '2000-01-01'), 'PT422', 'document_invalid', 'an applicant cannot submit an expired document');
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', gen_random_uuid(), 'license', tests.id('dora') || '/license-1', '2099-01-01'), 'PT404', 'application_not_found', 'a document cannot be submitted with a guessed application id');
select lives_ok(format('select public.submit_application_paper(%L, %L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dora') || '/license-1', '2099-01-01', ' L 4455 '), 'an applicant can submit an uploaded document');
select results_eq($$ select p ->> 'kind', p ->> 'status', p ->> 'expires_on', p ->> 'note' from jsonb_array_elements((public.application(pg_temp.id('dora'))).papers) p $$,
  $$ values ('license', 'pending', '2099-01-01', null) $$, 'the application shows a submitted document as pending');
select ok(public.application(pg_temp.id('dora'))::text !~ '4455|/license', 'the application shows neither the number nor the path of a document');
select is((public.application(pg_temp.id('dino'))).papers, '[]'::jsonb,
  'an application does not show the documents of another applicant');
select tests.as_owner();
select results_eq($$ select d.driver_id, d.number from public.driver_documents d where d.status = 'pending' $$, $$ values (tests.id('dora'), 'L 4455') $$, 'the office can read the number of a submitted document');

-- The office's decision on a document
select tests.let('admin', format('select public.verify_document(%L, false, ''Too dark'')', (select id from public.driver_documents where driver_id = tests.id('dora'))));
select tests.as_visitor();
select results_eq($$ select p ->> 'status', p ->> 'note' from jsonb_array_elements((public.application(pg_temp.id('dora'))).papers) p $$, $$ values ('rejected', 'Too dark') $$, 'the application shows the reason why a document was rejected');
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dora') || '/license-1', '2099-01-01'), 'PT422', 'document_invalid', 'an applicant cannot submit a rejected file again');
select tests.as_owner();
select results_eq($$ select key, params from public.notices where user_id = tests.id('dora') $$, $$ values ('document_rejected', '{"kind": "license", "reason": "Too dark"}'::jsonb) $$, 'a rejected document is announced by a notice with the reason');

-- The car
select tests.as_visitor();
select throws_ok($$ select public.complete_application(gen_random_uuid(), '{"vehicle_color": "Red"}') $$, 'PT404', 'application_not_found', 'the car cannot be completed with a guessed application id');
select throws_ok($$ select public.complete_application(pg_temp.id('dora'), '{"vehicle_color": 7}') $$, 'PT422', 'person_invalid', 'a vehicle colour that is a number is refused');
select lives_ok($$ select public.complete_application(pg_temp.id('dora'), '{"vehicle_color": " Red ", "vehicle_number": "FL 1", "fleet_id": null, "other_info": "x"}') $$, 'an applicant can complete the missing details of the car');
select tests.as_owner();
select results_eq($$ select vehicle_color, vehicle_number, fleet_id, other_info from public.drivers where id = tests.id('dora') $$, $$ values ('Red', 'FL 9', null::uuid, null) $$, 'completing the car fills only missing vehicle details and ignores other fields');

-- The topic
delete from realtime.messages;
select app.broadcast('application:' || pg_temp.id('dora'), 'document'), app.broadcast('application:' || pg_temp.id('dino'), 'document');
select tests.as_visitor();
select ok(pg_temp.may_listen('application:' || pg_temp.id('dora')), 'a waiting applicant''s page can listen to the topic of its application without a session');
select ok(not pg_temp.may_send('application:' || pg_temp.id('dora')),
  'a waiting applicant''s page cannot send to the topic of its application');
select ok(not pg_temp.may_listen(t), format('a visitor cannot listen to the topic "%s"', t)) from unnest(array['application:', 'application:%', 'application:' || gen_random_uuid(), 'application:nonsense',
  'application:' || upper(pg_temp.id('dora')::text), 'application:' || tests.id('dora'), 'user:' || tests.id('dora'), 'driver:' || tests.id('dora'), 'admin', 'catalogue']) t;
select tests.act_as('rider');
select ok(not pg_temp.may_listen('application:' || pg_temp.id('dora')),
  'a signed-in rider cannot listen to an application''s topic');
select tests.act_as('admin');
select ok(not pg_temp.may_listen('application:' || pg_temp.id('dora')), 'an admin cannot listen to an application''s topic');
select tests.as_owner();
delete from realtime.messages;
select pg_temp.upload(tests.id('dora') || '/license-2');
select tests.as_visitor();
select public.submit_application_paper(pg_temp.id('dora'), 'license', tests.id('dora') || '/license-2', '2099-01-01');
select is(pg_temp.told('application:' || pg_temp.id('dora')), 1::bigint,
  'submitting a document is broadcast on the application''s topic');
select tests.as_owner();
select tests.pass_files();
select tests.let('admin', format('select public.verify_document(%L)', (select d.id from public.driver_documents d where d.path = tests.id('dora') || '/license-2')));
select is(pg_temp.told('application:' || pg_temp.id('dora')), 2::bigint,
  'the verdict on a document is broadcast on the application''s topic');
select is(pg_temp.told('application:' || pg_temp.id('dino')), 0::bigint,
  'another application''s topic receives no broadcast of it');
select tests.as_owner();
select is_empty($$ select 1 from realtime.messages m where m.topic like 'application:%' and m.payload::text like '%' || tests.id('dora') || '%' $$, 'broadcasts of an application do not contain the driver''s id');
delete from realtime.messages;
select tests.let('admin', format('select public.approve_driver(%L)', tests.id('dora')));
select is(pg_temp.told('application:' || pg_temp.id('dora')), 1::bigint,
  'the approval of a driver is broadcast on the application''s topic');

-- After the decision the id grants nothing
select tests.as_visitor();
select is(to_jsonb(public.application(pg_temp.id('dora'))), '{"state": "approved", "papers": [], "car_missing": []}'::jsonb, 'an approved application shows only its state');
select ok(not pg_temp.may_listen('application:' || pg_temp.id('dora')),
  'a visitor cannot listen to the topic of an approved application');
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dora') || '/license-2', '2099-01-01'), 'PT404', 'application_not_found', 'an approved driver cannot submit documents through the application');
select throws_ok($$ select public.complete_application(pg_temp.id('dora'), '{"vehicle_color": "Blue"}') $$, 'PT404', 'application_not_found', 'an approved driver cannot change the car through the application');
select tests.as_service();
select throws_ok($$ select public.application_upload(pg_temp.id('dora'), 'license') $$, 'PT404', 'application_not_found', 'an approved driver gets no upload address through the application');

-- Suspended: the office's reason reaches the driver
select tests.let('admin', format('select public.set_approved(%L, false, ''Complaints'')', tests.id('dora')));
select tests.as_visitor();
select is((public.application(pg_temp.id('dora'))).state, 'refused',
  'the application of a suspended driver has the state refused');
select tests.as_service();
select throws_ok($$ select public.application_upload(pg_temp.id('dora'), 'license') $$, 'PT404', 'application_not_found', 'a suspended driver gets no upload address through the application');
select tests.as_owner();
select results_eq($$ select params ->> 'reason' from public.notices where user_id = tests.id('dora') and key = 'account_suspended' $$, $$ values ('Complaints') $$, 'a suspended driver gets a notice with the reason');
select * from finish();
