-- Receipts: what providers report of messages that they took.
-- Access: the edge function messages writes, with the service role; no client reads
-- Tests:  tests/db/message_receipts.sql

create table app.message_receipts (
  provider text not null check (provider ~ '^[a-z]{1,30}$'),
  event text not null check (length(event) between 1 and 500),
  at timestamptz not null default app.now(),
  ref text check (length(ref) between 1 and 200),
  message_id bigint references app.message_log (id) on delete cascade,
  receiver_hash text check (length(receiver_hash) = 64),
  state text not null check (state in ('taken', 'delivered', 'failed')),
  reason text check (length(reason) <= 200),
  is_permanent boolean not null default false,
  segments integer check (segments between 1 and 100),
  cost numeric(14, 8) check (cost >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  primary key (provider, event),
  constraint message_receipts_cost check ((cost is null) = (currency is null))
);
call app.describe('app.message_receipts', $$
  What providers reported, once per report: a repetition changes nothing. Deleted with its message, and after a week
    if it belongs to none, as other systems may use the same account.
  event: Identifies the report at its provider.
  ref: The provider's id of the message.
  message_id: The message; null while none is known, because a report may overtake the note that the message was sent.
  receiver_hash: The number or address that the provider names, hashed as in app.message_log; null if it names none.
  state: taken: on its way.
  is_permanent: Whether the failure is one of the number or address, not of this message.
  cost: What the provider says that the message costs, in currency (ISO 4217).
$$);

create index message_receipts_message_id on app.message_receipts (message_id);
create index message_receipts_open on app.message_receipts (at) where message_id is null;

alter table app.message_receipts enable row level security;
