-- Checkout: the link that takes a customer to the provider of a payment, and the state of the payment afterwards.

create table app.checkout_tokens (
  token_hash text primary key check (token_hash ~ '^[0-9a-f]{64}$'),
  payment_id uuid not null references public.payments (id),
  created_at timestamptz not null default app.now(),
  expires_at timestamptz not null default app.now() + interval '15 minutes',
  used_at timestamptz
);
comment on table app.checkout_tokens is
  'Links that take a customer to a checkout: each for one payment, single use, for 15 minutes. Only the hash is '
  'stored.';

create index checkout_tokens_payment_id on app.checkout_tokens (payment_id);
create index checkout_tokens_expires_at on app.checkout_tokens (expires_at);

alter table app.checkout_tokens enable row level security;

-- The next step of a payment is not stored in the table payments, which admins can read: it contains a link to a
-- provider's page, which only the customer may open.
create table app.payment_steps (
  payment_id uuid primary key references public.payments (id),
  next jsonb not null check (jsonb_typeof(next) = 'object' and pg_column_size(next) < 60000),
  at timestamptz not null default app.now()
);
comment on table app.payment_steps is
  'The customer''s next step of a payment that is not decided, as given by its provider: {kind: redirect | form | '
  'link | client, …}.';

alter table app.payment_steps enable row level security;
