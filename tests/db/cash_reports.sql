-- Cash that is not the fare: what a phone without a signal collected, what counts of it, objections, and the desk's decision.
-- A ride is quoted at 14.80; without a trail and ended early it costs its minimum.
select no_plan();
create function tests.report() returns public.cash_reports language sql volatile security definer as $$
  select r from public.cash_reports r where r.booking_id = tests.booking()
$$;
create function tests.row_of(of text) returns text language sql volatile security definer as $$
  select to_jsonb(b) ->> row_of.of from public.bookings b where b.id = tests.booking()
$$;
create function tests.posted(kind text default 'settlement') returns table (account text, amount numeric) language sql volatile security definer as $$
  select replace(replace(a.name, tests.id('driver')::text, 'driver'), tests.id('rider')::text, 'rider'), e.amount
  from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id join public.ledger_accounts a on a.id = e.account_id
  where t.booking_id = tests.booking() and t.kind = posted.kind order by e.id
$$;
create function tests.decided(wanted text) returns uuid language sql volatile security definer as $$
  select d.id from public.money_decisions d where d.booking_id = tests.booking() and d.kind = wanted order by d.id desc limit 1
$$;
create function tests.toll() returns public.booking_extras language sql volatile security definer as $$
  select x from public.booking_extras x where x.booking_id = tests.booking() order by x.id desc limit 1
$$;
-- A ride that ends without a signal after some time; the server hears of it two minutes later. `fare` is its final fare.
create function tests.price(cost numeric) returns void language sql volatile security definer as $$
  update public.bookings set trip_cost = cost, payable_amount = cost, cash_payment_amount = cost, cash_rounding = 0, tax_amount = 0, discount_amount = 0,
    promo_applied = false, promo_code = null, promo_details = null where id = tests.booking();
  update public.booking_finances set driver_share = cost, ride_cost = cost, convenience_fees = 0 where booking_id = tests.booking();
$$;
create function tests.end_unheard(cost numeric) returns void language plpgsql volatile security definer as $$
begin
  perform tests.turn('9 minutes');
  perform tests.let('driver', format('select public.reach_drop(%L, at => app.now() - interval ''2 minutes'')', tests.booking()));
  perform tests.price(cost);
end $$;
create function tests.cash(amount numeric, waited interval default '1 minute') returns text language sql volatile as $$
  select tests.outcome('driver', format('select public.confirm_cash(%L, client_key => gen_random_uuid(), at => %L, amount => %L)', tests.booking(), app.now() - waited, amount))
$$;
create function tests.next_ride() returns void language sql volatile as $$
  select tests.turn('1 hour'), tests.clear_wallet('rider'), tests.clear_wallet('driver'), tests.ride('STARTED')
$$;
select tests.clear_wallet('rider'), tests.clear_wallet('driver');

-- Above the fare
select tests.ride('STARTED'), tests.end_unheard(9);
select is((select quoted from app.offline_ends where booking_id = tests.booking()), 14.80, 'the quote is kept when the end of a cash ride is reported later');
select is(tests.cash(14.80), 'done', 'a driver reports the quote that the phone showed without a signal');
select results_eq('select * from tests.posted()', $$ values ('wallet:driver', 9.00), ('wallet:driver', -14.80), ('wallet:rider', 5.80) $$, 'cash above the fare goes to the rider''s wallet');
select is(tests.row_of('status'), 'PAID', 'a ride with cash above the fare is paid');
select is(tests.row_of('customer_paid')::numeric, 9::numeric, 'the rider has paid the fare, whatever the cash was');
select is((tests.report()).status, 'counted', 'the quote counts as collected cash');
select is((tests.report()).reason, 'no_signal', 'the report says why the amount counts');
select tests.act_as('rider');
select is((select reported from public.cash_reports where booking_id = tests.booking()), 14.80, 'the rider reads what the driver reported');
select is((select params ->> 'difference' from public.notices where key = 'cash_over' and booking_id = tests.booking()), '5.80', 'the rider is told of the difference');
select tests.as_owner();
select is(tests.cash(14.80), 'done', 'a step that the phone repeats is accepted');
select is((select count(*) from public.ledger_transactions where booking_id = tests.booking()), 1::bigint, 'a step that the phone repeats moves no money');
select is((tests.report()).reported, 14.80, 'a step that the phone repeats changes no report');
select tests.act_as('rider2');
select is_empty($$ select 1 from public.cash_reports $$, 'another rider cannot read the report');
select tests.act_as('driver');
select isnt_empty($$ select 1 from public.cash_reports $$, 'the driver reads the own report');
select throws_ok($$ update public.cash_reports set counted = 0 $$, '42501', null, 'a driver cannot change a report');
select tests.as_owner();
select is(jsonb_path_query_array(app.receipt_payments(b), '$[*].amount')::text, '[-5.80, 14.80]', 'the receipt shows the cash and what went to the wallet') from public.bookings b where b.id = tests.booking();

-- Below the fare, within the day's limit
select tests.next_ride(), tests.end_unheard(16.80);
select is(tests.cash(14.80), 'done', 'a driver reports a quote below the fare');
select results_eq('select * from tests.posted()', $$ values ('wallet:driver', 16.80), ('wallet:driver', -14.80), ('expense.goodwill', -2.00) $$, 'the operator pays what the quote lacks, and the driver nothing');
select is(tests.row_of('status') || ' ' || tests.row_of('payable_amount'), 'PAID 0', 'a ride with cash below the fare is paid');
select is((tests.report()).goodwill, 2.00, 'the report has the operator''s part');
select is(app.refundable(b), 14.80, 'what the operator paid cannot be refunded') from public.bookings b where b.id = tests.booking();
select is(jsonb_path_query_array(app.receipt_payments(b), '$[*].way')::text, '["cash", "goodwill"]', 'the receipt names the operator''s part') from public.bookings b where b.id = tests.booking();

-- Below the fare, beyond the day's limit: the rider's wallet
select tests.set('cash_goodwill', '3'), tests.next_ride(), tests.end_unheard(16.80);
select tests.cash(14.80);
select results_eq('select * from tests.posted()', $$ values ('wallet:driver', 16.80), ('wallet:driver', -14.80), ('expense.goodwill', -1.00), ('wallet:rider', -1.00) $$,
  'beyond the limit of the driver''s day the rider''s wallet pays');
select is(tests.wallet_of('rider'), -1.00, 'the rest makes the rider''s wallet negative');
select is(tests.row_of('used_wallet_money')::numeric, 1.00, 'the booking has the wallet''s part');
select isnt_empty($$ select 1 from public.notices where key = 'cash_owed' and booking_id = tests.booking() and params ->> 'owed' = '1.00' $$, 'the rider is told of the debt');
select tests.set('cash_goodwill', '20');

-- With a fare that is not in whole coins
select tests.next_ride(), tests.end_unheard(9.02), tests.cash(14.80);
select is(tests.wallet_of('rider') || ' ' || (select (n.params ->> 'difference') || ' ' || (n.params ->> 'fare') from public.notices n where n.key = 'cash_over' and n.booking_id = tests.booking()), '5.78 5.78 9.02',
  'the rider is told what is in the wallet, to the cent');
select is((tests.report()).due, 9.02, 'the report compares with the exact fare');

-- With its extras
select tests.next_ride();
select tests.let('driver', format('select public.add_extra(%L, ''toll'', 3)', tests.booking())), tests.let('driver', format('select public.add_extra(%L, ''parking'', 20)', tests.booking()));
select is((select array_agg(x.countable_amount order by x.amount) from public.booking_extras x where x.booking_id = tests.booking()), '{3.00,4.40}'::numeric[], 'at entry is known what counts of each extra');
select tests.end_unheard(9);
select is(app.possible_cash_amounts(b), '{22.20}'::numeric[], 'the phone shows the quote with what counts of its extras') from public.bookings b where b.id = tests.booking();
select tests.cash(22.20);
select is((tests.report()).status, 'counted', 'the quote with its extras counts');

-- Amounts that the phone did not show
select tests.next_ride(), tests.end_unheard(9);
select is(tests.cash(14.75), 'done', 'another amount is recorded, not refused');
select results_eq('select * from tests.posted()', $$ values ('wallet:driver', 9.00), ('wallet:driver', -9.00) $$, 'another amount moves nothing but the fare');
select is((tests.report()).status || ' ' || (tests.report()).reason, 'review amount', 'another amount waits for the desk');
select isnt_empty($$ select 1 from app.attention() a where a.booking_id = tests.booking() and a.reason = 'cash_report' $$, 'another amount is on the attention list');
select is((select count(*) from public.notices where key = 'cash_review' and booking_id = tests.booking()), 2::bigint, 'rider and driver are told that an amount waits');

select tests.next_ride(), tests.end_unheard(9);
select tests.let('driver', format('select public.confirm_cash(%L, amount => 14.80)', tests.booking()));
select is((tests.report()).reason, 'online', 'the quote does not count from a step that was not queued');

select tests.next_ride(), tests.turn('9 minutes');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking())), tests.price(9), tests.cash(14.80, '5 seconds');
select is((tests.report()).reason, 'online', 'the quote does not count if the end of the ride was not queued');

select tests.next_ride(), tests.turn('7 minutes');
select tests.let('driver', format($f$ select public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.15, 'lng', 9.515, 'at', app.now()))) $f$));
select tests.turn('2 minutes');
select tests.let('driver', format('select public.reach_drop(%L, at => app.now() - interval ''3 minutes'')', tests.booking())), tests.price(9), tests.cash(14.80);
select is((tests.report()).reason, 'signal', 'the quote does not count if positions came in after the end that was reported later');

select tests.next_ride(), tests.turn('9 minutes');
select tests.let('driver', $f$ select public.report_positions(jsonb_build_array(jsonb_build_object('lat', 47.15, 'lng', 9.515, 'at', app.now()))) $f$);
select tests.turn('5 seconds');
select tests.let('driver', format('select public.reach_drop(%L, at => app.now() - interval ''3 minutes'')', tests.booking())), tests.price(9), tests.cash(14.80);
select is((tests.report()).reason, 'no_signal', 'a position that came just before the queue does not prove a signal');

select tests.next_ride(), tests.end_unheard(9), tests.turn('10 minutes');
select tests.cash(14.80, '5 minutes');
select is((tests.report()).reason, 'online', 'cash that was taken after the server knew the fare does not count');

select tests.next_ride(), tests.end_unheard(9);
select is(tests.cash(-1), 'amount_invalid', 'a negative amount is refused');
select is(tests.cash('NaN'), 'amount_invalid', 'an amount of NaN is refused');
select is(tests.cash('Infinity'), 'amount_invalid', 'an infinite amount is refused');
select is(tests.outcome('admin', format('select public.confirm_cash(%L, amount => 14.80)', tests.booking())), 'amount_invalid', 'an admin records no other amount than the fare');
select is(tests.outcome('driver2', format('select public.confirm_cash(%L, amount => 14.80)', tests.booking())), 'booking_not_found', 'another driver reports no cash');
select is(tests.cash(null), 'done', 'without an amount the fare counts');
select is((tests.report()).booking_id, null, 'the fare itself makes no report');

-- The desk was faster
select tests.next_ride(), tests.end_unheard(9);
select tests.let('admin', format('select public.confirm_cash(%L)', tests.booking()));
select tests.cash(14.80);
select is((tests.report()).counted, 14.80, 'the quote counts although the desk recorded the fare before');
select is(tests.wallet_of('rider'), 5.80, 'the rider gets the difference although the desk recorded the fare before');
select tests.cash(14.80);
select is(tests.wallet_of('rider'), 5.80, 'the rider gets the difference once');

-- Objections
select tests.act_as('rider');
select throws_ok($$ select public.object_to_cash(tests.booking(), ' ') $$, 'PT422', 'reason_required', 'an objection needs a reason');
select throws_ok($$ select public.object_to_cash(tests.booking(), 'x', -1) $$, 'PT422', 'amount_invalid', 'nobody paid a negative amount');
select throws_ok($$ select public.object_to_cash(gen_random_uuid(), 'x') $$, 'PT404', 'cash_report_not_found', 'an objection needs a report');
select is((public.object_to_cash(tests.booking(), 'I gave 20', 20)).paid, 20::numeric, 'a rider objects with the amount that was paid');
select is((public.object_to_cash(tests.booking(), 'I gave 50', 50)).paid, 20::numeric, 'a second objection changes nothing');
select tests.act_as('driver');
select is_empty($$ select 1 from public.cash_reports where booking_id = tests.booking() $$, 'the driver does not read what the rider wrote');
select tests.as_owner();
select isnt_empty($$ select 1 from app.attention() a where a.booking_id = tests.booking() and a.reason = 'cash_report' $$, 'an objection is on the attention list');
select tests.act_as('admin');
select throws_ok($$ select public.decide_cash(tests.booking(), 20.01) $$, 'PT422', 'amount_invalid', 'the desk chooses no amount above what somebody named');
select throws_ok($$ select public.decide_cash(tests.booking(), 14.79) $$, 'PT422', 'amount_invalid', 'the desk takes nothing back that counts for the rider');
select is((public.decide_cash(tests.booking(), 20, 'the rider showed a picture')).counted, 20::numeric, 'the desk believes the rider');
select is((public.decide_cash(tests.booking(), 20)).counted, 20::numeric, 'a decision repeated changes nothing');
select is((select jsonb_path_query_array(r -> 'content' -> 'payments', '$[*].amount')::text from jsonb_array_elements(to_jsonb(public.booking_receipts(tests.booking())) -> 'rows') r where r ->> 'kind' = 'receipt'), '[-11.00, 20.00]',
  'the receipt shows the cash that was decided');
select throws_ok($$ select public.decide_cash(tests.booking(), 15) $$, 'PT409', 'cash_report_decided', 'a decision stands until it is taken back');
select tests.as_owner();
select is(tests.wallet_of('rider'), 11.00, 'the rider gets what the driver took beyond the fare');
select is(tests.wallet_of('driver'), -11.00, 'the driver gives what was taken beyond the fare');
select isnt_empty($$ select 1 from public.audit_log where action = 'decide_cash' and (after ->> 'counted')::numeric = 20 $$, 'the decision is audited');
select is((select count(*) from public.notices where key = 'cash_decided' and booking_id = tests.booking()), 2::bigint, 'rider and driver are told of the decision');

select tests.next_ride(), tests.end_unheard(9), tests.cash(14.80), tests.turn('7 days 1 minute');
select is(tests.outcome('rider', format('select public.object_to_cash(%L, ''late'')', tests.booking())), 'objection_too_late', 'an objection is possible for 7 days');

-- The driver had less than the fare, and the phone had a signal
select tests.next_ride(), tests.end_unheard(16.80), tests.cash(10);
select is(tests.wallet_of('driver'), 0.00, 'the fare counts until the desk decides');
select tests.act_as('admin');
select is((public.decide_cash(tests.booking(), 10, 'the rider had no more')).status, 'decided', 'the desk believes the driver');
select tests.as_owner();
select results_eq($$ select * from tests.posted('cash_difference') $$, $$ values ('wallet:driver', 6.80), ('expense.goodwill', -6.80) $$, 'the operator gives the driver what the rider did not pay');

-- Both together: above the limit a second admin approves
select tests.set('credit_limit', '5'), tests.next_ride(), tests.end_unheard(16.80), tests.cash(10);
select is(tests.outcome('admin', format('select public.decide_cash(%L, 10)', tests.booking())), 'needs_approval', 'a decision counts towards credit_limit');
select tests.set('credit_limit', null);

-- A passenger whom the desk booked
select tests.turn('1 hour'), tests.clear_wallet('rider'), tests.clear_wallet('driver'), tests.go_online();
select tests.let('admin', format($$ select public.create_booking(%L, 'cash') $$, tests.quote('rider')));
select tests.let('driver', format('select public.accept_booking(%L)', tests.booking())), tests.let('driver', format('select public.arrive_at_pickup(%L)', tests.booking())),
  tests.let('driver', format('select public.start_trip(%L, %L)', tests.booking(), tests.code()));
select tests.set('cash_goodwill', '0'), tests.end_unheard(16.80), tests.cash(14.80);
select is(tests.wallet_of('rider'), 0.00, 'a caller''s wallet is not charged');
select is((tests.report()).status || ' ' || (tests.report()).reason, 'review limit', 'what lacks of a caller''s fare above the limit waits for the desk');
select is(tests.wallet_of('driver'), 0.00, 'the fare counts as collected until then');
select tests.act_as('admin');
select is((public.decide_cash(tests.booking(), 14.80)).counted, 14.80, 'the desk lets the operator pay it');
select tests.as_owner();
select is(tests.wallet_of('driver'), 2.00, 'the driver gets back what the caller did not pay');
select is(tests.row_of('cash_payment_amount')::numeric, 14.80, 'the booking has the cash that was decided');
select tests.set('cash_goodwill', '20');

-- A passenger in the street
select tests.turn('1 hour'), tests.go_online(), tests.set('street_trips', 'true');
select tests.let('driver', 'select public.start_street_trip(47.141, 9.52)'), tests.turn('9 minutes');
select tests.let('driver', format('select public.reach_drop(%L, at => app.now() - interval ''2 minutes'')', tests.booking())), tests.price(9), tests.clear_wallet('driver');
select is(tests.cash(14.80), 'done', 'another amount for a street trip is recorded');
select is((tests.report()).reason, 'ride_kind', 'another amount for a street trip waits for the desk');
select tests.act_as('admin');
select public.decide_cash(tests.booking(), 14.80);
select tests.as_owner();
select results_eq($$ select * from tests.posted('cash_difference') $$, $$ values ('wallet:driver', -5.80), ('adjustments', 5.80) $$, 'what a passenger without an account paid too much is kept for them');

-- Tolls above what counts
select tests.next_ride(), tests.let('driver', format('select public.add_extra(%L, ''toll'', 20, null, ''00000000-0000-4000-8000-0000000000e9'')', tests.booking()));
select is(tests.outcome('driver', format('select public.add_extra_photo(%L, ''00000000-0000-4000-8000-0000000000e9'')', tests.booking())), 'image_invalid', 'a receipt must be uploaded first');
select tests.put_file('bookings', tests.booking() || '/extra-00000000-0000-4000-8000-0000000000e9', tests.id('driver'));
select is(tests.outcome('driver2', format('select public.add_extra_photo(%L, ''00000000-0000-4000-8000-0000000000e9'')', tests.booking())), 'booking_not_found', 'another driver adds no receipt');
select is(tests.outcome('driver', format('select public.add_extra_photo(%L, ''00000000-0000-4000-8000-0000000000e9'')', tests.booking())), 'done', 'the driver adds the picture of a receipt');
select isnt_empty($$ select 1 from app.file_checks c where c.path like '%/extra-00000000-0000-4000-8000-0000000000e9' and c.place = 'public.booking_extras'::regclass $$, 'the picture of a receipt is checked');
select ok((select app.is_file_fixed(c) from app.file_checks c where c.path like '%/extra-00000000-0000-4000-8000-0000000000e9'), 'the picture of a receipt cannot be replaced');
select tests.turn('7 minutes'), tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select is(tests.row_of('trip_cost')::numeric, 22.20, 'the toll counts up to 1.5 times the quote');
select is((select x.undecided_amount from public.booking_extras x where x.booking_id = tests.booking()), 12.60, 'what does not count waits');
select isnt_empty($$ select 1 from app.attention() a where a.booking_id = tests.booking() and a.reason = 'extra_waits' $$, 'a toll that waits is on the attention list');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking())), tests.clear_wallet('driver');
select tests.act_as('driver');
select throws_ok($$ select public.decide_extra((select id from public.booking_extras where booking_id = tests.booking()), 12.60) $$, 'PT403', 'not_allowed', 'a driver does not decide about a toll');
select tests.act_as('admin');
select throws_ok($$ select public.decide_extra((select id from public.booking_extras where booking_id = tests.booking()), 12.61) $$, 'PT422', 'amount_invalid', 'the desk approves no more than what waits');
select throws_ok($$ select public.decide_extra((select id from public.booking_extras where booking_id = tests.booking()), 0) $$, 'PT422', 'reason_required', 'the desk gives a reason for approving nothing');
select is((public.decide_extra((select id from public.booking_extras where booking_id = tests.booking()), 12.60)).approved, 12.60, 'the desk approves a toll');
select is((public.decide_extra((select id from public.booking_extras where booking_id = tests.booking()), 12.60)).approved, 12.60, 'a toll is approved once');
select throws_ok($$ select public.decide_extra((select id from public.booking_extras where booking_id = tests.booking()), 5) $$, 'PT409', 'extra_decided', 'a decision about a toll stands until it is taken back');
select tests.act_as('driver');
select is((select m.earned - tests.row_of('trip_cost')::numeric + (select f.convenience_fees from public.booking_finances f where f.booking_id = tests.booking()) from public.booking_money(tests.booking()) m), 12.60, 'the driver''s page shows the toll among what was earned');
select tests.as_owner();
select results_eq($$ select * from tests.posted('extra') $$, $$ values ('wallet:driver', 12.60), ('expense.goodwill', -12.60) $$, 'the operator pays the driver what was approved');
select is_empty($$ select 1 from app.attention() a where a.booking_id = tests.booking() and a.reason = 'extra_waits' $$, 'a decided toll leaves the attention list');
select isnt_empty($$ select 1 from public.notices where key = 'extra_decided' and booking_id = tests.booking() $$, 'the driver is told of the decision about the toll');
-- The desk takes its decisions back
select tests.act_as('admin');
select isnt((public.reverse_decision(tests.decided('extra'), 'The receipt is of another day')).reversal_id, null, 'an approved toll is taken back');
select tests.as_owner();
select is(tests.wallet_of('driver'), 0.00, 'the driver gives a toll back that was taken back');
select is((tests.toll()).decided_at, null, 'a toll that was taken back waits again');
select isnt_empty($$ select 1 from app.attention() a where a.booking_id = tests.booking() and a.reason = 'extra_waits' $$, 'a toll that was taken back is on the attention list again');
select tests.act_as('admin');
select is((public.decide_extra((tests.toll()).id, 0, 'No receipt')).approved, 0::numeric, 'the desk decides about the toll anew');
select is((public.reverse_decision(tests.decided('extra'), 'It came after all')).reversal_id, null, 'a refused toll is taken back without a transaction');
select is((public.decide_extra((tests.toll()).id, 5)).approved, 5::numeric, 'a toll that was refused is approved after all');
select throws_ok($$ select public.decide_extra((tests.toll()).id, 5, ask => true) $$, 'PT422', 'reason_required', 'the rider is asked with a reason');
select isnt((public.decide_extra((tests.toll()).id, 5, 'Tunnel', true)).request_id, null, 'the rider is asked for what the operator has paid');
select is((public.decide_extra((tests.toll()).id, 5, 'Tunnel', true)).request_id, (tests.toll()).request_id, 'the rider is asked once');
select tests.as_owner();
select tests.fill_wallet('rider', 20), tests.clear_wallet('driver');
create temp table spent as select tests.booked('expense.goodwill') as goodwill;
select tests.let('rider', format('select public.accept_payment_request(%L)', (tests.toll()).request_id));
select is(tests.wallet_of('rider') || ' ' || tests.wallet_of('driver'), '15.00 0.00', 'the rider pays the toll, and the driver does not get it twice');
select is((tests.booked('expense.goodwill') - goodwill) + (select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id and a.kind = 'tax' where t.booking_id = tests.booking() and t.kind = 'fare_change'), 5.00, 'the operator gets the toll, less its tax') from spent;
select tests.act_as('admin');
select throws_ok($$ select public.reverse_decision(tests.decided('extra'), 'x') $$, 'PT409', 'decision_closed', 'a toll that the rider has paid is not taken back');

select tests.as_owner(), tests.next_ride(), tests.let('driver', format('select public.add_extra(%L, ''toll'', 20)', tests.booking())), tests.turn('7 minutes');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
select tests.act_as('admin');
select throws_ok($$ select public.decide_extra((tests.toll()).id, 5, 'Tunnel', true) $$, 'PT409', 'wrong_status', 'the rider is asked only for more than what is paid already');
select tests.as_owner();
select is((tests.toll()).approved, null, 'a refused question leaves the toll undecided');
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking())), tests.clear_wallet('driver');
select tests.act_as('admin');
select isnt((public.decide_extra((tests.toll()).id, 5, 'Tunnel', true)).request_id, null, 'deciding and asking is one step');
select isnt((public.reverse_decision(tests.decided('extra'), 'Wrong ride')).reversal_id, null, 'a toll that the rider has not paid is taken back');
select tests.as_owner();
select is((select string_agg(q.status, ' ') from public.payment_requests q where q.booking_id = tests.booking()), 'withdrawn', 'the question to the rider is withdrawn');

-- Above the limit a second person approves the decision itself
update public.profiles set staff_role = 'owner' where id in (tests.id('admin'), tests.id('admin2'), tests.id('admin3'));
delete from app.staff_changes where true;
select tests.set('credit_limit', '1');
select is(tests.outcome('admin', format('select public.decide_extra(%L, 12.60)', (tests.toll()).id)), 'needs_approval', 'a toll counts towards credit_limit');
select is(tests.outcome('admin', format('select public.request_approval(''extra'', %L, 12.60, ''Tunnel'')', (tests.toll()).id)), 'done', 'an admin asks a second person about a toll');
select is(tests.outcome('admin2', format('select public.approve(%L)', (select a.id from public.approvals a where a.kind = 'extra' order by a.id desc limit 1))), 'done', 'a second person approves the toll');
select is((tests.toll()).approved, 12.60, 'an approved toll is decided');
select is(tests.wallet_of('driver'), 12.60, 'an approved toll is paid once');
select is(tests.outcome('admin', format('select public.request_approval(''extra'', %L, 12.60)', (tests.toll()).id)), 'no_details_error', 'nobody asks about a toll that is decided');
select tests.next_ride(), tests.end_unheard(16.80), tests.cash(10), tests.clear_wallet('driver');
select is(tests.outcome('admin', format('select public.decide_cash(%L, 10)', tests.booking())), 'needs_approval', 'cash counts towards credit_limit');
select is(tests.outcome('admin', format('select public.request_approval(''cash'', %L, 10, ''A poor man'')', tests.booking())), 'done', 'an admin asks a second person about cash');
select is(tests.outcome('admin2', format('select public.approve(%L)', (select a.id from public.approvals a where a.kind = 'cash' order by a.id desc limit 1))), 'done', 'a second person approves the cash');
select is((tests.report()).status || ' ' || (tests.report()).counted, 'decided 10.00', 'the report is decided by the approval');
select is(tests.wallet_of('driver'), 6.80, 'an approval about cash pays the driver once');
select tests.next_ride(), tests.end_unheard(16.80), tests.cash(10), tests.clear_wallet('driver');
select is(tests.outcome('admin', format('select public.request_approval(''cash'', %L, 0)', tests.booking())), 'done', 'an admin asks whether no cash counts');
select tests.set('credit_limit', null);

select tests.act_as('admin');
select is((public.decide_cash(tests.booking(), 10)).counted, 10::numeric, 'the desk believes the next driver');
select isnt((public.reverse_decision(tests.decided('cash'), 'The camera shows a note of 20')).reversal_id, null, 'a decision about cash is taken back');
select tests.as_owner();
select is(tests.wallet_of('driver') || ' ' || tests.row_of('cash_payment_amount'), '0.00 16.80', 'wallet and booking are as before the decision');
select is((tests.report()).status || ' ' || (tests.report()).counted, 'review 16.80', 'the report waits again');
select tests.act_as('admin');
select is((public.decide_cash(tests.booking(), 12)).counted, 12::numeric, 'the desk decides about the cash anew');
select tests.as_owner();
select is(tests.wallet_of('driver'), 4.80, 'the second decision moves its own difference');
select tests.act_as('admin');
select is((public.reverse_decision(tests.decided('cash'), 'x')).kind, 'cash', 'the second decision is taken back, too');
select tests.as_owner();
select is(tests.wallet_of('driver'), 0.00, 'what moves twice goes back twice');

-- What the wallet owed comes back, and goes again
select tests.set('cash_goodwill', '1'), tests.next_ride(), tests.end_unheard(16.80), tests.cash(14.80);
select tests.let('rider', format('select public.object_to_cash(%L, ''I gave 20'', 20)', tests.booking()));
select tests.act_as('admin');
select is((public.decide_cash(tests.booking(), 20)).counted, 20::numeric, 'the desk believes a rider whose wallet paid a part');
select tests.as_owner();
select is(tests.wallet_of('rider') || ' ' || tests.row_of('used_wallet_money'), '3.20 0', 'the rider has back what the wallet paid, and what was too much');
select tests.fill_wallet('rider', 0);
select tests.act_as('admin');
select throws_ok($$ select public.reverse_decision(tests.decided('cash'), 'x') $$, 'PT409', 'insufficient_balance', 'cash that the rider got and spent is not taken back');
select tests.as_owner(), tests.fill_wallet('rider', 3.20);
select tests.act_as('admin');
select lives_ok($$ select public.reverse_decision(tests.decided('cash'), 'x') $$, 'cash that the rider still has is taken back');
select tests.as_owner();
select is(tests.wallet_of('rider') || ' ' || tests.row_of('used_wallet_money'), '-1.00 1.00', 'the wallet has paid its part again');
select tests.set('cash_goodwill', '20');

-- Rider and driver together: cash above the fare cannot be taken out before somebody looks
select tests.set('rider_with_draw', 'true'), tests.next_ride(), tests.end_unheard(9), tests.cash(14.80);
select is(tests.wallet_of('rider'), 5.80, 'cash above the fare is the rider''s');
select tests.act_as('rider');
select is((public.own_wallet()).withdrawable, 0.00, 'cash that only the driver reported cannot be withdrawn at once');
select tests.as_owner(), tests.turn('15 days');
select tests.act_as('rider');
select is((public.own_wallet()).withdrawable, 5.80, 'after two weeks it can be withdrawn');
select tests.as_owner(), tests.set('rider_with_draw', 'false');

-- Cash and a card for one ride: what the desk gave back for the cash is not given twice
select tests.next_ride(), tests.end_unheard(9);
create temp table card as select tests.begin_payment('booking', null, 'rider', tests.booking()) as id;
select is(tests.record_event(id, 'paid', null, '{"charge": "ch_cash"}'), 'paid', 'the rider pays by card before the driver''s cash is known') from card;
select tests.cash(9);
select is((tests.report()).status, 'review', 'cash for a ride that a card paid waits for the desk');
select tests.act_as('admin');
select is((public.decide_cash(tests.booking(), 9)).counted, 9::numeric, 'the desk believes the driver who had the cash');
select tests.as_owner();
select is(tests.wallet_of('rider'), 9.00, 'the rider has the cash back');
select tests.record_event(id, 'chargeback', 9, '{"dispute": "dp_cash"}'), tests.record_event(id, 'chargeback_lost', 9, '{"dispute": "dp_cash"}') from card;
select is(tests.wallet_of('rider'), 0.00, 'a bank that gives the card''s money back takes it from the wallet');

-- A lower fare after the operator paid for the rider: nobody gets back what they did not pay
select tests.next_ride(), tests.turn('9 minutes'), tests.let('driver', format('select public.reach_drop(%L, at => app.now() - interval ''2 minutes'')', tests.booking()));
select tests.let('admin', format('select public.correct_fare(%L, 18, ''Meter'')', tests.booking())), tests.cash(14.80);
select is((tests.report()).goodwill, 3.20, 'the operator pays what the quote lacks of the corrected fare');
select tests.as_owner(), tests.clear_wallet('rider'), tests.clear_wallet('driver');
select app.issue_receipts();
select tests.act_as('admin');
select is((public.correct_fare(tests.booking(), 16, 'Meter')).returned, 0::numeric, 'a lower fare returns nothing that the rider did not pay');
select tests.as_owner();
select is(tests.wallet_of('rider') || ' ' || app.goodwill_paid(tests.booking()) || ' ' || app.paid_by_operator(b), '0.00 3.20 1.20', 'the operator gets it, who paid for the rider') from public.bookings b where b.id = tests.booking();
select app.issue_receipts();
select is((select (r.content ->> 'amount') || ' ' || (r.content #>> '{ways,0,way}') from public.receipts r where r.booking_id = tests.booking() and r.kind = 'credit_note'), '2.00 goodwill', 'the credit note says so');
select tests.act_as('admin');
select is((public.correct_fare(tests.booking(), 12, 'Meter')).returned, 2.80, 'below what the rider paid, the rider gets the rest');
select tests.as_owner();
select is(tests.wallet_of('rider'), 2.80, 'the rider has paid 12.00 in all');

select is((select sum(e.amount) from public.ledger_entries e), 0.00, 'the ledger is balanced');
select is_empty($$ select b.reference, b.total_amount, m.paid, m.open from public.bookings b cross join lateral app.booking_money(b, '{}') m
  where b.status in ('PAID', 'COMPLETE') and m.total <> m.paid + m.open and exists (select 1 from public.cash_reports r where r.booking_id = b.id) $$,
  'who paid what adds up to the price after each decision');
select * from finish();
