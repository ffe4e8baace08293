-- Chat between the rider and the driver of a booking.
-- Needs:  bookings, outbox
-- Access: rider, driver and admins read; rider and driver write with send_chat_message while the booking has a driver
-- Tests:  tests/db/chat.sql

create table public.chat_messages (
  id uuid primary key default app.uuid_v7(),
  booking_id uuid not null references public.bookings (id),
  customer_id uuid not null references public.profiles (id),
  driver_id uuid not null references public.drivers (id),
  from_id uuid not null references public.profiles (id),
  source text not null check (source in ('rider', 'driver')),
  message text not null check (btrim(message) <> '' and length(message) <= 1000),
  created_at timestamptz not null default app.now(),
  client_key uuid not null,
  unique (from_id, client_key),
  constraint chat_messages_source check (from_id = case source when 'driver' then driver_id else customer_id end)
);
call app.describe('public.chat_messages', $$
  Chat messages between rider and driver. Each message stores its driver, so that a later driver cannot read the chat of an earlier one.
  source: Who wrote the message: rider or driver.
  message: Text of the message, without blanks at its ends and invisible characters.
$$);
create index chat_messages_booking_id on public.chat_messages (booking_id, created_at, id);
create index chat_messages_from_id on public.chat_messages (from_id, created_at);
create index chat_messages_customer_id on public.chat_messages (customer_id);
create index chat_messages_driver_id on public.chat_messages (driver_id);
alter table public.chat_messages enable row level security;
grant select on public.chat_messages to authenticated;
create policy "riders read their chats" on public.chat_messages for select to authenticated using (customer_id = (select auth.uid()));
create policy "drivers read their chats" on public.chat_messages for select to authenticated using (driver_id = (select auth.uid()));
-- Admins have no policy on chat_messages: they read the chat with read_chat, which writes the access log.

create function app.is_chat_open(booking public.bookings) returns boolean language sql immutable set search_path = '' as $$
  select (booking).driver_id is not null and (booking).customer_id is not null and (booking).status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID')
$$;

create function public.send_chat_message(booking_id uuid, message text, client_key uuid default gen_random_uuid(), to_driver uuid default null)
returns public.chat_messages
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.me();
  v_booking public.bookings;
  v_message public.chat_messages;
  v_key uuid := coalesce(send_chat_message.client_key, gen_random_uuid());
begin
  select b.* into v_booking from public.bookings b where b.id = send_chat_message.booking_id and v_me.id in (b.customer_id, b.driver_id);
  if not found then perform app.refuse('chat_not_found', 404, 'No such booking of the caller'); end if;
  select m.* into v_message from public.chat_messages m where m.from_id = v_me.id and m.client_key = v_key;
  if found then return v_message; end if;
  -- A message that a phone kept without a network is for the driver of then, and may contain the start code.
  if not app.is_chat_open(v_booking) or send_chat_message.to_driver <> v_booking.driver_id then
    perform app.refuse('chat_closed', 409, 'Rider and driver can write only while the booking is under way, and to each other');
  end if;
  if app.is_blank(app.plain_lines(send_chat_message.message)) or length(send_chat_message.message) > 1000 then
    perform app.refuse('message_invalid', 422, 'Write 1 to 1000 characters');
  end if;
  -- Lets a person send only one message at a time, so that the limit also counts concurrent messages.
  perform pg_advisory_xact_lock(hashtextextended('chat' || v_me.id::text, 0));
  if (select count(*) from public.chat_messages m where m.from_id = v_me.id and m.created_at > app.now() - interval '10 seconds') >= 20 then
    perform app.refuse('chat_too_fast', 429, 'At most 20 messages in ten seconds');
  end if;
  insert into public.chat_messages (booking_id, customer_id, driver_id, from_id, source, message, client_key)
  values (v_booking.id, v_booking.customer_id, v_booking.driver_id, v_me.id,
    case when v_me.id = v_booking.driver_id then 'driver' else 'rider' end, btrim(send_chat_message.message), v_key)
  on conflict on constraint chat_messages_from_id_client_key_key do nothing
  returning * into v_message;
  if v_message.id is null then select m.* into v_message from public.chat_messages m where m.from_id = v_me.id and m.client_key = v_key; end if;
  return v_message;
end $$;
comment on function public.send_chat_message is 'Sends a chat message to the other person of a booking; a repeated client_key returns the first message. to_driver: the driver for whom the rider wrote it; if another driver has the booking by now, it is refused. Errors: must_login, chat_not_found, chat_closed, message_invalid, chat_too_fast.';
grant execute on function public.send_chat_message(uuid, text, uuid, uuid) to authenticated;

-- Shows chat messages in the format that older clients read, with times in the operator's time zone.
create view public.chats with (security_invoker = true) as
  select m.id as sms_id, m.booking_id, m.message, m.from_id as "from", 'msg'::text as type,
    to_char(m.created_at at time zone s.time_zone, 'MM:DD:YYYY') as msg_date,
    to_char(m.created_at at time zone s.time_zone, 'HH24:MI') as msg_time, m.source, m.created_at
  from public.chat_messages m cross join public.settings s
  where s.id = 1;
call app.describe('public.chats', $$
  The rows of chat_messages in the older format of chats/<booking>/messages: message, from, type, msg_date, msg_time, source, sms_id.
  sms_id: Id of the chat message.
  message: Text of the chat message.
  from: Id of the person who wrote the message.
  type: Kind of message, always msg.
  msg_date: Date of the message, MM:DD:YYYY in settings.time_zone.
  msg_time: Time of the message, HH24:MI in settings.time_zone.
  source: Who wrote the message: rider or driver.
$$);
grant select on public.chats to authenticated, service_role;

create function app.tg_chat_messages__push() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Queues only a push message and stores no notice, because the chat itself keeps the message.
  perform app.queue_push(case new.source when 'rider' then new.driver_id else new.customer_id end, 'chat',
    jsonb_build_object('title', 'chat_message.title', 'msg', 'chat_message.text', 'screen', 'onlineChat', 'booking_id', new.booking_id,
      'params', jsonb_build_object('message', left(new.message, 200), 'from', p.first_name)), app.now() + interval '1 hour')
  from public.profiles p where p.id = new.from_id;
  return null;
end $$;
create trigger chat_messages__push after insert on public.chat_messages for each row execute function app.tg_chat_messages__push();
