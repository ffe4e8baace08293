-- Sessions end when a person's rights shrink or change, and a broadcast tells their open pages.
select no_plan();
create function tests.open_session(name text) returns uuid language sql volatile security definer as $$
  insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), tests.id(name), now()) returning id
$$;
create function tests.sessions(person uuid) returns bigint language sql volatile security definer as $$
  select count(*) from auth.sessions s where s.user_id = person
$$;
create function tests.count_end_broadcasts(person uuid) returns bigint language sql volatile security definer as $$
  select count(*) from realtime.messages m where m.topic = 'user:' || person and m.event = 'session_ended' and m.payload = jsonb_build_object('id', person)
$$;
delete from realtime.messages;

-- Each change that removes rights
create temp table changes (change text, name text, statement text);
insert into changes values
  ('a rider who becomes an admin', 'rider2', $$ update public.profiles set usertype = 'admin' where id = tests.id('rider2') $$),
  ('an admin who becomes a rider', 'rider2', $$ update public.profiles set usertype = 'rider' where id = tests.id('rider2') $$),
  ('a fleet admin who becomes a driver', 'fleet2', $$ update public.profiles set usertype = 'driver' where id = tests.id('fleet2') $$),
  ('a rider who is suspended', 'rider3', $$ select tests.let('admin', format('select public.set_approved(%L, false)', tests.id('rider3'))) $$),
  ('a driver who is suspended', 'driver2', $$ select tests.let('admin', format('select public.edit_person(%L, %L)', tests.id('driver2'), '{"approved": false}')) $$),
  ('a person whom the desk deletes', 'rider4', $$ select tests.let('admin', format('select public.delete_person(%L)', tests.id('rider4'))) $$);
create function tests.check_change(c changes) returns setof text language plpgsql as $$
declare
  v_others bigint;
  v_id uuid := tests.id(c.name); -- By id: a deleted person has no address any more.
begin
  perform tests.open_session(c.name), tests.open_session(c.name), tests.open_session('rider');
  v_others := tests.sessions(tests.id('rider'));
  delete from realtime.messages;
  execute c.statement;
  return next is(tests.sessions(v_id), 0::bigint, format('%s has no session', c.change));
  return next is(tests.count_end_broadcasts(v_id), 1::bigint, format('the open pages of %s get one broadcast', c.change));
  return next is(tests.sessions(tests.id('rider')), v_others, format('the sessions of other people remain after %s', c.change));
end $$;
select tests.clear_wallet('rider4');
select tests.check_change(c) from changes c;

-- Changes that remove no rights
select tests.open_session('driver3');
delete from realtime.messages;
select tests.let('admin', format('select public.edit_person(%L, %L)', tests.id('driver3'), '{"first_name": "Ida"}'));
select tests.let('admin', format('select public.edit_person(%L, %L)', tests.id('driver3'), jsonb_build_object('fleet_id', tests.id('fleet'))));
select tests.let('admin', format('select public.set_approved(%L, true)', tests.id('driver3')));
select is(tests.sessions(tests.id('driver3')), 1::bigint, 'a new name, fleet or approval ends no session');
select is(tests.count_end_broadcasts(tests.id('driver3')), 0::bigint, 'a change that ends no session is not broadcast');

-- No session to end
delete from auth.sessions s where s.user_id = tests.id('rider');
delete from realtime.messages;
select app.end_sessions(tests.id('rider'));
select is(tests.count_end_broadcasts(tests.id('rider')), 0::bigint, 'no broadcast is sent when a person has no session to end');
create temp table kept as select tests.open_session('rider') as id;

-- A token outlives its session, but app.has_session refuses it
create function tests.as_session(name text, session_id text) returns boolean language plpgsql as $$
declare v_has boolean;
begin
  perform set_config('request.jwt.claims', (tests.claims(name)::jsonb || jsonb_strip_nulls(jsonb_build_object('session_id', session_id)))::text, true);
  v_has := app.has_session();
  perform set_config('request.jwt.claims', '', true);
  return v_has;
end $$;
select ok(tests.as_session('rider', (select id::text from kept)), 'a token of an existing session has a session');
select ok(not tests.as_session('rider2', (select id::text from kept)), 'a token with another person''s session has none');
select ok(not tests.as_session('rider', gen_random_uuid()::text), 'a token of an ended session has none');
select ok(tests.as_session('rider', null), 'a token without a session id counts as having one');
select ok(tests.as_session('rider', ''), 'a token with an empty session id causes no error');

-- Own sessions: listed for their owner, who can end all but the current one
delete from auth.sessions s where s.user_id in (tests.id('rider'), tests.id('rider2'));
create temp table own as select n, tests.open_session(name) as id from (values (1, 'rider'), (2, 'rider'), (3, 'rider'), (4, 'rider2')) v (n, name);
update auth.sessions s set user_agent = repeat('<b>Phone</b>', 100) where s.id = (select id from own where n = 2);
grant select on own to public;
delete from realtime.messages;
create function tests.run_in_session(n integer, statement text) returns text language plpgsql security definer as $$
declare v_answer text;
begin
  perform set_config('request.jwt.claims', (tests.claims('rider')::jsonb || jsonb_build_object('session_id', (select o.id from own o where o.n = run_in_session.n)))::text, true);
  execute statement into v_answer;
  perform set_config('request.jwt.claims', '', true);
  return v_answer;
exception when others then
  perform set_config('request.jwt.claims', '', true);
  return sqlerrm;
end $$;
select is(tests.run_in_session(3, 'select string_agg(o.n::text, '','' order by s.is_current desc, o.n) || '' '' || count(*) filter (where s.is_current) from public.own_sessions() s join own o using (id)'), '3,1,2 1',
  'a person lists the own sessions, the current one first');
select is(tests.run_in_session(3, 'select max(length(name))::text from public.own_sessions()'), '300', 'a session''s user agent is cut at 300 characters');
select is(tests.run_in_session(3, 'select public.end_own_sessions((select id from own where n = 4))'), '0', 'a person cannot end another person''s session');
select is(tests.run_in_session(3, 'select public.end_own_sessions((select id from own where n = 3))'), '0', 'a person cannot end the current session this way');
select is(tests.run_in_session(3, 'select public.end_own_sessions((select id from own where n = 1))'), '1', 'a person ends the session of another device');
select is(tests.run_in_session(3, 'select public.end_own_sessions()'), '1', 'a person ends all other sessions at once');
select results_eq($$ select n from own join auth.sessions s using (id) order by n $$, $$ values (3), (4) $$, 'the current session and another person''s session remain');
select is(tests.count_end_broadcasts(tests.id('rider')), 2::bigint, 'a broadcast is sent only when a session ended');
select is(tests.run_in_session(1, 'select public.end_own_sessions()'), 'not_logged_in', 'an ended session cannot sign the owner out');
select is(tests.run_in_session(1, 'select public.export_my_data()::text'), 'not_logged_in', 'an ended session cannot export the owner''s data');
select is(tests.run_in_session(1, 'select public.session_refusal()'), 'not_logged_in', 'an ended session learns that it has to sign in again');
select is(tests.run_in_session(3, 'select public.session_refusal()'), null, 'an open session may stay');
select is(tests.run_in_session(1, 'select public.caller_role()'), 'not_logged_in', 'edge functions learn of no role for a token whose session has ended');
select is(tests.run_in_session(3, 'select public.caller_role()'), 'rider', 'edge functions learn the caller''s role');
update public.profiles set usertype = 'driver' where id = tests.id('rider2');
select set_config('request.jwt.claims', (tests.claims('rider2')::jsonb || '{"user_role": "admin"}')::text, true);
select is(public.caller_role(), 'driver', 'edge functions learn the role that the profile has now, not that of the token');
select set_config('request.jwt.claims', '', true);
select tests.set('allow_critical_edits_admin', 'false');
select tests.open_session('rider');
select is(tests.run_in_session(3, 'select public.end_own_sessions()'), 'demo_mode', 'a person cannot end other sessions in demo mode');
select is(tests.run_in_session(3, 'select count(*)::text from public.own_sessions()'), '1', 'a person sees only the current session in demo mode');
select tests.set('allow_critical_edits_admin', 'true');
select tests.act_as('rider');
select throws_ok($$ select app.end_sessions(tests.id('driver')) $$, '42501', null, 'a rider cannot call app.end_sessions');
select * from finish();
