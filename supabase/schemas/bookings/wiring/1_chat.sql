-- Chat between the rider and the driver of a booking.

create function app.tg_chat_messages__push() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Queues only a push message and stores no notice, because the chat itself keeps the message.
  perform app.queue_push(case new.source when 'rider' then new.driver_id else new.customer_id end, 'chat',
    jsonb_build_object('title', 'chat_message.title', 'msg', 'chat_message.text', 'screen', 'onlineChat', 'booking_id',
      new.booking_id,
      'params', jsonb_build_object('message', left(new.message, 200), 'from', p.first_name)),
        app.now() + interval '1 hour')
  from public.profiles p where p.id = new.from_id;
  return null;
end $$;

create trigger chat_messages__push after insert on public.chat_messages for each row
  execute function app.tg_chat_messages__push();
