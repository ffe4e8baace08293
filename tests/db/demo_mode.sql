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
select throws_ok($$ update public.languages set lang_name = 'X' $$, 'PT403', 'demo_mode', 'no language is changed in a demo');
select throws_ok($$ delete from public.languages where lang_locale = 'de' $$, 'PT403', 'demo_mode', 'no language is deleted in a demo');
select throws_ok($$ insert into public.car_types (name) values ('Limousine') $$, 'PT403', 'demo_mode', 'no car type is added');
select throws_ok($$ update public.car_types set base_fare = 0 $$, 'PT403', 'demo_mode', 'no car type is changed in a demo');
select throws_ok($$ delete from public.car_types $$, 'PT403', 'demo_mode', 'no car type is deleted in a demo');
select throws_ok($$ insert into public.cancel_reasons (label) values ('Snow') $$, 'PT403', 'demo_mode', 'no cancel reason is added');
select throws_ok($$ update public.cancel_reasons set label = 'X' $$, 'PT403', 'demo_mode', 'no cancel reason is changed in a demo');
select throws_ok($$ delete from public.cancel_reasons $$, 'PT403', 'demo_mode', 'no cancel reason is deleted in a demo');

-- On, people and their contacts
select tests.ride('ACCEPTED') as ride;
select tests.act_as('admin');
select results_eq($$ select email from public.profiles $$, $$ values ('admin@hackney.test') $$, 'as a table an admin reads themself alone');
select results_eq($$ select first_name, email, mobile from public.list_people(person_id => tests.id('rider')) $$, $$ values ('Anna', 'r***@***', '***01') $$, 'the list masks contacts');
select is_empty($$ select 1 from public.list_people(search => 'rider2@') $$, 'the list does not find by masked contacts');
select isnt_empty($$ select 1 from public.list_people(search => 'ritter') $$, 'the list finds by name in a demo');
select is_empty($$ select 1 from public.booking_contacts $$, 'no contact of a booking is read');
select results_eq($$ select customer_contact from public.list_bookings(booking_id => tests.booking()) $$, $$ values ('***01') $$, 'which masks contacts');
select isnt_empty($$ select 1 from public.booking_events where booking_id = tests.booking() $$, 'history carries none and is read');
select results_eq($$ select first_name, mobile from public.edit_person(tests.id('rider'), '{"first_name": "Anne"}') $$, $$ values ('Anne', '***01') $$, 'people are edited in a demo, unseen');
select lives_ok($$ select public.set_approved(tests.id('driver3'), false) $$, 'people are approved in a demo');
select tests.act_as('fleet');
select results_eq($$ select email from public.profiles $$, $$ values ('fleet@hackney.test') $$, 'a fleet admin reads themself alone');
select ok((select bool_and(email like '%***@***') and count(*) >= 2 from public.list_people()), 'a fleet admin reads the own drivers masked');
select tests.act_as('rider');
select isnt_empty($$ select 1 from public.booking_contacts where driver_contact = '+423 555 04 01' $$, 'a rider reads the number of the driver who comes');
select tests.act_as('driver');
select throws_ok($$ select public.cancel_booking(tests.booking()) $$, 'PT403', 'demo_mode', 'a driver does not cancel in a demo');
select tests.act_as('admin');
select results_eq($$ select status::text, customer_contact from public.cancel_booking(tests.booking()) $$, $$ values ('CANCELLED', '***01') $$, 'an admin does');

-- On, acting as the service role and the owner
select tests.as_service();
select lives_ok($$ update public.settings set company_name = 'Hackney' $$, 'the service role changes settings all the same');
select lives_ok($$ update public.settings set allow_critical_edits_admin = true $$, 'the service role turns the demo off');
select tests.act_as('admin');
select lives_ok($$ update public.settings set company_name = 'Hackney Vaduz' $$, 'then admins edit again');
select * from finish();
