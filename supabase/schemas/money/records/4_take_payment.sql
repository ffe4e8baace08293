-- Taking a payment: booking a card payment for its purpose, the provider's fee, and card money in wallets.

create table app.card_credits (
  transaction_id bigint not null references public.ledger_transactions (id),
  user_id uuid not null references public.profiles (id),
  kind text not null check (kind in ('topup', 'tip', 'cash')),
  amount numeric not null check (amount > 0),
  payment_id uuid references public.payments (id),
  at timestamptz not null default app.now(),
  primary key (transaction_id, user_id)
);
call app.describe('app.card_credits', $$
  Money that wallets received and that cannot be withdrawn for some days. Of cards, so that a card cannot be turned
    into cash; of cash that only a driver reported, so that rider and driver cannot take it together before the desk
    looks. kind topup: topped up by card, or returned from a ride that was paid by card; tip: a tip paid by card or with
    topped-up money; cash: what a driver reported to have collected above the fare.
  payment_id: The payment from which the money came; null for the sum of a booking's card payments.
$$);

create index card_credits_user_id on app.card_credits (user_id, at);
create index card_credits_payment_id on app.card_credits (payment_id);

alter table app.card_credits enable row level security;
