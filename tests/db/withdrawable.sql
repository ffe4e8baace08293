-- What may be withdrawn: never what a card paid in, and tips from cards only after some days.
select no_plan();
create function tests.topup(name text, amount numeric, paid boolean default true) returns uuid language plpgsql security definer as $$
declare v_id uuid := (public.create_payment('topup', 'stripe', tests.id(name), amount => topup.amount) ->> 'id')::uuid;
begin
  perform public.record_payment_event('stripe', 'evt_' || v_id, v_id, p.amount, p.currency, 'paid', charge_ref => 'ch_' || v_id) from public.payments p where p.id = v_id;
  return v_id;
end $$;
create function tests.add_money(name text, amount numeric) returns void language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id(name), amount), app.entry('adjustments', -amount)))
$$;
create function tests.may(name text) returns numeric[] language plpgsql volatile security definer as $$
declare
  v_wallet public.own_wallet;
  v_before text := current_setting('request.jwt.claims', true);
begin
  perform set_config('request.jwt.claims', tests.claims(name), true);
  v_wallet := public.own_wallet();
  perform set_config('request.jwt.claims', v_before, true);
  return array[v_wallet.withdrawable, v_wallet.locked_topups, v_wallet.locked_tips];
end $$;
create function tests.last_topup(name text default '') returns uuid language sql volatile security definer as $$
  select p.id from public.payments p where p.purpose = 'topup' and p.status = 'paid' and p.customer_id = coalesce(tests.id(name), p.customer_id) order by p.paid_at desc, p.id desc limit 1
$$;
select tests.set('rider_with_draw', 'true'), tests.set('app_category', 'both'), tests.set('bank_change_hours', '0');
select tests.clear_wallet(n) from unnest('{rider,rider2,driver}'::text[]) n;

-- Top-ups
select tests.topup('rider', 100);
select is(tests.may('rider'), '{0,100,0}', 'a top-up cannot be withdrawn');
select tests.add_money('rider', 30);
select is(tests.may('rider'), '{30,100,0}', 'what came otherwise can');
select tests.act_as('rider');
select throws_ok($$ select public.request_withdrawal(30.01) $$, 'PT409', 'not_withdrawable', 'no cent more is withdrawn');
select throws_ok($$ select public.request_withdrawal(131) $$, 'PT409', 'insufficient_balance', 'a wallet has no more than there is');
select is((public.request_withdrawal(20)).amount, 20::numeric, 'the rest is withdrawn');
select tests.as_owner();
select is(tests.may('rider'), '{10,100,0}', 'a withdrawal spends no card money');
select tests.ride('PENDING');
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
create temp table fare as select trip_cost as amount from public.bookings where id = tests.booking();
grant select on fare to public;
select is(tests.may('rider'), array[10, 100 - (select amount from fare), 0], 'a ride is paid by card money first');
select tests.let('admin', format('select public.refund_booking(%L, %s, ''x'')', tests.booking(), (select amount from fare)));
select is(tests.may('rider'), '{10,100,0}', 'what a ride returns of it is card money again');
select tests.let('admin', format('select public.reject_withdrawal(%L)', (select id from public.withdraw_requests where user_id = tests.id('rider') order by id desc limit 1)));
select is(tests.may('rider'), '{30,100,0}', 'a rejected withdrawal comes back as what it was');

-- Back to its card
select tests.act_as('rider2');
select throws_ok($$ select public.return_topup(tests.last_topup()) $$, 'PT404', 'payment_not_found', 'nobody returns another one''s top-up');
select tests.act_as('rider');
select results_eq($$ select amount, status, booking_id, reason from public.return_topup(tests.last_topup(), '00000000-0000-4000-8000-000000000001') $$, $$ values (100::numeric, 'due', null::uuid, 'topup_returned') $$, 'a top-up goes back to its card');
select is((public.return_topup(tests.last_topup(), '00000000-0000-4000-8000-000000000001')).amount, 100::numeric, 'a repeated key answers the first');
select throws_ok($$ select public.return_topup(tests.last_topup()) $$, 'PT409', 'nothing_to_return', 'it goes back once');
select tests.as_owner();
select is(tests.may('rider'), '{30,0,0}', 'it is out of the wallet');
select public.confirm_refund((select id from public.refunds where reason = 'topup_returned'), false);
select is(tests.may('rider'), '{30,100,0}', 'where the card refuses it, it is there again, and locked');
select is(tests.wallet_of('rider'), 130::numeric, 'with what there was');
select tests.act_as('admin');
select tests.as_owner();
select tests.topup('rider2', 50);
select tests.act_as('admin');
select is((public.return_topup(tests.last_topup())).amount, 50::numeric, 'an admin returns it for somebody');
select is((select count(*) from public.audit_log where action = 'return_topup'), 1::bigint, 'which is in the log');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.return_topup(tests.last_topup()) $$, 'PT403', 'demo_mode', 'a demo returns nothing');
select tests.set('allow_critical_edits_admin', 'true');
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin2');
select tests.act_as('admin2');
select throws_ok($$ select public.return_topup(tests.last_topup()) $$, 'PT403', 'not_allowed', 'support returns nothing');
select tests.as_owner();
select tests.turn('179 days');
select is(tests.may('rider'), '{30,100,0}', 'for 180 days');
select tests.turn('2 days');
select is(tests.may('rider'), '{130,0,0}', 'then it is money like any other');
select tests.act_as('rider');
select throws_ok($$ select public.return_topup(tests.last_topup('rider')) $$, 'PT409', 'nothing_to_return', 'which no card takes back');
select tests.as_visitor();
select throws_ok($$ select public.return_topup(gen_random_uuid()) $$, '42501', null, 'a visitor returns nothing');

-- A card, a parcel, and the wallet: no way to cash
select tests.as_owner(), tests.clear_wallet('rider');
select tests.let('rider', format('select public.create_booking(%L, ''card'', details => %L)', tests.quote('rider', 'Courier'), '{"delivery_person": "Ida", "delivery_person_phone": "+423 555 77 66"}'));
create temp table parcel as select p.* from tests.create_payment(tests.booking(), 'stripe', tests.id('rider')) p;
select public.record_payment_event('stripe', 'evt_parcel', id, amount, currency, 'paid', charge_ref => 'ch_parcel') from parcel;
select tests.let('rider', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select is(tests.may('rider'), array[0, (select amount from parcel), 0], 'what a cancelled parcel returns of a card is locked');

-- Tips
select tests.ride('PAID'), tests.clear_wallet('driver');
select tests.let('rider', format('select public.tip_driver(%L, 4)', tests.booking()));
select is(tests.may('driver'), '{0,0,4}', 'a tip out of card money waits');
select tests.clear_wallet('rider'), tests.add_money('rider', 5);
select tests.let('rider', format('select public.tip_driver(%L, 3)', tests.booking()));
select is(tests.may('driver'), '{3,0,4}', 'a tip out of other money does not');
select tests.turn('13 days');
select is(tests.may('driver'), '{3,0,4}', 'for 14 days');
select tests.turn('2 days');
select is(tests.may('driver'), '{7,0,0}', 'then it is withdrawn');
select tests.ride('PAID');
create temp table tip as select (public.create_payment('tip', 'stripe', tests.id('rider'), tests.booking(), 6) ->> 'id')::uuid as id;
select public.record_payment_event('stripe', 'evt_tip', id, 6, 'CHF', 'paid', charge_ref => 'ch_tip') from tip;
select is((tests.may('driver'))[3], 6::numeric, 'a tip by card waits, too');
select tests.add_money('driver', -1 - tests.wallet_of('driver'));
select is(tests.may('driver'), '{0,0,0}', 'below zero there is nothing to withdraw');
set constraints all immediate;
select pass('the ledger adds up');
select * from finish();
