-- Imports: what a file of the office adds, changes and refuses, by the rules of the forms.
select no_plan();
create function tests.import(kind text, key text, rows jsonb, who text default 'admin') returns uuid language plpgsql security definer as $$
declare v_id uuid;
begin
  perform tests.let(who, format('select public.start_import(%L, %L, %L)', kind, key || '.csv', md5(key)::uuid));
  v_id := md5(tests.id(who) || ':' || md5(key)::uuid)::uuid;
  perform tests.let(who, format('select public.add_import_rows(%L, (select jsonb_agg(jsonb_build_object(''nr'', n + 1, ''facts'', f) order by n) from jsonb_array_elements(%L::jsonb) with ordinality r (f, n)))', v_id, rows));
  perform tests.let(who, format('select public.check_import(%L)', v_id));
  return v_id;
end $$;
create function tests.states(id uuid) returns text language sql volatile security definer as $$
  select string_agg(concat_ws(' ', r.nr, r.state, r.code, r.field, r.other_nr, array_to_string(nullif(r.changes, '{}'), '+')), ', ' order by r.nr) from app.import_rows r where r.import_id = states.id
$$;
create function tests.applied(id uuid, who text default 'admin') returns text language plpgsql security definer as $$
begin
  perform tests.let(who, format('select public.apply_import(%L)', applied.id));
  return tests.states(applied.id);
end $$;
create function tests.undone(id uuid, who text default 'admin') returns text language plpgsql security definer as $$
begin
  perform tests.let(who, format('select public.undo_import(%L)', undone.id));
  return tests.states(undone.id);
end $$;
-- As the edge function does it with the auth server of a hosted project; afterwards no row says yet that it is done.
create function tests.begin_accounts(id uuid) returns text language plpgsql security definer as $$
declare
  v_plan jsonb;
  v_user jsonb;
begin
  perform set_config('request.jwt.claims', tests.claims('admin'), true);
  v_plan := public.plan_import_accounts(begin_accounts.id);
  perform set_config('request.jwt.claims', '', true);
  for v_user in select u -> 'user' from jsonb_array_elements(v_plan -> 'users') u loop
    insert into auth.users (id, email, phone, raw_user_meta_data, raw_app_meta_data)
    values ((v_user ->> 'id')::uuid, v_user ->> 'email', ltrim(v_user ->> 'phone', '+'), v_user -> 'user_metadata', '{"provider": "email"}'::jsonb);
    update auth.users u set raw_app_meta_data = u.raw_app_meta_data || (v_user -> 'app_metadata') where u.id = (v_user ->> 'id')::uuid;
  end loop;
  return tests.states(begin_accounts.id);
end $$;
create function tests.make_accounts(id uuid) returns text language plpgsql security definer as $$
begin
  perform tests.begin_accounts(make_accounts.id);
  perform tests.let('admin', format('select public.plan_import_accounts(%L)', make_accounts.id));
  return tests.states(make_accounts.id);
end $$;
create function tests.add_row(id uuid, nr integer, facts jsonb) returns void language plpgsql security definer as $$
begin
  perform tests.let('admin', format('select public.add_import_rows(%L, %L)', add_row.id, jsonb_build_array(jsonb_build_object('nr', add_row.nr, 'facts', add_row.facts))));
end $$;

-- Who may
select tests.as_visitor();
select throws_ok($$ select public.start_import('callers', 'a.csv', null) $$, '42501', null, 'a visitor cannot import');
select tests.as_owner();
select is(tests.outcome(who, $$ select public.start_import('callers', 'a.csv', null) $$), 'not_allowed', 'only admins import: not a ' || who) from unnest('{rider,driver,fleet}'::text[]) who;
update public.profiles set staff_role = 'support' where id = tests.id('admin3');
select is(tests.outcome('admin3', format('select public.start_import(%L, ''a.csv'', null)', kind)), said, 'an admin with the role support imports what the role may add: ' || kind)
from (values ('callers', 'done'), ('drivers', 'done'), ('staff', 'not_allowed'), ('zones', 'not_allowed'), ('promos', 'not_allowed')) v (kind, said);
select is(tests.outcome('admin', $$ select public.start_import('money', 'a.csv', null) $$), 'import_kind', 'an unknown kind of import is refused');
select tests.import('callers', 'mine', '[{"first_name": "Ida", "mobile": "+4237902001"}]');
select is(tests.outcome('admin2', format(call, (select id from app.imports where name = 'mine.csv'))), 'import_not_found', 'an import of another admin can be neither read nor made: ' || call)
from unnest(array['select public.import_rows(%L)', 'select public.add_import_rows(%L, ''[]'')', 'select public.check_import(%L)', 'select public.apply_import(%L)', 'select public.plan_import_accounts(%L)', 'select public.undo_import(%L)', 'select public.delete_import(%L)']) call;
select tests.set('allow_critical_edits_admin', 'false');
select is(tests.outcome('admin', format(call, (select id from app.imports where name = 'mine.csv'))), 'demo_mode', 'a demo imports nothing: ' || call)
from unnest(array['select public.start_import(''callers'', ''b'', null)', 'select public.import_rows(%L)', 'select public.apply_import(%L)', 'select public.undo_import(%L)']) call;
select tests.set('allow_critical_edits_admin', 'true');

-- Rows as a hostile client may send them
select is(tests.outcome('admin', format('select public.add_import_rows(%L, %L)', (select id from app.imports where name = 'mine.csv'), rows)), 'import_rows', 'rows of another form are refused: ' || left(rows, 60))
from unnest(array['{}', '[1]', '[{"nr": 0, "facts": {}}]', '[{"nr": 1.5, "facts": {}}]', '[{"nr": "1", "facts": {}}]', '[{"nr": 99999999999, "facts": {}}]', '[{"nr": 2, "facts": []}]', '[{"nr": 2, "facts": {"mobile": 5}}]', '[{"nr": 2, "facts": {"wallet_balance": "9"}}]', '[{"nr": 2, "facts": {"usertype": "admin"}}]',
  jsonb_build_array(jsonb_build_object('nr', 2, 'facts', jsonb_build_object('first_name', repeat('x', 10001))))::text, (select jsonb_agg(jsonb_build_object('nr', n, 'facts', '{}'::jsonb)) from generate_series(1, 501) n)::text]) rows;
insert into app.import_rows (import_id, nr, facts) select i.id, n + 10, '{}' from app.imports i, generate_series(1, 19999) n where i.name = 'mine.csv';
select is(tests.outcome('admin', format('select public.add_import_rows(%L, ''[{"nr": 3, "facts": {}}]'')', (select id from app.imports where name = 'mine.csv'))), 'import_too_long', 'a file of more than 20,000 rows is refused');
delete from app.import_rows where nr > 10;

-- Callers
select is(tests.states(tests.import('callers', 'list', jsonb_build_array(
  '{"first_name": "Ida", "last_name": "Ospelt", "mobile": "+4237902001", "lang_locale": "de"}'::jsonb, '{"last_name": " Beck ", "email": "BECK@new.test"}'::jsonb, '{"first_name": "No contact"}'::jsonb, '{"first_name": "Bad", "mobile": "790 20 03"}'::jsonb,
  '{"mobile": "+4237902004"}'::jsonb, '{"first_name": "Аna", "mobile": "+4237902005"}'::jsonb, '{"first_name": "Twice", "mobile": "+4237902001"}'::jsonb, '{"first_name": "Lost", "mobile": "+4237902006", "lang_locale": "xx"}'::jsonb,
  jsonb_build_object('first_name', 'Has', 'email', 'RIDER@hackney.test'), '{"first_name": "=HYPERLINK(\"x\")", "mobile": "+4237902007"}'::jsonb))),
  '2 fresh, 3 fresh, 4 wrong email_or_mobile_issue, 5 wrong mobile_no_blank_error mobile, 6 wrong person_invalid, 7 wrong name_invalid, 8 wrong import_twice 2, 9 wrong import_value lang_locale, 10 same, 11 fresh', 'each row of callers says what it will do, or what is wrong in which column');
select is((select count(*) from app.known_callers), 0::bigint, 'a check writes nothing');
select is(tests.applied(id), '2 done, 3 done, 4 wrong email_or_mobile_issue, 5 wrong mobile_no_blank_error mobile, 6 wrong person_invalid, 7 wrong name_invalid, 8 wrong import_twice 2, 9 wrong import_value lang_locale, 10 same, 11 done', 'an import writes what its check announced') from app.imports where name = 'list.csv';
select is(tests.applied(id), tests.states(id), 'writing an import again writes nothing') from app.imports where name = 'list.csv';
select results_eq($$ select first_name, last_name, mobile, email, lang_locale, created_by from app.known_callers order by coalesce(mobile, '') $$,
  $$ values ('', 'Beck', null, 'beck@new.test', null, tests.id('admin')), ('Ida', 'Ospelt', '+4237902001', null, 'de', tests.id('admin')), ('=HYPERLINK("x")', '', '+4237902007', null, null, tests.id('admin')) $$, 'callers are stored as the file says, a formula as plain text');
select is(tests.states(tests.import('callers', 'again', '[{"first_name": "Ida", "last_name": "Ospelt", "mobile": "+4237902001", "lang_locale": "de"}, {"last_name": "Beck", "email": "beck@new.test"}, {"first_name": "Idi", "last_name": "Ospelt", "mobile": "+4237902001"}]')),
  '2 same, 3 same, 4 wrong import_twice 2', 'the same file again changes nothing');
select is(tests.states(tests.import('callers', 'change', '[{"first_name": "Idi", "mobile": "+4237902001"}, {"first_name": "Both", "mobile": "+4237902007", "email": "beck@new.test"}]')), '2 changed first_name, 3 wrong import_ambiguous', 'a row changes only what it says, and names one person');
select tests.applied(id) from app.imports where name = 'change.csv';
select is((select first_name || ' ' || last_name || ' ' || lang_locale from app.known_callers where mobile = '+4237902001'), 'Idi Ospelt de', 'an empty cell clears nothing');
select is(tests.outcome('admin', format('select public.add_import_rows(%L, ''[{"nr": 9, "facts": {}}]'')', id)), 'import_began', 'an import that has begun takes no further rows') from app.imports where name = 'change.csv';

select is((select code from app.import_rows where other_nr = 2 limit 1), 'import_twice', 'a row that says the same as an earlier one names it');
select is((select count(*) from app.import_rows where code = 'import_ambiguous'), 1::bigint, 'number and address of two callers are refused');

-- A known caller's contacts are where the claim is proved
select is(tests.states(tests.import('callers', 'thief', '[{"mobile": "+4237902001", "email": "thief@new.test"}, {"email": "beck@new.test", "mobile": "+4237902099"}]')), '2 wrong import_fixed email, 3 wrong import_fixed mobile', 'a file gives a known caller no other address or number');
select results_eq($$ select target_id, after from public.audit_log where action = 'edit' and target = 'known_callers' $$, $$ select id::text, '{"changed": ["first_name"]}'::jsonb from app.known_callers where mobile = '+4237902001' $$, 'the audit log says which fields of a known caller a file changed');

-- A file whose connection was lost
select is(tests.outcome('admin', $$ select public.start_import('callers', 'a.csv', null, 20001) $$), 'import_too_long', 'a file that says to have more than 20,000 rows is refused at once');
select tests.let('admin', $$ select public.start_import('callers', 'broken.csv', md5('broken')::uuid, 2) $$);
create temp table broken as select id from app.imports where name = 'broken.csv';
grant select on broken to public;
select tests.add_row(id, 2, '{"first_name": "One", "mobile": "+4237902101"}') from broken;
select is(tests.outcome('admin', format(call, id)), 'import_incomplete', 'a file that is stored in part goes no further: ' || call) from broken, unnest(array['select public.check_import(%L)', 'select public.apply_import(%L)']) call;
select tests.let('admin', $$ select public.start_import('callers', 'broken.csv', md5('broken')::uuid, 2) $$);
select tests.add_row(id, 3, '{"first_name": "Two", "mobile": "+4237902102"}') from broken;
select is(tests.outcome('admin', format('select public.apply_import(%L)', id)), 'import_unchecked', 'rows that nobody has checked are not written') from broken;
select tests.let('admin', format('select public.check_import(%L)', id)) from broken;
select tests.add_row(id, 4, '{"first_name": "Three", "mobile": "+4237902103"}') from broken;
select is(tests.outcome('admin', format('select public.apply_import(%L)', id)), 'import_unchecked', 'an import whose check broke off writes nothing') from broken;
select tests.let('admin', format('select public.check_import(%L)', id)) from broken;
select is(tests.applied(id), '2 done, 3 done, 4 done', 'once all rows are checked, all are written') from broken;
select is(tests.undone(id), '2 undone, 3 undone, 4 undone', 'the import that broke off is taken back') from broken;
select tests.add_row(tests.import('drivers', 'half', '[{"first_name": "Whole", "last_name": "One", "email": "whole@new.test"}]'), 3, '{"first_name": "Half", "last_name": "One", "email": "half@new.test"}');
select is(tests.outcome('admin', format('select public.plan_import_accounts(%L)', id)), 'import_unchecked', 'accounts of rows that nobody has checked are not made') from app.imports where name = 'half.csv';

-- Places
select is(tests.states(tests.import('places', 'places', jsonb_build_array('{"mobile": "+4237902001", "label": "Home", "description": "Landstrasse 1", "lat": "47.14", "lng": "9.52"}'::jsonb, jsonb_build_object('email', 'rider2@hackney.test', 'label', 'Import', 'description', 'Landstrasse 2', 'lat', '47.15', 'lng', '9.53'),
  '{"mobile": "+4237909999", "label": "Home", "description": "Nowhere", "lat": "47", "lng": "9"}'::jsonb, '{"mobile": "+4237902001", "label": "Far", "description": "Pole", "lat": "91", "lng": "9"}'::jsonb, '{"mobile": "+4237902001", "label": "Comma", "description": "Comma", "lat": "47,1", "lng": "9"}'::jsonb, '{"mobile": "+4237902001", "label": "", "description": "x", "lat": "47", "lng": "9"}'::jsonb))),
  '2 fresh, 3 fresh, 4 wrong import_no_owner, 5 wrong address_invalid lat, 6 wrong import_value lat, 7 wrong import_needed label', 'a place needs a known caller or an account, and coordinates');
select is((select count(*) from app.import_rows where code = 'import_no_owner'), 1::bigint, 'a place of nobody is refused');
select tests.applied(id) from app.imports where name = 'places.csv';
select is((select count(*) from app.caller_places where label = 'Home') + (select count(*) from public.saved_addresses where user_id = tests.id('rider2') and label = 'Import'), 2::bigint, 'places are stored with the caller or the account');
select is(tests.states(tests.import('places', 'places again', jsonb_build_array('{"mobile": "+4237902001", "label": "home", "description": "Landstrasse 1", "lat": "47.140", "lng": "9.52"}'::jsonb, jsonb_build_object('email', 'rider2@hackney.test', 'label', 'Import', 'description', 'Landstrasse 3', 'lat', '47.15', 'lng', '9.53')))), '2 same, 3 same', 'a place is known by its owner and label, and one that an account has already stays as it is');
select tests.applied(id) from app.imports where name = 'places again.csv';
select is((select description from public.saved_addresses where user_id = tests.id('rider2') and label = 'Import'), 'Landstrasse 2', 'what a person has saved counts more than the file');
select is(tests.states(tests.import('places', 'places moved', '[{"mobile": "+4237902001", "label": "Home", "description": "Landstrasse 3", "lat": "47.14", "lng": "9.52"}]')), '2 changed description', 'a place of a known caller is changed');
select tests.applied(id) from app.imports where name = 'places moved.csv';
select is((select description from app.caller_places where label = 'Home'), 'Landstrasse 3', 'the place of a known caller has moved');
select is(tests.undone(id), '2 undone description', 'a changed place gets its former values back') from app.imports where name = 'places moved.csv';
select is((select description from app.caller_places where label = 'Home'), 'Landstrasse 1', 'the former address of a place is back');

-- Cars
select is(tests.states(tests.import('cars', 'cars', jsonb_build_array(jsonb_build_object('vehicle_number', 'FL 900', 'car_type', 'VAN', 'fleet', (select first_name || ' ' || last_name from public.profiles where id = tests.id('fleet')), 'vehicle_make', 'VW', 'seats', '6'),
  '{"vehicle_number": "FL 901", "car_type": "Rocket"}'::jsonb, '{"vehicle_number": "FL 902", "car_type": "Cab", "fleet": "Nobody"}'::jsonb, '{"vehicle_number": "FL 903", "car_type": "Cab", "seats": "21"}'::jsonb, '{"vehicle_number": "FL 904", "car_type": "Cab", "wheelchair": "perhaps"}'::jsonb, '{"car_type": "Cab"}'::jsonb, '{"vehicle_number": "FL 905", "car_type": "cab"}'::jsonb))),
  '2 fresh, 3 wrong import_car_type car_type, 4 wrong import_fleet fleet, 5 wrong person_invalid, 6 wrong import_value wheelchair, 7 wrong import_needed vehicle_number, 8 fresh', 'cars are checked as by their form, and name car types and fleets as people write them');
select tests.applied(id) from app.imports where name = 'cars.csv';
select results_eq($$ select fleet_id, car_type_id, seats from app.shared_vehicles where vehicle_number = 'FL 900' $$, $$ values (tests.id('fleet'), tests.car('Van'), 6) $$, 'a car is stored in its fleet');
select is(tests.states(tests.import('cars', 'cars again', '[{"vehicle_number": "fl 905", "car_type": "Cab", "vehicle_color": "Red"}]')), '2 changed vehicle_color+vehicle_number', 'a car is known by its plate');

-- Zones and promotions
select is(tests.states(tests.import('zones', 'zones', '[{"name": "Airport", "kind": "surcharge", "amount": "5", "area": "{\"type\":\"Polygon\",\"coordinates\":[[[1,1],[2,1],[2,2],[1,1]]]}"}, {"name": "Broken", "kind": "surcharge", "amount": "5", "area": "POLYGON"}, {"name": "Odd", "kind": "free", "area": "{\"type\":\"Polygon\",\"coordinates\":[[[1,1],[2,1],[2,2],[1,1]]]}"}]')),
  '2 fresh, 3 wrong zone_invalid area, 4 wrong zone_invalid', 'zones are checked as by their form');
select tests.applied(id) from app.imports where name = 'zones.csv';
select is(tests.states(tests.import('zones', 'zones again', '[{"name": "airport", "kind": "surcharge", "amount": "5.00", "area": "{\"type\":\"Polygon\",\"coordinates\":[[[1,1],[2,1],[2,2],[1,1]]]}"}]')), '2 changed name', 'a zone is known by its name, and the same area is no change');
select is(tests.states(tests.import('promos', 'promos', jsonb_build_array(jsonb_build_object('promo_name', 'SPRING', 'promo_discount_value', '5', 'promo_validity', app.today() + 30, 'promo_usage_limit', '100'), jsonb_build_object('promo_name', 'OVER', 'promo_discount_value', '5', 'promo_validity', app.today() - 1, 'promo_usage_limit', '100'),
  jsonb_build_object('promo_name', 'MUCH', 'promo_discount_type', 'percentage', 'promo_discount_value', '101', 'promo_validity', app.today() + 30, 'promo_usage_limit', '1'), jsonb_build_object('promo_name', 'NEGATIVE', 'promo_discount_value', '-1', 'promo_validity', app.today() + 30, 'promo_usage_limit', '1')))),
  '2 fresh, 3 wrong promo_ends_past, 4 wrong import_value percentage, 5 wrong import_value promo_discount_value', 'promotions are checked as by their form, and a constraint names its column');
select tests.applied(id) from app.imports where name = 'promos.csv';
select is((select count(*) from public.promos where promo_name = 'SPRING' and listed and promo_discount_type = 'flat'), 1::bigint, 'a promotion is stored with the defaults of its form');

-- Taken back while nothing hangs on it
update public.promos set user_avail = 1 where promo_name = 'SPRING';
select is(tests.undone(id), '2 kept, 3 wrong promo_ends_past, 4 wrong import_value percentage, 5 wrong import_value promo_discount_value', 'a promotion that somebody uses is kept') from app.imports where name = 'promos.csv';
select is(tests.undone(id), '2 undone, 3 wrong zone_invalid area, 4 wrong zone_invalid', 'a new zone is taken back') from app.imports where name = 'zones.csv';
insert into app.driver_shifts (driver_id, vehicle_id, began_at, ended_at) select tests.id('driver2'), id, app.now(), app.now() from app.shared_vehicles where vehicle_number = 'FL 900';
select is(tests.undone(id), '2 kept, 3 wrong import_car_type car_type, 4 wrong import_fleet fleet, 5 wrong person_invalid, 6 wrong import_value wheelchair, 7 wrong import_needed vehicle_number, 8 undone', 'a car that somebody has driven is kept') from app.imports where name = 'cars.csv';
select is(tests.undone(id), '2 undone first_name, 3 wrong import_ambiguous', 'a changed caller gets the former name back') from app.imports where name = 'change.csv';
select is(tests.undone(id), tests.states(id), 'taking back again changes nothing') from app.imports where name = 'change.csv';
select is(tests.outcome('admin', format('select public.apply_import(%L)', id)), 'import_undone', 'an import that was taken back is not written again') from app.imports where name = 'change.csv';
select is((select first_name from app.known_callers where mobile = '+4237902001'), 'Ida', 'the former name of a caller is back');
select is(split_part(tests.undone(id), ',', 1), '2 kept', 'a caller with places is kept') from app.imports where name = 'list.csv';
select is((select count(*) from app.known_callers where email = 'beck@new.test'), 0::bigint, 'a caller without places is taken back');

-- Drivers with their cars, in one file
select is(tests.states(tests.import('drivers', 'drivers', jsonb_build_array(
  jsonb_build_object('first_name', 'Ida', 'last_name', 'Frick', 'email', 'Ida.Frick@new.test', 'mobile', '+4237903001', 'fleet', (select email from public.profiles where id = tests.id('fleet')), 'car_type', 'van', 'vehicle_number', 'FL 801', 'vehicle_make', 'VW', 'seats', '6', 'wheelchair', 'true', 'lang_locale', 'de'),
  '{"first_name": "Uwe", "last_name": "Beck", "mobile": "+4237903002"}'::jsonb, '{"first_name": "One", "email": "one@new.test"}'::jsonb, '{"first_name": "A", "last_name": "B", "email": "rider@hackney.test"}'::jsonb, '{"first_name": "A", "last_name": "B", "email": "not an address"}'::jsonb,
  '{"first_name": "A", "last_name": "B", "mobile": "+4237903003", "seats": "0"}'::jsonb, jsonb_build_object('first_name', 'Known', 'last_name', 'Driver', 'email', 'driver9@hackney.test', 'vehicle_color', 'Red')))),
  '2 fresh, 3 fresh, 4 wrong import_needed last_name, 5 wrong user_exists, 6 wrong proper_email email, 7 wrong person_invalid, 8 changed first_name+last_name+vehicle_color', 'drivers are checked as by their form, and drivers who exist are changed');
select is(tests.outcome('admin', format('select public.apply_import(%L)', id)), 'import_kind', 'SQL alone makes no accounts') from app.imports where name = 'drivers.csv';
select is(tests.make_accounts(id), '2 done, 3 done, 4 wrong import_needed last_name, 5 wrong user_exists, 6 wrong proper_email email, 7 wrong person_invalid, 8 done first_name+last_name+vehicle_color', 'accounts are made as the check announced') from app.imports where name = 'drivers.csv';
select results_eq($$ select p.email, p.mobile, p.usertype::text, p.approved, p.lang_locale, p.created_by, d.fleet_id, d.car_type_id, d.vehicle_number, v.seats, v.wheelchair, v.luggage from public.profiles p join public.drivers d using (id) left join public.vehicles v on v.driver_id = d.id where p.mobile in ('+4237903001', '+4237903002') order by p.mobile $$,
  $$ values ('ida.frick@new.test', '+4237903001', 'driver', true, 'de', tests.id('admin'), tests.id('fleet'), tests.car('Van'), 'FL 801', 6, true, 2), (null, '+4237903002', 'driver', true, null, tests.id('admin'), null, null, null, null, null, null) $$, 'a driver and the car are made from one row');
select is((select first_name || ' ' || vehicle_color from public.profiles join public.drivers using (id) where email = 'driver9@hackney.test'), 'Known Red', 'a driver who exists is changed');
select is((select count(*) from public.audit_log where action = 'create' and actor_id = tests.id('admin') and target_id in (select id::text from public.profiles where mobile in ('+4237903001', '+4237903002'))), 2::bigint, 'the audit log names the admin who made each account');
select is(tests.states(tests.import('drivers', 'drivers again', jsonb_build_array(jsonb_build_object('first_name', 'Ida', 'last_name', 'Frick', 'email', 'ida.frick@new.test', 'mobile', '+4237903001', 'fleet', 'fleet@hackney.test', 'car_type', 'Van', 'vehicle_number', 'FL 801', 'vehicle_make', 'VW', 'seats', '6', 'wheelchair', 'true', 'lang_locale', 'en'), '{"first_name": "Uwe", "last_name": "Beck", "mobile": "+4237903002", "email": "uwe@new.test"}'::jsonb))),
  '2 same, 3 wrong import_fixed email', 'the same file of drivers again changes nothing, and a file changes no address for signing in');
select is(tests.states(tests.import('drivers', 'later', '[{"first_name": "Late", "last_name": "One", "email": "late@new.test"}, {"first_name": "Lost", "last_name": "One", "email": "lost@new.test"}]')), '2 fresh, 3 fresh', 'both rows are fresh');
select tests.let('admin', format('select public.plan_import_accounts(%L)', id)) from app.imports where name = 'later.csv';
select tests.let('admin', format('select public.plan_import_accounts(%L, ''{3}'')', id)) from app.imports where name = 'later.csv';
select is(tests.states(id), '2 fresh, 3 wrong server_busy', 'a row for which the auth server made no account says so') from app.imports where name = 'later.csv';
select tests.let('admin', format('select public.check_import(%L, true)', id)) from app.imports where name = 'later.csv';
select is(tests.make_accounts(id), '2 done, 3 done', 'checked again, the row is made') from app.imports where name = 'later.csv';
update auth.users set last_sign_in_at = now() where email = 'late@new.test';
select is(tests.undone(id), '2 kept, 3 undone', 'only an account that nobody has used is taken back') from app.imports where name = 'later.csv';
select is(app.is_contact_taken('lost@new.test', null), false, 'the address of an account that was taken back is free again');
-- A call that made accounts broke off before their rows say so
select is(tests.states(tests.import('drivers', 'killed', '[{"first_name": "Kill", "last_name": "One", "email": "kill1@new.test"}, {"first_name": "Kill", "last_name": "Two", "email": "kill2@new.test"}]')), '2 fresh, 3 fresh', 'both rows of the file are fresh');
select is(tests.begin_accounts(id), '2 fresh, 3 fresh', 'the accounts are made and their rows do not say so yet') from app.imports where name = 'killed.csv';
select is(tests.undone(id), '2 undone, 3 undone', 'accounts that no call finished are taken back, too') from app.imports where name = 'killed.csv';
select is(app.is_contact_taken('kill1@new.test', null), false, 'no account is left of the import that was taken back');
select is(tests.states(tests.import('drivers', 'renamed', '[{"first_name": "Ren", "last_name": "One", "email": "ren1@new.test", "car_type": "Cab"}, {"first_name": "Ren", "last_name": "Two", "email": "ren2@new.test"}]')), '2 fresh, 3 fresh', 'a driver of a type of car is fresh');
select tests.begin_accounts(id) from app.imports where name = 'renamed.csv';
update public.car_types set name = 'Cabriolet' where id = tests.car('Cab');
create temp table renamed as select tests.outcome('admin', format('select public.plan_import_accounts(%L)', id)) as said from app.imports where name = 'renamed.csv';
select is((select said from renamed) || ': ' || tests.states(id), 'done: 2 wrong import_car_type car_type, 3 done', 'a row that became wrong while its account was made stops no other row') from app.imports where name = 'renamed.csv';
update public.car_types set name = 'Cab' where name = 'Cabriolet';
select tests.let('admin', format('select public.check_import(%L, true)', id)) from app.imports where name = 'renamed.csv';
select is(tests.make_accounts(id), '2 done, 3 done', 'checked again, its account is finished') from app.imports where name = 'renamed.csv';
select is(tests.states(tests.import('staff', 'staff', '[{"first_name": "Dis", "last_name": "Patch", "email": "dis@new.test", "staff_role": "dispatcher"}, {"first_name": "Dis", "last_name": "Patch", "email": "dis2@new.test", "staff_role": "king"}]')), '2 fresh, 3 wrong person_invalid', 'staff gets a role that exists');
select tests.make_accounts(id) from app.imports where name = 'staff.csv';
select is((select staff_role::text from public.profiles where email = 'dis@new.test'), 'dispatcher', 'staff gets the role of its row');

-- The read limit counts the people of whom a preview tells something
select tests.set('export_limit', '1');
select is(tests.states(tests.import('drivers', 'limited', '[{"first_name": "Limit", "last_name": "A", "email": "driver8@hackney.test"}, {"first_name": "Limit", "last_name": "B", "email": "driver7@hackney.test"}, {"first_name": "New", "last_name": "C", "email": "c@new.test"}]')), '2 wrong needs_approval, 3 wrong needs_approval, 4 fresh', 'a preview tells of no more people than the read limit allows');
select is(tests.states(tests.import('drivers', 'within', '[{"first_name": "Limit", "last_name": "A", "email": "driver8@hackney.test"}]')), '2 wrong needs_approval', 'a refused preview counts towards the read limit');
-- A file is no way to ask for each address whether it has an account
select is(tests.states(tests.import('callers', 'members', '[{"first_name": "Is", "email": "rider3@hackney.test"}, {"first_name": "Not", "email": "nobody@new.test"}]')), '2 wrong needs_approval, 3 fresh', 'whether a caller has an account is a read of the account');
select is(tests.states(tests.import('drivers', 'others', '[{"first_name": "Is", "last_name": "Rider", "email": "rider4@hackney.test"}]')), '2 wrong needs_approval', 'whether an address has an account of another kind is a read of it');
select is(tests.states(tests.import('places', 'homes', '[{"email": "rider5@hackney.test", "label": "Home", "description": "Landstrasse 5", "lat": "47.14", "lng": "9.52"}]')), '2 wrong needs_approval', 'whether a place has an owner with an account is a read of it');
select tests.set('export_limit', '0');
create temp table read as select coalesce(sum(row_count), 0) as rows from public.access_log where actor_id = tests.id('admin') and what = 'people';
select is(tests.states(tests.import('callers', 'later members', '[{"first_name": "Comes", "email": "comes@new.test"}, {"first_name": "Is", "email": "rider3@hackney.test"}]')), '2 fresh, 3 same', 'without a limit the preview says who has an account');
select is((select sum(row_count) from public.access_log where actor_id = tests.id('admin') and what = 'people') - rows, 1::bigint, 'the access log counts the account that a caller of a file has') from read;
insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), 'comes@new.test', now());
select tests.set('export_limit', '1');
select is(tests.applied(id), '2 wrong needs_approval, 3 same', 'whether somebody has an account by now is a read, too') from app.imports where name = 'later members.csv';
select tests.set('export_limit', '0');
select is(tests.states(tests.import('drivers', 'free', '[{"first_name": "Limit", "last_name": "A", "email": "driver8@hackney.test"}]')), '2 changed first_name+last_name', 'without a limit the preview says what changes');

-- Listed
select tests.act_as('admin');
select results_eq($$ select name, is_own, done, wrong from public.list_imports() where name in ('cars.csv', 'promos.csv') order by 1 $$, $$ values ('cars.csv', true, 0, 5), ('promos.csv', true, 0, 3) $$, 'admins see the imports with their counts');
select results_eq($$ select nr, state, code, field from public.import_rows((select id from public.list_imports() where name = 'cars.csv'), 'wrong', 3, 1) $$, $$ values (4, 'wrong', 'import_fleet', 'fleet') $$, 'rows of one state are read page by page');
select tests.act_as('admin3');
select is((select count(*) from public.list_imports() where name in ('promos.csv', 'staff.csv', 'zones.csv')), 0::bigint, 'an admin sees only imports of kinds that the role may import');
select is((select bool_or(is_own) from public.list_imports() where name = 'cars.csv'), false, 'an import of somebody else is not the own one');
select tests.as_owner();

-- Forgotten
select tests.turn('31 days');
select app.forget_imports() from generate_series(1, 3);
select is((select count(*) from app.imports), 0::bigint, 'imports are forgotten after 30 days');
select is((select count(*) from public.profiles where email = 'dis@new.test'), 1::bigint, 'what an import wrote stays when it is forgotten');
select * from finish();
