-- Limits of codes by text message: against people who are paid for texts to numbers of theirs, and against floods.
-- Access: the hook of Auth that sends codes asks, with the service role
-- Tests:  tests/db/code_limits.sql

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

create function public.admit_code(phone text, parts integer default 1) returns text
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
comment on function public.admit_code is
  'Counts a code by text message, and says why it must not be sent: too_many_requests (the number, or its range, has '
  'had too many) or no_texts_left (the firm''s limit of the day); null if it may be sent. parts: parts of the text.';
grant execute on function public.admit_code(text, integer) to service_role;

create function public.text_usage() returns public.day_texts
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('desk');
  return (select row(app.texts_of_day(), s.sms_day_limit,
    (select coalesce(jsonb_agg(jsonb_build_object('currency', c.currency, 'amount', c.amount)), '[]')
      from (select l.currency, sum(l.cost) as amount from app.message_log l
        where l.cost is not null and l.at >= date_trunc('day', app.now(), s.time_zone)
        group by l.currency order by l.currency) c),
    s.sms_price * (select coalesce(sum(coalesce(l.segments, 1)), 0) from app.message_log l
      where l.channel = 'sms' and l.cost is null and (app.is_taken(l.state) or l.receipt_at is not null)
        and l.at >= date_trunc('day', app.now(), s.time_zone)))::public.day_texts
  from public.settings s where s.id = 1);
end $$;
comment on function public.text_usage is
  'What the firm''s day has used of its text messages. '
  'Errors: must_login, not_allowed.';
grant execute on function public.text_usage() to authenticated;
