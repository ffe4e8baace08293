-- inbound_texts: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function public.list_messages(text, text, text, text, timestamptz, timestamptz, bigint, integer);

alter table app.message_log add column resent_at timestamptz;

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
  resent_at: When a person sent it again, or of the copy, when it was made; neither is sent again.
  cost: What the provider says that it costs, in currency (ISO 4217); null while it has not said it.
  counts: Whether a failure counts against the number or address; a person can take that back.
$$);

create type public.day_texts as (used bigint, "limit" integer, costs jsonb);

comment on type public.day_texts is
  'What the firm''s day has used: parts of text messages, settings.sms_day_limit (null: none), and the costs that '
  'providers told, as [{currency, amount}].';

create table app.inbound_texts (
  id bigint generated always as identity primary key,
  provider text not null check (provider ~ '^[a-z]{1,30}$'),
  event text not null check (length(event) between 1 and 500),
  at timestamptz not null default app.now(),
  sender text not null check (sender ~ '^[+][1-9][0-9]{5,14}$'),
  words text not null check (length(words) <= 1600),
  intent text not null check (intent in ('stop', 'start', 'where', 'cancel', 'yes', 'automatic', 'other')),
  booking_id uuid references public.bookings (id),
  answer text check (answer ~ '^[a-z_]{1,40}$'),
  code text check (code ~ '^[0-9]{3}$'),
  fee numeric(20, 4) check (fee >= 0),
  closed_at timestamptz,
  closed_by uuid references public.profiles (id) on delete set null,
  constraint inbound_texts_event unique (provider, event)
);

call app.describe('app.inbound_texts', $$
  Text messages to the firm, kept for 90 days. Who sends one can write any number as its sender.
  event: Identifies the text at its provider: a repetition is not a second text.
  intent: What the text asks for, by its words; other: nobody but a person can say.
  booking_id: The open booking of the number; null if it has none.
  answer: The text that answered it (sent_messages.answer.<answer>); null for none.
  code: What has to be repeated for a cancellation: only who holds the phone knows it. Null once it was used.
  fee: The fee that the sender was told.
  closed_at: When a person of the desk has settled it; null while it waits, if it waits for one.
$$);

create index inbound_texts_sender on app.inbound_texts (sender, at desc);

create index inbound_texts_booking_id on app.inbound_texts (booking_id, at);

create index inbound_texts_closed_by on app.inbound_texts (closed_by);

create index inbound_texts_at on app.inbound_texts (at);

create index inbound_texts_waiting on app.inbound_texts (at)
  where closed_at is null and booking_id is null and intent in ('where', 'cancel', 'yes', 'other');

alter table app.inbound_texts enable row level security;

create type public.inbound_text as (id bigint, at timestamptz, sender text, words text, intent text, answer text,
  booking_id uuid, reference text, closed_at timestamptz);

comment on type public.inbound_text is
  'A text message to the firm. sender: the number that it claims, masked in a demo. answer: what we texted back.';

create or replace function app.obeys_stop(channel text, kind text) returns boolean
language sql immutable set search_path = '' as $$
  select case obeys_stop.channel
    when 'sms' then obeys_stop.kind not in ('parcel_code', 'contact_changed', 'bank_details_changed')
      -- Who writes to the firm asks for the answer.
      and obeys_stop.kind not like 'answer\_%'
    else obeys_stop.kind like 'text\_%' end
$$;

create function app.is_near_text_limit() returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(s.sms_day_limit > 0 and app.texts_of_day() >= 0.8 * s.sms_day_limit, false)
  from public.settings s where s.id = 1
$$;

comment on function app.is_near_text_limit is
  'Whether four fifths of the text messages that settings.sms_day_limit allows in a day are used.';

create function app.unentered_ranges() returns table (range_hash text, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select r.range_hash, r.since from (select l.range_hash, min(l.at) as since from app.message_log l
    where l.range_hash is not null and l.outbox_id is null and l.at > app.now() - interval '1 hour'
    group by l.range_hash having count(*) >= 10) r
  where app.is_unentered_range(r.range_hash)
$$;

comment on function app.unentered_ranges is
  'Ranges of numbers whose codes of the last hour are hardly ever entered, and since when.';

create function app.text_intent(words text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when w.alone in ('stop', 'stopall', 'unsubscribe', 'end', 'quit', 'optout', 'revoke', 'stopp', 'abmelden',
      'abbestellen', 'ende', 'إيقاف', 'ايقاف', 'توقف', 'قف') then 'stop'
    when w.alone in ('start', 'unstop', 'anmelden', 'ابدأ', 'ابدا', 'بدء') then 'start'
    when w.text ~ ('auto[- ]?(reply|response|matic(ally)? (reply|response|message))|out of (the )?office|do not reply'
      '|(i am|i''m) driving|automatische (antwort|nachricht)|abwesenheit|rufe (dich|sie) (später )?zurück|رد تلقائي')
      then 'automatic'
    when w.text ~ '^(yes|ja|y|نعم|أجل)\s*[#:]?\s*[0-9]{0,3}$' or w.text ~ '^[0-9]{3}$' then 'yes'
    when w.text ~
      ('\mcancel|\mstorno|\mstornier|\mabsag|\mabbestell|\mnicht mehr (nötig|gebraucht)|الغاء|إلغاء|ألغ|الغ')
      then 'cancel'
    when w.text ~ ('\m(where|when|how long|eta|late|waiting)\M|\m(wo|wann|wie lange|dauert|verspät|warte)'
      '|أين|اين|متى|كم من الوقت|تأخر')
      then 'where'
    else 'other' end
  from (select t.text, btrim(regexp_replace(t.text, '[[:punct:][:space:]]+', '', 'g')) as alone
    from (select btrim(translate(lower(text_intent.words), '٠١٢٣٤٥٦٧٨٩', '0123456789'), E' \n\t.!?') as text) t) w
$$;

comment on function app.text_intent is
  'What a text to the firm asks for, by its words: stop, start, where, cancel, yes (perhaps with a code), automatic '
  '(written by a machine) or other.';

create function app.open_booking_of(phone text) returns public.bookings
language sql stable security definer set search_path = '' as $$
  select b.* from public.bookings b join public.booking_contacts k on k.booking_id = b.id
  where b.status in ('PAYMENT_PENDING', 'NEW', 'ACCEPTED', 'ARRIVED', 'STARTED', 'REACHED')
    and (app.sms_number(k.guest_phone) = open_booking_of.phone or k.customer_contact = open_booking_of.phone
      or app.sms_number(k.delivery_person_phone) = open_booking_of.phone)
  order by (app.sms_number(k.guest_phone) = open_booking_of.phone) is true desc,
    (k.customer_contact = open_booking_of.phone) is true desc, b.engaged_at is null, b.trip_at, b.id limit 1
$$;

comment on function app.open_booking_of is
  'The booking that a text from this number is about: its ride under way, else its next one.';

create function app.text_role(booking_id uuid, phone text) returns text
language sql stable security definer set search_path = '' as $$
  select case when app.sms_number(k.guest_phone) = text_role.phone then 'guest'
    when k.customer_contact = text_role.phone then 'customer'
    when app.sms_number(k.delivery_person_phone) = text_role.phone then 'recipient' end
  from public.booking_contacts k where k.booking_id = text_role.booking_id
$$;

comment on function app.text_role is
  'Who a number is in a booking: guest, customer, recipient, or null.';

create or replace function app.attention_to_decide() returns table (booking_id uuid, reason text, since timestamptz)
language sql stable security definer set search_path = '' as $$
  select b.id, 'unpaid', b.reached_at from public.bookings b
  where b.status = 'PENDING' and b.reached_at < app.now() - interval '15 minutes'
  union all
  select f.booking_id, 'no_show_fee', coalesce(f.objected_at, f.created_at) from public.no_show_fees f
  where f.decided_at is null and (f.status = 'review' or f.objected_at is not null)
  union all
  select r.booking_id, 'cash_report', coalesce(r.objected_at, r.created_at) from public.cash_reports r
  where r.status = 'review' or r.status = 'counted' and r.objected_at is not null
  union all
  select x.booking_id, 'extra_waits', min(b.reached_at) from public.booking_extras x
    join public.bookings b on b.id = x.booking_id
  where x.undecided_amount > 0 and x.decided_at is null and app.is_billed(b.status) group by x.booking_id
  union all
  -- Lists bookings of the last 72 hours with an unusual distance or fare, among the newest 200 that are flagged. Paid
  -- and completed bookings are included, because a rider often pays and rates at once, before the desk looks.
  select b.id, g.flag, b.reached_at
  from (select f.booking_id, f.flags from public.booking_finances f
    where f.flags && '{held_at_quote,long_way,below_quote,ended_elsewhere}'
    order by f.booking_id desc limit 200) h
  join public.bookings b on b.id = h.booking_id
  cross join unnest(h.flags) g (flag)
  where g.flag in ('held_at_quote', 'long_way', 'below_quote', 'ended_elsewhere')
    and app.is_billed(b.status) and b.reached_at > app.now() - interval '72 hours'
  union all
  select k.booking_id, app.case_reason(k), k.created_at from public.cases k where k.closed_at is null
  union all
  select t.booking_id, 'passenger_text', min(t.at) from app.inbound_texts t
  where t.closed_at is null and t.booking_id is not null and t.intent in ('where', 'cancel', 'yes', 'other')
  group by t.booking_id
  union all
  select a.booking_id, a.reason, min(a.since) from app.alarms a where a.booking_id is not null
    group by a.booking_id, a.reason
$$;

create or replace function app.attention_rank(reason text) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(r.place, 12)::integer from (select 1) o
    left join unnest(array['sos', 'report_accident', 'no_driver', 'code_locked', 'late', 'claim_at_risk',
    'driver_silent',
    'off_route', 'stuck', 'report_passenger', 'report_vehicle', '', 'other_country', 'driver_message', 'passenger_text',
      'texts_waiting', 'offers_lapsed', 'case_lost',
      'case_question',
      'report_found', 'report_something', 'unpaid', 'cash_report',
    'case_fare', 'report_fare', 'extra_waits', 'no_show_fee', 'approval_waits', 'codes_unentered', 'texts_near_limit',
      'code_overrides', 'claims_lost',
      'left_money', 'staff_changed', 'file_replaced', 'ended_elsewhere', 'long_way', 'below_quote', 'held_at_quote'])
    with ordinality r (reason, place) on r.reason = attention_rank.reason
$$;

create or replace function app.attention_people(me public.profiles)
  returns table (reason text, since timestamptz, category text, person_id uuid, name text,
  contact text, by_driver boolean)
language sql stable security definer set search_path = '' as $$
  -- Texts and limits are no matter of one person: the page of messages shows them.
  select 'texts_waiting', min(t.at), null, null::uuid, null, null, false
  from app.inbound_texts t where (me).usertype = 'admin' and t.closed_at is null and t.booking_id is null
    and t.intent <> 'automatic' having count(*) > 0
  union all
  select 'texts_near_limit', date_trunc('day', app.now(), s.time_zone), null, null, null, null, false
  from public.settings s where (me).usertype = 'admin' and s.id = 1 and app.is_near_text_limit()
  union all
  select 'codes_unentered', min(r.since), null, null, null, null, false
  from app.unentered_ranges() r where (me).usertype = 'admin' having count(*) > 0
  union all
  select 'driver_message', min(m.created_at), null, p.id, btrim(p.first_name || ' ' || p.last_name),
    case when app.is_demo() then app.masked_number(p.mobile) else p.mobile end, true
  from public.desk_messages m join public.profiles p on p.id = m.driver_id
  where (me).usertype = 'admin' and m.answered_at is null and not m.is_from_desk group by p.id
  union all
  -- New admins, for the owners who may confirm them: a notice or a mail is easily missed, and a stranger has to be
  -- noticed.
  select 'staff_changed', c.at, null, p.id, app.staff_name(p), null, false
  from app.staff_changes c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin' and c.confirmed_by is null and app.probation_ends_at(c) > app.now()
    and p.usertype = 'admin'
    and p.approved and p.deleted_at is null
    and app.can_confirm_staff(me, p.id)
  union all
  -- Evidence that was swapped is looked at by a person: the driver of the folder, else who attached the file.
  select 'file_replaced', c.due_at, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, p.usertype = 'driver'
  from (select w.person_id, min(f.due_at) as due_at from app.file_checks f
    cross join lateral (select case when f.bucket in ('users', 'shifts') then split_part(f.path, '/', 1)::uuid
      else f.person_id end as person_id) w
    where f.reason = 'replaced' and f.due_at > app.now() - interval '72 hours' group by w.person_id) c
  join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  select 'code_overrides', c.since, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, p.usertype = 'driver'
  from app.frequent_overrides() c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  select 'claims_lost', c.since, null, p.id, btrim(p.first_name || ' ' || p.last_name), null, true
  from app.frequent_claim_losers() c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  -- The desk can call them: their contact is shown.
  select 'offers_lapsed', c.since, null, p.id, btrim(p.first_name || ' ' || p.last_name),
    case when app.is_demo() then app.masked_number(p.mobile) else p.mobile end, true
  from app.deaf_drivers() c join public.profiles p on p.id = c.person_id
  where (me).usertype = 'admin'
  union all
  select 'left_money', l.since, null, p.id, coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''),
    p.referral_id), null, p.usertype = 'driver'
  from (select m.user_id, min(m.at) as since from app.left_money m where m.at > app.now() - interval '72 hours'
    group by m.user_id) l
  join public.profiles p on p.id = l.user_id
  where app.has_permission('money')
  union all
  select 'other_country', o.since, null, null, null, null, false
  from app.other_country_since() o (since)
  where (me).usertype = 'admin' and o.since is not null
  union all
  -- Requests that the caller may decide: otherwise they wait until somebody happens to look.
  select 'approval_waits', a.requested_at, a.kind, p.id, btrim(p.first_name || ' ' || p.last_name), null,
    p.usertype = 'driver'
  from (select w.user_id, w.kind, min(w.requested_at) as requested_at from public.approvals w
    where (me).usertype = 'admin' and w.status = 'pending' and app.can_decide(me, w)
    group by w.user_id, w.kind) a
  join public.profiles p on p.id = a.user_id
$$;

create or replace function public.save_message_template(kind text, channel text, locale text, words jsonb,
  from_version integer default 0) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_language public.languages;
  v_texts jsonb;
  v_version integer;
begin
  perform app.require_editor('settings');
  if coalesce(app.template_kind(save_message_template.kind), '') <> coalesce(save_message_template.kind, 'none')
    or coalesce(save_message_template.channel, '') not in ('all', 'push', 'sms', 'mail')
    or save_message_template.channel <> 'all' and save_message_template.kind not like 'notices.%'
    or jsonb_typeof(save_message_template.words) is distinct from 'object' then
    perform app.refuse('texts_invalid', 422, 'Give a kind of message, all, push, sms or mail, and its texts by name');
  end if;
  select l.* into v_language from public.languages l where l.lang_locale = save_message_template.locale
    for no key update;
  if not found then perform app.refuse('language_not_found', 404, 'No such language'); end if;
  select jsonb_object_agg(app.template_key(save_message_template.kind, w.key), w.value) into v_texts
  from jsonb_each(save_message_template.words) w where w.value <> '""';
  v_texts := coalesce(v_texts, '{}');
  perform app.check_texts(v_texts);
  select max(t.version) into v_version from app.message_templates t where t.kind = save_message_template.kind
    and t.channel = save_message_template.channel and t.lang_locale = v_language.lang_locale;
  if coalesce(v_version, 0) <> coalesce(save_message_template.from_version, 0) then
    perform app.refuse('version_conflict', 409, 'Somebody else has changed these words');
  end if;
  if save_message_template.channel = 'all' then
    -- The words of every channel are texts of the language, too; its trigger adds the version.
    update public.languages l set key_value_pairs = v_texts || (
      select coalesce(jsonb_object_agg(o.key, o.value), '{}') from jsonb_each(l.key_value_pairs) o
      where app.template_kind(o.key) is distinct from save_message_template.kind)
    where l.id = v_language.id;
    return (select max(t.version) from app.message_templates t where t.kind = save_message_template.kind
      and t.channel = 'all' and t.lang_locale = v_language.lang_locale);
  end if;
  perform app.audit('save_message_template', 'languages', v_language.id::text, null, jsonb_build_object('kind',
    save_message_template.kind, 'channel', save_message_template.channel, 'words', save_message_template.words));
  return (app.add_template(save_message_template.kind, save_message_template.channel, v_language.lang_locale,
    app.template_words(v_texts, save_message_template.kind))).version;
end $$;

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

create function app.warn_of_texts() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_set public.settings := app.settings();
  v_params jsonb;
begin
  if not app.is_near_text_limit() or not public.take_rate_limit(
    'texts_near_limit:' || (app.now() at time zone v_set.time_zone)::date, 1, 86400) then
    return false;
  end if;
  v_params := jsonb_build_object('used', app.texts_of_day(), 'limit', v_set.sms_day_limit);
  perform app.notify(p.id, 'texts_near_limit', v_params)
  from public.profiles p join public.staff_permissions s on s.staff_role = p.staff_role and s.permission = 'desk'
  where p.usertype = 'admin' and p.approved and p.deleted_at is null;
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'mail', p.id, jsonb_build_object('email', p.email, 'lang', p.lang_locale, 'title', 'texts_near_limit.title',
    'msg', 'texts_near_limit.text', 'params', v_params), app.now() + interval '12 hours'
  from public.profiles p join public.staff_permissions s on s.staff_role = p.staff_role and s.permission = 'settings'
  where p.usertype = 'admin' and p.approved and p.deleted_at is null and p.email is not null
    and coalesce(current_setting('app.quiet', true), '') = '';
  return true;
end $$;

comment on function app.warn_of_texts is
  'Tells staff once a day that four fifths of the day''s text messages are used: a notice for everybody with the '
  'permission desk, a mail for those with settings. Returns whether it did.';

create function public.text_usage() returns public.day_texts
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('desk');
  return (select row(app.texts_of_day(), s.sms_day_limit,
    (select coalesce(jsonb_agg(jsonb_build_object('currency', c.currency, 'amount', c.amount)), '[]')
      from (select l.currency, sum(l.cost) as amount from app.message_log l
        where l.cost is not null and l.at >= date_trunc('day', app.now(), s.time_zone)
        group by l.currency order by l.currency) c))::public.day_texts
  from public.settings s where s.id = 1);
end $$;

comment on function public.text_usage is
  'What the firm''s day has used of its text messages. '
  'Errors: must_login, not_allowed.';

grant execute on function public.text_usage() to authenticated;

comment on function public.attention_list is
  'Bookings that the desk must look at. Alarms first (is_alarm: sos and other reasons in app.alarms, each with '
  'alarm_id for close_alarm, by_driver if the driver raised it, and without booking_id for a driver without a trip), '
  'then what hurts first (rank) and has waited longest, the reasons of a booking together, one row per reason, after '
  'them what a colleague looks at or put off (mark_attention), with the position (the car under way, otherwise the '
  'pickup) and the person to call. Reasons: no_driver, late (not at the pickup in time), driver_silent (no position '
  'for 5 minutes), claim_at_risk (the driver of a later booking is off duty, silent, expected late or has no car or '
  'papers for it, and has not confirmed), off_route (for 3 minutes and moving away), stuck (waits 20 minutes, drives '
  'twice as long as quoted, or does not end), code_locked, unpaid (15 minutes after the end), case_lost, case_fare '
  'and case_question (a rider''s open case), report_passenger, report_accident, report_vehicle, report_fare, '
  'report_found and report_something (a driver''s open case), driver_message (an unanswered message of a driver, with '
  'driver_id and without booking_id), '
  'passenger_text (an unanswered text message about the booking), texts_waiting (text messages to the firm from '
  'numbers without an open booking), texts_near_limit (four fifths of the day''s text messages are used), '
  'codes_unentered (codes to a range of numbers are hardly ever entered; these three without driver_id and '
  'booking_id), '
  'other_country (the address search finds nothing, because it is limited to '
  'another country than that of the map; about nobody), staff_changed (an admin who is new, has more permissions or '
  'was admitted again, with driver_id as the admin''s id and without booking_id; only for owners who may '
  'confirm_staff), approval_waits (a request that the caller may decide, with its kind as category, driver_id as the '
  'id of the person it is about and without booking_id), file_replaced (within 72 hours: a picture of a shift, a '
  'paper, a logo or a picture of a car type was replaced after it was attached, and removed; with driver_id as the '
  'person''s id and without booking_id), claims_lost (within 72 hours: a driver cancelled or gave back more than '
  'three claimed bookings in seven days, or lost them off duty, without signal or papers; with driver_id as the '
  'driver''s id and without booking_id), offers_lapsed (a driver on duty let three offers in a row lapse, until an '
  'answer or the end of the duty; with driver_id and without booking_id), left_money (within 72 hours: money or a '
  'debt of a deleted account was booked to adjustments, because the account has no wallet; for admins with the '
  'permission money, with driver_id as the account''s id and without booking_id), code_overrides (within 72 hours: a '
  'driver or an admin had more than three rides or parcels without the start code in 24 hours; with driver_id as the '
  'person''s id and without booking_id), no_show_fee (waits for decide_no_show_fee: no trail at the pickup, or the '
  'rider objects), cash_report (waits for decide_cash: the driver reported another amount than the fare, or the rider '
  'objects), extra_waits (waits for decide_extra: a toll above what counts at once), held_at_quote, long_way, '
  'below_quote and ended_elsewhere (within 72 hours: the fare was held at the quote; the meter was paid for a longer '
  'distance than quoted; the meter counted far less than quoted, for example because the trail is lost; an upfront '
  'ride was measured because it did not end at its drop). For admins; fleet admins see what their fleet can resolve, '
  'and only their drivers'' numbers. In a demo numbers are masked. The access log records who read how many. @returns '
  'page of attention_row. '
  'Errors: must_login, not_allowed.';

create function app.answer_text(inbound app.inbound_texts, answer text, params jsonb default '{}') returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from app.inbound_texts t where t.sender = (inbound).sender and t.id <> (inbound).id
      and t.answer is not null and t.words = (inbound).words and t.at > app.now() - interval '2 minutes')
    or not public.take_rate_limit('text_answer:' || app.receiver_hash((inbound).sender), 5, 3600) then
    return false;
  end if;
  update app.inbound_texts t set answer = answer_text.answer where t.id = (inbound).id;
  insert into app.outbox (kind, payload, expires_at)
  select 'sms', jsonb_strip_nulls(jsonb_build_object('phone', (inbound).sender, 'msg', 'answer_' || answer_text.answer,
      'booking_id', (inbound).booking_id, 'params', answer_text.params, 'lang', (select p.lang_locale
        from public.bookings b join public.profiles p on p.id = b.customer_id where b.id = (inbound).booking_id))),
    app.now() + interval '10 minutes';
  return true;
end $$;

comment on function app.answer_text is
  'Answers a text to the firm, unless the number has had too many answers. Returns whether it was answered.';

create function app.answer_where(inbound app.inbound_texts, booking public.bookings) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_car text := nullif(btrim(concat_ws(' ', (booking).vehicle_color, (booking).vehicle_make, (booking).vehicle_model,
    (booking).vehicle_number)), '');
  v_eta timestamptz := (app.progress(booking) ->> 'eta')::timestamptz;
  v_params jsonb := jsonb_strip_nulls(jsonb_build_object('driver', (booking).driver_name, 'car', v_car,
    'trip_at', (booking).trip_at,
    'minutes', greatest(ceil(extract(epoch from coalesce(v_eta, (booking).promised_at) - app.now())
      / 60), 1)::integer));
begin
  return app.answer_text(inbound, case
    when (booking).engaged_at is null and (booking).book_later then 'booked_at'
    when (booking).driver_id is null then 'searching'
    when (booking).status = 'ACCEPTED' and v_params ? 'minutes' then 'where'
    when (booking).status = 'ACCEPTED' then 'coming'
    when (booking).status = 'ARRIVED' then 'outside'
    else 'under_way' end, v_params);
end $$;

create function app.ask_cancel(inbound app.inbound_texts, booking public.bookings) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_role text := app.text_role((booking).id, (inbound).sender);
  v_fee numeric := app.cancellation_fee(booking);
  v_code text := lpad((('x' || left(gen_random_uuid()::text, 7))::bit(28)::integer % 1000)::text, 3, '0');
begin
  if v_role = 'recipient' or not app.can_cancel(booking, 'rider') or v_role = 'guest' and v_fee > 0 then
    return app.answer_text(inbound, 'call_us');
  end if;
  if not app.answer_text(inbound, case when v_fee > 0 then 'cancel_fee' else 'cancel' end,
    jsonb_build_object('code', v_code, 'fee', v_fee)) then
    return false;
  end if;
  -- Only the last question counts.
  update app.inbound_texts t set code = null where t.sender = (inbound).sender and t.code is not null;
  update app.inbound_texts t set code = v_code, fee = v_fee where t.id = (inbound).id;
  return true;
end $$;

create function app.confirm_cancel(inbound app.inbound_texts) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_asked app.inbound_texts;
  v_booking public.bookings;
  v_fee numeric;
begin
  select t.* into v_asked from app.inbound_texts t where t.sender = (inbound).sender and t.code is not null
    and t.at > app.now() - interval '10 minutes' order by t.id desc limit 1 for no key update;
  if not found then return false; end if;
  if right(translate((inbound).words, '٠١٢٣٤٥٦٧٨٩ .!', '0123456789'), 3) is distinct from v_asked.code then
    -- Three guesses: then the question has to be asked again.
    if not public.take_rate_limit('text_code:' || v_asked.id, 3, 3600) then
      update app.inbound_texts t set code = null where t.id = v_asked.id;
      return app.answer_text(inbound, 'call_us');
    end if;
    return app.answer_text(inbound, 'wrong_code');
  end if;
  v_booking := app.lock_booking(v_asked.booking_id);
  if not app.can_cancel(v_booking, 'rider')
    or app.text_role(v_booking.id, (inbound).sender) is distinct from app.text_role(v_asked.booking_id, v_asked.sender)
  then
    return app.answer_text(inbound, 'call_us');
  end if;
  v_fee := app.cancellation_fee(v_booking);
  if v_fee > v_asked.fee then return app.ask_cancel(inbound, v_booking); end if;
  update app.inbound_texts t set code = null where t.id = v_asked.id;
  perform app.set_actor('rider', v_booking.customer_id, note => 'text_message');
  perform app.end_booking(v_booking, 'rider', 'text_message', v_fee);
  return app.answer_text(inbound, 'cancelled');
end $$;

comment on function app.confirm_cancel is
  'Cancels the booking about which the number was asked within ten minutes, if the text repeats the code. Returns '
  'whether it was answered.';

create function public.record_text(provider text, event text, sender text, words text,
  is_answered boolean default false) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_words text := left(app.plain_lines(coalesce(record_text.words, '')), 1600);
  v_intent text := app.text_intent(v_words);
  v_booking public.bookings := app.open_booking_of(record_text.sender);
  v_text app.inbound_texts;
  v_done boolean := true;
begin
  -- A stop is obeyed however many texts came before it.
  if v_intent = 'stop' then perform app.stop_messages('sms', record_text.sender, 'person'); end if;
  if v_intent = 'start' then perform app.start_messages('sms', record_text.sender); end if;
  if v_intent not in ('stop', 'start')
    and not public.take_rate_limit('text_in:' || app.receiver_hash(record_text.sender), 30, 3600) then
    return 'too_many';
  end if;
  insert into app.inbound_texts (provider, event, sender, words, intent, booking_id)
  values (record_text.provider, record_text.event, record_text.sender, v_words, v_intent, v_booking.id)
  on conflict on constraint inbound_texts_event do nothing returning * into v_text;
  if v_text.id is null then return 'duplicate'; end if;
  case
    when v_intent in ('stop', 'start') then
      if not record_text.is_answered then perform app.answer_text(v_text, v_intent); end if;
    when v_intent = 'yes' then v_done := app.confirm_cancel(v_text);
    when v_intent = 'where' and v_booking.id is not null then v_done := app.answer_where(v_text, v_booking);
    when v_intent = 'cancel' and v_booking.id is not null then v_done := app.ask_cancel(v_text, v_booking);
    else v_done := v_intent = 'automatic';
  end case;
  -- What was answered, and what no person wrote, waits for nobody.
  if v_done then update app.inbound_texts t set closed_at = app.now() where t.id = v_text.id;
  else perform app.broadcast('admin', 'attention'); end if;
  return v_intent;
end $$;

comment on function public.record_text is
  'Takes a text message to the firm: obeys a stop, says where the car is, asks before it cancels, and leaves the rest '
  'to the desk, at the number''s open booking or on the attention list. event: identifies the text. sender: E.164; not '
  'to be believed. is_answered: the provider has answered a stop itself. Returns what the text asked for; duplicate; '
  'too_many.';

grant execute on function public.record_text(text, text, text, text, boolean) to service_role;

create function public.list_inbound_texts(of_booking uuid default null, only_open boolean default false,
  before_id bigint default null, page_size integer default 50)
returns json
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_rows json;
  v_count bigint;
begin
  perform app.require_permission('desk');
  select json_agg(row(r.id, r.at, r.sender, r.words, r.intent, r.answer, r.booking_id, r.reference,
    r.closed_at)::public.inbound_text order by r.id desc), count(*) into v_rows, v_count
  from (select t.id, t.at, case when app.is_demo() then app.masked_number(t.sender) else t.sender end as sender,
      t.words, t.intent, t.answer, t.booking_id, b.reference, t.closed_at
    from app.inbound_texts t left join public.bookings b on b.id = t.booking_id
    where (list_inbound_texts.of_booking is null or t.booking_id = list_inbound_texts.of_booking)
      and (not coalesce(list_inbound_texts.only_open, false) or t.closed_at is null)
      and (list_inbound_texts.before_id is null or t.id < list_inbound_texts.before_id)
    order by t.id desc limit least(greatest(coalesce(list_inbound_texts.page_size, 50), 1), 200)) r;
  if v_count > 0 then perform app.log_list('contacts', null, v_count); end if;
  return app.page(v_rows);
end $$;

comment on function public.list_inbound_texts is
  'Text messages to the firm of the last 90 days, newest first; of one booking, or only those that wait for a person. '
  'Pass the last row''s id as before_id for the next page. The access log records the read. @returns page of '
  'inbound_text. '
  'Errors: must_login, not_allowed.';

grant execute on function public.list_inbound_texts(uuid, boolean, bigint, integer) to authenticated;

create function public.close_inbound_text(text_id bigint) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_me public.profiles := app.require_editor('desk');
begin
  update app.inbound_texts t set closed_at = app.now(), closed_by = v_me.id
  where t.id = close_inbound_text.text_id and t.closed_at is null;
  if found then
    perform app.audit('close_inbound_text', 'inbound_texts', close_inbound_text.text_id::text, null, '{}');
    perform app.broadcast('admin', 'attention');
  end if;
end $$;

comment on function public.close_inbound_text is
  'Takes a text message to the firm off the list of those that wait; does nothing if it is not on it. Audited. '
  'Errors: must_login, not_allowed, demo_mode.';

grant execute on function public.close_inbound_text(bigint) to authenticated;

create function app.purge_inbound_texts() returns void language sql volatile security definer set search_path = '' as $$
  delete from app.inbound_texts t where t.id in (select o.id from app.inbound_texts o
    where o.at < app.now() - interval '90 days' order by o.at limit 10000)
$$;

comment on function app.purge_inbound_texts is 'Deletes text messages to the firm after 90 days.';

create or replace function app.purge() returns void language plpgsql security definer set search_path = '' as $$
begin
  -- Skip: another run is deleting the same rows.
  if not pg_try_advisory_xact_lock(4842100) then return; end if;
  delete from public.fare_quotes q where q.used_at is null and q.expires_at < app.now() - interval '1 day';
  delete from app.rate_limits r where r.window_start < app.now() - interval '1 day';
  delete from app.shown_files f where f.at < app.now() - interval '1 day';
  delete from app.sign_ups s where s.created_at < app.now() - interval '7 days';
  delete from app.applications a where a.created_at < app.now() - interval '90 days';
  delete from app.known_contacts k using public.profiles p
  where p.id = k.user_id and p.deleted_at is not null and k.at < app.now() - interval '2 years';
  delete from app.known_devices d where d.at < app.now() - interval '1 year';
  delete from app.shown_rows r where r.at < app.now() - interval '1 day';
  delete from app.duty_periods d where d.ended_at < app.now() - interval '90 days';
  delete from app.approach_checks c where c.due_at < app.now() - interval '1 hour';
  delete from app.reported_steps t where t.at < app.now() - interval '30 days';
  perform app.clean_outbox();
  perform app.forget_imports();
  perform app.purge_cases();
  perform app.purge_desk_messages();
  perform app.purge_inbound_texts();
  -- The trail of a trip (its recorded positions) is kept as long as its fare may be disputed (app.trail_retention). The
  -- waves and offers of a search for a driver are kept for 90 days, as long as a driver may ask why they got no offer.
  delete from public.tracking_points t where t.at < app.now() - app.trail_retention()
    and t.id in (select o.id from public.tracking_points o order by o.id limit 100000);
  delete from app.trip_watch w using public.bookings b where b.id = w.booking_id
    and coalesce(b.reached_at, b.cancelled_at) < app.now() - interval '1 day';
  delete from public.dispatch_waves w where w.at < app.now() - interval '90 days'
    and w.id in (select o.id from public.dispatch_waves o order by o.id limit 20000);
  delete from public.booking_offers f where f.created_at < app.now() - interval '90 days' and f.status <> 'open'
    and f.id in (select o.id from public.booking_offers o order by o.id limit 50000);
  delete from public.driver_positions p where p.updated_at < app.now() - interval '30 days'
    and not exists (select 1 from public.bookings b where b.driver_id = p.driver_id and app.is_under_way(b.status));
end $$;

select cron.schedule('text-limit', '* * * * *', 'select app.warn_of_texts()');

create or replace function app.anonymize_person(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Only of contacts that are proved to be this person's: the form or the row of another person stays.
  delete from app.sign_ups s using public.profiles p, app.proved_email(p.id) m where p.id = anonymize_person.user_id
    and (lower(s.facts ->> 'email') = m.email
      or s.facts ->> 'mobile' = p.mobile and not app.is_number_unproved(p));
  delete from app.known_callers c using public.profiles p, app.proved_email(p.id) m
  where p.id = anonymize_person.user_id
    and (c.email = m.email or c.mobile = p.mobile and not app.is_number_unproved(p));
  delete from app.import_rows r where r.target_id = anonymize_person.user_id;
  perform app.empty_account(anonymize_person.user_id);
  delete from app.inbound_texts t using public.profiles p where p.id = anonymize_person.user_id
    and (t.sender = p.mobile and not app.is_number_unproved(p)
      or t.booking_id in (select b.id from public.bookings b where b.customer_id = anonymize_person.user_id));
  perform app.delete_messages(anonymize_person.user_id);
  delete from public.driver_documents d where d.driver_id = anonymize_person.user_id;
  delete from public.saved_addresses a where a.user_id = anonymize_person.user_id;
  delete from public.desk_messages m where m.driver_id = anonymize_person.user_id;
  delete from public.push_tokens t where t.user_id = anonymize_person.user_id;
  update public.bookings b set customer_name = '', customer_contact = null, customer_image = null, guest_name = null
  where b.customer_id = anonymize_person.user_id;
  delete from public.booking_contacts k using public.bookings b where b.id = k.booking_id
    and b.customer_id = anonymize_person.user_id;
  update public.bookings b set driver_name = null, driver_image = null where b.driver_id = anonymize_person.user_id;
  update public.booking_contacts k set driver_contact = null from public.bookings b where b.id = k.booking_id
    and b.driver_id = anonymize_person.user_id;
  update public.drivers d set fleet_id = null where d.fleet_id = anonymize_person.user_id;
  update app.driver_shifts s set ended_at = coalesce(s.ended_at, greatest(s.began_at, app.now())), note = '',
    own_car = '{}' where s.driver_id = anonymize_person.user_id;
  update public.drivers d set driver_active_status = false, license_image = null, vehicle_number = null,
    other_info = null
  where d.id = anonymize_person.user_id;
  delete from public.driver_positions p where p.driver_id = anonymize_person.user_id;
  delete from app.alarms a where a.person_id = anonymize_person.user_id;
  delete from app.position_jumps j where j.driver_id = anonymize_person.user_id;
  update public.cash_reports r set objection = 'deleted' where r.customer_id = anonymize_person.user_id
    and r.objection is not null;
  update public.no_show_fees f set objection = 'deleted' where f.customer_id = anonymize_person.user_id
    and f.objection is not null;
  update public.cases c set (message, reach, closed_at) = ('deleted', null, coalesce(c.closed_at, app.now()))
    where anonymize_person.user_id in (c.customer_id, c.driver_id);
  -- Removes the person's pictures in the bucket `users`. Pictures of a booking are kept as long as the booking.
  perform app.queue_file_removals('users', array(select o.name from storage.objects o
    where o.bucket_id = 'users' and o.name like anonymize_person.user_id || '/%'));
  update public.profiles p set first_name = '', last_name = '', email = null, mobile = null, mobile_verified = false,
    mobile_by_staff = false, profile_image = null, approved = false, suspended_reason = null,
    referral_id = app.unused_letters(5, 'public.profiles', 'referral_id'), deleted_at = app.now()
      where p.id = anonymize_person.user_id;
  -- Bank details are deleted after the profile is marked as deleted, so that no notice of the change is sent.
  delete from public.bank_details b where b.user_id = anonymize_person.user_id;
  delete from public.tax_details t where t.user_id = anonymize_person.user_id;
  delete from app.payout_changes c where c.user_id = anonymize_person.user_id;
  -- Deletes the saved cards; a trigger also queues their deletion at the payment providers.
  delete from public.payment_methods m where m.user_id = anonymize_person.user_id;
end $$;

-- Sources of this migration, for the next one to compare with:
--   61619ca617fb table app.message_log
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
--   |   resent_at timestamptz,
--   |   constraint message_log_cost check ((cost is null) = (currency is null))
--   | )
--   183c02df09c6 description of app.message_log
--   0b7e9b2d6afe type public.day_texts
--   74cb194c9406 comment on type public.day_texts
--   180d039188b4 table app.inbound_texts
--   ce521e7762e9 description of app.inbound_texts
--   3bf91c153f13 index app.inbound_texts_sender
--   a77531262262 index app.inbound_texts_booking_id
--   41589a720719 index app.inbound_texts_closed_by
--   45b0cf90b3f1 index app.inbound_texts_at
--   7b01d909eb76 index app.inbound_texts_waiting
--   bbfa0e06d1e0 alter table app.inbound_texts enable row level security
--   23161a8e6fa3 type public.inbound_text
--   3b32749ebc25 comment on type public.inbound_text
--   609facd418bc function app.obeys_stop(text, text)
--   bb0b8015818f function app.is_near_text_limit()
--   c699845047fe comment on function app.is_near_text_limit
--   948255e3f334 function app.unentered_ranges()
--   e7993e75e093 comment on function app.unentered_ranges
--   51dd015edacc function app.text_intent(text)
--   d5dec5eda441 comment on function app.text_intent
--   ded1035a96ab function app.open_booking_of(text)
--   a93545968ced comment on function app.open_booking_of
--   37c87da91844 function app.text_role(uuid, text)
--   16acab839cd2 comment on function app.text_role
--   469075f1a11d function app.attention_to_decide()
--   9fed2f0e393e function app.attention_rank(text)
--   ae2690f0e217 function app.attention_people(public.profiles)
--   3437d5859645 function public.save_message_template(text, text, text, jsonb, integer)
--   533e5ed3734e function app.can_resend(app.message_log)
--   d7aa9c445206 comment on function app.can_resend
--   e596a71268b1 function public.list_messages(text, text, text, text, timestamptz, timestamptz, bigint, integer)
--   fdcb1f5f6215 comment on function public.list_messages
--   7e5384199c27 grant execute on function public.list_messages(text, text, text, text, timestamp 7e538419
--   b8c7320bfe83 function public.resend_message(bigint)
--   338be4409423 comment on function public.resend_message
--   d6f6f1475a9f grant execute on function public.resend_message(bigint) to authenticated
--   553c6290520b function app.warn_of_texts()
--   0f20d33f8cca comment on function app.warn_of_texts
--   33d25537c53f function public.text_usage()
--   43e2cfac90bf comment on function public.text_usage
--   d2e386280bdb grant execute on function public.text_usage() to authenticated
--   8a07f37c2d04 comment on function public.attention_list
--   69673f72f4d3 function app.answer_text(app.inbound_texts, text, jsonb)
--   e0e290bf83a2 comment on function app.answer_text
--   1b5d8219e5be function app.answer_where(app.inbound_texts, public.bookings)
--   8f6b86e5266b function app.ask_cancel(app.inbound_texts, public.bookings)
--   c1c69d959d8f function app.confirm_cancel(app.inbound_texts)
--   fda98e0be2a9 comment on function app.confirm_cancel
--   421e2ef09e29 function public.record_text(text, text, text, text, boolean)
--   23770bfd87ec comment on function public.record_text
--   fc2b195d2d18 grant execute on function public.record_text(text, text, text, text, boolean) to service_role
--   36e2e68474a5 function public.list_inbound_texts(uuid, boolean, bigint, integer)
--   af32724e2663 comment on function public.list_inbound_texts
--   1e1c3fb81d10 grant execute on function public.list_inbound_texts(uuid, boolean, bigint, integer) to authenticated
--   2a1f82ceb757 function public.close_inbound_text(bigint)
--   3f5ebd499a87 comment on function public.close_inbound_text
--   cff0c13245f4 grant execute on function public.close_inbound_text(bigint) to authenticated
--   ca52f68e35c7 function app.purge_inbound_texts()
--   21fa27e417ea comment on function app.purge_inbound_texts
--   f7b071e2780a function app.purge()
--   39e154ccfb45 job text-limit
--   c45181fd4352 function app.anonymize_person(uuid)
