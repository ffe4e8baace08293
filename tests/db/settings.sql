-- Settings: who saves them, numbers that fall back, what is locked, and that every one is there with its default.
select no_plan();

-- Acting as those without the right
select tests.as_visitor();
select throws_ok($$ select public.update_settings('{"company_name": "Mine"}') $$, '42501', null, 'a visitor saves nothing');
select tests.act_as('rider');
select throws_ok($$ select public.update_settings('{"company_name": "Mine"}') $$, 'PT403', 'not_allowed', 'a rider saves nothing');
select tests.act_as('driver');
select throws_ok($$ select public.update_settings('{"company_name": "Mine"}') $$, 'PT403', 'not_allowed', 'a driver saves nothing');
select tests.act_as('fleet');
select throws_ok($$ select public.update_settings('{"company_name": "Mine"}') $$, 'PT403', 'not_allowed', 'a fleet admin saves nothing');

-- Acting as an admin
select tests.act_as('admin');
select results_eq($$ select company_name, bonus, driver_radius, wallet_money_field from public.update_settings('{"company_name": "Hackney Triesen", "bonus": "7.5", "driver_radius": 12.5, "wallet_money_field": ["10", "25"]}') $$,
  $$ values ('Hackney Triesen', 7.50, 12.5, array['10', '25']) $$, 'an admin saves what a form sends');
select results_eq($$ select after ->> 'company_name', actor_id from public.audit_log order by id desc limit 1 $$, $$ values ('Hackney Triesen', tests.id('admin')) $$, 'which is written down');
select is((public.update_settings('{}')).company_name, 'Hackney Triesen', 'nothing changes nothing');
select throws_ok($$ select public.update_settings('{"bonus": ""}') $$, 'PT422', 'proper_bonus', 'an empty bonus is refused');
select throws_ok($$ select public.update_settings('{"bonus": null}') $$, 'PT422', 'proper_bonus', 'in any form');
select throws_ok($$ select public.update_settings('{"bonus": "five"}') $$, 'PT422', 'proper_bonus', 'what is no number is empty');
select throws_ok($$ select public.update_settings('{"bonus": -1}') $$, 'PT422', 'proper_bonus', 'a negative radius is refused');
select throws_ok($$ select public.update_settings('{"bonus": "NaN"}') $$, 'PT422', 'proper_bonus', 'a radius that is no number by name is refused');
select throws_ok($$ update public.settings set bonus = 'Infinity' $$, 'PT422', 'proper_bonus', 'an endless radius is refused, also as a table');
select throws_ok($$ update public.settings set bonus = null $$, 'PT422', 'proper_bonus', 'a radius of null is refused');
select is((public.update_settings('{"driver_radius": "far"}')).driver_radius, 10::numeric, 'a radius that is no number is the default');
select is((public.update_settings('{"driver_radius": -3}')).driver_radius, 10::numeric, 'a negative one too');
update public.settings set driver_radius = 25;
update public.settings set driver_radius = 'NaN';
select is((select driver_radius from public.settings), 10::numeric, 'also as a table');
select is((public.update_settings('{"driver_radius": 0}')).driver_radius, 0::numeric, 'zero is a number');
select is((public.update_settings('{"decimal": "3"}'))."decimal", 3, 'decimals are a number');
select is((public.update_settings('{"decimal": "many"}'))."decimal", 2, 'else two');
select is((public.update_settings('{"decimal": 1.5}'))."decimal", 2, 'the number of decimals is whole');
select is((public.update_settings('{"bonus": "1.239"}')).bonus, 1.24, 'a bonus has no more decimals than money');
select throws_ok($$ select public.update_settings('{"decimal": 9}') $$, 'PT422', 'settings_invalid', 'money has four at most');
select throws_ok($$ select public.update_settings('{"colour": "red"}') $$, 'PT422', 'settings_invalid', 'there is no other setting');
select throws_ok($$ select public.update_settings('[1]') $$, 'PT422', 'settings_invalid', 'settings are saved as an object');
select throws_ok($$ select public.update_settings('{"otp_secure": "perhaps"}') $$, 'PT422', 'settings_invalid', 'a switch is on or off');
select throws_ok($$ select public.update_settings('{"otp_secure": null}') $$, 'PT422', 'settings_invalid', 'a switch is not null');
select throws_ok($$ select public.update_settings('{"fare_mode": "guess"}') $$, 'PT422', 'settings_invalid', 'a mode is one of its modes');
select throws_ok($$ select public.update_settings('{"code": "francs"}') $$, 'PT422', 'settings_invalid', 'a currency has three letters');
select throws_ok($$ select public.update_settings('{"time_zone": "Mars/Olympus"}') $$, 'PT422', 'time_zone_invalid', 'a time zone exists');
select throws_ok($$ select public.update_settings('{"allow_critical_edits_admin": false}') $$, 'PT403', 'not_allowed', 'the demo switch is the service role''s');
select is((public.update_settings('{"id": 7, "code": "EUR"}')).id, 1, 'there is one row');

-- Sites that may show the booking frame
select is((public.update_settings('{"embed_origins": ["https://hotel.example", "https://bar.example:8443", "http://localhost:5000"]}')).embed_origins,
  array['https://hotel.example', 'https://bar.example:8443', 'http://localhost:5000'], 'sites are origins');
select is((select after -> 'embed_origins' ->> 1 from public.audit_log order by id desc limit 1), 'https://bar.example:8443', 'a change of sites is written down');
select throws_ok(format($$ select public.update_settings(%L) $$, jsonb_build_object('embed_origins', jsonb_build_array(site))),
  'PT422', 'settings_invalid', format('%s is no site', coalesce(quote_literal(replace(site, chr(10), ' ')), 'null')))
  from unnest(array['*', 'https://*.hotel.example', 'http://hotel.example', 'https://hotel.example/', 'https://hotel.example/rooms', 'hotel.example', '',
    'https://a.example https://b.example', 'https://a.example; script-src *', E'https://a.example\nx', E'https://a.example\n', 'https://a.example|https://b.example', '''self''',
    'data:', 'https://u:p@a.example', 'https://HOTEL.example', 'https://a.example:0', 'https://-a.example', null]) site;
select throws_ok(format($$ select public.update_settings(%L) $$, jsonb_build_object('embed_origins', (select jsonb_agg(format('https://h%s.example', i)) from generate_series(1, 51) i))),
  'PT422', 'settings_invalid', 'fifty sites are the most');
select throws_ok($$ select public.update_settings('{"embed_origins": null}') $$, 'PT422', 'settings_invalid', 'a list of sites is not null');
select is((public.update_settings('{"embed_origins": []}')).embed_origins, array[]::text[], 'an empty list is one');

-- What single settings decide (others: docs/settings.md, and the tests of their concepts)
select tests.set('otp_secure', 'true'), tests.book('rider2');
select ok(tests.code() is not null, 'otp_secure gives a booking its code');
select tests.set('otp_secure', 'false'), tests.book('rider3');
select is(tests.code(), null, 'without it there is none');
select tests.set('driver_radius', '10'), tests.set('convert_to_mile', 'true');
select tests.as_owner();
select is(app.radius_m()::numeric, 16093.44, 'the radius is in the unit shown: miles');
select tests.set('convert_to_mile', 'false');
select is(app.radius_m()::numeric, 10000.0, 'the radius is in the unit shown: kilometres');

-- Once money was booked
select tests.as_owner();
select app.post_ledger('test', 'settings', null, jsonb_build_array(
  jsonb_build_object('account', 'wallet:' || tests.id('rider'), 'amount', 5), jsonb_build_object('account', 'adjustments', 'amount', -5)));
select tests.act_as('admin');
select throws_ok($$ select public.update_settings('{"code": "CHF"}') $$, 'PT409', 'currency_locked', 'the currency stays');
select throws_ok($$ update public.settings set "decimal" = 3 $$, 'PT409', 'currency_locked', 'the decimals stay, also as a table');
select lives_ok($$ select public.update_settings('{"code": "EUR", "decimal": 2, "symbol": "€"}') $$, 'a form may send what is there');
select tests.as_service();
select throws_ok($$ update public.settings set code = 'CHF' $$, 'PT409', 'currency_locked', 'the service role does not change it either');

-- In a demo
select tests.act_as('admin');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.update_settings('{"company_name": "Mine"}') $$, 'PT403', 'demo_mode', 'a demo saves nothing');
select * from finish();
