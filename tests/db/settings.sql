-- Settings: who can save them, numbers that fall back to a default, what is locked, and the demo mode.
select no_plan();

-- Acting as those without the right
select tests.as_visitor();
select throws_ok($$ select public.update_settings('{"company_name": "Mine"}') $$, '42501', null, 'a visitor cannot save settings');
select tests.act_as('rider');
select throws_ok($$ select public.update_settings('{"company_name": "Mine"}') $$, 'PT403', 'not_allowed', 'a rider cannot save settings');
select tests.act_as('driver');
select throws_ok($$ select public.update_settings('{"company_name": "Mine"}') $$, 'PT403', 'not_allowed', 'a driver cannot save settings');
select tests.act_as('fleet');
select throws_ok($$ select public.update_settings('{"company_name": "Mine"}') $$, 'PT403', 'not_allowed', 'a fleet admin cannot save settings');

-- Acting as an admin
select tests.act_as('admin');
select results_eq($$ select company_name, bonus, driver_radius, wallet_money_field from public.update_settings('{"company_name": "Hackney Triesen", "bonus": "7.5", "driver_radius": 12.5, "wallet_money_field": ["10", "25"]}') $$,
  -- Spec 7.34
  $$ values ('Hackney Triesen', 7.50, 12.5, array['10', '25']) $$, 'an admin saves settings with the texts that a form sends');
select results_eq($$ select after ->> 'company_name', actor_id from public.audit_log order by id desc limit 1 $$, $$ values ('Hackney Triesen', tests.id('admin')) $$, 'saved settings are audited');
select throws_ok($$ select public.update_settings('{"company_bank_account": "LI12 0881 0000 2324 013A A"}') $$, 'PT422', 'iban_invalid', 'an account of the operator with wrong check digits is refused');
select is((public.update_settings('{"company_bank_account": "LI21 0881 0000 2324 013A A"}')).company_bank_account, 'LI21 0881 0000 2324 013A A', 'an account of the operator with right check digits is saved');
select is((public.update_settings('{}')).company_name, 'Hackney Triesen', 'saving no settings changes nothing');
-- Spec 5.24, 8.24
select throws_ok($$ select public.update_settings('{"bonus": ""}') $$, 'PT422', 'proper_bonus', 'an empty bonus is refused');
select throws_ok($$ select public.update_settings('{"bonus": null}') $$, 'PT422', 'proper_bonus', 'a bonus of null is refused');
-- Spec 5.25
select throws_ok($$ select public.update_settings('{"bonus": "five"}') $$, 'PT422', 'proper_bonus', 'a bonus that is a word is refused');
select throws_ok($$ select public.update_settings('{"bonus": -1}') $$, 'PT422', 'proper_bonus', 'a negative bonus is refused');
select throws_ok($$ select public.update_settings('{"bonus": "NaN"}') $$, 'PT422', 'proper_bonus', 'a bonus of NaN is refused');
select throws_ok($$ update public.settings set bonus = 'Infinity' $$, 'PT422', 'proper_bonus', 'a bonus of infinity is refused in the table');
select throws_ok($$ update public.settings set bonus = null $$, 'PT422', 'proper_bonus', 'a bonus of null is refused in the table');
-- Spec 5.25
select is((public.update_settings('{"driver_radius": "far"}')).driver_radius, 10::numeric, 'a radius that is a word is saved as the default');
select is((public.update_settings('{"driver_radius": -3}')).driver_radius, 10::numeric, 'a negative radius is saved as the default');
update public.settings set driver_radius = 25;
update public.settings set driver_radius = 'NaN';
select is((select driver_radius from public.settings), 10::numeric, 'a radius of NaN is saved as the default in the table');
-- Spec 5.25
select is((public.update_settings('{"driver_radius": 0}')).driver_radius, 0::numeric, 'a radius of zero is saved');
select is((public.update_settings('{"decimal": "1"}'))."decimal", 1, 'the number of decimals is saved');
-- Spec 5.25
select is((public.update_settings('{"decimal": "many"}'))."decimal", 2, 'a number of decimals that is a word is saved as two');
select is((public.update_settings('{"decimal": 1.5}'))."decimal", 2, 'a fractional number of decimals is saved as two');
select is((public.update_settings('{"bonus": "1.239"}')).bonus, 1.24, 'a bonus is rounded to the decimals of the currency');
select throws_ok($$ select public.update_settings('{"decimal": 9}') $$, 'PT422', 'settings_invalid', 'more than four decimals are refused');
select throws_ok($$ select public.update_settings('{"colour": "red"}') $$, 'PT422', 'settings_invalid', 'an unknown setting is refused');
select throws_ok($$ select public.update_settings('[1]') $$, 'PT422', 'settings_invalid', 'settings that are not an object are refused');
select throws_ok($$ select public.update_settings('{"otp_secure": "perhaps"}') $$, 'PT422', 'settings_invalid', 'a switch that is neither on nor off is refused');
select throws_ok($$ select public.update_settings('{"otp_secure": null}') $$, 'PT422', 'settings_invalid', 'a switch of null is refused');
select throws_ok($$ select public.update_settings('{"fare_mode": "guess"}') $$, 'PT422', 'settings_invalid', 'an unknown fare mode is refused');
select throws_ok($$ select public.update_settings('{"code": "francs"}') $$, 'PT422', 'settings_invalid', 'a currency code that is not three letters is refused');
select throws_ok($$ select public.update_settings('{"time_zone": "Mars/Olympus"}') $$, 'PT422', 'time_zone_invalid', 'an unknown time zone is refused');
select throws_ok($$ select public.update_settings('{"allow_critical_edits_admin": false}') $$, 'PT403', 'not_allowed', 'an admin cannot change the demo switch');

-- The currency: current, with at most its decimals, and not under another one's code
select throws_ok(format($$ select public.update_settings('{"code": "%s"}') $$, code), 'PT422', 'currency_unknown', code || ' is refused, which nobody pays with')
from unnest(array['ZZZ', 'DEM', 'HRK', 'BGN', 'XAU', 'CLF', 'XXX']) code;
select throws_ok($$ select public.update_settings('{"decimal": 3}') $$, 'PT422', 'currency_decimals', 'more decimals than the currency has are refused');
select throws_ok($$ select public.update_settings('{"code": "XOF"}') $$, 'PT422', 'currency_decimals', 'a currency with fewer decimals is refused until they are lowered');
select throws_ok($$ update public.settings set code = 'JPY' $$, 'PT422', 'currency_decimals', 'the table refuses a currency with fewer decimals, too');
select throws_ok($$ select public.update_settings('{"code": "USD", "symbol": "EUR"}') $$, 'PT422', 'currency_symbol', 'the code of another currency is refused as the symbol');
select throws_ok($$ select public.update_settings('{"symbol": " eur "}') $$, 'PT422', 'currency_symbol', 'the code of another currency is refused as the symbol in small letters');
select is((public.update_settings('{"code": "KWD", "decimal": 3, "symbol": "KD", "cash_unit": "0.005"}'))."decimal", 3, 'a currency with three decimals is saved');
select is((public.update_settings('{"code": "XOF", "decimal": 0, "cash_unit": 5}')).symbol, 'XOF', 'a new currency without a new symbol is written by its code');
select is((public.update_settings('{"code": "CHF", "decimal": 2, "symbol": "Fr.", "cash_unit": "0.05"}')).symbol, 'Fr.', 'a symbol that is no code is saved');
select is((public.update_settings('{"id": 7, "code": "EUR"}')).id, 1, 'the id of the settings row cannot be changed');

-- Sites that can embed the booking frame
select is((public.update_settings('{"embed_origins": ["https://hotel.example", "https://bar.example:8443", "http://localhost:5000"]}')).embed_origins,
  array['https://hotel.example', 'https://bar.example:8443', 'http://localhost:5000'], 'an admin saves the origins of embedding sites');
select is((select after -> 'embed_origins' ->> 1 from public.audit_log order by id desc limit 1), 'https://bar.example:8443', 'a change of embedding sites is audited');
select throws_ok(format($$ select public.update_settings(%L) $$, jsonb_build_object('embed_origins', jsonb_build_array(site))),
  'PT422', 'settings_invalid', format('%s is refused as an embedding site', coalesce(quote_literal(replace(site, chr(10), ' ')), 'null')))
  from unnest(array['*', 'https://*.hotel.example', 'http://hotel.example', 'https://hotel.example/', 'https://hotel.example/rooms', 'hotel.example', '',
    'https://a.example https://b.example', 'https://a.example; script-src *', E'https://a.example\nx', E'https://a.example\n', 'https://a.example|https://b.example', '''self''',
    'data:', 'https://u:p@a.example', 'https://HOTEL.example', 'https://a.example:0', 'https://-a.example', null]) site;
select throws_ok(format($$ select public.update_settings(%L) $$, jsonb_build_object('embed_origins', (select jsonb_agg(format('https://h%s.example', i)) from generate_series(1, 51) i))),
  'PT422', 'settings_invalid', 'more than fifty embedding sites are refused');
select throws_ok($$ select public.update_settings('{"embed_origins": null}') $$, 'PT422', 'settings_invalid', 'embedding sites of null are refused');
select is((public.update_settings('{"embed_origins": []}')).embed_origins, array[]::text[], 'an empty list of embedding sites is saved');

-- What single settings decide (the others: settings_flips.sql, and the tests of their concepts)
select tests.set('otp_secure', 'true'), tests.book('rider2');
-- Spec 9.12
select ok(tests.code() is not null, 'a booking has a start code when otp_secure is on');
select tests.set('otp_secure', 'false'), tests.book('rider3');
select is(tests.code(), null, 'a booking has no start code when otp_secure is off');
select tests.set('driver_radius', '10'), tests.set('convert_to_mile', 'true');
select tests.as_owner();
-- Spec 9.3
select is(app.radius_m()::numeric, 16093.44, 'driver_radius is in miles when convert_to_mile is on');
select tests.set('convert_to_mile', 'false');
select is(app.radius_m()::numeric, 10000.0, 'driver_radius is in kilometres when convert_to_mile is off');

-- After money was booked
select tests.as_owner();
select app.post_ledger('test', 'settings', null, jsonb_build_array(
  jsonb_build_object('account', 'wallet:' || tests.id('rider'), 'amount', 5), jsonb_build_object('account', 'adjustments', 'amount', -5)));
select tests.act_as('admin');
select throws_ok($$ select public.update_settings('{"code": "CHF"}') $$, 'PT409', 'currency_locked', 'the currency cannot be changed after money was booked');
select throws_ok($$ update public.settings set "decimal" = 1 $$, 'PT409', 'currency_locked', 'the decimals cannot be changed in the table after money was booked');
select lives_ok($$ select public.update_settings('{"code": "EUR", "decimal": 2, "symbol": "€"}') $$, 'an unchanged currency can be saved after money was booked');
select tests.as_service();
select throws_ok($$ update public.settings set code = 'CHF' $$, 'PT409', 'currency_locked', 'the service role cannot change the currency after money was booked');

-- In demo mode
select tests.act_as('admin');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.update_settings('{"company_name": "Mine"}') $$, 'PT403', 'demo_mode', 'an admin cannot save settings in demo mode');
select * from finish();
