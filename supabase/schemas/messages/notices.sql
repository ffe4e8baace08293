-- Notices: messages to a person, which the person can read in the app and which are also pushed to their devices. The notice
-- and its push messages are stored in the transaction that caused them.
-- Needs:  outbox, bookings, dispatch
-- Access: people read their own notices and mark them as read; functions and triggers write
-- Tests:  tests/db/notices.sql

create table public.notices (
  id uuid primary key default app.uuid_v7(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  key text not null check (key ~ '^[a-z][a-z0-9_]{1,60}$'),
  params jsonb not null default '{}' check (jsonb_typeof(params) = 'object'),
  screen text check (screen in ('BookedCab', 'DriverTrips', 'Wallet', 'onlineChat', 'Profile')),
  booking_id uuid,
  created_at timestamptz not null default app.now(),
  read_at timestamptz
);
call app.describe('public.notices', $$
  Notices to people. The client translates `key` (docs/use/notifications.md) and fills in `params`.
  screen: The page that opens when a person taps the notice: BookedCab and onlineChat (with booking_id), DriverTrips, Wallet or Profile.
  key: Key of the notice's text, which the client translates.
  params: Values for the placeholders in the translated text.
$$);
alter table public.notices add foreign key (booking_id) references public.bookings (id);
create index notices_user_id on public.notices (user_id, created_at desc, id);
create index notices_unread on public.notices (user_id) where read_at is null;
create index notices_booking_id on public.notices (booking_id);
create index notices_created_at on public.notices (created_at);
alter table public.notices enable row level security;
grant select on public.notices to authenticated;
create policy "people read their own notices" on public.notices for select to authenticated using (user_id = (select auth.uid()));

create function app.notice_screen(key text, booking_id uuid) returns text language plpgsql immutable set search_path = '' as $$
begin
  return case
    when key ~ '^(wallet|withdrawal|referral|refund|tip|bonus|payout|decision)' then 'Wallet'
    when key ~ '^(document|profile|account|bank|contact)' or (key ~ '^file' and booking_id is null) then 'Profile'
    when key ~ '^(trip_(offered|assigned|withdrawn)|job_passed_on|claim)' then 'DriverTrips'
    when key ~ '^chat' then 'onlineChat'
    when booking_id is not null then 'BookedCab'
  end;
end $$;

create function app.notify(user_id uuid, key text, params jsonb default '{}', booking_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare v_screen text := app.notice_screen(notify.key, notify.booking_id);
begin
  -- The setting app.quiet is used when a demo is filled by replaying past events. If its value is "on", this function does
  -- nothing. If its value is "kept" (in the last five days of the replay), this function stores the notice, and queue_push
  -- sends nothing.
  if current_setting('app.quiet', true) = 'on' then return; end if;
  -- An unknown person is ignored without an error, because a notice must never make the transaction that caused it fail.
  if notify.user_id is null or not exists (select 1 from public.profiles p where p.id = notify.user_id) then return; end if;
  insert into public.notices (user_id, key, params, screen, booking_id)
  values (notify.user_id, notify.key, coalesce(notify.params, '{}'), v_screen, notify.booking_id);
  perform app.queue_push(notify.user_id,
    case v_screen when 'Wallet' then 'wallet' when 'onlineChat' then 'chat' else 'trips' end,
    jsonb_build_object('title', notify.key || '.title', 'msg', notify.key || '.text', 'params', coalesce(notify.params, '{}'),
      'screen', v_screen, 'booking_id', notify.booking_id));
end $$;
comment on function app.notify is 'Notifies a person: stores a notice, and queues a push message to each of their devices. key: see docs/use/notifications.md.';

create function app.close_notices(user_id uuid, key text, booking_id uuid) returns void language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.notices n set read_at = app.now()
  where n.user_id = close_notices.user_id and n.booking_id = close_notices.booking_id and n.key = close_notices.key and n.read_at is null;
  if found then perform app.broadcast('user:' || close_notices.user_id, 'notice'); end if;
end $$;
comment on function app.close_notices is 'Marks a person''s notices of a kind about a booking as read, because what they ask is settled.';

create function public.mark_notices_read(ids uuid[] default null) returns integer language plpgsql security definer set search_path = '' as $$
declare
  v_me public.profiles := app.newcomer();
  v_count integer;
begin
  update public.notices n set read_at = app.now()
  where n.user_id = v_me.id and n.read_at is null and (mark_notices_read.ids is null or n.id = any (mark_notices_read.ids));
  get diagnostics v_count = row_count;
  if v_count > 0 then perform app.broadcast('user:' || v_me.id, 'notice'); end if;
  return v_count;
end $$;
comment on function public.mark_notices_read is 'Marks the caller''s notices with these ids as read, or all without ids. Returns how many were unread. Errors: must_login.';
grant execute on function public.mark_notices_read(uuid[]) to authenticated;

-- Notices about bookings --------------------------------------------------------------------------------------------

-- Returns the values for the placeholders in the texts of notices about a booking.
create function app.notice_params(booking public.bookings) returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('reference', booking.reference, 'driver', booking.driver_name,
    'vehicle_number', booking.vehicle_number, 'pickup', booking.pickup_address, 'drop', booking.drop_address,
    'trip_at', booking.trip_at, 'trip_cost', booking.trip_cost));
end $$;

create function app.notify_cancelled(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_params jsonb := app.notice_params(was) || jsonb_strip_nulls(jsonb_build_object('by', booking.cancelled_by,
  'reason', booking.reason, 'fee', nullif(booking.cancellation_fee, 0)));
begin
  if was.driver_id is not null and was.status in ('ACCEPTED', 'ARRIVED') then
    perform app.notify(booking.customer_id, 'booking_cancelled', v_params, booking.id);
    perform app.notify(was.driver_id, 'trip_cancelled', v_params - 'fee', booking.id);
  elsif booking.reason = 'no_driver_available' then
    perform app.notify(booking.customer_id, 'no_driver_found', v_params, booking.id);
  -- Without a driver, the rider is notified only if somebody else cancelled.
  elsif booking.cancelled_by <> 'rider' then
    perform app.notify(booking.customer_id, 'booking_cancelled', v_params, booking.id);
  end if;
end $$;

-- Sends the code of a parcel to its recipient by text message when the parcel is under way, because the recipient must tell the
-- driver this code.
create function app.text_code(booking public.bookings) returns void language sql volatile security definer set search_path = '' as $$
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'sms', null, jsonb_build_object('phone', app.text_number(k.delivery_person_phone), 'msg', 'parcel_code', 'code', c.code,
    'lang', p.lang_locale, 'booking_id', booking.id), app.now() + interval '6 hours'
  from app.start_codes c join public.profiles p on p.id = booking.customer_id join public.booking_contacts k on k.booking_id = c.booking_id
  where c.booking_id = booking.id and booking.category = 'delivery' and booking.otp_secure and k.delivery_person_phone <> ''
    and coalesce(current_setting('app.quiet', true), '') = ''
$$;

create function app.notify_created(booking public.bookings) returns void language plpgsql security definer set search_path = '' as $$
begin
  perform app.notify((booking).customer_id, 'booking_made', app.notice_params(booking), (booking).id);
end $$;
comment on function app.notify_created is 'Notifies a rider of a booking that the desk created for them.';

create function app.notify_arrived(booking public.bookings) returns void language plpgsql security definer set search_path = '' as $$
begin
  if (booking).there_at is not null then perform app.notify((booking).customer_id, 'driver_arrived', app.notice_params(booking), (booking).id); end if;
end $$;
comment on function app.notify_arrived is 'Tells the rider that the car is there; nothing while no position has shown it near the pickup.';

create function app.notify_move(was public.bookings, booking public.bookings) returns void
language plpgsql security definer set search_path = '' as $$
declare v_params jsonb := app.notice_params(booking);
begin
  case
    when (booking).status = 'NEW' and (was).status = 'PAYMENT_PENDING' then perform app.notify((booking).customer_id, 'booking_paid', v_params, (booking).id);
    when (booking).status = 'NEW' then perform app.notify((booking).customer_id, 'driver_gave_back', app.notice_params(was), (booking).id);
    when (booking).status = 'ACCEPTED' then perform app.notify((booking).customer_id, 'driver_accepted', v_params, (booking).id);
    when (booking).status = 'ARRIVED' then perform app.notify_arrived(booking);
    when (booking).status = 'STARTED' then
      perform app.notify((booking).customer_id, 'trip_started', v_params, (booking).id);
      perform app.text_code(booking);
    when (booking).status = 'REACHED' then perform app.notify((booking).customer_id, 'trip_complete', v_params, (booking).id);
    -- Asks the rider to pay, unless the driver collects cash, the wallet pays (app.charge_wallet then asks for what is missing),
    -- or the reserved amount is taken from the card automatically.
    when (booking).status = 'PENDING' and (booking).payment_mode = 'card' then
      if (app.hold_of((booking).id)).id is null then perform app.notify_due(booking); end if;
    when (booking).status = 'PAID' then
      perform app.notify((booking).customer_id, 'payment_done', v_params, (booking).id);
      perform app.notify((booking).driver_id, 'trip_paid', v_params, (booking).id);
    when (booking).status = 'CANCELLED' then perform app.notify_cancelled(was, booking);
    else null;
  end case;
end $$;
comment on function app.notify_move is 'Notifies rider and driver of a booking''s new status.';

-- Push messages about offers ----------------------------------------------------------------------------------------

-- Returns the town at the end of an address such as "Städtle 12, 9490 Vaduz". Returns null if the text after the last comma
-- may be more precise than a town, for example because it contains a house number.
create function app.town_of(address text) returns text language sql immutable set search_path = '' as $$
  select t.town from (select btrim(regexp_replace(substring(town_of.address from ',([^,]*)$'), '^\s*[A-Z]{0,2}-?[0-9 ]{3,7}\s', '')) as town) t
  where t.town ~ '^[[:alpha:]][[:alpha:] .''-]{1,39}$'
$$;

-- Pushes the offers of a wave to the drivers in one statement. Offers of a wave are not stored as notices, because they expire
-- within seconds. An offer that an admin makes to one driver is stored as a notice.
create function app.tg_booking_offers__notify() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'push', t.user_id, jsonb_build_object('token', t.token, 'platform', t.platform, 'lang', p.lang_locale,
      'channelId', app.push_channel(), 'title', 'trip_offered.title',
      'msg', case when o.pickup_time is null then 'trip_offered_open' when a.town is null then 'trip_offered_near' else 'trip_offered' end || '.text',
      -- Contains only the town of the destination, because a push message stays on a phone's screen, and most drivers who get
      -- the offer will not drive the trip.
      'params', jsonb_strip_nulls(jsonb_build_object('reference', o.reference, 'trip_at', o.trip_at, 'amount', o.driver_share,
        'minutes', ceil(o.pickup_time / 60.0)::integer, 'area', a.town)),
      'screen', 'DriverTrips', 'booking_id', o.booking_id), o.expires_at
  from offered o
  join public.bookings b on b.id = o.booking_id
  cross join lateral (select app.town_of(b.drop_address) as town) a
  join public.push_tokens t on t.user_id = o.driver_id and 'trips' = any (t.channels)
  join public.profiles p on p.id = t.user_id
  where o.wave > 0 and o.status = 'open' and coalesce(current_setting('app.quiet', true), '') = '';
  perform app.notify(o.driver_id, 'trip_assigned', jsonb_build_object('reference', o.reference, 'trip_at', o.trip_at), o.booking_id)
  -- A driver who claims a booking needs no notice of it.
  from offered o where o.wave = 0 and o.status = 'open' and o.driver_id is distinct from auth.uid();
  return null;
end $$;
create trigger booking_offers__notify after insert on public.booking_offers
  referencing new table as offered for each statement execute function app.tg_booking_offers__notify();

-- Ends the push of an offer that has lapsed or was withdrawn: by the desk, by another driver's acceptance, because the booking was
-- cancelled or the driver went off duty. A push that was not sent yet is not sent any more. Browsers are told, because a browser
-- shows the notification of the offer until another notification replaces it. Apps need no such message: they remove the
-- notification when the offer expires. After an answer of the driver no message is needed either, because the driver's device then
-- removes the notification.
create function app.tg_booking_offers__push_end() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update app.outbox q set status = 'dead', done_at = app.now(), last_error = 'withdrawn'
  where q.id in (select x.id from ended o join was w on w.id = o.id and w.status = 'open'
    join app.outbox x on x.user_id = o.driver_id and x.kind = 'push' and x.status = 'queued' and x.payload ->> 'booking_id' = o.booking_id::text
      and x.payload ->> 'title' in ('trip_offered.title', 'trip_assigned.title')
    where o.status in ('withdrawn', 'lapsed') for no key update of x skip locked);
  insert into app.outbox (kind, user_id, payload, expires_at)
  select 'push', t.user_id, jsonb_build_object('token', t.token, 'platform', t.platform, 'lang', p.lang_locale,
      'channelId', app.push_channel(), 'title', 'trip_offer_over.title', 'msg', 'trip_offer_over.text',
      'params', jsonb_build_object('reference', o.reference), 'screen', 'DriverTrips', 'booking_id', o.booking_id),
    app.now() + interval '5 minutes'
  from ended o
  join was w on w.id = o.id and w.status = 'open'
  join public.push_tokens t on t.user_id = o.driver_id and t.platform = 'WEB' and 'trips' = any (t.channels)
  join public.profiles p on p.id = t.user_id
  where o.status in ('withdrawn', 'lapsed') and coalesce(current_setting('app.quiet', true), '') = '';
  return null;
end $$;
create trigger booking_offers__push_end after update on public.booking_offers
  referencing old table as was new table as ended for each statement execute function app.tg_booking_offers__push_end();

create function app.clean_outbox() returns void language sql volatile security definer set search_path = '' as $$
  delete from app.outbox o where o.id in (select d.id from app.outbox d
    where d.status <> 'queued' and d.done_at < app.now() - case d.status when 'sent' then interval '7 days' else interval '30 days' end
    order by d.done_at limit 10000);
  delete from public.notices n where n.id in (select d.id from public.notices d
    where d.created_at < app.now() - interval '90 days' order by d.created_at limit 10000);
  delete from public.push_tokens t where t.seen_at < app.now() - interval '270 days'
$$;
comment on function app.clean_outbox is 'Deletes messages sent a week ago, messages whose delivery failed a month ago, notices after 90 days and devices not used for nine months.';
