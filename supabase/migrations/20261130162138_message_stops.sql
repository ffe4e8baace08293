-- message_stops: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

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

create function app.obeys_stop(channel text, kind text) returns boolean
language sql immutable set search_path = '' as $$
  select case obeys_stop.channel
    when 'sms' then obeys_stop.kind not in ('parcel_code', 'contact_changed', 'bank_details_changed')
    else obeys_stop.kind like 'text\_%' end
$$;

create function app.is_stopped(channel text, receiver text, kind text default 'all') returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from app.message_stops s where s.receiver_hash = app.receiver_hash(is_stopped.receiver)
    and s.channel = is_stopped.channel and s.kind in ('all', is_stopped.kind))
$$;

comment on function app.is_stopped is
  'Whether the owner of a number (E.164) or address wants no messages by sms or mail, of a kind or at all.';

create function app.stop_messages(channel text, receiver text, source text default 'person') returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_is_new boolean;
begin
  insert into app.message_stops (receiver_hash, channel, source)
  values (app.receiver_hash(stop_messages.receiver), stop_messages.channel, stop_messages.source)
  on conflict on constraint message_stops_pkey do nothing;
  v_is_new := found;
  -- A message that a sender has begun may have been sent already; its end is the sender's to report.
  update app.outbox o set status = 'dead', done_at = app.now(), last_error = 'stopped',
    payload = o.payload - 'code' - 'link_token' #- '{params,message}'
  where o.status = 'queued' and o.kind = stop_messages.channel and o.last_error is distinct from
      'unknown: the sender ended before it reported'
    and case o.kind when 'sms' then o.payload ->> 'phone' = stop_messages.receiver
      else lower(o.payload ->> 'email') = lower(stop_messages.receiver) end
    and app.obeys_stop(o.kind, split_part(o.payload ->> 'msg', '.', 1));
  return v_is_new;
end $$;

comment on function app.stop_messages is
  'Notes that the owner of a number (E.164) or address wants no messages by sms or mail (channel), and drops those '
  'that wait. Codes are sent all the same. source: person or provider. Returns whether that is new.';

create function app.start_messages(channel text, receiver text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from app.message_stops s where s.receiver_hash = app.receiver_hash(start_messages.receiver)
    and s.channel = start_messages.channel and s.kind = 'all';
  return found;
end $$;

comment on function app.start_messages is
  'Takes stop_messages back, also a provider''s; kinds that the person does not want stay off. Returns whether there '
  'was one.';

create or replace function public.log_code(channel text, receiver text, user_id uuid, kind text, outcome jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint := app.log_message(log_code.channel, log_code.receiver, log_code.kind, log_code.user_id);
  v_state text := log_code.outcome ->> 'state';
begin
  update app.message_log l set
    state = case when v_state in ('sent', 'unknown') then 'sent' else 'failed' end,
    reason = case when v_state <> 'sent' then left(concat_ws(': ', v_state, log_code.outcome ->> 'reason'), 300) end,
    provider = left(log_code.outcome ->> 'provider', 40), ref = left(log_code.outcome ->> 'ref', 200),
    segments = nullif((log_code.outcome ->> 'segments')::integer, 0),
    counts = coalesce(log_code.outcome ->> 'reason' !~ 'unsubscribed', true)
  where l.id = v_id;
  if v_state = 'receiver_refused' and log_code.outcome ->> 'reason' ~ 'unsubscribed' then
    perform app.stop_messages(log_code.channel, log_code.receiver, 'provider');
  end if;
end $$;

create or replace function app.tg_outbox__dead_receiver() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_receiver text := coalesce(new.payload ->> 'phone', new.payload ->> 'email');
  v_kind text := split_part(coalesce(new.payload ->> 'msg', ''), '.', 1);
begin
  new.last_error := case
    when app.is_dead_receiver(v_receiver) then 'undeliverable: it was refused on two days'
    when app.obeys_stop(new.kind, v_kind) and app.is_stopped(new.kind, v_receiver) then 'stopped' end;
  if new.last_error is not null then
    new.status := 'dead';
    new.done_at := app.now();
    new.payload := new.payload - 'code' - 'link_token' #- '{params,message}';
  end if;
  return new;
end $$;

create or replace function app.tg_outbox__log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform app.log_message(new.kind, coalesce(new.payload ->> 'phone', new.payload ->> 'email', ''),
      split_part(coalesce(new.payload ->> 'msg', ''), '.', 1), new.user_id,
        (new.payload ->> 'booking_id')::uuid, new.id);
  end if;
  -- What may have been sent is not a failure: nobody knows.
  if new.status <> 'queued' then
    update app.message_log l set changed_at = app.now(),
      state = case when new.status = 'sent' or new.last_error like 'unknown%' then 'sent' else 'failed' end,
      reason = case when new.status = 'dead' then left(new.last_error, 300) end,
      -- Who wants no messages is not out of reach.
      counts = new.last_error is null or new.last_error !~ 'unsubscribed'
    where l.outbox_id = new.id and l.state <> 'delivered';
    if new.last_error ~ 'unsubscribed' then
      perform app.stop_messages(new.kind, coalesce(new.payload ->> 'phone', new.payload ->> 'email'), 'provider');
    end if;
  end if;
  return null;
end $$;

-- Sources of this migration, for the next one to compare with:
--   52414c24a5ce table app.message_stops
--   8e7408c8c06b description of app.message_stops
--   c59d36b9f95b alter table app.message_stops enable row level security
--   4c10754d0884 function app.obeys_stop(text, text)
--   2e75fe5ba98f function app.is_stopped(text, text, text)
--   bf56a0ab5c5a comment on function app.is_stopped
--   b2bf5cd577ea function app.stop_messages(text, text, text)
--   4601b78e2ade comment on function app.stop_messages
--   04a3236f6547 function app.start_messages(text, text)
--   3a51f447d04f comment on function app.start_messages
--   7521005ce9c9 function public.log_code(text, text, uuid, text, jsonb)
--   d729a5d16c49 function app.tg_outbox__dead_receiver()
--   af68988ff28d function app.tg_outbox__log()
