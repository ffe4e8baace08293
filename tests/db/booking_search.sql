-- The search of bookings by any words, for each role: what it finds, and what it does not tell.
select no_plan();
update app.clock set "offset" = '2031-05-01 10:00+00'::timestamptz - now();

create function tests.found(search text) returns text language sql as $$
  select coalesce(string_agg(reference, ' ' order by reference), '') from tests.list_bookings(search => found.search, from_at => '2031-05-01')
$$;
create function tests.found_own(search text) returns text language sql as $$
  select coalesce(string_agg(reference, ' ' order by reference), '') from public.search_my_bookings(found_own.search) where created_at >= '2031-05-01'
$$;
update public.profiles set first_name = 'Žaneta', last_name = 'Müller-Öztürk', mobile = '+4235550331', mobile_verified = false where id = tests.id('rider2');
update public.profiles set first_name = 'Юрий', last_name = 'Фёдоров', mobile = '+41791234567', mobile_verified = true where id = tests.id('rider3');
update public.drivers set vehicle_number = 'FL-39 820' where id = tests.id('driver');
select tests.ride('ACCEPTED');
update public.bookings set reference = 'QXCCCC', pickup_address = 'Landstrasse 95, 9490 Vaduz' where id = tests.booking();
select tests.turn('1 minute'), tests.set('auto_dispatch', 'false'), tests.book('rider2');
update public.bookings set reference = 'QXAAAA', pickup_address = 'Bahnhofstrasse 9, 9490 Vaduz', drop_address = 'Im Gässle 12a, 9494 Schaan',
  waypoints = '[{"lat": 47.15, "lng": 9.52, "add": "Spital Grabs", "point_name": "Notfall"}]' where id = tests.booking();
select tests.turn('1 minute'), tests.book('rider3');
update public.bookings set reference = 'QXBBBB', guest_name = 'Ömer O''Brien', pickup_address = '東京都千代田区丸の内1丁目', drop_address = 'شارع الملك فهد ٢٥' where id = tests.booking();
insert into public.booking_contacts (booking_id, guest_phone, delivery_person, delivery_person_phone, pick_up_instructions, delivery_instructions)
values (tests.booking(), '+436601112233', 'Renée Dvořák', '+491711234567', 'Seiteneingang klingeln', 'Hund im Garten')
on conflict (booking_id) do update set (guest_phone, delivery_person, delivery_person_phone, pick_up_instructions, delivery_instructions)
  = (excluded.guest_phone, excluded.delivery_person, excluded.delivery_person_phone, excluded.pick_up_instructions, excluded.delivery_instructions);

select tests.act_as('admin');
select is(tests.found(s.search), s.found, format('the desk''s search for "%s" finds "%s"', s.search, s.found)) from (values
  ('qxaaaa', 'QXAAAA'), ('QXAAAAB', ''), ('qx', 'QXAAAA QXBBBB QXCCCC'), ('žaneta', 'QXAAAA'), ('ZANETA', 'QXAAAA'), ('muller', 'QXAAAA'), ('Mueller', 'QXAAAA'), ('müll', 'QXAAAA'),
  ('ozturk zaneta', 'QXAAAA'), ('zaneta brien', ''), ('юрий', 'QXBBBB'), ('ФЕДОРОВ', 'QXBBBB'), ('obrien', 'QXBBBB'), ('o''brien omer', 'QXBBBB'),
  ('Bahnhofstr 9 gassle', 'QXAAAA'), ('bahnhofstr 12', ''), ('landstr 9 qxcccc', ''), ('landstr 95 qxcccc', 'QXCCCC'), ('gässle 12a', 'QXAAAA'), ('gässle 12 a', 'QXAAAA'),
  ('grabs vaduz schaan', 'QXAAAA'), ('Notfall', 'QXAAAA'), ('丸の内', 'QXBBBB'), ('千代田 東京', 'QXBBBB'), ('大阪', ''), ('الملك 25', 'QXBBBB'),
  ('fl 39820 qxc', 'QXCCCC'), ('FL39820 qxc', 'QXCCCC'), ('fl-39-820 qxc', 'QXCCCC'), ('39820 qxc', 'QXCCCC'),
  ('renee dvorak', 'QXBBBB'), ('hund garten seiteneingang', 'QXBBBB'), ('%', ''), ('''', ''), ('', 'QXAAAA QXBBBB QXCCCC'), ('zz & yy | !xx:* (', '')) s (search, found);
select is(tests.found(s.number), s.found, format('the desk''s search for the number "%s" finds "%s"', s.number, s.found)) from (values
  ('00423 555 03 31', 'QXAAAA'), ('+423 555 03 31', 'QXAAAA'), ('+423 (0)555 03 31', 'QXAAAA'), ('5550331', 'QXAAAA'), ('555-03-31', 'QXAAAA'), ('0331', 'QXAAAA'), ('331', ''), ('٠٠٤٢٣ ٥٥٥ ٠٣ ٣١', 'QXAAAA'),
  ('079 123 45 67', 'QXBBBB'), ('0041 79 123 45 67', 'QXBBBB'), ('011 41 79 123 45 67', 'QXBBBB'), ('0660 111 22 33', 'QXBBBB'), ('0171/1234567', 'QXBBBB'), ('+49 171 1234567', 'QXBBBB'),
  ('Zaneta 0331', 'QXAAAA'), ('Yuri 0331', ''), ('0331 schaan', 'QXAAAA'), ('dvorak 2233', 'QXBBBB'), ('rider2@hackney.test', 'QXAAAA'), ('rider2@hackney.test dvorak', ''), ('nobody@hackney.test', '')) s (number, found);

-- A number that a person only claims is not found by it once another person has verified the same number.
select tests.as_owner();
update public.profiles set mobile = '+4235550331', mobile_verified = true where id = tests.id('rider4');
select tests.act_as('admin');
select is(tests.found('5550331'), '', 'a booking is not found by a number that its rider only claims and another person verified');

-- What is searched changes with the booking, its contacts and its people.
select tests.as_owner();
update public.bookings set drop_address = 'Malbunstrasse 3, 9497 Triesenberg', driver_name = 'Nadja Beck' where reference = 'QXCCCC';
update public.booking_contacts set delivery_person = 'Paula Neu' where booking_id = (select id from public.bookings where reference = 'QXBBBB');
update public.profiles set mobile = '+4236667788' where id = tests.id('rider3');
select tests.act_as('admin');
select is(tests.found(s.search), s.found, format('after changes a search for "%s" finds "%s"', s.search, s.found)) from (values
  ('malbun beck', 'QXCCCC'), ('landstr qxcccc', 'QXCCCC'), ('schaan qxcccc', ''), ('paula', 'QXBBBB'), ('dvorak', ''), ('666 77 88', 'QXBBBB'), ('0791234567', '')) s (search, found);

-- In a demo and for a fleet admin neither numbers, addresses, recipients nor notes are found; the words of the row are.
select tests.set('allow_critical_edits_admin', 'false');
select is(tests.found(s.search), s.found, format('in a demo a search for "%s" finds "%s"', s.search, s.found)) from (values
  ('omer', 'QXBBBB'), ('paula', ''), ('hund', ''), ('2233', ''), ('6667788', ''), ('rider3@hackney.test', '')) s (search, found);
select tests.set('allow_critical_edits_admin', 'true');
select tests.as_owner();
update public.bookings set fleet_id = tests.id('fleet') where reference = 'QXCCCC';
insert into public.booking_contacts (booking_id, guest_phone, pick_up_instructions) select id, '+4237008842', 'Hintereingang' from public.bookings where reference = 'QXCCCC'
on conflict (booking_id) do update set (guest_phone, pick_up_instructions) = (excluded.guest_phone, excluded.pick_up_instructions);
select tests.act_as('fleet');
select is(tests.found(s.search), s.found, format('a fleet admin''s search for "%s" finds "%s"', s.search, s.found)) from (values
  ('qx', 'QXCCCC'), ('beck malbun', 'QXCCCC'), ('39820 landstr', 'QXCCCC'), ('zaneta', ''), ('qxaaaa', ''), ('8842', ''), ('hintereingang', ''), ('rider@hackney.test', '')) s (search, found);
select is(tests.found(s.word || ' qxcccc'), '', format('a fleet admin cannot ask for a marked word as "%s"', s.word)) from (values ('#2488007324'), ('@hintereingang'), ('~' || tests.id('rider')), ('%' || tests.id('fleet'))) s (word);
select tests.act_as('fleet2');
select is(tests.found(s.search), '', format('another fleet''s admin finds nothing by "%s"', s.search)) from unnest(array['qx', 'beck', 'malbun']) s (search);

-- Riders and drivers find their own trips, and nothing in contacts.
select tests.act_as('rider2');
select is(tests.found_own(s.search), s.found, format('a rider''s search for "%s" among the own trips finds "%s"', s.search, s.found)) from (values
  ('vaduz schaan', 'QXAAAA'), ('gassle bahnhofstr', 'QXAAAA'), ('SPITAL', 'QXAAAA'), ('hofstr', 'QXAAAA'), ('xaaa', 'QXAAAA'), ('vaduz wien', ''), ('qxb', ''), ('0331', ''), ('%', '')) s (search, found);
select tests.act_as('rider3');
select is(tests.found_own(s.search), s.found, format('the other rider''s search for "%s" finds "%s"', s.search, s.found)) from (values ('omer', 'QXBBBB'), ('paula', ''), ('aula', ''), ('hund', ''), ('garten omer', ''), ('2233', ''), ('gassle', '')) s (search, found);
select tests.act_as('driver');
select is(tests.found_own(s.search), s.found, format('a driver''s search for "%s" among the own trips finds "%s"', s.search, s.found)) from (values ('malbun landstr', 'QXCCCC'), ('39820 malbun', 'QXCCCC'), ('gassle', '')) s (search, found);
select tests.as_visitor();
select throws_ok($$ select public.search_my_bookings('vaduz') $$, '42501', null, 'a visitor cannot search bookings');
select throws_ok($$ select 1 from app.booking_words $$, '42501', null, 'a visitor cannot read the words of bookings');
select tests.act_as('admin');
select throws_ok($$ select 1 from app.booking_words $$, '42501', null, 'an admin cannot read the words of bookings');

-- The access log counts what a search showed.
select tests.as_owner();
create temp table seen as select coalesce(sum(l.row_count), 0) as rows from public.access_log l where l.actor_id = tests.id('admin') and l.what = 'addresses';
select tests.act_as('admin');
select tests.found('qxaaaa'), tests.found('nothing like this');
select tests.as_owner();
select is((select sum(l.row_count) from public.access_log l where l.actor_id = tests.id('admin') and l.what = 'addresses'), (select s.rows + 1 from seen s), 'the access log counts the bookings that a search found');

-- Whoever leaves takes the names along.
select is((select count(*) from public.bookings b where not exists (select from app.booking_words w where w.booking_id = b.id and w.words = app.search_words_of(b))), 0::bigint,
  'the words of every booking are those of its row and contacts');
select app.anonymize_person(tests.id('rider2'));
select tests.act_as('admin');
select is(tests.found('zaneta'), '', 'a person who left is not found by name any more');
select is(tests.found('gassle'), 'QXAAAA', 'the trip of a person who left is still found by its address');

-- People are found in the same way.
select results_eq(format($q$ select id from tests.list_people(search => %L) $q$, s.search), format($q$ values (%L::uuid) $q$, tests.id(s.who)), format('the list of people finds %s by "%s"', s.who, s.search))
from (values ('ЮРИЙ федоров', 'rider3'), ('fedorov nobody', null), ('00423 666 77 88', 'rider3'), ('fl39820', 'driver')) s (search, who) where s.who is not null;
select is_empty($$ select 1 from tests.list_people(search => 'юрий nobody') $$, 'the list of people finds nobody if one word of several is in no name');
