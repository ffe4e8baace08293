-- Withdrawals: people request money from their wallet to a bank account; an admin transfers it and completes the request.
-- Needs:  ledger, wallets, bank details, audit; payouts computes what may be withdrawn
-- Access: drivers and fleet admins request, riders if settings.rider_with_draw allows it; admins complete or reject; people
--   read their own withdrawals
-- Tests:  tests/db/withdrawals.sql

create table public.withdraw_requests (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id),
  name text not null,
  amount numeric not null check (amount > 0 and amount < 1000000),
  date timestamptz not null default app.now(),
  bank_name text not null default '',
  bank_code text not null default '',
  bank_account text not null default '',
  processed boolean not null default false,
  process_date timestamptz check (processed = (process_date is not null)),
  rejected_at timestamptz check (rejected_at is null or not processed),
  reason text check (length(reason) <= 500) check (reason is null or rejected_at is not null),
  client_key uuid not null,
  sent_at timestamptz,
  unique (user_id, client_key)
);
call app.describe('public.withdraw_requests', $$
  Withdrawals: money on its way from a wallet to a bank account. Open until processed or rejected, each once.
  date: When the person requested the withdrawal; at that time the money left the wallet.
  bank_account: IBAN or account number at the time of the request; empty if none was given.
  process_date: When an admin confirmed that the money was transferred.
  sent_at: When the withdrawal was first exported in a payment file.
  reason: Why the withdrawal was rejected.
  name: The person's name at the time of the request.
  amount: The amount that left the wallet.
  bank_name: Name of the bank at the time of the request; empty if none was given.
  bank_code: BIC or sort code at the time of the request; empty if none was given.
  processed: Whether the money was transferred.
$$);
create index withdraw_requests_user_id on public.withdraw_requests (user_id, date desc, id);
create index withdraw_requests_date on public.withdraw_requests (date desc, id);
create index withdraw_requests_amount on public.withdraw_requests (amount, id);
create index withdraw_requests_rejected on public.withdraw_requests (date desc, id) where rejected_at is not null;
create index withdraw_requests_open on public.withdraw_requests (date) where not processed and rejected_at is null;

alter table public.withdraw_requests enable row level security;
grant select on public.withdraw_requests to authenticated;
revoke insert, update, delete, truncate on public.withdraw_requests from service_role;
create policy "people read their own withdrawals" on public.withdraw_requests for select to authenticated using (user_id = (select auth.uid()));
-- Withdrawals contain bank accounts, so staff has no policy and reads them through list_withdrawals, which logs, counts and in
-- demo mode masks.

create function app.masked_withdrawal(request public.withdraw_requests) returns public.withdraw_requests
language plpgsql stable security definer set search_path = '' as $$
begin
  if app.is_person() and app.is_demo() and auth.uid() is distinct from request.user_id then
    request.bank_account := app.masked_number(request.bank_account);
    request.bank_code := app.masked_number(request.bank_code);
  end if;
  return request;
end $$;
comment on function app.masked_withdrawal(public.withdraw_requests) is 'A withdrawal as the caller may see it: in demo mode bank numbers are masked for admins.';

-- The query contains only the conditions of the given filters, as in list_bookings. The values of the filters are parameters.
-- @plpgsql_check_options: security_warnings = off
create function public.list_withdrawals(status text default null, user_id uuid default null, from_at timestamptz default null, to_at timestamptz default null,
  sort text default 'date', ascending boolean default false, after_value text default null, after_id uuid default null, page_size integer default 50,
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
    case list_withdrawals.status when 'open' then 'not r.processed and r.rejected_at is null' when 'processed' then 'r.processed'
      when 'rejected' then 'r.rejected_at is not null' end,
    case when list_withdrawals.withdrawal_id is not null then 'r.id = $7' end,
    case when list_withdrawals.user_id is not null then 'r.user_id = $1' end,
    case when list_withdrawals.from_at is not null then 'r.date >= $2' end,
    case when list_withdrawals.to_at is not null then 'r.date < $3' end,
    case when list_withdrawals.after_value is not null then
      app.after_sql(v_by, 'r.id', v_ascending, v_by = 'r.date', case v_by when 'r.date' then '$4::timestamptz' else '$4::numeric' end, '$5') end);
  execute format('select json_agg(r order by %2$s), array_agg(distinct r.user_id), (array_agg(json_build_object(''after_value'', %3$s, ''after_id'', r.id) order by %2$s))[$6] from (select r as request from public.withdraw_requests r where %1$s order by %2$s limit $6) l
      cross join lateral app.masked_withdrawal(l.request) r', v_where, app.order_sql(v_by, 'r.id', v_ascending, v_by = 'r.date'), v_by)
    into v_rows, v_people, v_next
    using list_withdrawals.user_id, list_withdrawals.from_at, list_withdrawals.to_at, list_withdrawals.after_value, list_withdrawals.after_id, v_size, list_withdrawals.withdrawal_id;
  return coalesce(app.count_shown_rows('withdrawals', list_withdrawals.user_id, v_people)::json, app.page(v_rows, v_next));
end $$;
comment on function public.list_withdrawals is 'Withdrawals for admins. Filters: one withdrawal, status (open, processed, rejected), person, and time of the request (from_at until before to_at). sort: date or amount, newest or highest first, or ascending. Bank numbers are masked in demo mode. This is the only way for admins to read withdrawals. Logged, and counted towards the read limit. @returns page of withdraw_requests. Errors: must_login, not_allowed, list_invalid, needs_approval.';
grant execute on function public.list_withdrawals(text, uuid, timestamptz, timestamptz, text, boolean, text, uuid, integer, uuid) to authenticated;

create function app.may_withdraw(person public.profiles) returns boolean language sql stable security definer set search_path = '' as $$
  select person.usertype in ('driver', 'fleetadmin') or (person.usertype = 'rider' and s.rider_with_draw)
  from public.settings s where s.id = 1
$$;
comment on function app.may_withdraw is 'Whether a person may withdraw: drivers and fleet admins always, riders with settings.rider_with_draw.';

create function app.bank_details_of(user_id uuid) returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((select to_jsonb(d) from public.bank_details d where d.user_id = bank_details_of.user_id), '{}')
$$;
comment on function app.bank_details_of is 'A person''s bank account: {bank_name, bank_code, bank_account}, empty if none is given.';

create type public.own_wallet as (
  balance numeric, bonus numeric, free numeric, may_withdraw boolean, waits_until timestamptz, withdrawable numeric,
  locked_topups numeric, locked_tips numeric
);
comment on type public.own_wallet is 'Result of own_wallet. bonus: the part of balance that can only pay fares; free: the rest, at least 0; withdrawable: the part of free that may be withdrawn now; locked_topups: card money that can only be returned to its card (settings.topup_lock_days); locked_tips: recent tips paid by card or with topped-up money, and recent cash above a fare that only the driver reported (settings.tip_lock_days); waits_until: until when no withdrawal is possible after a change of bank details or a contact, null if there is no wait.';

create function public.own_wallet() returns public.own_wallet language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_until timestamptz := app.payout_waits_until(v_me.id);
  v_free numeric := greatest(v_me.wallet_balance - v_me.bonus_balance, 0);
  v_topups numeric := least(v_free, app.locked_topups(v_me.id));
  v_tips numeric := least(v_free - v_topups, app.locked_tips(v_me.id));
begin
  return (v_me.wallet_balance, v_me.bonus_balance, v_free, app.may_withdraw(v_me), case when v_until > app.now() then v_until end,
    v_free - v_topups - v_tips, v_topups, v_tips)::public.own_wallet;
end $$;
comment on function public.own_wallet is 'The caller''s balance, and which part of it may be withdrawn when. Errors: must_login.';
grant execute on function public.own_wallet() to authenticated;

-- Creates a withdrawal and takes its amount from the wallet, which the caller has locked.
create function app.open_withdrawal(person public.profiles, amount numeric, client_key uuid) returns public.withdraw_requests
language plpgsql security definer set search_path = '' as $$
declare
  v_bank jsonb := app.bank_details_of((person).id);
  v_request public.withdraw_requests;
begin
  insert into public.withdraw_requests (user_id, name, amount, bank_name, bank_code, bank_account, client_key)
  values ((person).id, btrim((person).first_name || ' ' || (person).last_name), open_withdrawal.amount, coalesce(v_bank ->> 'bank_name', ''),
    coalesce(v_bank ->> 'bank_code', ''), coalesce(v_bank ->> 'bank_account', ''), open_withdrawal.client_key)
  returning * into v_request;
  perform app.post_ledger('withdrawal', 'withdrawal:' || v_request.id, null, jsonb_build_array(
    app.entry('wallet:' || (person).id, -open_withdrawal.amount), app.entry('payouts_pending', open_withdrawal.amount)));
  return v_request;
end $$;

create function public.request_withdrawal(amount numeric, client_key uuid default gen_random_uuid()) returns public.withdraw_requests
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_amount numeric := app.to_money(request_withdrawal.amount);
  v_key uuid := coalesce(request_withdrawal.client_key, gen_random_uuid());
  v_balance numeric;
  v_locked numeric;
  v_request public.withdraw_requests;
begin
  -- real_balance locks the wallet, so the second of two concurrent calls with the same key waits and then finds the request of
  -- the first.
  v_balance := app.real_balance(v_me.id);
  select r.* into v_request from public.withdraw_requests r where r.user_id = v_me.id and r.client_key = v_key;
  if found then return v_request; end if;
  if not app.may_withdraw(v_me) then
    perform app.refuse('withdrawal_not_allowed', 403, 'Only drivers, fleet admins, and riders while settings.rider_with_draw is on');
  end if;
  if v_amount is null then perform app.refuse_amount(); end if;
  perform app.check_payout_wait(v_me.id);
  if v_balance < v_amount then perform app.refuse_balance(v_amount, v_balance); end if;
  perform app.check_limit('open_withdrawals',
    (select count(*) from public.withdraw_requests r where r.user_id = v_me.id and not r.processed and r.rejected_at is null));
  v_locked := app.locked_topups(v_me.id) + app.locked_tips(v_me.id);
  if v_balance - v_locked < v_amount then
    perform app.refuse('not_withdrawable', 409, format('%s of %s may be withdrawn: card money returns to its card, tips from a card wait for some days',
      greatest(0, v_balance - v_locked), v_balance));
  end if;
  return app.open_withdrawal(v_me, v_amount, v_key);
end $$;
comment on function public.request_withdrawal is 'The caller requests a withdrawal; the money leaves the wallet at once. At most the balance without bonus, card money and recent tips. Returns the request; a repeated client_key returns the first. Errors: must_login, withdrawal_not_allowed, amount_invalid, payout_waits, insufficient_balance, not_withdrawable, too_many_requests (20 open).';
grant execute on function public.request_withdrawal(numeric, uuid) to authenticated;

create function app.lock_withdrawal(id uuid) returns public.withdraw_requests language plpgsql security definer set search_path = '' as $$
declare v_request public.withdraw_requests;
begin
  perform app.require_editor('payouts');
  select r.* into v_request from public.withdraw_requests r where r.id = lock_withdrawal.id for no key update;
  if not found then perform app.refuse('withdrawal_not_found', 404, 'There is no such withdrawal'); end if;
  return v_request;
end $$;

-- Completes an open withdrawal, whose row the caller has locked.
create function app.finish_withdrawal(request public.withdraw_requests) returns public.withdraw_requests
language plpgsql security definer set search_path = '' as $$
begin
  perform app.post_ledger('withdrawal_completed', 'withdrawal_completed:' || (request).id, null, jsonb_build_array(
    app.entry('payouts_pending', -(request).amount), app.entry('bank', (request).amount)));
  update public.withdraw_requests r set processed = true, process_date = app.now() where r.id = (request).id returning r.* into request;
  perform app.notify((request).user_id, 'withdrawal_completed', jsonb_build_object('amount', (request).amount));
  return request;
end $$;

create function public.complete_withdrawal(id uuid) returns public.withdraw_requests language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_request public.withdraw_requests := app.lock_withdrawal(complete_withdrawal.id);
begin
  if v_request.processed then return v_request; end if;
  if v_request.rejected_at is not null then
    perform app.refuse('withdrawal_closed', 409, 'It was rejected, and the money is back in the wallet');
  end if;
  perform app.check_one_person(v_me, 'payout', v_request.id, v_request.user_id, v_request.amount);
  v_request := app.finish_withdrawal(v_request);
  perform app.audit('complete_withdrawal', 'withdraw_requests', v_request.id::text, jsonb_build_object('processed', false),
    jsonb_build_object('processed', true, 'user_id', v_request.user_id, 'amount', v_request.amount));
  return v_request;
end $$;
comment on function public.complete_withdrawal is 'An admin confirms that the money of a withdrawal was transferred. Idempotent. Returns the request. Errors: must_login, not_allowed, demo_mode, withdrawal_not_found, withdrawal_closed, needs_approval.';
grant execute on function public.complete_withdrawal(uuid) to authenticated;

create function public.reject_withdrawal(id uuid, reason text default null) returns public.withdraw_requests
language plpgsql security definer set search_path = '' as $$
declare v_request public.withdraw_requests := app.lock_withdrawal(reject_withdrawal.id);
begin
  if v_request.rejected_at is not null then return v_request; end if;
  if v_request.processed then perform app.refuse('withdrawal_closed', 409, 'It was already transferred'); end if;
  perform app.post_ledger('withdrawal_rejected', 'withdrawal_rejected:' || v_request.id, null, jsonb_build_array(
    app.entry('payouts_pending', -v_request.amount), app.entry('wallet:' || v_request.user_id, v_request.amount)));
  update public.withdraw_requests r set rejected_at = app.now(), reason = nullif(btrim(left(reject_withdrawal.reason, 500)), '')
  where r.id = v_request.id returning r.* into v_request;
  perform app.audit('reject_withdrawal', 'withdraw_requests', v_request.id::text, null,
    jsonb_build_object('user_id', v_request.user_id, 'amount', v_request.amount, 'reason', v_request.reason));
  perform app.notify(v_request.user_id, 'withdrawal_rejected', jsonb_build_object('amount', v_request.amount, 'reason', v_request.reason));
  return v_request;
end $$;
comment on function public.reject_withdrawal is 'An admin rejects a withdrawal; the money returns to the wallet. Idempotent. Returns the request. Errors: must_login, not_allowed, demo_mode, withdrawal_not_found, withdrawal_closed.';
grant execute on function public.reject_withdrawal(uuid, text) to authenticated;
