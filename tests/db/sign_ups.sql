-- Signing up by a form: its contents are used only after a code has verified the address.
select no_plan();
-- The auth server has the real clock: a demo that was sped up must not take a new account for an older one than its form.
select tests.turn('3 hours');

create temp table kept (name text primary key, id uuid);
grant all on kept to public;
create function pg_temp.form(more jsonb default '{}') returns jsonb language sql as $$
  select '{"usertype": "rider", "first_name": "Nora", "last_name": "Lang", "email": "Nora@Hackney.test"}'::jsonb || more $$;
-- A person verifies an address by a code, as the auth server records it.
create function pg_temp.prove(name text) returns void language sql security definer as $$
  insert into auth.users (id, email) values (gen_random_uuid(), name || '@hackney.test');
  update auth.users set email_confirmed_at = now() where email = name || '@hackney.test' $$;
create function pg_temp.id(name text) returns uuid language sql as $$ select k.id from kept k where k.name = id.name $$;

select tests.as_visitor();
select throws_ok($$ select public.sign_up('{}') $$, '42501', null, 'a visitor cannot call sign_up without the endpoint that counts attempts');
select throws_ok($$ select public.finish_sign_up(gen_random_uuid()) $$, '42501', null, 'a visitor cannot finish a sign-up');
select tests.act_as('rider');
select throws_ok($$ select public.sign_up('{}') $$, '42501', null, 'a rider cannot call sign_up');

select tests.as_service();
select throws_ok($$ select public.sign_up('[]') $$, 'PT422', 'person_invalid', 'a sign-up form that is not an object is refused');
select throws_ok($$ select public.sign_up(pg_temp.form('{"usertype": "admin"}')) $$, 'PT422', 'person_invalid', 'a sign-up as staff is refused');
select throws_ok($$ select public.sign_up(pg_temp.form('{"last_name": " "}')) $$, 'PT422', 'person_invalid', 'a sign-up with a blank last name is refused');
select throws_ok($$ select public.sign_up(pg_temp.form('{"last_name": "Lаng"}')) $$, 'PT422', 'name_invalid', 'a sign-up with a name of two scripts is refused');
select throws_ok($$ select public.sign_up(pg_temp.form('{"email": "nora"}')) $$, 'PT422', 'email_or_mobile_issue', 'a sign-up with an invalid address is refused');
select throws_ok($$ select public.sign_up(pg_temp.form('{"email": "", "mobile": "777 88 99"}')) $$, 'PT422', 'email_or_mobile_issue', 'a sign-up with only a number without a country code is refused');
select throws_ok($$ select public.sign_up(pg_temp.form('{"referral_id": "00000"}')) $$, 'PT422', 'referral_invalid', 'a sign-up with an unknown referral code is refused');
select throws_ok($$ select public.sign_up(pg_temp.form('{"usertype": "driver", "car_type_id": "x"}')) $$, 'PT422', 'person_invalid', 'a sign-up with an unknown car type is refused');
select lives_ok($$ select public.sign_up(pg_temp.form('{"email": "rider@hackney.test"}')) $$, 'a sign-up with an address that has an account is accepted like any other');

-- A rider
insert into kept select 'nora', public.sign_up(pg_temp.form(jsonb_build_object('mobile', '+4237901111', 'approved', false, 'wallet_balance', 9,
  'fleet_id', tests.id('fleet'), 'referral_id', (select lower(referral_id) from public.profiles where id = tests.id('rider2')))));
select tests.as_owner();
select pg_temp.prove('nora');
select tests.act_as('rider');
select throws_ok($$ select public.finish_sign_up(pg_temp.id('nora')) $$, 'PT404', 'sign_up_not_found', 'another rider cannot finish the form of an address');
select tests.act_as('nora');
select throws_ok($$ select public.finish_sign_up(gen_random_uuid()) $$, 'PT404', 'sign_up_not_found', 'a sign-up with a guessed id cannot be finished');
select results_eq($$ select first_name, last_name, email, mobile, mobile_verified, usertype::text, approved, reg_type, wallet_balance
  from public.finish_sign_up(pg_temp.id('nora')) $$,
  $$ values ('Nora', 'Lang', 'nora@hackney.test', '+4237901111', false, 'rider', true, 'registration', 0::numeric) $$, 'a finished sign-up sets only the fields of the form');
select is((public.finish_sign_up(pg_temp.id('nora'))).last_name, 'Lang', 'finishing a sign-up twice changes nothing');
select tests.as_owner();
select is((select signup_via_referral from public.profiles where id = tests.id('nora')), (select referral_id from public.profiles where id = tests.id('rider2')), 'a finished sign-up stores who referred the rider');

-- A person who already has an account
select tests.as_service();
insert into kept select 'known', public.sign_up(pg_temp.form(jsonb_build_object('email', 'rider6@hackney.test', 'referral_id', (select referral_id from public.profiles where id = tests.id('rider2')))));
insert into kept select 'mine', public.sign_up(pg_temp.form(jsonb_build_object('usertype', 'driver', 'email', 'rider2@hackney.test')));
select tests.as_owner();
create temp table was as select to_jsonb(p) as profile from public.profiles p where p.id = tests.id('rider6');
grant select on was to public;
select tests.act_as('rider6');
select is(to_jsonb(public.finish_sign_up(pg_temp.id('known'))), (select profile from was), 'a rider with an account keeps the names and the referrer');
select tests.as_owner();
select tests.book('rider2');
select tests.act_as('rider2');
select throws_ok($$ select public.finish_sign_up(pg_temp.id('mine'), tests.id('rider2') || '/license-1', '2099-01-01') $$, 'PT409', 'account_in_use', 'a rider with bookings cannot become a driver by signing up');

-- A driver
select tests.as_service();
insert into kept select 'dora', public.sign_up(pg_temp.form(jsonb_build_object('usertype', 'driver', 'email', 'dora@hackney.test', 'mobile', '+4237901112',
  'car_type_id', tests.car('Van'), 'vehicle_make', 'VW', 'vehicle_number', 'FL 9', 'fleet_id', tests.id('fleet'), 'other_info', 'mine', 'approved', true)));
select tests.as_owner();
select pg_temp.prove('dora');
insert into auth.sessions (id, user_id) values (gen_random_uuid(), tests.id('dora'));
select tests.act_as('dora');
select throws_ok($$ select public.finish_sign_up(pg_temp.id('dora'), tests.id('driver') || '/license-1', '2099-01-01') $$, 'PT422', 'document_invalid', 'a driver cannot sign up with another person''s licence');
select throws_ok($$ select public.finish_sign_up(pg_temp.id('dora'), tests.id('dora') || '/license-1', '2000-01-01') $$, 'PT422', 'document_invalid', 'a driver cannot sign up with an expired licence');
select results_eq($$ select usertype::text, approved, suspended_at, reg_type from public.finish_sign_up(pg_temp.id('dora'), tests.id('dora') || '/license-1', '2099-01-01') $$,
  $$ values ('driver', false, null::timestamptz, 'registration') $$, 'a driver who signed up waits for approval');
select lives_ok($$ select public.finish_sign_up(pg_temp.id('dora'), tests.id('dora') || '/license-1', '2099-01-01') $$, 'a driver can finish the sign-up twice');
select tests.as_owner();
select results_eq($$ select car_type_id, vehicle_make, vehicle_number, fleet_id, other_info, license_image from public.drivers where id = tests.id('dora') $$,
  $$ values (tests.car('Van'), 'VW', 'FL 9', null::uuid, null, tests.id('dora') || '/license-1') $$, 'the car of the form is stored for the driver');
select is((select count(*) from public.driver_documents where driver_id = tests.id('dora') and status = 'pending'), 1::bigint, 'the licence of the form waits for a check');
select is_empty($$ select 1 from auth.sessions where user_id = tests.id('dora') $$, 'the driver''s session ends after the sign-up');
select is(app.access_token_hook(jsonb_build_object('user_id', tests.id('dora'), 'claims', '{}'::jsonb)) #>> '{error,message}', 'require_approval', 'a driver gets no token before the approval');
select tests.as_visitor();
select is(public.application_state(pg_temp.id('dora')), 'waiting', 'a visitor with the id reads that the application is waiting');
select is(public.application_state(gen_random_uuid()), null, 'a guessed application id has no state');
select throws_ok(format('select public.follow_application(%L, %L)', pg_temp.id('dora'), 'http://169.254.169.254/'), 'PT422', 'push_token_invalid', 'an application can be followed only by a browser''s subscription');
select ok(public.follow_application(pg_temp.id('dora'), '{"endpoint":"https://fcm.googleapis.com/dora","keys":{"p256dh":"B' || repeat('x', 86) || '","auth":"' || repeat('y', 22) || '"}}'), 'a visitor with the id follows the application');
select is(public.follow_application(gen_random_uuid(), '{"endpoint":"https://fcm.googleapis.com/evil","keys":{"p256dh":"B' || repeat('x', 86) || '","auth":"' || repeat('y', 22) || '"}}'), false, 'a guessed application id cannot be followed');
select tests.let('admin', format('select public.approve_driver(%L)', tests.id('dora')));
select tests.as_owner();
select results_eq($$ select user_id from app.outbox where payload ->> 'title' = 'account_approved.title' and payload ->> 'token' like '%/dora%' $$, $$ values (tests.id('dora')) $$, 'the approval is pushed to the browser that follows the application');
select tests.as_visitor();
select is(public.application_state(pg_temp.id('dora')), 'approved', 'a visitor with the id reads that the application is approved');
select is(public.follow_application(pg_temp.id('dora'), '{"endpoint":"https://fcm.googleapis.com/late","keys":{"p256dh":"B' || repeat('x', 86) || '","auth":"' || repeat('y', 22) || '"}}'), false, 'a decided application cannot be followed');
select tests.as_owner();
select tests.set('driver_approval', 'false');
select tests.as_service();
insert into kept select 'dino', public.sign_up(pg_temp.form('{"usertype": "driver", "email": "dino@hackney.test"}'));
select tests.as_owner();
select pg_temp.prove('dino');
select tests.act_as('dino');
select ok((public.finish_sign_up(pg_temp.id('dino'), tests.id('dino') || '/license', '2099-01-01')).approved, 'with driver_approval off a driver who signed up is approved at once');

-- Expiry
select tests.as_service();
insert into kept select 'late', public.sign_up(pg_temp.form('{"email": "late@hackney.test"}'));
select tests.as_owner();
select tests.turn('8 days');
select pg_temp.prove('late');
select tests.act_as('late');
select throws_ok($$ select public.finish_sign_up(pg_temp.id('late')) $$, 'PT404', 'sign_up_not_found', 'a sign-up form expires after a week');
select tests.as_service();
select public.sign_up(pg_temp.form());
select tests.as_owner();
select app.purge();
select is((select count(*) from app.sign_ups), 1::bigint, 'expired sign-up forms are deleted');

-- The car's capacity, and other documents
select tests.as_service();
select throws_ok($$ select public.sign_up(pg_temp.form('{"usertype": "driver", "email": "cora@hackney.test", "seats": 21}')) $$, 'PT422', 'person_invalid', 'a sign-up with 21 seats is refused');
select throws_ok($$ select public.sign_up(pg_temp.form('{"usertype": "driver", "email": "cora@hackney.test", "child_seats": "two"}')) $$, 'PT422', 'person_invalid', 'a sign-up with child seats as a word is refused');
select throws_ok($$ select public.sign_up(pg_temp.form('{"usertype": "driver", "email": "cora@hackney.test", "wheelchair": "yes"}')) $$, 'PT422', 'person_invalid', 'a sign-up with a wheelchair value that is not a boolean is refused');
insert into kept select 'cora', public.sign_up(pg_temp.form(jsonb_build_object('usertype', 'driver', 'email', 'cora@hackney.test', 'mobile', '+4237901114',
  'vehicle_make', 'VW', 'vehicle_number', 'FL 11', 'seats', 6, 'luggage', 4, 'child_seats', 2, 'wheelchair', true)));
select tests.as_owner();
select pg_temp.prove('cora');
-- The sign-up itself ends this session, because it changes the role.
insert into auth.sessions (id, user_id, created_at, updated_at) values ('20000000-0000-4000-8000-000000000001', tests.id('cora'), now(), now());
select tests.act_as('cora');
select set_config('request.jwt.claims', (tests.claims('cora')::jsonb || '{"session_id": "20000000-0000-4000-8000-000000000001"}')::text, true);
select throws_ok(format($$ select public.finish_sign_up(pg_temp.id('cora'), tests.id('cora') || '/license-1', '2099-01-01', 'L 1', %L) $$, '[{"kind": "insurance", "path": "x", "expires_on": "2099-01-01"}]'),
  'PT422', 'document_invalid', 'a sign-up with a document of a foreign path is refused');
select throws_ok(format($$ select public.finish_sign_up(pg_temp.id('cora'), tests.id('cora') || '/license-1', '2099-01-01', 'L 1', %L) $$, '{}'), 'PT422', 'document_invalid', 'a sign-up with documents that are not a list is refused');
select throws_ok(format($$ select public.finish_sign_up(pg_temp.id('cora'), tests.id('cora') || '/license-1', '2099-01-01', 'L 1', %L) $$, '[{"kind": "insurance", "expires_on": "soon"}]'),
  'PT422', 'document_invalid', 'a sign-up with a document whose expiry is not a date is refused');
select lives_ok($$ select public.finish_sign_up(pg_temp.id('cora'), tests.id('cora') || '/license-1', '2099-01-01', 'L 1',
  jsonb_build_array(jsonb_build_object('kind', 'registration', 'path', tests.id('cora') || '/registration-1', 'expires_on', '2099-01-01', 'number', 'R 2'))) $$, 'a driver signs up with the car''s capacity and documents');
select tests.as_owner();
select results_eq($$ select v.seats, v.luggage, v.child_seats, v.wheelchair from public.vehicles v where v.driver_id = tests.id('cora') $$, $$ values (6, 4, 2, true) $$, 'the car''s capacity of the form is stored');
select results_eq($$ select d.kind, d.number from public.driver_documents d where d.driver_id = tests.id('cora') order by d.kind $$, $$ values ('license', 'L 1'), ('registration', 'R 2') $$, 'the documents of the form are stored with their numbers');
-- Without documents
select tests.as_service();
insert into kept select 'bare', public.sign_up(pg_temp.form(jsonb_build_object('usertype', 'driver', 'email', 'bare@hackney.test')));
select tests.as_owner();
select pg_temp.prove('bare');
select tests.act_as('bare');
select is((public.finish_sign_up(pg_temp.id('bare'))).usertype::text, 'driver', 'a driver can sign up without documents');
select tests.as_owner();
select is_empty($$ select 1 from public.driver_documents d where d.driver_id = tests.id('bare') $$, 'a driver who signed up without documents has none');
select is_empty($$ select 1 from public.vehicles v where v.driver_id = tests.id('dora') $$, 'a driver who gave no capacity has no own vehicle row');
select * from finish();
