-- Signing in: bounded metadata, contacts that somebody has proved, sessions after a change of contact, silent numbers.
select no_plan();

create function tests.session(name text) returns uuid language sql security definer as $$
  insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), tests.id(name), now(), now()) returning id
$$;
create function tests.sessions(name text) returns bigint language sql stable security definer as $$
  select count(*) from auth.sessions s where s.user_id = tests.id(name)
$$;
-- What a code to a number does, as Auth writes it: the time of the proof, then the token. Answers the hook's refusal.
create function tests.sms(number text) returns text language plpgsql security definer as $$
declare v_id uuid := (select u.id from auth.users u where u.phone = number);
begin
  update auth.users u set phone_confirmed_at = clock_timestamp() where u.id = v_id;
  return app.access_token_hook(jsonb_build_object('user_id', v_id, 'claims', '{}'::jsonb)) #>> '{error,message}';
end $$;
-- Everything here is one transaction; the mark is for the next token of the same one.
create function tests.next_request() returns void language sql security definer as $$
  update app.silent_numbers set refused_in = null
$$;

-- Metadata
select tests.as_owner();
update auth.users u set raw_user_meta_data = '{"first_name": "Anna"}' where u.id = tests.id('rider');
update auth.users u set raw_user_meta_data = jsonb_build_object('first_name', repeat('x', 3000000)) where u.id = tests.id('rider');
select is((select raw_user_meta_data from auth.users where id = tests.id('rider')), '{"first_name": "Anna"}', 'three megabytes of metadata change nothing');
insert into auth.users (id, email, raw_user_meta_data) values ('10000000-0000-4000-8000-000000000041', 'big@hackney.test',
  jsonb_build_object('email', 'big@hackney.test', 'more', repeat('x', 20000)));
select is((select raw_user_meta_data from auth.users where email = 'big@hackney.test'), '{"email": "big@hackney.test"}', 'a new account with too much metadata keeps what Auth wrote');
select is(app.access_token_hook(jsonb_build_object('user_id', tests.id('rider'), 'claims', jsonb_build_object('sub', 'x', 'user_metadata', jsonb_build_object('a', repeat('x', 16000)))))
  -> 'claims', '{"sub": "x", "user_role": "rider", "user_metadata": {}}', 'metadata is not in the token');

-- Addresses
select tests.as_owner();
insert into auth.users (id, phone, phone_confirmed_at, raw_app_meta_data, last_sign_in_at) values
  ('10000000-0000-4000-8000-000000000042', '4235550042', now(), '{"provider": "phone"}', now());
create function tests.as_caller() returns void language sql as $$
  select set_config('request.jwt.claims', '{"sub": "10000000-0000-4000-8000-000000000042", "role": "authenticated", "user_role": "rider"}', true),
    set_config('role', 'authenticated', true)
$$;
select results_eq($$ select mobile, mobile_verified from public.profiles where id = '10000000-0000-4000-8000-000000000042' $$,
  $$ values ('4235550042', true) $$, 'the number of a phone account is a proved one');
select tests.as_caller();
select throws_ok($$ select public.update_profile(email => 'rider@hackney.test') $$, 'PT403', 'email_unproved', 'a phone account cannot give itself an address that nobody proved');
select tests.act_as('admin');
select is((select array_agg(email order by email) from public.list_people(search => 'rider@hackney.test')), '{rider@hackney.test}', 'the desk finds the owner of an address and nobody else');
select tests.as_owner();
update auth.users set email = 'caller@hackney.test', email_confirmed_at = now() where phone = '4235550042';
select is((select email from public.profiles where id = '10000000-0000-4000-8000-000000000042'), 'caller@hackney.test', 'an address that Auth has proved is copied to the profile');

-- Numbers
select tests.act_as('rider');
select results_eq($$ select mobile, mobile_verified from public.update_profile(mobile => '+423 555 00 42') $$, $$ values ('+423 555 00 42', false) $$,
  'a number that its owner only says is a contact and marked as unproved');
select tests.act_as('admin');
select is((select array_agg(id) from public.list_people(search => '55500') where id <> tests.id('rider')), array['10000000-0000-4000-8000-000000000042'::uuid],
  'the desk finds who has proved a number');
select is((select array_agg(id) from public.list_people(search => '+423 555 00 42')), array['10000000-0000-4000-8000-000000000042'::uuid], 'the desk does not find who claims the number of somebody else');
select results_eq($$ select id, mobile_verified from public.list_people(search => '+423 555 03 02') $$, $$ select tests.id('rider2'), false $$,
  'a contact that nobody has proved is found, and marked');
select tests.as_owner();
update auth.users set phone = '4235550043', phone_confirmed_at = now() where id = tests.id('rider3');
select results_eq($$ select mobile, mobile_verified from public.profiles where id = tests.id('rider3') $$, $$ values ('4235550043', true) $$,
  'a number that Auth has proved is copied, and marked');
select tests.act_as('rider3');
select is((public.update_profile(mobile => '+423 555 00 43')).mobile_verified, true, 'the proved number in another spelling stays proved');

-- Sessions
select tests.as_owner();
select tests.session('rider'), tests.session('rider'), tests.session('rider2');
update auth.users set phone = '4235550044', phone_confirmed_at = now() where id = tests.id('rider');
select is(tests.sessions('rider'), 0::bigint, 'a change of number ends the sessions that were open');
select tests.session('rider');
update auth.users set last_sign_in_at = now(), raw_user_meta_data = '{}' where id = tests.id('rider');
select is(tests.sessions('rider'), 1::bigint, 'another change of the account ends none');
update auth.users set email = 'anna@hackney.test' where id = tests.id('rider');
select is((select count(*) from auth.sessions s join auth.users u on u.id = s.user_id where u.email = 'anna@hackney.test'), 0::bigint, 'a change of address ends them');
select is(tests.sessions('rider2'), 1::bigint, 'a change of address leaves other people''s sessions alone');

-- Silent numbers
select is(tests.sms('4235550042'), null, 'a number that signed in lately opens its account');
update auth.users set last_sign_in_at = now() - interval '181 days' where phone = '4235550042';
select is(tests.sms('4235550042'), 'number_silent', 'a number that was silent for half a year opens nothing');
select tests.next_request();
select is(app.access_token_hook('{"user_id": "10000000-0000-4000-8000-000000000042", "claims": {}}') #>> '{error,message}', null, 'a code to the address opens the account');
select tests.session('caller');
select is(tests.sms('4235550042'), null, 'a person with a living session is not silent');
delete from auth.sessions;
select tests.set('phone_silence_days', '0');
select is(tests.sms('4235550042'), null, 'an operator may switch it off');
select tests.set('phone_silence_days', '180');
select is(tests.sms('4235550042'), 'number_silent', 'an operator may switch it on again');
select tests.next_request();
select tests.act_as('rider2');
select throws_ok($$ select public.admit_number('10000000-0000-4000-8000-000000000042') $$, 'PT403', 'not_allowed', 'a rider admits no number');
select tests.act_as('admin');
select lives_ok($$ select public.admit_number('10000000-0000-4000-8000-000000000042') $$, 'the desk admits a number');
select tests.as_owner();
select is(tests.sms('4235550042'), null, 'which then opens the account');
select tests.turn('25 hours');
select is(tests.sms('4235550042'), 'number_silent', 'for a day');
select * from finish();
