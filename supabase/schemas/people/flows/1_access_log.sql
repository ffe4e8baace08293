-- Access log: which staff member read whose conversations, bank details, addresses and contacts.
-- Access: staff reads conversations, bank details, addresses and contacts only through functions, which write this log;
--         admins read the log
-- Tests:  tests/db/chat.sql, tests/db/bank_details.sql, tests/db/withdrawals.sql, tests/db/read_limit.sql

create function app.log_access(what text, subject_id uuid, row_count bigint) returns void
language sql volatile security definer set search_path = '' as $$
  select app.refuse_parts();
  insert into public.access_log (actor_id, what, subject_id, row_count)
  values (auth.uid(), log_access.what, log_access.subject_id, log_access.row_count)
$$;
comment on function app.log_access is
  'Writes to the access log that the caller, a staff member, has read data of people.';

create function app.log_list(what text, subject_id uuid, row_count bigint, is_miss boolean default false) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform app.refuse_parts();
  update public.access_log l set row_count = l.row_count + log_list.row_count,
    misses = l.misses + log_list.is_miss::integer
  where l.id = (select o.id from public.access_log o where o.actor_id = auth.uid() and o.what = log_list.what
    and o.at > app.now() - interval '10 minutes' and o.subject_id is not distinct from log_list.subject_id
      order by o.at desc limit 1);
  if not found then
    insert into public.access_log (actor_id, what, subject_id, row_count, misses)
    values (auth.uid(), log_list.what, log_list.subject_id, log_list.row_count, log_list.is_miss::integer);
  end if;
end $$;
comment on function app.log_list is
  'Like app.log_access, for lists that are refreshed often: within ten minutes it writes one row per caller, kind of '
  'data and subject, and adds up the counts. is_miss: the read found nothing or was refused.';

create function public.read_chat(booking_id uuid) returns json
language plpgsql security definer set search_path = '' as $$
declare v_rows json;
begin
  perform app.require_permission('read_chats');
  select json_agg(m order by m.created_at, m.id) into v_rows from public.chat_messages m
    where m.booking_id = read_chat.booking_id;
  perform app.log_access('chat', read_chat.booking_id, coalesce(json_array_length(v_rows), 0));
  return app.page(v_rows);
end $$;
comment on function public.read_chat is
  'A booking''s chat, for admins, oldest message first. The access log records the read. @returns page of '
  'chat_messages. '
  'Errors: must_login, not_allowed.';
grant execute on function public.read_chat(uuid) to authenticated;

create function public.read_desk_messages(driver_id uuid) returns json
language plpgsql volatile security definer set search_path = '' as $$
declare v_rows json;
begin
  perform app.require_permission('bookings');
  select json_agg(l order by l.created_at desc, l.id desc) into v_rows
  from (select m.* from public.desk_messages m where m.driver_id = read_desk_messages.driver_id
    order by m.created_at desc, m.id desc limit 100) l;
  if v_rows is not null then
    perform app.log_list('chat', read_desk_messages.driver_id, json_array_length(v_rows));
  end if;
  return app.page(v_rows);
end $$;
comment on function public.read_desk_messages is
  'Messages between a driver and the desk, for admins, the latest 100, newest first. The access log records the read '
  'as that of a chat. @returns page of desk_messages. '
  'Errors: must_login, not_allowed.';
grant execute on function public.read_desk_messages(uuid) to authenticated;

create function public.read_bank_details(user_id uuid) returns json
language plpgsql security definer set search_path = '' as $$
declare v_rows json;
begin
  perform app.require_editor('read_bank');
  select json_agg(b) into v_rows from public.bank_details b where b.user_id = read_bank_details.user_id;
  perform app.log_access('bank_details', read_bank_details.user_id, coalesce(json_array_length(v_rows), 0));
  return app.page(v_rows);
end $$;
comment on function public.read_bank_details is
  'A person''s bank details, for admins; no row if there are none. The access log records the read. @returns page of '
  'bank_details. '
  'Errors: must_login, not_allowed, demo_mode.';
grant execute on function public.read_bank_details(uuid) to authenticated;
