-- News by mail and text message: whom they reach, in which words, when, and how many the day's limit leaves.
-- Access: everybody reads and changes their own consent; admins with the permission broadcast count people; a mail
--         program unsubscribes by the edge function messages; no client reads the consents
-- Tests:  tests/db/news.sql

create function app.has_bounced(channel text, receiver text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from app.message_log l
    where l.receiver_hash = app.receiver_hash(has_bounced.receiver) and l.channel = has_bounced.channel
      and l.state = 'failed' and l.counts and l.reason ~ 'receiver_refused'
      and not exists (select from app.message_log t where t.receiver_hash = l.receiver_hash
        and t.changed_at > l.changed_at and app.is_taken(t.state) and t.reason is null))
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

-- Counts as supabase/functions/_shared/phone/segments.ts, which knows the rules; a letter of two places at the end of a
-- part may make one more there.
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

-- The sender adds the firm's name and the link that ends the news, whose length only it knows.
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

-- News take three tenths of the day's texts at most, and nothing of the last fifth. With the half of app.admit_code for
-- codes to new numbers, which does not count news, the two never stand in each other's way.
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
