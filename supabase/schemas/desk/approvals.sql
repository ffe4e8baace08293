-- Approvals: above a limit a second person must approve credits, refunds, payouts, write-offs, reading many rows, and the early
-- end of the wait after a change of bank details.
-- Needs:  staff roles, wallets, refunds, withdrawals, bank changes, audit
-- Access: admins read requests; one admin requests, another approves or rejects
-- Tests:  tests/db/insiders.sql, tests/db/races.test.ts

create table public.approvals (
  id uuid primary key default app.uuid_v7(),
  kind text not null check (kind in ('credit', 'refund', 'reversal', 'fare', 'payout', 'bank_release', 'write_off', 'export', 'cash', 'extra')),
  target_id uuid not null,
  user_id uuid not null references public.profiles (id),
  amount numeric check (amount >= 0 and amount < 1000000 and (amount > 0 or kind = 'cash')),
  reason text check (length(reason) <= 500),
  requested_by uuid not null references public.profiles (id),
  requested_at timestamptz not null default app.now(),
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  decided_by uuid references public.profiles (id),
  decided_at timestamptz,
  client_key uuid not null,
  unique (requested_by, client_key),
  constraint approvals_decided check ((status = 'pending') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint approvals_two_people check (status <> 'approved' or (decided_by not in (requested_by, user_id) and (user_id <> requested_by) <> (kind = 'export')))
);
call app.describe('public.approvals', $$
  Requests of one admin (or of staff that reads rows) that another admin must decide. Requests without a decision expire after seven days.
  target_id: What the request is about: a person (credit, bank_release, write_off of a wallet; for export the person who requested), a booking (refund, fare, write_off, cash), an extra (extra), a decision about money (reversal), a provider event (write_off of its money) or a withdrawal (payout).
  user_id: The person who gets the money, owes it, or wants to read the rows.
  reason: The reason given by the person who requested. The reason of a rejection is in the audit log.
  kind: What is requested: credit, refund, reversal (of a decision about money), fare (a correction), cash (how much a driver collected), extra (a toll for the operator to pay), payout, bank_release (end of a payout's wait), write_off or export (reading rows beyond the limit).
  amount: Amount of money (of a fare: the right price; of cash: what counts), or number of rows for an export; null for bank_release.
  requested_by: The person who requested.
  decided_by: The second person, who approved or rejected.
  status: pending, approved (and executed in the same transaction) or rejected.
$$);
create index approvals_user_id on public.approvals (user_id);
create index approvals_decided_by on public.approvals (decided_by, decided_at);
create index approvals_pending on public.approvals (requested_at) where status = 'pending';
create index approvals_target_id on public.approvals (target_id);
alter table public.approvals enable row level security;
grant select on public.approvals to authenticated;
revoke insert, update, delete, truncate on public.approvals from service_role;
create policy "admins read approvals" on public.approvals for select to authenticated using ((select app.has_current_role('admin')));

create function app.permission_for(kind text) returns text language sql immutable set search_path = '' as $$
  select case kind when 'payout' then 'payouts' when 'write_off' then 'money' when 'fare' then 'fares' when 'reversal' then 'refund' when 'cash' then 'refund' when 'extra' then 'refund' else kind end
$$;

-- Returns the larger of two sums of the last 24 hours: what this admin gave, and what this person got. Amounts that a second
-- admin approved are left out: their rows name the approval, or its amount is subtracted. The sums prevent an admin from avoiding the limit with several small amounts.
create function app.one_person_total(kind text, admin_id uuid, user_id uuid) returns numeric
language sql volatile security definer set search_path = '' as $$
  select greatest(
    coalesce(sum(d.amount) filter (where d.actor_id = one_person_total.admin_id), 0),
    coalesce(sum(d.amount) filter (where d.user_id = one_person_total.user_id), 0))
  from (
    select l.actor_id, app.uuid_of(l.after ->> 'user_id') as user_id, (l.after ->> 'amount')::numeric as amount from public.audit_log l
    where l.at > app.now() - interval '1 day' and not l.after ? 'approval'
      and l.action = any (case one_person_total.kind when 'payout' then '{complete_withdrawal}'::text[] else '{add_to_wallet,refund_booking,write_off,correct_fare,reverse_decision,decide_extra,decide_cash}' end)
    union all
    select a.decided_by, a.user_id, -a.amount from public.approvals a where a.status = 'approved' and a.decided_at > app.now() - interval '1 day'
      and a.kind = any (case one_person_total.kind when 'payout' then '{payout}'::text[] else '{credit,refund,write_off}' end)) d
$$;

-- Refuses an amount with needs_approval if the sum of the last 24 hours (one_person_total) would exceed the limit for one
-- admin. Also refuses an admin whom the amount concerns. An approved request passes: approve() stores the decision first and
-- then calls the function that pays, which runs this check and finds the decision.
create function app.check_one_person(me public.profiles, kind text, target_id uuid, user_id uuid, amount numeric, counts numeric default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_limit numeric := (select case check_one_person.kind when 'payout' then s.payout_limit when 'bank_release' then case when s.two_people_bank then 0 end
    else s.credit_limit end from public.settings s where s.id = 1);
begin
  perform app.refuse_own(me, check_one_person.user_id);
  if v_limit is null or exists (select 1 from public.approvals a where a.id = app.uuid_of(current_setting('app.approval', true))
      and a.status = 'approved' and a.decided_by = (me).id and a.kind = check_one_person.kind and a.target_id = check_one_person.target_id
      and a.amount is not distinct from check_one_person.amount) then return; end if;
  -- Locks the person and the admin, so that concurrent amounts also count. The person's wallet is locked first, because a
  -- refund has already locked it.
  perform app.lock_wallets(check_one_person.user_id);
  perform pg_advisory_xact_lock(hashtextextended('limit' || (me).id::text, 0));
  if check_one_person.amount is null or coalesce(check_one_person.counts, check_one_person.amount) + app.one_person_total(check_one_person.kind, (me).id, check_one_person.user_id) > v_limit then
    perform app.refuse('needs_approval', 409, format('Call request_approval(%s, …); another admin has to approve', check_one_person.kind));
  end if;
end $$;
comment on function app.check_one_person is 'Refuses what one admin may not decide: not_allowed if it concerns themselves, needs_approval above settings.credit_limit or payout_limit, or with settings.two_people_bank. counts: what counts towards the limit, if that is not the amount.';

-- Whether this admin may decide a request now: the permission, and a second person beside the requester and whom it concerns.
create function app.decides(me public.profiles, approval public.approvals) returns boolean language sql stable security definer set search_path = '' as $$
  select me.usertype = 'admin' and me.approved and me.deleted_at is null and app.role_has_permission(me.staff_role, app.permission_for(approval.kind))
    and me.id not in (approval.requested_by, approval.user_id) and app.are_two_people(me.id, approval.requested_by)
    and approval.requested_at > app.now() - interval '7 days'
    and not (approval.kind = 'reversal' and exists (select from public.money_decisions d where d.id = approval.target_id
      and d.decided_by <> approval.requested_by and not app.are_two_people(me.id, d.decided_by)))
$$;
comment on function app.decides is 'Whether an admin may decide a request for approval, as approve() checks it.';

create function public.request_approval(kind text, target_id uuid, amount numeric default null, reason text default null,
  client_key uuid default gen_random_uuid()) returns public.approvals
language plpgsql security definer set search_path = '' as $$
declare
  v_is_export boolean := coalesce(request_approval.kind = 'export', false);
  v_me public.profiles := case when v_is_export then app.require_staff('desk') else app.require_permission(app.permission_for(coalesce(kind, 'desk'))) end;
  v_target uuid := case when v_is_export then v_me.id else request_approval.target_id end;
  v_key uuid := coalesce(request_approval.client_key, gen_random_uuid());
  v_user uuid;
  v_amount numeric := case when request_approval.kind = 'cash' and request_approval.amount = 0 then 0
    when request_approval.kind in ('credit', 'refund', 'fare', 'cash', 'extra') then app.to_money(request_approval.amount)
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
    when 'fare' then select coalesce(case when v_amount <= app.price_now(b) then b.customer_id end, b.driver_id) into v_user from public.bookings b where b.id = request_approval.target_id;
    when 'cash' then select coalesce(case when v_amount > r.counted then r.customer_id end, r.driver_id) into v_user from public.cash_reports r where r.booking_id = request_approval.target_id and r.status <> 'decided';
    when 'extra' then select b.driver_id into v_user from public.booking_extras x join public.bookings b on b.id = x.booking_id where x.id = request_approval.target_id and x.decided_at is null;
    when 'reversal' then select d.user_id, d.amount into v_user, v_amount from public.money_decisions d where d.id = request_approval.target_id;
    when 'write_off' then select d.debtor, d.amount into v_user, v_amount from app.to_write_off(request_approval.target_id) d;
    when 'payout' then select w.user_id, w.amount into v_user, v_amount from public.withdraw_requests w where w.id = request_approval.target_id;
    else select p.id into v_user from public.profiles p where p.id = v_target and p.deleted_at is null
      and request_approval.kind in ('credit', 'bank_release', 'export');
  end case;
  if v_user is null or v_amount is null and request_approval.kind <> 'bank_release' then
    perform app.refuse('no_details_error', 422, 'kind is credit, refund, reversal, fare, cash, extra, payout, bank_release, write_off or export; target_id is its subject; credit, refund, fare, cash, extra and export need an amount');
  end if;
  if not v_is_export then perform app.refuse_own(v_me, v_user); end if;
  insert into public.approvals (kind, target_id, user_id, amount, reason, requested_by, client_key)
  values (request_approval.kind, v_target, v_user, v_amount, nullif(btrim(left(request_approval.reason, 500)), ''), v_me.id, v_key)
  returning * into v_row;
  perform app.audit('request_approval', 'approvals', v_row.id::text, null,
    jsonb_build_object('kind', v_row.kind, 'target_id', v_row.target_id, 'user_id', v_user, 'amount', v_amount));
  -- A request that nobody hears of waits until it has expired.
  perform app.notify(p.id, 'approval_waits', jsonb_build_object('person_id', v_user,
    'name', (select btrim(o.first_name || ' ' || o.last_name) from public.profiles o where o.id = v_user)))
  from public.profiles p where p.usertype = 'admin' and app.decides(p, v_row) order by p.id;
  return v_row;
end $$;
comment on function public.request_approval is 'Requests another admin''s approval of a credit (target_id: person), a refund (booking), a reversal (decision about money), the right fare (booking; amount is the price), a decision about cash (booking; amount is what counts) or a toll (extra), a payout (withdrawal), a write-off (booking, person, or flagged provider event) or the early end of the wait after a change of bank details (bank_release: person). Staff also requests to read more rows than settings.export_limit (export: no target; amount is the number of rows). A repeated client_key returns the first request. Errors: must_login, not_allowed (also for oneself), demo_mode, no_details_error.';
grant execute on function public.request_approval(text, uuid, numeric, text, uuid) to authenticated;

create function app.refuse_closed() returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.refuse('approval_closed', 409, 'Already decided, older than seven days, or the requester may no longer request it');
end $$;

-- Locks a request and returns it if it is open. A request that was already decided in the same way is returned, too, because a
-- repeated call is a retry. Any other decided request is refused.
create function app.lock_approval(id uuid, me public.profiles, decision text) returns public.approvals
language plpgsql security definer set search_path = '' as $$
declare v_row public.approvals;
begin
  perform app.require_edits();
  select a.* into v_row from public.approvals a where a.id = lock_approval.id for no key update;
  if not found then perform app.refuse('approval_not_found', 404, 'No such request'); end if;
  perform app.check_permission(me, app.permission_for(v_row.kind));
  if v_row.status not in ('pending', decision) then perform app.refuse_closed(); end if;
  return v_row;
end $$;

-- Refuses an admin who may not decide this request: its requester, the person who gets the money, and an admin who does not count
-- as a second person beside the requester. Also refuses every admin if the request is older than seven days, or if its requester
-- was dismissed or may no longer make it.
create function app.check_second(me public.profiles, approval public.approvals) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_first public.profiles;
begin
  select p.* into v_first from public.profiles p where p.id = (approval).requested_by;
  if v_first.usertype <> 'admin' and not ((approval).kind = 'export' and v_first.usertype = 'fleetadmin') or not v_first.approved
    or (approval).requested_at < app.now() - interval '7 days'
    or v_first.usertype = 'admin' and not app.role_has_permission(v_first.staff_role, case when (approval).kind = 'export' then 'desk' else app.permission_for((approval).kind) end) then
    perform app.refuse_closed();
  end if;
  if (me).id in ((approval).requested_by, (approval).user_id) or not app.are_two_people((me).id, v_first.id)
    -- Whoever made a decision is no second person for its reversal: the two could otherwise charge and give back by turns.
    or (approval).kind = 'reversal' and exists (select from public.money_decisions d where d.id = (approval).target_id
      and d.decided_by <> v_first.id and not app.are_two_people((me).id, d.decided_by)) then
    perform app.refuse('second_person_needed', 403, 'Needs an admin who is neither requester nor recipient, whom the requester did not add, and who counts as a second person');
  end if;
end $$;

create function public.approve(id uuid) returns public.approvals language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('desk');
  v_row public.approvals := app.lock_approval(approve.id, v_me, 'approved');
begin
  if v_row.status = 'approved' then return v_row; end if;
  perform app.check_second(v_me, v_row);
  -- If the withdrawal was completed meanwhile, nothing is left to approve.
  if v_row.kind = 'payout' and exists (select 1 from public.withdraw_requests w where w.id = v_row.target_id and w.processed) then
    perform app.refuse_closed();
  end if;
  update public.approvals a set status = 'approved', decided_by = v_me.id, decided_at = app.now() where a.id = v_row.id returning a.* into v_row;
  perform app.audit('approve_request', 'approvals', v_row.id::text, jsonb_build_object('requested_by', v_row.requested_by),
    jsonb_build_object('kind', v_row.kind, 'target_id', v_row.target_id, 'user_id', v_row.user_id, 'amount', v_row.amount));
  perform set_config('app.approval', v_row.id::text, true);
  case v_row.kind
    -- The functions are called without a client_key, so that each makes a new random one. If the key could be predicted, an
    -- admin could call the function first with this key and another amount, and the approved call would count as a retry.
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
        perform public.write_off(b.id, case when b.id is null then v_row.target_id end, coalesce(v_row.reason, 'write_off'))
        from (select v_row.target_id as id) t left join public.bookings b on b.id = t.id;
      end if;
    when 'bank_release' then perform public.release_payouts(v_row.target_id, v_row.reason);
    -- An approved export needs no further call: app.rows_approved reads the approved request and raises the person's read limit
    -- for a day.
    when 'export' then null;
  end case;
  perform set_config('app.approval', '', true);
  return v_row;
end $$;
comment on function public.approve is 'The second admin approves a request, and it is executed at once. Idempotent. Errors: must_login, not_allowed, demo_mode, approval_not_found, approval_closed, second_person_needed, and those of the executed function.';
grant execute on function public.approve(uuid) to authenticated;

create function public.reject(id uuid, reason text default null) returns public.approvals language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_permission('desk');
  v_row public.approvals := app.lock_approval(reject.id, v_me, 'rejected');
begin
  if v_row.status = 'rejected' then return v_row; end if;
  update public.approvals a set status = 'rejected', decided_by = v_me.id, decided_at = app.now() where a.id = v_row.id returning a.* into v_row;
  perform app.audit('reject_request', 'approvals', v_row.id::text, jsonb_build_object('requested_by', v_row.requested_by),
    jsonb_build_object('kind', v_row.kind, 'user_id', v_row.user_id, 'amount', v_row.amount, 'reason', nullif(btrim(left(reject.reason, 500)), '')));
  return v_row;
end $$;
comment on function public.reject is 'An admin rejects a request, or withdraws their own. Idempotent. Errors: must_login, not_allowed, demo_mode, approval_not_found, approval_closed.';
grant execute on function public.reject(uuid, text) to authenticated;

create function public.release_payouts(user_id uuid, reason text) returns timestamptz language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('bank_release');
  v_until timestamptz := app.payout_waits_until(release_payouts.user_id);
begin
  perform app.check_one_person(v_me, 'bank_release', release_payouts.user_id, release_payouts.user_id, null);
  if v_until > app.now() then
    update app.payout_changes c set at = '-infinity' where c.user_id = release_payouts.user_id;
    perform app.audit('release_payouts', 'profiles', release_payouts.user_id::text, jsonb_build_object('until', v_until),
      jsonb_build_object('reason', nullif(btrim(left(release_payouts.reason, 500)), '')));
  end if;
  return v_until;
end $$;
comment on function public.release_payouts is 'Ends the wait after a change of bank details early, once the desk knows that the person made the change. Returns when the wait would have ended. Errors: must_login, not_allowed (also for oneself), demo_mode, needs_approval.';
grant execute on function public.release_payouts(uuid, text) to authenticated;
