-- Settings, languages, car types and cancel reasons: read by everyone, written by admins alone.
select no_plan();

-- Acting as a visitor
select tests.as_visitor();
select is((select count(*) from public.settings), 1::bigint, 'a visitor reads the settings');
select is((select symbol from public.settings), 'CHF', 'a visitor finds the currency');
select ok((select count(*) >= 2 from public.languages), 'a visitor reads languages');
select ok((select count(*) >= 5 from public.car_types), 'a visitor reads car types');
select ok((select count(*) >= 3 from public.cancel_reasons), 'a visitor reads cancel reasons');
select throws_ok($$ update public.settings set company_name = 'Mine' $$, '42501', null, 'a visitor changes no settings');
select throws_ok($$ insert into public.car_types (name) values ('Free') $$, '42501', null, 'a visitor adds no car type');

-- Acting as people without the right
select tests.act_as('rider');
select is_empty($$ update public.settings set company_name = 'Mine' returning id $$, 'a rider changes no settings');
select throws_ok($$ insert into public.car_types (name) values ('Free') $$, '42501', null, 'a rider adds no car type');
select is_empty($$ update public.car_types set base_fare = 0 returning id $$, 'a rider changes no tariff');
select is_empty($$ delete from public.cancel_reasons returning id $$, 'a rider deletes no reason');
select throws_ok($$ insert into public.languages (lang_name, lang_locale) values ('X', 'xx') $$, '42501', null, 'a rider adds no language');
select tests.act_as('driver');
select is_empty($$ update public.car_types set base_fare = 100 returning id $$, 'a driver changes no tariff');
select tests.act_as('fleet');
select is_empty($$ update public.settings set driver_radius = 1 returning id $$, 'a fleet admin changes no settings');
select throws_ok($$ insert into public.cancel_reasons (label) values ('Because') $$, '42501', null, 'a fleet admin adds no reason');

-- Acting as an admin
select tests.act_as('admin');
select lives_ok($$ update public.settings set company_name = 'Hackney Triesen' $$, 'an admin changes settings');
select is((select company_name from public.settings), 'Hackney Triesen', 'the changes of an admin stand');
select throws_ok($$ update public.settings set time_zone = 'Mars/Olympus' $$, 'PT422', 'time_zone_invalid', 'a time zone has to exist');
select throws_ok($$ insert into public.settings (id) values (2) $$, '42501', null, 'there is one row of settings');
select throws_ok($$ delete from public.settings $$, '42501', null, 'settings cannot be deleted');
select lives_ok($$ insert into public.car_types (name, base_fare) values ('Limousine', 20) $$, 'an admin adds a car type');
select lives_ok($$ update public.car_types set min_fare = 30 where name = 'Limousine' $$, 'changes it');
select isnt_empty($$ delete from public.car_types where name = 'Limousine' returning id $$, 'an admin deletes a car type');
select throws_ok($$ insert into public.car_types (name, base_fare) values ('Paid', -1) $$, '23514', null, 'no tariff is negative');
select throws_ok($$ update public.car_types set base_fare = 'NaN' $$, '23514', null, 'no tariff is without a number');
select throws_ok($$ update public.car_types set parcel_types = '{"description": "Letter", "amount": 0}' $$, '23514', null, 'parcel types are a list');
select throws_ok($$ update public.car_types set parcel_types = '[{"amount": 1}]' $$, '23514', null, 'of things with a description');
select throws_ok($$ update public.car_types set options = '[{"description": "Door", "amount": -1}]' $$, '23514', null, 'an option has an amount of zero or more');
select throws_ok($$ update public.car_types set options = '[{"description": "Door", "amount": "1"}]' $$, '23514', null, 'which is a number');
select throws_ok($$ update public.car_types set cancel_slab = '[{"mins_delayed": -1, "amount": 1}]' $$, '23514', null, 'a slab begins at zero minutes or later');
select throws_ok($$ update public.car_types set cancel_slab = '[[{"mins_delayed": 1, "amount": 1}]]' $$, '23514', null, 'a slab lies in no list of its own');
select lives_ok($$ update public.car_types set cancel_slab = '[{"mins_delayed": 0, "amount": 1.5}]', options = '[{"description": "Door", "amount": 0}]' where name = 'Cab' $$,
  'well-formed ones are taken');

-- Reasons keep their places
select lives_ok($$ insert into public.cancel_reasons (label, value) values ('Snow', 2) $$, 'an admin adds a reason');
select results_eq($$ select value from public.cancel_reasons order by value $$, $$ select generate_series(0, 5) $$, 'values are places in the list');
select lives_ok($$ update public.cancel_reasons set label = 'Much snow' where label = 'Snow' $$, 'an admin changes a cancel reason');
select isnt_empty($$ delete from public.cancel_reasons where label = 'Much snow' returning id $$, 'an admin deletes a cancel reason');
select lives_ok($$ insert into public.cancel_reasons (label) values ('Ice'), ('Rain') $$, 'without a place');
select set_eq($$ select label from public.cancel_reasons where value > 4 $$, $$ values ('Ice'), ('Rain') $$, 'they go last');
select results_eq($$ select value from public.cancel_reasons order by value $$, $$ select generate_series(0, 6) $$, 'no place is left out in the list of reasons');

select throws_ok($$ insert into public.cancel_reasons (label, value) values ('Fog', -1) $$, '23514', null, 'no reason has a place before the first');

-- Languages
update public.languages set key_value_pairs = '{"home": "Home", "login": "Sign in"}' where is_default;
select lives_ok($$ insert into public.languages (lang_name, lang_locale, key_value_pairs) values ('Français', 'fr', '{"home": "Accueil"}') $$, 'an admin adds a language');
select is((select key_value_pairs from public.languages where lang_locale = 'fr'), '{"home": "Accueil"}', 'a language with texts of its own keeps to them');
select lives_ok($$ insert into public.languages (lang_name, lang_locale) values ('Rumantsch', 'rm') $$, 'a language is added without texts');
select is((select key_value_pairs from public.languages where lang_locale = 'rm'), '{"home": "Home", "login": "Sign in"}', 'a language without texts starts with those of the default');
select throws_ok($$ update public.languages set key_value_pairs = '["home"]' where lang_locale = 'fr' $$, '23514', null, 'texts have keys');
select throws_ok($$ update public.languages set key_value_pairs = '{"home": {"a": "b"}}' where lang_locale = 'fr' $$, '23514', null, 'the words of a language are texts');
select throws_ok($$ update public.languages set key_value_pairs = '{"home": ["b"]}' where lang_locale = 'fr' $$, '23514', null, 'each of them');
select throws_ok($$ delete from public.languages where is_default $$, 'PT409', 'default_language', 'the default language stays');
select throws_ok($$ update public.languages set is_default = false where is_default $$, 'PT409', 'default_language', 'the default language stays the default');
select lives_ok($$ update public.languages set is_default = true where lang_locale = 'fr' $$, 'until another is');
select results_eq($$ select lang_locale from public.languages where is_default $$, $$ values ('fr') $$, 'there is one default language');
select lives_ok($$ insert into public.languages (lang_name, lang_locale, is_default) values ('Italiano', 'it', true) $$, 'a new one may be it at once');
select results_eq($$ select lang_locale from public.languages where is_default $$, $$ values ('it') $$, 'there is one default language after another became it');
select isnt_empty($$ delete from public.languages where lang_locale = 'fr' returning id $$, 'another goes');
select * from finish();
