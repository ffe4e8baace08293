-- The weekly payout run, which requests withdrawals for drivers, and the payment file for the bank.
-- Needs:  withdrawals, driver_charges, app.locked_topups
-- Access: drivers read their own results of a run; staff with the permission payouts starts runs
-- Tests:  tests/db/payouts.sql

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
call app.describe('public.payout_runs', $$
  Weekly payout runs: each requests withdrawals for drivers.
  week: Monday of the ISO week of the run.
  started_by: The admin who started the run; null if the schedule started it (settings.payout_weekday).
  finished_at: When the run finished; null while drivers are left: call run_payouts again.
  last_driver_id: The last driver processed; drivers are processed in the order of ids.
  drivers: Number of drivers processed so far.
  requests: Number of withdrawals requested.
  total: Sum of the withdrawals requested.
$$);
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
call app.describe('public.payout_rows', $$
  Result of a payout run for each driver, and the withdrawal requested. At most one withdrawal per driver and week.
  week: Monday of the week of the run.
  outcome: Result for the driver. requested; nothing: the wallet is at zero; negative: below zero, carried over to the next week; locked: the wallet contains only card money or recent tips; no_bank: no bank details; waits: bank details or a contact changed recently; failed: an error, retried by the next run.
  balance: Wallet balance without bonus, after charges. Withdrawals requested earlier are already subtracted.
  charges: Sum of the driver's charges that the run has taken from the wallet before.
  locked: The part of the balance that cannot be withdrawn yet.
  amount: Amount of the withdrawal requested.
$$);
create unique index payout_rows_once on public.payout_rows (driver_id, week) where withdrawal_id is not null;
create index payout_rows_driver_id on public.payout_rows (driver_id, week desc);

alter table public.payout_runs enable row level security;
alter table public.payout_rows enable row level security;
grant select on public.payout_runs, public.payout_rows to authenticated;
revoke insert, update, delete, truncate on public.payout_runs, public.payout_rows from service_role;
create policy "admins who pay out read every run" on public.payout_runs for select to authenticated
  using ((select app.has_permission('payouts')));
create policy "drivers read their own rows of runs" on public.payout_rows for select to authenticated using (driver_id = (select auth.uid()));
create policy "admins who pay out read every row of a run" on public.payout_rows for select to authenticated
  using ((select app.has_permission('payouts')));

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

-- Processes drivers in batches, because their wallets stay locked until the end of the transaction.
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
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  v_me public.profiles := app.require_editor('payouts');
  v_key uuid := coalesce(run_payouts.client_key, gen_random_uuid());
  v_run public.payout_runs;
begin
  -- Lets only one run work at a time, because a driver is paid only once a week, even if several runs cover the same week.
  perform pg_advisory_xact_lock(hashtextextended('payouts', 0));
  select r.* into v_run from public.payout_runs r where r.client_key = v_key;
  if not found then
    insert into public.payout_runs (week, started_by, client_key) values (date_trunc('week', app.today())::date, v_me.id, v_key) returning * into v_run;
    perform app.audit('run_payouts', 'payout_runs', v_run.id::text, null, jsonb_build_object('week', v_run.week));
  end if;
  if v_run.finished_at is not null then return v_run; end if;
  return app.continue_payouts(v_run, 500);
end $$;
comment on function public.run_payouts is 'Takes drivers'' charges from their wallets and then requests a withdrawal for each: the balance without bonus, card money and recent tips; negative balances are carried over. Once per driver and ISO week. Processes 500 drivers per call: call again with the same client_key until finished_at is set. Returns the run; its rows: list_payout_rows. Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.run_payouts(uuid) to authenticated;

-- Starts or continues the scheduled run of this week, once settings.payout_weekday has come. The run's client_key is derived
-- from the week, so each call in a week works on the same run, and a week never has two scheduled runs. Returns how many
-- drivers the run has processed so far. Returns 0 if no weekday is set or it has not come yet, if another run is working, or if
-- the run has finished.
create function app.run_weekly_payouts() returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_week date := date_trunc('week', app.today())::date;
  v_day integer := (app.settings()).payout_weekday;
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
comment on function app.run_weekly_payouts is 'Scheduled: the payout run of the week, from settings.payout_weekday on, 500 drivers per call; returns the number processed.';

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
comment on function public.list_payout_rows is 'Results of a payout run per driver, in the order of ids; state is that of the withdrawal: open, sent, processed or rejected. Pass the last row''s driver_id as after_id for the next page. Errors: must_login, not_allowed.';
grant execute on function public.list_payout_rows(uuid, text, uuid, integer) to authenticated;

-- The payment file for the bank -------------------------------------------------------------------------------------

create type public.payout_file_row as (
  withdrawal_id uuid, end_to_end_id text, user_id uuid, name text, bank_name text, bank_code text, bank_account text,
  amount numeric, currency text, requested_at timestamptz, sent_at timestamptz
);
comment on type public.payout_file_row is 'A row of payout_file: a withdrawal for a payment file. sent_at: when it was first exported; null if never before this call.';

create function public.payout_file(run_id uuid default null, after_id uuid default null, page_size integer default 1000, only_ids uuid[] default null,
  is_sent boolean default true) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_size constant integer := least(greatest(coalesce(payout_file.page_size, 1000), 1), 5000);
  v_ids uuid[];
  v_page json;
begin
  perform app.require_editor('payouts');
  -- Lets only one export run at a time: the second of two concurrent calls sees what the first has exported.
  perform pg_advisory_xact_lock(hashtextextended('payout_file', 0));
  select coalesce(array_agg(l.id order by l.id), '{}') into v_ids from (
    select w.id from public.withdraw_requests w
    where not w.processed and w.rejected_at is null and w.bank_account <> ''
      and (payout_file.run_id is null or w.id in (select r.withdrawal_id from public.payout_rows r where r.run_id = payout_file.run_id))
      and (payout_file.after_id is null or w.id > payout_file.after_id) and (payout_file.only_ids is null or w.id = any (payout_file.only_ids))
    order by w.id limit v_size) l;
  select app.page(json_agg(row(w.id, replace(w.id::text, '-', ''), w.user_id, w.name, w.bank_name, w.bank_code, w.bank_account, w.amount, s.code,
      w.date, w.sent_at)::public.payout_file_row order by w.id), case when v_ids[v_size] is not null then json_build_object('after_id', v_ids[v_size]) end) into v_page
  from public.withdraw_requests w cross join public.settings s where w.id = any (v_ids) and s.id = 1;
  perform app.log_access('withdrawals', payout_file.run_id, cardinality(v_ids));
  if not coalesce(payout_file.is_sent, true) then return v_page; end if;
  -- Locks in the order of ids, as match_statement does, so that the two cannot deadlock.
  perform 1 from public.withdraw_requests w where w.id = any (v_ids) order by w.id for no key update;
  update public.withdraw_requests w set sent_at = app.now() where w.id = any (v_ids) and w.sent_at is null;
  perform app.audit('payout_file', 'payout_runs', payout_file.run_id::text, null, jsonb_build_object('rows', cardinality(v_ids),
    'total', (select coalesce(sum(w.amount), 0) from public.withdraw_requests w where w.id = any (v_ids))));
  return v_page;
end $$;
comment on function public.payout_file is 'Open withdrawals with bank details, of one run or all, for a payment file (pain.001 or CSV), in the order of ids. sent_at: when the withdrawal was first exported, so that it is not sent twice; this call sets it. With is_sent false the call only reads and sets nothing, because the caller does not know yet which rows it can write to a file. only_ids: the withdrawals that were written to the file; the result shows which of them another file exported meanwhile. The bank returns end_to_end_id in its statement, where match_statement recognises the withdrawal by it. @returns page of payout_file_row. Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.payout_file(uuid, uuid, integer, uuid[], boolean) to authenticated;
