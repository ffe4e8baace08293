-- Days that are closed in order under a chain of hashes, periods that are locked, and tax that is paid on.
select no_plan();
create function tests.day(days integer default 0) returns date language sql stable security definer as $$ select app.today() + days $$;
create function tests.move(amount numeric) returns bigint language sql volatile security definer as $$
  select app.post_ledger('testing', gen_random_uuid()::text, null, jsonb_build_array(app.entry('tax', amount), app.entry('bank', -amount)))
$$;
create function tests.month(months integer) returns date language sql stable security definer as $$
  select (date_trunc('month', app.today()) + make_interval(months => months))::date
$$;
create function tests.bank() returns numeric language sql volatile security definer as $$ select app.ledger_balance('bank') $$;

-- What only somebody past every trigger could do.
create function tests.tamper(sign integer) returns void language plpgsql security definer as $$
begin
  set local session_replication_role = replica;
  update public.book_closes set entries = entries + sign where day = tests.day(-2);
  update public.ledger_entries e set amount = e.amount * 2 ^ sign where e.transaction_id = (
    select min(t.id) from public.ledger_transactions t where t.kind = 'testing' and t.created_at > app.now() - interval '4 days');
  set local session_replication_role = origin;
end $$;

-- Who may
select tests.as_visitor();
select throws_ok($$ select public.close_day('2026-01-01') $$, '42501', null, 'a visitor closes no day');
select tests.act_as('driver');
select throws_ok($$ select public.close_day('2026-01-01') $$, 'PT403', 'not_allowed', 'a driver closes no day');
select throws_ok($$ select * from public.check_closes() $$, 'PT403', 'not_allowed', 'a driver checks none');
select throws_ok($$ select public.lock_period('2026-01-01') $$, 'PT403', 'not_allowed', 'a driver locks nothing');
select throws_ok($$ select public.remit_tax('2026-01-01') $$, 'PT403', 'not_allowed', 'a driver pays no tax on');
select tests.act_as('admin');
select tests.set('allow_critical_edits_admin', 'false');
select throws_ok($$ select public.close_day('2026-01-01') $$, 'PT403', 'demo_mode', 'a demo closes no day');
select throws_ok($$ select public.lock_period('2026-01-01') $$, 'PT403', 'demo_mode', 'a demo locks nothing');
select throws_ok($$ select public.remit_tax('2026-01-01') $$, 'PT403', 'demo_mode', 'a demo pays no tax on');
select tests.set('allow_critical_edits_admin', 'true');
select throws_ok($$ select public.close_day('2026-01-01') $$, 'PT409', 'close_in_order', 'a day before the first entry is not closed');

-- In order
select tests.as_owner();
select tests.move(10), tests.turn('1 day'), tests.move(5), tests.turn('1 day'), tests.turn('1 day'), tests.move(7);
select tests.act_as('admin');
select throws_ok($$ select public.close_day(tests.day()) $$, 'PT409', 'day_not_over', 'today is not over');
select throws_ok($$ select public.close_day(null) $$, 'PT409', 'day_not_over', 'no day is none');
select is((public.money_status()).next_day, tests.day(-3), 'the first day with money is the next to close');
create temp table one as select * from public.close_day(tests.day(-3));
grant select on one to public;
select is((select prev_hash from one), '', 'the first day has none before it');
select is((select balances -> 'bank' from one), to_jsonb(tests.bank() + 12), 'it keeps what was there at its end');
select results_eq($$ select c.hash, c.closed_at from public.close_day(tests.day(-3)) c $$, $$ select hash, closed_at from one $$, 'a day is closed once');
select throws_ok($$ select public.close_day(tests.day(-1)) $$, 'PT409', 'close_in_order', 'no day is left out');
select is((public.close_day(tests.day(-2))).prev_hash, (select hash from one), 'each day has the hash of the one before');
select is((select totals from public.close_day(tests.day(-1))), '[]', 'a day without money is closed, too');
select is((public.money_status()).closed_until, tests.day(-1), 'the status says until when');
select is((public.money_status()).next_day, null, 'nothing is left to close');
select results_eq($$ select * from public.check_closes() $$, $$ select tests.day(-n), true, true, true from generate_series(3, 1, -1) n $$, 'everything fits');
select is((select count(*) from public.audit_log where action = 'close_day'), 3::bigint, 'each close is in the log once');
select throws_ok($$ update public.book_closes set entries = 0 $$, '42501', null, 'an admin changes no closed day');
select tests.as_service();
select throws_ok($$ delete from public.book_closes $$, '42501', null, 'the service role deletes none');
select tests.as_owner();
select throws_ok($$ update public.book_closes set entries = 0 $$, 'PT409', 'append_only', 'the owner changes none');
select tests.tamper(1);
select tests.act_as('admin');
select results_eq($$ select * from public.check_closes() $$, $$ values (tests.day(-3), true, true, false), (tests.day(-2), false, true, true), (tests.day(-1), true, true, true) $$, 'whatever is tampered with shows');
select tests.as_owner();
select tests.tamper(-1);

-- Tax
select tests.act_as('admin');
select throws_ok($$ select public.remit_tax(tests.month(0)) $$, 'PT409', 'day_not_over', 'a month that is not over is not paid on');
select throws_ok($$ select public.remit_tax(null) $$, 'PT409', 'day_not_over', 'no month is none');
select tests.as_owner(), tests.turn('1 month');
create temp table owed as select app.ledger_balance('tax') as amount;
grant select on owed to public;
select tests.move(-3);
select tests.act_as('admin');
select throws_ok($$ select public.remit_tax(tests.month(-1), tests.day(1)) $$, 'PT409', 'period_locked', 'nothing is dated to tomorrow');
create temp table before as select tests.bank() as bank;
grant select on before to public;
select is((public.remit_tax(tests.month(-1))).amount, (select amount from owed), 'the tax at the end of a month is paid on');
select is((public.remit_tax(tests.month(-1) + 5)).amount, (select amount from owed), 'once for the month');
select is(tests.bank(), (select bank + (select amount from owed) from before), 'from the bank');
select throws_ok($$ select public.remit_tax(tests.month(-2)) $$, 'PT409', 'nothing_to_remit', 'an earlier month is paid with it');
select tests.as_owner(), tests.move(20), tests.turn('1 month');
select tests.act_as('admin');
select is((public.remit_tax(tests.month(-1))).amount, 17::numeric, 'what was given back lessens what is due');
select is((select count(*) from public.tax_remittances), 2::bigint, 'staff reads what was paid');
select is((select outcome from public.match_statement(jsonb_build_array(jsonb_build_object('reference', 't1', 'amount', '-17', 'currency', 'CHF', 'booked_on', tests.day())))), 'unmatched', 'the bank''s line says no more than an amount');
select is((public.assign_bank_line((select id from public.bank_lines where reference = 't1'), 'tax', tests.month(-1)::text)).outcome, 'tax', 'staff says that it was the tax');

-- Locking
select throws_ok($$ select public.lock_period(tests.day(-1)) $$, 'PT409', 'close_in_order', 'only closed days are locked');
select tests.as_owner();
create temp table last as select max(day) as day from public.book_closes;
grant select on last to public;
select tests.act_as('admin');
select is(public.lock_period((select day from last)), (select day from last), 'a closed period is locked');
select is(public.lock_period((select day - 1 from last)), (select day from last), 'a locked period stays locked');
select is((public.money_status()).locked_until, (select day from last), 'the status says so');
select tests.as_owner(), tests.move(20), tests.turn('1 month');
select tests.act_as('admin');
select throws_ok($$ select public.remit_tax(tests.month(-1), (select day from last)) $$, 'PT409', 'period_locked', 'nothing is dated into a locked period');
select is((public.remit_tax(tests.month(-1), (select day + 1 from last))).on_day, (select day + 1 from last), 'after it there is room');
select tests.as_owner();
update public.profiles set staff_role = 'support' where id = tests.id('admin2');
select tests.act_as('admin2');
select throws_ok($$ select public.close_day(tests.day(-1)) $$, 'PT403', 'not_allowed', 'support closes no day');
select is_empty($$ select 1 from public.book_closes union all select 1 from public.tax_remittances $$, 'support reads nothing of it');
select tests.as_owner();
set constraints all immediate;
select pass('the ledger adds up');
select * from finish();
