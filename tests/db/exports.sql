-- The yearly tax report of drivers, and invoices.
select no_plan();
create function tests.year() returns integer language sql stable security definer as $$ select extract(year from app.today())::integer $$;
create function tests.quarter() returns integer language sql stable security definer as $$ select extract(quarter from app.today())::integer $$;
create function tests.got(what text) returns numeric language plpgsql as $$
declare v_now jsonb;
begin
  select to_jsonb(r) into v_now from tests.tax_report(tests.year(), page_size => 500) r where r.driver_id = tests.id('driver') and r.quarter = tests.quarter();
  return (v_now ->> what)::numeric - (select (to_jsonb(w) ->> what)::numeric from was w);
end $$;
select tests.as_visitor();
select throws_ok($$ select * from tests.tax_report(2026) $$, '42501', null, 'a visitor cannot read the tax report');
select tests.act_as('driver');
select throws_ok($$ select * from tests.tax_report(2026) $$, 'PT403', 'not_allowed', 'a driver cannot read the tax report');
select throws_ok($$ select * from tests.invoice_rows() $$, 'PT403', 'not_allowed', 'a driver cannot read invoices');
select tests.act_as('admin');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select * from tests.tax_report(2026) $$, 'PT403', 'demo_mode',
  'an admin cannot read the tax report in a demo');
select throws_ok($$ select * from tests.invoice_rows() $$, 'PT403', 'demo_mode', 'an admin cannot read invoices in a demo');
select tests.set('allow_critical_edits_admin', 'true');

-- Tax details
select tests.act_as('driver');
select throws_ok(format('select public.set_tax_details(%L)', d), 'PT422', 'tax_details_invalid', 'tax details are refused: ' || d) from (values ('{}'), ('[]'), ('{"tax_country": "Liechtenstein"}'), ('{"tax_country": "LI", "birth_date": "soon"}'),
  ('{"tax_country": "LI", "birth_date": "1800-01-01"}'), ('{"tax_country": "LI", "tax_number": "<b>"}')) v (d);
select results_eq($$ select user_id = tests.id('driver'), tax_number, tax_country, birth_date, city from public.set_tax_details(jsonb_build_object('user_id', tests.id('driver2'), 'tax_number', ' 123.456 ', 'tax_country', 'li',
  'birth_date', '1980-02-03', 'city', U&'Va\202Eduz')) $$, $$ values (true, '123.456', 'LI', date '1980-02-03', 'Vaduz') $$, 'a driver can set the own tax details, which are normalised');
select is((public.set_tax_details('{"tax_country": "AT"}')).tax_number, '', 'setting tax details replaces all of them');
select is((select count(*) from public.tax_details), 1::bigint, 'a driver can read the own tax details');
select ok(public.export_my_data() -> 'tax_details' ->> 'tax_country' = 'AT',
  'a driver''s data export contains the tax details');
select tests.act_as('driver2');
select is_empty($$ select 1 from public.tax_details $$, 'another driver cannot read the tax details');
select tests.act_as('admin');
select is_empty($$ select 1 from public.tax_details $$, 'an admin cannot read the tax details table');

-- A year
select tests.as_owner(), tests.set('tax_percent', '8.1'), tests.set('fleet_percent', '10'), tests.set('receipt_prefix', 'X-');
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
delete from public.bank_details;
insert into public.bank_details (user_id, bank_name, bank_account) values (tests.id('driver'), 'LLB', 'LI21 0881');
create temp table was as select q.* from app.driver_quarters(tests.id('driver'), tests.year()) q where q.quarter = tests.quarter();
select app.post_ledger('testing', 'give', null, jsonb_build_array(app.entry('wallet:' || tests.id('rider'), 50), app.entry('adjustments', -50)));
select tests.ride('PAID');
create temp table ride as select b.trip_cost, f.driver_share, f.convenience_fees as fee, b.tax_amount, f.fleet_share,
  (select sum(e.amount) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
    where t.idempotency_key = 'settlement:' || b.id and a.kind = 'tax') as tax
  from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = tests.booking();
grant select on was, ride to public;
select tests.let('rider', format('select public.tip_driver(%L, 2)', tests.booking()));
select tests.act_as('admin');
select is(tests.got('activities'), 1::numeric, 'a paid ride counts as one activity in the tax report');
select is(tests.got('consideration'), (select driver_share + 2 from ride),
  'the consideration is the driver''s share plus the tip');
select is(tests.got('fees'), (select fee from ride), 'the fees are the operator''s fee of the ride');
select is(tests.got('taxes'), (select tax from ride), 'the taxes are those withheld at the settlement');
select is(tests.got('fleet_share'), (select fleet_share from ride), 'the tax report lists the fleet''s share');
select public.refund_booking(tests.booking(), 3, 'x', true);
select is(tests.got('consideration'), (select driver_share + 2 - 3 from ride),
  'a refund from the driver''s share reduces the consideration');
select cmp_ok(tests.got('taxes'), '<', (select tax from ride), 'a refund from the driver''s share reduces the taxes');
select is(tests.got('activities'), 1::numeric, 'a refund does not count as an activity');
select (public.add_driver_charge(tests.id('driver'), 'rent', 7, false)).id;
select (public.run_payouts()).id;
select is(tests.got('charges'), 7::numeric, 'a rent charge is listed as a charge');
select is(tests.got('consideration'), (select driver_share + 2 - 3 from ride),
  'a rent charge does not reduce the consideration');
select results_eq($$ select tax_country, bank_account from tests.tax_report(tests.year(), page_size => 500) r where driver_id = tests.id('driver') and quarter = 1 $$, $$ values ('AT', 'LI21 0881') $$, 'the tax report contains the driver''s tax country and bank account');
select is((select sum(consideration) from tests.tax_report(tests.year() - 1, page_size => 500)), 0::numeric, 'the previous year''s tax report has no consideration') ;
select is((select count(*) from tests.tax_report(tests.year(), page_size => 500)), (select count(*) * 4 from tests.list_people('driver', page_size => 1000)), 'each driver has four quarters in the tax report');
select is((select count(distinct b.driver_id) from (select max(driver_id::text)::uuid as id from tests.tax_report(tests.year(), page_size => 1)) a, tests.tax_report(tests.year(), a.id, 500) b),
  (select count(*) - 1 from tests.list_people('driver', page_size => 1000)), 'the tax report is paged by driver');
select throws_ok($$ select * from tests.tax_report(99999) $$, 'PT422', 'list_invalid',
  'the tax report of the year 99999 is refused');
select ok(exists (select 1 from public.access_log where actor_id = tests.id('admin') and what = 'bank_details'), 'reading the tax report is recorded in the access log as bank details');

-- Invoices
select tests.as_owner();
select app.issue_receipts();
select tests.act_as('admin');
create temp table invoices as select * from tests.invoice_rows(page_size => 1000);
grant select on invoices to public;
select results_eq($$ select kind, total, currency, customer_name <> '' from invoices where booking_id = tests.booking() $$, $$ select 'receipt', trip_cost, 'CHF', true from ride union all select 'credit_note', 3, 'CHF', true from ride $$, 'a ride has a receipt and its refund a credit note');
select is((select net + tax from invoices where booking_id = tests.booking() and kind = 'receipt'), (select trip_cost from ride), 'net and tax of a receipt add up to its total');
select matches((select number from invoices where booking_id = tests.booking() and kind = 'receipt'), '^X-' || tests.year() || '-[0-9]{6}$', 'a receipt number consists of series, year and serial number');
select is((select count(*) from tests.invoice_rows(page_size => 1) a, tests.invoice_rows(after_at => a.issued_at, after_id => a.id, page_size => 1000) b), (select count(*) - 1 from invoices), 'invoices are paged without gaps');
select is_empty($$ select 1 from tests.invoice_rows('2001-01-01', '2001-12-31') $$,
  'invoices can be limited to a range of days');
select ok(exists (select 1 from public.access_log where actor_id = tests.id('admin') and what = 'addresses'), 'reading invoices is recorded in the access log as addresses');

-- Receipt numbers per year and series
select tests.as_owner();
select tests.turn('370 days'), tests.ride('PAID');
select app.issue_receipts();
select is((select number from public.receipts order by issued_at desc limit 1), 'X-' || tests.year() || '-000001', 'receipt numbers start at one each year');
select tests.set('receipt_prefix', 'Y-'), tests.turn('1 hour'), tests.ride('PAID');
select app.issue_receipts();
select is((select number from public.receipts order by issued_at desc limit 1), 'Y-' || tests.year() || '-000001', 'receipt numbers start at one in each series');
-- A driver who deletes the account
select tests.clear_wallet('driver');
update public.withdraw_requests set rejected_at = app.now() where user_id = tests.id('driver') and not processed;
select tests.let('driver', 'select public.delete_my_account()');
select is_empty($$ select 1 from public.tax_details where user_id = tests.id('driver') $$,
  'deleting the driver''s account deletes the tax details');
select * from finish();
