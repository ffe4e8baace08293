-- messages_wait_for_providers: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

alter table app.outbox add column waits integer not null default 0 constraint outbox_waits_check check (waits >= 0);

call app.describe('app.outbox', $$
  Messages to deliver at least once. To take a message, a sender moves due_at a minute ahead, so the message is due
    again if the sender crashes.
  notification_id: The operator's notification to which the message belongs. No foreign key: notifications are created
    later, and may be deleted.
  waits: How many of the attempts failed only because no provider could send; they do not count towards the limit.
  expires_at: When the message expires; if it has not been sent by then, it becomes dead.
$$);

create index outbox_urgent on app.outbox (due_at, id) where status = 'queued' and notification_id is null;

create function app.is_past(message jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select case split_part(is_past.message ->> 'msg', '.', 1)
      when 'driver_accepted' then not app.is_awaiting_pickup(b.status)
      when 'driver_approaching' then b.status <> 'ACCEPTED'
      when 'driver_arrived' then b.status <> 'ARRIVED'
      when 'driver_gave_back' then b.status <> 'NEW'
      when 'booking_paid' then not app.is_before_start(b.status)
      when 'trip_started' then b.status <> 'STARTED'
      when 'trip_reminder' then not app.is_upcoming(b.status) and b.status <> 'PAYMENT_PENDING'
      when 'trip_assigned' then b.status <> 'NEW'
      when 'claim_check' then not app.is_upcoming(b.status)
      when 'guest_ride' then not app.is_before_end(b.status) and b.status <> 'PAYMENT_PENDING'
      when 'parcel_code' then b.status <> 'STARTED'
    end from public.bookings b where b.id = (is_past.message ->> 'booking_id')::uuid), false)
$$;

create function app.end_late_messages() returns void
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
      else 'past: the trip has moved on' end as reason
    from next n join app.outbox o on o.id = n.id
    where o.status = 'queued' and (o.expires_at <= app.now() or o.attempts - o.waits >= 8
      -- A text message that a sender began and never finished may have been sent: a second one would cost and confuse.
      or o.last_error like 'unknown:%'
      or o.payload ? 'booking_id' and o.created_at < app.now() - interval '1 minute' and app.is_past(o.payload))
    for no key update of o skip locked
  )
  update app.outbox o set status = 'dead', done_at = app.now(), last_error = left(l.reason, 500),
    payload = o.payload - 'code' - 'link_token' #- '{params,message}'
  from late l where o.id = l.id
$$;

create or replace function public.take_outbox(limit_count integer default 100)
returns table (id bigint, kind text, payload jsonb, attempt integer, created_at timestamptz, ttl_seconds integer)
language plpgsql security definer set search_path = '' as $$
declare v_limit integer := least(greatest(coalesce(take_outbox.limit_count, 100), 0), 1000);
begin
  update app.outbox_sender s set seen_at = app.now() where s.seen_at < app.now() - interval '2 seconds';
  perform app.end_late_messages();
  -- A file that was replaced since its removal was queued stays.
  update app.outbox o set status = 'sent', done_at = app.now() where o.kind = 'file' and o.status = 'queued'
    and o.due_at <= app.now() and o.payload ? 'mark'
    and exists (select 1 from storage.objects f where f.bucket_id = o.payload ->> 'bucket'
      and f.name = o.payload ->> 'path'
      and app.file_mark(f.version, f.metadata) <> o.payload ->> 'mark');
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
  returning o.id, o.kind, case when o.kind <> 'file' then o.payload || jsonb_build_object('format',
    app.outbox_format()) else o.payload end,
    o.attempts, o.created_at, greatest(extract(epoch from o.expires_at - app.now()), 0)::integer;
end $$;

create function public.begin_outbox(id bigint, attempt integer) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update app.outbox o set last_error = 'unknown: the sender ended before it reported'
  where o.id = begin_outbox.id and o.status = 'queued' and o.attempts = begin_outbox.attempt;
  return found;
end $$;

comment on function public.begin_outbox is
  'Notes that a sender now passes a text message to a provider. If the sender ends before finish_outbox, the message '
  'is dead and not sent again, because it may have been sent. attempt: as returned by take_outbox. Returns false if '
  'another sender has the message or it has ended; then it must not be sent.';

grant execute on function public.begin_outbox(bigint, integer) to service_role;

create or replace function public.finish_outbox(id bigint, ok boolean, error text default null,
  attempt integer default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_row app.outbox;
  v_ok boolean := coalesce(finish_outbox.ok, false);
begin
  select o.* into v_row from app.outbox o where o.id = finish_outbox.id for no key update;
  -- Ignores the result for a message that is already sent or dead, and a failure that arrives after another sender has
  -- taken the message.
  if v_row.status = 'dead' and v_row.last_error like 'unknown:%' and v_ok then
    -- A slow sender reports after all what nobody knew.
    update app.outbox o set status = 'sent', last_error = null where o.id = v_row.id;
    return 'sent';
  end if;
  if v_row.status is distinct from 'queued' or (not v_ok and v_row.attempts > finish_outbox.attempt) then
    return v_row.status;
  end if;
  if not v_ok and finish_outbox.error = 'token_gone' then
    delete from public.push_tokens t where t.token = v_row.payload ->> 'token';
  end if;
  v_row.waits := v_row.waits + (not v_ok and coalesce(finish_outbox.error, '') like 'not_now%')::integer;
  v_row.status := case when v_ok then 'sent'
    when finish_outbox.error ~ '^(token_gone|undeliverable|unknown)' or v_row.attempts - v_row.waits >= 8 then 'dead'
    else 'queued' end;
  update app.outbox o set status = v_row.status, last_error = left(finish_outbox.error, 500), waits = v_row.waits,
    done_at = case when v_row.status <> 'queued' then app.now() end,
    -- The next attempt is due after 15 s, 30 s, 1, 2, 4, 8, then 16 minutes, but after 4 if no provider can send.
    due_at = app.now() + interval '15 seconds' * 2 ^ case when v_row.waits > o.waits then least(v_row.waits - 1, 4)
      else greatest(v_row.attempts - v_row.waits, 1) - 1 end,
    payload = case when v_row.status = 'queued' then o.payload
      else o.payload - 'code' - 'link_token' #- '{params,message}' end
  where o.id = v_row.id;
  return v_row.status;
end $$;

comment on function public.finish_outbox is
  'Reports the result for a message that a sender took: sent, or retried later, at most eight times, then dead. Error '
  'token_gone deletes the device; token_gone, undeliverable and unknown (it may have been sent) are not retried. '
  'not_now says that no provider can send: such attempts do not count, and are repeated until the message expires. '
  'attempt, as returned by take_outbox, '
  'prevents that a late failure ends the attempt of another sender. Returns the status; null for an unknown message.';

-- Sources of this migration, for the next one to compare with:
--   5d02a04cc7d6 table app.outbox
--   | create table app.outbox (
--   |   id bigint generated always as identity primary key,
--   |   kind text not null check (kind in ('push', 'sms', 'mail', 'file')),
--   |   user_id uuid references public.profiles (id) on delete cascade,
--   |   payload jsonb not null check (jsonb_typeof(payload) = 'object'),
--   |   notification_id uuid,
--   |   status text not null default 'queued' check (status in ('queued', 'sent', 'dead')),
--   |   attempts integer not null default 0 check (attempts >= 0),
--   |   due_at timestamptz not null default app.now(),
--   |   expires_at timestamptz not null default app.now() + interval '1 day',
--   |   created_at timestamptz not null default app.now(),
--   |   done_at timestamptz,
--   |   last_error text,
--   |   waits integer not null default 0 check (waits >= 0),
--   |   check ((status = 'queued') = (done_at is null)),
--   |   constraint outbox_phone_check check (kind <> 'sms' or payload ->> 'phone' ~ '^[+][1-9][0-9]{5,14}$')
--   | )
--   bdab4ba58b5c description of app.outbox
--   00d6136e143b index app.outbox_urgent
--   2acf5b28135e function app.is_past(jsonb)
--   5c3def19df2b function app.end_late_messages()
--   ddb348f7eef2 function public.take_outbox(integer)
--   a0c7635dc24c function public.begin_outbox(bigint, integer)
--   4c8f6e578f04 comment on function public.begin_outbox
--   d56854dabb5d grant execute on function public.begin_outbox(bigint, integer) to service_role
--   61c22a93896e function public.finish_outbox(bigint, boolean, text, integer)
--   ff63eb77a470 comment on function public.finish_outbox
