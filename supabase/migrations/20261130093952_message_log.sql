-- message_log: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function public.finish_outbox(bigint, boolean, text, integer);

create table app.message_log (
  id bigint generated always as identity primary key,
  outbox_id bigint unique check (outbox_id > 0),
  at timestamptz not null default app.now(),
  changed_at timestamptz not null default app.now(),
  kind text not null check (kind ~ '^[a-z][a-z0-9_]{1,60}$'),
  channel text not null check (channel in ('sms', 'mail')),
  receiver text not null,
  receiver_end text not null,
  receiver_hash text not null,
  user_id uuid references public.profiles (id) on delete cascade,
  booking_id uuid,
  state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed')),
  reason text,
  provider text,
  ref text,
  segments integer check (segments > 0),
  counts boolean not null default true
);

call app.describe('app.message_log', $$
  One row per text message or mail: to whom, by which provider, and what became of it. Kept for 90 days, and deleted
    with the account.
  outbox_id: The message of the outbox; null for a code, which the hooks of Auth send at once.
  kind: What the message is about: the key of a notice, or sign_in.
  receiver: The masked number or address.
  receiver_end: The last four digits of a number, or the host of an address, to find a message.
  receiver_hash: The number or address, hashed with this database's secret.
  booking_id: The booking that the message is about. No foreign key: bookings are created later.
  state: sent: a provider took it; delivered: a receipt says that it arrived. sent with a reason: perhaps sent.
  reason: Why it failed, or why nobody knows: begins with receiver_refused, undeliverable, expired, past, unknown, …
  ref: The provider's id of the message.
  counts: Whether a failure counts against the number or address; a person can take that back.
$$);

create index message_log_at on app.message_log (at desc, id desc);

create index message_log_user_id on app.message_log (user_id);

create index message_log_booking_id on app.message_log (booking_id) where booking_id is not null;

create index message_log_receiver on app.message_log (receiver_hash, changed_at);

create index message_log_ref on app.message_log (provider, ref) where ref is not null;

alter table app.message_log enable row level security;

create function app.receiver_hash(receiver text) returns text
language sql stable security definer set search_path = '' as $$
  select encode(sha256(convert_to(k.key || case when receiver_hash.receiver like '%@%'
      then lower(receiver_hash.receiver) else receiver_hash.receiver end, 'UTF8')), 'hex')
  from app.contact_key k
$$;

comment on function app.receiver_hash is
  'A number or address, hashed with this database''s secret, which is never exposed.';

create function app.is_dead_receiver(receiver text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(distinct (l.at at time zone s.time_zone)::date) >= 2
  from app.message_log l cross join public.settings s
  where s.id = 1 and l.receiver_hash = app.receiver_hash(is_dead_receiver.receiver) and l.counts and l.state = 'failed'
    and l.reason ~ 'receiver_refused' and not exists (select 1 from app.message_log t
      where t.receiver_hash = l.receiver_hash and t.changed_at > l.changed_at and t.state in ('sent', 'delivered')
        and t.reason is null)
$$;

comment on function app.is_dead_receiver is
  'Whether a number or address gets no more messages of the outbox: providers refused it for ever on two days, and '
  'none has taken a message to it since. Codes are sent all the same.';

create or replace function app.delete_messages(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from app.outbox o where o.user_id = delete_messages.user_id or o.user_id is null and o.kind <> 'file'
    and o.payload ->> 'booking_id' in (
    select b.id::text from public.bookings b where b.customer_id = delete_messages.user_id);
  delete from app.message_log l where l.user_id = delete_messages.user_id or l.user_id is null and l.booking_id in (
    select b.id from public.bookings b where b.customer_id = delete_messages.user_id);
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

create function public.finish_outbox(id bigint, ok boolean, error text default null,
  attempt integer default null, sent jsonb default null) returns text
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
  update app.message_log l set provider = left(finish_outbox.sent ->> 'provider', 40),
    ref = left(finish_outbox.sent ->> 'ref', 200), segments = nullif((finish_outbox.sent ->> 'segments')::integer, 0)
  where l.outbox_id = v_row.id and finish_outbox.sent is not null;
  return v_row.status;
end $$;

comment on function public.finish_outbox is
  'Reports the result for a message that a sender took: sent, or retried later, at most eight times, then dead. Error '
  'token_gone deletes the device; token_gone, undeliverable and unknown (it may have been sent) are not retried. '
  'not_now says that no provider can send: such attempts do not count, and are repeated until the message expires. '
  'attempt, as returned by take_outbox, prevents that a late failure ends the attempt of another sender. sent: '
  '{provider, ref, segments} of a text message or mail, for its log. Returns the status; null for an unknown message.';

grant execute on function public.finish_outbox(bigint, boolean, text, integer, jsonb) to service_role;

create or replace function app.clean_outbox() returns void language sql volatile security definer set search_path = '' as $$
  delete from app.outbox o where o.id in (select d.id from app.outbox d
    where d.status <> 'queued' and d.done_at < app.now() - case d.status when 'sent' then interval '7 days'
      else interval '30 days' end
    order by d.done_at limit 10000);
  delete from app.message_log l where l.id in (select d.id from app.message_log d
    where d.at < app.now() - interval '90 days' order by d.at limit 10000);
  delete from public.notices n where n.id in (select d.id from public.notices d
    where d.created_at < app.now() - interval '90 days' order by d.created_at limit 10000);
  delete from public.push_tokens t where t.seen_at < app.now() - interval '270 days'
$$;

comment on function app.clean_outbox is
  'Deletes messages sent a week ago, messages whose delivery failed a month ago, notices and logged messages after 90 '
  'days and devices not used for nine months.';

create function app.log_message(channel text, receiver text, kind text, user_id uuid default null,
  booking_id uuid default null, outbox_id bigint default null) returns bigint
language sql volatile security definer set search_path = '' as $$
  insert into app.message_log (channel, receiver, receiver_end, receiver_hash, kind, user_id, booking_id, outbox_id)
  select log_message.channel,
    case log_message.channel when 'mail' then app.masked_email(log_message.receiver)
      else app.masked_number(log_message.receiver) end,
    case log_message.channel when 'mail' then lower(split_part(log_message.receiver, '@', 2))
      else right(log_message.receiver, 4) end,
    app.receiver_hash(log_message.receiver),
    case when log_message.kind ~ '^[a-z][a-z0-9_]{1,60}$' then log_message.kind else 'message' end,
    (select p.id from public.profiles p where p.id = log_message.user_id), log_message.booking_id,
    log_message.outbox_id
  returning id
$$;

create function public.log_code(channel text, receiver text, user_id uuid, kind text, outcome jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint := app.log_message(log_code.channel, log_code.receiver, log_code.kind, log_code.user_id);
  v_state text := log_code.outcome ->> 'state';
begin
  update app.message_log l set
    state = case when v_state in ('sent', 'unknown') then 'sent' else 'failed' end,
    reason = case when v_state <> 'sent' then left(concat_ws(': ', v_state, log_code.outcome ->> 'reason'), 300) end,
    provider = left(log_code.outcome ->> 'provider', 40), ref = left(log_code.outcome ->> 'ref', 200),
    segments = nullif((log_code.outcome ->> 'segments')::integer, 0)
  where l.id = v_id;
end $$;

comment on function public.log_code is
  'Logs a code that a hook of Auth has sent, or could not send. channel: sms or mail. outcome: {state, provider?, '
  'ref?, reason?, segments?}, as an adapter of a provider returns it.';

grant execute on function public.log_code(text, text, uuid, text, jsonb) to service_role;

create function public.list_messages(of_state text default null, of_channel text default null,
  of_kind text default null, of_receiver text default null, from_at timestamptz default null,
    to_at timestamptz default null,
  after_id bigint default null, page_size integer default 50)
returns table (id bigint, at timestamptz, changed_at timestamptz, kind text, channel text, receiver text,
  receiver_end text, state text, reason text, provider text, segments integer, booking_id uuid)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform app.require_permission('desk');
  return query
  select l.id, l.at, l.changed_at, l.kind, l.channel, l.receiver, l.receiver_end, l.state, l.reason, l.provider,
    l.segments, l.booking_id
  from app.message_log l
  where (list_messages.of_state is null or l.state = list_messages.of_state)
    and (list_messages.of_channel is null or l.channel = list_messages.of_channel)
    and (list_messages.of_kind is null or l.kind = list_messages.of_kind)
    and (list_messages.of_receiver is null or l.receiver_end = case l.channel
      when 'sms' then right(regexp_replace(list_messages.of_receiver, '[^0-9]', '', 'g'), 4)
      else lower(split_part('@' || btrim(list_messages.of_receiver), '@', -1)) end)
    and (list_messages.from_at is null or l.at >= list_messages.from_at)
    and (list_messages.to_at is null or l.at < list_messages.to_at)
    and (list_messages.after_id is null or l.id < list_messages.after_id)
  order by l.id desc
  limit least(greatest(coalesce(list_messages.page_size, 50), 1), 1000);
end $$;

comment on function public.list_messages is
  'Text messages and mails of the last 90 days, newest first, with what became of each. receiver: masked. '
  'receiver_end: the last four digits of a number or the host of an address; of_receiver: these, or a whole number or '
  'address. state: queued, sent, delivered or failed; sent with a reason: perhaps sent. Pass the last row''s id '
  'as after_id for the next page. '
  'Errors: must_login, not_allowed.';

grant execute on function public.list_messages(text, text, text, text, timestamptz, timestamptz, bigint, integer)
  to authenticated;

create function public.revive_receiver(message_id bigint) returns integer
language plpgsql security definer set search_path = '' as $$
declare v_count integer;
begin
  perform app.require_editor('desk');
  update app.message_log l set counts = false
  where l.counts and l.state = 'failed' and l.receiver_hash = (select m.receiver_hash from app.message_log m
    where m.id = revive_receiver.message_id);
  get diagnostics v_count = row_count;
  perform app.audit('revive_receiver', 'message_log', revive_receiver.message_id::text, null,
    jsonb_build_object('failures', v_count));
  return v_count;
end $$;

comment on function public.revive_receiver is
  'Forgets the failures of the number or address of a logged message, so that it gets messages again. Returns how many '
  'failures no longer count. '
  'Errors: must_login, not_allowed, demo_mode.';

grant execute on function public.revive_receiver(bigint) to authenticated;

create function app.tg_outbox__dead_receiver() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if app.is_dead_receiver(coalesce(new.payload ->> 'phone', new.payload ->> 'email')) then
    new.status := 'dead';
    new.done_at := app.now();
    new.last_error := 'undeliverable: it was refused on two days';
    new.payload := new.payload - 'code' - 'link_token' #- '{params,message}';
  end if;
  return new;
end $$;

create trigger outbox__dead_receiver before insert on app.outbox for each row
  when (new.kind in ('sms', 'mail') and new.status = 'queued') execute function app.tg_outbox__dead_receiver();

create function app.tg_outbox__log() returns trigger
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
      reason = case when new.status = 'dead' then left(new.last_error, 300) end
    where l.outbox_id = new.id and l.state <> 'delivered';
  end if;
  return null;
end $$;

create trigger outbox__log after insert or update of status on app.outbox for each row
  when (new.kind in ('sms', 'mail')) execute function app.tg_outbox__log();

-- Sources of this migration, for the next one to compare with:
--   gone grant execute on function public.finish_outbox(bigint, boolean, text, integer) to service_role
--   gone function public.finish_outbox(bigint, boolean, text, integer)
--   e7f023d17b27 table app.message_log
--   fe4e87447995 description of app.message_log
--   fcb9f3fe6cac index app.message_log_at
--   531939df568d index app.message_log_user_id
--   c482f94e7de7 index app.message_log_booking_id
--   626cd05feb77 index app.message_log_receiver
--   04eba89570b3 index app.message_log_ref
--   a5260377db74 alter table app.message_log enable row level security
--   a1e0019476a2 function app.receiver_hash(text)
--   365f33cc2af1 comment on function app.receiver_hash
--   e3972bd43486 function app.is_dead_receiver(text)
--   1c8beba564c1 comment on function app.is_dead_receiver
--   e66e7e08f1e8 function app.delete_messages(uuid)
--   7b2ed6119373 function public.finish_outbox(bigint, boolean, text, integer, jsonb)
--   f8f8104b635d comment on function public.finish_outbox
--   0c7366bd751a grant execute on function public.finish_outbox(bigint, boolean, text, integer, jsonb) to service_role
--   ab1f4662c338 function app.clean_outbox()
--   0d0d4bfa8447 comment on function app.clean_outbox
--   5fa7b6724a5a function app.log_message(text, text, text, uuid, uuid, bigint)
--   4a1c7f07d4bd function public.log_code(text, text, uuid, text, jsonb)
--   30349b8fc294 comment on function public.log_code
--   b6aa6f17fe24 grant execute on function public.log_code(text, text, uuid, text, jsonb) to service_role
--   c6707f28abd7 function public.list_messages(text, text, text, text, timestamptz, timestamptz, bigint, integer)
--   c0c4dfb807d2 comment on function public.list_messages
--   7e5384199c27 grant execute on function public.list_messages(text, text, text, text, timestamp 7e538419
--   fbe7ff2f70c5 function public.revive_receiver(bigint)
--   d934bb26bbd5 comment on function public.revive_receiver
--   720a8ba78622 grant execute on function public.revive_receiver(bigint) to authenticated
--   988ce8e8277f function app.tg_outbox__dead_receiver()
--   1d16653f71dd trigger outbox__dead_receiver on app.outbox
--   fd91f9db0771 function app.tg_outbox__log()
--   924ffcdba011 trigger outbox__log on app.outbox
