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
select is((tests.paper()).id, null, 'a receipt is not issued with the payment itself');
select is(app.issue_receipts(), 1, 'the job issues the receipt of a paid ride');
select is(app.issue_receipts(), 0, 'the job issues a receipt once');
select is((tests.paper()).number, format('R-%s-%s', (tests.paper()).year, lpad((tests.paper()).serial::text, 6, '0')), 'a receipt''s number is the prefix, the year and the serial');
select is((tests.paper()).content #>> '{company,tax_number}', 'CHE-123.456.789 MWST', 'a receipt keeps the company''s tax number at the time of issue');
select is((tests.paper()).content -> 'lines', (select fare_lines from public.bookings where id = tests.booking()), 'a receipt keeps the lines of the fare');
select is((tests.paper()).content ->> 'vehicle_number', null, 'a receipt has the vehicle only within its trip');
select is((tests.paper()).content #>> '{trip,vehicle_number}', (select vehicle_number from public.bookings where id = tests.booking()), 'a receipt has the plate of the car that drove');
select ok(not (tests.paper()).content::text ~ (select customer_name from public.bookings where id = tests.booking()), 'a receipt''s unchangeable content contains no customer name');
select is((select sum((l ->> 'amount')::numeric) from jsonb_array_elements((tests.paper()).content -> 'lines') l), ((tests.paper()).content ->> 'total')::numeric, 'the lines of a receipt add up to its total');
select results_eq($$ select p ->> 'way', (p ->> 'amount')::numeric from jsonb_array_elements((tests.paper()).content -> 'payments') p $$,
  $$ select 'cash', customer_paid from public.bookings where id = tests.booking() $$, 'a receipt lists the cash that the rider paid');
select set_has($$ select tests.events_of('booking:' || tests.booking()) $$, $$ select 'receipt' $$, 'a receipt is broadcast on the booking''s topic');

-- Refunds
select tests.let('admin', format('select public.refund_booking(%L, 4, ''late'')', tests.booking()));
select is(app.issue_receipts(), 1, 'a refund gets a credit note');
select is((tests.paper('credit_note')).serial, (tests.paper()).serial + 1, 'a credit note is numbered in the series of the receipts');
select is((tests.paper('credit_note')).content ->> 'receipt', (tests.paper()).number, 'a credit note names its receipt');
select is(((tests.paper('credit_note')).content ->> 'amount')::numeric, 4::numeric, 'a credit note has the refunded amount');
select is(((tests.paper('credit_note')).content ->> 'tax')::numeric, round(4 * ((tests.paper()).content ->> 'tax')::numeric / ((tests.paper()).content ->> 'total')::numeric, 2), 'a credit note has the tax share of the refunded amount');
select is((tests.paper('credit_note')).content -> 'ways', '[{"way": "wallet", "amount": 4}]'::jsonb, 'a credit note says that the wallet got the refund');
select is(((tests.paper()).content ->> 'due')::numeric, (select customer_paid from public.bookings where id = tests.booking()), 'a refund does not change the receipt');

-- A refund before the receipt is issued
select tests.ride('PAID');
select tests.let('admin', format('select public.refund_booking(%L, 1, ''late'')', tests.booking()));
select is(app.issue_receipts(), 2, 'the job issues a receipt and its credit note together');
select ok((tests.paper('credit_note')).serial > (tests.paper()).serial, 'a receipt has a lower serial than its credit note');

-- Failures
select tests.ride('PAID');
create temp table broken as select tests.booking() as id, (select max(serial) from public.receipts) as last;
create function tests.tg_broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
create trigger broken before insert on public.receipts for each row execute function tests.tg_broken();
select is(app.issue_receipts(), 0, 'a receipt that fails is not issued');
drop trigger broken on public.receipts;
select is(app.issue_receipts(), 0, 'a failed receipt is not retried at once');
select tests.turn('2 minutes'), tests.ride('PAID');
select is(app.issue_receipts(), 2, 'a failed receipt is retried after 2 minutes');
select is((select max(serial) from public.receipts), (select last + 2 from broken), 'the serial of a failed receipt is used again');

-- A receipt cannot be changed
select throws_ok($$ update public.receipts set number = 'X' $$, 'PT409', 'append_only', 'a receipt cannot be changed');
select throws_ok($$ delete from public.receipts $$, 'PT409', 'append_only', 'a receipt cannot be deleted');
select tests.as_service();
select throws_ok($$ update public.receipts set number = 'X' $$, '42501', null, 'the service role cannot change a receipt');
select throws_ok($$ select app.issue_receipts() $$, '42501', null, 'the service role cannot issue receipts');

-- Readers
select tests.as_owner();
create temp table kept as select tests.booking() as id;
grant select on kept to public;
select tests.act_as('rider');
select is((select count(*) from tests.booking_receipts((select id from kept))), 1::bigint, 'the rider reads the receipt');
select is((select driver_name from tests.booking_receipts((select id from kept))), (select driver_name from public.bookings where id = (select id from kept)), 'the rider reads the receipt with the driver''s name');
select tests.act_as('rider2');
select throws_ok($$ select * from tests.booking_receipts((select id from kept)) $$, 'PT404', 'booking_not_found', 'another rider cannot read the receipt');
select tests.act_as('driver');
select throws_ok($$ select * from tests.booking_receipts((select id from kept)) $$, 'PT404', 'booking_not_found', 'the driver cannot read the receipt');
select is_empty($$ select * from public.receipts $$, 'the driver cannot read receipts in the table');
select tests.act_as('admin');
select is((select count(*) from tests.booking_receipts((select id from kept))), 1::bigint, 'an admin reads the receipt');
select is((select what from public.access_log where actor_id = tests.id('admin') and subject_id = (select id from kept)), 'addresses', 'an admin''s reading of a receipt is in the access log');
select tests.act_as('fleet');
select set_eq($$ select distinct fleet_id from public.receipts $$, $$ select tests.id('fleet') from public.bookings where fleet_id = tests.id('fleet') and paid_at is not null limit 1 $$, 'a fleet admin reads only the receipts of the own fleet');
select tests.as_visitor();
select throws_ok($$ select * from tests.booking_receipts((select id from kept)) $$, '42501', null, 'a visitor cannot read a receipt');
select tests.as_service();
select is((select count(*) from tests.booking_receipts((select id from kept))), 1::bigint, 'the service role reads a receipt to mail it');

-- By email
select tests.act_as('rider2');
select throws_ok($$ select public.send_receipt((select id from kept)) $$, 'PT404', 'booking_not_found', 'another rider cannot have the receipt mailed');
select tests.act_as('driver');
select throws_ok($$ select public.send_receipt((select id from kept)) $$, 'PT404', 'booking_not_found', 'the driver cannot have the receipt mailed');
select tests.as_owner();
delete from app.rate_limits;
update auth.users set email_confirmed_at = null where id = tests.id('rider');
select tests.act_as('rider');
select throws_ok($$ select public.send_receipt((select id from kept)) $$, 'PT409', 'receipt_no_address', 'a receipt is not mailed to an unverified address');
select tests.as_owner();
update auth.users set email_confirmed_at = now() where id = tests.id('rider');
select tests.turn('1 second');
select tests.act_as('rider');
select is(public.send_receipt((select id from kept)), 'rider@hackney.test', 'a receipt is mailed to the account''s address');
select tests.as_owner();
select is((select payload ->> 'receipt_of' from app.outbox where kind = 'mail' order by id desc limit 1), (select id::text from kept), 'the mail of a receipt names its booking');
select tests.act_as('rider');
select public.send_receipt((select id from kept)) from generate_series(1, 4);
select throws_ok($$ select public.send_receipt((select id from kept)) $$, 'PT429', 'too_many_requests', 'a rider cannot have a receipt mailed more than five times an hour');
select tests.as_owner();
select tests.ride('PENDING');
select tests.act_as('rider');
select throws_ok($$ select public.send_receipt(tests.booking()) $$, 'PT409', 'receipt_not_issued', 'the receipt of an unpaid trip cannot be mailed');
select is_empty($$ select * from tests.booking_receipts(tests.booking()) $$, 'an unpaid trip has no receipt to read');
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.act_as('rider');
select is((select count(*) from tests.booking_receipts(tests.booking())), 1::bigint, 'a receipt that is read before the job ran is issued at once');

-- A person who deletes the account
select tests.as_owner();
update public.bookings set customer_name = '', driver_name = null where id = (select id from kept);
select results_eq($$ select customer_name, driver_name from tests.booking_receipts((select id from kept)) $$, $$ values ('', null::text) $$, 'a receipt has no names after they are removed from the booking');
select * from finish();
