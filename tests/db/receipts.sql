-- Receipts and credit notes.
select no_plan();
create function tests.paper(what text default 'receipt') returns public.receipts language sql volatile security definer as $$
  select r.* from public.receipts r where r.booking_id = tests.booking() and r.kind = paper.what order by r.issued_at desc, r.serial desc limit 1
$$;
update public.settings set company_name = 'Rigi Taxi AG', company_tax_number = 'CHE-123.456.789 MWST', receipt_prefix = 'R-', tax_percent = 8.1;

-- Issuing
select tests.ride('PENDING');
select app.issue_receipts();
select is((tests.paper()).id, null, 'an unpaid ride has no receipt');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select is((tests.paper()).id, null, 'the payment itself gives no number');
select is(app.issue_receipts(), 1, 'the job gives it');
select is(app.issue_receipts(), 0, 'once');
select is((tests.paper()).number, format('R-%s-%s', (tests.paper()).year, lpad((tests.paper()).serial::text, 6, '0')), 'the number is the prefix, the year and the serial');
select is((tests.paper()).content #>> '{company,tax_number}', 'CHE-123.456.789 MWST', 'it keeps the company as it is');
select is((tests.paper()).content -> 'lines', (select fare_lines from public.bookings where id = tests.booking()), 'it keeps the lines of the fare');
select is((tests.paper()).content ->> 'vehicle_number', null, 'the car stands with the trip');
select is((tests.paper()).content #>> '{trip,vehicle_number}', (select vehicle_number from public.bookings where id = tests.booking()), 'the plate is of the car that drove');
select ok(not (tests.paper()).content::text ~ (select customer_name from public.bookings where id = tests.booking()), 'no name is in what cannot be changed');
select is((select sum((l ->> 'amount')::numeric) from jsonb_array_elements((tests.paper()).content -> 'lines') l), ((tests.paper()).content ->> 'total')::numeric, 'the lines add up to the total');
select results_eq($$ select p ->> 'way', (p ->> 'amount')::numeric from jsonb_array_elements((tests.paper()).content -> 'payments') p $$,
  $$ select 'cash', customer_paid from public.bookings where id = tests.booking() $$, 'cash is what the driver was given');
select set_has($$ select tests.events_of('booking:' || tests.booking()) $$, $$ select 'receipt' $$, 'its rider hears of it');

-- Refunds
select tests.let('admin', format('select public.refund_booking(%L, 4, ''late'')', tests.booking()));
select is(app.issue_receipts(), 1, 'a refund has a credit note');
select is((tests.paper('credit_note')).serial, (tests.paper()).serial + 1, 'in the same series');
select is((tests.paper('credit_note')).content ->> 'receipt', (tests.paper()).number, 'a credit note names its receipt');
select is(((tests.paper('credit_note')).content ->> 'amount')::numeric, 4::numeric, 'it says what came back');
select is(((tests.paper('credit_note')).content ->> 'tax')::numeric, round(4 * ((tests.paper()).content ->> 'tax')::numeric / ((tests.paper()).content ->> 'total')::numeric, 2), 'it says the tax in that');
select is((tests.paper('credit_note')).content -> 'ways', '[{"way": "wallet", "amount": 4}]'::jsonb, 'it went to the wallet');
select is(((tests.paper()).content ->> 'due')::numeric, (select customer_paid from public.bookings where id = tests.booking()), 'the receipt stays as it was');

-- A refund faster than the receipt
select tests.ride('PAID');
select tests.let('admin', format('select public.refund_booking(%L, 1, ''late'')', tests.booking()));
select is(app.issue_receipts(), 2, 'a receipt and its credit note come in order');
select ok((tests.paper('credit_note')).serial > (tests.paper()).serial, 'the receipt first');

-- Failures
select tests.ride('PAID');
create temp table broken as select tests.booking() as id, (select max(serial) from public.receipts) as last;
create function tests.tg_broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
create trigger broken before insert on public.receipts for each row execute function tests.tg_broken();
select is(app.issue_receipts(), 0, 'a receipt that fails is not issued');
drop trigger broken on public.receipts;
select is(app.issue_receipts(), 0, 'it waits a moment');
select tests.turn('2 minutes'), tests.ride('PAID');
select is(app.issue_receipts(), 2, 'it is tried again');
select is((select max(serial) from public.receipts), (select last + 2 from broken), 'the number that failed is given again');

-- Nothing changes a receipt
select throws_ok($$ update public.receipts set number = 'X' $$, 'PT409', 'append_only', 'a receipt is not changed');
select throws_ok($$ delete from public.receipts $$, 'PT409', 'append_only', 'a receipt is not deleted');
select tests.as_service();
select throws_ok($$ update public.receipts set number = 'X' $$, '42501', null, 'the service role changes none');
select throws_ok($$ select app.issue_receipts() $$, '42501', null, 'the service role issues none');

-- Readers
select tests.as_owner();
create temp table kept as select tests.booking() as id;
grant select on kept to public;
select tests.act_as('rider');
select is((select count(*) from public.booking_receipts((select id from kept))), 1::bigint, 'the rider reads the receipt');
select is((select driver_name from public.booking_receipts((select id from kept))), (select driver_name from public.bookings where id = (select id from kept)), 'with the driver''s name');
select tests.act_as('rider2');
select throws_ok($$ select * from public.booking_receipts((select id from kept)) $$, 'PT404', 'booking_not_found', 'another rider reads no receipt');
select tests.act_as('driver');
select throws_ok($$ select * from public.booking_receipts((select id from kept)) $$, 'PT404', 'booking_not_found', 'the driver reads no receipt');
select is_empty($$ select * from public.receipts $$, 'the driver reads no receipt in the table');
select tests.act_as('admin');
select is((select count(*) from public.booking_receipts((select id from kept))), 1::bigint, 'an admin reads it');
select is((select what from public.access_log where actor_id = tests.id('admin') and subject_id = (select id from kept)), 'addresses', 'the access log says so');
select tests.act_as('fleet');
select set_eq($$ select distinct fleet_id from public.receipts $$, $$ select tests.id('fleet') from public.bookings where fleet_id = tests.id('fleet') and paid_at is not null limit 1 $$, 'a fleet admin reads the fleet''s');
select tests.as_visitor();
select throws_ok($$ select * from public.booking_receipts((select id from kept)) $$, '42501', null, 'a visitor asks for none');
select tests.as_service();
select is((select count(*) from public.booking_receipts((select id from kept))), 1::bigint, 'our servers read it, to send it');

-- By mail
select tests.act_as('rider2');
select throws_ok($$ select public.send_receipt((select id from kept)) $$, 'PT404', 'booking_not_found', 'another rider has nothing sent');
select tests.act_as('driver');
select throws_ok($$ select public.send_receipt((select id from kept)) $$, 'PT404', 'booking_not_found', 'the driver has nothing sent');
select tests.as_owner();
delete from app.rate_limits;
update auth.users set email_confirmed_at = null where id = tests.id('rider');
select tests.act_as('rider');
select throws_ok($$ select public.send_receipt((select id from kept)) $$, 'PT409', 'receipt_no_address', 'an address that was not proved gets nothing');
select tests.as_owner();
update auth.users set email_confirmed_at = now() where id = tests.id('rider');
select tests.turn('1 second');
select tests.act_as('rider');
select is(public.send_receipt((select id from kept)), 'rider@hackney.test', 'it goes to the address of the account');
select tests.as_owner();
select is((select payload ->> 'receipt_of' from app.outbox where kind = 'mail' order by id desc limit 1), (select id::text from kept), 'the mail carries the receipt');
select tests.act_as('rider');
select public.send_receipt((select id from kept)) from generate_series(1, 4);
select throws_ok($$ select public.send_receipt((select id from kept)) $$, 'PT429', 'too_many_requests', 'five an hour are enough');
select tests.as_owner();
select tests.ride('PENDING');
select tests.act_as('rider');
select throws_ok($$ select public.send_receipt(tests.booking()) $$, 'PT409', 'receipt_not_issued', 'an unpaid trip has nothing to send');
select is_empty($$ select * from public.booking_receipts(tests.booking()) $$, 'an unpaid trip has no receipt to read');
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.act_as('rider');
select is((select count(*) from public.booking_receipts(tests.booking())), 1::bigint, 'who asks before the job gets the receipt at once');

-- A person who leaves
select tests.as_owner();
update public.bookings set customer_name = '', driver_name = null where id = (select id from kept);
select results_eq($$ select customer_name, driver_name from public.booking_receipts((select id from kept)) $$, $$ values ('', null::text) $$, 'a receipt forgets the names with the booking');
select * from finish();
