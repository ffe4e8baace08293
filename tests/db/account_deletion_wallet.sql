-- Deleting an account with money in the wallet: back to the cards, else through the office, else given up.
select no_plan();
select tests.set('app_category', 'both'), tests.set('negative_balance', 'true'), tests.set('bank_change_hours', '48');
create function tests.topup(name text, amount numeric) returns uuid language plpgsql security definer as $$
declare v_id uuid := tests.begin_payment('topup', topup.amount, topup.name);
begin
  perform tests.record_event(v_id, 'paid');
  return v_id;
end $$;
create function tests.leaving(name text) returns text language plpgsql security definer as $$
declare
  v_before text := current_setting('request.jwt.claims', true);
  v_row public.wallet_at_deletion;
begin
  perform set_config('request.jwt.claims', tests.claims(name), true);
  v_row := public.wallet_at_deletion();
  perform set_config('request.jwt.claims', v_before, true);
  return format('%s to cards, %s left%s', trim_scale(v_row.to_cards), trim_scale(v_row.remaining_balance), case when v_row.can_ask then ', office' else '' end);
end $$;
create function tests.is_gone(name text) returns boolean language sql volatile security definer as $$
  select p.deleted_at is not null from public.profiles p where p.id = tests.id(name)
$$;
-- Ids stay after the deletion, when the names of the accounts are gone.
create temp table who as select n as name, tests.id(n) as id from unnest('{rider,rider2,rider3,rider4,rider5,driver4}'::text[]) n;
grant select on who to public;
create function tests.adjusted() returns numeric language sql volatile security definer as $$
  select coalesce(sum(e.amount), 0) from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
  join public.ledger_transactions t on t.id = e.transaction_id where a.name = 'adjustments' and t.kind = 'wallet_given_up'
$$;
select tests.clear_wallet(n) from unnest('{rider,rider2,rider3,rider4,rider5,driver4}'::text[]) n;

select tests.as_visitor();
select throws_ok($$ select public.wallet_at_deletion() $$, '42501', null, 'a visitor has no wallet to leave');

-- The cards take all
select tests.as_owner(), tests.topup('rider', 30), tests.turn('1 minute'), tests.topup('rider', 20);
select tests.fill_wallet('rider', 35);
select is(tests.leaving('rider'), '35 to cards, 0 left', 'money that was topped up goes back to cards');
select tests.act_as('rider');
select is((public.delete_my_account()).is_deleted, true, 'a rider with topped-up money can delete the account');
select tests.as_owner();
select results_eq($$ select r.amount, r.status, r.reason from public.refunds r where r.customer_id = (select id from who where name = 'rider') order by r.id $$,
  $$ values (20::numeric, 'due', 'topup_returned'), (15::numeric, 'due', 'topup_returned') $$, 'the latest top-up is returned first, and the earlier one in part');
select results_eq($$ select wallet_balance, deleted_at is not null from public.profiles where id = (select id from who where name = 'rider') $$, $$ values (0::numeric, true) $$,
  'the wallet of the deleted account is empty');
select is((select count(*) from tests.take_job('refund')), 2::bigint, 'the refunds are sent to the provider');

-- No card takes the rest
select tests.topup('rider2', 10), tests.fill_wallet('rider2', 14);
select is(tests.leaving('rider2'), '10 to cards, 4 left', 'money beyond the top-ups is left, and without a booking the office cannot be asked');
select tests.act_as('rider2');
select throws_ok($$ select public.delete_my_account() $$, 'PT409', 'wallet_not_empty', 'money that no card can take is not lost without consent');
select throws_ok($$ select public.delete_my_account('keep') $$, 'PT409', 'wallet_not_empty', 'an unknown decision about the rest is refused');
select throws_ok($$ select public.delete_my_account('ask_office') $$, 'PT409', 'wallet_not_empty', 'a rider without a booking cannot open a case');
select tests.as_owner();
select is((select count(*) from public.refunds where customer_id = tests.id('rider2')), 0::bigint, 'a refused deletion returns nothing to a card');
select tests.sign_in_age(901), tests.act_as('rider2');
select throws_ok($$ select public.delete_my_account('give_up') $$, 'PT403', 'sign_in_again', 'a session that was begun more than 15 minutes ago cannot give up money');
select throws_ok($$ select public.delete_my_account() $$, 'PT403', 'sign_in_again', 'a session that was begun more than 15 minutes ago cannot delete the account');
select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb
  || jsonb_build_object('amr', jsonb_build_array(jsonb_build_object('method', 'token_refresh', 'timestamp', floor(extract(epoch from now()))))))::text, true);
select throws_ok($$ select public.delete_my_account() $$, 'PT403', 'sign_in_again', 'a renewed token is no new sign-in');
select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb - 'amr')::text, true);
select throws_ok($$ select public.delete_my_account() $$, 'PT403', 'sign_in_again', 'a token that does not say when its owner signed in cannot delete the account');
select tests.sign_in_age(600), tests.as_owner();
update auth.users set phone = '4235559001', phone_confirmed_at = now() where id = tests.id('rider2');
select tests.act_as('rider2');
select throws_ok($$ select public.delete_my_account('give_up') $$, 'PT409', 'payout_waits', 'nobody who has just added a way to sign in gives up the money of an account');
select tests.as_owner(), tests.turn('49 hours');
select tests.act_as('rider2');
select is((public.delete_my_account('give_up')).is_deleted, true, 'a rider can give up the rest');
select tests.as_owner();
select is(tests.adjusted(), 4::numeric, 'money that was given up is in the account adjustments');
select is((select sum(amount) from public.refunds where customer_id = (select id from who where name = 'rider2')), 10::numeric, 'giving up the rest still returns the top-up to its card');

-- Money that comes after the deletion
select is(tests.record_event(r.payment_id, 'refund_failed', 10, jsonb_build_object('refund_ref', 're_late')), 'refund_failed', 'a provider reports that the card of a deleted account took nothing')
from public.refunds r where r.customer_id = (select id from who where name = 'rider2');
select results_eq($$ select p.wallet_balance, r.status, j.status from public.profiles p join public.refunds r on r.customer_id = p.id join app.payment_jobs j on j.refund_id = r.id
  where p.id = (select id from who where name = 'rider2') $$, $$ values (0::numeric, 'due', 'dead') $$, 'a failed refund of a deleted account waits for the office instead of filling a wallet that nobody has');
select tests.act_as('admin2');
select results_eq($$ select s.amount, s.choices from public.stuck_payments() s where s.customer_id = (select id from who where name = 'rider2') $$, $$ values (10::numeric, '{retry,sent}'::text[]) $$,
  'the office can send a failed refund of a deleted account again');
select ok(public.retry_payment(s.job_id), 'the office sends a failed refund of a deleted account again') from public.stuck_payments() s where s.customer_id = (select id from who where name = 'rider2');
select tests.as_owner();
select is(public.finish_payment_job(j.job_id, 'failed'), 'dead', 'a refund that the card of a deleted account refuses once more waits again') from tests.take_job('refund') j
join public.refunds r on r.id = j.refund_id where r.customer_id = (select id from who where name = 'rider2');
select app.post_ledger('testing', 'late credit', null, jsonb_build_array(app.entry('wallet:' || w.id, 8), app.entry('bonus:' || w.id, 1), app.entry('expense.goodwill', -9))) from who w where w.name = 'rider2';
select results_eq($$ select a.name, e.amount from public.ledger_entries e join public.ledger_accounts a on a.id = e.account_id
  join public.ledger_transactions t on t.id = e.transaction_id where t.idempotency_key = 'late credit' order by e.amount $$,
  $$ values ('expense.goodwill', -9::numeric), ('adjustments', 1::numeric), ('adjustments', 8::numeric) $$, 'no wallet of a deleted account is credited, whatever moves the money');
select is((select p.wallet_balance from public.profiles p where p.id = (select id from who where name = 'rider2')), 0::numeric, 'the wallet of a deleted account stays empty');
select tests.act_as('admin');
select results_eq($$ select r ->> 'driver_id' from json_array_elements(public.attention_list() -> 'rows') r where r ->> 'reason' = 'left_money' $$,
  $$ select id::text from who where name = 'rider2' $$, 'the office is told of money for a deleted account');
select tests.as_owner();
update public.profiles set staff_role = 'dispatcher' where id = tests.id('admin2');
select tests.act_as('admin2');
select is_empty($$ select 1 from json_array_elements(public.attention_list() -> 'rows') r where r ->> 'reason' = 'left_money' $$, 'who may not read the money is not told of it');
select tests.as_owner();
update public.profiles set staff_role = 'owner' where id = tests.id('admin2');

-- The office pays it out
select tests.book('rider3'), tests.let('rider3', format('select public.cancel_booking(%L)', tests.booking())), tests.turn('40 days'), tests.fill_wallet('rider3', 7);
select is(tests.leaving('rider3'), '0 to cards, 7 left, office', 'a rider with an old booking can ask the office');
select tests.act_as('rider3');
create temp table asked as select (public.delete_my_account('ask_office', 'Bitte auszahlen')).case_id as id;
grant select on asked to public;
select is((select message from public.cases where id = (select id from asked)), 'Bitte auszahlen', 'the office is asked in a case');
select is((public.delete_my_account('ask_office', 'Noch einmal')).case_id, (select id from asked), 'asking again opens no second case');
select tests.as_owner();
select is(tests.is_gone('rider3'), false, 'the account stays until the office has paid');
select is(tests.wallet_of('rider3'), 7::numeric, 'the money stays in the wallet until the office has paid');

-- Who has no choice
select tests.fill_wallet('rider4', -3);
select is(tests.leaving('rider4'), '0 to cards, -3 left', 'a debt is told before the deletion');
select tests.act_as('rider4');
select throws_ok($$ select public.delete_my_account('give_up') $$, 'PT409', 'wallet_not_empty', 'a debt cannot be given up');
select tests.as_owner(), tests.topup('rider5', 12);
select tests.let('admin', 'select public.add_to_wallet(tests.id(''rider5''), 1)');
select tests.act_as('admin');
select throws_ok($$ select public.delete_person(tests.id('rider5')) $$, 'PT409', 'wallet_not_empty', 'the office cannot give up a person''s money');
select tests.as_owner(), tests.fill_wallet('rider5', 12);
select tests.act_as('admin');
select lives_ok($$ select public.delete_person(tests.id('rider5')) $$, 'the office deletes a person whose money goes back to the card');
select tests.as_owner();
select is((select amount from public.refunds where customer_id = (select id from who where name = 'rider5')), 12::numeric, 'the money of a person whom the office deletes goes back to the card');
select tests.fill_wallet('driver4', 9);
select tests.act_as('driver4');
select throws_ok($$ select public.delete_my_account('ask_office') $$, 'PT409', 'wallet_not_empty', 'a driver withdraws earnings instead of asking in a rider''s case');

-- What cards no longer take
select tests.as_owner(), tests.topup('rider3', 5);
select tests.turn('181 days');
select is(tests.leaving('rider3'), '0 to cards, 12 left, office', 'a top-up of more than 180 days ago cannot be returned');
set constraints all immediate;
select pass('the ledger balances after the deletions');
