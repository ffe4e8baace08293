-- Corrections of a fare that the meter got wrong.
select no_plan();
-- A person whose account is deleted, and is there again.
create function tests.let_go(name text, is_gone boolean) returns void language plpgsql security definer as $$
begin
  if is_gone then
    create temp table if not exists gone as select p.* from public.profiles p where false;
    insert into gone select p.* from public.profiles p where p.id = tests.id(name);
    update public.profiles p set first_name = '', last_name = '', email = null, mobile = null, profile_image = null, approved = false, deleted_at = app.now() where p.id = tests.id(name);
  else
    update public.profiles p set first_name = g.first_name, last_name = g.last_name, email = g.email, mobile = g.mobile, profile_image = g.profile_image, approved = g.approved, deleted_at = null
    from gone g where p.id = g.id;
    delete from gone;
  end if;
end $$;
create function tests.changed(name text) returns numeric language sql volatile security definer as $$
  select coalesce(sum(e.amount), 0) from public.ledger_transactions t join public.ledger_entries e on e.transaction_id = t.id
  join public.ledger_accounts a on a.id = e.account_id where t.booking_id = tests.booking() and t.kind = 'fare_change' and a.name = changed.name
$$;
create function tests.now_costs() returns text language sql volatile security definer as $$
  select trim_scale(n.driver_share + n.convenience_fees) || ' ' || trim_scale(n.driver_share) || ' ' || trim_scale(n.convenience_fees) || ' ' || trim_scale(n.tax)
  from public.bookings b cross join lateral app.current_fare(b) n where b.id = tests.booking()
$$;
create function tests.asked() returns uuid language sql volatile security definer as $$
  select r.id from public.payment_requests r where r.booking_id = tests.booking() order by r.id desc limit 1
$$;
select tests.set('tax_percent', '8.1'), tests.set('cash_unit', '0.05');
select tests.ride('STARTED');
select tests.act_as('admin');
select throws_ok($$ select public.correct_fare(tests.booking(), 15, 'Meter') $$, 'PT409', 'wrong_status', 'a fare is corrected after the ride');
select tests.as_owner();
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));

-- Who corrects
select tests.act_as('rider');
select throws_ok($$ select public.correct_fare(tests.booking(), 1, 'x') $$, 'PT403', 'not_allowed', 'a rider cannot correct a fare');
select tests.act_as('driver');
select throws_ok($$ select public.correct_fare(tests.booking(), 99, 'x') $$, 'PT403', 'not_allowed', 'a driver cannot correct a fare');
select tests.act_as('fleet');
select throws_ok($$ select public.correct_fare(tests.booking(), 99, 'x') $$, 'PT403', 'not_allowed', 'a fleet admin cannot correct a fare');
select tests.act_as('admin');
select throws_ok(format('select public.correct_fare(tests.booking(), %s, ''x'')', a), 'PT422', 'amount_invalid', 'a fare of ' || a || ' is refused')
from unnest(array['null', '0', '-1', '0.001', '''NaN''', '''Infinity''', '1e100']) a;
select throws_ok($$ select public.correct_fare(tests.booking(), 15, ' ') $$, 'PT422', 'reason_required', 'a correction without a reason is refused');
select throws_ok($$ select public.correct_fare(tests.booking(), (select trip_cost from public.bookings where id = tests.booking()), 'x') $$, 'PT409', 'fare_unchanged', 'the same fare is no correction');
select tests.set('credit_limit', '1');
select throws_ok($$ select public.correct_fare(tests.booking(), (select trip_cost + 1.01 from public.bookings where id = tests.booking()), 'x') $$, 'PT409', 'needs_approval', 'a correction above the limit takes two');
select tests.set('credit_limit', null);

-- Before the payment
select is((public.correct_fare(tests.booking(), 15.18, 'Trail lost', '00000000-0000-4000-8000-0000000000b1')).amount_after, 15.18, 'an admin corrects a fare upwards');
select is((public.correct_fare(tests.booking(), 15.18, 'Trail lost', '00000000-0000-4000-8000-0000000000b1')).amount_after, 15.18, 'a repeated key corrects once');
select is((select trip_cost || ' ' || payable_amount || ' ' || cash_rounding || ' ' || tax_amount || ' ' || status from public.bookings where id = tests.booking()),
  '15.18 15.20 0.02 1.14 PENDING', 'price, cash to pay, rounding and tax are computed anew');
select is((select sum((l ->> 'amount')::numeric) from public.bookings b, jsonb_array_elements(b.fare_lines) l where b.id = tests.booking()), 15.18, 'the lines add up to the right price');
select is((select driver_share + convenience_fees from public.booking_finances where booking_id = tests.booking()), 15.18, 'share and fee add up to the right price');
select is((to_jsonb(public.explain_fare(tests.booking())) ->> 'replays') || ' ' || (to_jsonb(public.explain_fare(tests.booking())) #>> '{corrections,0,status}'), 'true changed', 'explain_fare replays the correction and names it');
select is((public.correct_fare(tests.booking(), 5, 'Too much')).amount_before, 15.18, 'an admin corrects it downwards');
select is((select payable_amount from public.bookings where id = tests.booking()), 5.00, 'the rider pays the lower fare');
select tests.as_owner();
select is((select count(*) from public.notices n where n.key = 'fare_corrected' and n.booking_id = tests.booking()), 4::bigint, 'rider and driver are told each time');
select is((select sum((after ->> 'amount')::numeric) from public.audit_log where action = 'correct_fare' and target_id = tests.booking()::text) > 0, true, 'corrections are audited with what counts towards the limit');

-- After the payment: down
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.ride('PENDING');
select tests.act_as('admin');
select lives_ok($$ select public.correct_fare(tests.booking(), 20, 'Meter') $$, 'a fare of 20.00 stands');
select tests.as_owner();
select tests.let('driver', format('select public.confirm_cash(%L)', tests.booking()));
select tests.fill_wallet('rider', 0), tests.fill_wallet('driver', 0);
create temp table whole as select f.driver_share as share, f.convenience_fees as fee from public.booking_finances f where f.booking_id = tests.booking();
grant select on whole to public;
select app.issue_receipts();
select tests.act_as('admin');
select is((public.correct_fare(tests.booking(), 12, 'Meter', '00000000-0000-4000-8000-0000000000b2')).returned, 8.00, 'after the payment a lower fare is refunded');
select is((public.correct_fare(tests.booking(), 12, 'Meter', '00000000-0000-4000-8000-0000000000b2')).returned, 8.00, 'a repeated key refunds once');
select is(tests.wallet_of('rider'), 8.00, 'the rider''s wallet has the difference');
select is(tests.changed('wallet:' || tests.id('driver')) + tests.changed('tax') + tests.changed('revenue.convenience'), -8.00, 'driver, tax and operator give it back');
select is(split_part(tests.now_costs(), ' ', 1) || ' ' || split_part(tests.now_costs(), ' ', 4), '12 0.9', 'price and tax are those of 12.00');
select tests.as_owner();
select app.issue_receipts();
select is((select string_agg(r.kind || ' ' || (r.content ->> 'amount') || ' ' || (r.content ->> 'tax'), ', ') from public.receipts r where r.booking_id = tests.booking() and r.kind <> 'receipt'),
  'credit_note 8.00 0.60', 'a credit note has the difference of the taxes (1.50 - 0.90)');
select tests.act_as('admin');
select is((to_jsonb(public.explain_fare(tests.booking())) #>> '{now,trip_cost}')::numeric || ' ' || (to_jsonb(public.explain_fare(tests.booking())) #>> '{corrections,1,status}'), '12.00 returned', 'explain_fare shows the price now');
select tests.as_owner();
select is((select app.refundable(b) from public.bookings b where b.id = tests.booking()), 12.00, 'what was returned cannot be refunded again');
select tests.act_as('admin');
select throws_ok($$ select public.refund_booking(tests.booking(), 12.01, 'x') $$, 'PT409', 'refund_too_high', 'refund and correction together return no more than was paid');
select lives_ok($$ select public.refund_booking(tests.booking(), 10, 'all', true) $$, 'the rest can be refunded from the shares');
select throws_ok($$ select public.correct_fare(tests.booking(), 9, 'x') $$, 'PT409', 'refund_too_high', 'a correction returns no more than is left');
select lives_ok($$ select public.correct_fare(tests.booking(), 10, 'x') $$, 'a correction returns what is left');
select is(-tests.wallet_of('driver') <= share, true, 'the driver gives back no more than the share, whose rest the refund had taken') from whole;

-- After the payment: up
select tests.as_owner(), tests.ride('PAID'), tests.fill_wallet('rider', 100), tests.fill_wallet('driver', 0);
select tests.act_as('admin');
select is((public.correct_fare(tests.booking(), 30, 'Trail lost')).transaction_id, null, 'after the payment a higher fare moves nothing');
select is(tests.wallet_of('rider'), 100::numeric, 'nobody pays a higher fare without accepting it');
select throws_ok($$ select public.accept_payment_request(tests.asked()) $$, 'PT404', 'payment_request_not_found', 'the admin cannot accept for the rider');
select isnt((public.correct_fare(tests.booking(), 31, 'Better')).request_id, null, 'a new correction replaces the request');
select is((select string_agg(r.status, ' ' order by r.id) from public.payment_requests r where r.booking_id = tests.booking()), 'withdrawn open', 'only the last request is open');
select tests.act_as('rider');
select is((public.accept_payment_request(tests.asked())).status, 'accepted', 'the rider accepts the higher fare');
select is(split_part(tests.now_costs(), ' ', 1), '31', 'the price is the right one');
select is(tests.wallet_of('rider'), 100 - 31 + b.trip_cost, 'the rider paid the difference') from public.bookings b where b.id = tests.booking();
select tests.act_as('admin');
select is((public.correct_fare(tests.booking(), 30, 'After all')).returned, 1.00, 'it is corrected down again');
select tests.as_owner(), tests.turn('31 days');
select tests.act_as('admin');
select throws_ok($$ select public.correct_fare(tests.booking(), 12, 'x') $$, 'PT409', 'correction_too_late', 'after 30 days a fare stands');

-- A promotion that pays the whole fare
select tests.as_owner(), tests.ride('PAID'), tests.fill_wallet('driver', 0);
update public.bookings set discount_amount = trip_cost, promo_applied = true, promo_code = 'FREE', promo_details = '{"type": "percentage", "value": 100}' where id = tests.booking();
select tests.act_as('admin');
select tests.set('credit_limit', '1');
select throws_ok($$ select public.correct_fare(tests.booking(), 90, 'Meter') $$, 'PT409', 'needs_approval', 'a higher fare that only the promotion pays counts towards the limit');
select tests.set('credit_limit', null);
select is((public.correct_fare(tests.booking(), 90, 'Meter')).request_id, null, 'the rider is asked for nothing');
select is(tests.wallet_of('driver') > 0, true, 'the driver gets the share');

-- The driver left
select tests.as_owner(), tests.ride('PAID'), tests.fill_wallet('driver', 0);
select tests.let_go('driver', true);
select tests.act_as('admin');
select is((public.correct_fare(tests.booking(), 1, 'Meter')).amount_after, 1::numeric, 'a fare is corrected although the driver''s account was deleted');
select is(tests.changed('wallet:' || tests.id('driver')), 0::numeric, 'a deleted account has no part');
select is(tests.changed('expense.goodwill') < 0, true, 'the operator bears the driver''s part');
select tests.as_owner();
select tests.let_go('driver', false);

-- A meter that counted far less than quoted
select tests.ride('STARTED');
select tests.let('driver', format('select public.reach_drop(%L)', tests.booking()));
create function tests.fares() returns text language sql volatile security definer as $$
  select case when 1.2 * b.trip_cost < b.estimate then 'low' else 'usual' end || ' ' || ('below_quote' = any (f.flags))
  from public.bookings b join public.booking_finances f on f.booking_id = b.id where b.id = tests.booking()
$$;
select ok(tests.fares() in ('low true', 'usual false'), 'a fare far below its quote is flagged: ' || tests.fares());
