-- People: signing up, token claims, who can read whom, and changing the own profile.
select no_plan();

-- Signing up
select tests.as_owner();
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data, raw_app_meta_data) values
  ('10000000-0000-4000-8000-000000000001', 'new@hackney.test', now(), '{"first_name": "Nora", "usertype": "admin", "referral_id": "zzzzz"}', '{"provider": "email"}'),
  ('10000000-0000-4000-8000-000000000002', 'hired@hackney.test', null, '{}', '{"provider": "email", "usertype": "driver", "approved": false, "reg_type": "admin"}');
insert into auth.users (id, phone, raw_app_meta_data) values ('10000000-0000-4000-8000-000000000003', '4235550001', '{"provider": "phone"}');
select results_eq($$ select usertype::text, approved, first_name, reg_type from public.profiles where id = '10000000-0000-4000-8000-000000000001' $$,
  -- Spec 3.1, 6.2
  $$ values ('rider', true, 'Nora', 'email') $$, 'a person who signs up becomes an approved rider, whatever their metadata says');
-- Spec 3.2, 9.14
select matches((select referral_id from public.profiles where email = 'new@hackney.test'), '^[A-Z]{5}$', 'a person who signs up gets a referral code of five letters');
select is((select signup_via_referral from public.profiles where email = 'new@hackney.test'), null, 'an unknown referral code is not stored');
select results_eq($$ select p.usertype::text, p.approved, p.reg_type, d.driver_active_status from public.profiles p join public.drivers d using (id)
  -- Spec 6.3
  where p.email = 'hired@hackney.test' $$, $$ values ('driver', false, 'admin', false) $$, 'an account that the server creates as a driver is off duty and waits for approval');
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ('10000000-0000-4000-8000-0000000000a1', 'a1@hackney.test', now(), '{"mobile": "<b>call +423 7778899</b>"}'),
  ('10000000-0000-4000-8000-0000000000a2', 'a2@hackney.test', now(), '{"mobile": "+4237778899"}'), ('10000000-0000-4000-8000-0000000000a3', 'a3@hackney.test', now(), '{"mobile": {"a": 1}}');
select results_eq($$ select mobile from public.profiles where id::text like '10000000-0000-4000-8000-0000000000a_' order by id $$,
  $$ values (null), ('+4237778899'), (null) $$, 'a number from the sign-up data is stored only in E.164 form');
select results_eq($$ select mobile, reg_type from public.profiles where id = '10000000-0000-4000-8000-000000000003' $$,
  $$ values ('+4235550001', 'mobile') $$, 'a phone account stores its number in the profile');
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
select '10000000-0000-4000-8000-000000000004', 'friend@hackney.test', now(), jsonb_build_object('referral_id', lower(p.referral_id))
from public.profiles p where p.email = 'rider@hackney.test';
select is((select signup_via_referral from public.profiles where email = 'friend@hackney.test'),
  -- Spec 3.2
  (select referral_id from public.profiles where email = 'rider@hackney.test'), 'the code of a known referrer is stored at sign-up');
select throws_ok($$ insert into auth.users (id, email, raw_app_meta_data) values (gen_random_uuid(), 'x@hackney.test', '{"usertype": "king"}') $$,
  -- Spec 3.3, 6.1
  '23514', null, 'an account with an unknown user type is refused');
update auth.users set email = 'newer@hackney.test' where id = '10000000-0000-4000-8000-000000000001';
select is((select email from public.profiles where id = '10000000-0000-4000-8000-000000000001'), 'newer@hackney.test', 'the profile''s email address follows the account');

-- Claims
select is(tests.claims('rider')::jsonb ->> 'user_role', 'rider', 'a rider''s token has the role rider');
select ok(not tests.claims('rider')::jsonb ? 'fleet_id', 'a rider''s token names no fleet');
select is(tests.claims('driver2')::jsonb ->> 'fleet_id', tests.id('fleet')::text, 'a driver''s token names the fleet');
select is(tests.claims('fleet')::jsonb ->> 'fleet_id', tests.id('fleet')::text, 'a fleet admin''s token names the own id as the fleet');
select is(app.access_token_hook(jsonb_build_object('user_id', tests.id('hired'), 'claims', '{}'::jsonb)) #>> '{error,message}', 'require_approval',
  -- Spec 4.53, 5.15, 8.16
  'a driver who waits for approval gets no token');
select is(app.access_token_hook('{"user_id": "20000000-0000-4000-8000-000000000001", "claims": {"sub": "x", "user_role": "admin"}}') -> 'claims',
  '{"sub": "x"}', 'a role in the claims of an unknown account is dropped');
select tests.act_as('rider');
select throws_ok($$ select app.access_token_hook('{}') $$, '42501', null, 'a rider cannot call the token hook');
select tests.as_owner();
set local role supabase_auth_admin;
select lives_ok($$ select app.access_token_hook('{"user_id": "20000000-0000-4000-8000-000000000001", "claims": {}}') $$, 'the auth server can call the token hook');

-- Reading
select tests.as_visitor();
select throws_ok($$ select 1 from public.profiles $$, '42501', null, 'a visitor cannot read profiles');
select throws_ok($$ select 1 from public.drivers $$, '42501', null, 'a visitor cannot read drivers');
select tests.act_as('rider');
-- Spec 7.41
select results_eq($$ select email from public.profiles $$, $$ values ('rider@hackney.test') $$, 'a rider reads only their own profile');
select is_empty($$ select 1 from public.drivers $$, 'a rider cannot read driver rows');
select tests.act_as('driver');
select results_eq($$ select email from public.profiles $$, $$ values ('driver@hackney.test') $$, 'a driver reads only their own profile');
select results_eq($$ select id from public.drivers $$, $$ select tests.id('driver') $$, 'a driver reads only the own driver row');
select tests.act_as('fleet');
select set_eq($$ select id from public.profiles $$, $$ select tests.fleet('fleet') union select tests.id('fleet') $$,
  -- Spec 6.17
  'a fleet admin reads the profiles of the own drivers');
select set_eq($$ select id from public.drivers $$, $$ select tests.fleet('fleet') $$, 'a fleet admin reads the driver rows of the own fleet');
select tests.act_as('fleet2');
select set_eq($$ select id from public.profiles $$, $$ select tests.fleet('fleet2') union select tests.id('fleet2') $$, 'another fleet''s admin reads the profiles of that fleet only');
select tests.act_as('admin');
select ok((select count(*) from public.profiles) >= 20, 'an admin reads every profile');
select ok((select count(*) from public.drivers) >= 5, 'an admin reads every driver');

-- Changing the profile
select tests.act_as('rider');
select throws_ok($$ update public.profiles set usertype = 'admin' $$, '42501', null, 'a rider cannot update a profile in the table');
select throws_ok($$ insert into public.drivers (id) values (tests.id('rider')) $$, '42501', null, 'a rider cannot insert a driver row');
select results_eq($$ select first_name, last_name, mobile, lang_locale from public.update_profile('Anne', null, '+4237778899', 'de') $$,
  -- Spec 3.17, 7.14
  $$ values ('Anne', 'Büchel', '+4237778899', 'de') $$, 'a rider changes names, mobile and language; null keeps a value');
select throws_ok($$ select public.update_profile(' ') $$, 'PT422', 'profile_incomplete', 'a rider cannot set a blank first name');
-- Spec 8.11, 9.13
select throws_ok($$ select public.update_profile(mobile => '12 34') $$, 'PT422', 'mobile_no_blank_error', 'a mobile number of six digits or fewer is refused');
select throws_ok($$ select public.update_profile(mobile => '+4237778899112233') $$, 'PT422', 'mobile_no_blank_error', 'a mobile number of more than fifteen digits is refused');
select throws_ok($$ select public.update_profile(mobile => '') $$, 'PT422', 'mobile_no_blank_error', 'a rider cannot remove the mobile number');
select throws_ok(format('select public.update_profile(mobile => %L)', typed), 'PT422', 'mobile_no_blank_error', 'the database does not clean a mobile number: ' || typed)
from unnest(array['+423 777 88 99', ' +4237778899', '004237778899', '7778899', '+4237778899;ext=1', '+٤٢٣٧٧٧٨٨٩٩', '+0423777889']) typed;
select throws_ok($$ select public.update_profile(mobile => 'call me maybe') $$, 'PT422', 'mobile_no_blank_error', 'a mobile number made of words is refused');
-- Spec 5.22
select is((select usertype::text from public.profiles), 'rider', 'a rider stays a rider after changing the profile');
-- Spec 7.15, 7.61
select is((public.set_profile_image(tests.id('rider') || '/profileImage')).profile_image, tests.id('rider') || '/profileImage', 'a rider can set the own picture');
select throws_ok($$ select public.set_profile_image(tests.id('driver') || '/profileImage') $$, 'PT422', 'image_invalid', 'a rider cannot set another person''s picture');
select throws_ok($$ select public.set_profile_image('https://example.com/x.png') $$, 'PT422', 'image_invalid', 'a picture at another host is refused');
select is((public.set_profile_image(null)).profile_image, null, 'a rider can remove the picture');
select tests.as_owner();
-- The contacts that an account of a kind cannot change. All changes are rolled back.
create function tests.locks(kind text) returns text[] language plpgsql as $$
declare
  v_said text[] := '{}';
  v_change text;
begin
  update public.profiles p set reg_type = locks.kind where p.id = tests.id('rider');
  foreach v_change in array array['email => ''other@example.com''', 'mobile => ''+4237000001'''] loop
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
  -- Spec 5.20, 5.21
  'the kind of an account decides which contacts are locked');
select tests.act_as('hired');
select tests.as_owner();
select set_config('request.jwt.claims', jsonb_build_object('sub', tests.id('hired'), 'role', 'authenticated')::text, true), set_config('role', 'authenticated', true);
select throws_ok($$ select public.update_profile(mobile => '+4237778899') $$, 'PT403', 'mobile_locked', 'a number that an admin gave cannot be changed by the person');
-- The locked contacts depend on how the account was created
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
  tests.lock_of(t.reg_type, format('select public.update_profile(mobile => ''+423777001%s'')', t.n))
  from unnest('{email,mobile,social,admin,registration}'::text[]) with ordinality t (reg_type, n) $$,
  $$ values ('email', 'email_locked', 'open'), ('mobile', 'email_unproved', 'mobile_locked'), ('social', 'email_unproved', 'open'),
    ('admin', 'email_locked', 'mobile_locked'), ('registration', 'email_locked', 'mobile_locked') $$, 'email and mobile are locked by reg_type');
create function tests.is_mobile_locked_as(reg_type text) returns boolean language sql volatile security definer as $$
  update public.profiles p set reg_type = is_mobile_locked_as.reg_type where p.id = tests.id('rider4') returning p.mobile_locked
$$;
select results_eq($$ select t.reg_type, tests.is_mobile_locked_as(t.reg_type) from unnest('{email,mobile,social,admin,registration}'::text[]) t (reg_type) $$,
  $$ values ('email', false), ('mobile', true), ('social', false), ('admin', true), ('registration', true) $$, 'the profile says whether its number is locked');
select tests.as_visitor();
select throws_ok($$ select public.update_profile('X') $$, '42501', null, 'a visitor cannot change a profile');
select throws_ok($$ select public.set_profile_image('x') $$, '42501', null, 'a visitor cannot set a picture');
select tests.as_owner();
-- Spec 5.1, 8.1
select throws_ok($$ select app.me() $$, 'PT401', 'must_login', 'a call without a session is refused with must_login');
select set_config('request.jwt.claims', '{"sub": "20000000-0000-4000-8000-000000000001", "role": "authenticated"}', true);
-- Spec 6.29, 8.2
select throws_ok($$ select app.me() $$, 'PT403', 'user_issue_contact_admin', 'a call of an account without a profile is refused');

-- Acting as the owner
select tests.as_owner();
select throws_ok($$ update public.drivers set fleet_id = tests.id('rider') where id = tests.id('driver') $$, '23514', null, 'a driver''s fleet cannot be a rider');
select throws_ok($$ update public.profiles set deleted_at = app.now() where id = tests.id('rider') $$, '23514', null, 'a deleted person cannot keep a name');
select * from finish();
