-- Reversals: decisions about money that are taken back.
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
create function tests.leave() returns uuid language plpgsql security definer as $$
declare v_id uuid;
begin
  perform tests.turn('1 minute');
  v_id := tests.ride('ARRIVED');
  for i in 1 .. 10 loop
    perform tests.turn('30 seconds'), tests.let('driver', 'select public.report_position(47.141, 9.5201)');
  end loop;
  perform tests.let('driver', format('select public.no_show(%L)', v_id));
  return v_id;
end $$;
create function tests.decided(wanted text default null) returns uuid language sql volatile security definer as $$
  select d.id from public.money_decisions d where wanted is null or d.kind = wanted order by d.id desc limit 1
$$;
create function tests.month() returns text language sql volatile security definer as $$
  select coalesce(sum(m.cancellations), 0) || ' ' || trim_scale(coalesce(sum(m.cancellation_fee), 0)) || ' ' || trim_scale(coalesce(sum(m.cancellation_share), 0)) from public.earnings_months m where m.driver_id = tests.id('driver')
$$;
create function tests.told(name text) returns text language sql volatile security definer as $$
  select n.key || ' ' || trim_scale((n.params ->> 'amount')::numeric) from public.notices n where n.user_id = tests.id(name) order by n.id desc limit 1
$$;
select tests.set('cancellation_driver_percent', '50');
select tests.fill_wallet('rider', 20), tests.fill_wallet('driver', 0), tests.fill_wallet('rider2', 0);
create temp table before as select tests.month() as month, app.ledger_balance('revenue.cancellation') as revenue;
grant select on before to public;

-- A fee that was charged at once
select tests.leave();
select is(tests.wallet_of('rider') || ' ' || tests.wallet_of('driver'), '14.00 3.00', 'a no-show costs the rider 6.00, half of it for the driver');
select tests.act_as('rider');
select throws_ok($$ select public.reverse_decision(tests.decided(), 'x') $$, 'PT403', 'not_allowed', 'a rider cannot reverse a decision');
select is_empty($$ select 1 from public.money_decisions $$, 'a rider cannot read the decisions');
select tests.act_as('driver');
select throws_ok($$ select public.reverse_decision(tests.decided(), 'x') $$, 'PT403', 'not_allowed', 'a driver cannot reverse a decision');
select tests.act_as('admin');
select throws_ok($$ select public.reverse_decision(tests.decided(), ' ') $$, 'PT422', 'reason_required', 'a reversal has a reason');
select throws_ok($$ select public.reverse_decision(gen_random_uuid(), 'x') $$, 'PT404', 'decision_not_found', 'a decision that does not exist cannot be reversed');
select tests.set('credit_limit', '5');
select throws_ok($$ select public.reverse_decision(tests.decided(), 'x') $$, 'PT409', 'needs_approval', 'a reversal above the limit takes two');
select tests.set('credit_limit', '6');
select isnt((public.reverse_decision(tests.decided(), 'The car stood at the wrong door')).reversal_id, null, 'an admin reverses the fee');
select isnt((public.reverse_decision(tests.decided(), 'again')).reversal_id, null, 'the same admin''s second call is a retry');
select throws_ok($$ select public.add_to_wallet(tests.id('rider3'), 0.01) $$, 'PT409', 'needs_approval', 'a reversal counts towards the limit of the admin');
select tests.set('credit_limit', null);
select is(tests.wallet_of('rider') || ' ' || tests.wallet_of('driver'), '20.00 0.00', 'rider and driver are as before the fee');
select tests.as_owner();
select is(app.ledger_balance('revenue.cancellation'), revenue, 'so is the operator') from before;
select is(tests.month(), month, 'so are the reports') from before;
select is((select cancellation_fee from public.bookings where id = tests.booking()), 0::numeric, 'the booking has no fee');
select is((select status from public.no_show_fees where booking_id = tests.booking()), 'waived', 'the no-show fee is waived');
select is(tests.told('rider') || ', ' || tests.told('driver'), 'decision_reversed_credit 6, decision_reversed_debit 3', 'rider and driver are told');
select is((select count(*) from app.outbox o where o.kind = 'mail' and o.payload ->> 'title' like 'decision_reversed%'), 2::bigint, 'both get a mail, too');
select is((select before ->> 'kind' || ' ' || (after ->> 'reason') from public.audit_log where action = 'reverse_decision' order by id desc limit 1), 'no_show_fee The car stood at the wrong door', 'the audit log has what was reversed, and why');
select tests.act_as('admin2');
select throws_ok($$ select public.reverse_decision(tests.decided(), 'x') $$, 'PT409', 'decision_closed', 'a decision is reversed once');
select throws_ok($$ select public.decide_no_show_fee(tests.booking(), true) $$, 'PT409', 'no_show_fee_decided', 'what was reversed is not charged again');

-- A fee that the desk decided about
select tests.as_owner(), tests.leave();
select tests.act_as('rider');
select isnt((public.object_to_no_show(tests.booking(), 'I was there')).objected_at, null, 'the rider objects to the next fee');
select tests.act_as('admin');
select is((public.decide_no_show_fee(tests.booking(), false)).status, 'waived', 'the desk waives it');
select throws_ok($$ select public.reverse_decision(tests.decided('no_show_fee'), 'x') $$, 'PT409', 'decision_closed', 'a fee that was waived cannot be given back as well');
select is(tests.wallet_of('rider'), 20.00, 'the rider has the money');
select isnt((public.reverse_decision(tests.decided('no_show_waiver'), 'The camera shows an empty door')).reversal_id, null, 'the waiver is reversed');
select is(tests.wallet_of('rider') || ' ' || tests.wallet_of('driver'), '14.00 3.00', 'the fee is charged, and the driver has the part');
select tests.as_owner();
select is((select f.status || ' ' || b.cancellation_fee from public.no_show_fees f join public.bookings b on b.id = f.booking_id where b.id = tests.booking()), 'charged 6.00', 'fee and booking say so');

-- The driver was paid out meanwhile
select tests.as_owner(), tests.turn('1 day'), tests.leave(), tests.fill_wallet('driver', 0);
select tests.act_as('admin');
select isnt((public.reverse_decision(tests.decided(), 'Wrong door')).reversal_id, null, 'a fee is reversed after the driver was paid');
select is(tests.wallet_of('driver'), -3.00, 'the driver owes the part');

-- A rider's cancellation fee
select tests.as_owner(), tests.turn('1 day'), tests.fill_wallet('rider', 20), tests.fill_wallet('driver', 0), tests.ride('ACCEPTED'), tests.turn('20 minutes');
select tests.let('rider', format('select public.cancel_booking(%L, ''Changed my mind'')', tests.booking()));
select is(coalesce((select d.kind from public.money_decisions d where d.booking_id = tests.booking()), 'free'),
  (select case when b.cancellation_fee > 0 then 'cancellation_fee' else 'free' end from public.bookings b where b.id = tests.booking()), 'a cancellation fee is a decision, too');

-- Deleted people and chargebacks
select tests.as_owner(), tests.turn('1 day'), tests.leave();
select tests.let_go('rider', true);
select tests.act_as('admin');
select throws_ok($$ select public.reverse_decision(tests.decided(), 'x') $$, 'PT404', 'person_not_found', 'nothing is given back to a deleted account');
select tests.as_owner();
select tests.let_go('rider', false);
select tests.let_go('driver', true);
select tests.act_as('admin');
select isnt((public.reverse_decision(tests.decided(), 'Wrong door')).reversal_id, null, 'a fee is reversed although the driver left');
select tests.as_owner();
select tests.let_go('driver', false);
select tests.turn('1 day'), tests.leave();
insert into public.payments (purpose, booking_id, customer_id, provider, amount, currency, client_key, status, paid_at, captured_amount, disputed_amount, is_hold, authorized_amount, authorized_at)
  select 'booking', tests.booking(), tests.id('rider'), 'stripe', 6, 'CHF', gen_random_uuid(), 'paid', app.now(), 6, 6, true, 6, app.now();
select tests.act_as('admin');
select throws_ok($$ select public.reverse_decision(tests.decided(), 'x') $$, 'PT409', 'money_disputed', 'while the bank decides about the money, the desk does not');
select tests.as_owner(), tests.turn('31 days');
select tests.act_as('admin');
select throws_ok($$ select public.reverse_decision(tests.decided(), 'x') $$, 'PT409', 'decision_closed', 'after 30 days a decision stands');

-- Credits
select isnt((public.add_to_wallet(tests.id('rider2'), 10, reason => 'Lost umbrella')).id, null, 'an admin credits a wallet with a reason');
select is((select reason from public.list_credits(tests.id('rider2')) limit 1), 'Lost umbrella', 'the reason is in the list of credits');
select tests.as_owner(), tests.fill_wallet('rider2', 9);
select tests.act_as('admin');
select throws_ok($$ select public.reverse_decision(tests.decided('credit'), 'Wrong person') $$, 'PT409', 'insufficient_balance', 'a credit that is spent is not taken back');
select tests.as_owner(), tests.fill_wallet('rider2', 12);
select tests.act_as('admin');
select isnt((public.reverse_decision(tests.decided('credit'), 'Wrong person')).reversal_id, null, 'a credit is taken back');
select is(tests.wallet_of('rider2'), 2.00, 'the wallet is as before the credit');
select is((select kind || ' ' || type from public.wallet_history h where h.user_id = tests.id('rider2') order by h.id desc limit 1), 'credit_reversed Debit', 'the wallet''s history names the reversal');
select is((select reversed_at is not null from public.list_credits(tests.id('rider2')) limit 1), true, 'the list of credits shows it as reversed');

-- Charges of drivers and write-offs
select tests.as_owner(), tests.fill_wallet('driver', 100);
select isnt((select public.add_driver_charge(tests.id('driver'), 'radio', 30, false)), null, 'an admin charges a driver') from (select tests.act_as('admin')) a;
select tests.as_owner();
select app.post_charges(tests.id('driver'), date_trunc('week', app.today())::date);
select is(tests.wallet_of('driver'), 70.00, 'the driver paid the charge');
select tests.act_as('admin');
select isnt((public.reverse_decision(tests.decided('driver_charge'), 'Charged twice')).reversal_id, null, 'the charge is reversed');
select is(tests.wallet_of('driver'), 100.00, 'the driver has the money again');
select tests.as_owner(), tests.fill_wallet('rider2', -7);
select tests.act_as('admin');
select isnt((public.write_off(null, tests.id('rider2'), 'Gone')).id, null, 'an admin writes a debt off');
select isnt((public.reverse_decision(tests.decided('write_off'), 'She came back')).reversal_id, null, 'the write-off is reversed');
select is(tests.wallet_of('rider2'), -7.00, 'the debt is owed again');

-- Whoever decided is no second person
select tests.as_owner();
update public.profiles set staff_role = 'owner' where id in (tests.id('admin'), tests.id('admin2'), tests.id('admin3'));
delete from app.staff_changes where true;
select tests.set('credit_limit', '1000'), tests.fill_wallet('rider3', 0);
select tests.act_as('admin2');
select isnt((public.add_to_wallet(tests.id('rider3'), 900, reason => 'x')).id, null, 'admin2 credits a lot');
select tests.set('credit_limit', '1');
select tests.act_as('admin');
select isnt((public.request_approval('reversal', tests.decided('credit'), null, 'Wrong')).id, null, 'admin asks for its reversal');
select tests.act_as('admin2');
select throws_ok($$ select public.approve((select a.id from public.approvals a where a.kind = 'reversal' order by a.id desc limit 1)) $$, 'PT403', 'second_person_needed', 'who made the decision cannot approve its reversal');
select tests.act_as('admin3');
select is((public.approve((select a.id from public.approvals a where a.kind = 'reversal' order by a.id desc limit 1))).status, 'approved', 'a third person approves it');
select is(tests.wallet_of('rider3'), 0.00, 'the credit is taken back');
select tests.as_owner();
select is((select count(*) from public.ledger_entries e group by e.transaction_id having sum(e.amount) <> 0), null, 'each transaction adds up to zero');
