-- Notifications: messages that an admin sends to all people, all riders or all drivers.

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
  select 'push', t.user_id, v_what.id, jsonb_build_object('token', t.token, 'platform', t.platform,
    'lang', t.lang_locale,
    'channelId', app.push_channel(), 'title', v_what.title, 'msg', v_what.body, 'plain', true)
  from app.notification_devices t where v_what.usertype in ('All', t.usertype)
    and v_what.devicetype in ('All', t.platform);
  get diagnostics v_count = row_count;
  if v_count = 0 then perform app.refuse('no_user_match', 404, 'No matching person has a registered device'); end if;
  update public.notifications n set sent_at = app.now(), recipients = v_count where n.id = v_what.id
    returning n.* into v_what;
  perform app.audit('send_notification', 'notifications', v_what.id::text, null, to_jsonb(v_what));
  return v_what;
end $$;
comment on function public.send_notification is
  'Sends a notification to all devices for which it is meant, once: a retry returns the result of the first call. '
  'Errors: must_login, not_allowed, demo_mode, notification_not_found, no_user_match.';
grant execute on function public.send_notification(uuid) to authenticated;
