-- The weekly payout run: it posts the charges, then requests what each driver may be paid, once a week.
select no_plan();
create function tests.asked() returns setof public.withdraw_requests language sql volatile security definer as 'select * from public.withdraw_requests';
create function tests.paid(name text) returns public.payout_rows language sql volatile security definer as $$
  select r.* from public.payout_rows r where r.driver_id = tests.id(name) order by r.run_id desc limit 1
$$;
create function tests.run(key uuid default gen_random_uuid()) returns public.payout_runs language plpgsql security definer as $$
declare v_run public.payout_runs;
begin
  perform tests.let('admin', format('select public.run_payouts(%L)', key));
  select r.* into v_run from public.payout_runs r where r.client_key = key;
  return v_run;
end $$;
create function tests.day(days integer default 0) returns date language sql stable security definer as $$ select app.today() + days $$;
-- On a Monday at noon, all wallets at zero, with bank accounts.
select tests.turn(((8 - extract(isodow from app.now())::integer) || ' days')::interval);
select tests.clear_wallet(n) from unnest('{driver,driver2,driver3,driver4,driver5,driver6}'::text[]) n;
delete from public.bank_details;
insert into public.bank_details (user_id, bank_name, bank_code, bank_account)
  select tests.id(n), 'Landesbank', 'LILALI2X', 'LI21 0881 0000 2324 013A A' from unnest('{driver,driver2,driver3,driver5,driver6}'::text[]) n;
delete from app.payout_changes;
insert into app.payout_changes (user_id, what) values (tests.id('driver5'), 'bank_details');
select tests.fill_wallet('driver', 100), tests.fill_wallet('driver2', -20), tests.fill_wallet('driver4', 30), tests.fill_wallet('driver5', 40), tests.fill_wallet('driver6', 55.5);

-- Who may
select tests.as_visitor();
select throws_ok($$ select public.run_payouts() $$, '42501', null, 'a visitor cannot run payouts');
select tests.act_as('driver');
select throws_ok($$ select public.run_payouts() $$, 'PT403', 'not_allowed', 'a driver cannot run payouts');
select throws_ok($$ select tests.payout_file() $$, 'PT403', 'not_allowed', 'a driver cannot get the payment file');
select throws_ok($$ select public.add_driver_charge(tests.id('driver2'), 'rent', 5) $$, 'PT403', 'not_allowed', 'a driver cannot add a charge for another driver');
select throws_ok($$ select public.list_payout_rows(gen_random_uuid()) $$, 'PT403', 'not_allowed', 'a driver cannot list the rows of a payout run');
select throws_ok($$ select public.list_driver_charges() $$, 'PT403', 'not_allowed', 'a driver cannot list driver charges');
select tests.act_as('fleet');
select throws_ok($$ select public.run_payouts() $$, 'PT403', 'not_allowed', 'a fleet admin cannot run payouts');
select tests.act_as('admin');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.run_payouts() $$, 'PT403', 'demo_mode', 'an admin cannot run payouts in demo mode');
select throws_ok($$ select tests.payout_file() $$, 'PT403', 'demo_mode', 'an admin cannot get the payment file in demo mode');
select throws_ok($$ select public.add_driver_charge(tests.id('driver'), 'rent', 5) $$, 'PT403', 'demo_mode', 'an admin cannot charge a driver in demo mode');
select tests.set('allow_critical_edits_admin', 'true');

-- Charges
select throws_ok(format('select public.add_driver_charge(%L, %L, %s, from_day => tests.day(%s), until_day => tests.day(%s))', tests.id(who), kind, amount, since, until),
  'PT422', 'charge_invalid', 'a charge is refused: ' || why) from (values ('rider', 'rent', '5', 0, 1, 'of a rider'), ('driver', 'love', '5', 0, 1, 'of an unknown kind'), ('driver', 'rent', '0', 0, 1, 'of nothing'),
  ('driver', 'rent', '''NaN''', 0, 1, 'of no number'), ('driver', 'rent', '1e7', 0, 1, 'of millions'), ('driver', 'rent', '5', -200, 1, 'from long ago'), ('driver', 'rent', '5', 3, 1, 'that ends before it begins')) v (who, kind, amount, since, until, why);
select is((public.add_driver_charge(tests.id('driver'), 'rent', 30, note => U&'Skoda\202E', client_key => '00000000-0000-4000-8000-0000000000c1')).note, 'Skoda', 'an admin charges a driver weekly rent');
select is((public.add_driver_charge(tests.id('driver'), 'rent', 30, client_key => '00000000-0000-4000-8000-0000000000c1')).amount, 30::numeric, 'a charge with a repeated client key is added once');
select is((public.add_driver_charge(tests.id('driver3'), 'radio', 12.345, false)).amount, 12.35::numeric, 'a charge may be posted only once, rounded to the cent');
select is((public.add_driver_charge(tests.id('driver2'), 'rent', 10, from_day => tests.day(-15))).weekly, true, 'weekly rent may begin in past weeks');
select is((select count(*) from public.list_driver_charges(tests.id('driver'))), 1::bigint, 'an admin lists the charges of a driver');
select is((select count(*) from public.list_driver_charges(page_size => 1) a, public.list_driver_charges(before_id => a.id) b), 2::bigint, 'charges are listed in pages');
select throws_ok($$ select public.end_driver_charge(gen_random_uuid()) $$, 'PT404', 'charge_not_found', 'a charge that does not exist cannot be ended');
select tests.act_as('driver');
select is((select count(*) from public.driver_charges), 1::bigint, 'a driver reads only the own charges');

-- The run
select tests.as_owner();
create temp table run as select * from tests.run('00000000-0000-4000-8000-00000000000a');
grant select on run to public;
select isnt((select finished_at from run), null, 'a small payout run is finished in one call');
select is((select requests from run), 2, 'a payout run makes one request for each driver who may be paid');
select is((select total from run), 125.5::numeric, 'the total of a payout run is the sum of its requests');
select results_eq($$ select outcome, balance, charges, amount from tests.paid('driver') $$, $$ values ('requested', 70::numeric, 30::numeric, 70::numeric) $$, 'a payout run pays a driver the balance after rent');
select is(tests.wallet_of('driver'), 0::numeric, 'a payout run empties the wallet of a paid driver');
select results_eq($$ select outcome, balance, charges from tests.paid('driver2') $$, $$ values ('negative', -50::numeric, 30::numeric) $$, 'a driver below zero after three weeks of rent is not paid');
select results_eq($$ select outcome, balance, charges from tests.paid('driver3') $$, $$ values ('negative', -12.35::numeric, 12.35::numeric) $$, 'a charge may take a driver''s wallet below zero');
select is((tests.paid('driver4')).outcome, 'no_bank', 'a driver without a bank account is not paid');
select is((tests.paid('driver5')).outcome, 'waits', 'a driver with new bank details is not paid yet');
select is((tests.paid('driver6')).amount, 55.5::numeric, 'a driver without charges is paid the whole balance');
select is((select count(*) from public.payout_rows r where r.run_id = (select id from run)), (select count(*) from public.profiles p where p.usertype = 'driver' and p.deleted_at is null), 'a payout run has a row for every driver');
select is((tests.run('00000000-0000-4000-8000-00000000000a')).id, (select id from run), 'a payout run with a repeated client key returns the first run');
select tests.fill_wallet('driver', 15), tests.fill_wallet('driver4', 30);
insert into public.bank_details (user_id, bank_name, bank_account) values (tests.id('driver4'), 'LLB', 'LI21');
delete from app.payout_changes;
create temp table second as select * from tests.run();
select is((select total from second), 70::numeric, 'a second run in a week pays only drivers whom the first could not pay');
select is(tests.wallet_of('driver'), 15::numeric, 'earnings after a payout run stay in the wallet until the next week');
select is((select sum(-e.amount) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id and e.amount < 0 where t.kind = 'charge'), 72.35::numeric, 'a second run in a week does not post the rent again');

-- A week later
select tests.turn('7 days'), tests.fill_wallet('driver', 100), tests.fill_wallet('driver2', 100);
create temp table third as select * from tests.run();
select results_eq($$ select outcome, charges, amount from tests.paid('driver') $$, $$ values ('requested', 30::numeric, 70::numeric) $$, 'the next week''s run posts the rent and pays the driver');
select is((tests.paid('driver3')).charges, 0::numeric, 'a charge that is posted once is not posted again the next week');
select tests.let('admin', format('select public.end_driver_charge(%L, tests.day(-1))', (select id from public.driver_charges where driver_id = tests.id('driver'))));
select tests.turn('7 days'), tests.fill_wallet('driver', 100);
create temp table fourth as select * from tests.run();
select is((tests.paid('driver')).charges, 0::numeric, 'a charge that ended is not posted');
select is((tests.paid('driver2')).charges, 10::numeric, 'a charge that has not ended is posted each week');

-- By the calendar
select is(app.run_weekly_payouts(), 0, 'without payout_weekday no payout runs automatically');
select tests.set('payout_weekday', '3'), tests.turn('7 days'), tests.fill_wallet('driver6', 11);
select is(app.run_weekly_payouts(), 0, 'no payout runs automatically before its weekday');
select tests.turn('2 days');
select cmp_ok(app.run_weekly_payouts(), '>', 5, 'a payout runs automatically on its weekday');
select is((tests.paid('driver6')).amount, 11::numeric, 'an automatic payout run pays the driver');
select is(app.run_weekly_payouts(), 0, 'an automatic payout runs once on its day');
select tests.turn('1 day');
select is(app.run_weekly_payouts(), 0, 'an automatic payout does not run again the next day');
select is((select started_by from public.payout_runs order by id desc limit 1), null, 'an automatic payout run has no person who started it');
update public.payout_runs set finished_at = null where id = (select id from public.payout_runs order by id desc limit 1);
select is(app.run_weekly_payouts(), (select drivers from public.payout_runs order by id desc limit 1), 'an automatic payout run that was interrupted is continued');

-- Lists and the file
select tests.act_as('driver');
select is((select count(*) from public.payout_runs), 0::bigint, 'a driver cannot read payout runs');
select set_eq($$ select distinct driver_id from public.payout_rows $$, $$ values (tests.id('driver')) $$, 'a driver reads only the own rows of payout runs');
select tests.act_as('rider');
select is_empty($$ select 1 from public.payout_rows $$, 'a rider cannot read rows of payout runs');
select tests.act_as('admin');
select results_eq($$ select outcome, amount, state from public.list_payout_rows((select id from run)) where amount > 0 order by amount $$,
  $$ values ('requested', 55.5::numeric, 'open'), ('requested', 70::numeric, 'open') $$, 'an admin lists the rows of a payout run');
select is((select count(*) from public.list_payout_rows((select id from run), 'negative')), 2::bigint, 'an admin filters the rows of a payout run by outcome');
select is((select count(*) from public.list_payout_rows((select id from run), page_size => 1) a, public.list_payout_rows((select id from run), after_id => a.driver_id) b),
  (select drivers - 1 from run)::bigint, 'the rows of a payout run are listed in pages');
create temp table file as select * from tests.payout_file((select id from run));
select results_eq($$ select amount, bank_account, currency, sent_at from file order by amount $$, $$ values (55.5::numeric, 'LI21 0881 0000 2324 013A A', 'CHF', null::timestamptz),
  (70::numeric, 'LI21 0881 0000 2324 013A A', 'CHF', null) $$, 'the payment file holds the amount, account and currency of each payment');
select is((select count(*) from file where end_to_end_id ~ '^[0-9a-f]{32}$' and end_to_end_id = replace(withdrawal_id::text, '-', '')), 2::bigint, 'each payment in the file has its withdrawal''s id as the end-to-end id');
select tests.as_owner();
update public.withdraw_requests set sent_at = null;
select tests.act_as('admin');
select is((select count(*) from tests.payout_file((select id from run), is_sent => false)), 2::bigint, 'an admin can read the rows of a payment file before it is made');
select is((select count(*) from tests.asked() where sent_at is not null), 0::bigint, 'reading the rows of a payment file does not mark them as sent');
create temp table part as select * from tests.payout_file(only_ids => array[(select withdrawal_id from file order by amount limit 1)]);
select results_eq('select amount, sent_at from part', $$ values (55.5::numeric, null::timestamptz) $$, 'a payment file of selected withdrawals contains only those');
select results_eq($$ select amount from tests.asked() where sent_at is not null $$, $$ values (55.5::numeric) $$, 'withdrawals left out of a payment file are not marked as sent');
select is((select count(*) from tests.payout_file(only_ids => (select array_agg(withdrawal_id) from part)) where sent_at is not null), 1::bigint, 'a second payment file says which withdrawals the first sent');
select count(*) from tests.payout_file((select id from run));
select is((select count(*) from tests.payout_file((select id from run)) where sent_at is not null), 2::bigint, 'a second payment file marks rows that were sent before');
select is((select count(*) from tests.payout_file(page_size => 1) a, tests.payout_file(after_id => a.withdrawal_id) b), (select count(*) - 1 from tests.asked() where not processed and bank_account <> ''), 'the payment file of all open withdrawals is read in pages');
select is((select count(*) from public.audit_log where action = 'payout_file'), 7::bigint, 'each payment file is audited, but not a reading of its rows');
select is((select max(row_count) from public.access_log where what = 'withdrawals'), (select count(*)::integer from tests.asked() where not processed and bank_account <> '') - 1, 'the access log holds how many bank accounts were read');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger balances after all payout runs');
select * from finish();
