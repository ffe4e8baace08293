-- Trip texts: text messages and mails about a ride or a parcel, for people who have no app to look at.

create table app.trip_texts (
  id bigint generated always as identity primary key,
  booking_id uuid not null,
  kind text not null check (kind in ('booked', 'driver', 'outside', 'delayed', 'changed', 'cancelled', 'receipt')),
  event text not null default '' check (length(event) <= 100),
  receiver_hash text not null,
  outbox_id bigint check (outbox_id > 0),
  ack uuid unique,
  shown_at timestamptz,
  created_at timestamptz not null default app.now(),
  unique (booking_id, kind, event, receiver_hash),
  who text check (who in ('guest', 'customer', 'recipient')),
  constraint trip_texts_person unique (booking_id, kind, event, who)
);
call app.describe('app.trip_texts', $$
  One row per event of a booking and person: nobody is written to twice, nor by text message and mail. Kept for 90 days.
  booking_id: No foreign key: bookings are created later.
  event: What the text is about besides its kind, such as the driver who was assigned.
  receiver_hash: The number or address, hashed with this database's secret.
  who: Who the person is in the booking; null in rows from before mails.
  outbox_id: The message in the outbox. No foreign key: the outbox forgets earlier.
  ack: The key in the pushes about the same event; who has it may say that a device showed one.
  shown_at: When a device showed the push, so that no text was needed.
$$);

create index trip_texts_created_at on app.trip_texts (created_at);
create index trip_texts_receiver on app.trip_texts (receiver_hash, created_at);

create table app.preference_keys (
  key_hash text primary key,
  receiver_hash text not null,
  channel text not null check (channel in ('sms', 'mail')),
  created_at timestamptz not null default app.now()
);
call app.describe('app.preference_keys', $$
  Keys in links of texts and mails, with which their receiver chooses what to get. Valid for 90 days.
  key_hash: SHA-256 of the key; the key itself is stored nowhere.
  receiver_hash: The number or address, hashed with this database's secret.
$$);

create index preference_keys_created_at on app.preference_keys (created_at);

create type public.text_choices as (kinds text[], off text[], stopped boolean, channel text);
comment on type public.text_choices is
  'What the receiver of a text message or mail wants: the kinds that the firm sends, those not wanted, whether none '
  'are, and by which channel, sms or mail.';

alter table app.trip_texts enable row level security;
alter table app.preference_keys enable row level security;
