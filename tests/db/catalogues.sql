-- Settings, languages, car types and cancel reasons: everyone can read them, only admins can write them.
select no_plan();

-- Acting as a visitor
select tests.as_visitor();
-- Spec 7.55
select is((select count(*) from public.settings), 1::bigint, 'a visitor can read the settings');
select is((select symbol from public.settings), 'CHF', 'a visitor can read the currency symbol');
select ok((select count(*) >= 2 from public.languages), 'a visitor can read the languages');
select ok((select count(*) >= 5 from public.car_types), 'a visitor can read the car types');
select ok((select count(*) >= 3 from public.cancel_reasons), 'a visitor can read the cancel reasons');
select throws_ok($$ update public.settings set company_name = 'Mine' $$, '42501', null, 'a visitor cannot change settings');
select throws_ok($$ insert into public.car_types (name) values ('Free') $$, '42501', null, 'a visitor cannot add a car type');

-- Acting as users without permission
select tests.act_as('rider');
-- Spec 6.21
select is_empty($$ update public.settings set company_name = 'Mine' returning id $$, 'a rider cannot change settings');
select throws_ok($$ insert into public.car_types (name) values ('Free') $$, '42501', null, 'a rider cannot add a car type');
-- Spec 6.12
select is_empty($$ update public.car_types set base_fare = 0 returning id $$, 'a rider cannot change a car type''s prices');
select is_empty($$ delete from public.cancel_reasons returning id $$, 'a rider cannot delete a cancel reason');
select throws_ok($$ insert into public.languages (lang_name, lang_locale) values ('X', 'xx') $$, '42501', null, 'a rider cannot add a language');
select tests.act_as('driver');
select is_empty($$ update public.car_types set base_fare = 100 returning id $$, 'a driver cannot change a car type''s prices');
select tests.act_as('fleet');
select is_empty($$ update public.settings set driver_radius = 1 returning id $$, 'a fleet admin cannot change settings');
-- Spec 6.12
select throws_ok($$ insert into public.cancel_reasons (label) values ('Because') $$, '42501', null, 'a fleet admin cannot add a cancel reason');

-- Acting as an admin
select tests.act_as('admin');
-- Spec 1.14, 6.12
select lives_ok($$ update public.settings set company_name = 'Hackney Triesen' $$, 'an admin can change settings');
select is((select company_name from public.settings), 'Hackney Triesen', 'an admin''s change of settings is stored');
select throws_ok($$ update public.settings set time_zone = 'Mars/Olympus' $$, 'PT422', 'time_zone_invalid', 'an unknown time zone is refused');
select throws_ok($$ insert into public.settings (id) values (2) $$, '42501', null,
  'an admin cannot add a second row of settings');
select throws_ok($$ delete from public.settings $$, '42501', null, 'an admin cannot delete the settings');
-- Spec 3.43, 6.12, 7.27
select lives_ok($$ insert into public.car_types (name, base_fare) values ('Limousine', 20) $$, 'an admin can add a car type');
select lives_ok($$ update public.car_types set min_fare = 30 where name = 'Limousine' $$, 'an admin can change a car type');
select isnt_empty($$ delete from public.car_types where name = 'Limousine' returning id $$, 'an admin can delete a car type');
-- Spec 3.43
select throws_ok($$ insert into public.car_types (name, base_fare) values ('Paid', -1) $$, '23514', null, 'a negative base fare is refused');
select throws_ok($$ update public.car_types set base_fare = 'NaN' $$, '23514', null, 'a base fare of NaN is refused');
select throws_ok($$ update public.car_types set parcel_types = '{"description": "Letter", "amount": 0}' $$, '23514', null, 'parcel types that are not a list are refused');
select throws_ok($$ update public.car_types set parcel_types = '[{"amount": 1}]' $$, '23514', null, 'a parcel type without a description is refused');
select throws_ok($$ update public.car_types set options = '[{"description": "Door", "amount": -1}]' $$, '23514', null, 'a car option with a negative amount is refused');
select throws_ok($$ update public.car_types set options = '[{"description": "Door", "amount": "1"}]' $$, '23514', null, 'a car option whose amount is a text is refused');
-- Spec 3.44
select throws_ok($$ update public.car_types set cancel_slab = '[{"mins_delayed": -1, "amount": 1}]' $$, '23514', null, 'a cancel slab with negative minutes is refused');
select throws_ok($$ update public.car_types set cancel_slab = '[[{"mins_delayed": 1, "amount": 1}]]' $$, '23514', null, 'a cancel slab in a nested list is refused');
select lives_ok($$ update public.car_types set cancel_slab = '[{"mins_delayed": 0, "amount": 1.5}]', options = '[{"description": "Door", "amount": 0}]' where name = 'Cab' $$,
  -- Spec 3.44
  'well-formed options and cancel slabs are accepted');

select throws_ok($$ update public.car_types set cancel_slab = '[{"mins_delayed": 5, "amount": 2}, {"mins_delayed": 5.0, "amount": 3}]' $$, 'PT422', 'slab_minutes_twice',
  'a cancel slab with two steps at the same minute is refused');
select throws_ok($$ insert into public.cancel_reasons (label) select '  ' || upper(label) || ' ' from public.cancel_reasons limit 1 $$, 'PT409', 'reason_exists',
  'a cancel reason that is in the list already is refused, whatever its letter case and spaces');
select throws_ok($$ insert into public.cancel_reasons (label) values ('Twice over'), ('twice  over') $$, 'PT409', 'reason_exists', 'two equal cancel reasons of one statement are refused');

-- Cancel reasons keep their order
select lives_ok($$ insert into public.cancel_reasons (label, value) values ('Snow', 2) $$,
  -- Spec 7.32
  'an admin can add a cancel reason at a place in the list');
-- Spec 3.49
select results_eq($$ select value from public.cancel_reasons order by value $$, $$ select generate_series(0, (select count(*)::integer - 1 from public.cancel_reasons)) $$, 'values of cancel reasons are consecutive places');
select lives_ok($$ update public.cancel_reasons set label = 'Much snow' where label = 'Snow' $$, 'an admin can change a cancel reason');
-- Spec 7.27
select isnt_empty($$ delete from public.cancel_reasons where label = 'Much snow' returning id $$, 'an admin can delete a cancel reason');
select lives_ok($$ insert into public.cancel_reasons (label) values ('Ice'), ('Rain') $$,
  'an admin can add cancel reasons without a place');
select set_eq($$ select label from public.cancel_reasons where value >= (select count(*) - 2 from public.cancel_reasons) $$, $$ values ('Ice'), ('Rain') $$,
  'cancel reasons without a place are appended');
-- Spec 7.32, 9.23
select results_eq($$ select value from public.cancel_reasons order by value $$, $$ select generate_series(0, (select count(*)::integer - 1 from public.cancel_reasons)) $$, 'places of cancel reasons have no gaps');

select throws_ok($$ insert into public.cancel_reasons (label, value) values ('Fog', -1) $$, '23514', null, 'a cancel reason with a negative place is refused');

-- Languages
update public.languages set key_value_pairs = '{"home": "Home", "login": "Sign in"}' where is_default;
-- Spec 3.48, 7.36
select lives_ok($$ insert into public.languages (lang_name, lang_locale, key_value_pairs) values ('Français', 'fr', '{"home": "Accueil"}') $$, 'an admin can add a language with texts');
select is((select key_value_pairs from public.languages where lang_locale = 'fr'), '{"home": "Accueil"}', 'a language added with texts keeps only those texts');
select lives_ok($$ insert into public.languages (lang_name, lang_locale) values ('Rumantsch', 'rm') $$, 'an admin can add a language without texts');
-- Spec 4.63
select is((select key_value_pairs from public.languages where lang_locale = 'rm'), '{"home": "Home", "login": "Sign in"}', 'a language added without texts starts with the default language''s texts');
-- Spec 3.48
select throws_ok($$ update public.languages set key_value_pairs = '["home"]' where lang_locale = 'fr' $$, '23514', null, 'texts of a language that are a list are refused');
select throws_ok($$ update public.languages set key_value_pairs = '{"home": {"a": "b"}}' where lang_locale = 'fr' $$, 'PT422', 'texts_invalid', 'a text that is an object is refused');
select throws_ok($$ update public.languages set key_value_pairs = '{"home": ["b"]}' where lang_locale = 'fr' $$, 'PT422', 'texts_invalid', 'a text that is a list is refused');
select throws_ok($$ update public.languages set key_value_pairs = '{"home": 5}' where lang_locale = 'fr' $$, 'PT422', 'texts_invalid', 'a text that is a number is refused');
-- Spec 5.30, 8.44
select throws_ok($$ delete from public.languages where is_default $$, 'PT409', 'default_language', 'the default language cannot be deleted');
select throws_ok($$ update public.languages set is_default = false where is_default $$, 'PT409', 'default_language', 'the default language cannot be unset without another default');
select lives_ok($$ update public.languages set is_default = true where lang_locale = 'fr' $$,
  'an admin can make another language the default');
-- Spec 4.62
select results_eq($$ select lang_locale from public.languages where is_default $$, $$ values ('fr') $$, 'setting another default language unsets the previous one');
select lives_ok($$ insert into public.languages (lang_name, lang_locale, is_default) values ('Italiano', 'it', true) $$, 'an admin can add a language as the default');
select results_eq($$ select lang_locale from public.languages where is_default $$, $$ values ('it') $$, 'adding a default language unsets the previous default');
select isnt_empty($$ delete from public.languages where lang_locale = 'fr' returning id $$,
  -- Spec 7.36
  'an admin can delete a language that is not the default');
select * from finish();
