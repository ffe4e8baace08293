-- Access log: which staff member read whose conversations, bank details, addresses and contacts.
-- Needs:  staff roles, chat, messages of the desk, bank details, the lists of bookings and people
-- Access: staff reads conversations, bank details, addresses and contacts only through functions, which write this log; admins
--   read the log
-- Tests:  tests/db/chat.sql, tests/db/bank_details.sql, tests/db/withdrawals.sql, tests/db/read_limit.sql

create table public.access_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default app.now(),
  actor_id uuid not null,
  what text not null check (what in ('chat', 'bank_details', 'withdrawals', 'addresses', 'saved_addresses', 'people', 'bank_lines', 'documents')),
  subject_id uuid,
  row_count integer not null check (row_count >= 0),
  misses integer not null default 0 check (misses >= 0)
);
call app.describe('public.access_log', $$
  Reads of conversations, bank details, bookings' addresses or people by staff. Append-only, except that a list's counts grow for ten minutes.
  actor_id: The staff member who read; no foreign key, because the log outlives accounts.
  what: Kind of data read: chat (also messages between desk and drivers, and cases), bank_details, withdrawals (with the account that receives the money), addresses (of bookings), saved_addresses (of a caller on the telephone), people, bank_lines (lines of bank statements), or documents (pictures of a driver's papers).
  subject_id: Whose data was read: the chat's booking (of messages with the desk: the driver), the owner of the bank details, or the requested booking or person; null for a list.
  row_count: Number of rows returned; for a list, the sum of its reads within ten minutes.
  misses: Number of these reads that found nothing or were refused by the read limit: also such an answer tells something.
$$);
create index access_log_actor_id on public.access_log (actor_id, id);
create index access_log_lately on public.access_log (actor_id, what, at);
create index access_log_subject_id on public.access_log (subject_id, id);
alter table public.access_log enable row level security;
grant select on public.access_log to authenticated;
revoke insert, update, delete, truncate on public.access_log from service_role;
create policy "admins read who read what" on public.access_log for select to authenticated using ((select app.has_current_role('admin')));
-- Allows only one kind of update: for ten minutes after a row was added, its counts may grow (log_list). Otherwise a desk
-- that refreshes a list all day would add a row at each refresh.
create function app.tg_access_log__grow() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.row_count >= old.row_count and new.misses >= old.misses and old.at > app.now() - interval '10 minutes'
    and (new.id, new.at, new.actor_id, new.what, new.subject_id) is not distinct from (old.id, old.at, old.actor_id, old.what, old.subject_id) then
    return new;
  end if;
  perform app.refuse('append_only', 409, 'History can only be added to');
  return null;
end $$;
create trigger access_log__grow before update on public.access_log for each row execute function app.tg_access_log__grow();
create trigger access_log__append_only before delete or truncate on public.access_log for each statement execute function app.tg_append_only();

create function app.log_access(what text, subject_id uuid, row_count bigint) returns void
language sql volatile security definer set search_path = '' as $$
  select app.refuse_parts();
  insert into public.access_log (actor_id, what, subject_id, row_count)
  values (auth.uid(), log_access.what, log_access.subject_id, log_access.row_count)
$$;
comment on function app.log_access is 'Writes to the access log that the caller, a staff member, has read data of people.';

create function app.log_list(what text, subject_id uuid, row_count bigint, is_miss boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.refuse_parts();
  update public.access_log l set row_count = l.row_count + log_list.row_count, misses = l.misses + log_list.is_miss::integer
  where l.id = (select o.id from public.access_log o where o.actor_id = auth.uid() and o.what = log_list.what
    and o.at > app.now() - interval '10 minutes' and o.subject_id is not distinct from log_list.subject_id order by o.at desc limit 1);
  if not found then
    insert into public.access_log (actor_id, what, subject_id, row_count, misses)
    values (auth.uid(), log_list.what, log_list.subject_id, log_list.row_count, log_list.is_miss::integer);
  end if;
end $$;
comment on function app.log_list is 'Like app.log_access, for lists that are refreshed often: within ten minutes it writes one row per caller, kind of data and subject, and adds up the counts. is_miss: the read found nothing or was refused.';

create function public.read_chat(booking_id uuid) returns json language plpgsql security definer set search_path = '' as $$
declare v_rows json;
begin
  perform app.require_permission('read_chats');
  select json_agg(m order by m.created_at, m.id) into v_rows from public.chat_messages m where m.booking_id = read_chat.booking_id;
  perform app.log_access('chat', read_chat.booking_id, coalesce(json_array_length(v_rows), 0));
  return app.page(v_rows);
end $$;
comment on function public.read_chat is 'A booking''s chat, for admins, oldest message first. The access log records the read. @returns page of chat_messages. Errors: must_login, not_allowed.';
grant execute on function public.read_chat(uuid) to authenticated;

create function public.read_talk(driver_id uuid) returns json language plpgsql volatile security definer set search_path = '' as $$
declare v_rows json;
begin
  perform app.require_permission('bookings');
  select json_agg(l order by l.created_at desc, l.id desc) into v_rows
  from (select m.* from public.desk_messages m where m.driver_id = read_talk.driver_id order by m.created_at desc, m.id desc limit 100) l;
  if v_rows is not null then perform app.log_list('chat', read_talk.driver_id, json_array_length(v_rows)); end if;
  return app.page(v_rows);
end $$;
comment on function public.read_talk is 'Messages between a driver and the desk, for admins, the latest 100, newest first. The access log records the read as that of a chat. @returns page of desk_messages. Errors: must_login, not_allowed.';
grant execute on function public.read_talk(uuid) to authenticated;

create function public.read_bank_details(user_id uuid) returns json language plpgsql security definer set search_path = '' as $$
declare v_rows json;
begin
  perform app.require_editor('read_bank');
  select json_agg(b) into v_rows from public.bank_details b where b.user_id = read_bank_details.user_id;
  perform app.log_access('bank_details', read_bank_details.user_id, coalesce(json_array_length(v_rows), 0));
  return app.page(v_rows);
end $$;
comment on function public.read_bank_details is 'A person''s bank details, for admins; no row if there are none. The access log records the read. @returns page of bank_details. Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.read_bank_details(uuid) to authenticated;
