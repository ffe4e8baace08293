-- Files: what the database checks of a stored file itself, because Storage alone does not: its size, its type, how many
-- there are, and its first bytes, which the edge function `files` reads.

create table app.file_checks (
  id bigint generated always as identity primary key,
  bucket text not null,
  path text not null,
  mark text not null,
  person_id uuid references public.profiles (id) on delete set null,
  place regclass,
  place_column text,
  place_id text,
  status text not null default 'queued' check (status in ('queued', 'clean', 'refused')),
  reason text check (reason in ('too_large', 'wrong_type', 'wrong_content', 'too_many_pixels', 'replaced')),
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default app.now(),
  created_at timestamptz not null default app.now(),
  unique (bucket, path),
  check ((status = 'refused') = (reason is not null)),
  check (num_nulls(place, place_column, place_id) in (0, 3))
);
call app.describe('app.file_checks', $$
  Files whose bytes are checked, or were. A file without a row, and one that changed since, is shown only to the
    person who uploaded it.
  bucket: Bucket of the file.
  path: Path of the file in its bucket.
  mark: Which content the check is about (app.file_mark). Of a file that may not change, it stays the attached one
    until the file is refused.
  person_id: Who attached the file, and is told if it is refused.
  place: Table with the row that the file is attached to; null if the file is not attached yet.
  place_column: Column of that row.
  place_id: Id of that row.
  reason: Why the file was refused, with its removal. replaced: the file may not change, and its content did.
  due_at: When the next attempt is due; a worker that took the check moves it ahead. Of a refused file, when it was
    refused.
$$);

create index file_checks_due on app.file_checks (due_at, id) where status = 'queued';
create index file_checks_replaced on app.file_checks (due_at) where reason = 'replaced';
create index file_checks_person_id on app.file_checks (person_id);

alter table app.file_checks enable row level security;

insert into app.limits (purpose, most, code, refusal) values
  ('logos', 20, 'too_many_files', 'At most %s logos'),
  ('own_files', 40, 'too_many_files', 'At most %s own files'),
  ('staff_files', 40, 'too_many_files', 'At most %s files of a driver by the office and the fleet'),
  ('unused_photos', 16, 'too_many_files', 'At most %s pictures of cars without a shift');

create type app.file_use as (bucket text, path text, place regclass, place_column text, place_id text);
comment on type app.file_use is 'A stored file and the row that uses it.';
