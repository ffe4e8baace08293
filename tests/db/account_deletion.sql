-- Leaving: the data export as JSON, and deletion that removes the person and keeps rides and money.
select no_plan();
select tests.ride('PENDING') as ride;
select tests.as_visitor();
select throws_ok($$ select public.export_my_data() $$, '42501', null, 'a visitor cannot export data');
select throws_ok($$ select public.delete_my_account() $$, '42501', null, 'a visitor cannot delete an account');
select tests.act_as('rider');
select is(public.export_my_data() #>> '{profile,email}', 'rider@hackney.test', 'a rider''s data export contains the profile');
select ok(jsonb_array_length(public.export_my_data() -> 'bookings') > 0 and not (public.export_my_data() -> 'bookings' -> 0) ? 'driver_contact', 'a rider''s data export contains the rides without the driver''s contact');
select throws_ok($$ select public.delete_my_account() $$, 'PT409', 'active_booking',
  'a rider with an unpaid ride cannot delete the account');
select tests.act_as('driver');
select ok(jsonb_array_length(public.export_my_data() -> 'trips') > 0 and not (public.export_my_data() -> 'trips' -> 0) ? 'customer_contact', 'a driver''s data export contains the trips without the riders'' contacts');

-- A rider with past bookings
select tests.as_owner();
insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data) values ('10000000-0000-4000-8000-000000000031', 'gone@hackney.test', now(), '{"first_name": "Gora", "last_name": "Ne", "mobile": "+4235559999"}');
select tests.book('gone') as booking;
select tests.let('gone', format('select public.cancel_booking(%L)', tests.booking()));
select app.post_ledger('test', 'leaving', null, jsonb_build_array(
  jsonb_build_object('account', 'wallet:' || tests.id('gone'), 'amount', 5), jsonb_build_object('account', 'adjustments', 'amount', -5)));
select tests.act_as('admin');
select throws_ok($$ select public.delete_person('10000000-0000-4000-8000-000000000031') $$, 'PT409', 'wallet_not_empty', 'a person with money in the wallet cannot be deleted');
select throws_ok($$ select public.delete_person(tests.id('admin')) $$, 'PT403', 'not_allowed',
  'an admin cannot delete themself by delete_person');
select throws_ok($$ select public.delete_person(gen_random_uuid()) $$, 'PT404', 'person_not_found',
  'a person who does not exist cannot be deleted');
select tests.as_owner();
select app.post_ledger('test', 'leaving2', null, jsonb_build_array(
  jsonb_build_object('account', 'wallet:' || tests.id('gone'), 'amount', -5), jsonb_build_object('account', 'adjustments', 'amount', 5)));
select tests.act_as('admin');
select lives_ok($$ select public.delete_person('10000000-0000-4000-8000-000000000031') $$,
  -- Spec 7.19
  'an admin can delete a person with an empty wallet');
select throws_ok($$ select public.delete_person('10000000-0000-4000-8000-000000000031') $$, 'PT404', 'person_not_found', 'a deleted person cannot be deleted again');
select is_empty($$ select 1 from tests.list_people(person_id => '10000000-0000-4000-8000-000000000031') $$, 'a deleted person does not appear in the list of people');
select results_eq($$ select customer_name, customer_contact from public.bookings where customer_id = '10000000-0000-4000-8000-000000000031' $$,
  $$ values ('', null::text) $$, 'a deleted rider''s bookings stay without name and contact');
select tests.as_owner();
select is((select count(*) from auth.users where email = 'gone@hackney.test'), 0::bigint,
  'a deleted person''s email address is free again');
select ok((select banned_until > now() + interval '50 years' and raw_user_meta_data = '{}' from auth.users where id = '10000000-0000-4000-8000-000000000031'), 'a deleted person''s account is banned and has no metadata');
select is_empty($$ select 1 from public.profiles p where p.id = '10000000-0000-4000-8000-000000000031' and (to_jsonb(p)::text ~ 'Gora|gone@|9999|99 99') $$, 'a deleted person''s profile contains no personal data');
select set_config('request.jwt.claims', '{"sub": "10000000-0000-4000-8000-000000000031", "role": "authenticated"}', true), set_config('role', 'authenticated', true);
select throws_ok($$ select public.export_my_data() $$, 'PT403', 'user_issue_contact_admin',
  'a deleted person''s old token cannot export data');
select tests.as_owner();
create table if not exists public.withdraw_requests (user_id uuid, name text, amount numeric, client_key uuid, processed boolean default false, rejected_at timestamptz);
insert into public.withdraw_requests (user_id, name, amount, client_key) values (tests.id('rider5'), 'Sophie Meier', 5, gen_random_uuid());
select tests.act_as('rider5');
select throws_ok($$ select public.delete_my_account() $$, 'PT409', 'withdrawal_open',
  'a person with an open withdrawal cannot delete the account');
select tests.as_owner();
update public.withdraw_requests set rejected_at = now() where user_id = tests.id('rider5');
select tests.act_as('rider5');
select lives_ok($$ select public.delete_my_account() $$, 'a rider can delete the own account');

-- In a demo
select tests.set('allow_critical_edits_admin', 'false');
select tests.act_as('rider4');
-- Spec 6.30
select throws_ok($$ select public.delete_my_account() $$, 'PT403', 'demo_mode', 'a rider cannot delete the account in a demo');
-- Spec 6.32
select throws_ok($$ select public.export_my_data() $$, 'PT403', 'demo_mode', 'a rider cannot export data in a demo');
select tests.act_as('admin');
select throws_ok($$ select public.delete_person(tests.id('rider4')) $$, 'PT403', 'demo_mode',
  'an admin cannot delete a person in a demo');
select * from finish();
