-- Closing days in order with a chain of hashes, locking periods, and remitting tax.
select no_plan();
create function tests.day(days integer default 0) returns date language sql stable security definer as $$ select app.today() + days $$;
create function tests.move(amount numeric) returns bigint language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('tax', amount), app.entry('bank', -amount)))
$$;
create function tests.month(months integer) returns date language sql stable security definer as $$
  select (date_trunc('month', app.today()) + make_interval(months => months))::date
$$;
create function tests.bank() returns numeric language sql volatile security definer as $$ select app.ledger_balance('bank') $$;

-- Changes that are only possible with all triggers disabled.
create function tests.tamper(sign integer) returns void language plpgsql security definer as $$
begin
  set local session_replication_role = replica;
  update public.book_closes set entries = entries + sign where day = tests.day(-2);
  update public.ledger_entries e set amount = e.amount * 2 ^ sign where e.transaction_id = (
    select min(t.id) from public.ledger_transactions t where t.kind = 'testing' and t.created_at > app.now() - interval '4 days');
  set local session_replication_role = origin;
end $$;

-- Permissions
select tests.as_visitor();
select throws_ok($$ select public.close_day('2026-01-01') $$, '42501', null, 'a visitor cannot close a day');
select tests.act_as('driver');
select throws_ok($$ select public.close_day('2026-01-01') $$, 'PT403', 'not_allowed', 'a driver cannot close a day');
select throws_ok($$ select * from public.check_closes() $$, 'PT403', 'not_allowed', 'a driver cannot check closed days');
select throws_ok($$ select public.lock_period('2026-01-01') $$, 'PT403', 'not_allowed', 'a driver cannot lock a period');
select throws_ok($$ select public.remit_tax('2026-01-01') $$, 'PT403', 'not_allowed', 'a driver cannot remit tax');
select tests.act_as('admin');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.close_day('2026-01-01') $$, 'PT403', 'demo_mode', 'a day cannot be closed in a demo');
select throws_ok($$ select public.lock_period('2026-01-01') $$, 'PT403', 'demo_mode', 'a period cannot be locked in a demo');
select throws_ok($$ select public.remit_tax('2026-01-01') $$, 'PT403', 'demo_mode', 'tax cannot be remitted in a demo');
select tests.set('allow_critical_edits_admin', 'true');
select throws_ok($$ select public.close_day('2026-01-01') $$, 'PT409', 'close_in_order', 'a day before the first ledger entry cannot be closed');

-- In order
select tests.as_owner();
select tests.move(10), tests.turn('1 day'), tests.move(5), tests.turn('1 day'), tests.turn('1 day'), tests.move(7);
select tests.act_as('admin');
select throws_ok($$ select public.close_day(tests.day()) $$, 'PT409', 'day_not_over', 'today cannot be closed');
select throws_ok($$ select public.close_day(null) $$, 'PT409', 'day_not_over', 'close_day without a date is refused');
select is((public.money_status()).next_day, tests.day(-3), 'the first day with entries is the next to close');
create temp table one as select * from public.close_day(tests.day(-3));
grant select on one to public;
select is((select prev_hash from one), '', 'the first closed day has no previous hash');
select is((select balances -> 'bank' from one), to_jsonb(tests.bank() + 12), 'a closed day stores the balances at its end');
select results_eq($$ select c.hash, c.closed_at from public.close_day(tests.day(-3)) c $$, $$ select hash, closed_at from one $$, 'closing a day again answers the stored close');
select throws_ok($$ select public.close_day(tests.day(-1)) $$, 'PT409', 'close_in_order',
  'a day cannot be closed before the days in between');
select is((public.close_day(tests.day(-2))).prev_hash, (select hash from one),
  'a closed day stores the hash of the previous day');
select is((select totals from public.close_day(tests.day(-1))), '[]', 'a day without entries can be closed');
select is((public.money_status()).closed_until, tests.day(-1), 'money_status shows the last closed day');
select is((public.money_status()).next_day, null, 'money_status shows no next day when all days are closed');
select results_eq($$ select * from public.check_closes() $$, $$ select tests.day(-n), true, true, true from generate_series(3, 1, -1) n $$, 'check_closes reports no problem for untouched days');
select is((select count(*) from public.audit_log where action = 'close_day'), 3::bigint,
  'each closed day is in the audit log once');
select throws_ok($$ update public.book_closes set entries = 0 $$, '42501', null, 'an admin cannot change a closed day');
select tests.as_service();
select throws_ok($$ delete from public.book_closes $$, '42501', null, 'the service role cannot delete a closed day');
select tests.as_owner();
select throws_ok($$ update public.book_closes set entries = 0 $$, 'PT409', 'append_only',
  'the database owner cannot change a closed day');
select tests.tamper(1);
select tests.act_as('admin');
select results_eq($$ select * from public.check_closes() $$, $$ values (tests.day(-3), true, true, false), (tests.day(-2), false, true, true), (tests.day(-1), true, true, true) $$, 'check_closes reports changed entries and changed closes');
select tests.as_owner();
select tests.tamper(-1);

-- Tax
select tests.act_as('admin');
select throws_ok($$ select public.remit_tax(tests.month(0)) $$, 'PT409', 'day_not_over', 'tax of the current month cannot be remitted');
select throws_ok($$ select public.remit_tax(null) $$, 'PT409', 'day_not_over', 'remit_tax without a month is refused');
select tests.as_owner(), tests.turn('1 month');
create temp table owed as select app.ledger_balance('tax') as amount;
grant select on owed to public;
select tests.move(-3);
select tests.act_as('admin');
select throws_ok($$ select public.remit_tax(tests.month(-1), tests.day(1)) $$, 'PT409', 'period_locked', 'a remittance dated tomorrow is refused');
create temp table before as select tests.bank() as bank;
grant select on before to public;
select is((public.remit_tax(tests.month(-1))).amount, (select amount from owed),
  'remit_tax pays the tax owed at the end of the month');
select is((public.remit_tax(tests.month(-1) + 5)).amount, (select amount from owed),
  'remit_tax again for the same month answers the same amount');
select is(tests.bank(), (select bank + (select amount from owed) from before), 'remitted tax leaves the bank account');
select throws_ok($$ select public.remit_tax(tests.month(-2)) $$, 'PT409', 'nothing_to_remit', 'an earlier month has nothing left to remit');
select tests.as_owner(), tests.move(20), tests.turn('1 month');
select tests.act_as('admin');
select is((public.remit_tax(tests.month(-1))).amount, 17::numeric, 'tax that was given back reduces the next remittance');
select is((select count(*) from public.tax_remittances), 2::bigint, 'an admin can read the remittances');
select is((select outcome from public.match_statement(jsonb_build_array(jsonb_build_object('reference', 't1', 'amount', '-17', 'currency', 'CHF', 'booked_on', tests.day())))), 'unmatched', 'a bank line with only an amount stays unmatched');
select is((public.assign_bank_line((select id from tests.list_bank_lines() where reference = 't1'), 'tax', tests.month(-1)::text)).outcome, 'tax', 'an admin can assign a bank line to the tax remittance');

-- Locking
select throws_ok($$ select public.lock_period(tests.day(-1)) $$, 'PT409', 'close_in_order',
  'a day that is not closed cannot be locked');
select tests.as_owner();
create temp table last as select max(day) as day from public.book_closes;
grant select on last to public;
select tests.act_as('admin');
select is(public.lock_period((select day from last)), (select day from last), 'an admin can lock a closed period');
select is(public.lock_period((select day - 1 from last)), (select day from last),
  'locking an earlier day keeps the later lock');
select is((public.money_status()).locked_until, (select day from last), 'money_status shows until when periods are locked');
select tests.as_owner(), tests.move(20), tests.turn('1 month');
select tests.act_as('admin');
select throws_ok($$ select public.remit_tax(tests.month(-1), (select day from last)) $$, 'PT409', 'period_locked', 'a remittance dated into a locked period is refused');
select is((public.remit_tax(tests.month(-1), (select day + 1 from last))).on_day, (select day + 1 from last), 'a remittance dated after the locked period is accepted');
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin2');
select tests.act_as('admin2');
select throws_ok($$ select public.close_day(tests.day(-1)) $$, 'PT403', 'not_allowed',
  'an admin with the support role cannot close a day');
select is_empty($$ select 1 from public.book_closes union all select 1 from public.tax_remittances $$, 'an admin with the support role cannot read closed days and remittances');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger balances after closing and remitting');
select * from finish();
