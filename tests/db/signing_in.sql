-- Signing in: limited metadata, verified contacts, sessions after a change of contact, silent numbers.
select no_plan();

create function tests.session(name text) returns uuid language sql security definer as $$
  insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), tests.id(name), now(), now()) returning id
$$;
create function tests.sessions(name text) returns bigint language sql stable security definer as $$
  select count(*) from auth.sessions s where s.user_id = tests.id(name)
$$;
-- The effect of a code to a number, as Auth writes it: the time of the verification, then the token. Returns the hook's error.
create function tests.sms(number text) returns text language plpgsql security definer as $$
declare v_id uuid := (select u.id from auth.users u where u.phone = number);
begin
  update auth.users u set phone_confirmed_at = clock_timestamp() where u.id = v_id;
  return app.access_token_hook(jsonb_build_object('user_id', v_id, 'claims', '{}'::jsonb)) #>> '{error,message}';
end $$;
-- This file is one transaction; the mark applies to the next token in the same transaction.
create function tests.next_request() returns void language sql security definer as $$
  update app.dormant_numbers set refused_in = null
$$;

-- Metadata
select tests.as_owner();
update auth.users u set raw_user_meta_data = '{"first_name": "Anna"}' where u.id = tests.id('rider');
update auth.users u set raw_user_meta_data = jsonb_build_object('first_name', repeat('x', 3000000)) where u.id = tests.id('rider');
select is((select raw_user_meta_data from auth.users where id = tests.id('rider')), '{"first_name": "Anna"}', 'an update with three megabytes of metadata is ignored');
insert into auth.users (id, email, raw_user_meta_data) values ('10000000-0000-4000-8000-000000000041', 'big@hackney.test',
  jsonb_build_object('email', 'big@hackney.test', 'more', repeat('x', 20000)));
select is((select raw_user_meta_data from auth.users where email = 'big@hackney.test'), '{"email": "big@hackney.test"}', 'a new account with too much metadata keeps only Auth''s fields');
select is(app.access_token_hook(jsonb_build_object('user_id', tests.id('rider'), 'claims', jsonb_build_object('sub', 'x', 'user_metadata', jsonb_build_object('a', repeat('x', 16000)))))
  -> 'claims', '{"sub": "x", "user_role": "rider", "user_metadata": {}}', 'user metadata is removed from the token');

-- Addresses
select tests.as_owner();
insert into auth.users (id, phone, phone_confirmed_at, raw_app_meta_data, last_sign_in_at) values
  ('10000000-0000-4000-8000-000000000042', '4235550042', now(), '{"provider": "phone"}', now());
create function tests.as_caller() returns void language sql as $$
  select set_config('request.jwt.claims', '{"sub": "10000000-0000-4000-8000-000000000042", "role": "authenticated", "user_role": "rider"}', true),
    set_config('role', 'authenticated', true)
$$;
select results_eq($$ select mobile, mobile_verified from public.profiles where id = '10000000-0000-4000-8000-000000000042' $$,
  $$ values ('+4235550042', true) $$, 'the number of a phone account is verified');
select tests.as_caller();
select throws_ok($$ select public.update_profile(email => 'rider@hackney.test') $$, 'PT403', 'email_unproved', 'a phone account cannot set an unverified email address');
select tests.act_as('admin');
select is((select array_agg(email order by email) from tests.list_people(search => 'rider@hackney.test')), '{rider@hackney.test}', 'an admin finds only the owner of an email address');
select tests.as_owner();
update auth.users set email = 'caller@hackney.test', email_confirmed_at = now() where phone = '4235550042';
select is((select email from public.profiles where id = '10000000-0000-4000-8000-000000000042'), 'caller@hackney.test', 'an email address that Auth verified is copied to the profile');

-- Numbers
select tests.act_as('rider');
select results_eq($$ select mobile, mobile_verified from public.update_profile(mobile => '+4235550042') $$, $$ values ('+4235550042', false) $$,
  'a number that a rider enters is stored as unverified');
select tests.act_as('admin');
select is((select array_agg(id) from tests.list_people(search => '55500') where id <> tests.id('rider')), array['10000000-0000-4000-8000-000000000042'::uuid],
  'an admin finds the person who verified a number');
select is((select array_agg(id) from tests.list_people(search => '+4235550042')), array['10000000-0000-4000-8000-000000000042'::uuid], 'an admin does not find a person who only entered another person''s number');
select results_eq($$ select id, mobile_verified from tests.list_people(search => '+4235550302') $$, $$ select tests.id('rider2'), false $$,
  'an admin finds an unverified number, marked as unverified');
select tests.as_owner();
update auth.users set phone = '4235550043', phone_confirmed_at = now() where id = tests.id('rider3');
select results_eq($$ select mobile, mobile_verified from public.profiles where id = tests.id('rider3') $$, $$ values ('+4235550043', true) $$,
  'a number that Auth verified is copied to the profile as verified');
select tests.act_as('rider3');
select is((public.update_profile(mobile => '+4235550043')).mobile_verified, true, 'a verified number that is entered again stays verified');

-- Sessions
select tests.as_owner();
select tests.session('rider'), tests.session('rider'), tests.session('rider2');
update auth.users set phone = '4235550044', phone_confirmed_at = now() where id = tests.id('rider');
select is(tests.sessions('rider'), 0::bigint, 'a change of the phone number ends open sessions');
select tests.session('rider');
update auth.users set last_sign_in_at = now(), raw_user_meta_data = '{}' where id = tests.id('rider');
select is(tests.sessions('rider'), 1::bigint, 'a change of other account data ends no session');
update auth.users set email = 'anna@hackney.test' where id = tests.id('rider');
select is((select count(*) from auth.sessions s join auth.users u on u.id = s.user_id where u.email = 'anna@hackney.test'), 0::bigint, 'a change of the email address ends open sessions');
select is(tests.sessions('rider2'), 1::bigint, 'a change of the email address does not end other people''s sessions');

-- Deletions by Auth
-- A soft deletion as GoTrue writes it: hashes instead of the contacts, then empty metadata.
create function tests.leaver() returns uuid language sql immutable as $$ select '10000000-0000-4000-8000-000000000045'::uuid $$;
create function tests.soft_delete(user_id uuid) returns void language plpgsql security definer as $$
begin
  update auth.users u set email = 'qgh2tZ6fG9p0V3sYcJkWm1nB8xLrTdEaUoIi5vNe4K0', phone = 'Xb-fRkq3_TzWv0L', encrypted_password = null, email_change = 'h',
    phone_change = 'Xb-fRkq3_TzWv0M', deleted_at = now() where u.id = soft_delete.user_id;
  update auth.users u set raw_user_meta_data = '{}' where u.id = soft_delete.user_id;
  update auth.users u set raw_app_meta_data = '{}' where u.id = soft_delete.user_id;
end $$;
insert into auth.users (id, email, phone, email_confirmed_at, phone_confirmed_at, raw_app_meta_data) values
  (tests.leaver(), 'leaver@hackney.test', '4235550045', now(), now(), '{"provider": "email"}');
insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), tests.leaver(), now(), now());
select tests.soft_delete(tests.leaver());
select results_eq($$ select email, mobile, mobile_verified, deleted_at is null from public.profiles where id = tests.leaver() $$,
  $$ values (null::text, null::text, false, true) $$, 'a soft deletion in Auth takes the contacts from the profile');
select is((select count(*) from auth.sessions s where s.user_id = tests.leaver()), 0::bigint, 'a soft deletion in Auth ends open sessions');
select is((select count(*) from public.notices n where n.user_id = tests.leaver()), 0::bigint, 'a soft deletion in Auth is not announced as a change of contact');
select is((select count(*) from app.known_contacts k, app.contact_hashes('qgh2tZ6fG9p0V3sYcJkWm1nB8xLrTdEaUoIi5vNe4K0', 'Xb-fRkq3_TzWv0L') h (hash)
  where k.hash = h.hash), 0::bigint, 'the hashes of a deleted account are not stored as contacts');
select lives_ok($$ delete from auth.users where id = tests.leaver() $$, 'an account can be deleted for good after its soft deletion');

-- Silent numbers
select is(tests.sms('4235550042'), null, 'a number that signed in recently can sign in');
update auth.users set last_sign_in_at = now() - interval '181 days' where phone = '4235550042';
select is(tests.sms('4235550042'), 'number_dormant', 'a number without a sign-in for half a year is refused');
select tests.next_request();
select is(app.access_token_hook('{"user_id": "10000000-0000-4000-8000-000000000042", "claims": {}}') #>> '{error,message}', null, 'a code to the email address opens the account of a silent number');
select tests.session('caller');
select is(tests.sms('4235550042'), null, 'a person with an open session is not silent');
delete from auth.sessions;
select tests.set('phone_dormant_days', '0');
select is(tests.sms('4235550042'), null, 'with phone_dormant_days = 0 a silent number can sign in');
select tests.set('phone_dormant_days', '180');
select is(tests.sms('4235550042'), 'number_dormant', 'with phone_dormant_days = 180 a silent number is refused again');
select tests.next_request();
select tests.act_as('rider2');
select throws_ok($$ select public.readmit_number('10000000-0000-4000-8000-000000000042') $$, 'PT403', 'not_allowed', 'a rider cannot admit a silent number');
select tests.act_as('admin');
select lives_ok($$ select public.readmit_number('10000000-0000-4000-8000-000000000042') $$, 'an admin admits a silent number');
select tests.as_owner();
select is(tests.sms('4235550042'), null, 'an admitted number can sign in');
select tests.turn('25 hours');
select is(tests.sms('4235550042'), 'number_dormant', 'an admitted number is refused again after a day');
select * from finish();
