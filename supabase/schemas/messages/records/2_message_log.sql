-- The log of text messages and mails: what became of each. It has no text, no code and no whole address.
-- Access: admins with the permission desk read it by list_messages; triggers and the service role write it
-- Tests:  tests/db/message_log.sql

create table app.message_log (
  id bigint generated always as identity primary key,
  outbox_id bigint unique check (outbox_id > 0),
  at timestamptz not null default app.now(),
  changed_at timestamptz not null default app.now(),
  kind text not null check (kind ~ '^[a-z][a-z0-9_]{1,60}$'),
  channel text not null check (channel in ('sms', 'mail')),
  receiver text not null,
  receiver_end text not null,
  receiver_hash text not null,
  user_id uuid references public.profiles (id) on delete cascade,
  booking_id uuid,
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed')),
  reason text,
  provider text,
  ref text,
  segments integer check (segments > 0),
  counts boolean not null default true,
  range_hash text,
  receipt_at timestamptz,
  entered_at timestamptz,
  cost numeric(14, 8) check (cost >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  resent_at timestamptz,
  constraint message_log_cost check ((cost is null) = (currency is null))
);
call app.describe('app.message_log', $$
  One row per text message or mail: to whom, by which provider, and what became of it. Kept for 90 days, and deleted
    with the account.
  outbox_id: The message of the outbox; null for a code, which the hooks of Auth send at once.
  kind: What the message is about: the key of a notice, or sign_in.
  receiver: The masked number or address.
  receiver_end: The last four digits of a number, or the host of an address, to find a message.
  receiver_hash: The number or address, hashed with this database's secret.
  booking_id: The booking that the message is about. No foreign key: bookings are created later.
  state: sent: a provider took it; delivered: a receipt says that it arrived, or the code was entered. sent with a
    reason: perhaps sent.
  reason: Why it failed, or why nobody knows: begins with receiver_refused, undeliverable, expired, past, unknown, …
  ref: The provider's id of the message.
  range_hash: The number without its last four digits, hashed in the same way; null for mails.
  receipt_at: When a receipt decided the state; null while none has.
  entered_at: When the code was entered.
  resent_at: When a person sent it again, or of the copy, when it was made; neither is sent again.
  cost: What the provider says that it costs, in currency (ISO 4217); null while it has not said it.
  counts: Whether a failure counts against the number or address; a person can take that back.
$$);

create index message_log_at on app.message_log (at desc, id desc);
create index message_log_user_id on app.message_log (user_id);
create index message_log_booking_id on app.message_log (booking_id) where booking_id is not null;
create index message_log_receiver on app.message_log (receiver_hash, changed_at);
create index message_log_range on app.message_log (range_hash, at) where range_hash is not null;
create index message_log_ref on app.message_log (provider, ref) where ref is not null;

alter table app.message_log enable row level security;

create type public.day_texts as (used bigint, "limit" integer, costs jsonb, estimated numeric);
comment on type public.day_texts is
  'What the firm''s day has used: parts of text messages, settings.sms_day_limit (null: none), and the costs that '
  'providers told, as [{currency, amount}]. estimated: settings.sms_price for the parts whose cost no provider told, '
  'in settings.code; null without a price.';

create function app.is_taken(state text) returns boolean language sql immutable parallel safe as $$
  select state in ('sent', 'delivered')
$$;
comment on function app.is_taken is 'Whether a provider took a message, by its state in the log.';
