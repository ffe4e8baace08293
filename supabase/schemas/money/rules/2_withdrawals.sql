-- Withdrawals: people request money from their wallet to a bank account; an admin transfers it and completes the
-- request.

-- Withdrawals contain bank accounts, so staff has no policy and reads them through list_withdrawals, which logs, counts
-- and in demo mode masks.

create function app.masked_withdrawal(request public.withdraw_requests) returns public.withdraw_requests
language plpgsql stable security definer set search_path = '' as $$
begin
  if app.is_person() and app.is_demo() and auth.uid() is distinct from request.user_id then
    request.bank_account := app.masked_number(request.bank_account);
    request.bank_code := app.masked_number(request.bank_code);
  end if;
  return request;
end $$;
comment on function app.masked_withdrawal(public.withdraw_requests) is
  'A withdrawal as the caller may see it: in demo mode bank numbers are masked for admins.';

create function app.can_withdraw(person public.profiles) returns boolean
language sql stable security definer set search_path = '' as $$
  select person.usertype in ('driver', 'fleetadmin') or (person.usertype = 'rider' and s.rider_with_draw)
  from public.settings s where s.id = 1
$$;
comment on function app.can_withdraw is
  'Whether a person may withdraw: drivers and fleet admins always, riders with settings.rider_with_draw.';

create function app.bank_details_of(user_id uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((select to_jsonb(d) from public.bank_details d where d.user_id = bank_details_of.user_id), '{}')
$$;
comment on function app.bank_details_of is
  'A person''s bank account: {bank_name, bank_code, bank_account}, empty if none is given.';

create type public.own_wallet as (
  balance numeric, bonus numeric, free numeric, can_withdraw boolean, waits_until timestamptz, withdrawable numeric,
  locked_topups numeric, locked_tips numeric
);
comment on type public.own_wallet is
  'Result of own_wallet. bonus: the part of balance that can only pay fares; free: the rest, at least 0; '
  'withdrawable: the part of free that may be withdrawn now; locked_topups: card money that can only be returned to '
  'its card (settings.topup_lock_days); locked_tips: recent tips paid by card or with topped-up money, and recent '
  'cash above a fare that only the driver reported (settings.tip_lock_days); waits_until: until when no withdrawal is '
  'possible after a change of bank details or a contact, null if there is no wait.';

create function public.own_wallet() returns public.own_wallet
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_until timestamptz := app.payout_waits_until(v_me.id);
  v_free numeric := greatest(v_me.wallet_balance - v_me.bonus_balance, 0);
  v_topups numeric := least(v_free, app.locked_topups(v_me.id));
  v_tips numeric := least(v_free - v_topups, app.locked_tips(v_me.id));
begin
  return (v_me.wallet_balance, v_me.bonus_balance, v_free, app.can_withdraw(v_me),
    case when v_until > app.now() then v_until end,
    v_free - v_topups - v_tips, v_topups, v_tips)::public.own_wallet;
end $$;
comment on function public.own_wallet is
  'The caller''s balance, and which part of it may be withdrawn when. '
  'Errors: must_login.';
grant execute on function public.own_wallet() to authenticated;

create function app.lock_withdrawal(id uuid) returns public.withdraw_requests
language plpgsql security definer set search_path = '' as $$
declare v_request public.withdraw_requests;
begin
  perform app.require_editor('payouts');
  select r.* into v_request from public.withdraw_requests r where r.id = lock_withdrawal.id for no key update;
  if not found then perform app.refuse('withdrawal_not_found', 404, 'There is no such withdrawal'); end if;
  return v_request;
end $$;
