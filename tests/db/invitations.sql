-- Invitations: people whom staff added, and who have never signed in, get a message with a link to the sign-in.
select no_plan();
create function tests.added(email text, phone text, by text default 'admin', fleet text default null) returns uuid language plpgsql security definer as $$
declare v_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, phone, raw_user_meta_data, raw_app_meta_data) values (v_id, email, ltrim(phone, '+'), '{"first_name": "Ida", "last_name": "Frick"}',
    jsonb_strip_nulls(jsonb_build_object('usertype', 'driver', 'reg_type', 'admin', 'approved', true, 'created_by', tests.id(by), 'fleet_id', tests.id(fleet))));
  return v_id;
end $$;
create temp table made (who text primary key, id uuid);
grant select on made to public;
insert into made values ('mail', tests.added('ida+cab@new.test', null)), ('phone', tests.added(null, '+4237904001')), ('fleet', tests.added('uwe@new.test', null, 'fleet', 'fleet'));
create function tests.invite(who text, person text) returns text language plpgsql security definer as $$
begin
  return tests.outcome(invite.who, format('select 1 / (public.invite_person(%L))::integer', (select m.id from made m where m.who = invite.person)));
end $$;
create function tests.sent(person text) returns text language sql volatile security definer as $$
  select concat_ws(' ', o.kind, o.payload ->> 'email', o.payload ->> 'phone', o.payload ->> 'lang', o.payload ->> 'msg', o.payload ->> 'path', o.payload #>> '{params,name}') from app.outbox o
  where o.user_id = (select m.id from made m where m.who = sent.person) and o.payload ->> 'title' ~ '^invitation'
$$;
select tests.as_visitor();
select throws_ok($$ select public.invite_person(gen_random_uuid()) $$, '42501', null, 'a visitor cannot invite anybody');
select tests.as_owner();
select is(tests.invite(who, 'mail'), said, 'who may invite: ' || who) from (values ('rider', 'not_allowed'), ('driver', 'not_allowed'), ('fleet', 'person_not_found')) v (who, said);
update public.profiles set lang_locale = 'de' where id = (select id from made where who = 'mail');
select is(tests.invite('admin', 'mail'), 'done', 'an admin invites a driver');
select is(tests.sent('mail'), 'mail ida+cab@new.test de invitation.text /login#to=ida%2Bcab@new.test Ida', 'the invitation is in the person''s language, with a link that fills in the address');
select is(tests.invite('admin2', 'mail'), '22012 division by zero', 'within the hour no second message is sent');
select tests.turn('61 minutes');
select is(tests.invite('admin2', 'mail'), 'done', 'after an hour a person can be invited again');
select is((select sent_count from app.invitations where person_id = (select id from made where who = 'mail')), 2, 'invitations are counted');
select is(tests.invite('admin', 'phone'), 'done', 'a person without an e-mail address is invited by text message');
select is(tests.sent('phone'), 'sms +4237904001 en invitation_sms.text /login#to=%2B4237904001', 'the text message''s link fills in the number, in the default language, and none of its words come from the form');
select is(tests.invite('fleet', 'fleet'), 'done', 'a fleet admin invites a driver of the fleet');
select is(tests.invite('fleet2', 'fleet'), 'person_not_found', 'another fleet admin does not');
select is((select count(*) from public.audit_log where action = 'invite'), 4::bigint, 'each invitation is in the audit log');
update auth.users set last_sign_in_at = now() where id = (select id from made where who = 'fleet');
select tests.turn('2 hours');
select is(tests.invite('admin', 'fleet'), '22012 division by zero', 'a person who has signed in is not invited');
select is(tests.outcome('admin', $$ select 1 / public.invite_person(tests.id('rider'))::integer $$), '22012 division by zero', 'a person who came by themselves is not invited');
select tests.set('allow_critical_edits_admin', 'false');
select is(tests.invite('admin', 'mail'), 'demo_mode', 'a demo invites nobody');
select tests.set('allow_critical_edits_admin', 'true');

-- Seen in the list
select tests.act_as('admin');
select set_eq($$ select id from tests.list_people(usertype => 'driver', never_came => true) $$, $$ select id from made where who <> 'fleet' $$, 'the list shows who was added and never came');
select is((select count(*) from tests.list_people(usertype => 'driver', never_came => false) l where l.id in (select id from made)), 1::bigint, 'the list shows who has come');
select tests.as_owner();

-- All of a file
insert into app.imports (id, kind, name, created_by) values (md5('i')::uuid, 'drivers', 'a.csv', tests.id('admin')), (md5('c')::uuid, 'callers', 'b.csv', tests.id('admin'));
insert into app.import_rows (import_id, nr, facts, state, did, target_id) select md5('i')::uuid, row_number() over (order by m.who) + 1, '{}', 'done', 'fresh', m.id from made m;
create table tests.woken (at timestamptz);
create function tests.wake() returns trigger language plpgsql security definer as $$ begin insert into tests.woken values (now()); return null; end $$;
create trigger counts_wakes after insert on app.outbox for each statement execute function tests.wake();
select is(tests.outcome('admin', $$ select 1 / (public.invite_imported(md5('i')::uuid) = 2)::integer $$), 'done', 'everyone of a file who has not come yet is invited');
select is((select count(*) from tests.woken), 1::bigint, 'the invitations of a file wake the sender once');
select is(tests.outcome('admin', $$ select 1 / (public.invite_imported(md5('i')::uuid) = 0)::integer $$), 'done', 'a second press invites nobody');
select is(tests.outcome('admin', $$ select public.invite_imported(md5('c')::uuid) $$), 'import_kind', 'callers have no accounts to be invited to');
select is(tests.outcome('admin2', $$ select public.invite_imported(md5('i')::uuid) $$), 'import_not_found', 'another admin does not invite the people of a file');

-- Not for ever
select tests.turn('61 minutes');
select is(tests.invite('admin', 'mail'), 'done', 'a person can be invited a fourth time');
select tests.turn('61 minutes');
select is(tests.invite('admin', 'mail'), 'done', 'a person can be invited a fifth time');
select tests.turn('61 minutes');
select is(tests.invite('admin', 'mail'), '22012 division by zero', 'nobody is invited more than five times');

-- Nor without end
select tests.turn('61 minutes');
select tests.let('admin', $$ select public.invite_imported(md5('i')::uuid) $$) from generate_series(1, 60);
select is(tests.outcome('admin', $$ select public.invite_imported(md5('i')::uuid) $$), 'too_many_requests', 'an admin presses at most sixty times an hour, for files as for people');
select * from finish();
