-- The outbox: a queue of push messages, text messages and e-mails to send, and of files to remove.

create table public.push_tokens (
  token text primary key check (octet_length(token) between 8 and 2000 and token !~ '[[:space:]]'),
  user_id uuid not null references public.profiles (id) on delete cascade,
  platform text not null check (platform in ('IOS', 'ANDROID', 'WEB')),
  channels text[] not null default '{trips,chat,wallet,news}' check (channels <@ '{trips,chat,wallet,news}'),
  created_at timestamptz not null default app.now(),
  seen_at timestamptz not null default app.now(),
  name text check (btrim(name) <> '' and length(name) <= 60)
);
call app.describe('public.push_tokens', $$
  The devices that get a person's push messages. A device belongs to the last person who signed in on it.
  channels: The kinds of messages that the person wants on this device: trips, chat, wallet, news.
  token: The token with which the push service addresses the device.
  platform: Kind of device: IOS, ANDROID or WEB (a browser).
  name: What the owner calls the device; at first what the device says, such as the browser's name. null if unknown.
$$);
grant select on public.push_tokens to authenticated;

create index push_tokens_user_id on public.push_tokens (user_id, seen_at desc);

create table app.outbox (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('push', 'sms', 'mail', 'file')),
  user_id uuid references public.profiles (id) on delete cascade,
  payload jsonb not null check (jsonb_typeof(payload) = 'object'),
  notification_id uuid,
  status text not null default 'queued' check (status in ('queued', 'sent', 'dead')),
  attempts integer not null default 0 check (attempts >= 0),
  due_at timestamptz not null default app.now(),
  expires_at timestamptz not null default app.now() + interval '1 day',
  created_at timestamptz not null default app.now(),
  done_at timestamptz,
  last_error text,
  waits integer not null default 0 check (waits >= 0),
  check ((status = 'queued') = (done_at is null)),
  constraint outbox_phone_check check (kind <> 'sms' or payload ->> 'phone' ~ '^[+][1-9][0-9]{5,14}$')
);
call app.describe('app.outbox', $$
  Messages to deliver at least once. To take a message, a sender moves due_at a minute ahead, so the message is due
    again if the sender crashes.
  notification_id: The operator's notification to which the message belongs. No foreign key: notifications are created
    later, and may be deleted.
  waits: How many of the attempts failed only because no provider could send; they do not count towards the limit.
  expires_at: When the message expires; if it has not been sent by then, it becomes dead.
$$);

create index outbox_due on app.outbox (due_at, id) where status = 'queued';
create index outbox_urgent on app.outbox (due_at, id) where status = 'queued' and notification_id is null;
create index outbox_done on app.outbox (done_at) where status <> 'queued';
create index outbox_user_id on app.outbox (user_id);
create index outbox_notification_id on app.outbox (notification_id) where notification_id is not null;
create unique index outbox_files on app.outbox ((payload ->> 'bucket'), (payload ->> 'path')) where kind = 'file'
  and status = 'queued';

create function app.is_written(channel text) returns boolean language sql immutable parallel safe as $$
  select channel in ('sms', 'mail')
$$;
comment on function app.is_written is
  'Whether a message goes to a number or an address, as text messages and mails do: it is logged, and can be stopped.';

create table app.outbox_sender (
  id integer primary key default 1 check (id = 1),
  seen_at timestamptz not null default '-infinity'
);
comment on table app.outbox_sender is
  'One row: when a sender last took messages. While a sender is active, no other one is started.';

insert into app.outbox_sender default values;

alter table public.push_tokens enable row level security;
alter table app.outbox enable row level security;
alter table app.outbox_sender enable row level security;

create policy "people read their own devices" on public.push_tokens for select to authenticated
  using (user_id = (select auth.uid()));

-- A device that several people use is only flagged and never refused, because families share phones.
create table app.known_devices (
  hash text not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  at timestamptz not null default app.now(),
  primary key (hash, user_id)
);
call app.describe('app.known_devices', $$
  Hashed ids of devices, and the people who registered on them. Deleted after a year without use.
  at: When the person last registered the device; only the day is exact.
$$);

create index known_devices_at on app.known_devices (at);
create index known_devices_user_id on app.known_devices (user_id);

alter table app.known_devices enable row level security;

create function app.tg_wake() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  execute format('select app.%I()', tg_argv[0]);
  return null;
end $$;
comment on function app.tg_wake is
  'Trigger that calls the worker of a queue after rows were added. Attach to the queue''s table after insert for each '
  'statement, with the name of the function that calls the worker as argument.';

create trigger outbox__wake_sender after insert on app.outbox for each statement
  execute function app.tg_wake('wake_sender');
