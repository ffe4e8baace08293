-- Notifications: news that an admin sends to all people, all riders or all drivers.

create function public.send_notification(notification_id uuid) returns public.notifications
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
grant execute on function public.send_notification(uuid) to authenticated;

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
