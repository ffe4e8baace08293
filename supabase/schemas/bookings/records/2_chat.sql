-- Chat between the rider and the driver of a booking.

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
  Chat messages between rider and driver. Each message stores its driver, so that a later driver cannot read the chat
    of an earlier one.
  source: Who wrote the message: rider or driver.
  message: Text of the message, without blanks at its ends and invisible characters.
$$);
grant select on public.chat_messages to authenticated;

create index chat_messages_booking_id on public.chat_messages (booking_id, created_at, id);
create index chat_messages_from_id on public.chat_messages (from_id, created_at);
create index chat_messages_customer_id on public.chat_messages (customer_id);
create index chat_messages_driver_id on public.chat_messages (driver_id);

alter table public.chat_messages enable row level security;

create policy "riders read their chats" on public.chat_messages for select to authenticated
  using (customer_id = (select auth.uid()));
create policy "drivers read their chats" on public.chat_messages for select to authenticated
  using (driver_id = (select auth.uid()));
