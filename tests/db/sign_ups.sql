-- Signing up by a form: what a newcomer says counts once a code has proved the address.
select no_plan();

create temp table kept (name text primary key, id uuid);
grant all on kept to public;
create function pg_temp.form(more jsonb default '{}') returns jsonb language sql as $$
  select '{"usertype": "rider", "first_name": "Nora", "last_name": "Lang", "email": "Nora@Hackney.test"}'::jsonb || more $$;
-- Somebody proves an address by a code, as the auth server notes it.
create function pg_temp.prove(name text) returns void language sql security definer as $$
  insert into auth.users (id, email) values (gen_random_uuid(), name || '@hackney.test');
  update auth.users set email_confirmed_at = app.now() where email = name || '@hackney.test' $$;
create function pg_temp.id(name text) returns uuid language sql as $$ select k.id from kept k where k.name = id.name $$;

select tests.as_visitor();
select throws_ok($$ select public.sign_up('{}') $$, '42501', null, 'a visitor asks the endpoint, which counts');
select throws_ok($$ select public.finish_sign_up(gen_random_uuid()) $$, '42501', null, 'a visitor finishes nothing');
select tests.act_as('rider');
select throws_ok($$ select public.sign_up('{}') $$, '42501', null, 'people fill in no form by themselves');

select tests.as_service();
select throws_ok($$ select public.sign_up('[]') $$, 'PT422', 'person_invalid', 'a form is one');
select throws_ok($$ select public.sign_up(pg_temp.form('{"usertype": "admin"}')) $$, 'PT422', 'person_invalid', 'nobody signs up as staff');
select throws_ok($$ select public.sign_up(pg_temp.form('{"last_name": " "}')) $$, 'PT422', 'person_invalid', 'a person has two names');
select throws_ok($$ select public.sign_up(pg_temp.form('{"last_name": "Lаng"}')) $$, 'PT422', 'name_invalid', 'each name is of one script');
select throws_ok($$ select public.sign_up(pg_temp.form('{"email": "nora"}')) $$, 'PT422', 'email_or_mobile_issue', 'an address is one');
select throws_ok($$ select public.sign_up(pg_temp.form('{"email": "", "mobile": "777 88 99"}')) $$, 'PT422', 'email_or_mobile_issue', 'a number that a code goes to has its country');
select throws_ok($$ select public.sign_up(pg_temp.form('{"referral_id": "00000"}')) $$, 'PT422', 'referral_invalid', 'a code is somebody''s');
select throws_ok($$ select public.sign_up(pg_temp.form('{"usertype": "driver", "car_type_id": "x"}')) $$, 'PT422', 'person_invalid', 'a car type is one');
select lives_ok($$ select public.sign_up(pg_temp.form('{"email": "rider@hackney.test"}')) $$, 'an address that has an account is taken like any other');

-- A rider
insert into kept select 'nora', public.sign_up(pg_temp.form(jsonb_build_object('mobile', '+423 790 11 11', 'approved', false, 'wallet_balance', 9,
  'fleet_id', tests.id('fleet'), 'referral_id', (select lower(referral_id) from public.profiles where id = tests.id('rider2')))));
select tests.as_owner();
select pg_temp.prove('nora');
select tests.act_as('rider');
select throws_ok($$ select public.finish_sign_up(pg_temp.id('nora')) $$, 'PT404', 'sign_up_not_found', 'nobody finishes the form of another address');
select tests.act_as('nora');
select throws_ok($$ select public.finish_sign_up(gen_random_uuid()) $$, 'PT404', 'sign_up_not_found', 'an id is not guessed');
select results_eq($$ select first_name, last_name, email, mobile, mobile_verified, usertype::text, approved, reg_type, wallet_balance
  from public.finish_sign_up(pg_temp.id('nora')) $$,
  $$ values ('Nora', 'Lang', 'nora@hackney.test', '+423 790 11 11', false, 'rider', true, 'registration', 0::numeric) $$, 'what was said counts, and nothing else');
select is((public.finish_sign_up(pg_temp.id('nora'))).last_name, 'Lang', 'twice is once');
select tests.as_owner();
select is((select signup_via_referral from public.profiles where id = tests.id('nora')), (select referral_id from public.profiles where id = tests.id('rider2')), 'who invited them is kept');

-- Somebody who was there before
select tests.as_service();
insert into kept select 'known', public.sign_up(pg_temp.form(jsonb_build_object('email', 'rider6@hackney.test', 'referral_id', (select referral_id from public.profiles where id = tests.id('rider2')))));
insert into kept select 'mine', public.sign_up(pg_temp.form(jsonb_build_object('usertype', 'driver', 'email', 'rider2@hackney.test')));
select tests.as_owner();
create temp table was as select to_jsonb(p) as profile from public.profiles p where p.id = tests.id('rider6');
grant select on was to public;
select tests.act_as('rider6');
select is(to_jsonb(public.finish_sign_up(pg_temp.id('known'))), (select profile from was), 'a rider who was there keeps names and who invited them');
select tests.as_owner();
select tests.book('rider2');
select tests.act_as('rider2');
select throws_ok($$ select public.finish_sign_up(pg_temp.id('mine'), tests.id('rider2') || '/license-1', '2099-01-01') $$, 'PT409', 'account_in_use', 'a rider with rides becomes no driver');

-- A driver
select tests.as_service();
insert into kept select 'dora', public.sign_up(pg_temp.form(jsonb_build_object('usertype', 'driver', 'email', 'dora@hackney.test', 'mobile', '+423 790 11 12',
  'car_type_id', tests.car('Van'), 'vehicle_make', 'VW', 'vehicle_number', 'FL 9', 'fleet_id', tests.id('fleet'), 'other_info', 'mine', 'approved', true)));
select tests.as_owner();
select pg_temp.prove('dora');
insert into auth.sessions (id, user_id) values (gen_random_uuid(), tests.id('dora'));
select tests.act_as('dora');
select throws_ok($$ select public.finish_sign_up(pg_temp.id('dora'), tests.id('driver') || '/license-1', '2099-01-01') $$, 'PT422', 'document_invalid', 'nobody else''s');
select throws_ok($$ select public.finish_sign_up(pg_temp.id('dora'), tests.id('dora') || '/license-1', '2000-01-01') $$, 'PT422', 'document_invalid', 'one that has not ended');
select results_eq($$ select usertype::text, approved, suspended_at, reg_type from public.finish_sign_up(pg_temp.id('dora'), tests.id('dora') || '/license-1', '2099-01-01') $$,
  $$ values ('driver', false, null::timestamptz, 'registration') $$, 'then waits for approval');
select lives_ok($$ select public.finish_sign_up(pg_temp.id('dora'), tests.id('dora') || '/license-1', '2099-01-01') $$, 'a repeat changes nothing');
select tests.as_owner();
select results_eq($$ select car_type_id, vehicle_make, vehicle_number, fleet_id, other_info, license_image from public.drivers where id = tests.id('dora') $$,
  $$ values (tests.car('Van'), 'VW', 'FL 9', null::uuid, null, tests.id('dora') || '/license-1') $$, 'the car is the one of the form');
select is((select count(*) from public.driver_documents where driver_id = tests.id('dora') and status = 'pending'), 1::bigint, 'the licence waits for a look');
select is_empty($$ select 1 from auth.sessions where user_id = tests.id('dora') $$, 'the session has ended');
select is(app.access_token_hook(jsonb_build_object('user_id', tests.id('dora'), 'claims', '{}'::jsonb)) #>> '{error,message}', 'require_approval', 'no other begins before approval');
select tests.as_visitor();
select is(public.application_state(pg_temp.id('dora')), 'waiting', 'the page that waits asks without a session');
select is(public.application_state(gen_random_uuid()), null, 'an id that was guessed tells nothing');
select throws_ok(format('select public.follow_application(%L, %L)', pg_temp.id('dora'), 'http://169.254.169.254/'), 'PT422', 'push_token_invalid', 'only a browser''s subscription is told');
select ok(public.follow_application(pg_temp.id('dora'), '{"endpoint":"https://fcm.googleapis.com/dora","keys":{"p256dh":"B' || repeat('x', 86) || '","auth":"' || repeat('y', 22) || '"}}'), 'a browser without a session wants to hear');
select is(public.follow_application(gen_random_uuid(), '{"endpoint":"https://fcm.googleapis.com/evil","keys":{"p256dh":"B' || repeat('x', 86) || '","auth":"' || repeat('y', 22) || '"}}'), false, 'a guessed id is followed by nobody');
select tests.let('admin', format('select public.approve_driver(%L)', tests.id('dora')));
select tests.as_owner();
select results_eq($$ select user_id from app.outbox where payload ->> 'title' = 'account_approved.title' and payload ->> 'token' like '%/dora%' $$, $$ values (tests.id('dora')) $$, 'the approval is pushed to it');
select tests.as_visitor();
select is(public.application_state(pg_temp.id('dora')), 'approved', 'the page that waits hears of the approval');
select is(public.follow_application(pg_temp.id('dora'), '{"endpoint":"https://fcm.googleapis.com/late","keys":{"p256dh":"B' || repeat('x', 86) || '","auth":"' || repeat('y', 22) || '"}}'), false, 'a browser cannot follow an application that is decided');
select tests.as_owner();
select tests.set('driver_approval', 'false');
select tests.as_service();
insert into kept select 'dino', public.sign_up(pg_temp.form('{"usertype": "driver", "email": "dino@hackney.test"}'));
select tests.as_owner();
select pg_temp.prove('dino');
select tests.act_as('dino');
select ok((public.finish_sign_up(pg_temp.id('dino'), tests.id('dino') || '/license', '2099-01-01')).approved, 'where nobody has to approve, a driver drives');

-- Time
select tests.as_service();
insert into kept select 'late', public.sign_up(pg_temp.form('{"email": "late@hackney.test"}'));
select tests.as_owner();
select tests.turn('8 days');
select pg_temp.prove('late');
select tests.act_as('late');
select throws_ok($$ select public.finish_sign_up(pg_temp.id('late')) $$, 'PT404', 'sign_up_not_found', 'a form counts for a week');
select tests.as_service();
select public.sign_up(pg_temp.form());
select tests.as_owner();
select is((select count(*) from app.sign_ups), 1::bigint, 'older forms are forgotten');

-- What the car carries, and the other papers
select tests.as_service();
select throws_ok($$ select public.sign_up(pg_temp.form('{"usertype": "driver", "email": "cora@hackney.test", "seats": 21}')) $$, 'PT422', 'person_invalid', 'no car takes 21 people');
select throws_ok($$ select public.sign_up(pg_temp.form('{"usertype": "driver", "email": "cora@hackney.test", "child_seats": "two"}')) $$, 'PT422', 'person_invalid', 'child seats are counted');
select throws_ok($$ select public.sign_up(pg_temp.form('{"usertype": "driver", "email": "cora@hackney.test", "wheelchair": "yes"}')) $$, 'PT422', 'person_invalid', 'a wheelchair fits or it does not');
insert into kept select 'cora', public.sign_up(pg_temp.form(jsonb_build_object('usertype', 'driver', 'email', 'cora@hackney.test', 'mobile', '+423 790 11 14',
  'vehicle_make', 'VW', 'vehicle_number', 'FL 11', 'seats', 6, 'luggage', 4, 'child_seats', 2, 'wheelchair', true)));
select tests.as_owner();
select pg_temp.prove('cora');
select tests.act_as('cora');
select throws_ok(format($$ select public.finish_sign_up(pg_temp.id('cora'), tests.id('cora') || '/license-1', '2099-01-01', 'L 1', %L) $$, '[{"kind": "insurance", "path": "x", "expires_on": "2099-01-01"}]'),
  'PT422', 'document_invalid', 'other papers are one''s own, too');
select throws_ok(format($$ select public.finish_sign_up(pg_temp.id('cora'), tests.id('cora') || '/license-1', '2099-01-01', 'L 1', %L) $$, '{}'), 'PT422', 'document_invalid', 'other papers are a list');
select throws_ok(format($$ select public.finish_sign_up(pg_temp.id('cora'), tests.id('cora') || '/license-1', '2099-01-01', 'L 1', %L) $$, '[{"kind": "insurance", "expires_on": "soon"}]'),
  'PT422', 'document_invalid', 'a paper ends on a day');
select lives_ok($$ select public.finish_sign_up(pg_temp.id('cora'), tests.id('cora') || '/license-1', '2099-01-01', 'L 1',
  jsonb_build_array(jsonb_build_object('kind', 'registration', 'path', tests.id('cora') || '/registration-1', 'expires_on', '2099-01-01', 'number', 'R 2'))) $$, 'the car and the papers come with the form');
select tests.as_owner();
select results_eq($$ select v.seats, v.luggage, v.child_seats, v.wheelchair from public.vehicles v where v.driver_id = tests.id('cora') $$, $$ values (6, 4, 2, true) $$, 'dispatch knows what the car carries');
select results_eq($$ select d.kind, d.number from public.driver_documents d where d.driver_id = tests.id('cora') order by d.kind $$, $$ values ('license', 'L 1'), ('registration', 'R 2') $$, 'the office sees the papers with their numbers');
-- No paper is at hand
select tests.as_service();
insert into kept select 'bare', public.sign_up(pg_temp.form(jsonb_build_object('usertype', 'driver', 'email', 'bare@hackney.test')));
select tests.as_owner();
select pg_temp.prove('bare');
select tests.act_as('bare');
select is((public.finish_sign_up(pg_temp.id('bare'))).usertype::text, 'driver', 'every paper can be left for later');
select tests.as_owner();
select is_empty($$ select 1 from public.driver_documents d where d.driver_id = tests.id('bare') $$, 'a paper that was left for later is missing');
select is_empty($$ select 1 from public.vehicles v where v.driver_id = tests.id('dora') $$, 'who says nothing of the car has what its type carries');
select * from finish();
