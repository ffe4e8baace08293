-- Versions: when two people edit one row, the second is refused and reads who was first. A version cannot be written by
-- clients, and riders' actions do not raise it.
select no_plan();

-- Every table that staff edits
create temp table unversioned (name text primary key, why text);
insert into unversioned values
  ('audit_log', 'added to only'), ('access_log', 'added to only'), ('booking_events', 'added to only'), ('tracking_points', 'added to only'),
  ('chat_messages', 'added to only'), ('ledger_transactions', 'added to only'), ('ledger_entries', 'added to only'), ('rating_comments', 'added to only'), ('ratings', 'added to only'),
  ('drivers', 'profiles.version counts their changes'), ('staff_permissions', 'the service role''s');
select is_empty($$ select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and has_any_column_privilege('authenticated', c.oid, 'UPDATE')
    and not exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'version' and a.attnotnull) $$, 'every table that people can update has a version');
select is_empty($$ select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'version' and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    where c.relname <> 'driver_documents' and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'app.tg_version'::regproc and t.tgtype & 18 = 18) $$,
  'every version is kept by one trigger before updates, except that of driver documents');
-- Edits by an admin's function are audited as changes of columns; the other functions are steps that are done once.
select set_eq($$ select distinct m[1] from pg_proc p, regexp_matches(p.prosrc, 'update public\.([a-z_]+)', 'g') m
    where p.pronamespace = 'public'::regnamespace and p.proname ~ '^(edit|update|save|set)_' and p.prosrc ~ 'app\.(require_staff|require_permission|require_editor)' $$,
  array['profiles', 'drivers', 'languages'], 'the functions with which staff edits rows write only profiles, drivers and languages');

-- Acting as two admins
create function tests.conflict(statement text) returns jsonb language plpgsql as $$
declare v_detail text; v_said text; v_state text;
begin
  execute statement;
  return '{"said": "done"}';
exception when others then
  get stacked diagnostics v_detail = pg_exception_detail, v_said = message_text, v_state = returned_sqlstate;
  return coalesce(case when v_said = 'version_conflict' then v_detail::jsonb end, '{}') || jsonb_build_object('said', v_said, 'code', v_state);
end $$;
create temp table edited (name text primary key, id text, change text, seen integer);
insert into edited values ('car_types', (select id::text from public.car_types where name = 'Cab'), 'extra_info = extra_info || ''!'''),
  ('settings', '1', 'company_name = company_name || ''!'''), ('languages', (select id::text from public.languages where lang_locale = 'de'), 'lang_name = lang_name || ''!'''),
  ('cancel_reasons', (select id::text from public.cancel_reasons order by value limit 1), 'label = label || ''!'''),
  ('paper_kinds', 'permit', 'name = name || ''!''');
insert into public.promos (id, promo_name, promo_discount_value, promo_validity, promo_usage_limit) values ('00000000-0000-4000-8000-000000000a01', 'VERSIONED', 2, '2100-01-01', 100);
insert into public.tariff_windows (id, name, amount) values ('00000000-0000-4000-8000-000000000a02', 'Night', 1);
insert into public.zones (id, name, kind, active, area) values ('00000000-0000-4000-8000-000000000a03', 'Here', 'no_service', false,
  extensions.st_multi(extensions.st_geomfromtext('POLYGON((1 1, 2 1, 2 2, 1 1))', 4326)));
insert into edited values ('promos', '00000000-0000-4000-8000-000000000a01', 'promo_description = promo_description || ''!'''),
  ('tariff_windows', '00000000-0000-4000-8000-000000000a02', 'name = name || ''!'''), ('zones', '00000000-0000-4000-8000-000000000a03', 'name = name || ''!''');
create function tests.version_of(name text, id text) returns integer language plpgsql security definer as $$
declare v_version integer;
begin
  execute format('select version from public.%I where id::text = %L', name, id) into v_version;
  return v_version;
end $$;
create function tests.edit(patch jsonb, behind integer) returns jsonb language plpgsql as $$
begin
  return tests.conflict(format('select public.edit_person(%L, %L)', tests.id('driver'),
    edit.patch || jsonb_build_object('version', tests.version_of('profiles', tests.id('driver')::text) - edit.behind))) - 'at';
end $$;
create temp table driver as select tests.version_of('profiles', tests.id('driver')::text) as seen;
create function tests.steps() returns integer language sql security definer as $$ select tests.version_of('profiles', tests.id('driver')::text) - d.seen from driver d $$;
grant select on driver to public;
update edited set seen = tests.version_of(name, id);
grant select on edited to public;
select tests.act_as('admin2');
select lives_ok(format('update public.%I set %s, version = %s where id::text = %L', name, change, seen, id), format('%s: an admin with the current version changes the row', name)) from edited;
select is(tests.version_of(name, id), seen + 1, format('%s: a change raises the version by one', name)) from edited;
select lives_ok(format('update public.%1$I set %2$s = %2$s where id::text = %3$L', name, split_part(change, ' ', 1), id), format('%s: an update without a version is not checked', name)) from edited;
select is(tests.version_of(name, id), seen + 1, format('%s: an update without a change keeps the version', name)) from edited;
select tests.act_as('admin');
select is(tests.conflict(format('update public.%I set %s, version = %s where id::text = %L', name, change, seen, id)) - 'at',
  jsonb_build_object('said', 'version_conflict', 'code', 'PT409', 'version', seen + 1, 'by', (select btrim(first_name || ' ' || last_name) from public.profiles where id = tests.id('admin2'))),
  format('%s: an admin with the previous version is refused and reads who changed the row', name)) from edited;
select is(tests.conflict(format('update public.%I set version = %s where id::text = %L', name, v.wrong, id)) ->> 'said', 'version_conflict', format('%s: an update with the version %s is refused', name, v.wrong))
from edited, (values ('0'), ('-1'), ('null'), ('2147483647')) v (wrong);
select is(tests.version_of(name, id), seen + 1, format('%s: a refused update keeps the version', name)) from edited;
select is(tests.conflict($$ insert into public.cancel_reasons (label, version) values ('Tired', 2147483647) $$) ->> 'said', 'done', 'a row can be inserted with any version');
select is((select version from public.cancel_reasons where label = 'Tired'), 1, 'a new row has the version 1, whatever the client sent');

-- By functions
select is(tests.conflict($$ select public.update_settings('{"company_name": "Mine", "version": 1}') $$) ->> 'said', 'version_conflict', 'update_settings refuses an old version');
select is(tests.conflict(format('select public.update_settings(%L)', jsonb_build_object('company_name', 'Mine', 'version', v.wrong))) ->> 'said', 'version_conflict', format('update_settings refuses the version %s', v.wrong))
from (values ('"x"'::jsonb), ('null'), ('[2]'), ('2.5'), ('1e30')) v (wrong);
select is((public.update_settings(jsonb_build_object('company_name', 'Mine', 'version', seen + 1))).version, seen + 2, 'update_settings takes the current version and returns the next') from edited where name = 'settings';
select is((public.update_settings(jsonb_build_object('version', seen + 2))).version, seen + 2, 'update_settings with only a version changes nothing') from edited where name = 'settings';
select is(tests.conflict($$ select public.save_zone('{"id": "00000000-0000-4000-8000-000000000a03", "version": 1, "name": "There", "kind": "no_service", "geojson": {"type": "Polygon", "coordinates": [[[1,1],[2,1],[2,2],[1,1]]]}}') $$) ->> 'said',
  'version_conflict', 'save_zone refuses an old version');
select is((public.save_zone('{"id": "00000000-0000-4000-8000-000000000a03", "version": 2, "name": "There", "kind": "no_service", "active": false, "geojson": {"type": "Polygon", "coordinates": [[[1,1],[2,1],[2,2],[1,1]]]}}')).version, 3, 'save_zone takes the current version');
select is((public.save_zone('{"name": "New", "version": 7, "kind": "no_service", "active": false, "geojson": {"type": "Polygon", "coordinates": [[[1,1],[2,1],[2,2],[1,1]]]}}')).version, 1, 'a new zone has the version 1, whatever the client sent');
select is(tests.edit('{"first_name": "Ida"}', 0) ->> 'said', 'done', 'edit_person takes the current version');
select is(tests.edit('{"vehicle_make": "Saab"}', 0) ->> 'said', 'done', 'edit_person takes the version after a change');
select is(tests.steps(), 2, 'a change of the car raises the driver''s version');
select is(tests.edit('{"vehicle_color": "red"}', 1) - 'version',
  jsonb_build_object('said', 'version_conflict', 'code', 'PT409', 'by', (select btrim(first_name || ' ' || last_name) from public.profiles where id = tests.id('admin'))), 'edit_person refuses an old version');
select lives_ok(format('select public.edit_person(%L, %L)', tests.id('driver'), '{"vehicle_make": "Saab"}'), 'edit_person without a version is not checked');
select is(tests.steps(), 2, 'edit_person with equal values does not raise the version');

-- Other events do not block edits
select tests.as_owner();
update public.promos set user_avail = 3 where promo_name = 'VERSIONED';
select is(tests.version_of(name, id), seen + 1, 'a use of a promotion does not raise its version') from edited where name = 'promos';
select tests.go_online(), tests.ride('PAID');
select is(tests.steps(), 2, 'a ride, its payment and a shift do not raise the driver''s version');
select is((select count(*) from public.cancel_reasons where version > 2), 0::bigint, 'sorting cancel reasons does not raise their versions');
select tests.let('driver', $$ select public.update_profile(last_name => 'Neu') $$);
select tests.act_as('admin');
select is(tests.edit('{"first_name": "Ivo"}', 1) - 'version', '{"said": "version_conflict", "code": "PT409"}', 'a person''s own change raises the version, and the refusal names no staff');

-- Acting as others
select tests.as_owner();
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
select is(tests.steps(), 4, 'a change of the fleet raises the driver''s version');
select tests.act_as('admin');
select is(tests.edit('{"vehicle_make": "Audi"}', 0) ->> 'said', 'done', 'an admin with the current version edits a fleet''s driver');
select tests.act_as('fleet');
select is(tests.edit('{"vehicle_make": "Opel"}', 1) - 'version', '{"said": "version_conflict", "code": "PT409"}', 'a fleet admin with an old version does not read the admin''s name');
select is(tests.conflict(format('select public.edit_person(%L, %L)', tests.id('rider'), '{"vehicle_make": "Opel", "version": 0}')) ->> 'said', 'person_not_found', 'a fleet admin learns no version of another fleet''s people');
select tests.as_owner();
create temp table settled as select version as seen from public.settings;
grant select on settled to public;
select tests.act_as('rider');
select is(tests.conflict('update public.settings set version = 99') ->> 'said', 'done', 'a rider''s update of settings finds no row');
select is(tests.version_of('settings', '1'), seen, 'a rider''s update does not change the version of settings') from settled;
select tests.as_visitor();
select throws_ok($$ update public.settings set version = 99 $$, '42501', null, 'a visitor cannot update settings');
select * from finish();
