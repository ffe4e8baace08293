-- Payouts: what of a wallet may be taken out, drivers' charges, the weekly run, and what the bank says came of it.
-- Needs:  ledger, wallets, payments, refunds, withdrawals, audit, access log
-- Access: people return their top-ups; drivers read their charges and their rows of a run; staff with payouts (statements: money) does the rest
-- Tests:  tests/db/withdrawable.sql, tests/db/payouts.sql, tests/db/statements.sql, tests/db/month.test.ts

-- What may not be taken out ---------------------------------------------------------------------------------------------

-- Card money that came into the wallet (app.card_credits), as far as it is unspent. It is spent first, so that what somebody
-- earned stays theirs; withdrawals and lost chargebacks spend none of it, and what a booking returns is card money again.
create function app.locked_topups(user_id uuid) returns numeric
language plpgsql stable security definer set search_path = '' as $$
declare
  v_since timestamptz := app.now() - make_interval(days => (select s.topup_lock_days from public.settings s where s.id = 1));
  v_locked numeric := 0;
  v_spent jsonb := jsonb_build_object();
  v_part numeric;
  t record;
begin
  if not exists (select 1 from app.card_credits c where c.user_id = locked_topups.user_id and c.kind = 'topup' and c.at > v_since) then return 0; end if;
  for t in
    select x.id, x.booking_id::text as booking, sum(e.amount) as net, b.customer_id = locked_topups.user_id as is_rider,
      coalesce((select c.amount from app.card_credits c where c.transaction_id = x.id and c.user_id = locked_topups.user_id and c.kind = 'topup'), 0) as by_card
    from public.ledger_accounts a join public.ledger_entries e on e.account_id = a.id join public.ledger_transactions x on x.id = e.transaction_id
    left join public.bookings b on b.id = x.booking_id
    where a.name = 'wallet:' || locked_topups.user_id and x.created_at > v_since and x.kind not in ('withdrawal', 'withdrawal_rejected', 'chargeback_lost')
    group by x.id, b.customer_id order by min(e.id)
  loop
    v_part := case when t.net < 0 then -least(v_locked, -t.net)
      else t.by_card + case when t.is_rider then least(t.net - t.by_card, coalesce((v_spent ->> t.booking)::numeric, 0)) else 0 end end;
    if t.is_rider then
      v_spent := v_spent || jsonb_build_object(t.booking, coalesce((v_spent ->> t.booking)::numeric, 0) - v_part + greatest(t.by_card, 0));
    end if;
    v_locked := v_locked + v_part;
  end loop;
  return v_locked;
end $$;
comment on function app.locked_topups is
  'What of a wallet came from a card within settings.topup_lock_days, unspent. It cannot be withdrawn; it goes back to its card.';

-- Summed as they are: what a driver loses meanwhile takes none of it off, else a cash ride would free a tip.
create function app.locked_tips(user_id uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(c.amount), 0) from app.card_credits c cross join public.settings s
  where c.user_id = locked_tips.user_id and c.kind = 'tip' and s.id = 1 and c.at > app.now() - make_interval(days => s.tip_lock_days)
$$;
comment on function app.locked_tips is 'Tips that a driver got from a card, or from what a card had paid in, within settings.tip_lock_days.';

-- Back to the card: what of a top-up is unspent. It leaves the wallet at once; a provider that refuses brings it back.
create function public.return_topup(payment_id uuid, client_key uuid default gen_random_uuid()) returns public.refunds
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_payment public.payments;
  v_refund public.refunds;
  v_id uuid := md5(format('return_topup:%s:%s', payment_id, coalesce(client_key, gen_random_uuid())))::uuid;
begin
  perform app.check_permission(v_me, 'refund');
  if v_me.usertype = 'admin' then perform app.require_edits(); end if;
  select p.* into v_payment from public.payments p where p.id = return_topup.payment_id and p.purpose = 'topup' and p.status = 'paid'
    and (p.customer_id = v_me.id or v_me.usertype = 'admin');
  if not found then
    raise sqlstate 'PT404' using message = 'payment_not_found', hint = 'There is no such top-up of yours';
  end if;
  -- The payment before the wallet, as everywhere.
  select p.* into v_payment from public.payments p where p.id = v_payment.id for update;
  perform app.lock_wallets(v_payment.customer_id);
  select r.* into v_refund from public.refunds r where r.id = v_id;
  if found then return v_refund; end if;
  v_refund.amount := least(v_payment.captured_amount - v_payment.refunded_amount - v_payment.disputed_amount, app.card_money_in(v_payment.customer_id));
  if v_refund.amount <= 0 or v_payment.paid_at < app.now() - make_interval(days => (select s.topup_lock_days from public.settings s where s.id = 1)) then
    raise sqlstate 'PT409' using message = 'nothing_to_return', hint = 'It is spent, returned or disputed, or older than settings.topup_lock_days';
  end if;
  update public.payments p set refunded_amount = p.refunded_amount + v_refund.amount where p.id = v_payment.id;
  perform app.post_ledger('topup_returned', 'topup_returned:' || v_id, null, jsonb_build_array(
    app.entry('wallet:' || v_payment.customer_id, -v_refund.amount), app.entry('refunds_due:' || v_payment.provider, v_refund.amount)));
  insert into public.refunds (id, customer_id, payment_id, amount, reason, status, created_by)
  values (v_id, v_payment.customer_id, v_payment.id, v_refund.amount, 'topup_returned', 'due', case when v_me.usertype = 'admin' then v_me.id end) returning * into v_refund;
  if v_me.usertype = 'admin' then
    perform app.audit('return_topup', 'payments', v_payment.id::text, null, jsonb_build_object('user_id', v_payment.customer_id, 'amount', v_refund.amount));
  end if;
  return v_refund;
end $$;
comment on function public.return_topup is
  'What is unspent of a top-up goes back to its card, for settings.topup_lock_days; by its owner, or by an admin. Answers the refund, due until the provider confirms; a repeated client_key the first. Errors: must_login, not_allowed, demo_mode, payment_not_found, nothing_to_return.';
revoke execute on function public.return_topup(uuid, uuid) from public, anon;
grant execute on function public.return_topup(uuid, uuid) to authenticated;

-- Charges ---------------------------------------------------------------------------------------------------------------

create table public.driver_charges (
  id uuid primary key default app.uuid_v7(),
  driver_id uuid not null references public.profiles (id),
  kind text not null check (kind in ('rent', 'insurance', 'radio', 'other')),
  amount numeric not null check (amount > 0 and amount < 1000000),
  weekly boolean not null default true,
  from_day date not null check (from_day between '2000-01-01' and '2200-01-01'),
  until_day date check (until_day >= from_day),
  charged_until date,
  note text check (length(note) <= 500),
  created_by uuid references public.profiles (id),
  created_at timestamptz not null default app.now(),
  client_key uuid not null,
  unique (created_by, client_key)
);
comment on table public.driver_charges is 'What a driver pays the operator beside commissions: rent of a car, first of all. Posted before each payout run.';
comment on column public.driver_charges.kind is 'rent, insurance, radio or other.';
comment on column public.driver_charges.amount is 'For a week, or once; with its tax.';
comment on column public.driver_charges.weekly is 'For each week that begins between from_day and until_day; else once, on from_day.';
comment on column public.driver_charges.from_day is 'First day.';
comment on column public.driver_charges.until_day is 'Last day; null: until it is ended.';
comment on column public.driver_charges.charged_until is 'Monday of the last week that was posted, or from_day of one that is posted once.';
comment on column public.driver_charges.note is 'For the driver.';
comment on column public.driver_charges.created_by is 'The admin.';
create index driver_charges_driver_id on public.driver_charges (driver_id, id desc);
alter table public.driver_charges enable row level security;
grant select on public.driver_charges to authenticated;
revoke insert, update, delete, truncate on public.driver_charges from service_role;
create policy "drivers read their own charges" on public.driver_charges for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "admins who pay out read every charge" on public.driver_charges for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin' and app.holds('payouts')));

create function public.add_driver_charge(driver_id uuid, kind text, amount numeric, weekly boolean default true, from_day date default null,
  until_day date default null, note text default null, client_key uuid default gen_random_uuid()) returns public.driver_charges
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('payouts');
  v_key uuid := coalesce(add_driver_charge.client_key, gen_random_uuid());
  v_amount numeric := app.to_money(add_driver_charge.amount);
  v_from date := coalesce(add_driver_charge.from_day, app.today());
  v_row public.driver_charges;
begin
  perform app.require_edits();
  perform pg_advisory_xact_lock(hashtextextended('charge' || v_me.id::text || v_key::text, 0));
  select c.* into v_row from public.driver_charges c where c.created_by = v_me.id and c.client_key = v_key;
  if found then return v_row; end if;
  if v_amount is null or not coalesce(add_driver_charge.kind in ('rent', 'insurance', 'radio', 'other'), false)
    -- Far back, a weekly charge would take years of rent at once.
    or v_from not between app.today() - 100 and app.today() + 1000 or add_driver_charge.until_day < v_from
    or not exists (select 1 from public.profiles p where p.id = add_driver_charge.driver_id and p.usertype = 'driver' and p.deleted_at is null) then
    raise sqlstate 'PT422' using message = 'charge_invalid',
      hint = 'A driver, kind rent, insurance, radio or other, an amount above 0 and below a million, from_day at most 100 days ago, until_day after it';
  end if;
  insert into public.driver_charges (driver_id, kind, amount, weekly, from_day, until_day, note, created_by, client_key)
  values (add_driver_charge.driver_id, add_driver_charge.kind, v_amount, coalesce(add_driver_charge.weekly, true), v_from, add_driver_charge.until_day,
    nullif(btrim(app.plain_lines(left(add_driver_charge.note, 500))), ''), v_me.id, v_key) returning * into v_row;
  perform app.audit('add_driver_charge', 'driver_charges', v_row.id::text, null, jsonb_build_object('user_id', v_row.driver_id,
    'kind', v_row.kind, 'amount', v_row.amount, 'weekly', v_row.weekly, 'from_day', v_row.from_day, 'until_day', v_row.until_day));
  return v_row;
end $$;
comment on function public.add_driver_charge is
  'What a driver is charged each week, or once, from from_day (default today) on; the next payout run posts it, also for weeks that passed. Answers the charge; a repeated client_key the first. Errors: must_login, not_allowed, demo_mode, charge_invalid.';
revoke execute on function public.add_driver_charge(uuid, text, numeric, boolean, date, date, text, uuid) from public, anon;
grant execute on function public.add_driver_charge(uuid, text, numeric, boolean, date, date, text, uuid) to authenticated;

create function public.end_driver_charge(id uuid, until_day date default null) returns public.driver_charges
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.driver_charges;
  v_until date := coalesce(end_driver_charge.until_day, app.today());
begin
  perform app.require_permission('payouts');
  perform app.require_edits();
  select c.* into v_row from public.driver_charges c where c.id = end_driver_charge.id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'charge_not_found', hint = 'There is no such charge';
  end if;
  if v_row.until_day = v_until then return v_row; end if;
  perform app.audit('end_driver_charge', 'driver_charges', v_row.id::text, jsonb_build_object('until_day', v_row.until_day),
    jsonb_build_object('user_id', v_row.driver_id, 'until_day', greatest(v_until, v_row.from_day)));
  update public.driver_charges c set until_day = greatest(v_until, c.from_day) where c.id = v_row.id returning c.* into v_row;
  return v_row;
end $$;
comment on function public.end_driver_charge is
  'Ends a charge on a day (default today); weeks that were posted stay. Safe to call twice. Errors: must_login, not_allowed, demo_mode, charge_not_found.';
revoke execute on function public.end_driver_charge(uuid, date) from public, anon;
grant execute on function public.end_driver_charge(uuid, date) to authenticated;

create function public.list_driver_charges(of_driver uuid default null, running boolean default null, before_id uuid default null, page_size integer default 50)
returns table (id uuid, driver_id uuid, name text, kind text, amount numeric, weekly boolean, from_day date, until_day date, charged_until date, note text, created_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('payouts');
  return query
  select c.id, c.driver_id, btrim(p.first_name || ' ' || p.last_name), c.kind, c.amount, c.weekly, c.from_day, c.until_day, c.charged_until, c.note, c.created_at
  from public.driver_charges c join public.profiles p on p.id = c.driver_id
  where (list_driver_charges.of_driver is null or c.driver_id = list_driver_charges.of_driver)
    and (list_driver_charges.before_id is null or c.id < list_driver_charges.before_id)
    and (list_driver_charges.running is null or list_driver_charges.running = (coalesce(c.until_day >= app.today(), true) and (c.weekly or c.charged_until is null)))
  order by c.id desc limit least(greatest(coalesce(list_driver_charges.page_size, 50), 1), 1000);
end $$;
comment on function public.list_driver_charges is
  'What drivers are charged, the latest first; running: those that will be posted again, or the others. The last row''s id as before_id gives the next page. Errors: must_login, not_allowed.';
revoke execute on function public.list_driver_charges(uuid, boolean, uuid, integer) from public, anon;
grant execute on function public.list_driver_charges(uuid, boolean, uuid, integer) to authenticated;

-- Posts what a driver owes up to this week, and answers how much that was. The wallet is locked.
create function app.post_charges(driver_id uuid, week date) returns numeric
language plpgsql security definer set search_path = '' as $$
declare
  v_charge public.driver_charges;
  v_week date;
  v_sum numeric := 0;
begin
  for v_charge in select c.* from public.driver_charges c where c.driver_id = post_charges.driver_id
    and (c.charged_until is null or c.weekly and c.charged_until < post_charges.week) and c.from_day <= app.today() order by c.id for update
  loop
    for v_week in
      select w::date from generate_series(case when not v_charge.weekly then v_charge.from_day
        else coalesce(v_charge.charged_until + 7, date_trunc('week', v_charge.from_day + 6)::date) end,
        case when v_charge.weekly then least(post_charges.week, v_charge.until_day) else v_charge.from_day end, interval '7 days') w
    loop
      perform app.post_ledger('charge', format('charge:%s:%s', v_charge.id, v_week), null, jsonb_build_array(
        app.entry('wallet:' || v_charge.driver_id, -v_charge.amount), app.entry('revenue.charges', v_charge.amount)));
      update public.driver_charges c set charged_until = v_week where c.id = v_charge.id;
      v_sum := v_sum + v_charge.amount;
    end loop;
  end loop;
  return v_sum;
end $$;

-- The weekly run --------------------------------------------------------------------------------------------------------

create table public.payout_runs (
  id uuid primary key default app.uuid_v7(),
  week date not null check (extract(isodow from week) = 1),
  started_at timestamptz not null default app.now(),
  started_by uuid references public.profiles (id),
  finished_at timestamptz,
  last_driver_id uuid,
  drivers integer not null default 0 check (drivers >= 0),
  requests integer not null default 0 check (requests >= 0),
  total numeric not null default 0 check (total >= 0 and total < 1e12),
  client_key uuid not null unique
);
comment on table public.payout_runs is 'Weekly runs that ask for what drivers may be paid.';
comment on column public.payout_runs.week is 'Monday of its ISO week.';
comment on column public.payout_runs.started_by is 'The admin; null where the calendar started it (settings.payout_weekday).';
comment on column public.payout_runs.finished_at is 'Null while drivers are left: call run_payouts again.';
comment on column public.payout_runs.last_driver_id is 'Drivers are taken in the order of their ids; the last one that was.';
comment on column public.payout_runs.drivers is 'Looked at so far.';
comment on column public.payout_runs.requests is 'Withdrawals it asked for.';
comment on column public.payout_runs.total is 'Their sum.';
create index payout_runs_week on public.payout_runs (week desc, id desc);
create index payout_runs_started_by on public.payout_runs (started_by);
create table public.payout_rows (
  run_id uuid not null references public.payout_runs (id),
  driver_id uuid not null references public.profiles (id),
  week date not null,
  outcome text not null check (outcome in ('requested', 'nothing', 'negative', 'locked', 'no_bank', 'waits', 'failed')),
  balance numeric not null check (abs(balance) < 1e12),
  charges numeric not null default 0 check (charges >= 0 and charges < 1e12),
  locked numeric not null default 0 check (locked >= 0 and locked < 1e12),
  amount numeric not null default 0 check (amount >= 0),
  withdrawal_id uuid unique references public.withdraw_requests (id),
  primary key (run_id, driver_id),
  constraint payout_rows_requested check ((outcome = 'requested') = (withdrawal_id is not null) and (outcome = 'requested') = (amount > 0))
);
comment on table public.payout_rows is 'What a run found of each driver, and what it asked for. At most one withdrawal for a driver and a week.';
comment on column public.payout_rows.week is 'Of the run.';
comment on column public.payout_rows.outcome is
  'requested; nothing: the wallet is at zero; negative: below it, carried to the next week; locked: all of it is card money or young tips; no_bank: no bank details; waits: they are too new; failed: tried again by the next run.';
comment on column public.payout_rows.balance is 'Of the wallet without its bonus, after charges. What was asked for before has left it already.';
comment on column public.payout_rows.charges is 'What the run posted before.';
comment on column public.payout_rows.locked is 'What of the balance may not be withdrawn yet.';
comment on column public.payout_rows.amount is 'What was asked for.';
create unique index payout_rows_once on public.payout_rows (driver_id, week) where withdrawal_id is not null;
create index payout_rows_driver_id on public.payout_rows (driver_id, week desc);

alter table public.payout_runs enable row level security;
alter table public.payout_rows enable row level security;
grant select on public.payout_runs, public.payout_rows to authenticated;
revoke insert, update, delete, truncate on public.payout_runs, public.payout_rows from service_role;
create policy "admins who pay out read every run" on public.payout_runs for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin' and app.holds('payouts')));
create policy "drivers read their own rows of runs" on public.payout_rows for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "admins who pay out read every row of a run" on public.payout_rows for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin' and app.holds('payouts')));

create function app.pay_driver(run public.payout_runs, driver_id uuid) returns public.payout_rows
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.payout_rows;
  v_person public.profiles;
  v_request public.withdraw_requests;
begin
  perform app.lock_wallets(pay_driver.driver_id);
  v_row := row((run).id, pay_driver.driver_id, (run).week, 'nothing', 0, app.post_charges(pay_driver.driver_id, (run).week), 0, 0, null)::public.payout_rows;
  select p.* into v_person from public.profiles p where p.id = pay_driver.driver_id;
  v_row.balance := v_person.wallet_balance - v_person.bonus_balance;
  if v_row.balance > 0 then
    v_row.locked := least(v_row.balance, app.locked_topups(v_person.id) + app.locked_tips(v_person.id));
  end if;
  v_row.outcome := case when v_row.balance < 0 then 'negative' when v_row.balance = 0 then 'nothing' when v_row.locked >= v_row.balance then 'locked'
    when app.payout_waits_until(v_person.id) > app.now() then 'waits'
    when coalesce(app.bank_details_of(v_person.id) ->> 'bank_account', '') = '' then 'no_bank' else 'requested' end;
  if v_row.outcome = 'requested' then
    v_row.amount := least(v_row.balance - v_row.locked, 999999);
    v_request := app.open_withdrawal(v_person, v_row.amount, gen_random_uuid());
    v_row.withdrawal_id := v_request.id;
  end if;
  return v_row;
end $$;

-- So many at a time, as their wallets stay locked until the end of the transaction.
create function app.continue_payouts(run public.payout_runs, most integer) returns public.payout_runs
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_row public.payout_rows;
  v_seen integer := 0;
begin
  for v_id in select p.id from public.profiles p
    where p.usertype = 'driver' and p.deleted_at is null and ((run).last_driver_id is null or p.id > (run).last_driver_id)
    order by p.id limit most
  loop
    v_seen := v_seen + 1;
    run.last_driver_id := v_id;
    continue when exists (select 1 from public.payout_rows r where r.driver_id = v_id and r.week = (run).week and r.withdrawal_id is not null);
    begin
      v_row := app.pay_driver(run, v_id);
    exception when others then
      raise warning 'paying % failed: %', v_id, sqlerrm;
      v_row := row((run).id, v_id, (run).week, 'failed', 0, 0, 0, 0, null)::public.payout_rows;
    end;
    insert into public.payout_rows values (v_row.*);
    run.drivers := (run).drivers + 1;
    run.requests := (run).requests + (v_row.outcome = 'requested')::integer;
    run.total := (run).total + v_row.amount;
  end loop;
  update public.payout_runs r set last_driver_id = (run).last_driver_id, drivers = (run).drivers, requests = (run).requests, total = (run).total,
    finished_at = case when v_seen < most then app.now() end where r.id = (run).id returning r.* into run;
  return run;
end $$;

create function public.run_payouts(client_key uuid default gen_random_uuid()) returns public.payout_runs
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('payouts');
  v_key uuid := coalesce(run_payouts.client_key, gen_random_uuid());
  v_run public.payout_runs;
begin
  perform app.require_edits();
  -- One run at a time: a driver is paid once a week, whoever starts runs.
  perform pg_advisory_xact_lock(hashtextextended('payouts', 0));
  select r.* into v_run from public.payout_runs r where r.client_key = v_key;
  if not found then
    insert into public.payout_runs (week, started_by, client_key) values (date_trunc('week', app.today())::date, v_me.id, v_key) returning * into v_run;
    perform app.audit('run_payouts', 'payout_runs', v_run.id::text, null, jsonb_build_object('week', v_run.week));
  end if;
  if v_run.finished_at is not null then return v_run; end if;
  return app.continue_payouts(v_run, 500);
end $$;
comment on function public.run_payouts is
  'Posts what drivers are charged and then asks for what each may be paid: the balance without bonus, card money and young tips; what is below zero is carried on. Once for a driver and ISO week. Takes 500 drivers a call: call again with the same client_key until finished_at is set. Answers the run; its rows: list_payout_rows. Errors: must_login, not_allowed, demo_mode.';
revoke execute on function public.run_payouts(uuid) from public, anon;
grant execute on function public.run_payouts(uuid) to authenticated;

-- On its day of the week, once: the key follows from the week.
create function app.run_weekly_payouts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_week date := date_trunc('week', app.today())::date;
  v_day integer := (select s.payout_weekday from public.settings s where s.id = 1);
  v_key uuid := md5('payouts' || v_week)::uuid;
  v_run public.payout_runs;
begin
  if v_day is null or extract(isodow from app.today()) < v_day then return 0; end if;
  if not pg_try_advisory_xact_lock(hashtextextended('payouts', 0)) then return 0; end if;
  select r.* into v_run from public.payout_runs r where r.client_key = v_key;
  if not found then
    insert into public.payout_runs (week, client_key) values (v_week, v_key) returning * into v_run;
  end if;
  if v_run.finished_at is not null then return 0; end if;
  v_run := app.continue_payouts(v_run, 500);
  return v_run.drivers;
end $$;
comment on function app.run_weekly_payouts is 'The payout run of the week, from settings.payout_weekday on, 500 drivers a call; answers how many it has looked at.';

create function public.list_payout_rows(run_id uuid, of_outcome text default null, after_id uuid default null, page_size integer default 50)
returns table (driver_id uuid, name text, outcome text, balance numeric, charges numeric, locked numeric, amount numeric, withdrawal_id uuid, state text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('payouts');
  return query
  select r.driver_id, btrim(p.first_name || ' ' || p.last_name), r.outcome, r.balance, r.charges, r.locked, r.amount, r.withdrawal_id,
    case when w.processed then 'processed' when w.rejected_at is not null then 'rejected' when w.sent_at is not null then 'sent' when w.id is not null then 'open' end
  from public.payout_rows r join public.profiles p on p.id = r.driver_id left join public.withdraw_requests w on w.id = r.withdrawal_id
  where r.run_id = list_payout_rows.run_id and (list_payout_rows.of_outcome is null or r.outcome = list_payout_rows.of_outcome)
    and (list_payout_rows.after_id is null or r.driver_id > list_payout_rows.after_id)
  order by r.driver_id limit least(greatest(coalesce(list_payout_rows.page_size, 50), 1), 1000);
end $$;
comment on function public.list_payout_rows is
  'What a run found of each driver, in the order of their ids; state is that of the withdrawal: open, sent, processed or rejected. The last row''s driver_id as after_id gives the next page. Errors: must_login, not_allowed.';
revoke execute on function public.list_payout_rows(uuid, text, uuid, integer) from public, anon;
grant execute on function public.list_payout_rows(uuid, text, uuid, integer) to authenticated;

-- The file for the bank ---------------------------------------------------------------------------------------------------

create function public.payout_file(run_id uuid default null, after_id uuid default null, page_size integer default 1000, only_ids uuid[] default null,
  is_sent boolean default true)
returns table (withdrawal_id uuid, end_to_end_id text, user_id uuid, name text, bank_name text, bank_code text, bank_account text, amount numeric,
  currency text, requested_at timestamptz, sent_at timestamptz)
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  perform app.require_permission('payouts');
  perform app.require_edits();
  -- Of two who make a file at once the second sees what the first has sent.
  perform pg_advisory_xact_lock(hashtextextended('payout_file', 0));
  select coalesce(array_agg(l.id order by l.id), '{}') into v_ids from (
    select w.id from public.withdraw_requests w
    where not w.processed and w.rejected_at is null and w.bank_account <> ''
      and (payout_file.run_id is null or w.id in (select r.withdrawal_id from public.payout_rows r where r.run_id = payout_file.run_id))
      and (payout_file.after_id is null or w.id > payout_file.after_id) and (payout_file.only_ids is null or w.id = any (payout_file.only_ids))
    order by w.id limit least(greatest(coalesce(payout_file.page_size, 1000), 1), 5000)) l;
  return query
  select w.id, replace(w.id::text, '-', ''), w.user_id, w.name, w.bank_name, w.bank_code, w.bank_account, w.amount, s.code, w.date, w.sent_at
  from public.withdraw_requests w cross join public.settings s where w.id = any (v_ids) and s.id = 1 order by w.id;
  perform app.log_access('withdrawals', payout_file.run_id, cardinality(v_ids));
  if not coalesce(payout_file.is_sent, true) then return; end if;
  update public.withdraw_requests w set sent_at = app.now() where w.id = any (v_ids) and w.sent_at is null;
  perform app.audit('payout_file', 'payout_runs', payout_file.run_id::text, null, jsonb_build_object('rows', cardinality(v_ids),
    'total', (select coalesce(sum(w.amount), 0) from public.withdraw_requests w where w.id = any (v_ids))));
end $$;
comment on function public.payout_file is
  'Open withdrawals with bank details, of a run or all, for a payment file (pain.001 or CSV), in the order of their ids; the last row''s withdrawal_id as after_id gives the next page. sent_at: when one stood in a file before, so that it is not sent twice; from now on it did. What a file cannot carry must not count as sent: is_sent false only reads, and only_ids are those that went into the file, of which the answer says which another file took meanwhile. The bank says end_to_end_id again: match_statement. Errors: must_login, not_allowed, demo_mode.';
revoke execute on function public.payout_file(uuid, uuid, integer, uuid[], boolean) from public, anon;
grant execute on function public.payout_file(uuid, uuid, integer, uuid[], boolean) to authenticated;

-- What the bank says ------------------------------------------------------------------------------------------------------

create table public.bank_lines (
  id bigint generated always as identity primary key,
  reference text not null unique check (length(reference) between 1 and 200),
  booked_on date not null,
  amount numeric not null check (amount <> 0 and abs(amount) < 1e12),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  end_to_end_id text check (length(end_to_end_id) <= 100),
  name text check (length(name) <= 200),
  note text check (length(note) <= 1000),
  outcome text not null check (outcome in ('withdrawal', 'provider_payout', 'tax', 'assigned', 'already_paid', 'amount_differs', 'currency_differs',
    'withdrawal_closed', 'unmatched')),
  withdrawal_id uuid references public.withdraw_requests (id),
  provider text check (provider ~ '^[a-z]{2,20}$'),
  transaction_id bigint references public.ledger_transactions (id),
  imported_at timestamptz not null default app.now(),
  imported_by uuid references public.profiles (id),
  assigned_by uuid references public.profiles (id)
);
comment on table public.bank_lines is 'Lines of bank statements, each once by the bank''s reference, and what they were matched with.';
comment on column public.bank_lines.reference is 'The bank''s own: a statement that is imported twice changes nothing.';
comment on column public.bank_lines.booked_on is 'The bank''s day.';
comment on column public.bank_lines.amount is 'Above 0 came in, below 0 went out.';
comment on column public.bank_lines.currency is 'As the bank says.';
comment on column public.bank_lines.name is 'The other side, as the bank says.';
comment on column public.bank_lines.note is 'Its text.';
comment on column public.bank_lines.outcome is
  'withdrawal: completed one; provider_payout: a payment provider''s money arrived (or was taken back); tax: a remittance that was booked before; assigned: by staff. The rest moved nothing: already_paid (the withdrawal was completed by hand before), amount_differs, currency_differs, withdrawal_closed (it was rejected), unmatched.';
comment on column public.bank_lines.provider is 'Of a provider''s payout.';
comment on column public.bank_lines.imported_by is 'The admin who brought the statement.';
comment on column public.bank_lines.assigned_by is 'The admin who said what it was.';
create index bank_lines_booked_on on public.bank_lines (booked_on desc, id desc);
create index bank_lines_open on public.bank_lines (id desc) where outcome in ('amount_differs', 'currency_differs', 'withdrawal_closed', 'unmatched');
create index bank_lines_withdrawal_id on public.bank_lines (withdrawal_id);
create index bank_lines_transaction_id on public.bank_lines (transaction_id);
create index bank_lines_imported_by on public.bank_lines (imported_by);
create index bank_lines_assigned_by on public.bank_lines (assigned_by);
create table public.bank_balances (
  day date primary key,
  balance numeric not null check (abs(balance) < 1e15),
  imported_at timestamptz not null default app.now()
);
comment on table public.bank_balances is 'What the bank said was on the account at the end of a day.';
comment on column public.bank_balances.day is 'The bank''s day.';
comment on column public.bank_balances.balance is 'Closing balance of the statement.';

alter table public.bank_lines enable row level security;
alter table public.bank_balances enable row level security;
grant select on public.bank_lines, public.bank_balances to authenticated;
revoke insert, update, delete, truncate on public.bank_lines, public.bank_balances from service_role;
-- Not in demo mode: a statement names people and their accounts.
create policy "admins who keep the books read bank lines" on public.bank_lines for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin' and s.allow_critical_edits_admin and app.holds('money') from public.settings s where s.id = 1));
create policy "admins who keep the books read bank balances" on public.bank_balances for select to authenticated
  using ((select ((select auth.jwt()) ->> 'user_role') = 'admin' and app.holds('money')));

create type public.bank_match as (
  reference text,
  outcome text,
  duplicate boolean,
  withdrawal_id uuid,
  provider text,
  transaction_id bigint
);
comment on type public.bank_match is 'What match_statement answers for each line; outcome: bank_lines.outcome.';

-- A provider's money is known by the line itself: the reader said so, or the other side's name or the text has the provider's.
create function app.provider_of_line(line public.bank_lines) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select a.provider from public.ledger_accounts a where a.kind = 'clearing' and a.provider = (line).provider),
    (select a.provider from public.ledger_accounts a where a.kind = 'clearing' and (line).provider is null and (line).amount > 0
      and lower(concat_ws(' ', (line).name, (line).note)) ~ ('\m' || a.provider || '\M') order by a.provider limit 1))
$$;

create function app.post_provider_payout(line public.bank_lines, provider text) returns bigint
language sql volatile security definer set search_path = '' as $$
  select app.post_ledger('provider_payout', 'provider_payout:' || (line).reference, null, jsonb_build_array(
    app.entry('clearing:' || post_provider_payout.provider, (line).amount), app.entry('bank', -(line).amount)))
$$;

-- Decides what a line is, does it, and answers the line with its outcome.
create function app.match_line(line public.bank_lines) returns public.bank_lines
language plpgsql security definer set search_path = '' as $$
declare v_request public.withdraw_requests;
begin
  if (line).currency <> (select s.code from public.settings s where s.id = 1) then
    line.outcome := 'currency_differs';
    return line;
  end if;
  if (line).end_to_end_id is not null then
    select w.* into v_request from public.withdraw_requests w where w.id = app.uuid_of(lower((line).end_to_end_id)) for update;
  end if;
  if v_request.id is not null then
    line.withdrawal_id := v_request.id;
    line.outcome := case when -(line).amount <> v_request.amount then 'amount_differs' when v_request.rejected_at is not null then 'withdrawal_closed'
      when v_request.processed then 'already_paid' else 'withdrawal' end;
    if (line).outcome = 'withdrawal' then
      perform app.finish_withdrawal(v_request);
    end if;
    -- A transfer that was sent twice is money that somebody has to bring back: for staff.
    if (line).outcome = 'already_paid' and exists (select 1 from public.bank_lines l where l.withdrawal_id = v_request.id and l.outcome in ('withdrawal', 'already_paid')) then
      line.outcome := 'withdrawal_closed';
    end if;
    if (line).outcome in ('withdrawal', 'already_paid') then
      line.transaction_id := (select t.id from public.ledger_transactions t where t.idempotency_key = 'withdrawal_completed:' || v_request.id);
    end if;
    return line;
  end if;
  line.provider := app.provider_of_line(line);
  line.outcome := case when (line).provider is null then 'unmatched' else 'provider_payout' end;
  if (line).outcome = 'provider_payout' then line.transaction_id := app.post_provider_payout(line, (line).provider); end if;
  return line;
end $$;

-- Reads one entry of a statement; what is no line of ours is refused as a whole.
create function app.read_bank_line(entry jsonb, me public.profiles) returns public.bank_lines
language plpgsql stable security definer set search_path = '' as $$
declare
  v_line public.bank_lines;
  v_places integer := (select s."decimal" from public.settings s where s.id = 1);
begin
  v_line.reference := nullif(btrim(left(app.plain(entry ->> 'reference'), 200)), '');
  v_line.booked_on := (entry ->> 'booked_on')::date;
  v_line.amount := (entry ->> 'amount')::numeric;
  v_line.currency := upper(entry ->> 'currency');
  v_line.end_to_end_id := nullif(left(regexp_replace(coalesce(entry ->> 'end_to_end_id', ''), '[^A-Za-z0-9]', '', 'g'), 100), '');
  v_line.name := nullif(app.plain(left(entry ->> 'name', 200)), '');
  v_line.note := nullif(app.plain(left(entry ->> 'note', 1000)), '');
  v_line.provider := entry ->> 'provider';
  v_line.imported_by := (me).id;
  if v_line.reference is null or not coalesce(v_line.booked_on between '2000-01-01' and app.today() + 1, false) or not coalesce(v_line.currency ~ '^[A-Z]{3}$', false)
    or not coalesce(v_line.amount <> 0 and abs(v_line.amount) < 1e11 and v_line.amount = round(v_line.amount, greatest(v_places, 4)), false) then
    raise sqlstate '22023' using message = 'not a line';
  end if;
  return v_line;
end $$;

create function public.match_statement(entries jsonb, closing jsonb default null) returns setof public.bank_match
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('money');
  v_entry jsonb;
  v_line public.bank_lines;
  v_there public.bank_lines;
  v_new integer := 0;
  v_kept boolean;
begin
  perform app.require_edits();
  if jsonb_typeof(match_statement.entries) is distinct from 'array' or jsonb_array_length(match_statement.entries) > 5000 then
    raise sqlstate 'PT422' using message = 'statement_invalid', hint = 'entries is a list of at most 5000';
  end if;
  -- One statement at a time, so that two imports of one file do not both find a line new.
  perform pg_advisory_xact_lock(hashtextextended('statement', 0));
  for v_entry in select e from jsonb_array_elements(match_statement.entries) e loop
    begin
      v_line := app.read_bank_line(v_entry, v_me);
    exception when data_exception or datetime_field_overflow or invalid_text_representation or numeric_value_out_of_range or invalid_datetime_format then
      raise sqlstate 'PT422' using message = 'statement_invalid', hint = format('Not a line: %s', left(v_entry::text, 200));
    end;
    select l.* into v_there from public.bank_lines l where l.reference = v_line.reference;
    if found then
      return next row(v_there.reference, v_there.outcome, true, v_there.withdrawal_id, v_there.provider, v_there.transaction_id)::public.bank_match;
      continue;
    end if;
    v_line := app.match_line(v_line);
    insert into public.bank_lines (reference, booked_on, amount, currency, end_to_end_id, name, note, outcome, withdrawal_id, provider, transaction_id, imported_by)
    values (v_line.reference, v_line.booked_on, v_line.amount, v_line.currency, v_line.end_to_end_id, v_line.name, v_line.note, v_line.outcome,
      v_line.withdrawal_id, v_line.provider, v_line.transaction_id, v_me.id);
    v_new := v_new + 1;
    return next row(v_line.reference, v_line.outcome, false, v_line.withdrawal_id, v_line.provider, v_line.transaction_id)::public.bank_match;
  end loop;
  v_kept := app.keep_bank_balance(match_statement.closing);
  if v_kept or v_new > 0 then
    perform app.audit('match_statement', 'bank_lines', null, null, jsonb_build_object('lines', v_new, 'closing', match_statement.closing));
    perform app.tell('admin', 'money');
  end if;
end $$;
comment on function public.match_statement is
  'Lines of a bank statement (camt.053 or CSV): [{reference, booked_on, amount (above 0 came in), currency, end_to_end_id?, name?, note?, provider?}]; closing: {day, balance}. A line whose end_to_end_id is a withdrawal''s completes it where the amount is the same; one that names a payment provider posts its payout; the others are kept for staff (list_bank_lines, assign_bank_line). Each reference counts once. Answers each line''s outcome. Errors: must_login, not_allowed, demo_mode, statement_invalid.';
revoke execute on function public.match_statement(jsonb, jsonb) from public, anon;
grant execute on function public.match_statement(jsonb, jsonb) to authenticated;

create function app.keep_bank_balance(closing jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if closing is null then return false; end if;
  begin
    if not coalesce((closing ->> 'day')::date between '2000-01-01' and app.today() + 1 and abs((closing ->> 'balance')::numeric) < 1e12, false) then
      raise sqlstate '22023' using message = 'no balance';
    end if;
    insert into public.bank_balances as b (day, balance) values ((closing ->> 'day')::date, (closing ->> 'balance')::numeric)
    on conflict on constraint bank_balances_pkey do update set balance = excluded.balance, imported_at = excluded.imported_at where b.balance <> excluded.balance;
  exception when data_exception or datetime_field_overflow or invalid_text_representation or numeric_value_out_of_range or invalid_datetime_format then
    raise sqlstate 'PT422' using message = 'statement_invalid', hint = 'closing is {day, balance}';
  end;
  return found;
end $$;

create function public.list_bank_lines(is_open boolean default null, from_day date default null, to_day date default null, before_id bigint default null,
  page_size integer default 50)
returns setof public.bank_lines
language plpgsql volatile security definer set search_path = '' as $$
declare v_rows bigint;
begin
  perform app.require_permission('money');
  -- A statement names people and their accounts.
  perform app.require_edits();
  return query
  select l.* from public.bank_lines l
  where (list_bank_lines.is_open is null
      or list_bank_lines.is_open = (l.outcome in ('amount_differs', 'currency_differs', 'withdrawal_closed', 'unmatched')))
    and (list_bank_lines.from_day is null or l.booked_on >= list_bank_lines.from_day)
    and (list_bank_lines.to_day is null or l.booked_on <= list_bank_lines.to_day)
    and (list_bank_lines.before_id is null or l.id < list_bank_lines.before_id)
  order by l.id desc limit least(greatest(coalesce(list_bank_lines.page_size, 50), 1), 1000);
  get diagnostics v_rows = row_count;
  perform app.log_list('bank_lines', null, v_rows);
end $$;
comment on function public.list_bank_lines is
  'Lines of bank statements, the last imported first; is_open: those that staff still has to look at, or the others. The last row''s id as before_id gives the next page. Errors: must_login, not_allowed, demo_mode.';
revoke execute on function public.list_bank_lines(boolean, date, date, bigint, integer) from public, anon;
grant execute on function public.list_bank_lines(boolean, date, date, bigint, integer) to authenticated;

-- Where a line goes that nothing was known by. It moves no wallet: what people get or owe has functions of its own.
create function public.assign_bank_line(id bigint, as_what text, target text default null, reason text default null) returns public.bank_lines
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('money');
  v_line public.bank_lines;
begin
  perform app.require_edits();
  select l.* into v_line from public.bank_lines l where l.id = assign_bank_line.id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'bank_line_not_found', hint = 'There is no such line';
  end if;
  if v_line.outcome not in ('amount_differs', 'currency_differs', 'withdrawal_closed', 'unmatched') then return v_line; end if;
  if assign_bank_line.as_what = 'provider' and exists (select 1 from public.ledger_accounts a where a.kind = 'clearing' and a.provider = assign_bank_line.target) then
    v_line.provider := assign_bank_line.target;
    v_line.transaction_id := app.post_provider_payout(v_line, v_line.provider);
  elsif assign_bank_line.as_what = 'tax' then
    v_line.transaction_id := (select r.transaction_id from public.tax_remittances r where r.month = app.date_of(assign_bank_line.target) and r.amount = -v_line.amount
      and not exists (select 1 from public.bank_lines o where o.transaction_id = r.transaction_id));
  elsif assign_bank_line.as_what in ('fees', 'other') then
    v_line.transaction_id := app.post_ledger('bank_' || assign_bank_line.as_what, 'bank_line:' || v_line.reference, null, jsonb_build_array(
      app.entry('bank', -v_line.amount), app.entry(case assign_bank_line.as_what when 'fees' then 'expense.provider_fees' else 'adjustments' end, v_line.amount)));
  end if;
  if v_line.transaction_id is null or (assign_bank_line.as_what = 'other' and coalesce(btrim(assign_bank_line.reason), '') = '') then
    raise sqlstate 'PT422' using message = 'assignment_invalid',
      hint = 'as_what is provider (target: its name), tax (target: the first day of the month, same amount), fees, or other with a reason';
  end if;
  update public.bank_lines l set outcome = case assign_bank_line.as_what when 'provider' then 'provider_payout' when 'tax' then 'tax' else 'assigned' end,
    provider = v_line.provider, transaction_id = v_line.transaction_id, assigned_by = v_me.id where l.id = v_line.id returning l.* into v_line;
  perform app.tell('admin', 'money');
  perform app.audit('assign_bank_line', 'bank_lines', v_line.id::text, null, jsonb_build_object('as', assign_bank_line.as_what, 'target', assign_bank_line.target,
    'amount', v_line.amount, 'reason', nullif(btrim(left(assign_bank_line.reason, 500)), '')));
  return v_line;
end $$;
comment on function public.assign_bank_line is
  'Says what a line was that match_statement did not know: provider (target: its name; posts the payout), tax (target: a month that remit_tax paid, with the same amount), fees (the bank''s), or other (to adjustments, with a reason). Safe to call twice. Errors: must_login, not_allowed, demo_mode, bank_line_not_found, assignment_invalid.';
revoke execute on function public.assign_bank_line(bigint, text, text, text) from public, anon;
grant execute on function public.assign_bank_line(bigint, text, text, text) to authenticated;

create function app.date_of(said text) returns date
language plpgsql immutable set search_path = '' as $$
begin
  return case when said ~ '^\d{4}-\d{2}-\d{2}$' then said::date end;
exception when datetime_field_overflow then
  return null;
end $$;
comment on function app.date_of is 'A day from text such as 2026-11-01; null where it is none.';
