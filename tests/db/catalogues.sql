-- Settings, languages, car types and cancel reasons: read by everyone, written by admins alone.
select no_plan();

-- Acting as a visitor
select tests.as_visitor();
select is((select count(*) from public.settings), 1::bigint, 'a visitor reads the settings');
select is((select symbol from public.settings), 'CHF', 'and finds the currency');
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
select is((select company_name from public.settings), 'Hackney Triesen', 'and they stand');
select throws_ok($$ update public.settings set time_zone = 'Mars/Olympus' $$, 'PT422', 'time_zone_invalid', 'a time zone has to exist');
select throws_ok($$ update public.settings set driver_radius = -1 $$, '23514', null, 'a radius is not negative');
select throws_ok($$ insert into public.settings (id) values (2) $$, '42501', null, 'there is one row of settings');
select throws_ok($$ delete from public.settings $$, '42501', null, 'settings cannot be deleted');
select lives_ok($$ insert into public.car_types (name, base_fare) values ('Limousine', 20) $$, 'an admin adds a car type');
select lives_ok($$ update public.car_types set min_fare = 30 where name = 'Limousine' $$, 'changes it');
select isnt_empty($$ delete from public.car_types where name = 'Limousine' returning id $$, 'and deletes it');
select throws_ok($$ insert into public.car_types (name, base_fare) values ('Paid', -1) $$, '23514', null, 'no tariff is negative');
select lives_ok($$ insert into public.cancel_reasons (label, value) values ('Snow', 9) $$, 'an admin adds a reason');
select lives_ok($$ update public.cancel_reasons set label = 'Much snow' where value = 9 $$, 'changes it');
select isnt_empty($$ delete from public.cancel_reasons where value = 9 returning id $$, 'and deletes it');
select lives_ok($$ insert into public.languages (lang_name, lang_locale) values ('Français', 'fr') $$, 'an admin adds a language');
select is_empty($$ delete from public.languages where is_default returning id $$, 'the default language stays');
select isnt_empty($$ delete from public.languages where lang_locale = 'fr' returning id $$, 'another goes');
select throws_ok($$ update public.languages set is_default = true $$, '23505', null, 'there is one default language');
select * from finish();
