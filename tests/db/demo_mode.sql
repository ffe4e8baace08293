-- Demo mode: what it refuses to whom, what stays allowed, and who turns it on and off.
select no_plan();

-- Off
select tests.act_as('admin');
select throws_ok($$ update public.settings set allow_critical_edits_admin = false $$, 'PT403', 'not_allowed', 'an admin does not turn it on');
select tests.as_service();
select lives_ok($$ update public.settings set allow_critical_edits_admin = false $$, 'the service role does');

-- On, acting as an admin
select tests.act_as('admin');
select throws_ok($$ update public.settings set company_name = 'Mine' $$, 'PT403', 'demo_mode', 'settings stay');
select throws_ok($$ update public.settings set allow_critical_edits_admin = true $$, 'PT403', 'demo_mode', 'the switch too');
select throws_ok($$ insert into public.languages (lang_name, lang_locale) values ('Français', 'fr') $$, 'PT403', 'demo_mode', 'no language is added');
select throws_ok($$ update public.languages set lang_name = 'X' $$, 'PT403', 'demo_mode', 'changed');
select throws_ok($$ delete from public.languages where lang_locale = 'de' $$, 'PT403', 'demo_mode', 'or deleted');
select throws_ok($$ insert into public.car_types (name) values ('Limousine') $$, 'PT403', 'demo_mode', 'no car type is added');
select throws_ok($$ update public.car_types set base_fare = 0 $$, 'PT403', 'demo_mode', 'changed');
select throws_ok($$ delete from public.car_types $$, 'PT403', 'demo_mode', 'or deleted');
select throws_ok($$ insert into public.cancel_reasons (label) values ('Snow') $$, 'PT403', 'demo_mode', 'no cancel reason is added');
select throws_ok($$ update public.cancel_reasons set label = 'X' $$, 'PT403', 'demo_mode', 'changed');
select throws_ok($$ delete from public.cancel_reasons $$, 'PT403', 'demo_mode', 'or deleted');

-- On, acting as the service role and the owner
select tests.as_service();
select lives_ok($$ update public.settings set company_name = 'Hackney' $$, 'the service role changes settings all the same');
select lives_ok($$ update public.settings set allow_critical_edits_admin = true $$, 'and turns it off');
select tests.act_as('admin');
select lives_ok($$ update public.settings set company_name = 'Hackney Vaduz' $$, 'then admins edit again');
select * from finish();
