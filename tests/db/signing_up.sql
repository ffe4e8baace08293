-- Signing up with hosted Auth: the first person who requests a code to an address stores a name, a referrer and a password in
-- the account. The person who verifies it later may be someone else.
select no_plan();

-- One request as GoTrue writes it: the account, then the time at which its code was sent.
create function tests.ask_first(name text, sent_after interval default '1 second', app jsonb default '{"provider": "email"}') returns uuid
language plpgsql security definer as $$
declare v_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at) values
    (v_id, name || '@hackney.test', 'mallorys', app, jsonb_build_object('sub', v_id, 'email', name || '@hackney.test', 'first_name', 'Mallory',
      'last_name', 'Black', 'mobile', '+4236666666', 'referral_id', (select p.referral_id from public.profiles p where p.id = tests.id('rider2'))), now() - interval '1 hour');
  update auth.users u set confirmation_sent_at = u.created_at + sent_after where u.id = v_id;
  return v_id;
end $$;
-- A confirmation as GoTrue writes it: two updates, the second with the metadata that it read before the first.
create function tests.prove(name text) returns void language plpgsql security definer as $$
declare v_read jsonb := (select u.raw_user_meta_data from auth.users u where u.id = tests.id(name));
begin
  update auth.users u set email_confirmed_at = now() where u.id = tests.id(name);
  update auth.users u set raw_user_meta_data = v_read || '{"email_verified": true}' where u.id = tests.id(name);
end $$;
create function tests.stored_profile(name text) returns text language sql stable security definer as $$
  select concat_ws('|', p.first_name, p.last_name, p.mobile, p.signup_via_referral is not null, u.encrypted_password)
  from public.profiles p join auth.users u using (id) where p.id = tests.id(name)
$$;

select tests.as_owner();
-- Before the verification
select tests.ask_first('first');
select is(tests.stored_profile('first'), '||f|mallorys', 'data of a sign-up request is not in the profile before the account is verified');
-- The only request
select tests.prove('first');
select is(tests.stored_profile('first'), 'Mallory|Black|+4236666666|t|mallorys', 'data of the only sign-up request counts once its code is verified');
-- Attacker first, owner later
select tests.ask_first('owner', '2 minutes');
select tests.prove('owner');
select is(tests.stored_profile('owner'), '||f|', 'an attacker''s earlier request leaves the owner no name, number, referrer or password');
select is((select raw_user_meta_data - 'sub' from auth.users where id = tests.id('owner')),
  '{"email": "owner@hackney.test", "email_verified": true}', 'an attacker''s earlier request leaves the owner no metadata');
-- In a test, all of this is one transaction; on Auth the person's own change is a later one, where nothing is discarded.
select set_config('app.discarded_metadata', '', true);
update auth.users u set raw_user_meta_data = u.raw_user_meta_data || '{"first_name": "Mallory", "last_name": "Black"}' where u.id = tests.id('owner');
select is((select raw_user_meta_data ->> 'first_name' from auth.users where id = tests.id('owner')), 'Mallory', 'metadata that the owner enters later is kept');
select tests.ask_first('other', '2 minutes');
select tests.prove('other');
update auth.users u set raw_user_meta_data = u.raw_user_meta_data || '{"first_name": "Olga"}' where u.id = tests.id('other');
select is((select raw_user_meta_data ->> 'first_name' from auth.users where id = tests.id('other')), 'Olga', 'other metadata that Auth writes after the confirmation is kept');
select tests.ask_first('forgetful');
update auth.users u set recovery_sent_at = u.created_at + interval '2 minutes' where u.id = tests.id('forgetful');
select tests.prove('forgetful');
select is(tests.stored_profile('forgetful'), '||f|', 'an account verified by a password reset keeps nothing of the attacker');
select tests.ask_first('known', '2 minutes');
update auth.users u set email_confirmed_at = now(), encrypted_password = 'own', raw_user_meta_data = u.raw_user_meta_data || '{"first_name": "Olga", "last_name": "Own"}'
where u.id = tests.id('known');
select is(split_part(tests.stored_profile('known'), '|', 1) || '|' || split_part(tests.stored_profile('known'), '|', 5), 'Olga|own',
  'names that the auth server writes with the verification are kept');
-- Later
select tests.let('first', 'select public.update_profile(''Nora'', ''Own'')');
update auth.users set phone = '4235550909', phone_confirmed_at = now(), raw_user_meta_data = '{"first_name": "Eve", "referral_id": "ZZZZZ"}' where id = tests.id('first');
select is(split_part(tests.stored_profile('first'), '|', 1), 'Nora', 'a later verification does not change the name');
-- Created by the server
select tests.ask_first('staff', '2 minutes', '{"usertype": "driver", "reg_type": "admin"}');
select is(split_part(tests.stored_profile('staff'), '|', 1), 'Mallory', 'names that staff enters for a new person are stored at once');
select tests.prove('staff');
select is(tests.stored_profile('staff'), 'Mallory|Black|+4236666666|t|mallorys', 'names that staff entered stay when the person signs in');
select * from finish();
