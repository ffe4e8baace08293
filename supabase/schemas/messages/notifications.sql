-- Notifications: messages that an admin sends to all people, all riders or all drivers.
-- Needs:  outbox, profiles
-- Access: admins read and write the table, and send each row once
-- Tests:  tests/db/notifications.sql

create table public.notifications (
  id uuid primary key default app.uuid_v7(),
  devicetype text not null default 'All' check (devicetype in ('All', 'ANDROID', 'IOS')),
  usertype text not null default 'All' check (usertype in ('All', 'rider', 'driver')),
  title text not null check (btrim(title) <> '' and length(title) <= 200),
  body text not null check (btrim(body) <> '' and length(body) <= 2000),
  created_at timestamptz not null default app.now(),
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  sent_at timestamptz,
  recipients integer check (recipients > 0),
  check ((sent_at is null) = (recipients is null))
);
call app.describe('public.notifications', $$
  Messages of the operator to people's devices. Each is sent once.
  devicetype: Devices that get the message: All, ANDROID or IOS. All includes browsers.
  recipients: Number of devices to which the message was sent; null before.
  usertype: People who get the message: All, rider or driver.
  title: Title of the message; shown as written, not translated.
  body: Text of the message; shown as written, not translated.
  created_by: The admin who wrote the message.
$$);
create index notifications_created_at on public.notifications (created_at desc, id);
create index notifications_created_by on public.notifications (created_by);
alter table public.notifications enable row level security;
-- Admins get grants by column, without sent_at and recipients: only send_notification writes these.
grant select, delete on public.notifications to authenticated;
grant insert (devicetype, usertype, title, body) on public.notifications to authenticated;
create policy "admins read notifications" on public.notifications for select to authenticated using ((select app.has_current_role('admin')));
create policy "admins add notifications" on public.notifications for insert to authenticated with check ((select app.has_current_role('admin')));
create policy "admins delete notifications" on public.notifications for delete to authenticated using ((select app.has_current_role('admin')));

-- This is a view, because a function would first collect all devices in memory.
create view app.news_devices with (security_invoker = true) as
  select t.token, t.platform, t.user_id, p.lang_locale, p.usertype from public.push_tokens t join public.profiles p on p.id = t.user_id
  where 'news' = any (t.channels);
comment on view app.news_devices is 'Devices that get news of the operator, and the people who own them.';

create function public.notification_receivers(usertype text default 'All', devicetype text default 'All') returns integer
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  perform app.require_permission('broadcast');
  return (select count(*)::integer from app.news_devices d
    where notification_receivers.usertype in ('All', d.usertype) and notification_receivers.devicetype in ('All', d.platform));
end $$;
comment on function public.notification_receivers is 'Number of devices that a notification to these people (All, rider, driver) and devices (All, ANDROID, IOS) would reach now; 0 if none matches. Errors: must_login, not_allowed.';
grant execute on function public.notification_receivers(text, text) to authenticated;

create function public.send_notification(notification_id uuid) returns public.notifications
language plpgsql security definer set search_path = '' as $$
declare
  v_what public.notifications;
  v_count integer;
begin
  perform app.require_editor('broadcast');
  select n.* into v_what from public.notifications n where n.id = send_notification.notification_id for no key update;
  if not found then perform app.refuse('notification_not_found', 404, 'No such notification'); end if;
  if v_what.sent_at is not null then return v_what; end if;
  insert into app.outbox (kind, user_id, notification_id, payload)
  select 'push', t.user_id, v_what.id, jsonb_build_object('token', t.token, 'platform', t.platform, 'lang', t.lang_locale,
    'channelId', app.push_channel(), 'title', v_what.title, 'msg', v_what.body, 'plain', true)
  from app.news_devices t where v_what.usertype in ('All', t.usertype) and v_what.devicetype in ('All', t.platform);
  get diagnostics v_count = row_count;
  if v_count = 0 then perform app.refuse('no_user_match', 404, 'No matching person has a registered device'); end if;
  update public.notifications n set sent_at = app.now(), recipients = v_count where n.id = v_what.id returning n.* into v_what;
  perform app.audit('send_notification', 'notifications', v_what.id::text, null, to_jsonb(v_what));
  return v_what;
end $$;
comment on function public.send_notification is 'Sends a notification to all devices for which it is meant, once: a retry returns the result of the first call. Errors: must_login, not_allowed, demo_mode, notification_not_found, no_user_match.';
grant execute on function public.send_notification(uuid) to authenticated;

create function public.notification_progress(notification_id uuid) returns table (queued integer, sent integer, dead integer)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform app.require_permission('broadcast');
  return query
  select (count(*) filter (where o.status = 'queued'))::integer, (count(*) filter (where o.status = 'sent'))::integer,
    (count(*) filter (where o.status = 'dead'))::integer
  from app.outbox o where o.notification_id = notification_progress.notification_id;
end $$;
comment on function public.notification_progress is 'How far a notification is delivered: number of devices to which it is queued, sent, or could not be sent (dead). All 0 before it is sent, and after the outbox has deleted its messages. Errors: must_login, not_allowed.';
grant execute on function public.notification_progress(uuid) to authenticated;

-- Clients read this function as a computed column of notifications: from('notifications').select('*, progress'). One request
-- covers all rows of a list.
create function public.progress(notification public.notifications) returns integer[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if (notification).sent_at is null or not app.has_permission('broadcast') then return null; end if;
  return (select array[p.queued, p.sent, p.dead] from public.notification_progress((notification).id) p);
end $$;
comment on function public.progress(public.notifications) is 'The result of notification_progress as an array (a computed column of notifications): devices queued, sent and dead; null for drafts and for callers without the permission broadcast.';
grant execute on function public.progress(public.notifications) to authenticated;

-- In a demo admins can write notifications, but can neither send nor delete them.
create trigger notifications__require_edits before delete on public.notifications for each row execute function app.tg_require_edits();
create trigger notifications__require_true_admin before insert on public.notifications for each row execute function app.tg_require_true_admin();
create trigger notifications__audit after insert or delete on public.notifications
  for each row when (pg_trigger_depth() = 0) execute function app.tg_audit();
