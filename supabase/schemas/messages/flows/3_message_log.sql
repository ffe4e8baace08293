-- The log of text messages and mails: what became of each.

create function app.log_message(channel text, receiver text, kind text, user_id uuid default null,
  booking_id uuid default null, outbox_id bigint default null) returns bigint
language sql volatile security definer set search_path = '' as $$
  insert into app.message_log (channel, receiver, receiver_end, receiver_hash, range_hash, kind, user_id,
    booking_id, outbox_id)
  select log_message.channel,
    case log_message.channel when 'mail' then app.masked_email(log_message.receiver)
      else app.masked_number(log_message.receiver) end,
    case log_message.channel when 'mail' then lower(split_part(log_message.receiver, '@', 2))
      else right(log_message.receiver, 4) end,
    app.receiver_hash(log_message.receiver),
    case log_message.channel when 'sms' then app.receiver_hash(app.number_range(log_message.receiver)) end,
    case when log_message.kind ~ '^[a-z][a-z0-9_]{1,60}$' then log_message.kind else 'message' end,
    (select p.id from public.profiles p where p.id = log_message.user_id), log_message.booking_id,
    log_message.outbox_id
  returning id
$$;

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
    segments = nullif((log_code.outcome ->> 'segments')::integer, 0),
    cost = (log_code.outcome #>> '{cost,amount}')::numeric, currency = log_code.outcome #>> '{cost,currency}',
    counts = coalesce(log_code.outcome ->> 'reason' !~ 'unsubscribed', true)
  where l.id = v_id;
  if v_state = 'receiver_refused' and log_code.outcome ->> 'reason' ~ 'unsubscribed' then
    perform app.stop_messages(log_code.channel, log_code.receiver, 'provider');
  end if;
end $$;
comment on function public.log_code is
  'Logs a code that a hook of Auth has sent, or could not send. channel: sms or mail. outcome: {state, provider?, '
  'ref?, reason?, segments?, cost?}, as an adapter of a provider returns it.';
grant execute on function public.log_code(text, text, uuid, text, jsonb) to service_role;

-- Codes are never sent again: their owner asks for a new one. Nor is what has come too late.
create function app.can_resend(message app.message_log) returns boolean
language sql stable security definer set search_path = '' as $$
  select (message).resent_at is null and ((message).state = 'failed' or (message).state = 'sent'
      and (message).reason is not null and (message).changed_at < app.now() - interval '1 minute')
    and exists (select from app.outbox o where o.id = (message).outbox_id and o.status = 'dead'
      and o.expires_at > app.now() and not app.is_past(o.payload)
      and (message).kind not in ('parcel_code', 'guest_ride'))
$$;
comment on function app.can_resend is
  'Whether a person may send a message again: it failed or was perhaps sent, is still of use, was not sent again yet, '
  'and is no code.';

create function public.list_messages(of_state text default null, of_channel text default null,
  of_kind text default null, of_receiver text default null, from_at timestamptz default null,
    to_at timestamptz default null,
  after_id bigint default null, page_size integer default 50)
returns table (id bigint, at timestamptz, changed_at timestamptz, kind text, channel text, receiver text,
  receiver_end text, state text, reason text, provider text, segments integer, booking_id uuid,
    cost numeric, currency text,
  can_resend boolean)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform app.require_permission('desk');
  return query
  select l.id, l.at, l.changed_at, l.kind, l.channel, l.receiver, l.receiver_end, l.state, l.reason, l.provider,
    l.segments, l.booking_id, l.cost, l.currency, app.can_resend(l)
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
  'address. state: queued, sent, delivered or failed; sent with a reason: perhaps sent. cost: what the provider says. '
  'can_resend: whether resend_message would send it again. Pass the last row''s id '
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

create function public.resend_message(message_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_message app.message_log;
  v_outbox bigint;
begin
  perform app.require_editor('desk');
  select l.* into v_message from app.message_log l where l.id = resend_message.message_id for no key update;
  if not found then perform app.refuse('message_not_found', 404, 'No such message'); end if;
  if not app.can_resend(v_message) then
    perform app.refuse('message_not_resent', 409, 'Only a message that failed, once, and while it is of use');
  end if;
  insert into app.outbox (kind, user_id, payload, expires_at)
  select o.kind, o.user_id, o.payload, o.expires_at from app.outbox o where o.id = v_message.outbox_id
  returning id into v_outbox;
  update app.message_log l set resent_at = app.now() where l.id = v_message.id or l.outbox_id = v_outbox;
  perform app.audit('resend_message', 'message_log', v_message.id::text, null,
    jsonb_build_object('kind', v_message.kind, 'receiver', v_message.receiver));
end $$;
comment on function public.resend_message is
  'Sends a text message or mail once more that failed or was perhaps sent. Never a code. Audited. '
  'Errors: must_login, not_allowed, demo_mode, message_not_found, message_not_resent.';
grant execute on function public.resend_message(bigint) to authenticated;
