-- Driver documents: papers of the kinds that the firm asks for, such as licences and car registrations.

create function app.document_warning() returns integer language sql immutable parallel safe as $$ select 14 $$;
comment on function app.document_warning is 'How many days before a document expires its driver is told. @shared';

create function app.paper_grace() returns integer language sql immutable parallel safe as $$ select 7 $$;
comment on function app.paper_grace is
  'How many days ahead the day must be from which drivers need another kind of paper. @shared';

create function app.most_paper_kinds() returns integer language sql immutable parallel safe as $$ select 30 $$;
comment on function app.most_paper_kinds is 'How many kinds of papers there can be.';

create table public.paper_kinds (
  id text primary key default 'p' || replace(app.uuid_v7()::text, '-', '') check (id ~ '^[a-z][a-z0-9_]{1,39}$'),
  subject text not null default 'driver' check (subject in ('driver', 'car')),
  name text not null default '' check (length(name) <= 60 and (is_standard or btrim(name) <> '')),
  needed_from date check (needed_from between '2000-01-01' and '2200-01-01'),
  has_expiry boolean not null default true,
  has_number boolean not null default true,
  active boolean not null default true,
  place integer not null default 1000 check (place between 0 and 1000),
  is_standard boolean not null default false,
  version integer not null default 1 check (version > 0)
);
call app.describe('public.paper_kinds', $$
  Kinds of papers that drivers hand in. A kind is switched off instead of deleted, because documents refer to it.
  id: Name of the kind in paths, documents and notices: license, or p and a random number for a kind of the firm.
  subject: Whose paper it is: of the driver, or of the car that the driver drives.
  name: The firm's name of it, which pages show in the reader's language, if that language has a text for it. Empty for
    a standard kind that keeps the name of the product in each language.
  needed_from: From this day on (settings.time_zone) a driver works only with a verified, valid document of this kind.
    Null: nobody needs it to work.
  has_expiry: Whether its documents end on a day. A document that was handed in without a day stays valid.
  has_number: Whether a document has a number, for which the page asks.
  active: Whether drivers hand it in, and it counts.
  place: Position in lists, from 0.
  is_standard: Whether the product has a name for it.
  version: Number of the row's changes. An update with an outdated version is refused with version_conflict.
$$);
insert into public.paper_kinds (id, subject, has_expiry, active, place, is_standard) values
  ('license', 'driver', true, true, 0, true), ('insurance', 'car', true, true, 1, true),
  ('registration', 'car', true, true, 2, true), ('permit', 'driver', true, false, 3, true),
  ('inspection', 'car', true, false, 4, true), ('license_number', 'driver', false, false, 5, true);
grant select on public.paper_kinds to anon, authenticated;
grant insert (id, subject, name, needed_from, has_expiry, has_number, active, place) on public.paper_kinds
  to authenticated;
grant update (subject, name, needed_from, has_expiry, has_number, active, place, version) on public.paper_kinds
  to authenticated;

alter table public.paper_kinds enable row level security;

create policy "visitors read kinds of papers" on public.paper_kinds for select to anon using (true);
create policy "people read kinds of papers" on public.paper_kinds for select to authenticated using (true);
create policy "admins add kinds of papers" on public.paper_kinds
  for insert to authenticated with check ((select app.has_current_role('admin')));
create policy "admins change kinds of papers" on public.paper_kinds for update to authenticated
  using ((select app.has_current_role('admin'))) with check ((select app.has_current_role('admin')));

create table public.driver_documents (
  id uuid primary key default app.uuid_v7(),
  driver_id uuid not null references public.drivers (id) on delete cascade,
  kind text not null references public.paper_kinds (id),
  path text not null,
  version text,
  expires_on date check (expires_on between '2000-01-01' and '2200-01-01'),
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
  Documents of drivers. Of each kind only the verified document that is valid longest counts. A driver without a
    document of a kind is blocked only from the kind's day needed_from on.
  path: Path of the picture in the bucket `users`: <driver>/<kind> or <driver>/<kind>-….
  version: Version (eTag) of the submitted picture; after a decision, of the picture that the decision is about. Null
    if there is no file.
  expires_on: The last day on which the document is valid, in settings.time_zone. Null: it has no such day.
  warned_at: When the driver was warned that the document expires soon.
  expired_at: When the driver was notified that the document has expired.
  kind: Kind of document: license, insurance, registration (of the car) or another of paper_kinds.
  number: The document's number as typed, up to 60 characters; empty if not given. Masked in a demo.
  status: Whether the document is valid: pending (no decision yet), verified or rejected.
  note: A note by the admin who verified or rejected the document.
  decided_by: The admin who verified or rejected the document; null also if its file was refused.
  unreadable: Whether the document was rejected because its file is no picture or PDF that can be read; the file is
    removed.
$$);
grant select on public.driver_documents to authenticated;

create index driver_documents_driver_id on public.driver_documents (driver_id, kind, status, expires_on desc);
create index driver_documents_kind on public.driver_documents (kind);
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
