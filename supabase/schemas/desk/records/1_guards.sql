-- Guards: the settings that make it take two people, or two factors.

create function app.guards() returns text[] language sql immutable set search_path = '' as $$
  select array['credit_limit', 'payout_limit', 'export_limit', 'two_people_bank', 'bank_change_hours',
    'staff_second_factor']
$$;

create table app.guard_changes (
  name text primary key check (name = any (app.guards())),
  value text,
  asked_by uuid not null references public.profiles (id) on delete cascade,
  asked_at timestamptz not null default app.now()
);
call app.describe('app.guard_changes', $$
  Lowered guards that wait. At most one per setting: a later one replaces it and waits anew.
  name: Name of the setting.
  value: The value that was asked for; null for no limit.
  asked_by: The admin who lowered the setting.
$$);

create index guard_changes_asked_by on app.guard_changes (asked_by);

alter table app.guard_changes enable row level security;

create type public.guard_change as (name text, value text, asked_by text, applies_at timestamptz, can_confirm boolean);
comment on type public.guard_change is
  'Result of guard_changes: a setting that was lowered and is not applied yet. value: null for no limit; asked_by: '
  'name of the admin; can_confirm: whether the caller counts as the second person.';
