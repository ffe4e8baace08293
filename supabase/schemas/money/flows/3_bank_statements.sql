-- Bank statements: imports the lines of the operator's bank account and matches them with withdrawals and providers'
-- payouts.
-- Access: staff with the permission money
-- Tests:  tests/db/statements.sql, tests/db/month.test.ts

create function app.post_provider_payout(line public.bank_lines, provider text) returns bigint
language sql volatile security definer set search_path = '' as $$
  select app.post_ledger('provider_payout', 'provider_payout:' || (line).reference, null, jsonb_build_array(
    app.entry('clearing:' || post_provider_payout.provider, (line).amount), app.entry('bank', -(line).amount)))
$$;

-- Decides what a line of a statement is, and returns the line with its outcome. If the line pays a withdrawal,
-- completes the withdrawal. If it is a provider's payout, books the payout. Other outcomes say why staff must look at
-- the line, for example because its currency or amount differs.
create function app.match_line(line public.bank_lines) returns public.bank_lines
language plpgsql security definer set search_path = '' as $$
declare v_request public.withdraw_requests;
begin
  if (line).currency <> (app.settings()).code then
    line.outcome := 'currency_differs';
    return line;
  end if;
  if (line).end_to_end_id is not null then
    select w.* into v_request from public.withdraw_requests w where w.id = app.uuid_of(lower((line).end_to_end_id))
      for no key update;
  end if;
  if v_request.id is not null then
    line.withdrawal_id := v_request.id;
    line.outcome := case when -(line).amount <> v_request.amount then 'amount_differs'
      when v_request.rejected_at is not null then 'withdrawal_closed'
      when v_request.processed then 'already_paid' else 'withdrawal' end;
    if (line).outcome = 'withdrawal' then
      perform app.finish_withdrawal(v_request);
    end if;
    -- If the bank transferred the same withdrawal twice, staff must recover the money. So the second line gets an
    -- outcome that appears on staff's list of open lines.
    if (line).outcome = 'already_paid' and exists (select 1 from public.bank_lines l
      where l.withdrawal_id = v_request.id and l.outcome in ('withdrawal', 'already_paid')) then
      line.outcome := 'withdrawal_closed';
    end if;
    if (line).outcome in ('withdrawal', 'already_paid') then
      line.transaction_id := (select t.id from public.ledger_transactions t
        where t.idempotency_key = 'withdrawal_completed:' || v_request.id);
    end if;
    return line;
  end if;
  line.provider := app.provider_of_line(line);
  line.outcome := case when (line).provider is null then 'unmatched' else 'provider_payout' end;
  if (line).outcome = 'provider_payout' then
    line.transaction_id := app.post_provider_payout(line, (line).provider);
  end if;
  return line;
end $$;

create function app.store_bank_balance(closing jsonb) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if closing is null then return false; end if;
  begin
    if not coalesce((closing ->> 'day')::date between '2000-01-01' and app.today() + 1
      and abs((closing ->> 'balance')::numeric) < 1e12, false) then
      raise sqlstate '22023' using message = 'no balance';
    end if;
    insert into public.bank_balances as b (day, balance)
      values ((closing ->> 'day')::date, (closing ->> 'balance')::numeric)
    on conflict on constraint bank_balances_pkey do update
      set balance = excluded.balance, imported_at = excluded.imported_at where b.balance <> excluded.balance;
  exception when data_exception or datetime_field_overflow or invalid_text_representation or numeric_value_out_of_range
    or invalid_datetime_format then
    perform app.refuse('statement_invalid', 422, 'closing must be {day, balance}');
  end;
  return found;
end $$;

create function public.match_statement(entries jsonb, closing jsonb default null) returns setof public.bank_match
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  v_me public.profiles := app.require_editor('money');
  v_entry jsonb;
  v_line public.bank_lines;
  v_there public.bank_lines;
  v_new integer := 0;
  v_kept boolean;
begin
  if jsonb_typeof(match_statement.entries) is distinct from 'array'
    or jsonb_array_length(match_statement.entries) > app.statement_lines() then
    perform app.refuse('statement_invalid', 422, format('entries must be a list of at most %s', app.statement_lines()));
  end if;
  -- Lets only one import run at a time; otherwise two imports of the same file could both treat a line as new.
  perform pg_advisory_xact_lock(hashtextextended('statement', 0));
  -- Locks the withdrawals in the order of ids, as payout_file does, so that the two cannot deadlock.
  perform 1 from public.withdraw_requests w
  where w.id in (select app.uuid_of(lower(e ->> 'end_to_end_id')) from jsonb_array_elements(match_statement.entries) e)
    order by w.id for no key update;
  for v_entry in select e from jsonb_array_elements(match_statement.entries) e loop
    begin
      v_line := app.read_bank_line(v_entry, v_me);
    exception when data_exception or datetime_field_overflow or invalid_text_representation
      or numeric_value_out_of_range or invalid_datetime_format then
      perform app.refuse('statement_invalid', 422, format('Invalid line: %s', left(v_entry::text, 200)));
    end;
    select l.* into v_there from public.bank_lines l where l.reference = v_line.reference;
    if found then
      return next row(v_there.reference, v_there.outcome, true, v_there.withdrawal_id, v_there.provider,
        v_there.transaction_id)::public.bank_match;
      continue;
    end if;
    v_line := app.match_line(v_line);
    insert into public.bank_lines (reference, booked_on, amount, currency, end_to_end_id, name, note, outcome,
      withdrawal_id, provider, transaction_id, imported_by)
    values (v_line.reference, v_line.booked_on, v_line.amount, v_line.currency, v_line.end_to_end_id, v_line.name,
      v_line.note, v_line.outcome,
      v_line.withdrawal_id, v_line.provider, v_line.transaction_id, v_me.id);
    v_new := v_new + 1;
    return next row(v_line.reference, v_line.outcome, false, v_line.withdrawal_id, v_line.provider,
      v_line.transaction_id)::public.bank_match;
  end loop;
  v_kept := app.store_bank_balance(match_statement.closing);
  if v_kept or v_new > 0 then
    perform app.audit('match_statement', 'bank_lines', null, null,
      jsonb_build_object('lines', v_new, 'closing', match_statement.closing));
    perform app.broadcast('admin', 'money');
  end if;
end $$;
comment on function public.match_statement is
  'Imports lines of a bank statement (camt.053 or CSV): [{reference, booked_on, amount (positive is incoming), '
  'currency, end_to_end_id?, name?, note?, provider?}]; closing: {day, balance}. If end_to_end_id is the id of a '
  'withdrawal and the amount matches, the line completes it. If a line names a payment provider, the provider''s '
  'payout is booked. Other lines are left for staff (list_bank_lines, assign_bank_line). Each reference counts once. '
  'Returns the outcome of each line. '
  'Errors: must_login, not_allowed, demo_mode, statement_invalid.';
grant execute on function public.match_statement(jsonb, jsonb) to authenticated;

create function public.list_bank_lines(is_open boolean default null, from_day date default null,
  to_day date default null, before_id bigint default null,
  page_size integer default 50) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_size constant integer := least(greatest(coalesce(list_bank_lines.page_size, 50), 1), 1000);
  v_ids bigint[];
  v_rows json;
begin
  perform app.require_permission('money');
  -- Demo mode refuses this list, because a statement contains names and accounts.
  perform app.require_edits();
  select json_agg(b), array_agg(b.id) into v_rows, v_ids from (
    select l.* from public.bank_lines l
    where (list_bank_lines.is_open is null
        or list_bank_lines.is_open = app.is_open_line(l.outcome))
      and (list_bank_lines.from_day is null or l.booked_on >= list_bank_lines.from_day)
      and (list_bank_lines.to_day is null or l.booked_on <= list_bank_lines.to_day)
      and (list_bank_lines.before_id is null or l.id < list_bank_lines.before_id)
    order by l.id desc limit v_size) b;
  perform app.log_list('bank_lines', null, coalesce(cardinality(v_ids), 0));
  return app.page(v_rows, case when v_ids[v_size] is not null then json_build_object('before_id', v_ids[v_size]) end);
end $$;
comment on function public.list_bank_lines is
  'Lines of bank statements, last imported first. is_open: only lines that staff must decide; false: only the others. '
  '@returns page of bank_lines. '
  'Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.list_bank_lines(boolean, date, date, bigint, integer) to authenticated;

-- Assigns a line that was not recognized. Never changes a wallet: other functions change what a person gets or owes.
create function public.assign_bank_line(id bigint, as_what text, target text default null, reason text default null)
  returns public.bank_lines
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('money');
  v_line public.bank_lines;
begin
  select l.* into v_line from public.bank_lines l where l.id = assign_bank_line.id for no key update;
  if not found then perform app.refuse('bank_line_not_found', 404, 'No such line'); end if;
  if not app.is_open_line(v_line.outcome) then return v_line; end if;
  if assign_bank_line.as_what = 'provider' and exists (select 1 from public.ledger_accounts a where a.kind = 'clearing'
    and a.provider = assign_bank_line.target) then
    v_line.provider := assign_bank_line.target;
    v_line.transaction_id := app.post_provider_payout(v_line, v_line.provider);
  elsif assign_bank_line.as_what = 'tax' then
    v_line.transaction_id := (select r.transaction_id from public.tax_remittances r
      where r.month = app.date_of(assign_bank_line.target) and r.amount = -v_line.amount
      and not exists (select 1 from public.bank_lines o where o.transaction_id = r.transaction_id));
  elsif assign_bank_line.as_what in ('fees', 'cash', 'other') then
    v_line.transaction_id := app.post_ledger('bank_' || assign_bank_line.as_what, 'bank_line:' || v_line.reference,
      null, jsonb_build_array(
      app.entry('bank', -v_line.amount),
        app.entry(case assign_bank_line.as_what when 'fees' then 'expense.provider_fees' when 'cash' then 'cash'
          else 'adjustments' end,
        v_line.amount)));
  end if;
  if v_line.transaction_id is null
    or (assign_bank_line.as_what = 'other' and coalesce(btrim(assign_bank_line.reason), '') = '') then
    perform app.refuse('assignment_invalid', 422,
      'as_what is provider (target: its name), tax (target: the first day of the month, same amount), fees, cash, or other with a reason');
  end if;
  update public.bank_lines l set outcome = case assign_bank_line.as_what when 'provider' then 'provider_payout'
    when 'tax' then 'tax' else 'assigned' end,
    provider = v_line.provider, transaction_id = v_line.transaction_id, assigned_by = v_me.id where l.id = v_line.id
      returning l.* into v_line;
  perform app.broadcast('admin', 'money');
  perform app.audit('assign_bank_line', 'bank_lines', v_line.id::text, null,
    jsonb_build_object('as', assign_bank_line.as_what, 'target', assign_bank_line.target,
    'amount', v_line.amount, 'reason', nullif(btrim(left(assign_bank_line.reason, app.reason_length())), '')));
  return v_line;
end $$;
comment on function public.assign_bank_line is
  'Assigns a line that match_statement did not recognize to: provider (target: the provider''s name; books its '
  'payout), tax (target: the month that remit_tax paid, with the same amount), fees (of the bank), cash (that drivers '
  'handed in and the office brought to the bank), or other (booked as adjustment, with a reason). Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, bank_line_not_found, assignment_invalid.';
grant execute on function public.assign_bank_line(bigint, text, text, text) to authenticated;
