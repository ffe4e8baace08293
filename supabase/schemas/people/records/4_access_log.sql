-- Access log: which staff member read whose conversations, bank details, addresses and contacts.

create table public.access_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default app.now(),
  actor_id uuid not null,
  what text not null check (what in ('chat', 'bank_details', 'withdrawals', 'addresses', 'contacts', 'saved_addresses',
    'people', 'bank_lines', 'documents')),
  subject_id uuid,
  row_count integer not null check (row_count >= 0),
  misses integer not null default 0 check (misses >= 0)
);
call app.describe('public.access_log', $$
  Reads of conversations, bank details, bookings' addresses or people by staff. Append-only, except that a list's
    counts grow for ten minutes.
  actor_id: The staff member who read; no foreign key, because the log outlives accounts.
  what: Kind of data read: chat (also messages between desk and drivers, and cases), bank_details, withdrawals (with
    the account that receives the money), addresses (of bookings), contacts (of bookings: whole numbers, recipients and
    notes, as in files), saved_addresses (of a caller on the telephone), people, bank_lines (lines of bank statements),
    or documents (pictures of a driver's papers).
  subject_id: Whose data was read: the chat's booking (of messages with the desk: the driver), the owner of the bank
    details, or the requested booking or person; null for a list.
  row_count: Number of rows returned; for a list, the sum of its reads within ten minutes.
  misses: Number of these reads that found nothing or were refused by the read limit: also such an answer tells
    something.
$$);
grant select on public.access_log to authenticated;
revoke insert, update, delete, truncate on public.access_log from service_role;

create index access_log_actor_id on public.access_log (actor_id, id);
create index access_log_lately on public.access_log (actor_id, what, at);
create index access_log_subject_id on public.access_log (subject_id, id);

alter table public.access_log enable row level security;

create policy "admins read who read what" on public.access_log for select to authenticated
  using ((select app.has_current_role('admin')));

-- Allows only one kind of update: for ten minutes after a row was added, its counts may grow (log_list). Otherwise a
-- desk that refreshes a list all day would add a row at each refresh.
create function app.tg_access_log__grow() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.row_count >= old.row_count and new.misses >= old.misses and old.at > app.now() - interval '10 minutes'
    and (new.id, new.at, new.actor_id, new.what, new.subject_id) is not distinct from (old.id, old.at, old.actor_id,
      old.what, old.subject_id) then
    return new;
  end if;
  perform app.refuse('append_only', 409, 'History can only be added to');
  return null;
end $$;

create trigger access_log__grow before update on public.access_log for each row
  execute function app.tg_access_log__grow();
create trigger access_log__append_only before delete or truncate on public.access_log for each statement
  execute function app.tg_append_only();
