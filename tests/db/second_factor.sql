-- The second factor of staff: whose sign-in needs one, what is reachable without, who switches it on, and how a lost one is removed.
select no_plan();
select tests.as_owner();
create function tests.answer(who text) returns text language sql as $$ select tests.outcome(who, 'select public.caller_role()') $$;
create function tests.add_factor(name text, state text default 'verified') returns void language sql security definer as $$
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
  values (gen_random_uuid(), tests.id(name), gen_random_uuid()::text, 'totp', state::auth.factor_status, now(), now(), 'JBSWY3DPEHPK3PXP')
$$;
create function tests.open_session(name text) returns void language sql security definer as $$
  insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), tests.id(name), now())
$$;
create function tests.sessions(name text) returns bigint language sql volatile security definer as $$
  select count(*) from auth.sessions s where s.user_id = tests.id(name)
$$;
create function tests.remove(by_name text, name text, reason text default 'Lost the phone') returns text language sql as $$
  select tests.outcome(by_name, format('select public.remove_second_factor(%L, %L)', tests.id(name), reason))
$$;
create function tests.standing(by_name text, name text) returns public.staff_standing language plpgsql security definer as $$
declare v_standing public.staff_standing;
begin
  perform set_config('request.jwt.claims', tests.claims(by_name), true);
  v_standing := public.staff_standing(tests.id(name));
  perform set_config('request.jwt.claims', '', true);
  return v_standing;
end $$;
grant execute on all functions in schema tests to public;

-- Whose sign-in needs one
select is(tests.answer(v.who), 'done', format('off: %s signs in with one factor', v.who)) from (values ('rider'), ('driver'), ('fleet'), ('admin')) v (who);
select tests.set('staff_second_factor', 'true');
select is(tests.answer(v.who), v.said, format('on: a token of %s that says nothing about factors: %s', v.who, v.said))
from (values ('rider', 'done'), ('driver', 'done'), ('fleet', 'second_factor_needed'), ('admin', 'second_factor_needed')) v (who, said);
select tests.factors(1);
select is(tests.answer(v.who), v.said, format('on: one factor of %s: %s', v.who, v.said))
from (values ('rider', 'done'), ('driver', 'done'), ('fleet', 'second_factor_needed'), ('admin', 'second_factor_needed')) v (who, said);
select tests.factors(2);
select is(tests.answer(v.who), 'done', format('on: two factors of %s are enough', v.who)) from (values ('rider'), ('driver'), ('fleet'), ('admin')) v (who);

-- The role now decides, not the one in the token
select tests.factors(1);
create temp table old_token as select tests.claims('rider') as claims;
grant select on old_token to public;
update public.profiles set usertype = 'fleetadmin' where id = tests.id('rider');
select set_config('request.jwt.claims', (select o.claims from old_token o), true);
select throws_ok('select public.caller_role()', 'PT403', 'second_factor_needed', 'a rider who became a fleet admin needs a second factor');
select tests.as_owner();
update public.profiles set usertype = 'rider' where id = tests.id('rider');
select is(tests.answer('rider'), 'done', 'a fleet admin who became a rider needs none');

-- What is reachable without
select tests.act_as('admin');
select results_eq('select p.id from public.profiles p', array[tests.id('admin')], 'without the second factor an admin reads the own profile only');
select is((select count(*) from public.settings s), 1::bigint, 'without the second factor an admin reads the settings as visitors do');
select is_empty('select 1 from public.bookings', 'without the second factor an admin reads no booking');
select is(public.session_refusal(), null, 'a session without the second factor goes on, so that the page can ask for it');
select tests.as_owner();
truncate old_token;
insert into old_token values (tests.claims('admin3'));
update public.profiles set approved = false where id = tests.id('admin3');
select set_config('request.jwt.claims', (select o.claims from old_token o), true);
select throws_ok('select public.caller_role()', 'PT403', 'account_suspended', 'suspended staff is told that first');
select tests.as_owner();
update public.profiles set approved = true where id = tests.id('admin3');

-- Switching it on and off
select tests.set('staff_second_factor', 'false');
select is(tests.outcome('admin', $$ select public.update_settings('{"staff_second_factor": true}') $$), 'second_factor_needed', 'an owner without a second factor cannot switch it on');
select tests.act_as('admin');
select throws_ok('update public.settings set staff_second_factor = true where id = 1', 'PT403', 'second_factor_needed', 'an owner without a second factor cannot switch it on in the table');
select tests.as_owner();
select tests.factors(2);
select is(tests.outcome('admin', $$ select public.update_settings('{"staff_second_factor": true}') $$), 'done', 'an owner with a second factor switches it on');
select is((app.settings()).staff_second_factor, true, 'it is on at once');
select is(tests.outcome('admin', $$ select public.update_settings('{"staff_second_factor": false}') $$), 'done', 'an owner asks to switch it off');
select is((app.settings()).staff_second_factor, true, 'switching it off waits, as for other guards');

-- Auth sets up and deletes factors by itself
create function tests.told(name text) returns text language sql volatile security definer as $$
  select string_agg(n.key, ' ' order by n.id) || ', ' || (select count(*) from app.outbox o where o.kind = 'mail' and o.user_id = tests.id(name) and o.payload ->> 'msg' like 'second_factor%')
  from public.notices n where n.user_id = tests.id(name) and n.key like 'second_factor%'
$$;
create function tests.factor_lines(name text) returns text language sql volatile security definer as $$
  select string_agg(l.action || ' by ' || coalesce(split_part(p.email, '@', 1), l.actor_role), ', ' order by l.id) from public.audit_log l left join public.profiles p on p.id = l.actor_id
  where l.target_id = tests.id(name)::text and l.action like 'second_factor%'
$$;
select tests.add_factor('fleet2', 'unverified');
select is(tests.told('fleet2'), null, 'a second factor that is not set up to the end is told to nobody');
update auth.mfa_factors f set status = 'verified' where f.user_id = tests.id('fleet2');
select is(tests.told('fleet2'), 'second_factor_added, 1', 'a member of staff is told by notice and mail of a new second factor');
update auth.mfa_factors f set last_challenged_at = now() where f.user_id = tests.id('fleet2');
delete from auth.mfa_factors f where f.user_id = tests.id('fleet2');
select is(tests.told('fleet2'), 'second_factor_added second_factor_dropped, 2', 'a member of staff is told once when the second factor is deleted');
select is(tests.factor_lines('fleet2'), 'second_factor_added by fleet2, second_factor_dropped by system', 'the audit log has both, and does not say who deleted the factor where Auth did');
select tests.add_factor('rider2');
select is(tests.told('rider2'), null, 'riders are not told, because no factor of theirs counts');
update public.profiles set usertype = 'fleetadmin' where id = tests.id('rider2');
select is_empty($$ select 1 from auth.mfa_factors f where f.user_id = tests.id('rider2') $$, 'whoever joins the staff loses an earlier second factor');
update public.profiles set usertype = 'rider' where id = tests.id('rider2');
select tests.add_factor('fleet2');
update public.profiles set usertype = 'admin', staff_role = 'support' where id = tests.id('fleet2');
select is((select count(*) from auth.mfa_factors f where f.user_id = tests.id('fleet2')), 1::bigint, 'staff that gets another role keeps it');
update public.profiles set usertype = 'fleetadmin', staff_role = null where id = tests.id('fleet2');
delete from auth.mfa_factors f where f.user_id = tests.id('fleet2');

-- Removing the factors of another person
select tests.add_factor('admin2'), tests.add_factor('admin2', 'unverified'), tests.add_factor('fleet'), tests.add_factor('rider');
select tests.open_session('admin2'), tests.open_session('admin2'), tests.open_session('fleet');
select tests.act_as('admin');
select is(public.second_factors(tests.id('admin2')), 1, 'an owner sees how many second factors an admin has set up');
select is(public.second_factors(tests.id('admin3')), 0, 'an owner sees that an admin has none');
select is(public.second_factors(tests.id('rider')), 0, 'an owner sees nothing of a rider''s');
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin3');
select is(tests.remove(v.who, v.whom, v.reason), v.said, format('%s cannot remove the factor of %s%s: %s', v.who, v.whom, case when v.reason = '' then ' without a reason' else '' end, v.said)) from (values
  ('admin2', 'admin2', 'Lost', 'not_allowed'), ('admin3', 'admin2', 'Lost', 'not_allowed'), ('admin3', 'fleet', 'Lost', 'not_allowed'), ('fleet', 'admin2', 'Lost', 'not_allowed'),
  ('rider', 'admin2', 'Lost', 'not_allowed'), ('admin', 'rider', 'Lost', 'person_not_found'), ('admin', 'admin2', '', 'no_details_error')) v (who, whom, reason, said);
select is((select count(*) from auth.mfa_factors f), 4::bigint, 'a refused removal removes nothing');
select is(app.are_two_people(tests.id('admin'), tests.id('admin2')), true, 'two owners are two people before');
select is(tests.remove('admin', 'admin2'), 'done', 'an owner removes another owner''s second factor');
select results_eq('select f.user_id from auth.mfa_factors f order by 1', $$ select v.id from (values (tests.id('fleet')), (tests.id('rider'))) v (id) order by 1 $$, 'all factors of this person are removed, and no others');
select is(tests.sessions('admin2'), 0::bigint, 'all sessions of the person have ended');
select results_eq($$ select l.actor_id, l.action, l.target_id, l.after from public.audit_log l order by l.id desc limit 1 $$,
  $$ values (tests.id('admin'), 'remove_second_factor', tests.id('admin2')::text, '{"reason": "Lost the phone"}'::jsonb) $$, 'the removal is audited with its reason');
select is((select n.params ->> 'reason' from public.notices n where n.key = 'second_factor_removed' and n.user_id = tests.id('admin2')), 'Lost the phone', 'the person reads who removed it and why');
select is((select count(*) from app.outbox o where o.kind = 'mail' and o.user_id = tests.id('admin2') and o.payload ->> 'msg' = 'second_factor_removed.text'), 1::bigint, 'the person gets a mail');
select is(tests.told('admin2'), 'second_factor_added second_factor_removed, 2', 'the person is told once of the removal');
select is(app.are_two_people(tests.id('admin'), tests.id('admin2')), false, 'the person does not count as a second person beside the one who removed it');
create function tests.confirm(by_name text, name text) returns text language sql as $$ select tests.outcome(by_name, format('select public.confirm_staff(%L)', tests.id(name))) $$;
select is(tests.confirm('admin', 'admin2'), 'second_person_needed', 'who removed the second factor cannot confirm the person');
select is(tests.confirm('admin4', 'admin2'), 'done', 'another owner confirms a person who lost the second factor');
select is(app.are_two_people(tests.id('admin2'), tests.id('admin4')), false, 'the person does not count beside the owner who confirmed, who may have signed in as that person');
select is((select s.probation_ends_at from tests.standing('admin4', 'admin2') s), app.now() + interval '14 days', 'the owner who confirmed reads when the person counts beside them');
select is((select s.probation_ends_at from tests.standing('admin', 'admin2') s), null, 'for another owner the person counts after the confirmation');
select is(app.are_two_people(tests.id('admin2'), tests.id('admin')), true, 'the person counts beside another owner');
update public.profiles set staff_role = 'owner', created_by = tests.id('fleet') where id = tests.id('admin3');
select app.start_probation(tests.id('admin3'), tests.id('fleet'));
select is(tests.confirm('admin2', 'admin3'), 'second_person_needed', 'a person who lost the second factor cannot confirm another one');
select app.start_probation(tests.id('admin3'), tests.id('admin'));
select tests.add_factor('admin3'), tests.turn('13 days');
select is(tests.remove('admin4', 'admin3'), 'done', 'an owner removes the second factor of an admin to whom another owner gave more permissions');
select is(tests.confirm('admin', 'admin3'), 'second_person_needed', 'the owner who gave the permissions still cannot confirm them');
select tests.turn('2 days');
select is(tests.confirm('admin', 'admin3'), 'second_person_needed', 'two days later neither, because the changes settle together');
select tests.turn('13 days');
select is(app.are_two_people(tests.id('admin4'), tests.id('admin3')), true, 'fourteen days after the last change both have settled');
select is(app.are_two_people(tests.id('admin2'), tests.id('admin4')), true, 'then the person counts beside the owner who confirmed, too');
update public.profiles set staff_role = 'support', created_by = null where id = tests.id('admin3');
select is(tests.remove('admin', 'admin2'), 'done', 'removing again does nothing');
select is((select count(*) from public.audit_log l where l.action = 'remove_second_factor'), 2::bigint, 'removing nothing is not audited');
select is(tests.remove('admin', 'fleet', 'New phone'), 'done', 'an owner removes the second factor of a fleet admin');
select is((select count(*) from public.notices n where n.key = 'staff_factor_removed' and n.user_id = tests.id('admin2') and n.params ->> 'reason' = 'New phone'), 1::bigint, 'the other owners are told');
select is(tests.sessions('fleet'), 0::bigint, 'the sessions of the fleet admin have ended');

-- The only owner: the operator with the secret key
select tests.add_factor('admin'), tests.open_session('admin'), tests.as_service();
select is(public.remove_second_factor(tests.id('admin'), 'The owner called'), 1, 'the secret key removes the factor of an owner');
select tests.as_owner();
select is(tests.sessions('admin'), 0::bigint, 'the sessions of the owner have ended, too');
select is((select l.actor_role from public.audit_log l where l.action = 'remove_second_factor' order by l.id desc limit 1), 'service_role', 'the audit log says that the secret key did it');
select is((select count(*) from public.notices n where n.key = 'staff_factor_removed' and n.user_id = tests.id('admin2') and n.params ->> 'person_id' = tests.id('admin')::text), 1::bigint, 'the other owners are told of it');
select is(app.is_past_probation(tests.id('admin'), tests.id('admin2')), false, 'an owner who asked the operator has to settle again, because the operator does not see who asked');
select tests.as_visitor();
select throws_ok(format('select public.remove_second_factor(%L, ''x'')', gen_random_uuid()), '42501', null, 'visitors cannot call it');
select tests.as_owner();

-- Leaving
select tests.add_factor('admin2');
select app.empty_account(tests.id('admin2'));
select is_empty($$ select 1 from auth.mfa_factors f where f.user_id = tests.id('admin2') $$, 'a deleted account keeps no factor');
select is_empty($$ select 1 from public.notices n join public.profiles p on p.id = n.user_id where p.usertype = 'admin' and n.key = 'second_factor_dropped' $$, 'nobody is told of the factors of a deleted account');
select * from finish();
