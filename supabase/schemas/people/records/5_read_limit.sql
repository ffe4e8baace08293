-- Read limit: how many bookings and people one staff member may read within a day (settings.export_limit).

-- Papers: staff has no standing right to read the pictures of drivers' documents. open_document counts and logs each
--         one.
create table app.shown_files (
  actor_id uuid not null,
  path text not null,
  at timestamptz not null default app.now(),
  primary key (actor_id, path)
);
call app.describe('app.shown_files', $$
  Files that a staff member has opened. Storage shows them to that person for a minute, so that a page can load the
    file or sign a link to it.
  path: Copy of the document's path.
$$);

create index shown_files_at on app.shown_files (at);

alter table app.shown_files enable row level security;

create type public.opened_file as (path text);
comment on type public.opened_file is 'Result of open_document: a file that storage shows the caller for a minute.';

-- The audit log contains addresses and places of what was changed about people and bookings. Their own actions stay
-- visible to everyone. The policy and list_audit ask this only while there is a limit.
create policy "with a read limit staff reads what lists showed them" on public.audit_log as restrictive
  for select to authenticated
  using ((select app.has_no_read_limit()) or app.is_change_shown(actor_id, target, target_id));
