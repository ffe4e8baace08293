-- message_receipts: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

-- The new columns are empty: a lock of a moment. Codes that were entered have arrived by their entry.
alter table app.message_log add column receipt_at timestamptz, add column entered_at timestamptz,
  add column cost numeric(14, 8) check (cost >= 0), add column currency text check (currency ~ '^[A-Z]{3}$');
-- The log has 90 days of messages at most: it is read in a moment.
-- squawk-ignore constraint-missing-not-valid
alter table app.message_log add constraint message_log_cost check ((cost is null) = (currency is null));
update app.message_log l set entered_at = l.changed_at where l.state = 'delivered' and l.outbox_id is null;

call app.describe('app.message_log', $$
  One row per text message or mail: to whom, by which provider, and what became of it. Kept for 90 days, and deleted
    with the account.
  outbox_id: The message of the outbox; null for a code, which the hooks of Auth send at once.
  kind: What the message is about: the key of a notice, or sign_in.
  receiver: The masked number or address.
  receiver_end: The last four digits of a number, or the host of an address, to find a message.
  receiver_hash: The number or address, hashed with this database's secret.
  booking_id: The booking that the message is about. No foreign key: bookings are created later.
  state: sent: a provider took it; delivered: a receipt says that it arrived, or the code was entered. sent with a
    reason: perhaps sent.
  reason: Why it failed, or why nobody knows: begins with receiver_refused, undeliverable, expired, past, unknown, …
  ref: The provider's id of the message.
  range_hash: The number without its last four digits, hashed in the same way; null for mails.
  receipt_at: When a receipt decided the state; null while none has.
  entered_at: When the code was entered.
  cost: What the provider says that it costs, in currency (ISO 4217); null while it has not said it.
  counts: Whether a failure counts against the number or address; a person can take that back.
$$);

create table app.message_receipts (
  provider text not null check (provider ~ '^[a-z]{1,30}$'),
  event text not null check (length(event) between 1 and 500),
  at timestamptz not null default app.now(),
  ref text check (length(ref) between 1 and 200),
  message_id bigint references app.message_log (id) on delete cascade,
  receiver_hash text check (length(receiver_hash) = 64),
  state text not null check (state in ('taken', 'delivered', 'failed')),
  reason text check (length(reason) <= 200),
  is_permanent boolean not null default false,
  segments integer check (segments between 1 and 100),
  cost numeric(14, 8) check (cost >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  primary key (provider, event),
  constraint message_receipts_cost check ((cost is null) = (currency is null))
);

call app.describe('app.message_receipts', $$
  What providers reported, once per report: a repetition changes nothing. Deleted with its message, and after a week
    if it belongs to none, as other systems may use the same account.
  event: Identifies the report at its provider.
  ref: The provider's id of the message.
  message_id: The message; null while none is known, because a report may overtake the note that the message was sent.
  receiver_hash: The number or address that the provider names, hashed as in app.message_log; null if it names none.
  state: taken: on its way.
  is_permanent: Whether the failure is one of the number or address, not of this message.
  cost: What the provider says that the message costs, in currency (ISO 4217).
$$);

create index message_receipts_message_id on app.message_receipts (message_id);

create index message_receipts_open on app.message_receipts (at) where message_id is null;

alter table app.message_receipts enable row level security;

create function public.begin_messages(messages jsonb) returns bigint[]
language sql volatile security definer set search_path = '' as $$
  select coalesce(array_agg(m.id), '{}')
  from (select r.id, r.attempt from jsonb_to_recordset(begin_messages.messages) r (id bigint, attempt integer)
    order by r.id) m
  where public.begin_outbox(m.id, m.attempt)
$$;

comment on function public.begin_messages is
  'begin_outbox for several messages: {id, attempt} each. Returns the ids of those that the sender may send.';

grant execute on function public.begin_messages(jsonb) to service_role;

create or replace function public.finish_outbox(id bigint, ok boolean, error text default null,
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
    ref = left(finish_outbox.sent ->> 'ref', 200),
    segments = coalesce(l.segments, nullif((finish_outbox.sent ->> 'segments')::integer, 0)),
    cost = coalesce(l.cost, (finish_outbox.sent #>> '{cost,amount}')::numeric),
    currency = coalesce(l.currency, finish_outbox.sent #>> '{cost,currency}')
  where l.outbox_id = v_row.id and finish_outbox.sent is not null;
  return v_row.status;
end $$;

comment on function public.finish_outbox is
  'Reports the result for a message that a sender took: sent, or retried later, at most eight times, then dead. Error '
  'token_gone deletes the device; token_gone, undeliverable and unknown (it may have been sent) are not retried. '
  'not_now says that no provider can send: such attempts do not count, and are repeated until the message expires. '
  'attempt, as returned by take_outbox, prevents that a late failure ends the attempt of another sender. sent: '
  '{provider, ref, segments, cost: {amount, currency}} of a text message or mail, for its log. Returns the status; null for an unknown message.';

create function public.finish_messages(results jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform public.finish_outbox(m.id, m.ok, m.error, m.attempt, m.sent)
  from (select r.* from jsonb_to_recordset(finish_messages.results) r (id bigint, ok boolean, error text,
    attempt integer, sent jsonb) order by r.id) m;
end $$;

comment on function public.finish_messages is
  'finish_outbox for several messages: {id, ok, error?, attempt, sent?} each.';

grant execute on function public.finish_messages(jsonb) to service_role;

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

create or replace function app.texts_of_day() returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(coalesce(l.segments, 1)), 0)
  from app.message_log l cross join public.settings s
  -- What a provider took costs, even if it did not arrive.
  where s.id = 1 and l.channel = 'sms' and (l.state <> 'failed' or l.receipt_at is not null)
    and l.at >= date_trunc('day', app.now(), s.time_zone)
$$;

create or replace function app.is_unentered_range(range_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= 10 and count(l.entered_at) < 0.2 * count(*)
  from app.message_log l
  where l.range_hash = is_unentered_range.range_hash and (l.state <> 'failed' or l.receipt_at is not null)
    and l.outbox_id is null and l.at > app.now() - interval '1 hour'
    and l.at < app.now() - interval '2 minutes'
$$;

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

select cron.schedule('message_receipts', '* * * * *', 'select app.settle_receipts()');

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
    where l.outbox_id = new.id and l.state <> 'delivered' and l.receipt_at is null;
    if new.last_error ~ 'unsubscribed' then
      perform app.stop_messages(new.kind, coalesce(new.payload ->> 'phone', new.payload ->> 'email'), 'provider');
    end if;
  end if;
  return null;
end $$;

create or replace function app.tg_users__code_entered() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update app.message_log l set state = 'delivered', changed_at = app.now(), reason = null, entered_at = app.now()
  where l.receiver_hash = app.receiver_hash('+' || new.phone) and l.state in ('sent', 'delivered')
    and l.entered_at is null and l.outbox_id is null
    and l.at > app.now() - interval '10 minutes';
  return null;
end $$;

-- Sources of this migration, for the next one to compare with:
--   04219c0f5ede table app.message_log
--   | create table app.message_log (
--   |   id bigint generated always as identity primary key,
--   |   outbox_id bigint unique check (outbox_id > 0),
--   |   at timestamptz not null default app.now(),
--   |   changed_at timestamptz not null default app.now(),
--   |   kind text not null check (kind ~ '^[a-z][a-z0-9_]{1,60}$'),
--   |   channel text not null check (channel in ('sms', 'mail')),
--   |   receiver text not null,
--   |   receiver_end text not null,
--   |   receiver_hash text not null,
--   |   user_id uuid references public.profiles (id) on delete cascade,
--   |   booking_id uuid,
--   |   state text not null default 'queued' check (state in ('queued', 'sent', 'delivered', 'failed')),
--   |   reason text,
--   |   provider text,
--   |   ref text,
--   |   segments integer check (segments > 0),
--   |   counts boolean not null default true,
--   |   range_hash text,
--   |   receipt_at timestamptz,
--   |   entered_at timestamptz,
--   |   cost numeric(14, 8) check (cost >= 0),
--   |   currency text check (currency ~ '^[A-Z]{3}$'),
--   |   constraint message_log_cost check ((cost is null) = (currency is null))
--   | )
--   fa137ca0f232 description of app.message_log
--   2ea44b50e19d table app.message_receipts
--   09cf56c123b3 description of app.message_receipts
--   a0cbd3408d41 index app.message_receipts_message_id
--   0ba457a5eccc index app.message_receipts_open
--   ec71cc624c2f alter table app.message_receipts enable row level security
--   4bfba6486a9f function public.begin_messages(jsonb)
--   f55ee3077492 comment on function public.begin_messages
--   01fc8489611d grant execute on function public.begin_messages(jsonb) to service_role
--   e156c6853347 function public.finish_outbox(bigint, boolean, text, integer, jsonb)
--   f5491dcfa65d comment on function public.finish_outbox
--   fd5684de33ae function public.finish_messages(jsonb)
--   4d4d2a39ec53 comment on function public.finish_messages
--   1c23748db8a0 grant execute on function public.finish_messages(jsonb) to service_role
--   f6fb5648efc7 function public.log_code(text, text, uuid, text, jsonb)
--   1e116c874b1d comment on function public.log_code
--   0162e867139f function app.texts_of_day()
--   5d09938093b1 function app.is_unentered_range(text)
--   d9ab52adbc3e function app.is_news_of(app.message_receipts, app.message_log)
--   3430d249320a comment on function app.is_news_of
--   9d60d18c2285 function app.apply_receipt(app.message_receipts)
--   03f4e0158a28 comment on function app.apply_receipt
--   dd03e4a52e8f function app.message_of_receipt(text, text, text)
--   1d69969e375e function public.record_receipt(text, text, text, text, text, text, text, boolean, integer, numeric, text)
--   db51b7217dc3 comment on function public.record_receipt
--   ec6937f5ca56 grant execute on function public.record_receipt(text, text, text, text, text, te ec6937f5
--   1c6380c38992 function public.record_stop(text, text)
--   5d2b18743bf0 comment on function public.record_stop
--   6a3483316a92 grant execute on function public.record_stop(text, text) to service_role
--   e80f9147712f function app.settle_receipts()
--   00bd631a77fb comment on function app.settle_receipts
--   ca0755fb6123 job message_receipts
--   66974c174209 function app.tg_outbox__log()
--   5d90adfee0b8 function app.tg_users__code_entered()
