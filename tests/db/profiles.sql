-- People: signing up, claims, who reads whom, changing oneself.
select no_plan();

-- Signing up
select tests.as_owner();
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, raw_app_meta_data) values
  ('10000000-0000-4000-8000-000000000001', 'new@hackney.test', now(), '{"first_name": "Nora", "usertype": "admin", "referral_id": "zzzzz"}', '{"provider": "email"}'),
  ('10000000-0000-4000-8000-000000000002', 'hired@hackney.test', null, '{}', '{"provider": "email", "usertype": "driver", "approved": false, "reg_type": "admin"}');
insert into auth.users (id, phone, raw_app_meta_data) values ('10000000-0000-4000-8000-000000000003', '4235550001', '{"provider": "phone"}');
select results_eq($$ select usertype::text, approved, first_name, reg_type from public.profiles where id = '10000000-0000-4000-8000-000000000001' $$,
  $$ values ('rider', true, 'Nora', 'email') $$, 'whoever signs up is an approved rider, whatever they say of themselves');
select matches((select referral_id from public.profiles where email = 'new@hackney.test'), '^[A-Z]{5}$', 'whoever signs up can invite by five letters');
select is((select signup_via_referral from public.profiles where email = 'new@hackney.test'), null, 'an unknown referrer is nobody');
select results_eq($$ select p.usertype::text, p.approved, p.reg_type, d.driver_active_status from public.profiles p join public.drivers d using (id)
  where p.email = 'hired@hackney.test' $$, $$ values ('driver', false, 'admin', false) $$, 'the server makes drivers, off duty and waiting');
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ('10000000-0000-4000-8000-0000000000a1', 'a1@hackney.test', now(), '{"mobile": "<b>call +423 7778899</b>"}'),
  ('10000000-0000-4000-8000-0000000000a2', 'a2@hackney.test', now(), '{"mobile": "+423 (777) 88-99"}'), ('10000000-0000-4000-8000-0000000000a3', 'a3@hackney.test', now(), '{"mobile": {"a": 1}}');
select results_eq($$ select mobile from public.profiles where id::text like '10000000-0000-4000-8000-0000000000a_' order by id $$,
  $$ values (null), ('+423 777 88-99'), (null) $$, 'what is said to be a number is kept if it is one');
select results_eq($$ select mobile, reg_type from public.profiles where id = '10000000-0000-4000-8000-000000000003' $$,
  $$ values ('4235550001', 'mobile') $$, 'a phone account has its number');
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
select '10000000-0000-4000-8000-000000000004', 'friend@hackney.test', now(), jsonb_build_object('referral_id', lower(p.referral_id))
from public.profiles p where p.email = 'rider@hackney.test';
select is((select signup_via_referral from public.profiles where email = 'friend@hackney.test'),
  (select referral_id from public.profiles where email = 'rider@hackney.test'), 'a known referrer is kept');
select throws_ok($$ insert into auth.users (id, email, raw_app_meta_data) values (gen_random_uuid(), 'x@hackney.test', '{"usertype": "king"}') $$,
  '23514', null, 'there are four kinds of people');
update auth.users set email = 'newer@hackney.test' where id = '10000000-0000-4000-8000-000000000001';
select is((select email from public.profiles where id = '10000000-0000-4000-8000-000000000001'), 'newer@hackney.test', 'the address follows the account');

-- Claims
select is(tests.claims('rider')::jsonb ->> 'user_role', 'rider', 'a rider''s token says so');
select ok(not tests.claims('rider')::jsonb ? 'fleet_id', 'a rider''s token names no fleet');
select is(tests.claims('driver2')::jsonb ->> 'fleet_id', tests.id('fleet')::text, 'a driver''s token names the fleet');
select is(tests.claims('fleet')::jsonb ->> 'fleet_id', tests.id('fleet')::text, 'a fleet admin is the fleet');
select is(app.access_token_hook(jsonb_build_object('user_id', tests.id('hired'), 'claims', '{}'::jsonb)) #>> '{error,message}', 'require_approval',
  'a driver who waits for approval gets no token');
select is(app.access_token_hook('{"user_id": "20000000-0000-4000-8000-000000000001", "claims": {"sub": "x", "user_role": "admin"}}') -> 'claims',
  '{"sub": "x"}', 'nobody''s claims are not believed');
select tests.act_as('rider');
select throws_ok($$ select app.access_token_hook('{}') $$, '42501', null, 'people cannot call the hook');
select tests.as_owner();
set local role supabase_auth_admin;
select lives_ok($$ select app.access_token_hook('{"user_id": "20000000-0000-4000-8000-000000000001", "claims": {}}') $$, 'the auth server can');

-- Reading
select tests.as_visitor();
select throws_ok($$ select 1 from public.profiles $$, '42501', null, 'a visitor reads nobody');
select throws_ok($$ select 1 from public.drivers $$, '42501', null, 'a visitor reads no driver');
select tests.act_as('rider');
select results_eq($$ select email from public.profiles $$, $$ values ('rider@hackney.test') $$, 'a rider reads themself alone');
select is_empty($$ select 1 from public.drivers $$, 'a rider reads no driver row');
select tests.act_as('driver');
select results_eq($$ select email from public.profiles $$, $$ values ('driver@hackney.test') $$, 'a driver reads themself alone');
select results_eq($$ select id from public.drivers $$, $$ select tests.id('driver') $$, 'a driver reads the own driver row');
select tests.act_as('fleet');
select set_eq($$ select id from public.profiles $$, $$ select tests.fleet('fleet') union select tests.id('fleet') $$,
  'a fleet admin reads the fleet''s drivers');
select set_eq($$ select id from public.drivers $$, $$ select tests.fleet('fleet') $$, 'a fleet admin reads the driver rows of the fleet');
select tests.act_as('fleet2');
select set_eq($$ select id from public.profiles $$, $$ select tests.fleet('fleet2') union select tests.id('fleet2') $$, 'another fleet sees its own');
select tests.act_as('admin');
select ok((select count(*) from public.profiles) >= 20, 'an admin reads everyone');
select ok((select count(*) from public.drivers) >= 5, 'an admin reads every driver');

-- Changing
select tests.act_as('rider');
select throws_ok($$ update public.profiles set usertype = 'admin' $$, '42501', null, 'nobody writes a profile as a table');
select throws_ok($$ insert into public.drivers (id) values (tests.id('rider')) $$, '42501', null, 'nobody makes themself a driver');
select results_eq($$ select first_name, last_name, mobile, lang_locale from public.update_profile('Anne', null, '+423 777 88 99', 'de') $$,
  $$ values ('Anne', 'Büchel', '+423 777 88 99', 'de') $$, 'a rider changes names, mobile and language; null keeps');
select throws_ok($$ select public.update_profile(' ') $$, 'PT422', 'profile_incomplete', 'a blank name is none');
select throws_ok($$ select public.update_profile(mobile => '12 34') $$, 'PT422', 'mobile_no_blank_error', 'a number has more than six digits');
select throws_ok($$ select public.update_profile(mobile => '+423 777 88 99 11 22 33') $$, 'PT422', 'mobile_no_blank_error', 'a number has twenty characters at most');
select throws_ok($$ select public.update_profile(mobile => '') $$, 'PT422', 'mobile_no_blank_error', 'a number does not go away');
select is((public.update_profile(mobile => ' (0423) 777/88.99 ')).mobile, '0423 777 88 99', 'other ways to write it are put straight');
select throws_ok($$ select public.update_profile(mobile => 'call me maybe') $$, 'PT422', 'mobile_no_blank_error', 'a number is not made of words');
select is((select usertype::text from public.profiles), 'rider', 'a rider stays a rider');
select is((public.set_profile_image(tests.id('rider') || '/profileImage')).profile_image, tests.id('rider') || '/profileImage', 'a picture is the own one');
select throws_ok($$ select public.set_profile_image(tests.id('driver') || '/profileImage') $$, 'PT422', 'image_invalid', 'nobody else''s');
select throws_ok($$ select public.set_profile_image('https://example.com/x.png') $$, 'PT422', 'image_invalid', 'a picture from elsewhere is refused');
select is((public.set_profile_image(null)).profile_image, null, 'a picture can be taken away');
select tests.as_owner();
-- What an account of a kind may not change of its contacts; nothing of it stays.
create function tests.locks(kind text) returns text[] language plpgsql as $$
declare
  v_said text[] := '{}';
  v_change text;
begin
  update public.profiles p set reg_type = locks.kind where p.id = tests.id('rider');
  foreach v_change in array array['email => ''other@example.com''', 'mobile => ''+423 700 00 01'''] loop
    begin
      perform tests.let('rider', format('select public.update_profile(%s)', v_change));
      raise exception 'open';
    exception when others then
      v_said := v_said || sqlerrm;
    end;
  end loop;
  return v_said;
end $$;
select results_eq($$ select k, tests.locks(k) from unnest(array['email', 'mobile', 'social', 'admin', 'registration']) k $$,
  $$ values ('email', array['email_locked', 'open']), ('mobile', array['email_unproved', 'mobile_locked']), ('social', array['email_unproved', 'open']),
    ('admin', array['email_locked', 'mobile_locked']), ('registration', array['email_locked', 'mobile_locked']) $$,
  'the kind of an account locks its contacts');
select tests.act_as('hired');
select tests.as_owner();
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('hired'), 'role', 'authenticated')::text, true), set_config('role', 'authenticated', true);
select throws_ok($$ select public.update_profile(mobile => '+423 777 88 99') $$, 'PT403', 'mobile_locked', 'a number given by an admin is locked');
-- Which contact is locked follows from how the account came to be
select tests.as_owner();
create function tests.lock_of(reg_type text, statement text) returns text language plpgsql security definer as $$
declare v_before text := current_setting('request.jwt.claims', true);
begin
  update public.profiles p set reg_type = lock_of.reg_type where p.id = tests.id('rider4');
  perform tests.let('rider4', statement);
  return 'open';
exception when others then
  perform set_config('request.jwt.claims', v_before, true);
  return sqlerrm;
end $$;
select results_eq($$ select t.reg_type, tests.lock_of(t.reg_type, format('select public.update_profile(email => ''new%s@example.com'')', t.n)),
  tests.lock_of(t.reg_type, format('select public.update_profile(mobile => ''+423 777 00 1%s'')', t.n))
  from unnest('{email,mobile,social,admin,registration}'::text[]) with ordinality t (reg_type, n) $$,
  $$ values ('email', 'email_locked', 'open'), ('mobile', 'email_unproved', 'mobile_locked'), ('social', 'email_unproved', 'open'),
    ('admin', 'email_locked', 'mobile_locked'), ('registration', 'email_locked', 'mobile_locked') $$, 'e-mail and mobile lock by regType');
create function tests.told_lock(reg_type text) returns boolean language sql volatile security definer as $$
  update public.profiles p set reg_type = told_lock.reg_type where p.id = tests.id('rider4') returning p.mobile_locked
$$;
select results_eq($$ select t.reg_type, tests.told_lock(t.reg_type) from unnest('{email,mobile,social,admin,registration}'::text[]) t (reg_type) $$,
  $$ values ('email', false), ('mobile', true), ('social', false), ('admin', true), ('registration', true) $$, 'the profile says whether its number is locked');
select tests.as_visitor();
select throws_ok($$ select public.update_profile('X') $$, '42501', null, 'a visitor changes nobody');
select throws_ok($$ select public.set_profile_image('x') $$, '42501', null, 'a visitor has no picture');
select tests.as_owner();
select throws_ok($$ select app.me() $$, 'PT401', 'must_login', 'without a session there is nobody');
select set_config('request.jwt.claims', '{"sub": "20000000-0000-4000-8000-000000000001", "role": "authenticated"}', true);
select throws_ok($$ select app.me() $$, 'PT403', 'user_issue_contact_admin', 'an account without a profile is told so');

-- Acting as the owner
select tests.as_owner();
select throws_ok($$ update public.drivers set fleet_id = tests.id('rider') where id = tests.id('driver') $$, '23514', null, 'a fleet is a fleet admin''s');
select throws_ok($$ update public.profiles set deleted_at = app.now() where id = tests.id('rider') $$, '23514', null, 'who is gone has no name');
select * from finish();
