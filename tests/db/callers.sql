-- Finding a caller by the number in any spelling, with the trips that can be booked again.
select no_plan();
select tests.set('auto_dispatch', 'false');
update public.profiles set mobile = '+41791234567', mobile_verified = false where id = tests.id('rider');
update public.profiles set mobile = '+4237912345', mobile_verified = false where id = tests.id('rider2');
update public.profiles set mobile = '+41791239999', mobile_verified = false where id = tests.id('rider3');
create temp table found as select * from tests.find_caller(null) limit 0;
grant select on found to public;
create function tests.find(phone text) returns void language sql volatile security definer as $$
  truncate found;
  select tests.let('admin', format('insert into found select * from tests.find_caller(%L)', phone));
$$;
create function tests.matches_of(phone text) returns text language sql volatile security definer as $$
  select tests.find(phone);
  select string_agg(split_part(u.email, '@', 1) || case when f.is_whole then ' whole' else '' end || case when f.is_known then ' known' else '' end, ', ' order by u.email)
  from found f join auth.users u on u.id = f.id
$$;
create function tests.caller(field text, phone text default '+41791234567') returns jsonb language sql volatile security definer as $$
  select tests.find(phone);
  select to_jsonb(f) -> field from found f
$$;

-- Refused
select tests.as_visitor();
select throws_ok($$ select tests.find_caller('+41791234567') $$, '42501', null, 'a visitor cannot find a caller');
select tests.act_as('rider');
select throws_ok($$ select tests.find_caller('+41791234567') $$, 'PT403', 'not_allowed', 'a rider cannot find a caller');
select tests.act_as('fleet');
select throws_ok($$ select tests.find_caller('+41791234567') $$, 'PT403', 'not_allowed', 'a fleet admin cannot find a caller');

-- Found
select tests.as_owner();
select is(tests.matches_of('+41791234567'), 'rider whole known', 'a caller is found by a number with its country code');
select is(tests.matches_of('0041 79 123-45-67'), 'rider whole known',
  'a caller is found by a number dialled from abroad with 0041');
select is(tests.matches_of('079 123 45 67'), 'rider whole known',
  'a caller is found by a number dialled at home with a leading 0');
select is(tests.matches_of('+41 (0)79 123 45 67'), 'rider whole known', 'a caller is found by a number written with (0)');
select is(tests.matches_of('7912345'), 'rider2 whole known',
  'seven digits are a complete number where the country''s numbers have seven');
select is(tests.matches_of('+41 79 123 99 99'), 'rider3 whole known', 'a caller is found by a number with spaces');
select is(tests.matches_of('41791239'), 'rider3 known', 'a caller is found by the first digits when only one person fits');
select is(tests.matches_of('4567'), 'rider known', 'a caller is found by the last four digits');
select is(tests.matches_of('456'), null, 'three digits find no caller');
select is(tests.matches_of('+41791234568'), null, 'a number that differs in one digit finds no caller');
select is(tests.matches_of('%_'), null, 'wildcard characters find no caller');
select is(tests.matches_of(repeat('9', 5000)), null, 'a text of 5000 digits finds no caller');
update public.profiles set mobile = '+41791234567', mobile_verified = true where id = tests.id('rider4');
select is(tests.matches_of('0791234567'), 'rider4 whole known', 'a verified number belongs to the person who verified it, not to another who claims it');
update public.profiles set mobile = '+41791234568', mobile_verified = true where id = tests.id('rider4');

-- Anybody can write any number into their profile
create function tests.claims_of(phone text) returns text language sql volatile security definer as $$
  select tests.find(phone);
  select string_agg(split_part(u.email, '@', 1) || case when f.is_claimed then ' claims' else '' end, ', ' order by f.ctid) from found f join auth.users u on u.id = f.id
$$;
select is(tests.claims_of('+41791234567'), 'rider claims', 'a number that nobody verified is only claimed');
select is(tests.claims_of('+41791234568'), 'rider4', 'a verified number is not only claimed');
insert into auth.users (id, email, phone, raw_app_meta_data) values (gen_random_uuid(), 'ruth@hackney.test', '423790445566',
  jsonb_build_object('usertype', 'rider', 'reg_type', 'admin', 'created_by', tests.id('admin')));
select tests.let('rider5', $$ select public.update_profile(mobile => '+423790445566') $$);
select is(tests.claims_of('+423790445566'), 'ruth, rider5 claims', 'a person whom the desk added comes before one who claims the number');
select is(app.is_contact_taken(null, '+423790445566'), true, 'the number of a person whom the desk added is taken');
select tests.let('rider5', $$ select public.update_profile(mobile => '+423790777777') $$);
select is(app.is_contact_taken(null, '+423790777777'), false, 'a number that a person only claims stays free for the person to whom it belongs');
select is(public.check_user_exists(mobile => '+423790777777'), '{"users": []}', 'a claimed number keeps nobody from signing up');
select is(app.is_contact_taken(null, '+41791234568'), true, 'a verified number is taken');
select tests.let('admin', format($$ select public.edit_person(%L, '{"mobile": "+423790777777"}') $$, tests.id('rider5')));
select is(tests.claims_of('+423790777777'), 'rider5', 'a number that the desk wrote into the profile is not only claimed');
select tests.let('rider5', $$ select public.update_profile(mobile => '+423790777778') $$);
select is(tests.claims_of('+423790777778'), 'rider5 claims', 'a number that the person wrote afterwards is only claimed');
-- An account that staff made with an address only: the person may send a number with the request for the code.
create function tests.made_by(by_name text, name text, phone text default null) returns void language sql security definer as $$
  insert into auth.users (id, email, phone, raw_app_meta_data) values (gen_random_uuid(), name || '@hackney.test', phone,
    jsonb_build_object('usertype', case by_name when 'admin' then 'rider' else 'driver' end, 'reg_type', 'admin', 'created_by', tests.id(by_name)));
$$;
select tests.made_by('admin', 'max'), tests.made_by('admin', 'mona'), tests.made_by('fleet', 'maya', '423790888883');
update auth.users set raw_user_meta_data = '{"mobile": "+423790888881"}', email_confirmed_at = app.now() where id = tests.id('max');
select is(tests.claims_of('+423790888881'), 'max claims', 'a number that came with the request for the code is only claimed, also by a person whom the desk added');
select is(app.is_contact_taken(null, '+423790888881'), false, 'such a number stays free for the person to whom it belongs');
select is(tests.outcome('mona', $$ select public.update_profile('Mona', 'Lang', lang_locale => 'de') $$), 'done', 'a person whom the desk added without a number saves the profile');
select is(tests.claims_of('+423790888883'), 'maya claims', 'a number that a fleet admin wrote is only claimed');

-- What is returned with a caller
insert into public.saved_addresses (user_id, label, description, lat, lng, count) values
  (tests.id('rider'), null, 'Spital, Vaduz', 47.13, 9.52, 9), (tests.id('rider'), 'Home', 'Im Rietle 6, Schaan', 47.16, 9.51, 0);
select tests.book('rider'), tests.turn('1 minute');
select tests.book('rider', 'Van'), tests.turn('1 minute');
select is(tests.caller('trips') #>> '{0,car_type}', 'Van', 'a caller''s latest trip comes first');
select is(tests.caller('trips') #>> '{1,pickup,add}', 'Vaduz, Post', 'each trip of a caller has its pickup address');
select tests.book('rider'), tests.turn('1 minute');
select is(tests.caller('trips') #>> '{0,times}', '2', 'two trips on the same route are one line with the count two');
select is(jsonb_array_length(tests.caller('open_trips')), 3, 'a caller''s open trips are included');
select is(tests.caller('places') #>> '{0,label}', 'Home', 'a caller''s named places come first');
select is(tests.caller('refusal'), 'null', 'a caller who can be booked for has no refusal');
select tests.cancel('rider');
select is(tests.caller('trips') #>> '{1,times}', '1', 'a cancelled trip is not counted');
select is(tests.matches_of('+4179123'), 'rider3, rider4, rider', 'a number that fits several people marks none as known');
select results_eq($$ select distinct f.trips, f.places from found f $$, $$ values ('[]'::jsonb, '[]'::jsonb) $$, 'trips and places are left out while several people fit');

-- People who cannot be booked for, by the rule of create_booking
select tests.turn('1 hour');
update public.profiles set approved = false where id = tests.id('rider3');
select is(tests.caller('refusal', '0791239999'), '"user_issue_contact_admin"', 'a suspended rider cannot be booked for');
update public.profiles set approved = true where id = tests.id('rider3');
update public.profiles set mobile = '+4917012345678' where id = tests.id('driver');
select is(tests.caller('refusal', '+4917012345678'), '"user_issue_contact_admin"', 'a driver who calls cannot be booked for');
update public.profiles set mobile = '+4917012345679' where id = tests.id('admin2');
select is(tests.matches_of('+4917012345679'), null, 'an admin cannot be found by number');

-- Logged and counted
create function tests.logged() returns setof text language sql stable security definer as $$
  select l.what || ' ' || case when l.subject_id is null then 'list' else split_part(u.email, '@', 1) end || ' ' || l.row_count
  from public.access_log l left join auth.users u on u.id = l.subject_id
  where l.actor_id = tests.id('admin') and l.at > app.now() - interval '10 minutes' order by l.id
$$;
select tests.turn('11 minutes');
select tests.matches_of('+41791234567');
select ok((select array_agg(l) @> array['people list 1', 'saved_addresses rider 2'] and bool_or(l like 'addresses rider %') from tests.logged() l),
  'the access log records the person, trips and saved places that were read');
select tests.set('export_limit', '1'), tests.turn('25 hours');
select throws_ok($$ select tests.matches_of('+41791234567') $$, 'PT409', 'needs_approval', 'finding callers counts towards the read limit');
select tests.set('export_limit', '0');

-- A demo
select tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select throws_ok($$ select tests.find_caller('+41791234567') $$, 'PT403', 'demo_mode',
  'a caller cannot be found by number in a demo');
select is((select c.mobile from tests.find_caller(person_id => tests.id('rider')) c), '***67', 'a caller looked up by id has a masked number in a demo');
select is((select count(*) from tests.find_caller(person_id => tests.id('rider')) c, jsonb_array_elements(c.trips) t where t ? 'guest_phone'), 0::bigint, 'a caller''s trips contain no guest''s number in a demo');
