-- Driver documents: licences, insurances and car registrations, each with a number and an expiry date.

create function app.document_warning() returns integer language sql immutable parallel safe as $$ select 14 $$;
comment on function app.document_warning is 'How many days before a document expires its driver is told. @shared';

create table public.driver_documents (
  id uuid primary key default app.uuid_v7(),
  driver_id uuid not null references public.drivers (id) on delete cascade,
  kind text not null check (kind in ('license', 'insurance', 'registration')),
  path text not null,
  version text,
  expires_on date not null check (expires_on between '2000-01-01' and '2200-01-01'),
  status text not null default 'pending' check (status in ('pending', 'verified', 'rejected')),
  note text check (length(note) <= 500),
  number text not null default '' check (length(number) <= 60),
  created_at timestamptz not null default app.now(),
  decided_at timestamptz,
  decided_by uuid references public.profiles (id),
  warned_at timestamptz,
  expired_at timestamptz,
  unreadable boolean not null generated always as (status = 'rejected' and decided_by is null) stored,
  check ((status = 'pending') = (decided_at is null) and (decided_at is not null or decided_by is null)
    and (status <> 'verified' or decided_by is not null)),
  check (starts_with(path, driver_id::text || '/' || kind))
);
call app.describe('public.driver_documents', $$
  Documents of drivers. Of each kind only the latest verified document counts. A driver without any document is not
    blocked.
  path: Path of the picture in the bucket `users`: <driver>/license…, <driver>/insurance… or <driver>/registration….
  version: Version (eTag) of the submitted picture; after a decision, of the picture that the decision is about. Null
    if there is no file.
  expires_on: The last day on which the document is valid, in settings.time_zone.
  warned_at: When the driver was warned that the document expires soon.
  expired_at: When the driver was notified that the document has expired.
  kind: Kind of document: license, insurance or registration (of the car).
  number: The document's number as typed, up to 60 characters; empty if not given. Masked in a demo.
  status: Whether the document is valid: pending (no decision yet), verified or rejected.
  note: A note by the admin who verified or rejected the document.
  decided_by: The admin who verified or rejected the document; null also if its file was refused.
  unreadable: Whether the document was rejected because its file is no picture or PDF that can be read; the file is
    removed.
$$);
grant select on public.driver_documents to authenticated;

create index driver_documents_driver_id on public.driver_documents (driver_id, kind, status, expires_on desc);
create index driver_documents_decided_by on public.driver_documents (decided_by);
create index driver_documents_to_warn on public.driver_documents (expires_on) where status = 'verified'
  and expired_at is null;
create unique index driver_documents_one_pending on public.driver_documents (driver_id, kind) where status = 'pending';

alter table public.driver_documents enable row level security;

create policy "drivers read their own documents" on public.driver_documents for select to authenticated
  using (driver_id = (select auth.uid()));
create policy "admins who keep people read every document" on public.driver_documents for select to authenticated
  using ((select app.has_permission('people')));
create policy "fleet admins read their drivers' documents" on public.driver_documents for select to authenticated
  using ((select app.has_current_role('fleetadmin'))
    and exists (select 1 from public.drivers d where d.id = driver_documents.driver_id
      and d.fleet_id = (select auth.uid())));
