-- Stops: who wants no text messages or mails, or not those of a kind.

create table app.message_stops (
  receiver_hash text not null,
  channel text not null check (channel in ('sms', 'mail')),
  kind text not null default 'all' check (kind ~ '^[a-z][a-z_]{1,40}$'),
  source text not null check (source in ('person', 'provider')),
  at timestamptz not null default app.now(),
  primary key (receiver_hash, channel, kind)
);
call app.describe('app.message_stops', $$
  Numbers and addresses that want no messages. They stay when an account is deleted, because the wish is of the
    number's owner.
  receiver_hash: The number or address, hashed with this database's secret.
  kind: The kind of trip messages that is not wanted; all: every message that is not needed to hand over a parcel, to
    sign in or to warn of a stranger.
  source: provider: the provider says that the receiver wants none.
$$);

alter table app.message_stops enable row level security;
