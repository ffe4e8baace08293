-- Limits of codes by text message: what the firm's day has used, and which codes nobody enters.

create function app.texts_of_day() returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(coalesce(l.segments, 1)), 0)
  from app.message_log l cross join public.settings s
  -- What a provider took costs, even if it did not arrive.
  where s.id = 1 and l.channel = 'sms' and (l.state <> 'failed' or l.receipt_at is not null)
    and l.at >= date_trunc('day', app.now(), s.time_zone)
$$;
comment on function app.texts_of_day is
  'Parts of text messages that were sent or queued since the day of the firm began.';

create function app.news_texts_of_day() returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(coalesce(l.segments, 1)), 0)
  from app.message_log l cross join public.settings s
  where s.id = 1 and l.channel = 'sms' and l.kind = 'news' and (l.state <> 'failed' or l.receipt_at is not null)
    and l.at >= date_trunc('day', app.now(), s.time_zone)
$$;
comment on function app.news_texts_of_day is 'Those of app.texts_of_day that are news.';

create function app.is_unentered_range(range_hash text) returns boolean
language sql stable security definer set search_path = '' as $$
  select count(*) >= 10 and count(l.entered_at) < 0.2 * count(*)
  from app.message_log l
  where l.range_hash = is_unentered_range.range_hash and (l.state <> 'failed' or l.receipt_at is not null)
    and l.outbox_id is null and l.at > app.now() - interval '1 hour'
    and l.at < app.now() - interval '2 minutes'
$$;
comment on function app.is_unentered_range is
  'Whether codes to this range of numbers are hardly ever entered: under a fifth of at least ten within an hour.';

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
