-- Notices: messages to a person, which the person can read in the app and which are also pushed to their devices. The
--          notice and its push messages are stored in the transaction that caused them.
-- Access: people read their own notices and mark them as read; functions and triggers write
-- Tests:  tests/db/notices.sql

create function app.notify(user_id uuid, key text, params jsonb default '{}', booking_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare v_screen text := app.notice_screen(notify.key, notify.booking_id);
begin
  -- The setting app.quiet is used when a demo is filled by replaying past events. If its value is "on", this function
  -- does nothing. If its value is "kept" (in the last five days of the replay), this function stores the notice, and
  -- queue_push sends nothing.
  if current_setting('app.quiet', true) = 'on' then return; end if;
  -- An unknown person is ignored without an error, because a notice must never make the transaction that caused it
  -- fail.
  if notify.user_id is null or not exists (select 1 from public.profiles p where p.id = notify.user_id) then
    return;
  end if;
  insert into public.notices (user_id, key, params, screen, booking_id)
  values (notify.user_id, notify.key, coalesce(notify.params, '{}'), v_screen, notify.booking_id);
  perform app.queue_push(notify.user_id,
    case v_screen when 'Wallet' then 'wallet' when 'onlineChat' then 'chat' else 'trips' end,
    jsonb_build_object('title', notify.key || '.title', 'msg', notify.key || '.text', 'params',
      coalesce(notify.params, '{}'),
      'screen', v_screen, 'booking_id', notify.booking_id));
end $$;
comment on function app.notify is
  'Notifies a person: stores a notice, and queues a push message to each of their devices. key: see '
  'docs/use/notifications.md.';

create function app.close_notices(user_id uuid, key text, booking_id uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.notices n set read_at = app.now()
  where n.user_id = close_notices.user_id and n.booking_id = close_notices.booking_id and n.key = close_notices.key
    and n.read_at is null;
  if found then perform app.broadcast('user:' || close_notices.user_id, 'notice'); end if;
end $$;
comment on function app.close_notices is
  'Marks a person''s notices of a kind about a booking as read, because what they ask is settled.';

create function public.mark_notices_read(ids uuid[] default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.unsuspended_caller();
  v_count integer;
begin
  update public.notices n set read_at = app.now()
  where n.user_id = v_me.id and n.read_at is null
    and (mark_notices_read.ids is null or n.id = any (mark_notices_read.ids));
  get diagnostics v_count = row_count;
  if v_count > 0 then perform app.broadcast('user:' || v_me.id, 'notice'); end if;
  return v_count;
end $$;
comment on function public.mark_notices_read is
  'Marks the caller''s notices with these ids as read, or all without ids. Returns how many were unread. '
  'Errors: must_login.';
grant execute on function public.mark_notices_read(uuid[]) to authenticated;

create function app.notify_cancelled(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_params jsonb := app.notice_params(was) || jsonb_strip_nulls(jsonb_build_object('by', booking.cancelled_by,
  'reason', booking.reason, 'fee', nullif(booking.cancellation_fee, 0)));
begin
  if was.driver_id is not null and app.is_awaiting_pickup(was.status) then
    perform app.notify(booking.customer_id, 'booking_cancelled', v_params, booking.id);
    perform app.notify(was.driver_id, 'trip_cancelled', v_params - 'fee', booking.id);
  elsif booking.reason = 'no_driver_available' then
    perform app.notify(booking.customer_id, 'no_driver_found', v_params, booking.id);
  -- Without a driver, the rider is notified only if somebody else cancelled.
  elsif booking.cancelled_by <> 'rider' then
    perform app.notify(booking.customer_id, 'booking_cancelled', v_params, booking.id);
  end if;
end $$;

-- Sends the code of a parcel to its recipient by text message when the parcel is under way, because the recipient must
-- tell the driver this code.
create function app.send_parcel_code(booking public.bookings) returns void
language sql volatile security definer set search_path = '' as $$
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'sms', null, jsonb_build_object('phone', app.sms_number(k.delivery_person_phone), 'msg', 'parcel_code',
    'code', c.code,
    'lang', p.lang_locale, 'booking_id', booking.id), app.now() + interval '6 hours'
  from app.start_codes c join public.profiles p on p.id = booking.customer_id
    join public.booking_contacts k on k.booking_id = c.booking_id
  where c.booking_id = booking.id and booking.category = 'delivery' and booking.otp_secure
    and k.delivery_person_phone <> ''
    and coalesce(current_setting('app.quiet', true), '') = ''
$$;

create function app.notify_created(booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform app.notify((booking).customer_id, 'booking_made', app.notice_params(booking), (booking).id);
end $$;
comment on function app.notify_created is 'Notifies a rider of a booking that the desk created for them.';

create function app.clean_outbox() returns void language sql volatile security definer set search_path = '' as $$
  delete from app.outbox o where o.id in (select d.id from app.outbox d
    where d.status <> 'queued' and d.done_at < app.now() - case d.status when 'sent' then interval '7 days'
      else interval '30 days' end
    order by d.done_at limit 10000);
  delete from app.message_log l where l.id in (select d.id from app.message_log d
    where d.at < app.now() - interval '90 days' order by d.at limit 10000);
  delete from app.trip_texts t where t.created_at < app.now() - interval '90 days';
  delete from app.preference_keys k where k.created_at < app.now() - interval '90 days';
  delete from public.notices n where n.id in (select d.id from public.notices d
    where d.created_at < app.now() - interval '90 days' order by d.created_at limit 10000);
  delete from public.push_tokens t where t.seen_at < app.now() - interval '270 days'
$$;
comment on function app.clean_outbox is
  'Deletes messages sent a week ago, messages whose delivery failed a month ago, notices and logged messages after 90 '
  'days and devices not used for nine months.';
