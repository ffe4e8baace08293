-- The outbox: a queue of push messages, text messages and e-mails to send, and of files to remove. Rows are added in
-- the transaction that caused them, and a sender outside the database delivers them.
-- Access: people register and read their own devices; the service role takes and finishes messages; no client reads
--         messages
-- Tests:  tests/db/notices.sql, tests/db/outbox.sql, tests/db/jobs.test.ts

-- Devices -------------------------------------------------------------------------------------------------------------

create function public.register_push_token(token text, platform text, channels text[] default null,
  name text default null) returns public.push_tokens
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
  insert into public.push_tokens as t (token, user_id, platform, channels, name)
  values (register_push_token.token, v_me.id, register_push_token.platform,
    coalesce(register_push_token.channels, '{trips,chat,wallet,news}'), app.device_name(register_push_token.name))
  on conflict on constraint push_tokens_pkey do update set user_id = v_me.id, platform = excluded.platform,
    seen_at = app.now(),
    -- The device tells its name at each registration, and must not undo the one that the owner chose.
    name = case when t.user_id = v_me.id then coalesce(t.name, excluded.name) else excluded.name end,
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
  'kinds of messages wanted on it; null keeps them. name: what the device calls itself, kept only if it has no name '
  'yet. '
  'Errors: must_login, push_token_invalid.';
grant execute on function public.register_push_token(text, text, text[], text) to authenticated;

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

create function public.change_push_device(token text, name text default null, channels text[] default null)
  returns public.push_tokens
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_token public.push_tokens;
begin
  if not coalesce(change_push_device.channels <@ '{trips,chat,wallet,news}', true)
    or cardinality(change_push_device.channels) > 4 then
    perform app.refuse('push_token_invalid', 422, 'Give channels of trips, chat, wallet, news');
  end if;
  if change_push_device.name is not null and app.device_name(change_push_device.name) is null then
    perform app.refuse('push_token_invalid', 422, 'Give the device a name');
  end if;
  update public.push_tokens t set name = coalesce(app.device_name(change_push_device.name), t.name),
    channels = coalesce(change_push_device.channels, t.channels)
  where t.token = change_push_device.token and t.user_id = v_me.id
  returning t.* into v_token;
  if not found then perform app.refuse('device_not_found', 404, 'No such device of yours'); end if;
  return v_token;
end $$;
comment on function public.change_push_device is
  'Renames a device of the caller (60 characters at most; the rest is cut), and decides which kinds of messages it '
  'gets: trips, chat, wallet, news; none of them is allowed. null keeps what is there. '
  'Errors: must_login, push_token_invalid, device_not_found.';
grant execute on function public.change_push_device(text, text, text[]) to authenticated;

-- Adding messages -----------------------------------------------------------------------------------------------------

create function app.queue_push(user_id uuid, channel text, message jsonb,
  expires_at timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'push', t.user_id, queue_push.message || jsonb_build_object('token', t.token, 'platform', t.platform,
      'lang', p.lang_locale, 'channelId', app.push_channel(), 'unread', app.unread_notices(p.id)),
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

-- Ends those of the given, locked messages that nobody should get any more, and removals of files that were replaced
-- since. Returns their ids.
create function app.end_late_messages(ids bigint[]) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  with late as materialized (
    select o.id, case when o.last_error like 'unknown:%' then o.last_error
      when o.expires_at <= app.now() then concat_ws(', ', 'expired', o.last_error)
      when o.attempts - o.waits >= 8 then coalesce(o.last_error, 'no sender finished it')
      when o.kind <> 'file' then 'past: the trip has moved on' end as reason
    from app.outbox o
    where o.id = any (end_late_messages.ids) and (o.expires_at <= app.now() or o.attempts - o.waits >= 8
      -- A text message that a sender began and never finished may have been sent: a second one would cost and confuse.
      or o.last_error like 'unknown:%'
      or o.payload ? 'booking_id' and o.created_at < app.now() - interval '1 minute' and app.is_past(o.payload)
      -- A file that was replaced since its removal was queued stays.
      or o.kind = 'file' and o.payload ? 'mark' and exists (select 1 from storage.objects f
        where f.bucket_id = o.payload ->> 'bucket' and f.name = o.payload ->> 'path'
          and app.file_mark(f.version, f.metadata) <> o.payload ->> 'mark'))
  ), ended as (
    update app.outbox o set status = case when l.reason is null then 'sent' else 'dead' end, done_at = app.now(),
      last_error = left(l.reason, 500),
        payload = o.payload - '{code,link_token,preferences}'::text[] #- '{params,message}'
    from late l where o.id = l.id returning o.id
  )
  select coalesce(array_agg(e.id), '{}') from ended e
$$;

create function public.take_outbox(limit_count integer default 100)
returns table (id bigint, kind text, payload jsonb, attempt integer, created_at timestamptz, ttl_seconds integer)
language plpgsql security definer set search_path = '' as $$
declare
  v_limit integer := least(greatest(coalesce(take_outbox.limit_count, 100), 0), 1000);
  v_format jsonb := jsonb_build_object('format', app.outbox_format());
  v_ids bigint[];
  v_late bigint[];
begin
  update app.outbox_sender s set seen_at = app.now() where s.seen_at < app.now() - interval '2 seconds';
  loop
    v_ids := array(select q.id from app.outbox q where q.status = 'queued' and q.notification_id is null
      and q.due_at <= app.now() order by q.due_at, q.id limit v_limit for no key update skip locked);
    -- News to all devices wait behind everything else: a code must not queue behind a hundred thousand of them.
    v_ids := v_ids || array(select q.id from app.outbox q where q.status = 'queued' and q.notification_id is not null
      and q.due_at <= app.now()
      order by q.due_at, q.id limit v_limit - cardinality(v_ids) for no key update skip locked);
    v_late := app.end_late_messages(v_ids);
    -- After an outage the first messages are too late, and what is due behind them does not wait for another call.
    exit when v_ids = '{}' or cardinality(v_late) < cardinality(v_ids);
  end loop;
  -- A sender has one minute to send a message. After that another sender may take the message as well, so a message is
  -- sent at least once, rarely twice.
  return query
  update app.outbox o set attempts = o.attempts + 1, due_at = app.now() + interval '1 minute'
  where o.id = any (v_ids) and o.id <> all (v_late)
  returning o.id, o.kind, case when o.kind <> 'file' then o.payload || v_format else o.payload end,
    o.attempts, o.created_at, greatest(extract(epoch from o.expires_at - app.now()), 0)::integer;
end $$;
comment on function public.take_outbox is
  'Takes up to limit_count (1000 at most) due messages for a minute, for a sender that then calls finish_outbox for '
  'each. push: {token, platform, lang, channelId, unread, title, msg, params, screen, booking_id, plain, format: '
  '{symbol, swipe_symbol, decimal, time_zone}}; sms: {phone (E.164), lang, msg, code}, for guest_ride and '
  'text_… with {who, link_token, preferences, params}, or with the keys of mail; mail: {email, lang, title, msg, '
  'params, format}, for text_… as sms; file: {bucket, path}. ttl_seconds: seconds until the message expires.';
grant execute on function public.take_outbox(integer) to service_role;

create function public.begin_messages(messages jsonb) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  with held as materialized (
    select o.id from app.outbox o join jsonb_to_recordset(begin_messages.messages) r (id bigint, attempt integer)
      on o.id = r.id and o.attempts = r.attempt
    -- By the ids alone, each is found in the index: without statistics, a join might read the whole queue.
    where o.id = any (array(select (m ->> 'id')::bigint from jsonb_array_elements(begin_messages.messages) m))
      and o.status = 'queued'
    order by o.id for no key update of o
  ), begun as (
    update app.outbox o set last_error = 'unknown: the sender ended before it reported'
    from held h where o.id = h.id and o.id = any (array(select w.id from held w)) returning o.id
  )
  select coalesce(array_agg(b.id), '{}') from begun b
$$;
comment on function public.begin_messages is
  'Notes that a sender now passes text messages to a provider: {id, attempt} each, as take_outbox returned them. If '
  'the sender ends before finish_messages, they are dead and not sent again, because they may have been sent. Returns '
  'the ids of those that the sender may send; another sender has the others, or they have ended.';
grant execute on function public.begin_messages(jsonb) to service_role;

create function public.begin_outbox(id bigint, attempt integer) returns boolean
language sql volatile security definer set search_path = '' as $$
  select begin_outbox.id = any (public.begin_messages(jsonb_build_array(
    jsonb_build_object('id', begin_outbox.id, 'attempt', begin_outbox.attempt))))
$$;
comment on function public.begin_outbox is
  'begin_messages for one message; returns whether it may be sent.';
grant execute on function public.begin_outbox(bigint, integer) to service_role;

-- Sets of messages, not one after the other: thousands of results arrive within seconds.
create function public.finish_messages(results jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with result as materialized (
    select distinct on (r.id) r.id, coalesce(r.ok, false) as ok, r.error, r.attempt, r.sent
    from jsonb_to_recordset(finish_messages.results) r (id bigint, ok boolean, error text, attempt integer, sent jsonb)
    order by r.id, r.ok desc nulls last
  ), held as materialized (
    select o.id, o.status, o.attempts, o.waits, o.last_error, o.payload ->> 'token' as token,
      o.payload ? 'parts' as is_guessed, r.ok, r.error, r.sent,
      o.waits + (not r.ok and coalesce(r.error, '') like 'not_now%')::integer as waits_now
    from app.outbox o join result r on r.id = o.id
    where o.id = any (array(select w.id from result w))
      -- A failure that arrives after another sender has taken the message says nothing.
      and (o.status = 'queued' and (r.ok or (o.attempts > r.attempt) is not true)
        -- A slow sender reports after all what nobody knew.
        or o.status = 'dead' and o.last_error like 'unknown:%' and r.ok)
    order by o.id for no key update of o
  ), judged as materialized (
    select h.*, case when h.ok then 'sent'
      when h.error ~ '^(token_gone|undeliverable|unknown)' or h.attempts - h.waits_now >= 8 then 'dead'
      else 'queued' end as status_now
    from held h
  ), gone as (
    delete from public.push_tokens t using judged j where not j.ok and j.error = 'token_gone' and t.token = j.token
  ), logged as (
    update app.message_log l set provider = left(j.sent ->> 'provider', 40), ref = left(j.sent ->> 'ref', 200),
      segments = coalesce(case when not j.is_guessed then l.segments end,
        nullif((j.sent ->> 'segments')::integer, 0), l.segments),
      cost = coalesce(l.cost, (j.sent #>> '{cost,amount}')::numeric),
      currency = coalesce(l.currency, j.sent #>> '{cost,currency}')
    from judged j where l.outbox_id = j.id and j.sent is not null
      and l.outbox_id = any (array(select w.id from result w where w.sent is not null))
  )
  update app.outbox o set status = j.status_now, last_error = left(j.error, 500), waits = j.waits_now,
    done_at = case when j.status_now <> 'queued' then coalesce(o.done_at, app.now()) end,
    -- The next attempt is due after 15 s, 30 s, 1, 2, 4, 8, then 16 minutes, but after 4 if no provider can send.
    due_at = app.now() + interval '15 seconds' * 2 ^ case when j.waits_now > j.waits then least(j.waits_now - 1, 4)
      else greatest(j.attempts - j.waits_now, 1) - 1 end,
    payload = case when j.status_now = 'queued' then o.payload
      else o.payload - '{code,link_token,preferences}'::text[] #- '{params,message}' end
  from judged j where o.id = j.id and o.id = any (array(select w.id from result w));
end $$;
comment on function public.finish_messages is
  'Reports the results for messages that a sender took: {id, ok, error?, attempt?, sent?} each. A message is sent, or '
  'retried later, at most eight times, then dead. Error token_gone deletes the device; token_gone, undeliverable and '
  'unknown (it may have been sent) are not retried. not_now says that no provider can send: such attempts do not '
  'count, and are repeated until the message expires. attempt, as returned by take_outbox, prevents that a late '
  'failure ends the attempt of another sender. sent: {provider, ref, segments, cost: {amount, currency}} of a text '
  'message or mail, for its log. Results of unknown or ended messages do nothing.';
grant execute on function public.finish_messages(jsonb) to service_role;

create function public.finish_outbox(id bigint, ok boolean, error text default null,
  attempt integer default null, sent jsonb default null) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform public.finish_messages(jsonb_build_array(jsonb_build_object('id', finish_outbox.id, 'ok', finish_outbox.ok,
    'error', finish_outbox.error, 'attempt', finish_outbox.attempt, 'sent', finish_outbox.sent)));
  return (select o.status from app.outbox o where o.id = finish_outbox.id);
end $$;
comment on function public.finish_outbox is
  'finish_messages for one message; returns its status, null for an unknown message.';
grant execute on function public.finish_outbox(bigint, boolean, text, integer, jsonb) to service_role;
