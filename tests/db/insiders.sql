-- Two colluding admins from a credit to its payout, with every combination of the two limits: what one admin can do, what two
-- can do, and the trace in the audit log. driver2 is the accomplice with the bank account.
select no_plan();
create temp table combinations as
  select c.credit, p.payout, b.bank from (values (null), ('100')) c (credit), (values (null), ('100')) p (payout), (values ('false'), ('true')) b (bank);
create function tests.withdrawal() returns uuid language sql volatile security definer as $$
  select w.id from public.withdraw_requests w where w.user_id = tests.id('driver2') order by w.id desc limit 1
$$;
create function tests.approval() returns uuid language sql volatile security definer as $$
  select a.id from public.approvals a order by a.id desc limit 1
$$;
select tests.let('driver2', 'select public.set_bank_details(''LLB'', '''', ''LI21 0881'')');
select tests.clear_wallet('driver2'), tests.clear_wallet('driver3');

-- One admin, then the same with a second one; each combination is rolled back before the next
create function tests.heist(credit text, payout text, bank text, out alone text, out self_approved text, out paired text, out trace bigint) language plpgsql security definer as $$
declare v_key uuid := gen_random_uuid();
begin
  perform tests.set('credit_limit', heist.credit), tests.set('payout_limit', heist.payout), tests.set('two_people_bank', heist.bank);
  begin
    alone := tests.outcome('admin', format('select public.add_to_wallet(%L, 9999)', tests.id('driver2')));
    if alone <> 'done' then
      -- The credit in small amounts.
      for i in 1 .. 30 loop
        exit when tests.outcome('admin', format('select public.add_to_wallet(%L, 20)', tests.id('driver2'))) <> 'done';
      end loop;
      alone := alone || ', then ' || round(tests.wallet_of('driver2'));
      perform tests.outcome('admin', format('select public.request_approval(''credit'', %L, 9999)', tests.id('driver2')));
      self_approved := tests.outcome('admin', format('select public.approve(%L)', tests.approval()));
      paired := tests.outcome('admin2', format('select public.approve(%L)', tests.approval()));
      paired := paired || ', ' || tests.outcome('admin2', format('select public.approve(%L)', tests.approval())) || ': ' || round(tests.wallet_of('driver2'));
    end if;
    perform tests.let('driver2', format('select public.request_withdrawal(%s)', least(9999, tests.wallet_of('driver2'))));
    alone := alone || ', paid: ' || tests.outcome('admin', format('select public.complete_withdrawal(%L)', tests.withdrawal()));
    if alone ~ 'paid: needs' then
      perform tests.outcome('admin', format('select public.request_approval(''payout'', %L)', tests.withdrawal()));
      self_approved := coalesce(self_approved || ', ', '') || tests.outcome('admin', format('select public.approve(%L)', tests.approval()));
      paired := coalesce(paired || ', ', '') || tests.outcome('admin2', format('select public.approve(%L)', tests.approval()));
      paired := paired || ' paid: ' || (select w.processed from public.withdraw_requests w where w.id = tests.withdrawal());
    end if;
    trace := (select count(distinct l.action) from public.audit_log l where l.actor_id in (tests.id('admin'), tests.id('admin2'))
      and l.action in ('add_to_wallet', 'complete_withdrawal', 'request_approval', 'approve_request'));
    raise sqlstate 'TT000';
  exception when sqlstate 'TT000' then null;
  end;
end $$;
select results_eq($$ select c.credit, c.payout, h.alone, h.self_approved, h.paired, h.trace from combinations c cross join lateral tests.heist(c.credit, c.payout, c.bank) h
    where c.bank = 'false' order by c.credit nulls first, c.payout nulls first $$, $$ values
  (null::text, null::text, 'done, paid: done', null::text, null::text, 2::bigint),
  (null, '100', 'done, paid: needs_approval', 'second_person_needed', 'done paid: true', 4),
  ('100', null, 'needs_approval, then 100, paid: done', 'second_person_needed', 'done, done: 10099', 4),
  ('100', '100', 'needs_approval, then 100, paid: needs_approval', 'second_person_needed, second_person_needed', 'done, done: 10099, done paid: true', 4) $$,
  'limits stop a single admin, two admins can exceed them, and the audit log names both');
select results_eq($$ select h.alone from combinations c cross join lateral tests.heist(c.credit, c.payout, c.bank) h where c.bank = 'true' order by c.credit nulls first, c.payout nulls first $$,
  $$ values ('done, paid: done'), ('done, paid: needs_approval'), ('needs_approval, then 100, paid: done'), ('needs_approval, then 100, paid: needs_approval') $$, 'two_people_bank does not change the limits of credits and payouts');

-- Who counts as a second person
select tests.set('credit_limit', '100'), tests.set('payout_limit', '100'), tests.set('two_people_bank', 'true');
update public.profiles set created_by = tests.id('admin') where id = tests.id('admin3');
select tests.outcome('admin', format('select public.request_approval(''credit'', %L, 500, ''Goodwill'', %L)', tests.id('driver2'), '00000000-0000-4000-8000-0000000000aa'));
select is(tests.outcome('admin3', format('select public.approve(%L)', tests.approval())), 'second_person_needed', 'an admin whom the requester added cannot approve the request');
update public.profiles set created_by = null where id = tests.id('admin3');
update public.profiles set created_by = tests.id('admin3') where id = tests.id('admin');
select is(tests.outcome('admin3', format('select public.approve(%L)', tests.approval())), 'second_person_needed', 'an admin who added the requester cannot approve the request');
select is(tests.outcome('rider', format('select public.approve(%L)', tests.approval())), 'not_allowed', 'a rider cannot approve a request');
update public.profiles set staff_role = 'support' where id = tests.id('admin4');
select is(tests.outcome('admin4', format('select public.approve(%L)', tests.approval())), 'not_allowed', 'an admin without the permission cannot approve a request');
select is(tests.outcome('admin4', format('select public.request_approval(''credit'', %L, 500)', tests.id('driver2'))), 'not_allowed', 'an admin without the permission cannot request an approval');
select is(tests.outcome('admin4', format('select public.reject(%L, ''No'')', tests.approval())), 'not_allowed', 'an admin without the permission cannot reject a request');
select is(tests.outcome('admin', format('select public.request_approval(''credit'', %L, 500, null, %L)', tests.id('driver3'), '00000000-0000-4000-8000-0000000000aa')), 'done', 'a request with a repeated key is accepted');
select is((select a.target_id from public.approvals a where a.client_key = '00000000-0000-4000-8000-0000000000aa'), tests.id('driver2'), 'a request with a repeated key keeps the first target');
select is(tests.outcome('admin2', format('select public.reject(%L, ''No'')', tests.approval())), 'done', 'another admin can reject a request');
select is(tests.outcome('admin2', format('select public.approve(%L)', tests.approval())), 'approval_closed', 'a rejected request cannot be approved');
select is(tests.wallet_of('driver2'), 0::numeric, 'a rejected request moves no money');
select tests.outcome('admin', format('select public.request_approval(''credit'', %L, 500)', tests.id('driver2')));
update public.profiles set approved = false where id = tests.id('admin');
select is(tests.outcome('admin2', format('select public.approve(%L)', tests.approval())), 'approval_closed', 'the request of a suspended admin cannot be approved');
update public.profiles set approved = true where id = tests.id('admin');
select tests.turn('8 days');
select is(tests.outcome('admin2', format('select public.approve(%L)', tests.approval())), 'approval_closed', 'a request cannot be approved after seven days');
select is(tests.outcome('admin2', $$ select public.approve(gen_random_uuid()) $$), 'approval_not_found', 'an approval of an unknown request is refused');
select throws_ok($$ update public.approvals set status = 'approved', decided_by = requested_by, decided_at = now() where status = 'pending' $$, '23514', null, 'a request decided by its requester violates a check constraint');

-- Money for the admin's own account
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('wallet:' || tests.id('driver3'), 50), app.entry('adjustments', -50)));
select tests.let('driver3', 'select public.request_withdrawal(50)');
update public.profiles set usertype = 'admin' where id = tests.id('driver3');
create temp table mine as select w.id from public.withdraw_requests w where w.user_id = tests.id('driver3') order by w.id desc limit 1;
select is(tests.outcome('driver3', format('select public.complete_withdrawal(%L)', id)), 'not_allowed', 'an admin cannot complete the own withdrawal') from mine;
select is(tests.outcome('driver3', format('select public.request_approval(''payout'', %L)', id)), 'not_allowed', 'an admin cannot request the payout of the own withdrawal') from mine;
select is(tests.outcome('admin', format('select public.complete_withdrawal(%L)', id)), 'done',
  'another admin can complete the withdrawal of an admin') from mine;
select is(tests.outcome('driver3', format('select public.set_staff_role(%L, ''owner'')', tests.id('driver3'))), 'not_allowed', 'an admin cannot give themself a staff role');

-- Bank details and refunds
update public.bank_details set bank_account = 'LI00 MALLORY' where user_id = tests.id('driver2');
select is(tests.outcome('driver2', 'select public.request_withdrawal(1)'), 'payout_waits',
  'new bank details make withdrawals wait');
select is(tests.outcome('admin', format('select public.release_payouts(%L, ''x'')', tests.id('driver2'))), 'needs_approval', 'a single admin cannot end the wait after new bank details');
select tests.outcome('admin', format('select public.request_approval(''bank_release'', %L, null, ''She called'')', tests.id('driver2')));
select is(tests.outcome('admin2', format('select public.approve(%L)', tests.approval())), 'done',
  'a second admin can approve the end of the wait');
select is((select l.actor_id from public.audit_log l where l.action = 'release_payouts' and l.target_id = tests.id('driver2')::text), tests.id('admin2'), 'the audit log names the admin who ended the wait');
select is(tests.outcome('driver2', 'select public.request_withdrawal(1)'), 'insufficient_balance',
  'after the wait was ended a withdrawal is only refused for an empty wallet');
select tests.ride('COMPLETE') as ride;
select tests.set('credit_limit', '1');
select is(tests.outcome('admin', format('select public.refund_booking(%L, 5, ''x'')', tests.booking())), 'needs_approval', 'a goodwill refund above the credit limit needs approval');
select tests.outcome('admin', format('select public.request_approval(''refund'', %L, 5, ''Late'')', tests.booking()));
select is(tests.outcome('admin2', format('select public.approve(%L)', tests.approval())), 'done',
  'a second admin can approve a goodwill refund');
select is((select count(*) from public.refunds r where r.booking_id = tests.booking()), 1::bigint,
  'an approved goodwill refund is made once');

-- The second admin uses the request's id as the key of another action first, so that the approval would only raise the limit
select tests.set('credit_limit', '100'), tests.set('payout_limit', '100'), tests.turn('2 days');
create temp table earlier as select tests.wallet_of('rider3') as rider3, tests.wallet_of('driver2') as driver2;
select tests.outcome('admin', format('select public.request_approval(''credit'', %L, 500, ''Lost bag'')', tests.id('rider3')));
select is(tests.outcome('admin2', format('select public.add_to_wallet(%L, 90, %L)', tests.id('driver2'), tests.approval())), 'done', 'a small credit with the id of a request as its key is made');
select is(tests.outcome('admin2', format('select public.approve(%L)', tests.approval())), 'done',
  'the request whose id was used as a key can be approved');
select is(tests.wallet_of('rider3') - earlier.rider3, 500::numeric, 'the approved credit goes to the person in the request') from earlier;
select is(tests.outcome('admin2', format('select public.add_to_wallet(%L, 90)', tests.id('driver4'))), 'needs_approval', 'the small credit counts towards the second admin''s limit') from earlier;
select tests.let('driver2', 'select public.request_withdrawal(90)');
select tests.outcome('admin', format('select public.request_approval(''payout'', %L)', tests.withdrawal()));
select is(tests.outcome('admin', format('select public.complete_withdrawal(%L)', tests.withdrawal())), 'done', 'the requester can pay out within the payout limit while the request is open');
select is(tests.outcome('admin2', format('select public.approve(%L)', tests.approval())), 'approval_closed', 'a request for a payout already made cannot be approved');
set constraints all immediate;
select pass('the ledger balances after the insiders'' attempts');
select * from finish();
