-- New bank details or a new proved contact: the owner hears of it on every road, and withdrawals wait.
select no_plan();
select tests.set('rider_with_draw', 'true'), tests.set('bank_change_hours', '48');
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
  app.entry('wallet:' || tests.id(n), 100), app.entry('adjustments', -100))) from unnest('{rider,rider2,driver}'::text[]) n;
delete from public.bank_details;
delete from app.payout_changes;
update auth.users set phone = '423555777' || length(email) where email in ('rider@hackney.test');
delete from app.payout_changes;
delete from app.outbox;
create function tests.told(kind text, name text default 'rider') returns bigint language sql volatile security definer as $$
  select count(*) from app.outbox o where o.kind = told.kind and o.user_id = tests.id(name) and o.payload ->> 'title' in ('bank_details_changed.title', 'contact_changed.title')
$$;

-- The first entry waits for nothing
select tests.act_as('rider');
select public.register_push_token('token-of-the-owner', 'ANDROID');
select public.set_bank_details('LLB', '', 'LI21 0881 0000 2324 013A A');
select is((public.request_withdrawal(1)).bank_account, 'LI21 0881 0000 2324 013A A', 'after the first entry a withdrawal follows at once');
select is(tests.told('mail'), 0::bigint, 'nobody is warned of a first entry');
select public.set_bank_details('LLB', '', 'LI21 0881 0000 2324 013A A');
select lives_ok($$ select public.request_withdrawal(1) $$, 'saving the same details again changes nothing');

-- A replacement
select public.set_bank_details('Other', '', 'LI00 0000 MALLORY');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'after a replacement withdrawals wait');
select is(tests.told('mail'), 1::bigint, 'the owner gets a mail');
select is(tests.told('sms'), 1::bigint, 'a text message');
select is(tests.told('push'), 1::bigint, 'a change of bank details is told by a push');
select is((select n.params ->> 'account' from public.notices n where n.key = 'bank_details_changed' and n.user_id = tests.id('rider')), '***RY', 'the notice names the end of the account');
select is((select (n.params ->> 'until')::timestamptz from public.notices n where n.key = 'bank_details_changed' and n.user_id = tests.id('rider')), app.now() + interval '48 hours',
  'the notice says when withdrawals are possible again');
select is((select r.bank_account from public.withdraw_requests r where r.user_id = tests.id('rider') order by r.id desc limit 1), 'LI21 0881 0000 2324 013A A',
  'a withdrawal that was requested before keeps its details');
select tests.act_as('admin');
select is((public.complete_withdrawal((select r.id from public.withdraw_requests r where r.user_id = tests.id('rider') order by r.id desc limit 1))).bank_account,
  'LI21 0881 0000 2324 013A A', 'a withdrawal that was requested before is paid to the old details');
select tests.act_as('rider');
select public.set_bank_details('', '', '');
select public.set_bank_details('Other', '', 'LI00 0000 MALLORY');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'removing the details first does not shorten the wait');
select tests.as_owner(), tests.turn('47 hours 59 minutes');
select tests.act_as('rider');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'a minute before the end it still waits');
select tests.as_owner(), tests.turn('2 minutes');
select tests.act_as('rider');
select is((public.request_withdrawal(1)).bank_account, 'LI00 0000 MALLORY', 'after 48 hours the new details are used');

-- Without details the money has nowhere to go; with them removed it waits, too
select public.set_bank_details('', '', '');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'a removal makes withdrawals wait');
select tests.as_owner(), tests.turn('49 hours');
select tests.act_as('rider');
select public.set_bank_details('Other', '', 'LI00 0000 MALLORY');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'details entered long after a removal wait, too');

-- A proved contact that changed
select tests.act_as('rider2');
select public.set_bank_details('LLB', '', 'LI21 0881 0000 2324 013A B');
select tests.as_owner();
update auth.users set phone = '42355500001' where id = tests.id('rider2');
select tests.act_as('rider2');
select lives_ok($$ select public.request_withdrawal(1) $$, 'a first number changes nothing');
select tests.as_owner();
create temp table second as select tests.id('rider2') as id;
update auth.users set email = 'mallory@example.com' where id = (select id from second);
select set_config('request.jwt.claims', jsonb_build_object('sub', id, 'role', 'authenticated')::text, true) from second;
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'after a change of the address withdrawals wait');
select is((select o.payload ->> 'email' from app.outbox o where o.kind = 'mail' and o.payload ->> 'title' = 'contact_changed.title'), 'rider2@hackney.test', 'the old address hears of it');

-- Whoever writes the table
select tests.as_owner();
select tests.act_as('driver');
select public.set_bank_details('LLB', '', 'LI21 0881 0000 2324 013A C');
select tests.as_service();
update public.bank_details set bank_account = 'LI00 0000 MALLORY' where user_id = tests.id('driver');
select tests.act_as('driver');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'a change by the service waits, too');
select tests.as_owner();
select is((select count(*) from app.outbox o where o.kind = 'mail' and o.user_id = tests.id('driver')), 1::bigint, 'a change by the service is announced');

-- Who pays out sees the wait
select tests.act_as('admin');
select ok(public.payout_wait(tests.id('driver')) > app.now(), 'an admin reads until when withdrawals wait');
select is(public.payout_wait(tests.id('driver2')), null, 'who changed nothing waits for nothing');
select tests.act_as('driver');
select ok((public.own_wallet()).waits_until > app.now(), 'a driver reads until when the own ones wait');
select throws_ok($$ select public.payout_wait(tests.id('driver2')) $$, 'PT403', 'not_allowed', 'a driver does not ask for the wait of others');
select * from finish();
