-- Desk talk: messages between drivers and the desk, with or without a trip.

create table public.desk_messages (
  id uuid primary key default app.uuid_v7(),
  driver_id uuid not null references public.drivers (id) on delete cascade,
  booking_id uuid references public.bookings (id),
  author_id uuid references public.profiles (id) on delete set null,
  is_from_desk boolean not null,
  message text not null check (btrim(message) <> '' and length(message) <= 1000),
  created_at timestamptz not null default app.now(),
  answered_at timestamptz,
  client_key uuid not null,
  constraint desk_messages_key unique (driver_id, client_key),
  constraint desk_messages_answered check (answered_at is null or not is_from_desk)
);
call app.describe('public.desk_messages', $$
  Messages between drivers and the desk; kept for a year.
  driver_id: The driver who writes to the desk, or to whom the desk writes.
  booking_id: The trip that the driver was on at the time of the message; null without a trip.
  author_id: The person who wrote the message: the driver or a staff member.
  is_from_desk: Whether the desk wrote the message, not the driver.
  message: Text of the message, at most 1000 characters.
  answered_at: When the desk answered this message of a driver, or marked it as needing no answer; null for messages
    of the desk.
  client_key: Key chosen by the author's client for each message: a retry with the same key returns the first message.
$$);
grant select on public.desk_messages to authenticated;
revoke insert, update, delete, truncate on public.desk_messages from service_role;

create index desk_messages_driver_id on public.desk_messages (driver_id, created_at desc, id);
create index desk_messages_booking_id on public.desk_messages (booking_id);
create index desk_messages_author_id on public.desk_messages (author_id);
create index desk_messages_open on public.desk_messages (driver_id, created_at) where answered_at is null
  and not is_from_desk;
create index desk_messages_created_at on public.desk_messages (created_at);

alter table public.desk_messages enable row level security;

create policy "drivers read what they and the desk wrote" on public.desk_messages for select to authenticated
  using (driver_id = (select auth.uid()));
