-- news_channels: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

drop function app.new_preference_key(text);
drop function public.notification_receivers(text, text);
drop function public.notification_progress(uuid);


insert into app.limits (purpose, most, seconds, refusal) values ('news_consent', 20, 3600, 'At most %s changes an hour');

create or replace function app.needed_placeholder(key text) returns text
language sql immutable set search_path = '' as $$
  select case when needed_placeholder.key
      ~ '^sent_messages[.](mail[.]lines[.][a-z_]+|sms[.](named|unnamed)|parcel|guest[.]code)$' then 'code'
    when needed_placeholder.key in ('sent_messages.mail.link', 'sent_messages.guest.link', 'notices.invitation.text',
      'notices.invitation_sms.text', 'sent_messages.trip.link', 'sent_messages.trip.preferences',
      'sent_messages.news.mail', 'sent_messages.news.sms') then 'link' end
$$;

create function app.are_news_words(words jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = '' as $$
begin
  return jsonb_typeof(words) = 'object' and octet_length(words::text) <= 100000 and not exists (
    select from jsonb_each(words) w
    where w.key !~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' or jsonb_typeof(w.value) <> 'object'
      or exists (select from jsonb_each(w.value) x where x.key not in ('title', 'body')
        or jsonb_typeof(x.value) <> 'string')
      or coalesce(length(w.value ->> 'title') > 200 or btrim(w.value ->> 'title') = ''
        or length(w.value ->> 'body') > 2000 or btrim(w.value ->> 'body') = '', true));
-- Words that are no object have no fields.
exception when others then
  return false;
end $$;

comment on function app.are_news_words is
  'Whether these are the words of a notification in further languages: {<language>: {title, body}}, each complete and '
  'at most as long as those in the firm''s language.';

grant execute on function app.are_news_words(jsonb) to authenticated, service_role;

alter table public.notifications
  add column channels text[] not null default '{push}' check (cardinality(channels) > 0
    and channels <@ '{push,mail,sms}'::text[]),
  add column words jsonb not null default '{}' check (app.are_news_words(words)),
  add column stopped_at timestamptz;
-- Validated at once: the table has a row per notification that staff wrote.
-- squawk-ignore constraint-missing-not-valid
alter table public.notifications add constraint notifications_stopped check (stopped_at is null or sent_at is not null);

grant insert (devicetype, usertype, title, body, channels, words) on public.notifications to authenticated;

call app.describe('public.notifications', $$
  News of the operator to people's devices, and to the mail addresses and numbers of those who agreed. Each is sent
    once.
  devicetype: Devices that get the push: All, ANDROID or IOS. All includes browsers.
  recipients: Number of devices, addresses and numbers for which the message was meant when it was sent; null before.
  channels: push, mail and sms: how it is sent. Mail and text messages only reach people who agreed to news on that
    channel.
  words: Title and text in further languages, {<language>: {title, body}}. Everybody else gets title and body, which
    are in the firm's default language.
  stopped_at: When an admin stopped it: what had not left by then was dropped.
  usertype: People who get the message: All, rider or driver.
  title: Title of the message; shown as written, not translated.
  body: Text of the message; shown as written, not translated.
  created_by: The admin who wrote the message.
$$);

grant insert (devicetype, usertype, title, body, channels, words) on public.notifications to authenticated;

create table app.news_consents (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  channel text not null check (channel in ('sms', 'mail')),
  receiver_hash text not null check (length(receiver_hash) = 64),
  given boolean not null,
  source text not null check (source in ('profile', 'preferences', 'unsubscribe', 'stop', 'change')),
  words text check (length(words) between 1 and 1000),
  at timestamptz not null default app.now(),
  constraint news_consents_words check (not given or words is not null)
);

call app.describe('app.news_consents', $$
  The history of who agreed to news by mail or text message. The newest row of a person and channel counts, and only
    for the address it was given for; nobody has agreed before there is one. Rows are never changed, and deleted with
    the account.
  receiver_hash: The number or address for which it counts, hashed with this database's secret.
  given: Whether the person agreed; false: took it back.
  source: How: profile or preferences, the page of that name; unsubscribe, by the mail program; stop, the number or
    address wants no messages at all; change, the account has another number or address.
  words: What the page said to which the person agreed.
$$);

create index news_consents_user_id on app.news_consents (user_id, channel, id desc);

create index news_consents_receiver on app.news_consents (receiver_hash, channel);

alter table app.news_consents enable row level security;

create function app.tg_news_consents__kept() returns trigger language plpgsql set search_path = '' as $$
begin
  perform app.refuse('append_only', 409, 'Consent that changes is a new row');
  return null;
end $$;

create trigger news_consents__kept before update or truncate on app.news_consents
  for each statement execute function app.tg_news_consents__kept();

create type public.news_choice as (channel text, wanted boolean);

comment on type public.news_choice is
  'Whether the receiver of a message wants news on its channel, sms or mail; wanted is null for one who was never '
  'asked.';

create type public.news_texts as ("left" bigint, price numeric, currency text);

comment on type public.news_texts is
  'Text messages of news: how many parts the firm''s day leaves (null: any), and what a part cost lately, in currency '
  '(null: no provider said it).';

create or replace function public.export_my_data() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_me public.profiles := app.caller();
  v_others text[] := array['customer_name', 'customer_contact', 'customer_image', 'guest_name'];
begin
  perform app.require_edits();
  return jsonb_build_object('exported_at', app.now(), 'profile', to_jsonb(v_me),
    'driver', (select to_jsonb(d) from public.drivers d where d.id = v_me.id),
    'bank_details', (select to_jsonb(b) from public.bank_details b where b.user_id = v_me.id),
    'tax_details', (select to_jsonb(t) from public.tax_details t where t.user_id = v_me.id),
    'documents', (select coalesce(jsonb_agg(to_jsonb(d) - 'decided_by'), '[]') from public.driver_documents d
      where d.driver_id = v_me.id),
    'saved_addresses', (select coalesce(jsonb_agg(to_jsonb(a)), '[]') from public.saved_addresses a
      where a.user_id = v_me.id),
    'bookings', (select coalesce(jsonb_agg(to_jsonb(b) - 'driver_image' || to_jsonb(k)
      - '{booking_id,driver_contact}'::text[] order by b.created_at), '[]')
      from public.bookings b left join public.booking_contacts k on k.booking_id = b.id where b.customer_id = v_me.id),
    'trips', (select coalesce(jsonb_agg(to_jsonb(b) - v_others order by b.created_at), '[]') from public.bookings b
      where b.driver_id = v_me.id),
    'no_show_fees', (select coalesce(jsonb_agg(to_jsonb(f) - 'decided_by'), '[]') from public.no_show_fees f
      where f.customer_id = v_me.id),
    'cash_reports', (select coalesce(jsonb_agg(to_jsonb(r) - 'decided_by'), '[]') from public.cash_reports r
      where r.customer_id = v_me.id),
    'cases', (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from public.cases c
      where v_me.id in (c.customer_id, c.driver_id)),
    'ratings', (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from public.ratings r where r.from_id = v_me.id),
    'desk_messages', (select coalesce(jsonb_agg(to_jsonb(m) - 'author_id'), '[]') from public.desk_messages m
      where m.driver_id = v_me.id),
    'messages', (select coalesce(jsonb_agg(to_jsonb(m)), '[]') from public.chat_messages m where m.from_id = v_me.id),
    'notices', (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from public.notices n where n.user_id = v_me.id),
    'devices', (select coalesce(jsonb_agg(to_jsonb(t) - 'token'), '[]') from public.push_tokens t
      where t.user_id = v_me.id),
    'payments', (select coalesce(jsonb_agg(to_jsonb(p) order by p.created_at), '[]') from public.payments p
      where p.customer_id = v_me.id),
    'saved_cards', (select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]') from public.payment_methods m
      where m.user_id = v_me.id),
    'card_consents', (select coalesce(jsonb_agg(to_jsonb(c) order by c.given_at), '[]') from app.card_consents c
      where c.user_id = v_me.id),
    'news_consents', (select coalesce(jsonb_agg(to_jsonb(c) - '{user_id,receiver_hash}'::text[] order by c.id), '[]')
      from app.news_consents c where c.user_id = v_me.id),
    'refunds', (select coalesce(jsonb_agg(to_jsonb(r) - 'created_by' order by r.created_at), '[]')
      from public.refunds r where r.customer_id = v_me.id),
    'payment_requests', (select coalesce(jsonb_agg(to_jsonb(r) - 'created_by' order by r.id), '[]')
      from public.payment_requests r where r.customer_id = v_me.id),
    'fare_corrections', (select coalesce(jsonb_agg(to_jsonb(c) - 'created_by' order by c.id), '[]')
      from public.fare_corrections c where c.customer_id = v_me.id),
    'money_decisions', (select coalesce(jsonb_agg(to_jsonb(d) - array['decided_by', 'reversed_by'] order by d.id),
      '[]') from public.money_decisions d where d.user_id = v_me.id),
    'wallet', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') from public.ledger_entries e
      join public.ledger_accounts a on a.id = e.account_id where a.user_id = v_me.id));
end $$;

comment on function public.export_my_data is
  'All data about the caller: {profile, driver, bank_details, tax_details, documents, saved_addresses, bookings, '
  'trips, no_show_fees, cash_reports, cases, ratings, desk_messages, messages, notices, devices, payments, '
  'saved_cards, card_consents, news_consents, refunds, payment_requests, fare_corrections, money_decisions, wallet}, '
  'without other people''s contacts. '
  'Errors: must_login, demo_mode.';

create function public.notification_progress(notification_id uuid)
  returns table (queued integer, sent integer, dead integer, stopped integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('broadcast');
  return query
  select (count(*) filter (where o.status = 'queued'))::integer, (count(*) filter (where o.status = 'sent'))::integer,
    (count(*) filter (where o.status = 'dead' and o.last_error is distinct from 'campaign_stopped'))::integer,
    (count(*) filter (where o.status = 'dead' and o.last_error = 'campaign_stopped'))::integer
  from app.outbox o where o.notification_id = notification_progress.notification_id;
end $$;

comment on function public.notification_progress is
  'How far a notification is delivered: number of devices, addresses and numbers to which it is queued, sent, could '
  'not be sent (dead), or was not sent because it was stopped. '
  'All 0 before it is sent, and after the outbox has deleted its messages. '
  'Errors: must_login, not_allowed.';

grant execute on function public.notification_progress(uuid) to authenticated;

create or replace function public.progress(notification public.notifications) returns integer[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if (notification).sent_at is null or not app.has_permission('broadcast') then return null; end if;
  return (select array[p.queued, p.sent, p.dead, p.stopped] from public.notification_progress((notification).id) p);
end $$;

comment on function public.progress(public.notifications) is
  'The result of notification_progress as an array (a computed column of notifications): queued, sent, dead and '
  'stopped; null for drafts and for callers without the permission broadcast.';

create function app.own_contact(user_id uuid, channel text) returns text
language sql stable security definer set search_path = '' as $$
  select case own_contact.channel
    when 'mail' then case when u.email_confirmed_at is not null then nullif(u.email, '') end
    when 'sms' then case when u.phone_confirmed_at is not null then app.verified_number(u.phone) end end
  from auth.users u where u.id = own_contact.user_id
$$;

comment on function app.own_contact is
  'The address (mail) or number (sms) that a person''s account has proved; null if there is none.';

create function app.message_kind(message jsonb) returns text language sql immutable set search_path = '' as $$
  select coalesce(message_kind.message ->> 'about', split_part(coalesce(message_kind.message ->> 'msg', ''), '.', 1))
$$;

comment on function app.message_kind is
  'What a message of the outbox is about: about, else the first word of the key of its text.';

create or replace function app.obeys_stop(channel text, kind text) returns boolean
language sql immutable set search_path = '' as $$
  select case obeys_stop.channel
    when 'sms' then obeys_stop.kind not in ('parcel_code', 'contact_changed', 'bank_details_changed')
      -- Who writes to the firm asks for the answer.
      and obeys_stop.kind not like 'answer\_%'
    else obeys_stop.kind = 'news' or obeys_stop.kind like 'text\_%' end
$$;

create function app.news_texts_of_day() returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(coalesce(l.segments, 1)), 0)
  from app.message_log l cross join public.settings s
  where s.id = 1 and l.channel = 'sms' and l.kind = 'news' and (l.state <> 'failed' or l.receipt_at is not null)
    and l.at >= date_trunc('day', app.now(), s.time_zone)
$$;

comment on function app.news_texts_of_day is 'Those of app.texts_of_day that are news.';

create function app.has_bounced(channel text, receiver text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from app.message_log l
    where l.receiver_hash = app.receiver_hash(has_bounced.receiver) and l.channel = has_bounced.channel
      and l.state = 'failed' and l.counts and l.reason ~ 'receiver_refused'
      and not exists (select from app.message_log t where t.receiver_hash = l.receiver_hash
        and t.changed_at > l.changed_at and t.state in ('sent', 'delivered') and t.reason is null))
$$;

comment on function app.has_bounced is
  'Whether the last that a provider said of a number or address is that it gets no messages. Enough to send it no '
  'news.';

create view app.current_news_consents with (security_invoker = true) as
  select distinct on (c.user_id, c.channel) c.* from app.news_consents c
  order by c.user_id, c.channel, c.id desc;

comment on view app.current_news_consents is 'The newest row of app.news_consents of each person and channel.';

create function app.news_consent_of(user_id uuid, channel text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select c.given and c.receiver_hash = app.receiver_hash(app.own_contact(c.user_id, c.channel))
    from app.news_consents c where c.user_id = news_consent_of.user_id and c.channel = news_consent_of.channel
    order by c.id desc limit 1), false)
$$;

comment on function app.news_consent_of is
  'Whether a person agreed to news by sms or mail (channel), at the number or address that the account has now.';

create view app.news_receivers with (security_invoker = true) as
  select c.user_id, c.channel, a.receiver, p.lang_locale, p.usertype
  from app.current_news_consents c
  join public.profiles p on p.id = c.user_id and p.deleted_at is null
  cross join lateral (select app.own_contact(c.user_id, c.channel) as receiver offset 0) a
  where c.given and c.receiver_hash = app.receiver_hash(a.receiver)
    and not app.is_stopped(c.channel, a.receiver, 'news') and not app.has_bounced(c.channel, a.receiver);

comment on view app.news_receivers is 'People who get news by mail or text message, with their address or number.';

create function app.news_words(what public.notifications, lang text)
  returns table (title text, body text, locale text)
language sql stable security definer set search_path = '' as $$
  select coalesce(w.said ->> 'title', (what).title), coalesce(w.said ->> 'body', (what).body),
    coalesce(w.tag, (select l.lang_locale from public.languages l where l.is_default))
  from (values (1)) one (row)
  left join lateral (select e.key as tag, e.value as said from jsonb_each((what).words) e
    where e.key in (news_words.lang, split_part(news_words.lang, '-', 1)) order by length(e.key) desc limit 1) w on true
$$;

comment on function app.news_words is
  'A notification in a person''s language, else in the language without its region, else as it stands in title and '
  'body. locale: the language of these words.';

create function app.text_parts(value text) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select case when c.units <= c.one then 1 else ceil(c.units / c.many::numeric)::integer end
  from (select case when g.is_gsm then 160 else 70 end as one, case when g.is_gsm then 153 else 67 end as many,
      length(value) + case when g.is_gsm then length(value) - length(translate(value, l.extended, ''))
        else length(regexp_replace(value, '[^\U00010000-\U0010FFFF]', '', 'g')) end as units
    from (select E'\f^{}\\[~]|€' as extended, E'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&''()*+,-./0123456789:;<=>?¡§¿'
        || 'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜabcdefghijklmnopqrstuvwxyzäöñüà' as basic) l
    cross join lateral (select translate(value, l.basic || l.extended, '') = '' as is_gsm) g) c
$$;

comment on function app.text_parts is 'The parts of a text message, by which providers bill.';

create function app.news_parts(body text) returns integer
language sql stable security definer set search_path = '' as $$
  select app.text_parts(news_parts.body || s.app_name || repeat('x', 70)) from public.settings s where s.id = 1
$$;

comment on function app.news_parts is 'The parts that news take as a text message, at most.';

create function app.news_due(at timestamptz default app.now()) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select coalesce(app.quiet_end(news_due.at, s.quiet_from, s.quiet_to, s.time_zone), news_due.at)
  from public.settings s where s.id = 1
$$;

comment on function app.news_due is
  'When news may leave that make a noise: at once, or when the quiet hours end (app.quiet_end).';

create function app.news_texts_left() returns bigint language sql stable security definer set search_path = '' as $$
  select greatest(least(s.sms_day_limit * 3 / 10 - app.news_texts_of_day(),
    s.sms_day_limit * 4 / 5 - app.texts_of_day()), 0)
  from public.settings s where s.id = 1 and s.sms_day_limit is not null
$$;

comment on function app.news_texts_left is
  'How many parts of text messages the firm''s day leaves for news; null without settings.sms_day_limit.';

create function app.news_message(title text, body text, locale text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('plain', true, 'about', 'news', 'news', true, 'lang', locale, 'title', title, 'msg', body)
$$;

comment on function app.news_message is
  'News as a message of the outbox: the sender adds how to end them, by the key in preferences.';

create function public.news_audience(usertype text default 'All', devicetype text default 'All')
  returns table (channel text, locale text, receivers integer)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform app.require_permission('broadcast');
  return query
  select r.channel, coalesce(r.lang_locale, ''), count(*)::integer
  from (select 'push' as channel, d.lang_locale from app.notification_devices d
      where news_audience.usertype in ('All', d.usertype) and news_audience.devicetype in ('All', d.platform)
    union all
    select n.channel, n.lang_locale from app.news_receivers n where news_audience.usertype in ('All', n.usertype)) r
  group by 1, 2 order by 1, 2;
end $$;

comment on function public.news_audience is
  'How many devices (push), mail addresses and numbers (sms) a notification to these people (All, rider, driver) and '
  'devices (All, ANDROID, IOS) would reach now, by the language of their owners, which is empty if unknown. Of '
  'addresses and numbers only those whose owners agreed to news count. '
  'Errors: must_login, not_allowed.';

grant execute on function public.news_audience(text, text) to authenticated;

create function public.news_texts() returns public.news_texts
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('broadcast');
  return (select row(app.news_texts_left(), c.price, c.currency)::public.news_texts from (values (1)) one (row)
    left join lateral (select sum(l.cost) / sum(coalesce(l.segments, 1)) as price, l.currency from app.message_log l
      where l.channel = 'sms' and l.cost is not null and l.at > app.now() - interval '30 days'
      group by l.currency order by count(*) desc limit 1) c on true);
end $$;

comment on function public.news_texts is
  'What decides about the cost of news by text message. price: the mean of the last 30 days, by what providers said. '
  'Errors: must_login, not_allowed.';

grant execute on function public.news_texts() to authenticated;

create function public.news_consents() returns table (channel text, receiver text, given boolean)
language plpgsql stable security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  return query
  select k.channel, case k.channel when 'mail' then app.masked_email(a.receiver) else app.masked_number(a.receiver) end,
    app.news_consent_of(v_me.id, k.channel)
  from unnest('{mail,sms}'::text[]) with ordinality k (channel, place)
  cross join lateral (select app.own_contact(v_me.id, k.channel) as receiver) a
  where a.receiver is not null order by k.place;
end $$;

comment on function public.news_consents is
  'Whether the caller agreed to news by mail and by text message (sms): a row for each that the account has a proved '
  'address or number for, which is masked. '
  'Errors: must_login.';

grant execute on function public.news_consents() to authenticated;

create or replace function app.delete_messages(user_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
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
      else o.payload - '{code,link_token,preferences}'::text[] #- '{params,message}' end
  where o.id = v_row.id;
  update app.message_log l set provider = left(finish_outbox.sent ->> 'provider', 40),
    ref = left(finish_outbox.sent ->> 'ref', 200),
    segments = coalesce(case when not v_row.payload ? 'parts' then l.segments end,
      nullif((finish_outbox.sent ->> 'segments')::integer, 0), l.segments),
    cost = coalesce(l.cost, (finish_outbox.sent #>> '{cost,amount}')::numeric),
    currency = coalesce(l.currency, finish_outbox.sent #>> '{cost,currency}')
  where l.outbox_id = v_row.id and finish_outbox.sent is not null;
  return v_row.status;
end $$;

create or replace function app.stop_messages(channel text, receiver text, source text default 'person') returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_is_new boolean;
begin
  insert into app.message_stops (receiver_hash, channel, source)
  values (app.receiver_hash(stop_messages.receiver), stop_messages.channel, stop_messages.source)
  on conflict on constraint message_stops_pkey do nothing;
  v_is_new := found;
  -- A message that a sender has begun may have been sent already; its end is the sender's to report.
  update app.outbox o set status = 'dead', done_at = app.now(), last_error = 'stopped',
    payload = o.payload - '{code,link_token,preferences}'::text[] #- '{params,message}'
  where o.status = 'queued' and o.kind = stop_messages.channel and o.last_error is distinct from
      'unknown: the sender ended before it reported'
    and case o.kind when 'sms' then o.payload ->> 'phone' = stop_messages.receiver
      else lower(o.payload ->> 'email') = lower(stop_messages.receiver) end
    and app.obeys_stop(o.kind, app.message_kind(o.payload));
  return v_is_new;
end $$;

create function app.test_message(title text, body text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if app.is_blank(test_message.body) or length(test_message.body) > 4000 or length(test_message.title) > 200 then
    perform app.refuse('texts_invalid', 422, 'Give a text of up to 4000 characters and a title of up to 200');
  end if;
  return jsonb_build_object('plain', true, 'about', 'test', 'title', coalesce(app.plain(test_message.title), ''),
    'msg', app.plain_lines(test_message.body));
end $$;

comment on function app.test_message is
  'Words as a message of the outbox that is a test. '
  'Errors: texts_invalid.';

create function app.send_test(me uuid, channel text, message jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_to text;
  v_count integer;
begin
  if send_test.channel = 'push' then
    perform app.enforce_limit('test_message', send_test.me::text);
    insert into app.outbox (kind, user_id, payload, expires_at)
    select 'push', send_test.me, send_test.message || jsonb_build_object('token', t.token, 'platform', t.platform,
      'channelId', app.push_channel()), app.now() + interval '5 minutes'
    from public.push_tokens t where t.user_id = send_test.me;
    get diagnostics v_count = row_count;
    if v_count = 0 then
      perform app.refuse('no_device', 409, 'No device of yours gets push messages; turn them on in your profile');
    end if;
    return v_count::text;
  end if;
  v_to := app.own_contact(send_test.me, send_test.channel);
  if v_to is null then
    perform app.refuse('no_contact', 409, 'Your account has no confirmed address or number for this channel');
  end if;
  perform app.enforce_limit('test_message', send_test.me::text);
  insert into app.outbox (kind, user_id, payload, expires_at)
  values (send_test.channel, send_test.me, send_test.message || jsonb_build_object(
    case send_test.channel when 'mail' then 'email' else 'phone' end, v_to), app.now() + interval '5 minutes');
  return v_to;
end $$;

comment on function app.send_test is
  'Sends a message to the devices (push), the address or the number of the admin me; ten times an hour. Returns the '
  'number or address, or the number of devices. '
  'Errors: no_device, no_contact, too_many_requests.';

create or replace function public.send_test_message(channel text, title text, body text, lang text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare v_me public.profiles := app.require_editor('settings');
begin
  return app.send_test(v_me.id, send_test_message.channel, app.test_message(send_test_message.title,
    send_test_message.body) || jsonb_build_object('lang', send_test_message.lang));
end $$;

create or replace function public.admit_code(phone text, parts integer default 1) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_set public.settings := app.settings();
  v_digits text := regexp_replace(admit_code.phone, '[^0-9]', '', 'g');
  v_range text := app.number_range(admit_code.phone);
  v_hash text := app.receiver_hash(v_range);
  v_is_proved boolean := exists (select from auth.users u where u.phone = v_digits
    and u.phone_confirmed_at is not null);
  v_most integer;
begin
  -- News have their own part of the day (app.news_texts_left), so that no campaign shuts new people out.
  if v_set.sms_day_limit is not null and (app.texts_of_day() + admit_code.parts > v_set.sms_day_limit
      or not v_is_proved
        and app.texts_of_day() - app.news_texts_of_day() + admit_code.parts > v_set.sms_day_limit / 2) then
    return 'no_texts_left';
  end if;
  if not public.take_rate_limit('code:' || app.receiver_hash('+' || v_digits), v_set.codes_per_number, 3600) then
    return 'too_many_requests';
  end if;
  -- Who has proved the number is no stranger: a flood of codes to neighbours must not lock the person out.
  if v_is_proved or v_range is null then return null; end if;
  v_most := case when app.is_unentered_range(v_hash) then greatest(v_set.codes_per_prefix / 10, 1)
    when exists (select from auth.users u where u.phone between v_range || '0000' and v_range || '9999'
      and length(u.phone) = length(v_digits) and u.phone_confirmed_at is not null) then v_set.codes_per_prefix
    else greatest(v_set.codes_per_prefix / 3, 1) end;
  return case when not public.take_rate_limit('code_range:' || v_hash, v_most, 3600) then 'too_many_requests' end;
end $$;

create function app.new_preference_key(receiver text, channel text default 'sms') returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id text := replace(gen_random_uuid()::text, '-', '');
  -- 96 random bits: a link in a text message must be short.
  v_key text := left(v_id, 12) || right(v_id, 12);
begin
  insert into app.preference_keys (key_hash, receiver_hash, channel)
  values (encode(sha256(convert_to(v_key, 'UTF8')), 'hex'), app.receiver_hash(new_preference_key.receiver),
    new_preference_key.channel);
  return v_key;
end $$;

create function app.record_news_consent(user_id uuid, channel text, receiver_hash text, given boolean, source text,
  words text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_now app.news_consents;
begin
  select c.* into v_now from app.news_consents c
  where c.user_id = record_news_consent.user_id and c.channel = record_news_consent.channel order by c.id desc limit 1;
  if coalesce(v_now.given, false) = record_news_consent.given
    and (not record_news_consent.given or v_now.receiver_hash = record_news_consent.receiver_hash) then
    return;
  end if;
  insert into app.news_consents (user_id, channel, receiver_hash, given, source, words)
  values (record_news_consent.user_id, record_news_consent.channel, record_news_consent.receiver_hash,
    record_news_consent.given, record_news_consent.source, record_news_consent.words);
  if record_news_consent.given then return; end if;
  update app.outbox o set status = 'dead', done_at = app.now(), last_error = 'stopped',
    payload = o.payload - 'preferences'
  where o.user_id = record_news_consent.user_id and o.kind = record_news_consent.channel and o.status = 'queued'
    and o.payload ->> 'about' = 'news'
    -- A message that a sender has begun may have been sent already; its end is the sender's to report.
    and o.last_error is distinct from 'unknown: the sender ended before it reported';
end $$;

comment on function app.record_news_consent is
  'Adds to the history that a person agreed to news (given) or took it back, if that is new, and then drops those that '
  'wait. words: what the page said to which the person agreed.';

create function app.agree_to_news(person public.profiles, channel text, source text, words text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare v_to text := app.own_contact((person).id, agree_to_news.channel);
begin
  if v_to is null then
    perform app.refuse('no_contact', 409, 'Your account has no confirmed address or number for this channel');
  end if;
  if app.is_blank(agree_to_news.words) or length(agree_to_news.words) > 1000 then
    perform app.refuse('news_invalid', 422, 'words: what the page says that the person agrees to');
  end if;
  if app.is_stopped(agree_to_news.channel, v_to, 'news') then
    perform app.refuse('news_stopped', 409, 'This number or address wants no messages; a text START takes that back');
  end if;
  perform app.enforce_limit('news_consent', (person).id::text);
  perform app.record_news_consent((person).id, agree_to_news.channel, app.receiver_hash(v_to), true,
    agree_to_news.source, app.plain_lines(agree_to_news.words));
end $$;

create function public.save_news_consent(channel text, given boolean, words text default null) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare v_me public.profiles := app.caller();
begin
  if save_news_consent.channel is null or save_news_consent.channel not in ('mail', 'sms')
    or save_news_consent.given is null then
    perform app.refuse('news_invalid', 422, 'channel: mail or sms; given: true or false');
  end if;
  if save_news_consent.given then
    perform app.agree_to_news(v_me, save_news_consent.channel, 'profile', save_news_consent.words);
  else
    perform app.record_news_consent(v_me.id, save_news_consent.channel, c.receiver_hash, false, 'profile')
    from app.current_news_consents c where c.user_id = v_me.id and c.channel = save_news_consent.channel;
  end if;
  return app.news_consent_of(v_me.id, save_news_consent.channel);
end $$;

comment on function public.save_news_consent is
  'The caller agrees to news by mail or text message (channel: sms) at the proved address or number of the account, or '
  'takes it back (given: false). Nobody else can. words: what the page said that the person agrees to, kept as the '
  'proof. Returns whether the caller gets news there. '
  'Errors: must_login, news_invalid, no_contact, news_stopped, too_many_requests.';

grant execute on function public.save_news_consent(text, boolean, text) to authenticated;

create function app.news_consent_by_key(key app.preference_keys) returns app.news_consents
language sql stable security definer set search_path = '' as $$
  select c.* from app.news_consents c
  where c.receiver_hash = (key).receiver_hash and c.channel = (key).channel
    and not exists (select from app.news_consents n where n.user_id = c.user_id and n.channel = c.channel
      and n.id > c.id)
  order by c.id desc limit 1
$$;

create function public.news_choice(key text) returns public.news_choice
language plpgsql stable security definer set search_path = '' as $$
declare v_key app.preference_keys := app.preference_of(news_choice.key);
begin
  return row(v_key.channel, (app.news_consent_by_key(v_key)).given)::public.news_choice;
end $$;

comment on function public.news_choice is
  'Whether the receiver of a message wants news on its channel, by the key of its link: {channel: sms or mail, wanted: '
  'null for a receiver who was never asked}. Nothing about the person. '
  'Errors: preferences_not_found.';

grant execute on function public.news_choice(text) to anon, authenticated;

create function public.save_news_choice(key text, wanted boolean, words text default null) returns public.news_choice
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_key app.preference_keys := app.preference_of(save_news_choice.key);
  v_consent app.news_consents := app.news_consent_by_key(v_key);
  v_person public.profiles;
begin
  if save_news_choice.wanted is null then
    perform app.refuse('news_invalid', 422, 'wanted: true or false');
  end if;
  if save_news_choice.wanted then
    select p.* into v_person from public.profiles p where p.id = v_consent.user_id and p.deleted_at is null;
    -- Only the account's own number or address can agree, and only one that did so before.
    if v_person.id is null
      or app.receiver_hash(app.own_contact(v_person.id, v_key.channel)) is distinct from v_key.receiver_hash then
      perform app.refuse('preferences_not_found', 404, 'Agree to news in your profile');
    end if;
    perform app.agree_to_news(v_person, v_key.channel, 'preferences', save_news_choice.words);
  elsif v_consent.id is not null then
    perform app.record_news_consent(v_consent.user_id, v_key.channel, v_key.receiver_hash, false, 'preferences');
  end if;
  return public.news_choice(save_news_choice.key);
end $$;

comment on function public.save_news_choice is
  'Ends the news to the receiver of a message, or takes that back, by the key of its link; answers as news_choice. '
  'words: what the page said that the person agrees to. '
  'Errors: preferences_not_found, news_invalid, news_stopped, no_contact, too_many_requests.';

grant execute on function public.save_news_choice(text, boolean, text) to anon, authenticated;

create function public.unsubscribe_news(key text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_key app.preference_keys;
  v_consent app.news_consents;
begin
  select k.* into v_key from app.preference_keys k
  where k.key_hash = encode(sha256(convert_to(coalesce(unsubscribe_news.key, ''), 'UTF8')), 'hex')
    and k.created_at > app.now() - interval '90 days';
  if not found then return false; end if;
  v_consent := app.news_consent_by_key(v_key);
  if v_consent.id is not null then
    perform app.record_news_consent(v_consent.user_id, v_key.channel, v_key.receiver_hash, false, 'unsubscribe');
  end if;
  return true;
end $$;

comment on function public.unsubscribe_news is
  'Ends the news to the receiver of a mail, by the key in its header List-Unsubscribe (RFC 8058), also again. Returns '
  'false for an unknown or expired key.';

grant execute on function public.unsubscribe_news(text) to service_role;

create or replace function public.send_notification(notification_id uuid) returns public.notifications
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  v_what public.notifications;
  v_due timestamptz := app.news_due();
  v_left bigint;
  v_count integer := 0;
  v_added integer;
begin
  perform app.require_editor('broadcast');
  select n.* into v_what from public.notifications n where n.id = send_notification.notification_id for no key update;
  if not found then perform app.refuse('notification_not_found', 404, 'No such notification'); end if;
  if v_what.sent_at is not null then return v_what; end if;
  if 'push' = any (v_what.channels) then
    insert into app.outbox (kind, user_id, notification_id, payload, due_at, expires_at)
    select 'push', t.user_id, v_what.id, jsonb_build_object('token', t.token, 'platform', t.platform,
      'lang', t.lang_locale, 'channelId', app.push_channel(), 'title', w.title, 'msg', w.body, 'plain', true),
      v_due, v_due + interval '1 day'
    from app.notification_devices t cross join lateral app.news_words(v_what, t.lang_locale) w
    where v_what.usertype in ('All', t.usertype) and v_what.devicetype in ('All', t.platform);
    get diagnostics v_count = row_count;
  end if;
  if 'mail' = any (v_what.channels) then
    -- A mail makes no noise, so the night is no reason to wait.
    insert into app.outbox (kind, user_id, notification_id, payload)
    select 'mail', r.user_id, v_what.id, app.news_message(w.title, w.body, w.locale) || jsonb_build_object(
      'email', r.receiver, 'preferences', app.new_preference_key(r.receiver, 'mail'))
    from app.news_receivers r cross join lateral app.news_words(v_what, r.lang_locale) w
    where r.channel = 'mail' and v_what.usertype in ('All', r.usertype);
    get diagnostics v_added = row_count;
    v_count := v_count + v_added;
  end if;
  if 'sms' = any (v_what.channels) then
    -- Two campaigns at once must not both spend what the day leaves.
    perform pg_advisory_xact_lock(hashtextextended('news_texts', 0));
    v_left := app.news_texts_left();
    insert into app.outbox (kind, user_id, notification_id, payload, due_at, expires_at, status, done_at, last_error)
    select 'sms', r.user_id, v_what.id, app.news_message(r.title, r.body, r.locale) || jsonb_build_object(
        'phone', r.receiver, 'parts', r.parts)
        || case when r.fits then jsonb_build_object('preferences', app.new_preference_key(r.receiver, 'sms'))
          else '{}' end,
      v_due, v_due + interval '1 day', case when r.fits then 'queued' else 'dead' end,
      case when not r.fits then app.now() end, case when not r.fits then 'no_texts_left' end
    from (select n.user_id, n.receiver, w.title, w.body, w.locale, p.parts,
        v_left is null or sum(p.parts) over (order by n.user_id) <= v_left as fits
      from app.news_receivers n cross join lateral app.news_words(v_what, n.lang_locale) w
        cross join lateral (select app.news_parts(w.body) as parts) p
      where n.channel = 'sms' and v_what.usertype in ('All', n.usertype)) r;
    get diagnostics v_added = row_count;
    v_count := v_count + v_added;
  end if;
  if v_count = 0 then perform app.refuse('no_user_match', 404, 'The notification would reach nobody'); end if;
  update public.notifications n set sent_at = app.now(), recipients = v_count where n.id = v_what.id
    returning n.* into v_what;
  perform app.audit('send_notification', 'notifications', v_what.id::text, null, to_jsonb(v_what));
  return v_what;
end $$;

comment on function public.send_notification is
  'Sends a notification on its channels to all devices and people for whom it is meant, once: a retry returns the '
  'result of the first call. Each gets it in their language. Mail and text messages only reach people who agreed to '
  'news there; pushes and text messages wait for the end of the quiet hours, and text messages end where '
  'app.news_texts_left ends. '
  'Errors: must_login, not_allowed, demo_mode, notification_not_found, no_user_match.';

create function public.stop_notification(notification_id uuid) returns public.notifications
language plpgsql security definer set search_path = '' set statement_timeout = '60s' as $$
declare
  v_what public.notifications;
  v_count integer;
begin
  perform app.require_editor('broadcast');
  select n.* into v_what from public.notifications n where n.id = stop_notification.notification_id for no key update;
  if not found then perform app.refuse('notification_not_found', 404, 'No such notification'); end if;
  if v_what.sent_at is null then
    perform app.refuse('notification_not_sent', 409, 'Only a notification that was sent can be stopped');
  end if;
  if v_what.stopped_at is not null then return v_what; end if;
  -- A sender that has one in its hands reports its end; if that one fails, the time of a further attempt is over.
  with waiting as (select o.id, o.attempts > 0 and o.due_at > app.now() and (o.last_error is null
      or o.last_error = 'unknown: the sender ended before it reported') as is_taken
    from app.outbox o where o.notification_id = v_what.id and o.status = 'queued' order by o.id for no key update)
  update app.outbox o set expires_at = app.now(),
    status = case when w.is_taken then o.status else 'dead' end,
    done_at = case when w.is_taken then null else app.now() end,
    last_error = case when w.is_taken then o.last_error else 'campaign_stopped' end,
    payload = case when w.is_taken then o.payload else o.payload - 'preferences' end
  from waiting w where o.id = w.id;
  select count(*) into v_count from app.outbox o where o.notification_id = v_what.id
    and o.last_error = 'campaign_stopped';
  update public.notifications n set stopped_at = app.now() where n.id = v_what.id returning n.* into v_what;
  perform app.audit('stop_notification', 'notifications', v_what.id::text, null, to_jsonb(v_what)
    || jsonb_build_object('dropped', v_count));
  return v_what;
end $$;

comment on function public.stop_notification is
  'Stops a notification that is being sent: what no sender has taken yet is dropped. notification_progress counts it; '
  'a retry changes nothing. '
  'Errors: must_login, not_allowed, demo_mode, notification_not_found, notification_not_sent.';

grant execute on function public.stop_notification(uuid) to authenticated;

create function public.send_test_news(channel text, title text, body text, lang text default null) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.require_editor('broadcast');
  v_message jsonb := app.test_message(send_test_news.title, send_test_news.body);
  v_to text := app.own_contact(v_me.id, send_test_news.channel);
begin
  return app.send_test(v_me.id, send_test_news.channel, app.news_message(v_message ->> 'title', v_message ->> 'msg',
    send_test_news.lang) || '{"about": "test"}' || case when v_to is null then '{}'
      else jsonb_build_object('preferences', app.new_preference_key(v_to, send_test_news.channel)) end);
end $$;

comment on function public.send_test_news is
  'Sends the caller the words of a notification as people get it by text message (sms), mail or push; with '
  'send_test_message ten times an hour. Returns the number or address, or the number of devices. '
  'Errors: must_login, not_allowed, demo_mode, texts_invalid, no_device, no_contact, too_many_requests.';

grant execute on function public.send_test_news(text, text, text, text) to authenticated;

create or replace function app.tg_outbox__dead_receiver() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_receiver text := coalesce(new.payload ->> 'phone', new.payload ->> 'email');
  v_kind text := app.message_kind(new.payload);
begin
  new.last_error := case
    when app.is_dead_receiver(v_receiver) then 'undeliverable: it was refused on two days'
    when app.obeys_stop(new.kind, v_kind) and app.is_stopped(new.kind, v_receiver) then 'stopped' end;
  if new.last_error is not null then
    new.status := 'dead';
    new.done_at := app.now();
    new.payload := new.payload - '{code,link_token,preferences}'::text[] #- '{params,message}';
  end if;
  return new;
end $$;

create or replace function app.tg_outbox__log() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform app.log_message(new.kind, coalesce(new.payload ->> 'phone', new.payload ->> 'email', ''),
      app.message_kind(new.payload), new.user_id, (new.payload ->> 'booking_id')::uuid, new.id);
    -- Until the sender has counted the parts, the day's limit knows the most that they can be.
    if new.payload ? 'parts' then
      update app.message_log l set segments = (new.payload ->> 'parts')::integer where l.outbox_id = new.id;
    end if;
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

create function app.tg_message_stops__end_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.record_news_consent(c.user_id, c.channel, c.receiver_hash, false, 'stop')
  from app.current_news_consents c
  where c.receiver_hash = new.receiver_hash and c.channel = new.channel and c.given;
  return null;
end $$;

create trigger message_stops__end_consent after insert on app.message_stops
  for each row when (new.kind in ('all', 'news')) execute function app.tg_message_stops__end_consent();

create function app.tg_users__end_consent() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform app.record_news_consent(c.user_id, c.channel, c.receiver_hash, false, 'change')
  from app.current_news_consents c
  where c.user_id = new.id and c.given
    and app.receiver_hash(app.own_contact(new.id, c.channel)) is distinct from c.receiver_hash;
  return null;
end $$;

create trigger users__end_consent after update of email, phone, email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (old.email is distinct from new.email or old.phone is distinct from new.phone
    or new.email_confirmed_at is null and old.email_confirmed_at is not null
    or new.phone_confirmed_at is null and old.phone_confirmed_at is not null)
  execute function app.tg_users__end_consent();

create function app.tg_notifications__plain_words() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The constraint refuses other shapes.
  if app.are_news_words(new.words) then
    select coalesce(jsonb_object_agg(w.key, jsonb_build_object('title', app.plain(w.value ->> 'title'),
      'body', app.plain_lines(w.value ->> 'body'))), '{}') into new.words
    from jsonb_each(new.words) w;
  end if;
  return new;
end $$;

create trigger notifications__plain_words before insert on public.notifications
  for each row execute function app.tg_notifications__plain_words();

-- Sources of this migration, for the next one to compare with:
--   gone function app.new_preference_key(text)
--   gone grant execute on function public.notification_receivers(text, text) to authenticated
--   gone comment on function public.notification_receivers
--   gone function public.notification_receivers(text, text)
--   gone grant insert (devicetype, usertype, title, body) on public.notifications to authenticated
--   4055789ba719 rows of app.limits
--   | insert into app.limits (purpose, most, seconds, refusal) values
--   |   ('account_check', 20, 3600, 'At most %s addresses an hour'),
--   |   ('account_plan', 20, 3600, 'At most %s addresses an hour'),
--   |   ('alarm', 20, 60, 'At most %s a minute; the desk already has the alarm'),
--   |   ('application_file', 20, 3600, 'At most %s files an hour'),
--   |   ('cancelled_bookings', 20, 600, '%s bookings cancelled within ten minutes; try again later'),
--   |   ('case', 10, 3600, 'At most %s cases an hour'),
--   |   ('desk_message', 20, 60, 'At most %s messages a minute'),
--   |   ('guest_text', 10, 3600, 'At most %s guests an hour'),
--   |   ('import', 60, 3600, 'At most %s files an hour'),
--   |   ('invitation', 60, 3600, 'At most %s invitations an hour'),
--   |   ('message_desk', 20, 60, 'At most %s messages a minute'),
--   |   ('nearby', 60, 60, 'At most %s calls a minute'),
--   |   ('nearby_of_visitors', 1200, 60, 'At most %s calls of all visitors a minute'),
--   |   ('news_consent', 20, 3600, 'At most %s changes an hour'),
--   |   ('receipt', 5, 3600, 'At most %s receipts an hour'),
--   |   ('street_receipt', 3, 86400, 'At most %s texts per trip'),
--   |   ('street_receipt_of_driver', 40, 86400, 'At most %s texts a day'),
--   |   ('test_message', 10, 3600, 'At most %s tests an hour'),
--   |   ('unpaid_payments', 20, 3600, '%s payments within an hour were not paid; try again later')
--   6e76c7209470 function app.needed_placeholder(text)
--   19edfb4b5ba5 function app.are_news_words(jsonb)
--   c13292dbf4c3 comment on function app.are_news_words
--   1eadbbcbf04a grant execute on function app.are_news_words(jsonb) to authenticated, service_role
--   8780f090e65d table public.notifications
--   | create table public.notifications (
--   |   id uuid primary key default app.uuid_v7(),
--   |   devicetype text not null default 'All' check (devicetype in ('All', 'ANDROID', 'IOS')),
--   |   usertype text not null default 'All' check (usertype in ('All', 'rider', 'driver')),
--   |   title text not null check (btrim(title) <> '' and length(title) <= 200),
--   |   body text not null check (btrim(body) <> '' and length(body) <= 2000),
--   |   created_at timestamptz not null default app.now(),
--   |   created_by uuid default auth.uid() references public.profiles (id) on delete set null,
--   |   sent_at timestamptz,
--   |   recipients integer check (recipients > 0),
--   |   channels text[] not null default '{push}' check (cardinality(channels) > 0
--   |     and channels <@ '{push,mail,sms}'::text[]),
--   |   words jsonb not null default '{}' check (app.are_news_words(words)),
--   |   stopped_at timestamptz,
--   |   check ((sent_at is null) = (recipients is null)),
--   |   constraint notifications_stopped check (stopped_at is null or sent_at is not null)
--   | )
--   c4380093c578 description of public.notifications
--   8bb605e57bc9 grant insert (devicetype, usertype, title, body, channels, words) on public.notifications to authenticated
--   e11835ea7aa1 table app.news_consents
--   7954109c3998 description of app.news_consents
--   51d20b9754ac index app.news_consents_user_id
--   e94384a6c5de index app.news_consents_receiver
--   0fe9f3d07d12 alter table app.news_consents enable row level security
--   e0fa9bee38eb function app.tg_news_consents__kept()
--   bbe21656770e trigger news_consents__kept on app.news_consents
--   af7ae99db826 type public.news_choice
--   5fb6047ce495 comment on type public.news_choice
--   67da0b1c9681 type public.news_texts
--   1f0422164f3b comment on type public.news_texts
--   7b825b0aaeeb function public.export_my_data()
--   148e4fc4e126 comment on function public.export_my_data
--   c44291453d8f function public.notification_progress(uuid)
--   d93a7204e079 comment on function public.notification_progress
--   b3bc2cbbb32a grant execute on function public.notification_progress(uuid) to authenticated
--   77576a03da68 function public.progress(public.notifications)
--   96e2ebc432a1 comment on function public.progress(public.notifications)
--   24877b19a57c function app.own_contact(uuid, text)
--   bbc067419c91 comment on function app.own_contact
--   dc6c9e6a5d93 function app.message_kind(jsonb)
--   068a16536b35 comment on function app.message_kind
--   0e94fa3e6e85 function app.obeys_stop(text, text)
--   8f469891dbbb function app.news_texts_of_day()
--   a6a3b777164b comment on function app.news_texts_of_day
--   2bc718f9cf42 function app.has_bounced(text, text)
--   d994b807a0b8 comment on function app.has_bounced
--   cb2f3f49d6e8 view app.current_news_consents
--   c1e07a4140fe comment on view app.current_news_consents
--   db8fd0771178 function app.news_consent_of(uuid, text)
--   150e967ae0f2 comment on function app.news_consent_of
--   e71029dca1da view app.news_receivers
--   1c76a45fee6c comment on view app.news_receivers
--   5d33987ef96d function app.news_words(public.notifications, text)
--   190c24f22f7a comment on function app.news_words
--   47e22b2c8256 function app.text_parts(text)
--   654fc80dd833 comment on function app.text_parts
--   efc8a3dbccf7 function app.news_parts(text)
--   825f3c21e2ac comment on function app.news_parts
--   50d720168da4 function app.news_due(timestamptz)
--   9c07edf9c502 comment on function app.news_due
--   6a513a334bdc function app.news_texts_left()
--   1df328cfe3e4 comment on function app.news_texts_left
--   2a3ae24dd2f0 function app.news_message(text, text, text)
--   bcc6d355aed5 comment on function app.news_message
--   2cd0fc4bb44e function public.news_audience(text, text)
--   f3f18dffb335 comment on function public.news_audience
--   9e1ad42c91db grant execute on function public.news_audience(text, text) to authenticated
--   d73fcfa0551a function public.news_texts()
--   76e6af749d01 comment on function public.news_texts
--   a0e3ab747610 grant execute on function public.news_texts() to authenticated
--   67def73c223f function public.news_consents()
--   e0b120b49c9c comment on function public.news_consents
--   094e48361266 grant execute on function public.news_consents() to authenticated
--   fcae563e35f8 function app.delete_messages(uuid)
--   c41282368f31 function public.finish_outbox(bigint, boolean, text, integer, jsonb)
--   479e866387ec function app.stop_messages(text, text, text)
--   2fe68959174f function app.test_message(text, text)
--   46faae0dc840 comment on function app.test_message
--   c0c4bd71999f function app.send_test(uuid, text, jsonb)
--   756bd861fddc comment on function app.send_test
--   a8aabfc66dad function public.send_test_message(text, text, text, text)
--   702c4e510ebe function public.admit_code(text, integer)
--   1cc24df440db function app.new_preference_key(text, text)
--   357ef76b5224 function app.record_news_consent(uuid, text, text, boolean, text, text)
--   5b25d5f2b973 comment on function app.record_news_consent
--   b4982cedaadc function app.agree_to_news(public.profiles, text, text, text)
--   f11ed0851068 function public.save_news_consent(text, boolean, text)
--   a8aca470ac6b comment on function public.save_news_consent
--   1d0ff58c2de1 grant execute on function public.save_news_consent(text, boolean, text) to authenticated
--   2708d5e8467b function app.news_consent_by_key(app.preference_keys)
--   3971da60687a function public.news_choice(text)
--   d8a619319082 comment on function public.news_choice
--   ce0f4a1ee472 grant execute on function public.news_choice(text) to anon, authenticated
--   4ea5ea614a24 function public.save_news_choice(text, boolean, text)
--   20155d6d2358 comment on function public.save_news_choice
--   02fa9411c453 grant execute on function public.save_news_choice(text, boolean, text) to anon, authenticated
--   b48f7a2cd07b function public.unsubscribe_news(text)
--   5f8c44286dd9 comment on function public.unsubscribe_news
--   c3d1275f4f74 grant execute on function public.unsubscribe_news(text) to service_role
--   2317f0272b9b function public.send_notification(uuid)
--   15fce03ba2a0 comment on function public.send_notification
--   fcf0c9644daf function public.stop_notification(uuid)
--   3a83aafb6f10 comment on function public.stop_notification
--   23db6ff8d3f2 grant execute on function public.stop_notification(uuid) to authenticated
--   a759f135acef function public.send_test_news(text, text, text, text)
--   c6c213d4fe4a comment on function public.send_test_news
--   6397c923752e grant execute on function public.send_test_news(text, text, text, text) to authenticated
--   14460d203db6 function app.tg_outbox__dead_receiver()
--   017e84f67bc9 function app.tg_outbox__log()
--   3b97a67bfc0b function app.tg_message_stops__end_consent()
--   fa08d9515c7a trigger message_stops__end_consent on app.message_stops
--   1cc7948844ad function app.tg_users__end_consent()
--   9a461f1449bd trigger users__end_consent on auth.users
--   dbc209168dfe function app.tg_notifications__plain_words()
--   5611daca4627 trigger notifications__plain_words on public.notifications
