-- Limits of codes by text message: against people who are paid for texts to numbers of theirs, and against floods.
-- Access: the hook of Auth that sends codes asks, with the service role
-- Tests:  tests/db/code_limits.sql

create function app.texts_of_day() returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(coalesce(l.segments, 1)), 0)
  from app.message_log l cross join public.settings s
  -- What a provider took costs, even if it did not arrive.
  where s.id = 1 and l.channel = 'sms' and (l.state <> 'failed' or l.receipt_at is not null)
    and l.at >= date_trunc('day', app.now(), s.time_zone)
$$;
comment on function app.texts_of_day is
  'Parts of text messages that were sent or queued since the day of the firm began.';

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
  if v_set.sms_day_limit is not null and app.texts_of_day() + admit_code.parts
      > (case when v_is_proved then v_set.sms_day_limit else v_set.sms_day_limit / 2 end) then
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
