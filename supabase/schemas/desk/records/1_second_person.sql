-- Second person: which two admins count as two people.

create table app.staff_changes (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  at timestamptz not null default app.now(),
  changed_by uuid[] not null,
  confirmed_by uuid references public.profiles (id) on delete set null,
  is_reset boolean not null default false
);
call app.describe('app.staff_changes', $$
  When a person was last made an admin, got a role with more permissions, was admitted again or lost the second factor
    through somebody else, and who did it. No row for admins whom the operator made with the service key or in SQL, such
    as the firm's first owner.
  changed_by: The admins who did it, also those of earlier changes that had not settled yet. The person's own id
    stands for the operator with the secret key.
  confirmed_by: The owner who has confirmed since then that this is a person of the firm.
  is_reset: Whether the person lost the second factor, so that whoever reads the person's mail could sign in as that
    person.
$$);

create index staff_changes_confirmed_by on app.staff_changes (confirmed_by);

alter table app.staff_changes enable row level security;

-- Returns everyone who added this person, who added those, and so on.
-- An owner whose rights another owner took away, by a role, a suspension or a deletion. Such an owner can no longer
-- object to what the other one does next, so that waits.
create table app.owner_removals (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  removed_by uuid not null,
  at timestamptz not null default app.now()
);
comment on table app.owner_removals is
  'Owners who lost their rights through another admin, until they are owners again.';

create index owner_removals_removed_by on app.owner_removals (removed_by, at);

alter table app.owner_removals enable row level security;
