-- Texts to the firm: what people without the app write back.
-- Access: the edge function messages writes, with the service role; admins with the permission desk read and close them
-- Tests:  tests/db/inbound_texts.sql

create table app.inbound_texts (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^[a-z]{1,30}$'),
  event text not null check (length(event) between 1 and 500),
  at timestamptz not null default app.now(),
  sender text not null check (sender ~ '^[+][1-9][0-9]{5,14}$'),
  words text not null check (length(words) <= 1600),
  intent text not null check (intent in ('stop', 'start', 'where', 'cancel', 'yes', 'automatic', 'other')),
  booking_id uuid references public.bookings (id),
  answer text check (answer ~ '^[a-z_]{1,40}$'),
  code text check (code ~ '^[0-9]{3}$'),
  fee numeric(20, 4) check (fee >= 0),
  closed_at timestamptz,
  closed_by uuid references public.profiles (id) on delete set null,
  constraint inbound_texts_event unique (provider, event)
);
call app.describe('app.inbound_texts', $$
  Text messages to the firm, kept for 90 days. Who sends one can write any number as its sender.
  event: Identifies the text at its provider: a repetition is not a second text.
  intent: What the text asks for, by its words; other: nobody but a person can say.
  booking_id: The open booking of the number; null if it has none.
  answer: The text that answered it (sent_messages.answer.<answer>); null for none.
  code: What has to be repeated for a cancellation: only who holds the phone knows it. Null once it was used.
  fee: The fee that the sender was told.
  closed_at: When a person of the desk has settled it; null while it waits, if it waits for one.
$$);

create index inbound_texts_sender on app.inbound_texts (sender, at desc);
create index inbound_texts_booking_id on app.inbound_texts (booking_id, at);
create index inbound_texts_closed_by on app.inbound_texts (closed_by);
create index inbound_texts_at on app.inbound_texts (at);
create index inbound_texts_waiting on app.inbound_texts (at)
  where closed_at is null and booking_id is null and intent in ('where', 'cancel', 'yes', 'other');

alter table app.inbound_texts enable row level security;

create type public.inbound_text as (id bigint, at timestamptz, sender text, words text, intent text, answer text,
  booking_id uuid, reference text, closed_at timestamptz);
comment on type public.inbound_text is
  'A text message to the firm. sender: the number that it claims, masked in a demo. answer: what we texted back.';
