-- Second person: which two admins may decide together, whoever added them.
select no_plan();
select tests.as_owner();
select tests.set('credit_limit', '100');
-- An admin whom another admin adds, as the auth server creates the account.
create function tests.add_admin(by_name text, name text, role text default 'owner') returns uuid language plpgsql security definer as $$
declare v_id uuid := gen_random_uuid();
begin
  insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) values (v_id, name || '@hackney.test', app.now(),
    jsonb_build_object('usertype', 'admin', 'reg_type', 'admin', 'staff_role', role, 'created_by', tests.id(by_name)));
  return v_id;
end $$;
create function tests.approval() returns uuid language sql volatile security definer as $$ select a.id from public.approvals a order by a.id desc limit 1 $$;
-- One admin requests a credit, another one approves it.
create function tests.together(one text, other text) returns text language plpgsql security definer as $$
declare v_said text;
begin
  v_said := tests.outcome(one, format('select public.request_approval(''credit'', %L, 500)', tests.id('driver2')));
  if v_said <> 'done' then return v_said; end if;
  return tests.outcome(other, format('select public.approve(%L)', tests.approval()));
end $$;

-- The firm has two owners whom the operator made: admin and admin2.
select is(tests.together('admin', 'admin2'), 'done', 'two owners whom the operator made are two people');
select is(tests.together('admin', 'admin'), 'second_person_needed', 'one owner is not two people');

-- An owner adds admins
select tests.add_admin('admin', 'child'), tests.add_admin('admin', 'sister', 'finance');
select tests.add_admin('child', 'grandchild');
select results_eq($$ select p.email, n.params ->> 'name' from public.notices n join public.profiles p on p.id = n.user_id where n.key = 'staff_changed' and n.user_id in (tests.id('admin'), tests.id('admin2')) order by 1, 2 $$,
  $$ values ('admin2@hackney.test', 'child@hackney.test'), ('admin2@hackney.test', 'grandchild@hackney.test'), ('admin2@hackney.test', 'sister@hackney.test'), ('admin@hackney.test', 'grandchild@hackney.test') $$,
  'the other owners are told of each new admin');
select is((select count(*) from app.outbox o where o.kind = 'mail' and o.user_id = tests.id('admin2') and o.payload ->> 'msg' = 'staff_changed.text'), 3::bigint, 'owners are told by mail, too');
select is(tests.together(v.one, v.other), 'second_person_needed', format('%s and %s are not two people', v.one, v.other)) from (values
  ('admin', 'child'), ('child', 'admin'), ('admin', 'grandchild'), ('grandchild', 'admin'), ('child', 'grandchild'), ('sister', 'child'), ('child', 'sister'),
  ('sister', 'grandchild'), ('admin2', 'child'), ('child', 'admin2'), ('sister', 'admin2')) v (one, other);

select tests.act_as('admin2');
select results_eq($$ select a.contact_name, a.driver_id, a.booking_id from tests.attention_list() a where a.reason = 'staff_changed' order by 1 $$,
  $$ values ('child@hackney.test', tests.id('child'), null::uuid), ('grandchild@hackney.test', tests.id('grandchild'), null), ('sister@hackney.test', tests.id('sister'), null) $$,
  'new admins are on the attention list of an owner who may confirm them');
select tests.act_as('admin');
select is_empty($$ select 1 from tests.attention_list() a where a.reason = 'staff_changed' $$, 'new admins are not on the attention list of whoever added them');
select tests.act_as('fleet');
select is_empty($$ select 1 from tests.attention_list() a where a.reason = 'staff_changed' $$, 'a fleet admin''s attention list has no new admins');

-- Confirmations
select tests.act_as('admin2');
select is(to_jsonb(s) - 'probation_ends_at', '{"confirmed": false, "can_confirm": true}'::jsonb, 'an owner outside the chain may confirm') from public.staff_standing(tests.id('sister')) s;
select is((select s.probation_ends_at from public.staff_standing(tests.id('sister')) s), app.now() + interval '14 days', 'an admin settles after fourteen days');
select is(to_jsonb(s), '{"probation_ends_at": null, "confirmed": false, "can_confirm": false}'::jsonb, 'an admin whom the operator made counts at once') from public.staff_standing(tests.id('admin')) s;
select tests.as_owner();
select is(tests.outcome(v.who, format('select public.confirm_staff(%L)', tests.id(v.whom))), v.said, format('%s. %s confirms %s: %s', v.n, v.who, v.whom, v.said)) from (values
  (1, 'admin', 'child', 'second_person_needed'), (2, 'admin', 'grandchild', 'second_person_needed'), (3, 'child', 'grandchild', 'second_person_needed'),
  (4, 'grandchild', 'child', 'second_person_needed'), (5, 'child', 'sister', 'second_person_needed'), (6, 'sister', 'child', 'not_allowed'),
  (7, 'child', 'child', 'second_person_needed'), (8, 'rider', 'child', 'not_allowed'), (9, 'admin2', 'rider', 'person_not_found'),
  (10, 'admin2', 'admin', 'done'), (11, 'admin2', 'sister', 'done'), (12, 'admin2', 'sister', 'done')) v (n, who, whom, said) order by v.n;
select is((select count(*) from public.audit_log l where l.action = 'confirm_staff'), 1::bigint, 'a confirmation is audited once');
select is(tests.together(v.one, v.other), v.said, format('after a confirmation: %s and %s', v.one, v.other)) from (values
  ('sister', 'admin2', 'done'), ('sister', 'child', 'second_person_needed'), ('admin', 'sister', 'second_person_needed')) v (one, other, said);
select tests.outcome('admin2', format('select public.confirm_staff(%L)', tests.id('child')));
select is(tests.together('sister', 'child'), 'done', 'two confirmed admins are two people');
select is(tests.together('grandchild', 'admin2'), 'second_person_needed', 'a confirmation does not extend to those whom the person added');

-- A role with more permissions counts as new
select tests.let('admin', format('select public.set_staff_role(%L, ''support'')', tests.id('child')));
select is(tests.outcome('admin', format('select public.set_staff_role(%L, ''owner'')', tests.id('child'))), 'done', 'an owner gives an admin more permissions');
select is(tests.together('sister', 'child'), 'second_person_needed', 'an admin who got more permissions has to settle again');
select is(tests.outcome('admin', format('select public.confirm_staff(%L)', tests.id('child'))), 'second_person_needed', 'the owner who gave the role cannot confirm it');
select tests.turn('14 days 1 minute');
select is(tests.together('sister', 'child'), 'done', 'after fourteen days an admin counts without a confirmation');
select is(tests.together('admin', 'child'), 'second_person_needed', 'those who added each other never count as two people');

select is(tests.outcome('admin', format('select public.edit_person(%L, ''{"email": "mine@hackney.test"}'')', tests.id('admin2'))), 'not_allowed', 'an owner cannot take over the account of another by its address');

-- Whoever comes back has to settle again
update public.profiles set approved = false where id = tests.id('sister');
select is(tests.outcome('admin', format('select public.set_approved(%L, true)', tests.id('sister'))), 'done', 'an owner admits a former admin again');
select is(tests.together('sister', 'admin2'), 'second_person_needed', 'a former admin who is admitted again does not count at once');
select tests.outcome('admin2', format('select public.confirm_staff(%L)', tests.id('sister')));
select is(tests.together('sister', 'admin2'), 'done', 'a confirmed one does');

-- The requester still has to have the permission
select tests.let('sister', format('select public.request_approval(''credit'', %L, 500)', tests.id('driver2')));
update public.profiles set staff_role = 'dispatcher' where id = tests.id('sister');
select is(tests.outcome('admin2', format('select public.approve(%L)', tests.approval())), 'approval_closed', 'the request of an admin who lost the permission cannot be approved');

-- Whoever takes an owner's rights away
select tests.let('admin', format('select public.set_staff_role(%L, ''dispatcher'')', tests.id('admin3')));
select is((select count(*) from public.notices n where n.key = 'owner_removed' and n.created_at >= app.now() and n.user_id in (tests.id('admin2'), tests.id('admin3'))), 2::bigint, 'the owner and the other owners are told that rights were taken away');
select tests.add_admin('admin', 'late', 'finance');
select tests.turn('8 days'), tests.let('admin', format('select public.set_approved(%L, false)', tests.id('admin4'))), tests.turn('7 days');
select is(tests.together('late', 'admin2'), 'second_person_needed', 'an admin does not settle while the one who added them took another owner''s rights away');
select tests.turn('8 days');
select is(tests.together('late', 'admin2'), 'done', 'two weeks after that the admin counts');

-- Circles of additions end
update public.profiles set created_by = tests.id('grandchild') where id = tests.id('admin');
select is(tests.together('admin', 'admin2'), 'done', 'a circle of additions does not hang');
select * from finish();
