-- Sessions: the triggers that end a person's sessions when they lose rights or change role, and the list of a person's
-- own sessions.

create table app.signed_out_staff (
  person_id uuid references public.profiles (id) on delete cascade,
  signed_out_by uuid,
  at timestamptz not null default app.now(),
  primary key (person_id, signed_out_by)
);
call app.describe('app.signed_out_staff', $$
  When an admin last ended the sessions of another admin, who can do nothing before the next sign-in, such as stop a
    guard that waits.
  person_id: The admin whose sessions ended.
  signed_out_by: The admin who ended them.
$$);

alter table app.signed_out_staff enable row level security;

create type public.own_session as (id uuid, name text, is_current boolean, since timestamptz, seen_at timestamptz);
comment on type public.own_session is 'A device on which the caller is signed in; name is its browser''s user agent.';
