-- Notifications: news that an admin sends to all people, all riders or all drivers.
-- Access: admins read and write the table, send each row once and stop it
-- Tests:  tests/db/notifications.sql

-- This is a view, because a function would first collect all devices in memory.
create view app.notification_devices with (security_invoker = true) as
  select t.token, t.platform, t.user_id, p.lang_locale, p.usertype from public.push_tokens t
    join public.profiles p on p.id = t.user_id
  where 'news' = any (t.channels);
comment on view app.notification_devices is 'Devices that get news of the operator, and the people who own them.';

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

-- Clients read this function as a computed column of notifications: from('notifications').select('*, progress'). One
-- request covers all rows of a list.
create function public.progress(notification public.notifications) returns integer[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if (notification).sent_at is null or not app.has_permission('broadcast') then return null; end if;
  return (select array[p.queued, p.sent, p.dead, p.stopped] from public.notification_progress((notification).id) p);
end $$;
comment on function public.progress(public.notifications) is
  'The result of notification_progress as an array (a computed column of notifications): queued, sent, dead and '
  'stopped; null for drafts and for callers without the permission broadcast.';
grant execute on function public.progress(public.notifications) to authenticated;
