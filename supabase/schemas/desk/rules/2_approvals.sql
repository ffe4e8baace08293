-- Approvals: above a limit a second person must approve credits, refunds, payouts, write-offs, reading many rows, and
-- the early end of the wait after a change of bank details.

create function app.permission_for(kind text) returns text language sql immutable set search_path = '' as $$
  select case kind when 'payout' then 'payouts' when 'write_off' then 'money' when 'fare' then 'fares'
    when 'reversal' then 'refund' when 'cash' then 'refund' when 'extra' then 'refund' else kind end
$$;

-- Returns the larger of two sums of the last 24 hours: what this admin gave, and what this person got. Amounts that a
-- second admin approved are left out: their rows name the approval, or its amount is subtracted. The sums prevent an
-- admin from avoiding the limit with several small amounts.
create function app.one_person_total(kind text, admin_id uuid, user_id uuid) returns numeric
language sql volatile security definer set search_path = '' as $$
  select greatest(
    coalesce(sum(d.amount) filter (where d.actor_id = one_person_total.admin_id), 0),
    coalesce(sum(d.amount) filter (where d.user_id = one_person_total.user_id), 0))
  from (
    select l.actor_id, app.uuid_of(l.after ->> 'user_id') as user_id, (l.after ->> 'amount')::numeric as amount
      from public.audit_log l
    where l.at > app.now() - interval '1 day' and not l.after ? 'approval'
      and l.action = any (case one_person_total.kind when 'payout' then '{complete_withdrawal}'::text[]
        else '{add_to_wallet,refund_booking,write_off,correct_fare,reverse_decision,decide_extra,decide_cash}' end)
    union all
    select a.decided_by, a.user_id, -a.amount from public.approvals a where a.status = 'approved'
      and a.decided_at > app.now() - interval '1 day'
      and a.kind = any (case one_person_total.kind when 'payout' then '{payout}'::text[]
        else '{credit,refund,write_off}' end)) d
$$;

-- Refuses an amount with needs_approval if the sum of the last 24 hours (one_person_total) would exceed the limit for
-- one admin. Also refuses an admin whom the amount concerns. An approved request passes: approve() stores the decision
-- first and then calls the function that pays, which runs this check and finds the decision.
create function app.check_approval_limit(me public.profiles, kind text, target_id uuid, user_id uuid, amount numeric,
  counts numeric default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_limit numeric := (select case check_approval_limit.kind when 'payout' then s.payout_limit
    when 'bank_release' then case when s.two_people_bank then 0 end
    else s.credit_limit end from public.settings s where s.id = 1);
begin
  perform app.refuse_own(me, check_approval_limit.user_id);
  if v_limit is null or exists (select 1 from public.approvals a
    where a.id = app.uuid_of(current_setting('app.approval', true))
      and a.status = 'approved' and a.decided_by = (me).id and a.kind = check_approval_limit.kind
        and a.target_id = check_approval_limit.target_id
      and a.amount is not distinct from check_approval_limit.amount) then return; end if;
  -- Locks the person and the admin, so that concurrent amounts also count. The person's wallet is locked first, because
  -- a refund has already locked it.
  perform app.lock_wallets(check_approval_limit.user_id);
  perform pg_advisory_xact_lock(hashtextextended('limit' || (me).id::text, 0));
  if check_approval_limit.amount is null or coalesce(check_approval_limit.counts, check_approval_limit.amount)
    + app.one_person_total(check_approval_limit.kind, (me).id, check_approval_limit.user_id) > v_limit then
    perform app.refuse('needs_approval', 409, format('Call request_approval(%s, …); another admin has to approve',
      check_approval_limit.kind));
  end if;
end $$;
comment on function app.check_approval_limit is
  'Refuses what one admin may not decide: not_allowed if it concerns themselves, needs_approval above '
  'settings.credit_limit or payout_limit, or with settings.two_people_bank. counts: what counts towards the limit, if '
  'that is not the amount.';

-- Whether this admin may decide a request now: the permission, and a second person beside the requester and whom it
-- concerns.
create function app.can_decide(me public.profiles, approval public.approvals) returns boolean
language sql stable security definer set search_path = '' as $$
  select me.usertype = 'admin' and me.approved and me.deleted_at is null
    and app.role_has_permission(me.staff_role, app.permission_for(approval.kind))
    and me.id not in (approval.requested_by, approval.user_id) and app.are_two_people(me.id, approval.requested_by)
    and approval.requested_at > app.now() - app.approval_time()
    and not (approval.kind = 'reversal' and exists (select from public.money_decisions d where d.id = approval.target_id
      and d.decided_by <> approval.requested_by and not app.are_two_people(me.id, d.decided_by)))
$$;
comment on function app.can_decide is 'Whether an admin may decide a request for approval, as approve() checks it.';

create function app.refuse_closed() returns void language plpgsql stable set search_path = '' as $$
begin
  perform app.refuse('approval_closed', 409,
    'Already decided, older than seven days, or the requester may no longer request it');
end $$;

-- Locks a request and returns it if it is open. A request that was already decided in the same way is returned, too,
-- because a repeated call is a retry. Any other decided request is refused.
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

-- Refuses an admin who may not decide this request: its requester, the person who gets the money, and an admin who does
-- not count as a second person beside the requester. Also refuses every admin if the request is older than seven days,
-- or if its requester was dismissed or may no longer make it.
create function app.check_second_person(me public.profiles, approval public.approvals) returns void
language plpgsql stable security definer set search_path = '' as $$
declare v_first public.profiles;
begin
  select p.* into v_first from public.profiles p where p.id = (approval).requested_by;
  if v_first.usertype <> 'admin' and not ((approval).kind = 'export' and v_first.usertype = 'fleetadmin')
    or not v_first.approved
    or (approval).requested_at < app.now() - app.approval_time()
    or v_first.usertype = 'admin'
      and not app.role_has_permission(v_first.staff_role, case when (approval).kind = 'export' then 'desk'
      else app.permission_for((approval).kind) end) then
    perform app.refuse_closed();
  end if;
  if (me).id in ((approval).requested_by, (approval).user_id) or not app.are_two_people((me).id, v_first.id)
    -- Whoever made a decision is no second person for its reversal: the two could otherwise charge and give back by
    -- turns.
    or (approval).kind = 'reversal' and exists (select from public.money_decisions d where d.id = (approval).target_id
      and d.decided_by <> v_first.id and not app.are_two_people((me).id, d.decided_by)) then
    perform app.refuse('second_person_needed', 403,
      'Needs an admin who is neither requester nor recipient, whom the requester did not add, and who counts as a second person');
  end if;
end $$;
