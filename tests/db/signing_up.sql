-- Signing up as hosted Auth does it: whoever asks first for a code to an address leaves a name, a referrer and a password
-- with the account, and the one who proves it later may be somebody else.
select no_plan();

-- One request as GoTrue writes it: the account, then the time at which its code went out.
create function tests.ask_first(name text, sent_after interval default '1 second', app jsonb default '{"provider": "email"}') returns uuid
language plpgsql security definer as $$
declare v_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data, created_at) values
    (v_id, name || '@hackney.test', 'mallorys', app, jsonb_build_object('sub', v_id, 'email', name || '@hackney.test', 'first_name', 'Mallory',
      'last_name', 'Black', 'mobile', '+423 666 66 66', 'referral_id', (select p.referral_id from public.profiles p where p.id = tests.id('rider2'))), now() - interval '1 hour');
  update auth.users u set confirmation_sent_at = u.created_at + sent_after where u.id = v_id;
  return v_id;
end $$;
create function tests.prove(name text) returns void language sql security definer as $$
  update auth.users u set email_confirmed_at = now(), raw_user_meta_data = u.raw_user_meta_data || '{"email_verified": true}' where u.id = tests.id(name)
$$;
create function tests.said(name text) returns text language sql stable security definer as $$
  select concat_ws('|', p.first_name, p.last_name, p.mobile, p.signup_via_referral is not null, u.encrypted_password)
  from public.profiles p join auth.users u using (id) where p.id = tests.id(name)
$$;

select tests.as_owner();
-- Before a proof
select tests.ask_first('first');
select is(tests.said('first'), '||f|mallorys', 'what was said with a request is in no profile before the account is proved');
-- The only request
select tests.prove('first');
select is(tests.said('first'), 'Mallory|Black|+423 666 66 66|t|mallorys', 'what was said with the only code that was sent counts once it is proved');
-- Attacker first, owner later
select tests.ask_first('owner', '2 minutes');
select tests.prove('owner');
select is(tests.said('owner'), '||f|', 'an attacker who asked first leaves no name, number, referrer or password to the owner who proves a later code');
select is((select raw_user_meta_data - 'sub' from auth.users where id = tests.id('owner')),
  '{"email": "owner@hackney.test", "email_verified": true}', 'the metadata of the account forgets the attacker, too');
select tests.ask_first('forgetful');
update auth.users u set recovery_sent_at = u.created_at + interval '2 minutes' where u.id = tests.id('forgetful');
select tests.prove('forgetful');
select is(tests.said('forgetful'), '||f|', 'an owner who proves the account by a new-password code keeps nothing of the attacker');
select tests.ask_first('known', '2 minutes');
update auth.users u set email_confirmed_at = now(), encrypted_password = 'own', raw_user_meta_data = u.raw_user_meta_data || '{"first_name": "Olga", "last_name": "Own"}'
where u.id = tests.id('known');
select is(split_part(tests.said('known'), '|', 1) || '|' || split_part(tests.said('known'), '|', 5), 'Olga|own',
  'an auth server that knows what was said with the very code may write it while it confirms');
-- Later
select tests.let('first', 'select public.update_profile(''Nora'', ''Own'')');
update auth.users set phone = '4235550909', phone_confirmed_at = now(), raw_user_meta_data = '{"first_name": "Eve", "referral_id": "ZZZZZ"}' where id = tests.id('first');
select is(split_part(tests.said('first'), '|', 1), 'Nora', 'a second proof changes no name');
-- Made by the server
select tests.ask_first('staff', '2 minutes', '{"usertype": "driver", "reg_type": "admin"}');
select is(split_part(tests.said('staff'), '|', 1), 'Mallory', 'what staff says of a person whom they add stands in the profile at once');
select tests.prove('staff');
select is(tests.said('staff'), 'Mallory|Black|+423 666 66 66|t|mallorys', 'what staff says of a person stays when the person signs in');
select * from finish();
