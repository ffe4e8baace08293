-- Wallets: their history, credits by an admin, and whether a driver can afford a booking.

create table public.money_decisions (
  id uuid primary key default app.uuid_v7(),
  kind text not null check (kind in ('credit', 'cancellation_fee', 'no_show_fee', 'no_show_waiver', 'driver_charge',
    'write_off', 'cash', 'extra', 'cash_in')),
  booking_id uuid,
  user_id uuid not null references public.profiles (id),
  amount numeric not null check (amount >= 0 and amount < 1e12 and (amount > 0 or kind in ('cash', 'extra'))),
  reason text check (length(reason) <= 500),
  transaction_id bigint unique references public.ledger_transactions (id),
  decided_by uuid references public.profiles (id),
  decided_at timestamptz not null default app.now(),
  reversed_by uuid references public.profiles (id),
  reversed_at timestamptz,
  reversal_reason text check (btrim(reversal_reason) <> '' and length(reversal_reason) <= 500),
  reversal_id bigint unique references public.ledger_transactions (id),
  extra_id uuid,
  constraint money_decisions_reversed check (num_nonnulls(reversed_by, reversed_at, reversal_reason) in (0, 3)
    and (reversal_id is null or reversed_at is not null))
);
call app.describe('public.money_decisions', $$
  Decisions that charged a person or gave them money: credits, fees, waived fees, charges of drivers, write-offs, and
    decisions about cash and tolls. Each can be reversed once, within 30 days (reverse_decision).
  kind: credit (to a wallet), cancellation_fee, no_show_fee (charged), no_show_waiver (a no-show fee that was not
    charged or given back), driver_charge, write_off, cash (how much a driver collected: decide_cash), extra (what a
    driver got of a toll that did not count: decide_extra), cash_in (cash that a driver handed in: take_driver_cash).
  user_id: The person whose money it is; of a decision about cash the one who got the difference.
  transaction_id: The ledger transaction; null if the decision moved no money.
  amount: The amount that was charged or given; 0 if a decision about cash or a toll moved nothing.
  decided_by: The admin who decided; null if a rule did.
  reason: The reason of the decision.
  reversed_by: The admin who took the decision back; if two were needed, the second.
  reversal_reason: Why it was taken back.
  reversal_id: The ledger transaction that reversed it; null if the decision moved no money.
  extra_id: The toll or other cost that a decision of kind extra is about.
$$);
grant select on public.money_decisions to authenticated;
revoke insert, update, delete, truncate on public.money_decisions from service_role;

create function app.reversal_time() returns interval
language sql immutable parallel safe as $$ select interval '30 days' $$;
comment on function app.reversal_time is 'How long a decision about money can be taken back. @shared';

create function app.is_trip_decision(kind text) returns boolean language sql immutable parallel safe as $$
  select kind in ('cash', 'extra')
$$;
comment on function app.is_trip_decision is
  'Whether a decision is about what happened on a trip (cash, a toll): it may be of no amount, and taken back in any '
  'order.';

create index money_decisions_booking_id on public.money_decisions (booking_id, id);
create index money_decisions_user_id on public.money_decisions (user_id, id desc);
create index money_decisions_decided_by on public.money_decisions (decided_by);
create index money_decisions_reversed_by on public.money_decisions (reversed_by);

alter table public.money_decisions enable row level security;

create policy "admins read every decision about money" on public.money_decisions for select to authenticated
  using ((select app.has_current_role('admin')));

create type public.wallet_credit as (id bigint, user_id uuid, amount numeric, wallet_balance numeric, tx_ref text,
  date timestamptz);
comment on type public.wallet_credit is 'Result of add_to_wallet: the credit, and the wallet''s balance after it.';

create index ledger_transactions_credits on public.ledger_transactions (id desc) where kind = 'admin_credit';
