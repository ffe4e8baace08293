-- Known callers: people on the office's list without an account, and the account that claims them.
select no_plan();
insert into app.known_callers (first_name, last_name, mobile, email, lang_locale, created_by) values
  ('Ida', 'Ospelt', '+4237901001', null, 'de', tests.id('admin')), ('Uwe', 'Beck', null, 'uwe.beck@new.test', null, null),
  ('Eva', 'Frick', '+4237901003', 'eva@new.test', null, null), ('Old', 'Owner', '+4237901004', null, null, null);
update app.known_callers set created_at = app.now() - interval '181 days' where mobile = '+4237901004';
insert into app.caller_places (caller_id, label, description, lat, lng)
select c.id, l, 'Landstrasse 1, Vaduz', 47.14, 9.52 from app.known_callers c, unnest('{Home,Doctor}'::text[]) l where c.mobile in ('+4237901001', '+4237901004');
create function tests.account(email text, phone text, is_proved boolean, metadata jsonb default '{}') returns uuid language plpgsql security definer as $$
declare v_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, phone, email_confirmed_at, phone_confirmed_at, raw_user_meta_data)
  values (v_id, email, ltrim(phone, '+'), case when is_proved and email is not null then now() end, case when is_proved and phone is not null then now() end, metadata);
  return v_id;
end $$;
create function tests.known() returns text language sql stable security definer as $$
  select string_agg(c.first_name, ', ' order by c.first_name) from app.known_callers c
$$;
create function tests.claimed(user_id uuid) returns text language sql stable security definer as $$
  select concat_ws(' ', nullif(p.first_name, ''), nullif(p.last_name, ''), p.lang_locale, (select string_agg(a.label, '+' order by a.label) from public.saved_addresses a where a.user_id = p.id))
  from public.profiles p where p.id = claimed.user_id
$$;
create temp table made (who text primary key, id uuid);

-- A claim needs a proof
insert into made values ('stranger', tests.account(null, '+4237901001', false));
select is(tests.claimed(id), '', 'an account whose number no code has proved gets nothing of the caller') from made where who = 'stranger';
select is(tests.known(), 'Eva, Ida, Old, Uwe', 'a caller whose number somebody only says to have stays known');
update auth.users set phone_confirmed_at = now() where id = (select id from made where who = 'stranger');
select is(tests.claimed(id), 'Ida Ospelt de Doctor+Home', 'the first proved code of the number gives name, language and places to the account') from made where who = 'stranger';
select is(tests.known(), 'Eva, Old, Uwe', 'a claimed caller is forgotten');
insert into made values ('mail', tests.account('Uwe.Beck@new.test', null, true));
select is(tests.claimed(id), 'Uwe Beck', 'a proved e-mail address claims the caller, whatever its case') from made where who = 'mail';
insert into made values ('named', tests.account('eva@new.test', null, true, '{"first_name": "Evelyn", "last_name": "Frick-Beck"}'));
select is(tests.claimed(id), 'Evelyn Frick-Beck', 'the name that a person gives counts more than that of the office''s list') from made where who = 'named';
insert into made values ('new owner', tests.account(null, '+4237901004', true));
select is(tests.claimed(id), '', 'a number written down longer ago than phone_dormant_days gives nothing to its present owner') from made where who = 'new owner';
select is(tests.known(), null, 'a caller whose number has another owner by now is forgotten');
insert into app.known_callers (first_name, mobile) values ('Form', '+4237901005');
insert into app.sign_ups (facts) values ('{"usertype": "rider", "first_name": "Own", "last_name": "Name", "mobile": "+4237901005"}');
insert into made values ('form', tests.account(null, '+4237901005', true));
select is(tests.claimed(id), '', 'a name in the sign-up form is not replaced by that of the list') from made where who = 'form';

-- The desk makes an account while somebody calls: hosted Auth inserts it first and writes its app metadata later
insert into app.known_callers (first_name, last_name, mobile) values ('Nora', 'Hilti', '+4237901006');
insert into app.caller_places (caller_id, label, description, lat, lng) select id, 'Home', 'Landstrasse 1, Vaduz', 47.14, 9.52 from app.known_callers;
insert into made values ('called', tests.account(null, '+4237901006', false, '{"first_name": "Nora"}'));
update auth.users set raw_app_meta_data = jsonb_build_object('usertype', 'rider', 'reg_type', 'admin', 'created_by', tests.id('admin')) where id = (select id from made where who = 'called');
select is(tests.claimed(id), 'Nora Home', 'an account that the office makes with the number gets the caller''s places') from made where who = 'called';

-- The office vouches for the number that it wrote, not for another one of the account
insert into app.known_callers (first_name, mobile) values ('Olga', '+4237901008');
insert into made values ('edited', tests.account(null, '+4237901008', false));
select is(tests.outcome('admin', $$ select public.edit_person((select id from made where who = 'edited'), '{"mobile": "+4237901009"}') $$), 'done', 'an admin writes another number for an account whose own is not proved');
update auth.users set raw_app_meta_data = raw_app_meta_data || '{"seen": true}' where id = (select id from made where who = 'edited');
select is(tests.known(), 'Olga', 'an account claims nobody with an unproved number while the office wrote another one');
delete from app.known_callers;

-- Found at the desk
insert into app.known_callers (first_name, last_name, mobile) values ('Lea', 'Kind', '+4237901007'), ('Rita', 'Rider', (select mobile from public.profiles where id = tests.id('rider2')));
update public.profiles set mobile_verified = true where id = tests.id('rider2');
select tests.act_as('admin');
select results_eq($$ select first_name, last_name, mobile, places::text from tests.known_callers('00423 790 10 07') $$, $$ values ('Lea', 'Kind', '+4237901007', '[]') $$, 'the desk finds a known caller by the whole number');
select is((select count(*) from tests.known_callers('7901007')), 1::bigint, 'the desk finds a known caller by the number without its country code');
select is((select count(*) from tests.known_callers(v)), 0::bigint, 'fewer than seven digits find no known caller: ' || v) from unnest('{1007,"",+,901007}'::text[]) v;
select is((select count(*) from tests.known_callers((select mobile from public.profiles where id = tests.id('rider2')))), 0::bigint, 'a number that an account has proved finds the account, not the list');
select tests.as_owner();
select is((select sum(row_count) from public.access_log where actor_id = tests.id('admin') and what = 'people'), 2::bigint, 'the access log counts known callers that the desk read');
select tests.set('allow_critical_edits_admin', 'false');
select is(tests.outcome('admin', $$ select public.known_callers('+4237901007') $$), 'demo_mode', 'a demo shows no known caller');
select tests.set('allow_critical_edits_admin', 'true');
select is(tests.outcome(who, $$ select public.known_callers('+4237901007') $$), 'not_allowed', 'only admins find known callers: not a ' || who) from unnest('{rider,driver,fleet}'::text[]) who;
select is(tests.outcome(who, $$ select public.delete_known_caller(gen_random_uuid()) $$), 'not_allowed', 'only admins delete known callers: not a ' || who) from unnest('{rider,driver,fleet}'::text[]) who;
select is(tests.outcome('admin', $$ select public.delete_known_caller(id) from app.known_callers where first_name = 'Lea' $$), 'done', 'an admin deletes a known caller');
select is(tests.known(), 'Rita', 'a deleted known caller is gone');

-- A person who leaves takes along what the office has from its files
insert into app.imports (id, kind, name, created_by) values (md5('left')::uuid, 'callers', 'left.csv', tests.id('admin'));
create function tests.left_by(who text, is_proved boolean) returns bigint language plpgsql security definer as $$
declare
  v_email text := (select u.email from auth.users u where u.id = tests.id(who));
  v_number text := '+42379010' || case when is_proved then '88' else '99' end;
begin
  update public.profiles set mobile = v_number, mobile_verified = is_proved, mobile_by_staff = false where id = tests.id(who);
  insert into app.known_callers (first_name, mobile) values ('Twin', v_number);
  insert into app.sign_ups (facts) values (jsonb_build_object('first_name', 'Twin', 'mobile', v_number));
  insert into app.import_rows (import_id, nr, facts) select md5('left')::uuid, n, f from (values (2, jsonb_build_object('first_name', 'Twin', 'mobile', v_number)), (3, jsonb_build_object('email', upper(v_email)))) v (n, f)
  on conflict on constraint import_rows_pkey do update set facts = excluded.facts;
  perform tests.let('admin', format('select public.delete_person(%L)', tests.id(who)));
  return (select count(*) from app.sign_ups where facts ->> 'mobile' = v_number) * 1000 + (select count(*) from app.known_callers where mobile = v_number) * 100 + (select count(*) from app.import_rows where nr = 2) * 10 + (select count(*) from app.import_rows where nr = 3);
end $$;
select is(tests.left_by('rider11', false), 1110::bigint, 'a number that a person only claims deletes neither the sign-up form, the known caller nor the row of a file with it, the address does');
select is(tests.left_by('rider12', true), 0::bigint, 'deleting a person deletes the sign-up form, the known caller and the rows of files with the same number or address');
select * from finish();
