-- Withdrawals: people request money from their wallet to a bank account; an admin transfers it and completes the
--              request.
-- Access: drivers and fleet admins request, riders if settings.rider_with_draw allows it; admins complete or reject;
--         people read their own withdrawals
-- Tests:  tests/db/withdrawals.sql

-- The query contains only the conditions of the given filters, as in list_bookings. The values of the filters are
-- parameters. @plpgsql_check_options: security_warnings = off
create function public.list_withdrawals(status text default null, user_id uuid default null,
  from_at timestamptz default null, to_at timestamptz default null,
  sort text default 'date', ascending boolean default false, after_value text default null, after_id uuid default null,
    page_size integer default 50,
  withdrawal_id uuid default null)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_size constant integer := least(greatest(coalesce(list_withdrawals.page_size, 50), 1), 1000);
  v_by text := case coalesce(list_withdrawals.sort, 'date') when 'date' then 'r.date' when 'amount' then 'r.amount' end;
  v_ascending boolean := coalesce(list_withdrawals.ascending, false);
  v_where text;
  v_rows json;
  v_people uuid[];
  v_next json;
  v_refusal jsonb;
begin
  perform app.require_permission('payouts');
  v_refusal := app.read_refusal('withdrawals', list_withdrawals.user_id);
  if v_refusal is not null then return v_refusal; end if;
  if v_by is null or list_withdrawals.status not in ('open', 'processed', 'rejected') then
    perform app.refuse_sort('sort is date or amount; status is open, processed or rejected');
  end if;
  v_where := concat_ws(' and ', 'true',
    case list_withdrawals.status when 'open' then 'not r.processed and r.rejected_at is null'
      when 'processed' then 'r.processed'
      when 'rejected' then 'r.rejected_at is not null' end,
    case when list_withdrawals.withdrawal_id is not null then 'r.id = $7' end,
    case when list_withdrawals.user_id is not null then 'r.user_id = $1' end,
    case when list_withdrawals.from_at is not null then 'r.date >= $2' end,
    case when list_withdrawals.to_at is not null then 'r.date < $3' end,
    case when list_withdrawals.after_value is not null then
      app.after_sql(v_by, 'r.id', v_ascending, v_by = 'r.date', case v_by when 'r.date' then '$4::timestamptz'
        else '$4::numeric' end, '$5') end);
  execute format('select json_agg(r order by %2$s), array_agg(distinct r.user_id), (array_agg(json_build_object(''after_value'', %3$s, ''after_id'', r.id) order by %2$s))[$6] from (select r as request from public.withdraw_requests r where %1$s order by %2$s limit $6) l
      cross join lateral app.masked_withdrawal(l.request) r', v_where, app.order_sql(v_by, 'r.id', v_ascending, v_by = 'r.date'), v_by)
    into v_rows, v_people, v_next
    using list_withdrawals.user_id, list_withdrawals.from_at, list_withdrawals.to_at, list_withdrawals.after_value,
      list_withdrawals.after_id, v_size, list_withdrawals.withdrawal_id;
  return coalesce(app.count_shown_rows('withdrawals', list_withdrawals.user_id, v_people)::json,
    app.page(v_rows, v_next));
end $$;
comment on function public.list_withdrawals is
  'Withdrawals for admins. Filters: one withdrawal, status (open, processed, rejected), person, and time of the '
  'request (from_at until before to_at). sort: date or amount, newest or highest first, or ascending. Bank numbers '
  'are masked in demo mode. This is the only way for admins to read withdrawals. Logged, and counted towards the read '
  'limit. @returns page of withdraw_requests. '
  'Errors: must_login, not_allowed, list_invalid, needs_approval.';
grant execute on function public.list_withdrawals(text, uuid, timestamptz, timestamptz, text, boolean, text, uuid,
  integer, uuid) to authenticated;

-- Creates a withdrawal and takes its amount from the wallet, which the caller has locked.
create function app.open_withdrawal(person public.profiles, amount numeric, client_key uuid)
  returns public.withdraw_requests
language plpgsql security definer set search_path = '' as $$
declare
  v_bank jsonb := app.bank_details_of((person).id);
  v_request public.withdraw_requests;
begin
  insert into public.withdraw_requests (user_id, name, amount, bank_name, bank_code, bank_account, client_key)
  values ((person).id, btrim((person).first_name || ' ' || (person).last_name), open_withdrawal.amount,
    coalesce(v_bank ->> 'bank_name', ''),
    coalesce(v_bank ->> 'bank_code', ''), coalesce(v_bank ->> 'bank_account', ''), open_withdrawal.client_key)
  returning * into v_request;
  perform app.post_ledger('withdrawal', 'withdrawal:' || v_request.id, null, jsonb_build_array(
    app.entry('wallet:' || (person).id, -open_withdrawal.amount),
      app.entry('payouts_pending', open_withdrawal.amount)));
  return v_request;
end $$;

create function public.request_withdrawal(amount numeric, client_key uuid default gen_random_uuid())
  returns public.withdraw_requests
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_amount numeric := app.to_money(request_withdrawal.amount);
  v_key uuid := coalesce(request_withdrawal.client_key, gen_random_uuid());
  v_balance numeric;
  v_locked numeric;
  v_request public.withdraw_requests;
begin
  -- real_balance locks the wallet, so the second of two concurrent calls with the same key waits and then finds the
  -- request of the first.
  v_balance := app.real_balance(v_me.id);
  select r.* into v_request from public.withdraw_requests r where r.user_id = v_me.id and r.client_key = v_key;
  if found then return v_request; end if;
  if not app.can_withdraw(v_me) then
    perform app.refuse('withdrawal_not_allowed', 403,
      'Only drivers, fleet admins, and riders while settings.rider_with_draw is on');
  end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  perform app.check_payout_wait(v_me.id);
  if v_balance < v_amount then perform app.refuse_balance(v_amount, v_balance); end if;
  perform app.check_limit('open_withdrawals',
    (select count(*) from public.withdraw_requests r where r.user_id = v_me.id and not r.processed
      and r.rejected_at is null));
  v_locked := app.locked_topups(v_me.id) + app.locked_tips(v_me.id);
  if v_balance - v_locked < v_amount then
    perform app.refuse('not_withdrawable', 409,
      format('%s of %s may be withdrawn: card money returns to its card, tips from a card wait for some days',
      greatest(0, v_balance - v_locked), v_balance));
  end if;
  return app.open_withdrawal(v_me, v_amount, v_key);
end $$;
comment on function public.request_withdrawal is
  'The caller requests a withdrawal; the money leaves the wallet at once. At most the balance without bonus, card '
  'money and recent tips. Returns the request; a repeated client_key returns the first. '
  'Errors: must_login, withdrawal_not_allowed, amount_invalid, payout_waits, insufficient_balance, not_withdrawable, '
  'too_many_requests (20 open).';
grant execute on function public.request_withdrawal(numeric, uuid) to authenticated;

-- Completes an open withdrawal, whose row the caller has locked.
create function app.finish_withdrawal(request public.withdraw_requests) returns public.withdraw_requests
language plpgsql security definer set search_path = '' as $$
begin
  perform app.post_ledger('withdrawal_completed', 'withdrawal_completed:' || (request).id, null, jsonb_build_array(
    app.entry('payouts_pending', -(request).amount), app.entry('bank', (request).amount)));
  update public.withdraw_requests r set processed = true, process_date = app.now() where r.id = (request).id
    returning r.* into request;
  perform app.notify((request).user_id, 'withdrawal_completed', jsonb_build_object('amount', (request).amount));
  return request;
end $$;

create function public.complete_withdrawal(id uuid) returns public.withdraw_requests
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_request public.withdraw_requests := app.lock_withdrawal(complete_withdrawal.id);
begin
  if v_request.processed then return v_request; end if;
  if v_request.rejected_at is not null then
    perform app.refuse('withdrawal_closed', 409, 'It was rejected, and the money is back in the wallet');
  end if;
  perform app.check_approval_limit(v_me, 'payout', v_request.id, v_request.user_id, v_request.amount);
  v_request := app.finish_withdrawal(v_request);
  perform app.audit('complete_withdrawal', 'withdraw_requests', v_request.id::text,
    jsonb_build_object('processed', false),
    jsonb_build_object('processed', true, 'user_id', v_request.user_id, 'amount', v_request.amount));
  return v_request;
end $$;
comment on function public.complete_withdrawal is
  'An admin confirms that the money of a withdrawal was transferred. Idempotent. Returns the request. '
  'Errors: must_login, not_allowed, demo_mode, withdrawal_not_found, withdrawal_closed, needs_approval.';
grant execute on function public.complete_withdrawal(uuid) to authenticated;

create function public.reject_withdrawal(id uuid, reason text default null) returns public.withdraw_requests
language plpgsql security definer set search_path = '' as $$
declare v_request public.withdraw_requests := app.lock_withdrawal(reject_withdrawal.id);
begin
  if v_request.rejected_at is not null then return v_request; end if;
  if v_request.processed then perform app.refuse('withdrawal_closed', 409, 'It was already transferred'); end if;
  perform app.post_ledger('withdrawal_rejected', 'withdrawal_rejected:' || v_request.id, null, jsonb_build_array(
    app.entry('payouts_pending', -v_request.amount), app.entry('wallet:' || v_request.user_id, v_request.amount)));
  update public.withdraw_requests r
    set rejected_at = app.now(), reason = nullif(btrim(left(reject_withdrawal.reason, app.reason_length())), '')
  where r.id = v_request.id returning r.* into v_request;
  perform app.audit('reject_withdrawal', 'withdraw_requests', v_request.id::text, null,
    jsonb_build_object('user_id', v_request.user_id, 'amount', v_request.amount, 'reason', v_request.reason));
  perform app.notify(v_request.user_id, 'withdrawal_rejected', jsonb_build_object('amount', v_request.amount, 'reason',
    v_request.reason));
  return v_request;
end $$;
comment on function public.reject_withdrawal is
  'An admin rejects a withdrawal; the money returns to the wallet. Idempotent. Returns the request. '
  'Errors: must_login, not_allowed, demo_mode, withdrawal_not_found, withdrawal_closed.';
grant execute on function public.reject_withdrawal(uuid, text) to authenticated;
