-- outbox_in_sets: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop trigger outbox__log on app.outbox;

create or replace function app.end_late_messages() returns void
language sql volatile security definer set search_path = '' as $$
  with next as materialized (
    (select q.id from app.outbox q where q.status = 'queued' and q.notification_id is null and q.due_at <= app.now()
      order by q.due_at, q.id limit 1000)
    union all
    (select q.id from app.outbox q where q.status = 'queued' and q.notification_id is not null
      and q.due_at <= app.now() order by q.due_at, q.id limit 1000)
  ), late as materialized (
    select o.id, case when o.last_error like 'unknown:%' then o.last_error
      when o.expires_at <= app.now() then concat_ws(', ', 'expired', o.last_error)
      when o.attempts - o.waits >= 8 then coalesce(o.last_error, 'no sender finished it')
      when o.kind <> 'file' then 'past: the trip has moved on' end as reason
    from next n join app.outbox o on o.id = n.id
    where o.status = 'queued' and (o.expires_at <= app.now() or o.attempts - o.waits >= 8
      -- A text message that a sender began and never finished may have been sent: a second one would cost and confuse.
      or o.last_error like 'unknown:%'
      or o.payload ? 'booking_id' and o.created_at < app.now() - interval '1 minute' and app.is_past(o.payload)
      -- A file that was replaced since its removal was queued stays.
      or o.kind = 'file' and o.payload ? 'mark' and exists (select 1 from storage.objects f
        where f.bucket_id = o.payload ->> 'bucket' and f.name = o.payload ->> 'path'
          and app.file_mark(f.version, f.metadata) <> o.payload ->> 'mark'))
    for no key update of o skip locked
  )
  update app.outbox o set status = case when l.reason is null then 'sent' else 'dead' end, done_at = app.now(),
    last_error = left(l.reason, 500),
      payload = o.payload - '{code,link_token,preferences}'::text[] #- '{params,message}'
  from late l where o.id = l.id
$$;

create or replace function public.take_outbox(limit_count integer default 100)
returns table (id bigint, kind text, payload jsonb, attempt integer, created_at timestamptz, ttl_seconds integer)
language plpgsql security definer set search_path = '' as $$
declare
  v_limit integer := least(greatest(coalesce(take_outbox.limit_count, 100), 0), 1000);
  v_format jsonb := jsonb_build_object('format', app.outbox_format());
begin
  update app.outbox_sender s set seen_at = app.now() where s.seen_at < app.now() - interval '2 seconds';
  perform app.end_late_messages();
  -- A sender has one minute to send a message. After that another sender may take the message as well, so a message is
  -- sent at least once, rarely twice.
  return query
  with urgent as materialized (
    select q.id from app.outbox q where q.status = 'queued' and q.notification_id is null and q.due_at <= app.now()
      and q.expires_at > app.now() and q.last_error is distinct from 'unknown: the sender ended before it reported'
    order by q.due_at, q.id limit v_limit for no key update skip locked
  ), news as materialized (
    -- News to all devices wait behind everything else: a code must not queue behind a hundred thousand of them.
    select q.id from app.outbox q where q.status = 'queued' and q.notification_id is not null
      and q.due_at <= app.now() and q.expires_at > app.now()
    order by q.due_at, q.id limit v_limit - (select count(*) from urgent) for no key update skip locked
  )
  update app.outbox o set attempts = o.attempts + 1, due_at = app.now() + interval '1 minute'
  from (table urgent union all table news) due where o.id = due.id
  returning o.id, o.kind, case when o.kind <> 'file' then o.payload || v_format else o.payload end,
    o.attempts, o.created_at, greatest(extract(epoch from o.expires_at - app.now()), 0)::integer;
end $$;

create or replace function public.begin_messages(messages jsonb) returns bigint[]
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

create or replace function public.begin_outbox(id bigint, attempt integer) returns boolean
language sql volatile security definer set search_path = '' as $$
  select begin_outbox.id = any (public.begin_messages(jsonb_build_array(
    jsonb_build_object('id', begin_outbox.id, 'attempt', begin_outbox.attempt))))
$$;

comment on function public.begin_outbox is
  'begin_messages for one message; returns whether it may be sent.';

create or replace function public.finish_messages(results jsonb) returns void
language sql volatile security definer set search_path = '' as $$
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
  from judged j where o.id = j.id and o.id = any (array(select w.id from result w))
$$;

comment on function public.finish_messages is
  'Reports the results for messages that a sender took: {id, ok, error?, attempt?, sent?} each. A message is sent, or '
  'retried later, at most eight times, then dead. Error token_gone deletes the device; token_gone, undeliverable and '
  'unknown (it may have been sent) are not retried. not_now says that no provider can send: such attempts do not '
  'count, and are repeated until the message expires. attempt, as returned by take_outbox, prevents that a late '
  'failure ends the attempt of another sender. sent: {provider, ref, segments, cost: {amount, currency}} of a text '
  'message or mail, for its log. Results of unknown or ended messages do nothing.';

create or replace function public.finish_outbox(id bigint, ok boolean, error text default null,
  attempt integer default null, sent jsonb default null) returns text
language plpgsql security definer set search_path = '' as $$
begin
  perform public.finish_messages(jsonb_build_array(jsonb_build_object('id', finish_outbox.id, 'ok', finish_outbox.ok,
    'error', finish_outbox.error, 'attempt', finish_outbox.attempt, 'sent', finish_outbox.sent)));
  return (select o.status from app.outbox o where o.id = finish_outbox.id);
end $$;

comment on function public.finish_outbox is
  'finish_messages for one message; returns its status, null for an unknown message.';

create function app.log_ends(ids bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if cardinality(log_ends.ids) = 0 then return; end if;
  -- What may have been sent is not a failure: nobody knows.
  update app.message_log l set changed_at = app.now(),
    state = case when o.status = 'sent' or o.last_error like 'unknown%' then 'sent' else 'failed' end,
    reason = case when o.status = 'dead' then left(o.last_error, 300) end,
    -- Who wants no messages is not out of reach.
    counts = o.last_error is null or o.last_error !~ 'unsubscribed'
  from app.outbox o
  -- By the ids alone, each is found in the index: without statistics, a join might read both tables.
  where o.id = any (log_ends.ids) and l.outbox_id = any (log_ends.ids) and l.outbox_id = o.id
    and l.state <> 'delivered' and l.receipt_at is null;
  perform app.stop_messages(o.kind, coalesce(o.payload ->> 'phone', o.payload ->> 'email'), 'provider')
  from app.outbox o where o.id = any (log_ends.ids) and o.last_error ~ 'unsubscribed';
end $$;

comment on function app.log_ends is
  'Writes into the log what became of these messages of the outbox, which have ended.';

create or replace function app.tg_outbox__log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_message(n.kind, coalesce(n.payload ->> 'phone', n.payload ->> 'email', ''),
    app.message_kind(n.payload), n.user_id, (n.payload ->> 'booking_id')::uuid, n.id)
  from became n where n.kind in ('sms', 'mail');
  -- Until the sender has counted the parts, the day's limit knows the most that they can be.
  update app.message_log l set segments = (n.payload ->> 'parts')::integer
  from became n where n.kind = 'sms' and n.payload ? 'parts' and l.outbox_id = n.id;
  perform app.log_ends(array(select n.id from became n where n.kind in ('sms', 'mail') and n.status <> 'queued'));
  return null;
end $$;

create trigger outbox__log after insert on app.outbox referencing new table as became
  for each statement execute function app.tg_outbox__log();

create function app.tg_outbox__log_end() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.log_ends(array(select n.id from became n join was o on o.id = n.id
    where n.kind in ('sms', 'mail') and n.status <> 'queued' and n.status <> o.status));
  return null;
end $$;

create trigger outbox__log_end after update on app.outbox referencing old table as was new table as became
  for each statement execute function app.tg_outbox__log_end();

-- Sources of this migration, for the next one to compare with:
--   5e57ba85d674 function app.end_late_messages()
--   e175e0cd25d7 function public.take_outbox(integer)
--   ee9fbc6a8bb3 function public.begin_messages(jsonb)
--   3360b71dbd70 comment on function public.begin_messages
--   348076fb120f function public.begin_outbox(bigint, integer)
--   cb3ad39db698 comment on function public.begin_outbox
--   6786613180d1 function public.finish_messages(jsonb)
--   55fa4098ae95 comment on function public.finish_messages
--   0899be7d18b9 function public.finish_outbox(bigint, boolean, text, integer, jsonb)
--   b5011be1def4 comment on function public.finish_outbox
--   d081336a50f5 function app.log_ends(bigint[])
--   5ed61db64767 comment on function app.log_ends
--   84be642df215 function app.tg_outbox__log()
--   7b3260315f8d trigger outbox__log on app.outbox
--   3a43cc6ae92b function app.tg_outbox__log_end()
--   203383c35c71 trigger outbox__log_end on app.outbox
