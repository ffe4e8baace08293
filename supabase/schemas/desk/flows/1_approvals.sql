-- Approvals: above a limit a second person must approve credits, refunds, payouts, write-offs, reading many rows, and
--            the early end of the wait after a change of bank details.
-- Access: admins read requests; one admin requests, another approves or rejects
-- Tests:  tests/db/insiders.sql, tests/db/races.test.ts

create function public.request_approval(kind text, target_id uuid, amount numeric default null,
  reason text default null,
  client_key uuid default gen_random_uuid()) returns public.approvals
language plpgsql security definer set search_path = '' as $$
declare
  v_is_export boolean := coalesce(request_approval.kind = 'export', false);
  v_me public.profiles := case when v_is_export then app.require_staff('desk')
    else app.require_permission(app.permission_for(coalesce(kind, 'desk'))) end;
  v_target uuid := case when v_is_export then v_me.id else request_approval.target_id end;
  v_key uuid := coalesce(request_approval.client_key, gen_random_uuid());
  v_user uuid;
  v_amount numeric := case when request_approval.kind = 'cash' and request_approval.amount = 0 then 0
    when request_approval.kind in ('credit', 'refund', 'fare', 'cash', 'extra') then
      app.to_money(request_approval.amount)
    when v_is_export and request_approval.amount between 1 and 999999 then trunc(request_approval.amount) end;
  v_row public.approvals;
begin
  perform app.require_edits();
  perform pg_advisory_xact_lock(hashtextextended('approval' || v_me.id::text || v_key::text, 0));
  select a.* into v_row from public.approvals a where a.requested_by = v_me.id and a.client_key = v_key;
  if found then return v_row; end if;
  case request_approval.kind
    when 'refund' then select b.customer_id into v_user from public.bookings b where b.id = request_approval.target_id;
    -- The person who gains: the driver by a higher fare, the rider by a lower one.
    -- A passenger in the street has no account; then it is about the driver's money.
    when 'fare' then select coalesce(case when v_amount <= app.current_price(b) then b.customer_id end,
      b.driver_id) into v_user from public.bookings b where b.id = request_approval.target_id;
    when 'cash' then select coalesce(case when v_amount > r.counted then r.customer_id end, r.driver_id) into v_user
      from public.cash_reports r where r.booking_id = request_approval.target_id and r.status <> 'decided';
    when 'extra' then select b.driver_id into v_user from public.booking_extras x
      join public.bookings b on b.id = x.booking_id where x.id = request_approval.target_id and x.decided_at is null;
    when 'reversal' then select d.user_id, d.amount into v_user, v_amount from public.money_decisions d
      where d.id = request_approval.target_id;
    when 'write_off' then select d.debtor, d.amount into v_user, v_amount
      from app.write_off_target(request_approval.target_id) d;
    when 'payout' then select w.user_id, w.amount into v_user, v_amount from public.withdraw_requests w
      where w.id = request_approval.target_id;
    else select p.id into v_user from public.profiles p where p.id = v_target and p.deleted_at is null
      and request_approval.kind in ('credit', 'bank_release', 'export');
  end case;
  if v_user is null or v_amount is null and request_approval.kind <> 'bank_release' then
    perform app.refuse('no_details_error', 422,
      'kind is credit, refund, reversal, fare, cash, extra, payout, bank_release, write_off or export; target_id is its subject; credit, refund, fare, cash, extra and export need an amount');
  end if;
  if not v_is_export then perform app.refuse_own(v_me, v_user); end if;
  insert into public.approvals (kind, target_id, user_id, amount, reason, requested_by, client_key)
  values (request_approval.kind, v_target, v_user, v_amount,
    nullif(btrim(left(request_approval.reason, app.reason_length())), ''), v_me.id, v_key)
  returning * into v_row;
  perform app.audit('request_approval', 'approvals', v_row.id::text, null,
    jsonb_build_object('kind', v_row.kind, 'target_id', v_row.target_id, 'user_id', v_user, 'amount', v_amount));
  -- A request that nobody hears of waits until it has expired.
  perform app.notify(p.id, 'approval_waits', jsonb_build_object('person_id', v_user,
    'name', (select btrim(o.first_name || ' ' || o.last_name) from public.profiles o where o.id = v_user)))
  from public.profiles p where p.usertype = 'admin' and app.can_decide(p, v_row) order by p.id;
  return v_row;
end $$;
comment on function public.request_approval is
  'Requests another admin''s approval of a credit (target_id: person), a refund (booking), a reversal (decision about '
  'money), the right fare (booking; amount is the price), a decision about cash (booking; amount is what counts) or a '
  'toll (extra), a payout (withdrawal), a write-off (booking, person, or flagged provider event) or the early end of '
  'the wait after a change of bank details (bank_release: person). Staff also requests to read more rows than '
  'settings.export_limit (export: no target; amount is the number of rows). A repeated client_key returns the first '
  'request. '
  'Errors: must_login, not_allowed (also for oneself), demo_mode, no_details_error.';
grant execute on function public.request_approval(text, uuid, numeric, text, uuid) to authenticated;

create function public.release_payouts(user_id uuid, reason text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('bank_release');
  v_until timestamptz := app.payout_waits_until(release_payouts.user_id);
begin
  perform app.check_approval_limit(v_me, 'bank_release', release_payouts.user_id, release_payouts.user_id, null);
  if v_until > app.now() then
    update app.payout_changes c set at = '-infinity' where c.user_id = release_payouts.user_id;
    perform app.audit('release_payouts', 'profiles', release_payouts.user_id::text,
      jsonb_build_object('until', v_until),
      jsonb_build_object('reason', nullif(btrim(left(release_payouts.reason, app.reason_length())), '')));
  end if;
  return v_until;
end $$;
comment on function public.release_payouts is
  'Ends the wait after a change of bank details early, once the desk knows that the person made the change. Returns '
  'when the wait would have ended. '
  'Errors: must_login, not_allowed (also for oneself), demo_mode, needs_approval.';
grant execute on function public.release_payouts(uuid, text) to authenticated;

create function public.approve(id uuid) returns public.approvals
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('desk');
  v_row public.approvals := app.lock_approval(approve.id, v_me, 'approved');
begin
  if v_row.status = 'approved' then return v_row; end if;
  perform app.check_second_person(v_me, v_row);
  -- If the withdrawal was completed meanwhile, nothing is left to approve.
  if v_row.kind = 'payout' and exists (select 1 from public.withdraw_requests w where w.id = v_row.target_id
    and w.processed) then
    perform app.refuse_closed();
  end if;
  update public.approvals a set status = 'approved', decided_by = v_me.id, decided_at = app.now() where a.id = v_row.id
    returning a.* into v_row;
  perform app.audit('approve_request', 'approvals', v_row.id::text,
    jsonb_build_object('requested_by', v_row.requested_by),
    jsonb_build_object('kind', v_row.kind, 'target_id', v_row.target_id, 'user_id', v_row.user_id, 'amount',
      v_row.amount));
  perform set_config('app.approval', v_row.id::text, true);
  case v_row.kind
    -- The functions are called without a client_key, so that each makes a new random one. If the key could be
    -- predicted, an admin could call the function first with this key and another amount, and the approved call would
    -- count as a retry.
    when 'credit' then perform public.add_to_wallet(v_row.target_id, v_row.amount, reason => v_row.reason);
    when 'fare' then perform public.correct_fare(v_row.target_id, v_row.amount, coalesce(v_row.reason, 'fare'));
    when 'cash' then perform public.decide_cash(v_row.target_id, v_row.amount, v_row.reason);
    when 'extra' then perform public.decide_extra(v_row.target_id, v_row.amount, v_row.reason);
    when 'reversal' then perform public.reverse_decision(v_row.target_id, coalesce(v_row.reason, 'reversal'));
    when 'refund' then perform public.refund_booking(v_row.target_id, v_row.amount, v_row.reason);
    when 'payout' then perform public.complete_withdrawal(v_row.target_id);
    when 'write_off' then
      if exists (select 1 from public.payment_events e where e.id = v_row.target_id) then
        perform public.decide_payment_flag(v_row.target_id, 'write_off', coalesce(v_row.reason, 'write_off'));
      else
        perform public.write_off(b.id, case when b.id is null then v_row.target_id end,
          coalesce(v_row.reason, 'write_off'))
        from (select v_row.target_id as id) t left join public.bookings b on b.id = t.id;
      end if;
    when 'bank_release' then perform public.release_payouts(v_row.target_id, v_row.reason);
    -- An approved export needs no further call: app.rows_approved reads the approved request and raises the person's
    -- read limit for a day.
    when 'export' then null;
  end case;
  perform set_config('app.approval', '', true);
  return v_row;
end $$;
comment on function public.approve is
  'The second admin approves a request, and it is executed at once. Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, approval_not_found, approval_closed, second_person_needed, and those '
  'of the executed function.';
grant execute on function public.approve(uuid) to authenticated;

create function public.reject(id uuid, reason text default null) returns public.approvals
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('desk');
  v_row public.approvals := app.lock_approval(reject.id, v_me, 'rejected');
begin
  if v_row.status = 'rejected' then return v_row; end if;
  update public.approvals a set status = 'rejected', decided_by = v_me.id, decided_at = app.now() where a.id = v_row.id
    returning a.* into v_row;
  perform app.audit('reject_request', 'approvals', v_row.id::text,
    jsonb_build_object('requested_by', v_row.requested_by),
    jsonb_build_object('kind', v_row.kind, 'user_id', v_row.user_id, 'amount', v_row.amount, 'reason',
      nullif(btrim(left(reject.reason, app.reason_length())), '')));
  return v_row;
end $$;
comment on function public.reject is
  'An admin rejects a request, or withdraws their own. Idempotent. '
  'Errors: must_login, not_allowed, demo_mode, approval_not_found, approval_closed.';
grant execute on function public.reject(uuid, text) to authenticated;
