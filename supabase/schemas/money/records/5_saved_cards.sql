-- Saved cards: a provider's token for a card, stored with the consent of its owner, and what the owner sees of it.

-- Stores the wording and the date of each consent. A consent is kept after the card is deleted, as proof that the owner
-- had agreed to storing the card.
create table app.card_consents (
  payment_id uuid primary key references public.payments (id),
  user_id uuid not null references public.profiles (id),
  wording text not null check (wording ~ '^\d{4}-\d{2}$'),
  given_at timestamptz not null default app.now(),
  withdrawn_at timestamptz check (withdrawn_at >= given_at)
);
comment on table app.card_consents is
  'Consents to save the card of a payment, with the version of their wording (CARD_CONSENT in the edge function''s '
  'contract.ts). Removing the card withdraws its consent.';

create index card_consents_user_id on app.card_consents (user_id);

alter table app.card_consents enable row level security;

create table public.payment_methods (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id),
  provider public.payment_provider not null,
  brand text not null check (brand ~ '^[a-z0-9]{1,20}$'),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  exp_month integer not null check (exp_month between 1 and 12),
  exp_year integer not null check (exp_year between 2000 and 2200),
  consent_id uuid not null unique references app.card_consents (payment_id),
  consented_at timestamptz not null,
  used_at timestamptz not null default app.now(),
  created_at timestamptz not null default app.now()
);
call app.describe('public.payment_methods', $$
  Saved cards, with the details by which owners recognize them. Clients cannot read the provider's token, which
    charges a card.
  provider: The payment provider that stores the card.
  brand: The provider's name of the card's brand in lower case: visa, mastercard; card if unknown.
  last4: The last four digits of the card's number.
  exp_month: Month in which the card expires, 1 to 12.
  exp_year: Year in which the card expires, with four digits.
  consent_id: The payment with which the owner consented to save the card, in app.card_consents.
  consented_at: When the owner consented to save the card.
  used_at: When the card was last used to start a payment.
$$);
grant select on public.payment_methods to authenticated;
revoke insert, update, delete, truncate on public.payment_methods from service_role;

create index payment_methods_user_id on public.payment_methods (user_id, used_at desc, id);

alter table public.payment_methods enable row level security;

create policy "people read their own cards" on public.payment_methods for select to authenticated
  using (user_id = (select auth.uid()));

create table app.card_tokens (
  method_id uuid primary key references public.payment_methods (id) on delete cascade,
  token text not null check (length(token) between 1 and 500),
  customer_ref text check (length(customer_ref) between 1 and 300)
);
comment on table app.card_tokens is
  'Secrets that charge a saved card: the provider''s token, and the provider''s customer id if needed. Only '
  'payment_card and take_payment_jobs read them.';

alter table app.card_tokens enable row level security;

create table app.payment_cards (
  payment_id uuid primary key references public.payments (id),
  method_id uuid not null references public.payment_methods (id) on delete cascade
);
comment on table app.payment_cards is 'Payments for which a saved card was chosen.';

create index payment_cards_method_id on app.payment_cards (method_id);

alter table app.payment_cards enable row level security;

-- When a card is removed, its row in app.card_tokens is deleted, but the provider still has the token. A payment job
-- asks the provider to delete it; this table stores the token for that job.
create table app.removed_cards (
  job_id bigint primary key references app.payment_jobs (id) on delete cascade,
  token text not null,
  customer_ref text
);
comment on table app.removed_cards is
  'Tokens that providers still have to delete, by payment jobs of kind forget; the row is deleted when the job is '
  'done.';

alter table app.removed_cards enable row level security;
