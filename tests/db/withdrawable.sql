-- What can be withdrawn: never card top-ups within 180 days, and card tips only after some days.
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
select is(tests.may('rider'), '{0,100,0}', 'a card top-up cannot be withdrawn');
select tests.add_money('rider', 30);
select is(tests.may('rider'), '{30,100,0}', 'money that is not from a card can be withdrawn');
select tests.act_as('rider');
select throws_ok($$ select public.request_withdrawal(30.01) $$, 'PT409', 'not_withdrawable', 'a withdrawal of a cent more than the withdrawable amount is refused');
select throws_ok($$ select public.request_withdrawal(131) $$, 'PT409', 'insufficient_balance', 'a withdrawal of more than the balance is refused');
select is((public.request_withdrawal(20)).amount, 20::numeric, 'a rider withdraws money that is not from a card');
select tests.as_owner();
select is(tests.may('rider'), '{10,100,0}', 'a withdrawal does not reduce the card money');
select tests.ride('PENDING');
select tests.let('rider', format('select public.pay_with_wallet(%L)', tests.booking()));
create temp table fare as select trip_cost as amount from public.bookings where id = tests.booking();
grant select on fare to public;
select is(tests.may('rider'), array[10, 100 - (select amount from fare), 0], 'a ride is paid from card money first');
select tests.let('admin', format('select public.refund_booking(%L, %s, ''x'')', tests.booking(), (select amount from fare)));
select is(tests.may('rider'), '{10,100,0}', 'a refund of a ride paid from card money is card money again');
select tests.let('admin', format('select public.reject_withdrawal(%L)', (select id from public.withdraw_requests where user_id = tests.id('rider') order by id desc limit 1)));
select is(tests.may('rider'), '{30,100,0}', 'a rejected withdrawal can be withdrawn again');

-- Returning a top-up to its card
select tests.act_as('rider2');
select throws_ok($$ select public.return_topup(tests.last_topup()) $$, 'PT404', 'payment_not_found', 'another rider cannot return the top-up');
select tests.act_as('rider');
select results_eq($$ select amount, status, booking_id, reason from public.return_topup(tests.last_topup(), '00000000-0000-4000-8000-000000000001') $$, $$ values (100::numeric, 'due', null::uuid, 'topup_returned') $$, 'a rider returns a top-up to its card');
select is((public.return_topup(tests.last_topup(), '00000000-0000-4000-8000-000000000001')).amount, 100::numeric, 'returning a top-up with a repeated key returns the first refund');
select throws_ok($$ select public.return_topup(tests.last_topup()) $$, 'PT409', 'nothing_to_return', 'a top-up cannot be returned twice');
select tests.as_owner();
select is(tests.may('rider'), '{30,0,0}', 'a returned top-up leaves the wallet');
select public.confirm_refund((select id from public.refunds where reason = 'topup_returned'), false);
select is(tests.may('rider'), '{30,100,0}', 'a top-up that the card refuses is card money again');
select is(tests.wallet_of('rider'), 130::numeric, 'a top-up that the card refuses is back in the balance');
select tests.act_as('admin');
select tests.as_owner();
select tests.topup('rider2', 50);
select tests.act_as('admin');
select is((public.return_topup(tests.last_topup())).amount, 50::numeric, 'an admin returns a rider''s top-up to its card');
select is((select count(*) from public.audit_log where action = 'return_topup'), 1::bigint, 'returning a rider''s top-up is audited');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.return_topup(tests.last_topup()) $$, 'PT403', 'demo_mode', 'an admin cannot return a top-up in demo mode');
select tests.set('allow_critical_edits_admin', 'true');
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin2');
select tests.act_as('admin2');
select throws_ok($$ select public.return_topup(tests.last_topup()) $$, 'PT403', 'not_allowed', 'an admin with the support role cannot return a top-up');
select tests.as_owner();
select tests.turn('179 days');
select is(tests.may('rider'), '{30,100,0}', 'a top-up cannot be withdrawn after 179 days');
select tests.turn('2 days');
select is(tests.may('rider'), '{130,0,0}', 'a top-up can be withdrawn after 181 days');
select tests.act_as('rider');
select throws_ok($$ select public.return_topup(tests.last_topup('rider')) $$, 'PT409', 'nothing_to_return', 'a top-up cannot be returned to its card after 180 days');
select tests.as_visitor();
select throws_ok($$ select public.return_topup(gen_random_uuid()) $$, '42501', null, 'a visitor cannot return a top-up');

-- Card, parcel and wallet must not be a way to cash
select tests.as_owner(), tests.clear_wallet('rider');
select tests.let('rider', format('select public.create_booking(%L, ''card'', details => %L)', tests.quote('rider', 'Courier'), '{"delivery_person": "Ida", "delivery_person_phone": "+4235557766"}'));
create temp table parcel as select p.* from tests.create_payment(tests.booking(), 'stripe', tests.id('rider')) p;
select public.record_payment_event('stripe', 'evt_parcel', id, amount, currency, 'paid', charge_ref => 'ch_parcel') from parcel;
select tests.let('rider', format('select public.cancel_booking(%L, ''x'')', tests.booking()));
select is(tests.may('rider'), array[0, (select amount from parcel), 0], 'the refund of a cancelled parcel paid by card cannot be withdrawn');

-- Tips
select tests.ride('PAID'), tests.clear_wallet('driver');
select tests.let('rider', format('select public.tip_driver(%L, 4)', tests.booking()));
select is(tests.may('driver'), '{0,0,4}', 'a tip from card money cannot be withdrawn yet');
select tests.clear_wallet('rider'), tests.add_money('rider', 5);
select tests.let('rider', format('select public.tip_driver(%L, 3)', tests.booking()));
select is(tests.may('driver'), '{3,0,4}', 'a tip from other money can be withdrawn at once');
select tests.turn('13 days');
select is(tests.may('driver'), '{3,0,4}', 'a tip from card money cannot be withdrawn after 13 days');
select tests.turn('2 days');
select is(tests.may('driver'), '{7,0,0}', 'a tip from card money can be withdrawn after 15 days');
select tests.ride('PAID');
create temp table tip as select (public.create_payment('tip', 'stripe', tests.id('rider'), tests.booking(), 6) ->> 'id')::uuid as id;
select public.record_payment_event('stripe', 'evt_tip', id, 6, 'CHF', 'paid', charge_ref => 'ch_tip') from tip;
select is((tests.may('driver'))[3], 6::numeric, 'a tip by card cannot be withdrawn yet');
select tests.add_money('driver', -1 - tests.wallet_of('driver'));
select is(tests.may('driver'), '{0,0,0}', 'a wallet below zero has nothing to withdraw');
set constraints all immediate;
select pass('the ledger balances after withdrawals of card money');
select * from finish();
