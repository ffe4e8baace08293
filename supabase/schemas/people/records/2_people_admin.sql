-- People for staff: the addresses that staff is about to set.

create table app.email_plans (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  email text not null,
  planned_by uuid not null,
  at timestamptz not null default app.now()
);
comment on table app.email_plans is
  'Addresses that staff is about to set on the auth server (plan_email). The trigger that sees the change deletes the '
  'row; without it, the person changed the address.';

alter table app.email_plans enable row level security;
