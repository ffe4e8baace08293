-- The outbox: a queue of push messages, text messages and e-mails to send, and of files to remove. Rows are added in
-- the transaction that caused them, and a sender outside the database delivers them.
-- Access: people register and read their own devices; the service role takes and finishes messages; no client reads
--         messages
-- Tests:  tests/db/notices.sql, tests/db/outbox.sql, tests/db/jobs.test.ts

-- Devices -------------------------------------------------------------------------------------------------------------

create function public.register_push_token(token text, platform text, channels text[] default null)
  returns public.push_tokens
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_token public.push_tokens;
begin
  if coalesce(octet_length(register_push_token.token), 0) not between 8 and 2000
    or register_push_token.token ~ '[[:space:]]'
    or coalesce(register_push_token.platform, '') not in ('IOS', 'ANDROID', 'WEB')
    or not coalesce(register_push_token.channels <@ '{trips,chat,wallet,news}', true)
    or cardinality(register_push_token.channels) > 4
    or (register_push_token.token like '{%' and not app.is_push_subscription(register_push_token.token)) then
    perform app.refuse('push_token_invalid', 422,
      'Give a token, IOS, ANDROID or WEB, and channels of trips, chat, wallet, news');
  end if;
  insert into public.push_tokens as t (token, user_id, platform, channels)
  values (register_push_token.token, v_me.id, register_push_token.platform,
    coalesce(register_push_token.channels, '{trips,chat,wallet,news}'))
  on conflict on constraint push_tokens_pkey do update set user_id = v_me.id, platform = excluded.platform,
    seen_at = app.now(),
    -- A new owner of the device does not get the channels that the previous owner chose.
    channels = case when register_push_token.channels is null and t.user_id = v_me.id then t.channels
      else excluded.channels end
  returning t.* into v_token;
  -- Keeps at most 20 devices per person: deletes those that were not used for the longest time.
  delete from public.push_tokens t where t.token in (select o.token from public.push_tokens o where o.user_id = v_me.id
    and o.token <> v_token.token order by o.seen_at desc, o.token offset 19);
  return v_token;
end $$;
comment on function public.register_push_token is
  'From now on sends the caller''s messages to this device, and no longer those of its previous owner. channels: the '
  'kinds of messages wanted on it; null keeps them. '
  'Errors: must_login, push_token_invalid.';
grant execute on function public.register_push_token(text, text, text[]) to authenticated;

create function public.unregister_push_token(token text) returns void
language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  delete from public.push_tokens t where t.token = unregister_push_token.token and t.user_id = v_me.id;
end $$;
comment on function public.unregister_push_token is
  'Stops push messages to this device of the caller; does nothing if it is unknown. '
  'Errors: must_login.';
grant execute on function public.unregister_push_token(text) to authenticated;

-- Adding messages -----------------------------------------------------------------------------------------------------

create function app.queue_push(user_id uuid, channel text, message jsonb,
  expires_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'push', t.user_id, queue_push.message || jsonb_build_object('token', t.token, 'platform', t.platform,
      'lang', p.lang_locale, 'channelId', app.push_channel()),
    coalesce(queue_push.expires_at, app.now() + interval '1 day')
  from public.push_tokens t join public.profiles p on p.id = t.user_id
  where t.user_id = queue_push.user_id and queue_push.channel = any (t.channels)
    and coalesce(current_setting('app.quiet', true), '') = '';
end $$;
comment on function app.queue_push is
  'Queues one push message to each device of a person on which this channel is wanted.';

-- Queues files for removal by the outbox's sender, which uses the Storage API: deleting rows of Supabase Storage in SQL
-- would leave the contents of the files.
create function app.queue_file_removals(bucket text, paths text[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare v_count integer;
begin
  insert into app.outbox (kind, payload, expires_at)
  select 'file', jsonb_build_object('bucket', queue_file_removals.bucket, 'path', p.path),
    app.now() + interval '30 days'
  from unnest(queue_file_removals.paths) p (path)
  on conflict do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $$;
comment on function app.queue_file_removals is
  'Queues files for removal from storage, each once; returns how many were not queued yet.';

-- Delivering messages -------------------------------------------------------------------------------------------------

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
  update app.outbox o set status = 'sent', done_at = app.now() where o.kind = 'file' and o.status = 'queued'
    and o.due_at <= app.now() and o.payload ? 'mark'
    and exists (select 1 from storage.objects f where f.bucket_id = o.payload ->> 'bucket'
      and f.name = o.payload ->> 'path'
      and app.file_mark(f.version, f.metadata) <> o.payload ->> 'mark');
  -- A sender has one minute to send a message. After that another sender may take the message as well, so a message is
  -- sent at least once, rarely twice.
  return query
  with due as materialized (
    select q.id from app.outbox q where q.status = 'queued' and q.due_at <= app.now()
    order by q.due_at, q.id limit least(greatest(coalesce(take_outbox.limit_count, 100), 0), 1000)
      for no key update skip locked)
  update app.outbox o set attempts = o.attempts + 1, due_at = app.now() + interval '1 minute'
  from due where o.id = due.id
  returning o.id, o.kind, case when o.kind <> 'file' then o.payload || jsonb_build_object('format',
    app.outbox_format()) else o.payload end,
    o.attempts, o.created_at, greatest(extract(epoch from o.expires_at - app.now()), 0)::integer;
end $$;
comment on function public.take_outbox is
  'Takes up to limit_count (1000 at most) due messages for a minute, for a sender that then calls finish_outbox for '
  'each. push: {token, platform, lang, channelId, title, msg, params, screen, booking_id, plain, format: {symbol, '
  'swipe_symbol, decimal, time_zone}}; sms: {phone (E.164), lang, msg, code}, for guest_ride with {link_token, '
  'params}, or with the keys of mail; mail: {email, lang, title, msg, params, format}; file: {bucket, path}. '
  'ttl_seconds: seconds until the message expires.';
grant execute on function public.take_outbox(integer) to service_role;

create function public.finish_outbox(id bigint, ok boolean, error text default null,
  attempt integer default null) returns text
language plpgsql security definer set search_path = '' as $$
declare v_row app.outbox;
begin
  select o.* into v_row from app.outbox o where o.id = finish_outbox.id for no key update;
  -- Ignores the result for a message that is already sent or dead, and a failure that arrives after another sender has
  -- taken the message.
  if v_row.status is distinct from 'queued' or (not finish_outbox.ok and v_row.attempts > finish_outbox.attempt) then
    return v_row.status;
  end if;
  if not coalesce(finish_outbox.ok, false) and finish_outbox.error = 'token_gone' then
    delete from public.push_tokens t where t.token = v_row.payload ->> 'token';
  end if;
  if not coalesce(finish_outbox.ok, false) and finish_outbox.error ~ '^(token_gone|undeliverable)' then
    v_row.attempts := 8;
  end if;
  v_row.status := case when finish_outbox.ok then 'sent' when v_row.attempts >= 8 then 'dead' else 'queued' end;
  update app.outbox o set status = v_row.status, last_error = left(finish_outbox.error, 500),
    done_at = case when v_row.status <> 'queued' then app.now() end,
    -- The next attempt is due after 15 s, 30 s, 1, 2, 4, 8, then 16 minutes.
    due_at = app.now() + interval '15 seconds' * 2 ^ (greatest(v_row.attempts, 1) - 1),
    payload = case when v_row.status = 'queued' then o.payload
      else o.payload - 'code' - 'link_token' #- '{params,message}' end
  where o.id = v_row.id;
  return v_row.status;
end $$;
comment on function public.finish_outbox is
  'Reports the result for a message that a sender took: sent, or retried later, at most eight times, then dead. Error '
  'token_gone deletes the device; token_gone and undeliverable are not retried. attempt, as returned by take_outbox, '
  'prevents that a late failure ends the attempt of another sender. Returns the status; null for an unknown message.';
grant execute on function public.finish_outbox(bigint, boolean, text, integer) to service_role;
