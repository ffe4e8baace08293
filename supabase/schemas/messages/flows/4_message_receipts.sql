-- Receipts: what providers report of messages that they took.

-- Reports arrive in any order, and twice. A text message that a phone has acknowledged has arrived, whatever follows. A
-- mail that a server took may bounce afterwards: the bounce counts. What a person has entered has arrived.
create function app.is_news_of(receipt app.message_receipts, message app.message_log) returns boolean
language sql immutable set search_path = '' as $$
  select case (receipt).state
    when 'delivered' then (message).channel = 'sms' or (message).state <> 'failed' or (message).receipt_at is null
    when 'failed' then (message).entered_at is null
      and ((message).state <> 'delivered' or (message).channel = 'mail' and (receipt).is_permanent)
    else false end
$$;
comment on function app.is_news_of is
  'Whether a receipt changes the state of its message, whatever the order in which receipts arrive.';

create function app.apply_receipt(receipt app.message_receipts) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_message app.message_log;
  v_is_news boolean;
begin
  select l.* into v_message from app.message_log l where l.id = (receipt).message_id for no key update;
  v_is_news := app.is_news_of(receipt, v_message);
  update app.message_log l set
    provider = coalesce(l.provider, (receipt).provider), ref = coalesce(l.ref, (receipt).ref),
    segments = coalesce((receipt).segments, l.segments), cost = coalesce((receipt).cost, l.cost),
    currency = coalesce((receipt).currency, l.currency),
    state = case when v_is_news then (receipt).state
      when l.state = 'queued' and (receipt).state = 'taken' then 'sent' else l.state end,
    reason = case when not v_is_news then l.reason when (receipt).state = 'failed' then concat_ws(': ',
      case when (receipt).is_permanent then 'receiver_refused' else 'undeliverable' end, (receipt).reason) end,
    -- Who wants no messages is not out of reach.
    counts = case when v_is_news then coalesce((receipt).reason !~ 'unsubscribed', true) else l.counts end,
    receipt_at = case when v_is_news then app.now() else l.receipt_at end,
    changed_at = case when v_is_news then app.now() else l.changed_at end
  where l.id = v_message.id;
  return v_is_news;
end $$;
comment on function app.apply_receipt is
  'Writes a receipt into the log of its message. Returns whether it changed the state.';

create function app.message_of_receipt(provider text, ref text, key text) returns app.message_log
language sql stable security definer set search_path = '' as $$
  select l.* from app.message_log l
  where l.provider = message_of_receipt.provider and l.ref = message_of_receipt.ref
  union all
  -- Our own key, before the sender has noted the provider's id, or after it never heard it.
  select l.* from app.message_log l
  where l.outbox_id = substring(message_of_receipt.key from '^outbox-([0-9]{1,15})$')::bigint
    and coalesce(l.provider, message_of_receipt.provider) = message_of_receipt.provider
    and (l.ref is null or message_of_receipt.ref is null)
  limit 1
$$;

create function public.record_receipt(provider text, event text, ref text, key text, receiver text, state text,
  reason text default null, is_permanent boolean default false, segments integer default null,
  cost numeric default null, currency text default null) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_message app.message_log := app.message_of_receipt(record_receipt.provider, record_receipt.ref, record_receipt.key);
  v_hash text := app.receiver_hash(record_receipt.receiver);
  v_receipt app.message_receipts;
begin
  -- Who may report about one message may not report about another one.
  if v_hash <> v_message.receiver_hash then return 'refused'; end if;
  insert into app.message_receipts (provider, event, ref, message_id, receiver_hash, state, reason, is_permanent,
    segments, cost, currency)
  values (record_receipt.provider, record_receipt.event, record_receipt.ref, v_message.id, v_hash,
    record_receipt.state, left(record_receipt.reason, 200), coalesce(record_receipt.is_permanent, false),
    record_receipt.segments, record_receipt.cost, record_receipt.currency)
  on conflict on constraint message_receipts_pkey do nothing returning * into v_receipt;
  return case when v_receipt.event is null then 'duplicate' when v_receipt.message_id is null then 'unknown'
    when app.apply_receipt(v_receipt) then 'applied' else 'late' end;
end $$;
comment on function public.record_receipt is
  'Takes a provider''s report of a message: taken, delivered or failed (state). event: identifies the report. ref: the '
  'provider''s id of the message. key: ours, outbox-<id>. receiver: the number or address, or null. Returns applied; '
  'duplicate; late (a later report counts); unknown (kept for a week, until the message is logged); refused (the '
  'message went to somebody else).';
grant execute on function public.record_receipt(text, text, text, text, text, text, text, boolean, integer, numeric,
  text) to service_role;

create function public.record_stop(channel text, receiver text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  return app.stop_messages(record_stop.channel, record_stop.receiver, 'provider');
end $$;
comment on function public.record_stop is
  'Notes that a provider knows that the owner of a number or address wants no messages by sms or mail (channel): after '
  'a complaint, or a stop at the provider. Returns whether that is new.';
grant execute on function public.record_stop(text, text) to service_role;

create function app.settle_receipts() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_receipt app.message_receipts;
  v_count integer := 0;
begin
  for v_receipt in
    update app.message_receipts r set message_id = l.id from app.message_log l
    where r.message_id is null and l.provider = r.provider and l.ref = r.ref
      and coalesce(r.receiver_hash, l.receiver_hash) = l.receiver_hash
    returning r.*
  loop
    perform app.apply_receipt(v_receipt);
    v_count := v_count + 1;
  end loop;
  delete from app.message_receipts r where r.message_id is null and r.at < app.now() - interval '7 days';
  return v_count;
end $$;
comment on function app.settle_receipts is
  'Applies receipts that came before their message was logged, and forgets those that belong to none after a week.';
