-- Who is on the telephone: found by the number in all its spellings, with what can be booked again.
select no_plan();
select tests.set('auto_dispatch', 'false');
update public.profiles set mobile = '+41 79 123 45 67', mobile_verified = false where id = tests.id('rider');
update public.profiles set mobile = '+423 791 23 45', mobile_verified = false where id = tests.id('rider2');
update public.profiles set mobile = '079 123 99 99', mobile_verified = false where id = tests.id('rider3');
create temp table found as select * from public.find_caller(null) limit 0;
grant select on found to public;
create function tests.find(phone text) returns void language sql volatile security definer as $$
  truncate found;
  select tests.let('admin', format('insert into found select * from public.find_caller(%L)', phone));
$$;
create function tests.spelled(phone text) returns text language sql volatile security definer as $$
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
select throws_ok($$ select public.find_caller('+41791234567') $$, '42501', null, 'a visitor finds nobody');
select tests.act_as('rider');
select throws_ok($$ select public.find_caller('+41791234567') $$, 'PT403', 'not_allowed', 'a rider finds no caller');
select tests.act_as('fleet');
select throws_ok($$ select public.find_caller('+41791234567') $$, 'PT403', 'not_allowed', 'a fleet admin books for nobody, so finds no caller');

-- Found
select tests.as_owner();
select is(tests.spelled('+41791234567'), 'rider whole known', 'a number with its country');
select is(tests.spelled('0041 79 123-45-67'), 'rider whole known', 'the same as it is dialled from abroad');
select is(tests.spelled('079 123 45 67'), 'rider whole known', 'the same as it is dialled at home');
select is(tests.spelled('+41 (0)79 123 45 67'), 'rider whole known', 'the same as people print it');
select is(tests.spelled('7912345'), 'rider2 whole known', 'seven digits are a whole number where numbers are as short');
select is(tests.spelled('+41 79 123 99 99'), 'rider3 whole known', 'a number that was written without its country');
select is(tests.spelled('079123'), 'rider3 known', 'how a number begins, once nobody else fits');
select is(tests.spelled('4567'), 'rider known', 'how a number ends');
select is(tests.spelled('456'), null, 'three digits find nobody');
select is(tests.spelled('+41791234568'), null, 'one digit beside finds nobody');
select is(tests.spelled('%_'), null, 'signs find nobody');
select is(tests.spelled(repeat('9', 5000)), null, 'a long text finds nobody');
update public.profiles set mobile = '+41791234567', mobile_verified = true where id = tests.id('rider4');
select is(tests.spelled('0791234567'), 'rider4 whole known', 'a number that somebody proved is theirs, not that of who only claims it');
update public.profiles set mobile = '+41791234568', mobile_verified = true where id = tests.id('rider4');

-- What comes with a caller
insert into public.saved_addresses (user_id, label, description, lat, lng, count) values
  (tests.id('rider'), null, 'Spital, Vaduz', 47.13, 9.52, 9), (tests.id('rider'), 'Home', 'Im Rietle 6, Schaan', 47.16, 9.51, 0);
select tests.book('rider'), tests.turn('1 minute');
select tests.book('rider', 'Van'), tests.turn('1 minute');
select is(tests.caller('trips') #>> '{0,car_type}', 'Van', 'the latest trip comes first');
select is(tests.caller('trips') #>> '{1,pickup,add}', 'Vaduz, Post', 'each with where it began');
select tests.book('rider'), tests.turn('1 minute');
select is(tests.caller('trips') #>> '{0,times}', '2', 'a trip that was driven twice is one line that says so');
select is(jsonb_array_length(tests.caller('open_trips')), 3, 'what is under way is told');
select is(tests.caller('places') #>> '{0,label}', 'Home', 'named places come first');
select is(tests.caller('refusal'), 'null', 'nothing is in the way of a booking');
select tests.cancel('rider');
select is(tests.caller('trips') #>> '{1,times}', '1', 'a cancelled trip counts no more');
select is(tests.spelled('+4179123'), 'rider4, rider', 'while several people fit, none is known');
select results_eq($$ select distinct f.trips, f.places from found f $$, $$ values ('[]'::jsonb, '[]'::jsonb) $$, 'so nobody is told where any of them lives');

-- Who cannot be booked for, by the rule of create_booking
select tests.turn('1 hour');
update public.profiles set approved = false where id = tests.id('rider3');
select is(tests.caller('refusal', '0791239999'), '"user_issue_contact_admin"', 'a suspended rider cannot be booked for');
update public.profiles set approved = true where id = tests.id('rider3');
update public.profiles set mobile = '+4917012345678' where id = tests.id('driver');
select is(tests.caller('refusal', '+4917012345678'), '"user_issue_contact_admin"', 'a driver who calls does not travel');
update public.profiles set mobile = '+4917012345679' where id = tests.id('admin2');
select is(tests.spelled('+4917012345679'), null, 'admins are not found by number');

-- Logged and counted
create function tests.logged() returns setof text language sql stable security definer as $$
  select l.what || ' ' || case when l.subject_id is null then 'list' else split_part(u.email, '@', 1) end || ' ' || l.row_count
  from public.access_log l left join auth.users u on u.id = l.subject_id
  where l.actor_id = tests.id('admin') and l.at > app.now() - interval '10 minutes' order by l.id
$$;
select tests.turn('11 minutes');
select tests.spelled('+41791234567');
select ok((select array_agg(l) @> array['people list 1', 'saved_addresses rider 2'] and bool_or(l like 'addresses rider %') from tests.logged() l),
  'the log notes whose person, trips and saved places were read');
select tests.set('export_limit', '1'), tests.turn('25 hours');
select throws_ok($$ select tests.spelled('+41791234567') $$, 'PT409', 'needs_approval', 'a person and their trips count for the read limit');
select tests.set('export_limit', '0');

-- A demo
select tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('admin');
select throws_ok($$ select public.find_caller('+41791234567') $$, 'PT403', 'demo_mode', 'a demo does not search by number');
select is((select c.mobile from public.find_caller(person_id => tests.id('rider')) c), '***67', 'it shows who was found by name, masked');
select is((select count(*) from public.find_caller(person_id => tests.id('rider')) c, jsonb_array_elements(c.trips) t where t ? 'guest_phone'), 0::bigint, 'a demo shows no contact of a guest');
