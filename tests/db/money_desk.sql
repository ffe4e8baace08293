-- The money desk: each figure can be opened to its ledger entries, before and after days are summed.
select no_plan();
create function tests.day(days integer default 0) returns date language sql stable security definer as $$ select app.today() + days $$;
-- Compares each figure of the desk with ledger_rows, page by page, and returns the differences.
create function tests.sum_of(from_day date, to_day date, account text, kind text, direction text) returns numeric[] language plpgsql as $$
declare
  v_row record;
  v_sum numeric := 0;
  v_count integer := 0;
  v_at timestamptz;
  v_id bigint;
  v_got integer;
begin
  loop
    v_got := 0;
    for v_row in select * from public.ledger_rows(from_day, to_day, account, kind, direction, null, v_at, v_id, 7) loop
      v_got := v_got + 1;
      v_sum := v_sum + v_row.amount;
      v_count := v_count + 1;
      v_at := v_row.at;
      v_id := v_row.id;
    end loop;
    exit when v_got < 7;
  end loop;
  return array[v_sum, v_count];
end $$;
create function tests.wrong(from_day date, to_day date) returns setof text language sql as $$
  select format('%s %s %s: %s is not %s', f.what, d.account, d.kind, f.figure, s.sums) from public.money_desk(from_day, to_day) d
  cross join lateral (values ('opening', d.opening, null::bigint, null::date, from_day - 1, null), ('closing', d.closing, null, null, to_day, null),
    ('inflow', d.inflow, d.entries_in, from_day, to_day, 'in'), ('outflow', -d.outflow, d.entries_out, from_day, to_day, 'out')) f (what, figure, entries, since, until, direction)
  cross join lateral (select tests.sum_of(f.since, f.until, d.account, d.kind, f.direction) as sums) s
  where f.figure is not null and (f.figure <> s.sums[1] or f.entries <> s.sums[2])
$$;

select is_empty($$ select k[1] from regexp_matches((select string_agg(pg_get_constraintdef(c.oid), '') from pg_constraint c
    where c.conrelid = 'public.ledger_accounts'::regclass and pg_get_constraintdef(c.oid) like '%payouts_pending%'), '''([a-z_.]+)''::text', 'g') k
  where app.account_part(k[1]) is null and app.account_part(k[1] || '.rider') is null and app.account_part(k[1] || ':stripe') is null $$,
  'every kind of account has its part of the books');
select is(app.account_part('cash'), 'hold', 'cash that drivers handed in is held, not owed');
select tests.as_visitor();
select throws_ok($$ select * from public.money_desk() $$, '42501', null, 'a visitor cannot read the money desk');
select tests.act_as('rider');
select throws_ok($$ select * from public.money_desk() $$, 'PT403', 'not_allowed', 'a rider cannot read the money desk');
select throws_ok($$ select * from public.ledger_rows() $$, 'PT403', 'not_allowed', 'a rider cannot read ledger rows');
select throws_ok($$ select * from public.money_days() $$, 'PT403', 'not_allowed', 'a rider cannot read money days');
select throws_ok($$ select public.money_status() $$, 'PT403', 'not_allowed', 'a rider cannot read the money status');
select tests.act_as('fleet');
select throws_ok($$ select * from public.money_desk() $$, 'PT403', 'not_allowed', 'a fleet admin cannot read the money desk');

-- Three days: fares with tax and a fleet's share, tips, a refund, a withdrawal.
select tests.as_owner(), tests.set('time_zone', 'Europe/Vaduz'), tests.set('tax_percent', '8.1'), tests.set('fleet_percent', '10');
update public.drivers set fleet_id = tests.id('fleet') where id = tests.id('driver');
select tests.turn('10 days');
create temp table first as select tests.day() as day;
grant select on first to public;
select app.post_ledger('testing', 'desk' || n, null, jsonb_build_array(app.entry('wallet:' || tests.id(n), 100), app.entry('bank', -100))) from unnest('{rider,driver}'::text[]) n;
select tests.ride('PAID');
select tests.let('rider', format('select public.tip_driver(%L, 2)', tests.booking()));
select tests.turn('1 day'), tests.ride('PAID');
select tests.let('admin', format('select public.refund_booking(%L, 3, ''x'', true)', tests.booking()));
delete from public.bank_details;
select tests.let('driver', 'select public.request_withdrawal(40)');
select tests.let('admin', format('select public.complete_withdrawal(%L)', (select id from public.withdraw_requests where user_id = tests.id('driver'))));
select tests.turn('1 day'), tests.ride('PAID');
select tests.act_as('admin');
select is_empty($$ select tests.wrong((select day from first), (select day from first) + 2) $$, 'each figure of three days equals the sum of its rows');
select is_empty($$ select tests.wrong((select day from first) + 1, (select day from first) + 1) $$, 'each figure of the middle day equals the sum of its rows');
select is_empty($$ select * from public.money_desk() where closing <> opening + inflow - outflow $$, 'each closing balance follows from the opening balance and the movements');
create temp table parts as select part, sum(opening) as opening, sum(closing) as closing, sum(inflow - outflow) as moved
  from public.money_desk((select day from first) + 1, (select day from first) + 2) where kind is null group by part;
grant select on parts to public;
select is((select opening from parts where part = 'hold'), (select sum(opening) from parts where part <> 'hold'), 'the opening balance held equals what is owed and earned');
select is((select closing from parts where part = 'hold'), (select sum(closing) from parts where part <> 'hold'), 'the closing balance held equals what is owed and earned');
select is((select moved from parts where part = 'hold'), -40::numeric, 'a withdrawal of 40 reduces what is held');
select is((select outflow from public.money_desk((select day from first), (select day from first) + 2) where account = 'bank' and kind = 'withdrawal_completed'), 40::numeric, 'a kind of movement has its own figure');
select is_empty($$ select d.account from public.money_desk((select day from first), (select day from first) + 2) d where d.kind is null
  and (d.inflow, d.outflow) <> (select coalesce(sum(k.inflow), 0), coalesce(sum(k.outflow), 0) from public.money_desk((select day from first), (select day from first) + 2) k
    where k.account = d.account and k.kind is not null) $$, 'the figures of all kinds add up to their account');
select is((select count(*) from public.ledger_rows((select day from first), (select day from first) + 2, page_size => 5000)),
  (select sum(entries_in + entries_out)::bigint from public.money_desk((select day from first), (select day from first) + 2) where kind is null), 'the ledger rows contain each entry once');
select is((select distinct name from public.ledger_rows(of_account => 'wallet.driver', of_kind => 'withdrawal')),
  (select btrim(first_name || ' ' || last_name) from public.profiles where id = tests.id('driver')), 'a ledger row of a wallet shows its owner''s name');
select ok((select bool_and(reference is not null) from public.ledger_rows(of_kind => 'settlement')), 'a ledger row of a settlement shows the ride''s reference');
select is((select count(distinct part) from public.ledger_rows(of_part => 'earned')), 1::bigint,
  'ledger rows can be filtered by part');
select is_empty($$ select 1 from public.ledger_rows(of_account => 'clearing:nobody') $$, 'an unknown account has no ledger rows');
select is_empty($$ select 1 from public.ledger_rows(of_account => ''' or true --', of_kind => ''' or true --') $$, 'a filter of ledger rows with SQL in it is treated as a value');
select throws_ok($$ select * from public.ledger_rows(direction => 'up') $$, 'PT422', 'list_invalid', 'an unknown direction is refused');
select throws_ok($$ select * from public.ledger_rows(of_part => 'lost') $$, 'PT422', 'list_invalid',
  'an unknown part is refused');
select lives_ok($$ select * from public.money_desk('-infinity', 'infinity') $$, 'the money desk accepts infinite dates');
select results_eq($$ select d.day, d.is_closed from public.money_days((select day from first), (select day from first) + 2) d order by d.day $$,
  $$ select (select day from first) + n, false from generate_series(0, 2) n $$,
    'money_days lists each day of the period as not closed');
select is((select held from public.money_days((select day from first), (select day from first) + 2) order by day desc limit 1), (select closing from parts where part = 'hold'), 'the last day''s held amount equals the closing balance held');

-- Figures stay the same after days are summed
select tests.as_owner();
create temp table before as select * from public.money_desk((select day from first), (select day from first) + 2) limit 0;
grant all on before to public;
select tests.act_as('admin');
insert into before select * from public.money_desk((select day from first), (select day from first) + 2);
create temp table balances as select * from public.trial_balance((select day from first), (select day from first) + 2);
grant select on balances to public;
select tests.as_owner();
select cmp_ok(app.sum_days(), '>', 1, 'sum_days sums the past days');
select is(app.sum_days(), 0, 'sum_days sums each day once');
select is((select summed_until from app.books), (select day + 1 from first), 'days are summed up to yesterday');
select tests.act_as('admin');
select results_eq($$ select * from public.money_desk((select day from first), (select day from first) + 2) $$, $$ select * from before $$, 'the money desk shows the same figures after summing days');
select results_eq($$ select * from public.trial_balance((select day from first), (select day from first) + 2) $$, $$ select * from balances $$, 'the trial balance shows the same figures after summing days');
select is_empty($$ select tests.wrong((select day from first), (select day from first) + 2) $$, 'each figure equals the sum of its rows after summing days');

-- Midnight: a transaction that began before it and is posted after the day was summed
select tests.as_owner();
select tests.turn('-1 day');
select app.post_ledger('testing', 'late', null, jsonb_build_array(app.entry('bank', -1), app.entry('adjustments', 1)));
select is((select app.day_of(created_at) from public.ledger_transactions where idempotency_key = 'late'), (select day + 2 from first), 'a late transaction is not posted into a summed day');
select tests.turn('1 day');
select tests.act_as('admin');
select is_empty($$ select tests.wrong((select day from first), (select day from first) + 2) $$,
  'a late transaction counts on the next day');
-- A change of the time zone does not move past days
select tests.set('time_zone', 'Pacific/Kiritimati');
select is_empty($$ select tests.wrong((select day from first), (select day from first) + 3) $$, 'past days keep their start after a change of the time zone');
select tests.as_owner();
select tests.turn('2 days'), tests.ride('PAID'), app.sum_days();
select tests.act_as('admin');
select is_empty($$ select tests.wrong((select day from first), (select day from first) + 5) $$, 'days after a change of the time zone follow without a gap');
select results_eq($$ select s.wallets = s.profiles, s.off_by from public.money_status() s $$, $$ values (true, 0::numeric) $$, 'money_status shows wallets equal to the people''s balances and a balanced ledger');
-- A rider who becomes a driver
select tests.as_owner();
select tests.turn('1 day'), app.sum_days();
create temp table riders as select sum(credit - debit) as amount from app.book_movements('1900-01-01', app.today()) where label = 'wallet.rider';
update public.profiles set usertype = 'driver' where id = tests.id('rider');
select is((select sum(credit - debit) from app.book_movements('1900-01-01', app.today()) where label = 'wallet.rider'), (select amount from riders), 'a wallet''s past entries stay in the riders'' account when its owner becomes a driver');
set constraints all immediate;
select pass('the ledger balances after a change of the time zone and of a usertype');
select * from finish();
