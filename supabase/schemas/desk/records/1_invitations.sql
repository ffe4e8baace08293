-- Invitations: messages to people for whom staff made an account and who have not signed in yet.

create table app.invitations (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  sent_at timestamptz not null default app.now(),
  sent_count integer not null default 1 check (sent_count between 1 and 1000)
);
call app.describe('app.invitations', $$
  When a person was last invited to sign in, and how often.
$$);

alter table app.invitations enable row level security;
