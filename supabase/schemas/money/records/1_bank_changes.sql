-- Bank changes: after bank details or a verified contact were replaced, or bank details removed, withdrawals wait for
-- some hours and the person is notified on every channel.

create table app.payout_changes (
  user_id uuid not null references public.profiles (id) on delete cascade,
  what text not null check (what in ('bank_details', 'contact')),
  at timestamptz not null default app.now(),
  primary key (user_id, what)
);
comment on table app.payout_changes is
  'When a person last replaced or removed bank details, or changed a verified e-mail address or number.';

alter table app.payout_changes enable row level security;
