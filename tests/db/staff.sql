-- Staff roles: given by an owner, held by admins only.
select no_plan();
select is((select array_agg(distinct p.staff_role::text) from public.profiles p where p.usertype = 'admin'), array['owner'], 'an admin is an owner unless given another role');
select is_empty($$ select 1 from public.profiles p where p.usertype <> 'admin' and p.staff_role is not null $$, 'nobody else has a staff role');
select tests.act_as('rider');
select throws_ok($$ select public.set_staff_role(tests.id('rider'), 'owner') $$, 'PT403', 'not_allowed', 'a rider gives no roles');
select is_empty($$ select 1 from public.staff_permissions $$, 'a rider does not read what roles may do');
select tests.act_as('admin');
select is((public.set_staff_role(tests.id('admin2'), 'support')).staff_role::text, 'support', 'an owner gives a role');
select lives_ok($$ select public.set_staff_role(tests.id('admin2'), 'support') $$, 'twice if need be');
select throws_ok($$ select public.set_staff_role(tests.id('admin2'), 'king') $$, 'PT422', 'person_invalid', 'a role has to exist');
select throws_ok($$ select public.set_staff_role(tests.id('rider'), 'owner') $$, 'PT404', 'person_not_found', 'only admins have one');
select throws_ok($$ select public.set_staff_role(tests.id('admin'), 'support') $$, 'PT403', 'not_allowed', 'nobody changes the own role, so an owner remains');
select isnt_empty($$ select 1 from public.staff_permissions $$, 'admins read what roles may do');
select tests.act_as('admin2');
select throws_ok($$ select public.set_staff_role(tests.id('admin'), 'support') $$, 'PT403', 'not_allowed', 'support gives no roles');
select throws_ok($$ select public.set_approved(tests.id('admin'), false) $$, 'PT403', 'not_allowed', 'support suspends no other admin');
select throws_ok($$ select public.edit_person(tests.id('admin'), '{"mobile": "+423 555 00 11"}') $$, 'PT403', 'not_allowed', 'support does not edit another admin');
select throws_ok($$ update public.settings set bonus = 100 $$, 'PT403', 'not_allowed', 'support changes no settings as a table');
select tests.as_owner();
update public.profiles set usertype = 'rider' where id = tests.id('admin2');
select is((select p.staff_role from public.profiles p where p.id = tests.id('admin2')), null, 'the role ends with the post');
insert into auth.users (id, email, raw_app_meta_data) values ('10000000-0000-4000-8000-000000000009', 'new-admin@hackney.test',
  jsonb_build_object('provider', 'email', 'usertype', 'admin', 'staff_role', 'dispatcher', 'created_by', tests.id('admin')));
select results_eq($$ select p.staff_role::text, p.created_by from public.profiles p where p.email = 'new-admin@hackney.test' $$,
  $$ values ('dispatcher', tests.id('admin')) $$, 'a new admin starts with the role given, and is known to have been added by somebody');
select * from finish();
