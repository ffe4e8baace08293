-- receivers_of_the_release: from supabase/schemas, by npm run migration. Read it before it is applied.

set lock_timeout = '10s';
set statement_timeout = '10min';

create function public.notification_receivers(usertype text default 'All', devicetype text default 'All')
  returns integer
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform app.require_permission('broadcast');
  return (select count(*)::integer from app.notification_devices d
    where notification_receivers.usertype in ('All', d.usertype)
      and notification_receivers.devicetype in ('All', d.platform));
end $$;

comment on function public.notification_receivers is
  'For pages of the release 0.2.0; news_audience counts each way. Number of devices that a notification to these '
  'people (All, rider, driver) and devices (All, ANDROID, IOS) would reach now; 0 if none matches. '
  'Errors: must_login, not_allowed.';

grant execute on function public.notification_receivers(text, text) to authenticated;

create or replace function public.finish_messages(results jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  with result as materialized (
    select distinct on (r.id) r.id, coalesce(r.ok, false) as ok, r.error, r.attempt, r.sent
    from jsonb_to_recordset(finish_messages.results) r (id bigint, ok boolean, error text, attempt integer, sent jsonb)
    order by r.id, r.ok desc nulls last
  ), held as materialized (
    select o.id, o.status, o.attempts, o.waits, o.last_error, o.payload ->> 'token' as token,
      o.payload ? 'parts' as is_guessed, r.ok, r.error, r.sent,
      o.waits + (not r.ok and coalesce(r.error, '') like 'not_now%')::integer as waits_now
    from app.outbox o join result r on r.id = o.id
    where o.id = any (array(select w.id from result w))
      -- A failure that arrives after another sender has taken the message says nothing.
      and (o.status = 'queued' and (r.ok or (o.attempts > r.attempt) is not true)
        -- A slow sender reports after all what nobody knew.
        or o.status = 'dead' and o.last_error like 'unknown:%' and r.ok)
    order by o.id for no key update of o
  ), judged as materialized (
    select h.*, case when h.ok then 'sent'
      when h.error ~ '^(token_gone|undeliverable|unknown)' or h.attempts - h.waits_now >= 8 then 'dead'
      else 'queued' end as status_now
    from held h
  ), gone as (
    delete from public.push_tokens t using judged j where not j.ok and j.error = 'token_gone' and t.token = j.token
  ), logged as (
    update app.message_log l set provider = left(j.sent ->> 'provider', 40), ref = left(j.sent ->> 'ref', 200),
      segments = coalesce(case when not j.is_guessed then l.segments end,
        nullif((j.sent ->> 'segments')::integer, 0), l.segments),
      cost = coalesce(l.cost, (j.sent #>> '{cost,amount}')::numeric),
      currency = coalesce(l.currency, j.sent #>> '{cost,currency}')
    from judged j where l.outbox_id = j.id and j.sent is not null
      and l.outbox_id = any (array(select w.id from result w where w.sent is not null))
  )
  update app.outbox o set status = j.status_now, last_error = left(j.error, 500), waits = j.waits_now,
    done_at = case when j.status_now <> 'queued' then coalesce(o.done_at, app.now()) end,
    -- The next attempt is due after 15 s, 30 s, 1, 2, 4, 8, then 16 minutes, but after 4 if no provider can send.
    due_at = app.now() + interval '15 seconds' * 2 ^ case when j.waits_now > j.waits then least(j.waits_now - 1, 4)
      else greatest(j.attempts - j.waits_now, 1) - 1 end,
    payload = case when j.status_now = 'queued' then o.payload
      else o.payload - '{code,link_token,preferences}'::text[] #- '{params,message}' end
  from judged j where o.id = j.id and o.id = any (array(select w.id from result w));
end $$;

-- Sources of this migration, for the next one to compare with:
--   ff812ba3870f function public.notification_receivers(text, text)
--   ba1ff52b0063 comment on function public.notification_receivers
--   a9b53e96ffc9 grant execute on function public.notification_receivers(text, text) to authenticated
--   957e7e97590f function public.finish_messages(jsonb)
