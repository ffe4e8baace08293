-- Bank details: written by their owner, read by the owner and admins, stored only while settings.bank_fields is on.
select no_plan();
select tests.as_visitor();
select throws_ok($$ select public.set_bank_details('Bank', '', 'LI21 0881') $$, '42501', null,
  'a visitor cannot set bank details');
select tests.act_as('driver2');
select results_eq($$ select bank_name, bank_code, bank_account from public.set_bank_details(' Landesbank ', 'lilalI2x', 'li21 0881  0000 2324 013A A') $$,
  $$ values ('Landesbank', 'LILALI2X', 'LI21 0881 0000 2324 013A A') $$,
    -- Spec 3.15
    'a driver can set bank details, which are trimmed and upper-cased');
select throws_ok($$ select public.set_bank_details('Bank', '', '12') $$, 'PT422', 'bank_details_invalid', 'an account number of two characters is refused');
select throws_ok($$ select public.set_bank_details('', '', 'LI21 0881') $$, 'PT422', 'bank_details_invalid', 'bank details without a bank name are refused');
select throws_ok($$ select public.set_bank_details('Bank', '', 'LI12 0881 0000 2324 013A A') $$, 'PT422', 'bank_details_invalid', 'an IBAN with wrong check digits is refused');
select throws_ok($$ select public.set_bank_details('Bank', '', 'li21-0881-0000-2324-031A-A') $$, 'PT422', 'bank_details_invalid', 'an IBAN in which two digits are exchanged is refused, however it is written');
select throws_ok($$ insert into public.bank_details values (tests.id('driver2'), 'B', '', 'LI21') $$, '42501', null, 'a driver cannot insert into the bank details table');
select is((select count(*) from public.bank_details), 1::bigint, 'a driver can read the own bank details');
select tests.act_as('fleet');
select is_empty($$ select 1 from public.bank_details $$, 'a fleet admin cannot read the bank details of the fleet''s driver');
select tests.act_as('rider');
select is_empty($$ select 1 from public.bank_details $$, 'a rider cannot read the bank details of a driver');
select tests.act_as('admin');
select is_empty($$ select 1 from public.bank_details $$, 'an admin cannot read the bank details table directly');
select is((select bank_account from tests.read_bank_details(tests.id('driver2'))), 'LI21 0881 0000 2324 013A A', 'an admin can read the bank details of one person by a function');
select is((select count(*) from public.access_log l where l.actor_id = tests.id('admin') and l.what = 'bank_details' and l.subject_id = tests.id('driver2')), 1::bigint, 'reading a person''s bank details is recorded in the access log');
select throws_ok($$ delete from public.access_log $$, '42501', null, 'an admin cannot delete from the access log');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select tests.read_bank_details(tests.id('driver2')) $$, 'PT403', 'demo_mode',
  'an admin cannot read bank details in a demo');
select tests.set('allow_critical_edits_admin', 'true');
select tests.set('bank_fields', 'false');
select tests.act_as('driver2');
select throws_ok($$ select public.set_bank_details('Bank', '', 'LI21 0881') $$, 'PT403', 'bank_fields_off', 'bank details cannot be set while bank_fields is off');
select is((public.set_bank_details('', '', '')).bank_name, null, 'bank details can be removed while bank_fields is off');
select is_empty($$ select 1 from public.bank_details $$, 'removed bank details are deleted');
select tests.as_owner();
select is(array(select app.is_account(a) from unnest('{GB82 WEST 1234 5698 7654 32,DE89370400440532013000,12-3456-7,"Konto 10, Bank B",MT84MALT011000012345MTLCAST001S}'::text[]) a), '{t,t,t,t,t}',
  'IBANs of several countries and accounts in a bank''s own form are accepted');
select * from finish();
