-- Guards: lowering a setting that makes it take two people waits for a day or for a second person.
select no_plan();
select tests.as_owner();
create function tests.save(who text, patch jsonb) returns text language sql as $$ select tests.outcome(who, format('select public.update_settings(%L)', patch)) $$;
create function tests.stored(name text) returns text language sql volatile security definer as $$ select to_jsonb(s) ->> stored.name from public.settings s where s.id = 1 $$;
select tests.set('credit_limit', null), tests.set('payout_limit', null), tests.set('export_limit', null), tests.set('two_people_bank', 'false'), tests.set('bank_change_hours', '24');
-- Only with a second factor an owner switches on that everyone needs one.
select tests.factors(2);

-- Each guard: set at once, strengthened at once, lowered later
create temp table guards (name text primary key, firm text, firmer text, weaker text, none text);
insert into guards values ('credit_limit', '100', '50', '200', null), ('payout_limit', '100', '50', '200', null), ('export_limit', '100', '50', '200', '0'),
  ('bank_change_hours', '48', '72', '47', '0'), ('two_people_bank', 'true', 'true', 'false', 'false'),
  ('staff_second_factor', 'true', 'true', 'false', 'false');
grant select on guards to public;
select set_eq('select name from guards', $$ select unnest(array['credit_limit', 'payout_limit', 'export_limit', 'two_people_bank', 'bank_change_hours', 'staff_second_factor']) $$, 'each guard is tried');
create function tests.try_guard(g guards) returns setof text language plpgsql as $$
declare v_way text;
begin
  return next is(tests.save('admin', jsonb_build_object(g.name, g.firm)), 'done', g.name || ': an owner sets it');
  return next is(tests.stored(g.name), g.firm, g.name || ': it is set at once');
  perform tests.save('admin', jsonb_build_object(g.name, g.firmer));
  return next is(tests.stored(g.name), g.firmer, g.name || ': it is strengthened at once');
  for v_way in select w from unnest(array[g.weaker, coalesce(g.none, 'empty')]) w group by w order by w is not distinct from coalesce(g.none, 'empty') loop
    return next is(tests.save('admin', jsonb_build_object(g.name, nullif(v_way, 'empty'))), 'done', format('%s: an owner lowers it to %s', g.name, v_way));
    return next is(tests.stored(g.name), g.firmer, format('%s: %s waits', g.name, v_way));
    perform tests.act_as('admin');
    begin
      execute format('update public.settings set %I = %L where id = 1', g.name, nullif(v_way, 'empty'));
    exception when insufficient_privilege then null;
    end;
    perform tests.as_owner();
    return next is(tests.stored(g.name), g.firmer, format('%s: %s waits in the table, too', g.name, v_way));
    return next is(tests.outcome('admin', format('select public.confirm_guard(%L, %L)', g.name, nullif(v_way, 'empty'))), 'second_person_needed', format('%s: the owner who lowered it to %s cannot confirm it', g.name, v_way));
  end loop;
  return next is(app.apply_guard_changes(), 0, g.name || ': nothing is applied before the day is over');
  return next is(tests.outcome('admin2', format('select public.confirm_guard(%L, %L)', g.name, g.none)), 'done', g.name || ': a second owner confirms it');
  return next is(tests.stored(g.name), g.none, g.name || ': then it is lowered');
end $$;
select tests.try_guard(g) from guards g order by g.name;

-- After a day
select tests.save('admin', '{"credit_limit": 100, "payout_limit": 100}'), tests.save('admin', '{"credit_limit": null, "payout_limit": 500, "app_name": "Cabs"}');
select results_eq($$ select s.credit_limit, s.payout_limit, s.app_name from public.settings s $$, $$ values (100::numeric, 100::numeric, 'Cabs') $$, 'other settings of the same form are saved');
select tests.act_as('admin');
select results_eq($$ select g.name, g.value, g.applies_at - app.now(), g.can_confirm from public.guard_changes() g $$, $$ values ('credit_limit', null::text, interval '1 day', false), ('payout_limit', '500', '1 day', false) $$, 'the page shows what waits');
select tests.as_owner();
select is((select count(*) from public.notices n where n.key = 'guard_lowered' and n.user_id = tests.id('admin2') and n.created_at = app.now()) > 0, true, 'the owners are told');
select is(tests.outcome('admin2', 'select public.cancel_guard(''payout_limit'')'), 'done', 'an owner stops it');
select is(tests.outcome('admin2', 'select public.cancel_guard(''payout_limit'')'), 'approval_not_found', 'what was stopped no longer waits');
select tests.turn('23 hours');
select tests.save('admin', '{"credit_limit": null}'), tests.turn('1 hour 1 minute');
select is(app.apply_guard_changes(), 1, 'asking again does not make it wait longer');
select is(tests.stored('credit_limit') || ' ' || tests.stored('payout_limit'), null, 'a day later it is lowered');
select is(tests.stored('payout_limit'), '100', 'what was stopped is not');
select tests.save('admin', '{"payout_limit": 500}'), tests.save('admin', '{"payout_limit": 90}'), tests.turn('25 hours');
select is(app.apply_guard_changes(), 0, 'who strengthens a guard takes the lowering back');

-- A value that the settings refuse waits for nothing
select isnt(tests.save('admin', '{"bank_change_hours": -1}'), 'done', 'a value that the settings refuse is refused at once');
select is_empty($$ select 1 from app.guard_changes where name = 'bank_change_hours' and value = '-1' $$, 'a refused value does not wait');

-- What somebody asked for ends with the rights, and is confirmed as it was shown
select tests.save('admin', '{"payout_limit": 50}'), tests.save('admin', '{"payout_limit": 600}');
select is(tests.outcome('admin2', 'select public.confirm_guard(''payout_limit'', null)'), 'version_conflict', 'a second person confirms the value that was shown');
update public.profiles set approved = false where id = tests.id('admin');
select is(tests.outcome('admin2', 'select public.confirm_guard(''payout_limit'', ''600'')'), 'second_person_needed', 'the request of a suspended owner is not confirmed');
select tests.turn('25 hours');
select is(app.apply_guard_changes(), 0, 'the request of a suspended owner is not applied');
select is_empty('select 1 from app.guard_changes', 'a request that was dropped no longer waits');
update public.profiles set approved = true where id = tests.id('admin');

-- An owner who takes another owner's rights away first
select tests.let('admin', format('select public.set_approved(%L, false)', tests.id('admin3')));
select tests.save('admin', '{"payout_limit": 700}'), tests.turn('25 hours');
select is(app.apply_guard_changes(), 0, 'after an owner was suspended a lowering by the same owner waits longer');
select tests.turn('14 days');
select is(app.apply_guard_changes(), 1, 'it is applied two weeks after the suspension');
select is((select count(*) from public.audit_log l where l.action = 'apply_guard' and l.after ->> 'payout_limit' = '700'), 1::bigint, 'the audit log holds what was applied, and for whom');

-- An owner who keeps another one from objecting
create function tests.wait_of(name text) returns interval language sql volatile security definer as $$ select app.guard_due(g) - app.now() from app.guard_changes g where g.name = wait_of.name $$;
create function tests.tries(who text, what text, whom text) returns text language sql as $$ select tests.outcome(who, format('select public.%s', format(what, tests.id(whom)))) $$;
update public.profiles set approved = true, staff_role = 'owner' where id = tests.id('admin3');
delete from app.owner_removals;
delete from app.staff_changes;
insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret) select gen_random_uuid(), tests.id(n), 'totp', 'verified', now(), now(), 'JBSWY3DPEHPK3PXP' from unnest('{admin2,fleet}'::text[]) n;
select is(tests.save('admin', '{"payout_limit": 800}'), 'done', 'an owner lowers a guard');
select is(tests.tries(v.who, v.what, v.whom), 'done', format('%s calls %s about %s', v.who, v.what, v.whom)) from (values
  ('admin2', 'sign_out_person(%L)', 'admin3'), ('admin', 'sign_out_person(%L)', 'rider'), ('admin', 'remove_second_factor(%L, ''Lost'')', 'fleet')) v (who, what, whom);
select is(tests.wait_of('payout_limit'), interval '1 day', 'who is signed out by others, or could not stop the guard, does not make it wait');
insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data) values (gen_random_uuid(), 'friend@hackney.test', app.now(),
  jsonb_build_object('usertype', 'admin', 'reg_type', 'admin', 'staff_role', 'owner', 'created_by', tests.id('admin')));
select tests.turn('1 hour');
select is(tests.tries('friend', 'sign_out_person(%L)', 'admin3'), 'done', 'an admin whom that owner added signs another owner out');
select is(tests.wait_of('payout_limit'), interval '14 days', 'the guard waits two weeks, because that owner may not have been able to stop it');
select tests.turn('23 hours 30 minutes');
select is(tests.tries('admin', 'sign_out_person(%L)', 'admin2'), 'done', 'the owner signs another owner out');
select is(tests.wait_of('payout_limit'), interval '14 days', 'the two weeks begin anew');
select tests.turn('1 hour');
select is(app.apply_guard_changes(), 0, 'a day after it was lowered the guard is not applied');
select is(tests.tries('admin', 'remove_second_factor(%L, ''Lost'')', 'admin2'), 'done', 'the owner removes the second factor of another owner');
select is(tests.wait_of('payout_limit'), interval '14 days', 'that counts, too');
select tests.turn('14 days');
select is(app.apply_guard_changes(), 1, 'two weeks after the last time it is applied');
select tests.save('admin', '{"payout_limit": 900}');
select is(tests.wait_of('payout_limit'), interval '1 day', 'whom somebody signed out before does not make a later lowering wait');
select tests.outcome('admin2', 'select public.cancel_guard(''payout_limit'')');

-- Rights
select is(tests.outcome('rider', 'select public.guard_changes()'), 'not_allowed', 'a rider does not read what waits');
update public.profiles set staff_role = 'finance' where id = tests.id('admin2');
select is(tests.outcome('admin2', 'select public.confirm_guard(''payout_limit'', ''90'')'), 'not_allowed', 'an admin without the permission confirms nothing');
select is(tests.outcome('admin2', 'select public.cancel_guard(''payout_limit'')'), 'not_allowed', 'an admin without the permission stops nothing');
select * from finish();
