-- New bank details or a new proved contact: the owner is notified over each channel, and withdrawals wait.
select no_plan();
select tests.set('rider_with_draw', 'true'), tests.set('bank_change_hours', '48');
select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(
  app.entry('wallet:' || tests.id(n), 100), app.entry('adjustments', -100))) from unnest('{rider,rider2,driver}'::text[]) n;
delete from public.bank_details;
delete from app.payout_changes;
update auth.users set phone = '423555777' || length(email) where email in ('rider@hackney.test');
delete from app.payout_changes;
delete from app.outbox;
create function tests.count_messages(kind text, name text default 'rider') returns bigint language sql volatile security definer as $$
  select count(*) from app.outbox o where o.kind = count_messages.kind and o.user_id = tests.id(name) and o.payload ->> 'title' in ('bank_details_changed.title', 'contact_changed.title')
$$;

-- A first entry causes no wait
select tests.act_as('rider');
select public.register_push_token('token-of-the-owner', 'ANDROID');
select public.set_bank_details('LLB', '', 'LI21 0881 0000 2324 013A A');
select is((public.request_withdrawal(1)).bank_account, 'LI21 0881 0000 2324 013A A', 'after the first bank details a withdrawal is possible at once');
select is(tests.count_messages('mail'), 0::bigint, 'first bank details send no warning');
select public.set_bank_details('LLB', '', 'LI21 0881 0000 2324 013A A');
select lives_ok($$ select public.request_withdrawal(1) $$, 'saving the same bank details again causes no wait');

select tests.sign_in_age(3600), tests.act_as('rider2');
select public.set_bank_details('LLB', '', 'LI91 0881 0000 2324 013A B');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'after the first bank details in an older session withdrawals wait');
select is(tests.count_messages('mail', 'rider2'), 1::bigint, 'first bank details in an older session are announced');
select tests.as_owner(), tests.sign_in_age(0);
delete from public.bank_details where user_id = tests.id('rider2');
delete from app.payout_changes where user_id = tests.id('rider2');
delete from app.outbox where user_id = tests.id('rider2');
select tests.act_as('rider');

-- A replacement
select public.set_bank_details('Other', '', 'LI48 0000 MALLORY');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'after new bank details withdrawals wait');
select is(tests.count_messages('mail'), 1::bigint, 'new bank details are announced by mail');
select is(tests.count_messages('sms'), 1::bigint, 'new bank details are announced by SMS');
select is(tests.count_messages('push'), 1::bigint, 'new bank details are announced by push');
select is((select n.params ->> 'account' from public.notices n where n.key = 'bank_details_changed' and n.user_id = tests.id('rider')), '***RY', 'the notice of new bank details shows the masked end of the account');
select is((select (n.params ->> 'until')::timestamptz from public.notices n where n.key = 'bank_details_changed' and n.user_id = tests.id('rider')), app.now() + interval '48 hours',
  'the notice of new bank details says when withdrawals are possible again');
select is((select r.bank_account from public.withdraw_requests r where r.user_id = tests.id('rider') order by r.id desc limit 1), 'LI21 0881 0000 2324 013A A',
  'a withdrawal requested before the change keeps the old bank details');
select tests.act_as('admin');
select is((public.complete_withdrawal((select r.id from tests.list_withdrawals(user_id => tests.id('rider')) r order by r.id desc limit 1))).bank_account,
  'LI21 0881 0000 2324 013A A', 'a withdrawal requested before the change is paid to the old bank details');
select tests.act_as('rider');
select public.set_bank_details('', '', '');
select public.set_bank_details('Other', '', 'LI48 0000 MALLORY');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'removing and re-entering bank details does not shorten the wait');
select tests.as_owner(), tests.turn('47 hours 59 minutes');
select tests.act_as('rider');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits',
  'one minute before the end of the 48 hours withdrawals still wait');
select tests.as_owner(), tests.turn('2 minutes');
select tests.act_as('rider');
select is((public.request_withdrawal(1)).bank_account, 'LI48 0000 MALLORY',
  'after 48 hours a withdrawal uses the new bank details');

-- Removed bank details also make withdrawals wait
select public.set_bank_details('', '', '');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits',
  'removing the bank details makes withdrawals wait');
select tests.as_owner(), tests.turn('49 hours');
select tests.act_as('rider');
select public.set_bank_details('Other', '', 'LI48 0000 MALLORY');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'bank details entered 49 hours after a removal make withdrawals wait');

-- A proved contact that changed
select tests.act_as('rider2');
select public.set_bank_details('LLB', '', 'LI91 0881 0000 2324 013A B');
select tests.as_owner();
update auth.users set phone = '42355500001' where id = tests.id('rider2');
select tests.act_as('rider2');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'after a first phone number, by which anybody could sign in, withdrawals wait');
select tests.as_owner();
select is((select o.payload ->> 'email' from app.outbox o where o.kind = 'mail' and o.payload ->> 'title' = 'contact_changed.title'), 'rider2@hackney.test', 'a first phone number is announced to the address of the account');
delete from app.outbox where user_id = tests.id('rider2');
delete from app.payout_changes where user_id = tests.id('rider2');
create temp table second as select tests.id('rider2') as id;
update auth.users set email = 'mallory@example.com' where id = (select id from second);
select set_config('request.jwt.claims', jsonb_build_object('sub', id, 'role', 'authenticated')::text, true) from second;
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'after a change of the email address withdrawals wait');
select is((select o.payload ->> 'email' from app.outbox o where o.kind = 'mail' and o.payload ->> 'title' = 'contact_changed.title'), 'rider2@hackney.test', 'a change of the email address is announced to the old address');

-- An address that the office sets
select tests.act_as('admin');
select throws_ok($$ select public.plan_email(tests.id('rider4'), 'nobody') $$, 'PT422', 'proper_email', 'the office cannot set a text that is no address');
select is(public.plan_email(tests.id('rider4'), 'Driver@Hackney.test') ->> 'message', 'user_exists', 'the office cannot give a person the address of another account');
select throws_ok($$ select public.plan_email(tests.id('admin'), 'new@example.com') $$, 'PT403', 'not_allowed', 'an admin cannot change the own address past the code');
select is(public.plan_email(tests.id('rider4'), 'New.Address@example.com') #>> '{user,email}', 'new.address@example.com', 'the office may give a rider a free address');
select is((select jsonb_build_array(l.actor_id, l.target_id, l.after ->> 'email' like '%*%') from public.audit_log l where l.action = 'change_email'),
  jsonb_build_array(tests.id('admin'), tests.id('rider4'), true), 'a change of address by the office is in the audit log, masked');
select is(public.plan_email(tests.id('rider4'), 'rider4@hackney.test'), jsonb_build_object('id', tests.id('rider4'), 'made', true), 'an address that the person has already needs no change');
select tests.act_as('rider');
select throws_ok($$ select public.plan_email(tests.id('rider4'), 'new@example.com') $$, 'PT403', 'not_allowed', 'a rider cannot change the address of another person');
select tests.act_as('fleet');
select throws_ok($$ select public.plan_email(tests.id('driver2'), 'new@example.com') $$, 'PT403', 'not_allowed', 'a fleet admin cannot change the address of a driver');
select tests.as_owner();
insert into auth.sessions (id, user_id, created_at) values (gen_random_uuid(), tests.id('rider4'), now());
create temp table fourth as select tests.id('rider4') as id;
update auth.users set email = 'new.address@example.com' where id = (select id from fourth);
select is((select array_agg((o.payload ->> 'email') || ' ' || (o.payload ->> 'title') order by o.payload ->> 'email') from app.outbox o where o.kind = 'mail' and o.user_id = (select id from fourth)),
  '{"new.address@example.com email_set.title","rider4@hackney.test contact_changed.title"}', 'both addresses are told of a change by the office');
select is_empty($$ select 1 from auth.sessions s where s.user_id = (select id from fourth) $$, 'a change of address by the office signs the person out everywhere');
select isnt((select app.payout_waits_until(id) from fourth), null, 'withdrawals wait after a change of address by the office');
update auth.users set email = 'third@example.com' where id = (select id from fourth);
select is_empty($$ select 1 from app.outbox o where o.payload ->> 'email' = 'third@example.com' $$, 'a later change by the person is not told as one of the office');

select tests.as_owner();
-- Another telephone number, and none any more
select tests.as_owner(), tests.fill_wallet('rider3', 50);
update auth.users set phone = '42355500003' where id = tests.id('rider3');
select tests.act_as('rider3');
select public.set_bank_details('LLB', '', 'LI64 0881 0000 2324 013A C');
select tests.as_owner(), tests.turn('49 hours');
select tests.act_as('rider3');
select lives_ok($$ select public.request_withdrawal(1) $$, 'long after a first phone number and bank details a withdrawal passes');
select tests.as_owner();
update auth.users set phone = '42355500004' where id = tests.id('rider3');
select tests.act_as('rider3');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits', 'after a change of the phone number withdrawals wait');
select tests.as_owner();
select isnt_empty($$ select 1 from app.outbox o where o.kind = 'sms' and o.payload ->> 'phone' = '+42355500003' and o.payload::text like '%contact_changed%' $$,
  'a change of the phone number is announced to the old number');

-- Changes written by the service role
select tests.as_owner();
select tests.act_as('driver');
select public.set_bank_details('LLB', '', 'LI64 0881 0000 2324 013A C');
select tests.as_service();
update public.bank_details set bank_account = 'LI48 0000 MALLORY' where user_id = tests.id('driver');
select tests.act_as('driver');
select throws_ok($$ select public.request_withdrawal(1) $$, 'PT409', 'payout_waits',
  'bank details changed by the service role make withdrawals wait');
select tests.as_owner();
select is((select count(*) from app.outbox o where o.kind = 'mail' and o.user_id = tests.id('driver')), 1::bigint, 'bank details changed by the service role are announced by mail');

-- Who can read the wait
select tests.act_as('admin');
select ok(public.payout_wait(tests.id('driver')) > app.now(), 'an admin can read until when a driver''s withdrawals wait');
select is(public.payout_wait(tests.id('driver2')), null, 'a driver who changed nothing has no wait');
select tests.act_as('driver');
select ok((public.own_wallet()).waits_until > app.now(), 'a driver can read until when the own withdrawals wait');
select throws_ok($$ select public.payout_wait(tests.id('driver2')) $$, 'PT403', 'not_allowed', 'a driver cannot read the wait of another driver');
select * from finish();
