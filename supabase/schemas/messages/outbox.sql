-- The outbox: a queue of push messages, text messages and e-mails to send, and of files to remove. Rows are added in the
-- transaction that caused them, and a sender outside the database delivers them.
-- Needs:  profiles, settings; storage
-- Access: people register and read their own devices; the service role takes and finishes messages; no client reads messages
-- Tests:  tests/db/notices.sql, tests/db/outbox.sql, tests/db/jobs.test.ts

create table public.push_tokens (
  token text primary key check (octet_length(token) between 8 and 2000 and token !~ '[[:space:]]'),
  user_id uuid not null references public.profiles (id) on delete cascade,
  platform text not null check (platform in ('IOS', 'ANDROID', 'WEB')),
  channels text[] not null default '{trips,chat,wallet,news}' check (channels <@ '{trips,chat,wallet,news}'),
  created_at timestamptz not null default app.now(),
  seen_at timestamptz not null default app.now()
);
call app.describe('public.push_tokens', $$
  The devices that get a person's push messages. A device belongs to the last person who signed in on it.
  channels: The kinds of messages that the person wants on this device: trips, chat, wallet, news.
  token: The token with which the push service addresses the device.
  platform: Kind of device: IOS, ANDROID or WEB (a browser).
$$);
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
  check ((status = 'queued') = (done_at is null)),
  constraint outbox_phone_check check (kind <> 'sms' or payload ->> 'phone' ~ '^[+][1-9][0-9]{5,14}$')
);
call app.describe('app.outbox', $$
  Messages to deliver at least once. To take a message, a sender moves due_at a minute ahead, so the message is due again if the sender crashes.
  notification_id: The operator's notification to which the message belongs. No foreign key: notifications are created later, and may be deleted.
  expires_at: When the message expires; if it has not been sent by then, it becomes dead.
$$);
create index outbox_due on app.outbox (due_at, id) where status = 'queued';
create index outbox_done on app.outbox (done_at) where status <> 'queued';
create index outbox_user_id on app.outbox (user_id);
create index outbox_notification_id on app.outbox (notification_id) where notification_id is not null;
create unique index outbox_files on app.outbox ((payload ->> 'bucket'), (payload ->> 'path')) where kind = 'file' and status = 'queued';

create table app.outbox_sender (
  id integer primary key default 1 check (id = 1),
  seen_at timestamptz not null default '-infinity'
);
comment on table app.outbox_sender is 'One row: when a sender last took messages. While a sender is active, no other one is started.';
insert into app.outbox_sender default values;

alter table public.push_tokens enable row level security;
alter table app.outbox enable row level security;
alter table app.outbox_sender enable row level security;
grant select on public.push_tokens to authenticated;
create policy "people read their own devices" on public.push_tokens for select to authenticated using (user_id = (select auth.uid()));

-- Devices -----------------------------------------------------------------------------------------------------------

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

create function app.tg_push_tokens__keep_device() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.known_devices as d (hash, user_id)
  select encode(sha256(convert_to(k.key || new.token, 'UTF8')), 'hex'), new.user_id from app.contact_key k
  on conflict on constraint known_devices_pkey do update set at = excluded.at where d.at < excluded.at - interval '1 day';
  return null;
end $$;
create trigger push_tokens__keep_device after insert or update of user_id on public.push_tokens
  for each row execute function app.tg_push_tokens__keep_device();

-- Returns whether a text is a browser's push subscription: JSON without spaces, with an https address (or an address of this
-- machine, for tests) and the two keys of RFC 8291. Which hosts are permitted is not checked here but by the program that sends
-- the messages.
create function app.is_push_subscription(token text) returns boolean language plpgsql immutable set search_path = '' as $$
declare v_subscription jsonb;
begin
  v_subscription := is_push_subscription.token::jsonb;
  return coalesce(v_subscription ->> 'endpoint' ~ '^(https://[a-z0-9.-]+\.[a-z]{2,}(:[0-9]{1,5})?|http://127\.0\.0\.1:[0-9]{1,5})/[!-~]*$'
    and v_subscription #>> '{keys,p256dh}' ~ '^[A-Za-z0-9_-]{87}=?$' and v_subscription #>> '{keys,auth}' ~ '^[A-Za-z0-9_-]{22}(==)?$', false);
exception when others then
  return false;
end $$;

create function public.register_push_token(token text, platform text, channels text[] default null) returns public.push_tokens
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.newcomer();
  v_token public.push_tokens;
begin
  if coalesce(octet_length(register_push_token.token), 0) not between 8 and 2000 or register_push_token.token ~ '[[:space:]]'
    or coalesce(register_push_token.platform, '') not in ('IOS', 'ANDROID', 'WEB')
    or not coalesce(register_push_token.channels <@ '{trips,chat,wallet,news}', true)
    or cardinality(register_push_token.channels) > 4
    or (register_push_token.token like '{%' and not app.is_push_subscription(register_push_token.token)) then
    perform app.refuse('push_token_invalid', 422, 'Give a token, IOS, ANDROID or WEB, and channels of trips, chat, wallet, news');
  end if;
  insert into public.push_tokens as t (token, user_id, platform, channels)
  values (register_push_token.token, v_me.id, register_push_token.platform,
    coalesce(register_push_token.channels, '{trips,chat,wallet,news}'))
  on conflict on constraint push_tokens_pkey do update set user_id = v_me.id, platform = excluded.platform, seen_at = app.now(),
    -- A new owner of the device does not get the channels that the previous owner chose.
    channels = case when register_push_token.channels is null and t.user_id = v_me.id then t.channels else excluded.channels end
  returning t.* into v_token;
  -- Keeps at most 20 devices per person: deletes those that were not used for the longest time.
  delete from public.push_tokens t where t.token in (select o.token from public.push_tokens o where o.user_id = v_me.id
    and o.token <> v_token.token order by o.seen_at desc, o.token offset 19);
  return v_token;
end $$;
comment on function public.register_push_token is 'From now on sends the caller''s messages to this device, and no longer those of its previous owner. channels: the kinds of messages wanted on it; null keeps them. Errors: must_login, push_token_invalid.';
grant execute on function public.register_push_token(text, text, text[]) to authenticated;

create function public.forget_push_token(token text) returns void language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  delete from public.push_tokens t where t.token = forget_push_token.token and t.user_id = v_me.id;
end $$;
comment on function public.forget_push_token is 'Stops push messages to this device of the caller; does nothing if it is unknown. Errors: must_login.';
grant execute on function public.forget_push_token(text) to authenticated;

-- Adding messages ---------------------------------------------------------------------------------------------------

-- Returns the name of the Android notification channel for push messages, which decides the sound: in bookings-repeat the horn
-- repeats.
create function app.push_channel() returns text language sql stable security definer set search_path = '' as $$
  select case when s.car_horn_repeat then 'bookings-repeat' else 'bookings' end from public.settings s where s.id = 1
$$;

create function app.queue_push(user_id uuid, channel text, message jsonb, expires_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'push', t.user_id, queue_push.message || jsonb_build_object('token', t.token, 'platform', t.platform,
      'lang', p.lang_locale, 'channelId', app.push_channel()),
    coalesce(queue_push.expires_at, app.now() + interval '1 day')
  from public.push_tokens t join public.profiles p on p.id = t.user_id
  where t.user_id = queue_push.user_id and queue_push.channel = any (t.channels) and coalesce(current_setting('app.quiet', true), '') = '';
end $$;
comment on function app.queue_push is 'Queues one push message to each device of a person on which this channel is wanted.';

-- Queues files for removal by the outbox's sender, which uses the Storage API: deleting rows of Supabase Storage in SQL would
-- leave the contents of the files.
create function app.queue_file_removals(bucket text, paths text[]) returns integer language plpgsql security definer set search_path = '' as $$
declare v_count integer;
begin
  insert into app.outbox (kind, payload, expires_at)
  select 'file', jsonb_build_object('bucket', queue_file_removals.bucket, 'path', p.path), app.now() + interval '30 days'
  from unnest(queue_file_removals.paths) p (path)
  on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function app.queue_file_removals is 'Queues files for removal from storage, each once; returns how many were not queued yet.';

-- Delivering messages -----------------------------------------------------------------------------------------------

-- Returns how the sender formats amounts and times in the params of a message.
create function app.outbox_format() returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('symbol', s.symbol, 'swipe_symbol', s.swipe_symbol, 'decimal', s."decimal", 'time_zone', s.time_zone)
  from public.settings s where s.id = 1
$$;

create function public.take_outbox(limit_count integer default 100)
returns table (id bigint, kind text, payload jsonb, attempt integer, created_at timestamptz, ttl_seconds integer)
language plpgsql security definer set search_path = '' as $$
begin
  update app.outbox_sender s set seen_at = app.now() where s.seen_at < app.now() - interval '2 seconds';
  update app.outbox o set status = 'dead', done_at = app.now(), last_error = coalesce(o.last_error, 'expired'),
    payload = o.payload - 'code' - 'link_token' #- '{params,message}'
  where o.id in (select e.id from app.outbox e where e.status = 'queued' and e.due_at <= app.now()
    and (e.expires_at <= app.now() or e.attempts >= 8) order by e.due_at limit 1000 for no key update skip locked);
  -- A file that was replaced since its removal was queued stays.
  update app.outbox o set status = 'sent', done_at = app.now() where o.kind = 'file' and o.status = 'queued' and o.due_at <= app.now() and o.payload ? 'mark'
    and exists (select 1 from storage.objects f where f.bucket_id = o.payload ->> 'bucket' and f.name = o.payload ->> 'path'
      and app.file_mark(f.version, f.metadata) <> o.payload ->> 'mark');
  -- A sender has one minute to send a message. After that another sender may take the message as well, so a message is sent at
  -- least once, rarely twice.
  return query
  with due as materialized (
    select q.id from app.outbox q where q.status = 'queued' and q.due_at <= app.now()
    order by q.due_at, q.id limit least(greatest(coalesce(take_outbox.limit_count, 100), 0), 1000) for no key update skip locked)
  update app.outbox o set attempts = o.attempts + 1, due_at = app.now() + interval '1 minute'
  from due where o.id = due.id
  returning o.id, o.kind, case when o.kind <> 'file' then o.payload || jsonb_build_object('format', app.outbox_format()) else o.payload end,
    o.attempts, o.created_at, greatest(extract(epoch from o.expires_at - app.now()), 0)::integer;
end $$;
comment on function public.take_outbox is 'Takes up to limit_count (1000 at most) due messages for a minute, for a sender that then calls finish_outbox for each. push: {token, platform, lang, channelId, title, msg, params, screen, booking_id, plain, format: {symbol, swipe_symbol, decimal, time_zone}}; sms: {phone (E.164), lang, msg, code}, for guest_ride with {link_token, params}, or with the keys of mail; mail: {email, lang, title, msg, params, format}; file: {bucket, path}. ttl_seconds: seconds until the message expires.';
grant execute on function public.take_outbox(integer) to service_role;

create function public.finish_outbox(id bigint, ok boolean, error text default null, attempt integer default null) returns text
language plpgsql security definer set search_path = '' as $$
declare v_row app.outbox;
begin
  select o.* into v_row from app.outbox o where o.id = finish_outbox.id for no key update;
  -- Ignores the result for a message that is already sent or dead, and a failure that arrives after another sender has taken
  -- the message.
  if v_row.status is distinct from 'queued' or (not finish_outbox.ok and v_row.attempts > finish_outbox.attempt) then
    return v_row.status;
  end if;
  if not coalesce(finish_outbox.ok, false) and finish_outbox.error = 'token_gone' then
    delete from public.push_tokens t where t.token = v_row.payload ->> 'token';
  end if;
  if not coalesce(finish_outbox.ok, false) and finish_outbox.error ~ '^(token_gone|undeliverable)' then v_row.attempts := 8; end if;
  v_row.status := case when finish_outbox.ok then 'sent' when v_row.attempts >= 8 then 'dead' else 'queued' end;
  update app.outbox o set status = v_row.status, last_error = left(finish_outbox.error, 500),
    done_at = case when v_row.status <> 'queued' then app.now() end,
    -- The next attempt is due after 15 s, 30 s, 1, 2, 4, 8, then 16 minutes.
    due_at = app.now() + interval '15 seconds' * 2 ^ (greatest(v_row.attempts, 1) - 1),
    payload = case when v_row.status = 'queued' then o.payload else o.payload - 'code' - 'link_token' #- '{params,message}' end
  where o.id = v_row.id;
  return v_row.status;
end $$;
comment on function public.finish_outbox is 'Reports the result for a message that a sender took: sent, or retried later, at most eight times, then dead. Error token_gone deletes the device; token_gone and undeliverable are not retried. attempt, as returned by take_outbox, prevents that a late failure ends the attempt of another sender. Returns the status; null for an unknown message.';
grant execute on function public.finish_outbox(bigint, boolean, text, integer) to service_role;

-- Calling the sender ------------------------------------------------------------------------------------------------

create function app.secret(name text) returns text language plpgsql stable security definer set search_path = '' as $$
declare v_secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null then return null; end if;
  execute format('select v.decrypted_secret from %I.decrypted_secrets v where v.name = $1 limit 1', 'vault') into v_secret using secret.name;
  return v_secret;
end $$;
comment on function app.secret is 'A secret of the operator from Supabase Vault; null if missing.';

-- Calls an edge function through pg_net, which sends the request after the commit. seen_at is when the function's worker was
-- last active; if that was less than 6 seconds ago, the function is not called. The embedded server (npm start) has neither
-- pg_net nor Vault; it polls the queues itself.
create function app.call_worker(endpoint text, seen_at timestamptz default null) returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_url text;
  v_key text;
begin
  if to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null or call_worker.seen_at > app.now() - interval '6 seconds' then
    return false;
  end if;
  v_url := app.secret('api_url');
  v_key := app.secret('cron_secret');
  if v_url is null or v_key is null then return false; end if;
  execute format('select %I.http_post(url := $1, body := $2, headers := $3, timeout_milliseconds := 5000)', 'net')
    using rtrim(v_url, '/') || '/functions/v1/' || call_worker.endpoint, jsonb_build_object('for_seconds', 50),
      jsonb_build_object('content-type', 'application/json', 'x-cron-secret', v_key);
  return true;
-- A failed call must not fail the transaction that queued the work; a cron job calls the worker again within a minute.
exception when others then
  raise warning '% was not called: %', call_worker.endpoint, sqlerrm;
  return false;
end $$;
comment on function app.call_worker is 'Calls the edge function that works on a queue, unless its worker was seen within 6 seconds. Needs pg_net and the Vault secrets api_url and cron_secret; without them it does nothing.';

create function app.tg_wake() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  execute format('select app.%I()', tg_argv[0]);
  return null;
end $$;
comment on function app.tg_wake is 'Trigger that calls the worker of a queue after rows were added. Attach to the queue''s table after insert for each statement, with the name of the function that calls the worker as argument.';

create function app.wake_sender() returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return exists (select 1 from app.outbox o where o.status = 'queued' and o.due_at <= app.now())
    and app.call_worker('notifications/send', (select s.seen_at from app.outbox_sender s));
end $$;
comment on function app.wake_sender is 'Calls the route notifications/send if a message is due and no sender is active.';

create trigger outbox__wake_sender after insert on app.outbox for each statement execute function app.tg_wake('wake_sender');
