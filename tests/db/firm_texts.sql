-- The firm's own texts (car types, cancel reasons) in each language, and who may choose which reason.
select no_plan();

-- Reasons for riders and for the staff
select tests.act_as('admin');
insert into public.cancel_reasons (label, audience) values ('Rider was rude', 'staff'), ('Found a lift', 'rider');
select throws_ok($$ insert into public.cancel_reasons (label, audience) values ('Mine', 'driver') $$, '23514', null, 'a cancel reason is for riders, for the staff or for everybody');
update public.languages set key_value_pairs = key_value_pairs || '{"firm.Rider was rude": "Der Fahrgast war grob"}' where lang_locale = 'de';
select ok(exists (select from public.cancel_reasons where label = 'Rider was rude'), 'an admin can read the reasons of the staff');
select tests.as_visitor();
select is_empty($$ select from public.cancel_reasons where audience = 'staff' $$, 'a visitor cannot read the reasons of the staff');
select tests.act_as('rider');
select is_empty($$ select from public.cancel_reasons where audience = 'staff' $$, 'a rider cannot read the reasons of the staff');
select ok(exists (select from public.cancel_reasons where label = 'Found a lift'), 'a rider can read the reasons of riders');
select tests.as_owner(), tests.ride('NEW'), tests.act_as('rider');
select throws_ok(format($$ select public.cancel_booking(tests.booking(), %L) $$, reason), 'PT422', 'reason_not_offered', format('a rider cannot cancel with the staff''s reason “%s”', reason)) from (values
  ('Rider was rude'), ('  rider  WAS rude'), ('Der Fahrgast war grob')) v (reason);
select is((public.cancel_booking(tests.booking(), 'Found a lift')).reason, 'Found a lift', 'a rider can cancel with a reason of riders');
select tests.as_owner(), tests.turn('1 minute'), tests.ride('NEW'), tests.act_as('admin');
select is((public.cancel_booking(tests.booking(), 'Rider was rude')).reason, 'Rider was rude', 'an admin can cancel with a reason of the staff');
select tests.as_owner(), tests.turn('1 minute'), tests.ride('NEW'), tests.act_as('admin');
select is((public.cancel_booking(tests.booking(), 'Found a lift')).reason, 'Found a lift', 'an admin can cancel with the reason that a caller gives');
select tests.as_owner(), tests.turn('1 minute'), tests.ride('ACCEPTED'), tests.act_as('driver');
select throws_ok($$ select public.cancel_booking(tests.booking(), 'Rider was rude') $$, 'PT422', 'reason_not_offered', 'a driver cannot cancel with a reason of the staff');
select tests.act_as('rider');
select is((public.cancel_booking(tests.booking(), 'Wrong pickup or destination')).status::text, 'CANCELLED', 'a rider can cancel with a reason for everybody');
select tests.as_owner(), tests.turn('1 minute'), tests.ride('NEW'), tests.act_as('rider');
select is((public.cancel_booking(tests.booking(), 'My cat is ill')).reason, 'My cat is ill', 'a rider can cancel with words of their own');

-- The language of a text
select tests.as_owner();
select is(app.firm_text('Estate', 'de'), 'Kombi', 'the name of a car type has a translation');
select is(app.firm_text('Estate', 'en'), 'Estate', 'a name without a translation is as the firm wrote it');
select is(app.firm_text('Estate', 'klingon'), 'Estate', 'a name in a language that is not offered is as the firm wrote it');
update public.languages set key_value_pairs = key_value_pairs || '{"firm.Estate": " "}' where lang_locale = 'de';
select is(app.firm_text('Estate', 'de'), 'Estate', 'a blank translation counts as none');
select is(app.firm_text(null, 'de'), null, 'no text has no translation');
update public.profiles set lang_locale = 'de' where id = (select b.customer_id from public.bookings b where b.id = tests.booking());
select is(app.receipt_content(b, 'de') #>> '{trip,car_type}', app.firm_text(b.car_type, 'de'), 'a receipt names the car type in its language') from public.bookings b where b.id = tests.booking();
select isnt(app.firm_text('Cab', 'de'), 'Cab', 'Cab has a German name');
update public.bookings set fare_lines = '[{"key": "base_fare", "amount": 4}, {"key": "option", "name": "At the door", "amount": 1}]' where id = tests.booking();
select is((select jsonb_path_query_array(app.receipt_content(b, 'de'), '$.lines[*].name') from public.bookings b where b.id = tests.booking()), '["An der Tür"]', 'a receipt names an option in its language');
select is((select jsonb_path_query_array(app.receipt_content(b, 'de'), '$.lines[*].key') from public.bookings b where b.id = tests.booking()), '["base_fare", "option"]', 'a receipt keeps the order of its lines');

-- Keys of translations
select tests.act_as('admin');
select lives_ok(format($$ update public.languages set key_value_pairs = jsonb_build_object(%L, 'x') where lang_locale = 'de' $$, 'firm.' || said), left(said, 30) || ' can be translated') from (values
  ('Up to 5 kg. Fragile!'), ('سيارة'), ('<b>'), (repeat('x', 500))) v (said);
select throws_ok(format($$ update public.languages set key_value_pairs = jsonb_build_object(%L, 'word') where lang_locale = 'de' $$, 'firm.' || said), 'PT422', 'texts_invalid', length(said) || ' characters are no text of the firm') from (values
  (''), (repeat('x', 501))) v (said);
select * from finish();
