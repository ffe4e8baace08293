-- Demo mode: what it refuses, what stays allowed, and who can switch it.
select no_plan();

-- Off
select tests.act_as('admin');
-- Spec 6.36
select throws_ok($$ update public.settings set allow_critical_edits_admin = false $$, 'PT403', 'not_allowed', 'an admin cannot switch demo mode on');
select tests.as_service();
select lives_ok($$ update public.settings set allow_critical_edits_admin = false $$,
  -- Spec 6.36
  'the service role can switch demo mode on');

-- On, acting as an admin
select tests.act_as('admin');
select throws_ok($$ update public.settings set company_name = 'Mine' $$, 'PT403', 'demo_mode',
  -- Spec 6.30, 8.21
  'an admin cannot change settings in a demo');
select throws_ok($$ update public.settings set allow_critical_edits_admin = true $$, 'PT403', 'demo_mode',
  'an admin cannot switch demo mode off');
-- Spec 6.30
select throws_ok($$ insert into public.languages (lang_name, lang_locale) values ('Français', 'fr') $$, 'PT403', 'demo_mode', 'an admin cannot add a language in a demo');
select throws_ok($$ update public.languages set lang_name = 'X' $$, 'PT403', 'demo_mode',
  'an admin cannot change a language in a demo');
select throws_ok($$ delete from public.languages where lang_locale = 'de' $$, 'PT403', 'demo_mode', 'an admin cannot delete a language in a demo');
select throws_ok($$ insert into public.car_types (name) values ('Limousine') $$, 'PT403', 'demo_mode',
  -- Spec 6.30
  'an admin cannot add a car type in a demo');
select throws_ok($$ update public.car_types set base_fare = 0 $$, 'PT403', 'demo_mode',
  'an admin cannot change a car type in a demo');
select throws_ok($$ delete from public.car_types $$, 'PT403', 'demo_mode', 'an admin cannot delete a car type in a demo');
select throws_ok($$ insert into public.cancel_reasons (label) values ('Snow') $$, 'PT403', 'demo_mode', 'an admin cannot add a cancel reason in a demo');
select throws_ok($$ update public.cancel_reasons set label = 'X' $$, 'PT403', 'demo_mode', 'an admin cannot change a cancel reason in a demo');
select throws_ok($$ insert into public.paper_kinds (name) values ('Badge') $$, 'PT403', 'demo_mode', 'an admin cannot add a kind of paper in a demo');
select throws_ok($$ update public.paper_kinds set active = not active $$, 'PT403', 'demo_mode', 'an admin cannot change a kind of paper in a demo');
select throws_ok($$ delete from public.cancel_reasons $$, 'PT403', 'demo_mode',
  'an admin cannot delete a cancel reason in a demo');

-- On, people and their contacts
select tests.ride('ACCEPTED') as ride;
select tests.act_as('admin');
select results_eq($$ select email from public.profiles $$, $$ values ('admin@hackney.test') $$, 'an admin reads only the own row of profiles in a demo');
-- Spec 6.31
select results_eq($$ select first_name, email, mobile from tests.list_people(person_id => tests.id('rider')) $$, $$ values ('Anna', 'r***@***', '***01') $$, 'the list of people masks contacts in a demo');
select is_empty($$ select 1 from tests.list_people(search => 'rider2@') $$,
  'the list of people cannot be searched by masked contacts in a demo');
select isnt_empty($$ select 1 from tests.list_people(search => 'ritter') $$,
  'the list of people can be searched by name in a demo');
select is_empty($$ select 1 from public.booking_contacts $$, 'an admin cannot read the contacts of a booking in a demo');
-- Spec 6.31
select results_eq($$ select customer_contact from tests.list_bookings(booking_id => tests.booking()) $$, $$ values ('***01') $$, 'the list of bookings masks contacts in a demo');
select isnt_empty($$ select 1 from public.booking_events where booking_id = tests.booking() $$, 'an admin can read a booking''s history, which has no contacts, in a demo');
-- Spec 6.34
select results_eq($$ select first_name, mobile from public.edit_person(tests.id('rider'), '{"first_name": "Anne"}') $$, $$ values ('Anne', '***01') $$, 'an admin can edit a person in a demo with masked contacts');
select lives_ok($$ select public.set_approved(tests.id('driver3'), false) $$, 'an admin can revoke an approval in a demo');
select tests.act_as('fleet');
select results_eq($$ select email from public.profiles $$, $$ values ('fleet@hackney.test') $$, 'a fleet admin reads only the own row of profiles in a demo');
select ok((select bool_and(email like '%***@***') and count(*) >= 2 from tests.list_people()), 'a fleet admin reads the fleet''s drivers with masked contacts in a demo');
select tests.act_as('rider');
select isnt_empty($$ select 1 from public.booking_contacts where driver_contact = '+4235550401' $$, 'a rider can read the phone number of the own driver in a demo');
select tests.act_as('driver');
-- Spec 6.33
select throws_ok($$ select public.cancel_booking(tests.booking()) $$, 'PT403', 'demo_mode', 'a driver cannot cancel in a demo');
select tests.act_as('admin');
-- Spec 6.33
select results_eq($$ select status::text, customer_contact from public.cancel_booking(tests.booking()) $$, $$ values ('CANCELLED', '***01') $$, 'an admin can cancel in a demo and sees masked contacts');

-- On, acting as the service role and the owner
select tests.as_service();
select lives_ok($$ update public.settings set company_name = 'Hackney' $$, 'the service role can change settings in a demo');
select lives_ok($$ update public.settings set allow_critical_edits_admin = true $$,
  'the service role can switch demo mode off');
select tests.act_as('admin');
select lives_ok($$ update public.settings set company_name = 'Hackney Vaduz' $$,
  'an admin can change settings again after the demo');
select * from finish();
