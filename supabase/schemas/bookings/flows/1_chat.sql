-- Chat between the rider and the driver of a booking.
-- Access: rider, driver and admins read; rider and driver write with send_chat_message while the booking has a driver
-- Tests:  tests/db/chat.sql

create function public.send_chat_message(booking_id uuid, message text, client_key uuid default gen_random_uuid(),
  to_driver uuid default null)
returns public.chat_messages
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_message public.chat_messages;
  v_key uuid := coalesce(send_chat_message.client_key, gen_random_uuid());
begin
  select b.* into v_booking from public.bookings b where b.id = send_chat_message.booking_id
    and v_me.id in (b.customer_id, b.driver_id);
  if not found then perform app.refuse('chat_not_found', 404, 'No such booking of the caller'); end if;
  select m.* into v_message from public.chat_messages m where m.from_id = v_me.id and m.client_key = v_key;
  if found then return v_message; end if;
  -- A message that a phone kept without a network is for the driver of then, and may contain the start code.
  if not app.is_chat_open(v_booking) or send_chat_message.to_driver <> v_booking.driver_id then
    perform app.refuse('chat_closed', 409,
      'Rider and driver can write only while the booking is under way, and to each other');
  end if;
  if app.is_blank(app.plain_lines(send_chat_message.message))
    or length(send_chat_message.message) > app.message_length() then
    perform app.refuse('message_invalid', 422, format('Write 1 to %s characters', app.message_length()));
  end if;
  -- Lets a person send only one message at a time, so that the limit also counts concurrent messages.
  perform pg_advisory_xact_lock(hashtextextended('chat' || v_me.id::text, 0));
  if (select count(*) from public.chat_messages m where m.from_id = v_me.id
    and m.created_at > app.now() - interval '10 seconds') >= 20 then
    perform app.refuse('chat_too_fast', 429, 'At most 20 messages in ten seconds');
  end if;
  insert into public.chat_messages (booking_id, customer_id, driver_id, from_id, source, message, client_key)
  values (v_booking.id, v_booking.customer_id, v_booking.driver_id, v_me.id,
    case when v_me.id = v_booking.driver_id then 'driver' else 'rider' end, btrim(send_chat_message.message), v_key)
  on conflict on constraint chat_messages_from_id_client_key_key do nothing
  returning * into v_message;
  if v_message.id is null then
    select m.* into v_message from public.chat_messages m where m.from_id = v_me.id and m.client_key = v_key;
  end if;
  return v_message;
end $$;
comment on function public.send_chat_message is
  'Sends a chat message to the other person of a booking; a repeated client_key returns the first message. to_driver: '
  'the driver for whom the rider wrote it; if another driver has the booking by now, it is refused. '
  'Errors: must_login, chat_not_found, chat_closed, message_invalid, chat_too_fast.';
grant execute on function public.send_chat_message(uuid, text, uuid, uuid) to authenticated;
