-- Staff roles: assigned by an owner, held by admins only.
select no_plan();
select is((select array_agg(distinct p.staff_role::text) from public.profiles p where p.usertype = 'admin'), array['owner'], 'an admin has the owner role by default');
select is_empty($$ select 1 from public.profiles p where p.usertype <> 'admin' and p.staff_role is not null $$, 'people who are not admins have no staff role');
select tests.act_as('rider');
select throws_ok($$ select public.set_staff_role(tests.id('rider'), 'owner') $$, 'PT403', 'not_allowed', 'a rider cannot assign staff roles');
select is_empty($$ select 1 from public.staff_permissions $$, 'a rider cannot read the permissions of staff roles');
select tests.act_as('admin');
select is((public.set_staff_role(tests.id('admin2'), 'support')).staff_role::text, 'support', 'an owner assigns a staff role');
select lives_ok($$ select public.set_staff_role(tests.id('admin2'), 'support') $$, 'an owner can assign the same staff role twice');
select throws_ok($$ select public.set_staff_role(tests.id('admin2'), 'king') $$, 'PT422', 'person_invalid', 'an unknown staff role is refused');
select throws_ok($$ select public.set_staff_role(tests.id('rider'), 'owner') $$, 'PT404', 'person_not_found', 'a staff role cannot be assigned to a rider');
select throws_ok($$ select public.set_staff_role(tests.id('admin'), 'support') $$, 'PT403', 'not_allowed', 'an owner cannot change their own role, so an owner remains');
select isnt_empty($$ select 1 from public.staff_permissions $$, 'an admin reads the permissions of staff roles');
select tests.act_as('admin2');
select throws_ok($$ select public.set_staff_role(tests.id('admin'), 'support') $$, 'PT403', 'not_allowed', 'an admin with the support role cannot assign staff roles');
select throws_ok($$ select public.set_approved(tests.id('admin'), false) $$, 'PT403', 'not_allowed', 'an admin with the support role cannot suspend another admin');
select throws_ok($$ select public.edit_person(tests.id('admin'), '{"mobile": "+4235550011"}') $$, 'PT403', 'not_allowed', 'an admin with the support role cannot edit another admin');
select tests.as_owner();
create temp table colleagues as select r.staff_role as role, gen_random_uuid() as id from (select distinct staff_role from public.staff_permissions) r;
grant select on colleagues to public;
insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) select c.id, c.role || '@hackney.test', app.now(), jsonb_build_object('usertype', 'admin', 'staff_role', c.role) from colleagues c;
select is(tests.outcome('admin2', format(call.text, c.id)), 'not_allowed', format('an admin with the support role cannot change an admin with the role %s: %s', c.role, split_part(call.text, '(', 1)))
from colleagues c cross join (values ('select public.set_approved(%L, false)'), ('select public.edit_person(%L, ''{"first_name": "X"}'')'), ('select public.sign_out_person(%L)')) call (text);
select tests.act_as('admin2');
select throws_ok($$ update public.settings set bonus = 100 $$, 'PT403', 'not_allowed', 'an admin with the support role cannot update settings in the table');
select tests.as_owner();
update public.profiles set usertype = 'rider' where id = tests.id('admin2');
select is((select p.staff_role from public.profiles p where p.id = tests.id('admin2')), null, 'an admin who becomes a rider loses the staff role');
insert into auth.users (id, email, raw_app_meta_data) values ('10000000-0000-4000-8000-000000000009', 'new-admin@hackney.test',
  jsonb_build_object('provider', 'email', 'usertype', 'admin', 'staff_role', 'dispatcher', 'created_by', tests.id('admin')));
select results_eq($$ select p.staff_role::text, p.created_by from public.profiles p where p.email = 'new-admin@hackney.test' $$,
  $$ values ('dispatcher', tests.id('admin')) $$, 'a new admin has the given role and the id of the admin who added them');
select * from finish();
