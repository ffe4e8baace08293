-- Setting up a firm: the one-time link with which its first owner signs in.
select no_plan();

create function pg_temp.hash(name text) returns text language sql as $$ select encode(sha256(convert_to(name, 'UTF8')), 'hex') $$;
-- The two windows of a browser.
create function pg_temp.window(nr integer) returns uuid language sql as $$ select ('0000000' || nr || '-0000-4000-8000-000000000000')::uuid $$;
create function pg_temp.plan(key text, email text default 'Ann@Taxi.example', nr integer default 1) returns jsonb language sql as $$
  select public.plan_setup(pg_temp.hash(key), email, pg_temp.window(nr)) $$;
-- The account that the auth server makes of a plan, and the owner's first sign-in.
create function pg_temp.make(plan jsonb) returns void language sql security definer as $$
  insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data)
  values ((plan #>> '{user,id}')::uuid, plan #>> '{user,email}', now(), plan #> '{user,app_metadata}') $$;
create function pg_temp.sign_in(user_id uuid) returns void language sql security definer as $$
  update auth.users u set last_sign_in_at = now() where u.id = user_id $$;
-- Changes all owners without the rules that keep the last one.
create function pg_temp.owners(change jsonb) returns void language plpgsql security definer as $$
begin
  perform set_config('session_replication_role', 'replica', true);
  update public.profiles p set (approved, suspended_at, staff_role) = (select n.approved, n.suspended_at, n.staff_role
    from jsonb_populate_record(p, change) n) where p.staff_role = 'owner';
  perform set_config('session_replication_role', 'origin', true);
end $$;
create function pg_temp.log() returns setof text language sql security definer as $$
  select a.action from public.audit_log a where a.action in ('open_setup', 'wrong_setup_key', 'use_setup_key') order by a.id $$;
create temp table kept (plan jsonb);
grant all on kept to public;

-- While the firm has an owner
select tests.as_visitor();
select throws_ok($$ select public.open_setup_key(pg_temp.hash('mine')) $$, '42501', null, 'a visitor cannot open a key of the set-up');
select throws_ok($$ select pg_temp.plan('mine') $$, '42501', null, 'a visitor cannot try a key of the set-up without the endpoint that counts attempts');
select throws_ok($$ select public.finish_setup(pg_temp.hash('mine')) $$, '42501', null, 'a visitor cannot finish the set-up');
select throws_ok($$ select * from app.setup_keys $$, '42501', null, 'a visitor cannot read keys of the set-up');
select tests.act_as('admin');
select throws_ok($$ select public.open_setup_key(pg_temp.hash('mine')) $$, '42501', null, 'an owner cannot open a key of the set-up');
select tests.as_service();
select throws_ok($$ select public.open_setup_key(pg_temp.hash('mine')) $$, 'PT409', 'setup_done', 'no key opens while the firm has an owner');
select is(pg_temp.plan('mine') ->> 'message', 'setup_key_invalid', 'a guess at a firm with an owner is answered like any other');
select tests.as_owner();
select is_empty($$ select pg_temp.log() $$, 'guesses while no key is open write nothing');
insert into app.setup_keys (hash, user_id, expires_at) values (pg_temp.hash('old'), gen_random_uuid(), app.now() + interval '1 hour');
select tests.as_service();
select throws_ok($$ select pg_temp.plan('old') $$, 'PT409', 'setup_done', 'an open key makes no second owner');
select throws_ok($$ select public.finish_setup(pg_temp.hash('old')) $$, 'PT409', 'setup_done', 'a sign-in of an owner ends a set-up that is under way');
select tests.as_owner();
delete from app.setup_keys;

-- Suspended owners count, former ones do not.
select pg_temp.owners('{"approved": false, "suspended_at": "2026-01-01"}');
select tests.as_service();
select throws_ok($$ select public.open_setup_key(pg_temp.hash('mine')) $$, 'PT409', 'setup_done', 'suspended owners keep the firm');
select pg_temp.owners('{"staff_role": "finance"}');

-- Keys
select tests.as_service();
select throws_ok($$ select public.open_setup_key('mine') $$, 'PT422', 'setup_key_invalid', 'a key is opened by its hash only');
select throws_ok($$ select public.open_setup_key(null) $$, 'PT422', 'setup_key_invalid', 'a key needs a hash');
select is(public.open_setup_key(pg_temp.hash('first')), app.now() + interval '30 minutes', 'a key is open for 30 minutes');
select lives_ok($$ select public.open_setup_key(pg_temp.hash('second')) $$, 'a new key opens beside an earlier one');
select throws_ok($$ select pg_temp.plan('first') $$, 'PT410', 'setup_key_expired', 'a new key ends the earlier one');
select throws_ok($$ select pg_temp.plan('second', 'ann') $$, 'PT422', 'proper_email', 'the owner needs a valid address');
select throws_ok($$ select pg_temp.plan('second', 'Rider@hackney.test') $$, 'PT409', 'user_exists', 'a rider does not become the owner');
select is((select jsonb_agg(distinct pg_temp.plan('guess ' || n)) from generate_series(1, 9) n),
  '[{"code": "PT403", "message": "setup_key_invalid", "hint": "This link is not valid; print a new one"}]', 'all guesses have one answer');
select is(pg_temp.plan('second') #>> '{user,email}', 'ann@taxi.example', 'a key survives nine guesses');
select is(pg_temp.plan('guess') ->> 'message', 'setup_key_invalid', 'the tenth guess has the same answer');
select throws_ok($$ select pg_temp.plan('second', nr => 1) $$, 'PT410', 'setup_key_expired', 'ten guesses end a key');
select lives_ok($$ select public.open_setup_key(pg_temp.hash('third')) $$, 'the operator opens another key after the guesses');
select tests.turn('31 minutes');
select throws_ok($$ select pg_temp.plan('third') $$, 'PT410', 'setup_key_expired', 'a key ends after 30 minutes');
select is(pg_temp.plan('guess') ->> 'message', 'setup_key_invalid', 'a guess after that time has the same answer');
select tests.as_owner();
select bag_eq($$ select pg_temp.log() $$, $$ select 'open_setup' from generate_series(1, 3) union all select 'wrong_setup_key' from generate_series(1, 10) $$,
  'every key and every guess at an open one is in the audit log');
select is_empty($$ select a.id from public.audit_log a where a::text ~ '[0-9a-f]{64}' and a.action like '%setup%' $$, 'the audit log has no hash of a key');

-- Two windows
select tests.as_service();
select public.open_setup_key(pg_temp.hash('fourth'));
insert into kept select pg_temp.plan('fourth');
select is((select k.plan ->> 'made' from kept k), 'false', 'the first try makes the account');
select is((select k.plan #> '{user,app_metadata}' from kept k), '{"usertype": "admin", "staff_role": "owner", "reg_type": "admin"}', 'the account is that of an owner');
select throws_ok($$ select pg_temp.plan('fourth', nr => 2) $$, 'PT409', 'setup_in_use', 'a second window is refused while the first one uses the link');
select throws_ok($$ select pg_temp.plan('fourth', 'bob@taxi.example', 2) $$, 'PT409', 'setup_in_use', 'a second window is refused with another address, too');
select throws_ok($$ select public.plan_setup(pg_temp.hash('fourth'), 'ann@taxi.example') $$, 'PT409', 'setup_in_use', 'a try without a window is another window');
select is(pg_temp.plan('fourth'), (select k.plan from kept k), 'the same window may try again');
select is(pg_temp.plan('fourth', 'anna@taxi.example') ->> 'id', (select k.plan ->> 'id' from kept k), 'the address may change before the account is made, whose id stays');

-- Between the account and its first sign-in
select pg_temp.make((select k.plan from kept k));
select lives_ok($$ select public.finish_setup(pg_temp.hash('fourth')) $$, 'the set-up gives a code for the new account');
select is(pg_temp.plan('fourth') ->> 'made', 'true', 'the same link finds the account that an interrupted try made');
select throws_ok($$ select pg_temp.plan('fourth', 'bob@taxi.example') $$, 'PT409', 'setup_in_use', 'the link makes no second account');
select tests.turn('2 minutes');
select is(pg_temp.plan('fourth', nr => 2) ->> 'made', 'true', 'another window may go on once the first one is quiet');
select lives_ok($$ select public.open_setup_key(pg_temp.hash('new')) $$, 'a new link opens while the owner has never signed in');
select throws_ok($$ select public.finish_setup(pg_temp.hash('fourth')) $$, 'PT410', 'setup_key_expired', 'an ended link gives no further code');
select is(pg_temp.plan('new') - 'made', (select k.plan - 'made' from kept k), 'the new link is for the same account');
select count(pg_temp.plan('guess ' || n)) from generate_series(1, 10) n;
select tests.turn('2 days');
select lives_ok($$ select public.open_setup_key(pg_temp.hash('late')) $$, 'a link opens days after ten guesses ended that of an owner who has never signed in');
select is(pg_temp.plan('late'), (select k.plan || '{"made": true}' from kept k), 'a link of days later is for the account that an earlier one made');
select lives_ok($$ select public.open_setup_key(pg_temp.hash('fifth')) $$, 'a link opens again after that of days later');
select pg_temp.sign_in((select (k.plan ->> 'id')::uuid from kept k));
select throws_ok($$ select pg_temp.plan('fifth') $$, 'PT409', 'setup_done', 'the first sign-in ends the link');
select throws_ok($$ select public.finish_setup(pg_temp.hash('fifth')) $$, 'PT409', 'setup_done', 'a code that is under way is withheld after the first sign-in');
select throws_ok($$ select public.open_setup_key(pg_temp.hash('sixth')) $$, 'PT409', 'setup_done', 'no further link opens');
select tests.as_owner();
select is((select p.usertype::text || p.staff_role || p.approved || coalesce(p.created_by::text, '') from public.profiles p, kept k
  where p.id = (k.plan ->> 'id')::uuid), 'adminownertrue', 'the account is an approved owner whom nobody added');

-- An owner of a link who is none any more
select pg_temp.owners('{"staff_role": "finance"}');
select tests.as_service();
select lives_ok($$ select public.open_setup_key(pg_temp.hash('seventh')) $$, 'a firm without an owner gets a link again');
select isnt(pg_temp.plan('seventh', 'carl@taxi.example') ->> 'id', (select k.plan ->> 'id' from kept k), 'a later link makes another account than that of a former owner');
select tests.as_owner();
select * from finish();
