-- The weekly payout run, which requests withdrawals for drivers, and the payment file for the bank.
-- Access: drivers read their own results of a run; staff with the permission payouts starts runs
-- Tests:  tests/db/payouts.sql

create function app.pay_driver(run public.payout_runs, driver_id uuid) returns public.payout_rows
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.payout_rows;
  v_person public.profiles;
  v_request public.withdraw_requests;
begin
  perform app.lock_wallets(pay_driver.driver_id);
  v_row := row((run).id, pay_driver.driver_id, (run).week, 'nothing', 0,
    app.post_charges(pay_driver.driver_id, (run).week), 0, 0, null)::public.payout_rows;
  select p.* into v_person from public.profiles p where p.id = pay_driver.driver_id;
  v_row.balance := v_person.wallet_balance - v_person.bonus_balance;
  if v_row.balance > 0 then
    v_row.locked := least(v_row.balance, app.locked_topups(v_person.id) + app.locked_tips(v_person.id));
  end if;
  v_row.outcome := case when v_row.balance < 0 then 'negative' when v_row.balance = 0 then 'nothing'
    when v_row.locked >= v_row.balance then 'locked'
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
    where p.usertype = 'driver' and p.deleted_at is null
      and ((run).last_driver_id is null or p.id > (run).last_driver_id)
    order by p.id limit most
  loop
    v_seen := v_seen + 1;
    run.last_driver_id := v_id;
    continue when exists (select 1 from public.payout_rows r where r.driver_id = v_id and r.week = (run).week
      and r.withdrawal_id is not null);
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
  update public.payout_runs r set last_driver_id = (run).last_driver_id, drivers = (run).drivers,
    requests = (run).requests, total = (run).total,
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
  -- Lets only one run work at a time, because a driver is paid only once a week, even if several runs cover the same
  -- week.
  perform pg_advisory_xact_lock(hashtextextended('payouts', 0));
  select r.* into v_run from public.payout_runs r where r.client_key = v_key;
  if not found then
    insert into public.payout_runs (week, started_by, client_key)
      values (date_trunc('week', app.today())::date, v_me.id, v_key) returning * into v_run;
    perform app.audit('run_payouts', 'payout_runs', v_run.id::text, null, jsonb_build_object('week', v_run.week));
  end if;
  if v_run.finished_at is not null then return v_run; end if;
  return app.continue_payouts(v_run, 500);
end $$;
comment on function public.run_payouts is
  'Takes drivers'' charges from their wallets and then requests a withdrawal for each: the balance without bonus, '
  'card money and recent tips; negative balances are carried over. Once per driver and ISO week. Processes 500 '
  'drivers per call: call again with the same client_key until finished_at is set. Returns the run; its rows: '
  'list_payout_rows. '
  'Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.run_payouts(uuid) to authenticated;

-- Starts or continues the scheduled run of this week, once settings.payout_weekday has come. The run's client_key is
-- derived from the week, so each call in a week works on the same run, and a week never has two scheduled runs. Returns
-- how many drivers the run has processed so far. Returns 0 if no weekday is set or it has not come yet, if another run
-- is working, or if the run has finished.
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
comment on function app.run_weekly_payouts is
  'Scheduled: the payout run of the week, from settings.payout_weekday on, 500 drivers per call; returns the number '
  'processed.';

create function public.payout_file(run_id uuid default null, after_id uuid default null,
  page_size integer default 1000, only_ids uuid[] default null,
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
      and (payout_file.run_id is null or w.id in (select r.withdrawal_id from public.payout_rows r
        where r.run_id = payout_file.run_id))
      and (payout_file.after_id is null or w.id > payout_file.after_id)
        and (payout_file.only_ids is null or w.id = any (payout_file.only_ids))
    order by w.id limit v_size) l;
  select app.page(json_agg(row(w.id, replace(w.id::text, '-', ''), w.user_id, w.name, w.bank_name, w.bank_code,
    w.bank_account, w.amount, s.code,
      w.date, w.sent_at)::public.payout_file_row
        order by w.id), case when v_ids[v_size] is not null then json_build_object('after_id',
        v_ids[v_size]) end) into v_page
  from public.withdraw_requests w cross join public.settings s where w.id = any (v_ids) and s.id = 1;
  perform app.log_access('withdrawals', payout_file.run_id, cardinality(v_ids));
  if not coalesce(payout_file.is_sent, true) then return v_page; end if;
  -- Locks in the order of ids, as match_statement does, so that the two cannot deadlock.
  perform 1 from public.withdraw_requests w where w.id = any (v_ids) order by w.id for no key update;
  update public.withdraw_requests w set sent_at = app.now() where w.id = any (v_ids) and w.sent_at is null;
  perform app.audit('payout_file', 'payout_runs', payout_file.run_id::text, null,
    jsonb_build_object('rows', cardinality(v_ids),
    'total', (select coalesce(sum(w.amount), 0) from public.withdraw_requests w where w.id = any (v_ids))));
  return v_page;
end $$;
comment on function public.payout_file is
  'Open withdrawals with bank details, of one run or all, for a payment file (pain.001 or CSV), in the order of ids. '
  'sent_at: when the withdrawal was first exported, so that it is not sent twice; this call sets it. With is_sent '
  'false the call only reads and sets nothing, because the caller does not know yet which rows it can write to a '
  'file. only_ids: the withdrawals that were written to the file; the result shows which of them another file '
  'exported meanwhile. The bank returns end_to_end_id in its statement, where match_statement recognises the '
  'withdrawal by it. @returns page of payout_file_row. '
  'Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.payout_file(uuid, uuid, integer, uuid[], boolean) to authenticated;
