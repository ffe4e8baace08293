-- late_messages: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function app.end_late_messages();

create or replace function app.delete_messages(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.lock_messages(delete_messages.user_id);
  delete from app.outbox o where o.user_id = delete_messages.user_id or o.user_id is null and o.kind <> 'file'
    and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where b.customer_id = delete_messages.user_id);
  delete from app.message_log l where l.user_id = delete_messages.user_id or l.user_id is null and l.booking_id in (
    select b.id from public.bookings b where b.customer_id = delete_messages.user_id);
  delete from app.trip_texts t where t.booking_id in (select b.id from public.bookings b
    where b.customer_id = delete_messages.user_id);
  delete from app.news_consents c where c.user_id = delete_messages.user_id;
  update app.outbox o set payload = jsonb_set(o.payload, '{params,driver}', '""')
  where o.payload -> 'params' ? 'driver' and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where b.driver_id = delete_messages.user_id);
  -- A push about a chat message names who wrote it, and one about staff names whom it is about.
  update app.outbox o set payload = jsonb_set(o.payload, '{params,from}', '""')
  where o.payload -> 'params' ? 'from' and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where delete_messages.user_id in (b.customer_id, b.driver_id));
  update app.outbox o set payload = jsonb_set(o.payload, '{params,name}', '""')
    where o.payload #>> '{params,person_id}' = delete_messages.user_id::text;
  update public.notices n set params = jsonb_set(n.params, '{name}', '""')
    where n.params ->> 'person_id' = delete_messages.user_id::text;
  delete from public.notices n where n.user_id = delete_messages.user_id;
  update public.notices n set params = jsonb_set(n.params, '{driver}', '""') from public.bookings b
  where b.id = n.booking_id and b.driver_id = delete_messages.user_id and n.params ? 'driver';
end $$;

create function app.lock_messages(user_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from app.outbox o where o.user_id = lock_messages.user_id order by o.id for no key update;
end $$;

comment on function app.lock_messages is
  'Locks the messages to a person in the order in which finish_messages locks them, before they are deleted: in '
  'another order the two could wait for each other.';

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

create or replace function public.take_outbox(limit_count integer default 100)
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

create function app.tg_profiles__lock_messages() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.lock_messages(old.id);
  return old;
end $$;

create trigger profiles__lock_messages before delete on public.profiles
  for each row execute function app.tg_profiles__lock_messages();

-- Sources of this migration, for the next one to compare with:
--   gone function app.end_late_messages()
--   bddf3567f75b function app.delete_messages(uuid)
--   9c9b28c50fb6 function app.lock_messages(uuid)
--   0a91dd848434 comment on function app.lock_messages
--   dac7d87088fc function app.end_late_messages(bigint[])
--   aee2c549021f function public.take_outbox(integer)
--   578e64120b43 function app.tg_profiles__lock_messages()
--   cb024aa9ca94 trigger profiles__lock_messages on public.profiles
