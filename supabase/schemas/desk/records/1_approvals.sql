-- Approvals: above a limit a second person must approve credits, refunds, payouts, write-offs, reading many rows, and
-- the early end of the wait after a change of bank details.

create table public.approvals (
  id uuid primary key default app.uuid_v7(),
  kind text not null check (kind in ('credit', 'refund', 'reversal', 'fare', 'payout', 'bank_release', 'write_off',
    'export', 'cash', 'extra')),
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
  constraint approvals_decided check ((status = 'pending') = (decided_at is null)
    and (decided_at is null) = (decided_by is null)),
  constraint approvals_two_people check (status <> 'approved'
    or (decided_by not in (requested_by, user_id) and (user_id <> requested_by) <> (kind = 'export')))
);
call app.describe('public.approvals', $$
  Requests of one admin (or of staff that reads rows) that another admin must decide. Requests without a decision
    expire after seven days.
  target_id: What the request is about: a person (credit, bank_release, write_off of a wallet; for export the person
    who requested), a booking (refund, fare, write_off, cash), an extra (extra), a decision about money (reversal), a
    provider event (write_off of its money) or a withdrawal (payout).
  user_id: The person who gets the money, owes it, or wants to read the rows.
  reason: The reason given by the person who requested. The reason of a rejection is in the audit log.
  kind: What is requested: credit, refund, reversal (of a decision about money), fare (a correction), cash (how much a
    driver collected), extra (a toll for the operator to pay), payout, bank_release (end of a payout's wait), write_off
    or export (reading rows beyond the limit).
  amount: Amount of money (of a fare: the right price; of cash: what counts), or number of rows for an export; null
    for bank_release.
  requested_by: The person who requested.
  decided_by: The second person, who approved or rejected.
  status: pending, approved (and executed in the same transaction) or rejected.
$$);
grant select on public.approvals to authenticated;
revoke insert, update, delete, truncate on public.approvals from service_role;

create function app.approval_time() returns interval
language sql immutable parallel safe as $$ select interval '7 days' $$;
comment on function app.approval_time is 'How long a request waits for its second person. @shared';

create index approvals_user_id on public.approvals (user_id);
create index approvals_decided_by on public.approvals (decided_by, decided_at);
create index approvals_pending on public.approvals (requested_at) where status = 'pending';
create index approvals_target_id on public.approvals (target_id);

alter table public.approvals enable row level security;

create policy "admins read approvals" on public.approvals for select to authenticated
  using ((select app.has_current_role('admin')));
