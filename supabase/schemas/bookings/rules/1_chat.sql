-- Chat between the rider and the driver of a booking.

-- Admins have no policy on chat_messages: they read the chat with read_chat, which writes the access log.

create function app.is_chat_open(booking public.bookings) returns boolean
language sql immutable set search_path = '' as $$
  select (booking).driver_id is not null and (booking).customer_id is not null
    and (booking).status in ('ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED', 'PENDING', 'PAID')
$$;

-- Shows chat messages in the format that older clients read, with times in the operator's time zone.
create view public.chats with (security_invoker = true) as
  select m.id as sms_id, m.booking_id, m.message, m.from_id as "from", 'msg'::text as type,
    to_char(m.created_at at time zone s.time_zone, 'MM:DD:YYYY') as msg_date,
    to_char(m.created_at at time zone s.time_zone, 'HH24:MI') as msg_time, m.source, m.created_at
  from public.chat_messages m cross join public.settings s
  where s.id = 1;
call app.describe('public.chats', $$
  The rows of chat_messages in the older format of chats/<booking>/messages: message, from, type, msg_date, msg_time,
    source, sms_id.
  sms_id: Id of the chat message.
  message: Text of the chat message.
  from: Id of the person who wrote the message.
  type: Kind of message, always msg.
  msg_date: Date of the message, MM:DD:YYYY in settings.time_zone.
  msg_time: Time of the message, HH24:MI in settings.time_zone.
  source: Who wrote the message: rider or driver.
$$);
grant select on public.chats to authenticated, service_role;
