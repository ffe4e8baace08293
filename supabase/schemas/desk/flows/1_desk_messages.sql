-- Desk talk: messages between drivers and the desk, with or without a trip.
-- Access: drivers write and read their own messages; admins with the permission bookings read and answer
-- Tests:  tests/db/desk_messages.sql

create function public.message_desk(message text, client_key uuid default gen_random_uuid())
  returns public.desk_messages
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.me_as_driver();
  v_key uuid := coalesce(message_desk.client_key, gen_random_uuid());
  v_text text := app.desk_text(message_desk.message);
  v_message public.desk_messages;
begin
  select m.* into v_message from public.desk_messages m where m.driver_id = v_driver.id and m.client_key = v_key;
  if found then return v_message; end if;
  perform app.enforce_limit('message_desk', v_driver.id::text);
  insert into public.desk_messages (driver_id, booking_id, author_id, is_from_desk, message, client_key)
  values (v_driver.id, (select b.id from public.bookings b where b.driver_id = v_driver.id and b.engaged_at is not null
    and app.is_under_way(b.status) order by b.is_along, b.id limit 1), v_driver.id, false, v_text, v_key)
  on conflict on constraint desk_messages_key do nothing returning * into v_message;
  if v_message.id is null then
    select m.* into v_message from public.desk_messages m where m.driver_id = v_driver.id and m.client_key = v_key;
  end if;
  return v_message;
end $$;
comment on function public.message_desk is
  'A driver writes up to 1000 characters to the desk. The desk sees the message on its attention list until it '
  'answers. At most 20 a minute; a repeated client_key sends once. '
  'Errors: must_login, account_suspended, require_approval, not_a_driver, message_invalid, too_many_requests.';
grant execute on function public.message_desk(text, uuid) to authenticated;

create function public.answer_driver(driver_id uuid, message text default null,
  client_key uuid default gen_random_uuid()) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_driver public.drivers := app.lock_desk_conversation(answer_driver.driver_id);
  v_key uuid := coalesce(answer_driver.client_key, gen_random_uuid());
  v_text text := case when answer_driver.message is not null then app.desk_text(answer_driver.message) end;
begin
  perform app.require_edits();
  if exists (select 1 from public.desk_messages m where m.driver_id = v_driver.id and m.client_key = v_key) then
    return;
  end if;
  if v_text is not null then
    perform app.enforce_limit('desk_message', auth.uid()::text);
    insert into public.desk_messages (driver_id, author_id, is_from_desk, message, client_key)
      values (v_driver.id, auth.uid(), true, v_text, v_key);
    perform app.notify(v_driver.id, 'desk_message', jsonb_build_object('reference', '', 'message', v_text));
  end if;
  update public.desk_messages m set answered_at = app.now() where m.driver_id = v_driver.id and not m.is_from_desk
    and m.answered_at is null;
  perform app.audit('answer_driver', 'profiles', v_driver.id::text, null,
    jsonb_strip_nulls(jsonb_build_object('message', v_text)));
end $$;
comment on function public.answer_driver is
  'An admin answers a driver with up to 1000 characters, sent as a notice and a push message; without a message it '
  'marks the driver''s messages as needing no answer. Either removes them from the attention list. Audited, at most '
  '20 a minute; a repeated client_key sends once. '
  'Errors: must_login, not_allowed, demo_mode, person_not_found, message_invalid, too_many_requests.';
grant execute on function public.answer_driver(uuid, text, uuid) to authenticated;

create function app.purge_desk_messages() returns void language sql volatile security definer set search_path = '' as $$
  delete from public.desk_messages m where m.id in (select o.id from public.desk_messages o
    where o.created_at < app.now() - interval '1 year' limit 10000)
$$;
comment on function app.purge_desk_messages is 'Deletes messages between drivers and the desk after a year.';
