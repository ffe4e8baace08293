-- Bank details: written by their owner alone, read by the owner and admins, kept where settings.bank_fields asks for them.
select no_plan();
select tests.as_visitor();
select throws_ok($$ select public.set_bank_details('Bank', '', 'LI21 0881') $$, '42501', null, 'a visitor has none');
select tests.act_as('driver2');
select results_eq($$ select bank_name, bank_code, bank_account from public.set_bank_details(' Landesbank ', 'lilalI2x', 'li21 0881  0000 2324 013A A') $$,
  $$ values ('Landesbank', 'LILALI2X', 'LI21 0881 0000 2324 013A A') $$, 'a driver gives them');
select throws_ok($$ select public.set_bank_details('Bank', '', '12') $$, 'PT422', 'bank_details_invalid', 'an account has more than three characters');
select throws_ok($$ select public.set_bank_details('', '', 'LI21 0881') $$, 'PT422', 'bank_details_invalid', 'bank details name a bank');
select throws_ok($$ insert into public.bank_details values (tests.id('driver2'), 'B', '', 'LI21') $$, '42501', null, 'nobody writes them as a table');
select is((select count(*) from public.bank_details), 1::bigint, 'the driver reads them');
select tests.act_as('fleet');
select is_empty($$ select 1 from public.bank_details $$, 'the driver''s fleet admin does not');
select tests.act_as('rider');
select is_empty($$ select 1 from public.bank_details $$, 'a rider does not read the bank details of a driver');
select tests.act_as('admin');
select is_empty($$ select 1 from public.bank_details $$, 'an admin does not read the table');
select is((select bank_account from public.read_bank_details(tests.id('driver2'))), 'LI21 0881 0000 2324 013A A', 'an admin reads the details of one person by a function');
select is((select count(*) from public.access_log l where l.actor_id = tests.id('admin') and l.what = 'bank_details' and l.subject_id = tests.id('driver2')), 1::bigint, 'which notes who read them');
select throws_ok($$ delete from public.access_log $$, '42501', null, 'the note stays');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.read_bank_details(tests.id('driver2')) $$, 'PT403', 'demo_mode', 'not in a demo');
select tests.set('allow_critical_edits_admin', 'true');
select tests.set('bank_fields', 'false');
select tests.act_as('driver2');
select throws_ok($$ select public.set_bank_details('Bank', '', 'LI21 0881') $$, 'PT403', 'bank_fields_off', 'without bank fields none are kept');
select is((public.set_bank_details('', '', '')).bank_name, null, 'they can be taken back');
select is_empty($$ select 1 from public.bank_details $$, 'details that were taken back are gone');
select * from finish();
