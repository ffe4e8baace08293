-- Applications of drivers that wait: what their page is told, what it hands in, and on which topic it hears of a decision. It has no session.
select no_plan();

create temp table kept (name text primary key, id uuid);
grant all on kept to public;
create function pg_temp.id(name text) returns uuid language sql as $$ select k.id from kept k where k.name = id.name $$;
-- A driver's form, its address proved by a code, finished without a paper.
create function pg_temp.apply(name text, car jsonb default '{}') returns void language plpgsql as $$
begin
  perform tests.as_service();
  insert into kept select apply.name, public.sign_up(jsonb_build_object('usertype', 'driver', 'first_name', 'Dora', 'last_name', 'Frick', 'email', apply.name || '@hackney.test', 'mobile', '+423 790 11 12') || apply.car);
  perform tests.as_owner();
  insert into auth.users (id, email) values (gen_random_uuid(), apply.name || '@hackney.test');
  update auth.users set email_confirmed_at = app.now() where email = apply.name || '@hackney.test';
  perform tests.act_as(apply.name);
  perform public.finish_sign_up(pg_temp.id(apply.name));
  perform tests.as_owner();
end $$;
-- A file that came by an address that storage signed.
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

select pg_temp.apply('dora', '{"vehicle_make": "VW", "vehicle_model": "ID.4", "vehicle_number": "FL 9"}'), pg_temp.apply('dino');

-- What is missing
select tests.as_visitor();
select is(to_jsonb(public.application(pg_temp.id('dora'))), '{"state": "waiting", "papers": [], "car_missing": ["vehicle_color"]}'::jsonb, 'the page that waits is told what is missing');
select is(public.application(gen_random_uuid()), null, 'an id that was guessed tells nothing');
select throws_ok($$ select public.application_upload(pg_temp.id('dora'), 'license') $$, '42501', null, 'a visitor asks the endpoint for an address, which counts');

-- A paper
select tests.as_service();
select matches(public.application_upload(pg_temp.id('dora'), 'license'), '^' || tests.id('dora') || '/license-[0-9a-f-]{36}$', 'a file gets a name of its own in the own folder');
select isnt(public.application_upload(pg_temp.id('dora'), 'license'), public.application_upload(pg_temp.id('dora'), 'license'), 'each time another one');
select throws_ok($$ select public.application_upload(pg_temp.id('dora'), 'profileImage') $$, 'PT422', 'document_invalid', 'only papers are uploaded');
select throws_ok($$ select public.application_upload(gen_random_uuid(), 'license') $$, 'PT404', 'application_not_found', 'a guessed id gets no address');
select throws_ok($$ select public.application_upload(pg_temp.id('dino'), 'license') from generate_series(1, 21) $$, 'PT429', 'too_many_requests', 'twenty files an hour');
select tests.as_owner();
select pg_temp.upload(tests.id(n) || '/license-1'), pg_temp.upload(tests.id(n) || '/insurance-1') from unnest('{dora,dino}'::text[]) n;
select tests.as_visitor();
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dino') || '/license-1', '2099-01-01'), 'PT422', 'document_invalid', 'a file of somebody else is refused');
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dora') || '/license-2', '2099-01-01'), 'PT422', 'document_invalid', 'a file that was not uploaded is refused');
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dora') || '/license-1', '2000-01-01'), 'PT422', 'document_invalid', 'a paper that has ended is refused');
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', gen_random_uuid(), 'license', tests.id('dora') || '/license-1', '2099-01-01'), 'PT404', 'application_not_found', 'a guessed id hands in nothing');
select lives_ok(format('select public.submit_application_paper(%L, %L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dora') || '/license-1', '2099-01-01', ' L 4455 '), 'the applicant hands in a paper');
select results_eq($$ select p ->> 'kind', p ->> 'status', p ->> 'expires_on', p ->> 'note' from jsonb_array_elements((public.application(pg_temp.id('dora'))).papers) p $$,
  $$ values ('license', 'pending', '2099-01-01', null) $$, 'the page shows that it waits');
select ok(public.application(pg_temp.id('dora'))::text !~ '4455|/license', 'the page is told neither the number of a paper nor where it lies');
select is((public.application(pg_temp.id('dino'))).papers, '[]'::jsonb, 'another application shows the own papers only');
select tests.as_owner();
select results_eq($$ select d.driver_id, d.number from public.driver_documents d where d.status = 'pending' $$, $$ values (tests.id('dora'), 'L 4455') $$, 'the office sees its number');

-- What the office says of it
select tests.let('admin', format('select public.verify_document(%L, false, ''Too dark'')', (select id from public.driver_documents where driver_id = tests.id('dora'))));
select tests.as_visitor();
select results_eq($$ select p ->> 'status', p ->> 'note' from jsonb_array_elements((public.application(pg_temp.id('dora'))).papers) p $$, $$ values ('rejected', 'Too dark') $$, 'the page shows why a paper was refused');
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dora') || '/license-1', '2099-01-01'), 'PT422', 'document_invalid', 'a refused picture is not handed in again');
select tests.as_owner();
select results_eq($$ select key, params from public.notices where user_id = tests.id('dora') $$, $$ values ('document_rejected', '{"kind": "license", "reason": "Too dark"}'::jsonb) $$, 'a refused paper is told by a notice');

-- The car
select tests.as_visitor();
select throws_ok($$ select public.complete_application(gen_random_uuid(), '{"vehicle_color": "Red"}') $$, 'PT404', 'application_not_found', 'a guessed id says nothing of a car');
select throws_ok($$ select public.complete_application(pg_temp.id('dora'), '{"vehicle_color": 7}') $$, 'PT422', 'person_invalid', 'a colour is a text');
select lives_ok($$ select public.complete_application(pg_temp.id('dora'), '{"vehicle_color": " Red ", "vehicle_number": "FL 1", "fleet_id": null, "other_info": "x"}') $$, 'the applicant says what was missing');
select tests.as_owner();
select results_eq($$ select vehicle_color, vehicle_number, fleet_id, other_info from public.drivers where id = tests.id('dora') $$, $$ values ('Red', 'FL 9', null::uuid, null) $$, 'what was there stays, and nothing else is set');

-- The topic
delete from realtime.messages;
select app.broadcast('application:' || pg_temp.id('dora'), 'document'), app.broadcast('application:' || pg_temp.id('dino'), 'document');
select tests.as_visitor();
select ok(pg_temp.may_listen('application:' || pg_temp.id('dora')), 'the page that waits hears of its application, without a session');
select ok(not pg_temp.may_send('application:' || pg_temp.id('dora')), 'it says nothing there');
select ok(not pg_temp.may_listen(t), format('"%s" is refused, and no error', t)) from unnest(array['application:', 'application:%', 'application:' || gen_random_uuid(), 'application:nonsense',
  'application:' || upper(pg_temp.id('dora')::text), 'application:' || tests.id('dora'), 'user:' || tests.id('dora'), 'driver:' || tests.id('dora'), 'admin', 'catalogue']) t;
select tests.act_as('rider');
select ok(not pg_temp.may_listen('application:' || pg_temp.id('dora')), 'somebody who is signed in does not');
select tests.act_as('admin');
select ok(not pg_temp.may_listen('application:' || pg_temp.id('dora')), 'an admin hears of people, not of this topic');
select tests.as_owner();
delete from realtime.messages;
select pg_temp.upload(tests.id('dora') || '/license-2');
select tests.as_visitor();
select public.submit_application_paper(pg_temp.id('dora'), 'license', tests.id('dora') || '/license-2', '2099-01-01');
select is(pg_temp.told('application:' || pg_temp.id('dora')), 1::bigint, 'a paper that is handed in is told');
select tests.as_owner();
select tests.let('admin', format('select public.verify_document(%L)', (select d.id from public.driver_documents d where d.path = tests.id('dora') || '/license-2')));
select is(pg_temp.told('application:' || pg_temp.id('dora')), 2::bigint, 'so is the verdict');
select is(pg_temp.told('application:' || pg_temp.id('dino')), 0::bigint, 'another applicant hears nothing of it');
select tests.as_owner();
select is_empty($$ select 1 from realtime.messages m where m.topic like 'application:%' and m.payload::text like '%' || tests.id('dora') || '%' $$, 'a message names nobody');
delete from realtime.messages;
select tests.let('admin', format('select public.approve_driver(%L)', tests.id('dora')));
select is(pg_temp.told('application:' || pg_temp.id('dora')), 1::bigint, 'the approval is told at once');

-- Decided: the id is worth nothing more
select tests.as_visitor();
select is(to_jsonb(public.application(pg_temp.id('dora'))), '{"state": "approved", "papers": [], "car_missing": []}'::jsonb, 'after the approval the page is told only this');
select ok(not pg_temp.may_listen('application:' || pg_temp.id('dora')), 'after the approval the topic is joined no more');
select throws_ok(format('select public.submit_application_paper(%L, %L, %L, %L)', pg_temp.id('dora'), 'license', tests.id('dora') || '/license-2', '2099-01-01'), 'PT404', 'application_not_found', 'an approved driver hands in papers in a session');
select throws_ok($$ select public.complete_application(pg_temp.id('dora'), '{"vehicle_color": "Blue"}') $$, 'PT404', 'application_not_found', 'an approved driver changes the car by the office');
select tests.as_service();
select throws_ok($$ select public.application_upload(pg_temp.id('dora'), 'license') $$, 'PT404', 'application_not_found', 'no address is signed for a driver');

-- Taken off duty: the office's reason reaches the driver
select tests.let('admin', format('select public.set_approved(%L, false, ''Complaints'')', tests.id('dora')));
select tests.as_visitor();
select is((public.application(pg_temp.id('dora'))).state, 'refused', 'a suspended driver is told so');
select tests.as_service();
select throws_ok($$ select public.application_upload(pg_temp.id('dora'), 'license') $$, 'PT404', 'application_not_found', 'a suspended driver hands in nothing by the old form');
select tests.as_owner();
select results_eq($$ select params ->> 'reason' from public.notices where user_id = tests.id('dora') and key = 'account_suspended' $$, $$ values ('Complaints') $$, 'the reason is in a notice');
select * from finish();
